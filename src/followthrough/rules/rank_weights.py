"""The shipped ranker. Written by ``benchmarks/fit_ranker.py``; don't edit."""

from __future__ import annotations

import numpy as np

from followthrough.rules.rank import FEATURES, Ranker

SHIPPED = Ranker(version="0", weights=np.array([float(name == "fused_history") for name in FEATURES]))
