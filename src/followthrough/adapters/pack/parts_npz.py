"""The fitted weights that say where a message is cut into its questions; every pack carries the same.

``training/parts/CARD.md`` says what they were fitted on, and repeats their digest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from followthrough.domain.parts import PartWeights

WEIGHTS = Path(__file__).with_name("parts.npz")
LAYERS = 2


@cache
def shipped_parts() -> PartWeights:
    """The weights that ship, read once."""
    with np.load(WEIGHTS) as held:
        kept = {name: held[name].astype(np.float32) for name in held.files if name != "pieces"}
        pieces = {piece: row for row, piece in enumerate(str(held["pieces"]).split())}
    return PartWeights(
        pieces=pieces,
        vectors=kept["vectors"] * kept["scale"],
        enter=kept["enter"],
        enter_bias=kept["enter_bias"],
        inward=tuple((kept[f"inward_{n}"], kept[f"inward_bias_{n}"]) for n in range(LAYERS)),
        onward=tuple((kept[f"onward_{n}"], kept[f"onward_bias_{n}"]) for n in range(LAYERS)),
        out=kept["out"],
        out_bias=kept["out_bias"],
    )
