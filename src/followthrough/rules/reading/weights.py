"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""

from __future__ import annotations

from followthrough.rules.reading.chances import Weights

WITH_MEANING = Weights(
    block=(4.3653, 0.1315, 3.0820, 0.7554, 0.1638, 1.4612, -0.7814, 0.4045, -0.1136, 0.9529, 4.4974, 6.0493),
    nothing=(7.4116, 0.3207, -0.4127, -0.0794, 1.3265, 1.6765, 0.7292, 0.9215, 4.0185),
)

BY_WORDS = Weights(
    block=(6.9616, 0.2889, 3.8105, 0.9541, 0.1146, 1.2293, -0.6012, 0.3330, -0.0659, 0.8658),
    nothing=(8.1126, 0.2576, -1.4642, -0.4306, 1.2991, 1.9711, 0.4590, 0.0000, 0.0000),
)
