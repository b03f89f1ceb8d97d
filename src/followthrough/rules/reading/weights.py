"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""

from __future__ import annotations

from followthrough.rules.reading.chances import Weights

WITH_MEANING = Weights(
    block=(4.3894, 0.1264, 3.1121, 0.7681, 0.1790, 1.4717, -0.7511, 0.4043, -0.1140, 0.9531, 4.5211, 6.0132),
    nothing=(7.3774, 0.7451, -0.5118, 0.3938, 1.5723, 0.6448, 0.7913, 4.1051),
)

BY_WORDS = Weights(
    block=(6.9897, 0.2802, 3.8416, 0.9634, 0.1396, 1.2487, -0.5781, 0.3332, -0.0653, 0.8676),
    nothing=(8.0739, 0.6631, -1.5554, 0.0354, 1.8463, 0.3762, 0.0000, 0.0000),
)
