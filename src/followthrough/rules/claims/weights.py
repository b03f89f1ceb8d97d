"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-0.6657,
    each=(
        0.1895,  # HELD
        1.1603,  # BEST
        0.1100,  # TWO
        0.6178,  # KIN
        -0.0778,  # STRANGE
        -0.7945,  # DENIES
        -0.0829,  # ASSERTS
        0.9233,  # BOTH_DENY
        -0.1776,  # RULES
        -0.1318,  # UNRULED
    ),
)
