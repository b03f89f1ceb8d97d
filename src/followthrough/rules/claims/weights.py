"""The shipped weights of ``rules.claims.chances``: written by ``training/claims``, never by hand."""

from __future__ import annotations

from followthrough.rules.claims.chances import Weights

SHIPPED = Weights(
    constant=-0.6302,
    each=(
        0.1630,  # HELD
        1.1710,  # BEST
        0.1020,  # TWO
        0.6151,  # KIN
        -0.0743,  # STRANGE
        -0.8077,  # DENIES
        -0.1668,  # ASSERTS
        0.9177,  # BOTH_DENY
        -0.1803,  # RULES
        -0.1575,  # UNRULED
    ),
)
