"""What was fitted, and the file that it ships in."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from followthrough.adapters.hearer.features import Row
from followthrough.domain.hearing import Act
from followthrough.errors import ConfigurationError

WEIGHTS_SHA256 = "76f05e199e5b1bb7569ed086577a0b90ddaf08b2d9bd80a8668c7ae40f30b26b"
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
    """

    acts: tuple[Act, ...]
    model_id: str
    version: int
    matrix: Row
    biases: Row
    temperature: float


def read_weights(path: Path = SHIPPED, *, sha256: str | None = None) -> Weights:
    """The weights of a file.

    Raises:
        ConfigurationError: it is not the expected file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(
            f"The hearer's weights can't be read: {error.strerror}.", fix="Install the package again."
        ) from error
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise ConfigurationError("The hearer's weights are not the expected file.", fix="Install the package again.")
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return Weights(
            acts=tuple(Act(name) for name in file["acts"].tolist()),
            model_id=str(file["model_id"]),
            version=int(file["version"]),
            matrix=file["codes"].astype(np.float32) * file["scale"].astype(np.float32),
            biases=file["biases"].astype(np.float32),
            temperature=float(file["temperature"]),
        )
