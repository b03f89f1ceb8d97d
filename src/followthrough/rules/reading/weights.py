"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""

from __future__ import annotations

from followthrough.rules.reading.chances import Weights

TOKEN_BY_TOKEN = Weights(
    block=(
        3.8093,
        -0.1856,
        1.8412,
        0.8644,
        0.2075,
        1.3880,
        -0.7284,
        0.3774,
        -0.0229,
        0.3297,
        1.6010,
        1.6380,
        6.3497,
        7.1279,
    ),
    nothing=(
        8.2769,
        0.0718,
        -0.5716,
        0.3724,
        0.3303,
        0.8760,
        0.4039,
        0.9815,
        2.8953,
        1.5880,
        2.0246,
    ),
)

WITH_MEANING = Weights(
    block=(
        4.3551,
        -0.0173,
        3.0216,
        0.8849,
        0.2295,
        1.4050,
        -0.8290,
        0.3822,
        -0.0674,
        0.9489,
        4.5160,
        5.9194,
    ),
    nothing=(
        7.0812,
        0.2909,
        -0.4172,
        0.0998,
        0.9654,
        1.5552,
        0.6115,
        1.5138,
        4.0134,
    ),
)

BY_WORDS = Weights(
    block=(
        6.8944,
        0.1738,
        3.7152,
        1.0610,
        0.2542,
        1.1080,
        -0.6672,
        0.3265,
        -0.0195,
        0.8812,
    ),
    nothing=(
        8.0332,
        0.2284,
        -1.3755,
        -0.2452,
        0.9604,
        1.8695,
        0.4316,
    ),
)
