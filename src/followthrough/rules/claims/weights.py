"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-1.1730,
    each=(
        0.0000,  # HELD
        0.5471,  # BEST
        0.0000,  # TWO
        0.9622,  # KIN
        -0.9699,  # STRANGE
        -0.6308,  # DENIES
        0.0000,  # ASSERTS
        1.0541,  # BOTH_DENY
        -0.2881,  # RULES
        -0.0449,  # UNRULED
        1.2725,  # CLAUSES
        2.0762,  # FIGURES
        -1.8917,  # RIVAL
    ),
)
