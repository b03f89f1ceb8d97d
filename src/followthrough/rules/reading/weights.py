"""The shipped weights of ``rules.reading.chances``: written by ``training/reader``, never by hand."""

from __future__ import annotations

from followthrough.rules.reading.chances import Weights

WITH_MEANING = Weights(
    block=(4.3607, 0.0545, 3.1116, 0.7800, 0.1877, 1.4580, -0.8657, 0.4043, -0.1091, 0.9531, 4.5027, 6.1141),
    nothing=(7.4467, 0.3345, -0.4619, -0.0492, 1.2624, 1.6212, 0.7148, 0.8369, 4.1742),
)

BY_WORDS = Weights(
    block=(6.9716, 0.2192, 3.8510, 0.9699, 0.1447, 1.2175, -0.6898, 0.3350, -0.0550, 0.8881),
    nothing=(8.1662, 0.2708, -1.5043, -0.3979, 1.2405, 1.9307, 0.4510, 0.0000, 0.0000),
)
