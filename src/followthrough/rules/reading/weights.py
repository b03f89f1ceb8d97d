"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""

from __future__ import annotations

from followthrough.rules.reading.chances import Weights

TOKEN_BY_TOKEN = Weights(
    block=(
        3.7338,
        -0.1155,
        1.7695,
        0.7553,
        0.1479,
        1.4411,
        -0.7762,
        0.4079,
        -0.0672,
        0.3072,
        1.4774,
        1.7620,
        6.7725,
        7.3204,
    ),
    nothing=(
        8.7184,
        0.0395,
        -0.6589,
        0.2629,
        0.6111,
        0.7847,
        0.5177,
        0.4091,
        2.8241,
        1.3440,
        2.6144,
    ),
)

WITH_MEANING = Weights(
    block=(
        4.3606,
        0.0549,
        3.1112,
        0.7797,
        0.1876,
        1.4582,
        -0.8650,
        0.4042,
        -0.1092,
        0.9534,
        4.5026,
        6.1144,
    ),
    nothing=(
        7.4467,
        0.3347,
        -0.4624,
        -0.0494,
        1.2621,
        1.6211,
        0.7141,
        0.8363,
        4.1760,
    ),
)

BY_WORDS = Weights(
    block=(
        6.9716,
        0.2192,
        3.8510,
        0.9699,
        0.1447,
        1.2175,
        -0.6898,
        0.3350,
        -0.0550,
        0.8881,
    ),
    nothing=(
        8.1662,
        0.2708,
        -1.5043,
        -0.3979,
        1.2405,
        1.9307,
        0.4510,
    ),
)
