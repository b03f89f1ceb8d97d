"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-1.1856,
    each=(
        0.4253,  # BEST
        0.8358,  # KIN
        -0.6431,  # DENIES
        1.0637,  # BOTH_DENY
        -0.3487,  # RULES
        1.5031,  # CLAUSES
        1.9980,  # FIGURES
        -1.9541,  # RIVAL
        -4.3124,  # SWAPPED
        -0.3469,  # DROPPED
    ),
)
