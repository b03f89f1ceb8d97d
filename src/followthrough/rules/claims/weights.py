"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-1.1864,
    each=(
        0.0000,  # HELD
        0.5144,  # BEST
        0.0000,  # TWO
        0.9832,  # KIN
        -1.2104,  # STRANGE
        -0.6147,  # DENIES
        0.0000,  # ASSERTS
        0.9923,  # BOTH_DENY
        -0.2909,  # RULES
        0.0000,  # UNRULED
        1.3011,  # CLAUSES
        2.0783,  # FIGURES
        -1.8911,  # RIVAL
    ),
)
