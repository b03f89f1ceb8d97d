"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""

from __future__ import annotations

from followthrough.rules.reading.chances import Weights

WITH_MEANING = Weights(
    block=(5.09, 0.36, 3.1, 0.39, 0.65, 0.96, -1.61, 0.37, -0.32, 1.2, 3.9, 4.69),
    nothing=(7.45, 1.2, -0.23, -0.54, 1.94, 0.68, -0.19, 4.84),
)
BY_WORDS = WITH_MEANING
