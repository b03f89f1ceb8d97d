"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-1.1782,
    each=(
        0.0000,  # HELD
        0.4652,  # BEST
        0.0000,  # TWO
        0.6674,  # KIN
        -0.9812,  # STRANGE
        -0.5296,  # DENIES
        -0.1036,  # ASSERTS
        1.0548,  # BOTH_DENY
        -0.2961,  # RULES
        -0.0149,  # UNRULED
        1.3462,  # CLAUSES
        2.2021,  # FIGURES
        -2.0535,  # RIVAL
        -4.1258,  # SWAPPED
    ),
)
