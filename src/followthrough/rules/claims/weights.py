"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-1.1999,
    each=(
        0.0000,  # HELD
        0.5836,  # BEST
        0.0000,  # TWO
        0.8314,  # KIN
        -0.9651,  # STRANGE
        -0.6307,  # DENIES
        0.0000,  # ASSERTS
        1.0531,  # BOTH_DENY
        -0.3104,  # RULES
        -0.0499,  # UNRULED
        1.2873,  # CLAUSES
        2.1611,  # FIGURES
        -1.9346,  # RIVAL
        -4.1122,  # SWAPPED
    ),
)
