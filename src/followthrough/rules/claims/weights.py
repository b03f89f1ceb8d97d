"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-0.8055,
    each=(
        0.2093,  # HELD
        1.1607,  # BEST
        0.2547,  # TWO
        0.5947,  # KIN
        1.2223,  # OWN
        -0.1017,  # STRANGE
        0.8838,  # ASKED
        -0.8471,  # DENIES
        -0.1437,  # ASSERTS
        0.9287,  # BOTH_DENY
        -0.2108,  # RULES
        -0.1649,  # UNRULED
    ),
)
