"""The fitted weights that tell orders to an assistant from sentences for readers; every pack carries the same.

``training/orders/CARD.md`` says what they were fitted on, and repeats their digest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from followthrough.domain.orders import OrderWeights

WEIGHTS = Path(__file__).with_name("orders.npz")


@cache
def shipped_orders() -> OrderWeights:
    """The weights that ship, read once."""
    with np.load(WEIGHTS) as held:
        widths = held["widths"].tolist()
        return OrderWeights(
            pieces=held["pieces"].astype(np.float32) * held["scale"],
            filters=tuple(held[f"filters_{width}"].astype(np.float32) for width in widths),
            filter_biases=tuple(held[f"filter_biases_{width}"] for width in widths),
            hidden=held["hidden"],
            hidden_bias=held["hidden_bias"],
            out=held["out"],
            out_bias=float(held["out_bias"]),
            alone=float(held["alone"]),
            beside=float(held["beside"]),
        )
