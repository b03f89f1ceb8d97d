"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""

from __future__ import annotations

from followthrough.rules.reading.chances import Weights

TOKEN_BY_TOKEN = Weights(
    block=(
        3.9960,
        -0.1082,
        1.6447,
        0.8146,
        0.1902,
        1.3902,
        -0.8052,
        0.3706,
        -0.0373,
        0.2895,
        1.4606,
        1.5084,
        6.6846,
        7.4827,
    ),
    nothing=(
        8.6141,
        0.0036,
        -0.4092,
        0.2555,
        0.6569,
        0.7401,
        0.3776,
        0.6446,
        2.6396,
        1.8158,
        2.2540,
    ),
)

WITH_MEANING = Weights(
    block=(
        4.6179,
        0.0395,
        3.0113,
        0.8368,
        0.2179,
        1.4109,
        -0.8863,
        0.3731,
        -0.0828,
        0.9496,
        4.4990,
        5.9384,
    ),
    nothing=(
        7.4225,
        0.2271,
        -0.2331,
        -0.0664,
        1.3447,
        1.5384,
        0.5907,
        1.2867,
        3.8591,
    ),
)

BY_WORDS = Weights(
    block=(
        7.1800,
        0.2150,
        3.7180,
        1.0129,
        0.2485,
        1.1071,
        -0.7074,
        0.3139,
        -0.0314,
        0.8869,
    ),
    nothing=(
        8.2536,
        0.1787,
        -1.2645,
        -0.4251,
        1.3233,
        1.8455,
        0.3779,
    ),
)
