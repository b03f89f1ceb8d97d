"""What was fitted, and the file that it ships in."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from followthrough.adapters.hearer.features import Row
from followthrough.domain.hearing import Act
from followthrough.errors import ConfigurationError

WEIGHTS_SHA256 = "c5757fa1e19079bf39e2d49ceefe8aa20408b55a27a39c5b19bb311f4b3fd8b1"
SHIPPED = Path(__file__).parent / "weights.npz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What was fitted: one column an act.

    Attributes:
        acts: the acts of the columns.
        model_id: the embedder whose vectors it was fitted on.
        version: that of the facts.
        matrix: facts times acts.
        biases: one an act.
        temperature: divides the scores so that chances are as sure as they are right.
        temperature_beside: the same where the network is heard as well.
        share: how much of what the network finds is added then.
    """

    acts: tuple[Act, ...]
    model_id: str
    version: int
    matrix: Row
    biases: Row
    temperature: float
    temperature_beside: float = 1.0
    share: float = 0.0


def read_weights(path: Path = SHIPPED, *, sha256: str | None = None) -> Weights:
    """The weights of a file.

    Raises:
        ConfigurationError: it is not the expected file.
    """
    held = read_arrays(path, "hearer's weights", sha256)
    beside, share = map(float, held["beside"])
    acts = tuple(Act(name) for name in held["acts"].tolist())
    return Weights(acts=acts, temperature_beside=beside, share=share, **linear(held))


def read_arrays(path: Path, what: str, sha256: str | None) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a file that ships.

    Raises:
        ConfigurationError: ``what`` can't be read, or is not the file of this digest.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"The {what} can't be read: {error.strerror}.", fix="Install the package again."
        ) from error
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise ConfigurationError(f"The {what} are not the expected file.", fix="Install the package again.")
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def linear(held: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """What every linear model of the hearer has, by the names of its fields."""
    return {
        "model_id": str(held["model_id"]),
        "version": int(held["version"]),
        "matrix": held["codes"].astype(np.float32) * held["scale"].astype(np.float32),
        "biases": held["biases"].astype(np.float32),
        "temperature": float(held["temperature"]),
    }
