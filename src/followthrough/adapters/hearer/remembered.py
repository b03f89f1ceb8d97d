"""What packs' examples changed, kept in a folder: a command that runs once does not work it out again.

A file is named by all that it was made of (weights, facts, examples, the numbers of the fit), so that nothing in it
can be old. One that can't be read is made again; one that can't be written is not missed.
"""

from __future__ import annotations

import hashlib
import logging
import tempfile
from pathlib import Path

import numpy as np

from followthrough.adapters.hearer.features import Row
from followthrough.adapters.hearer.learning import AIM, DOUBT, DOUBT_KEPT
from followthrough.adapters.hearer.weights import Weights
from followthrough.domain.hearing import ActExamples

KEPT = 8  # files, the newest: a pack that is worked on leaves one for each trial
_log = logging.getLogger(__name__)


class Remembered:
    """The folder.

    Args:
        folder: made when something is kept; None keeps nothing.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def read(self, key: str) -> Row | None:
        """What was kept under the key; None where nothing is, or it is damaged."""
        if self._folder is None:
            return None
        try:
            return np.load(self._folder / f"{key}.npy", allow_pickle=False)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, EOFError) as error:
            _log.warning("hearer.forgotten", extra={"error": type(error).__name__})
            return None

    def write(self, key: str, rise: Row) -> None:
        """Keeps it, whole or not at all, and lets the oldest go."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, suffix=".part", delete=False) as file:
                np.save(file, rise, allow_pickle=False)
            Path(file.name).replace(self._folder / f"{key}.npy")
            kept = sorted(self._folder.glob("*.npy"), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in kept[KEPT:]:
                path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("hearer.not_kept", extra={"error": type(error).__name__})


def key_of(weights: Weights, own: ActExamples, shipped: ActExamples) -> str:
    """What was made of all this has this name."""
    digest = hashlib.sha256(weights.matrix.tobytes())
    numbers = (weights.version, weights.temperature, AIM, DOUBT, DOUBT_KEPT)
    digest.update("\n".join((weights.model_id, own.digest, shipped.digest, *map(repr, numbers))).encode())
    return digest.hexdigest()[:32]
