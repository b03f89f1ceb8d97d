"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-1.1570,
    each=(
        0.0000,  # HELD
        0.4987,  # BEST
        0.0000,  # TWO
        0.9780,  # KIN
        -1.5700,  # STRANGE
        -0.6008,  # DENIES
        0.0000,  # ASSERTS
        1.0265,  # BOTH_DENY
        -0.3302,  # RULES
        -0.0307,  # UNRULED
        1.2977,  # CLAUSES
        2.1063,  # FIGURES
        -1.9115,  # RIVAL
    ),
)
