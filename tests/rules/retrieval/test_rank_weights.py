import hashlib
import json

import numpy as np

from followthrough.rules.retrieval.rank_signals import FEATURES
from followthrough.rules.retrieval.rank_weights import SHIPPED


def test_the_version_is_that_of_the_weights_so_that_an_edit_by_hand_shows():
    near, wide = [[float(w) for w in weights] for weights in (SHIPPED.near, SHIPPED.wide)]
    assert SHIPPED.version == hashlib.sha256(json.dumps([FEATURES, near, wide]).encode()).hexdigest()[:12]


def test_the_shipped_weights_are_numbers_for_every_feature():
    assert SHIPPED.near.shape == SHIPPED.wide.shape == (len(FEATURES),)
    assert np.isfinite((SHIPPED.near, SHIPPED.wide)).all()


def test_what_it_was_fitted_on_is_kept_as_short_hashes():
    assert all(len(mark) == 10 and int(mark, 16) >= 0 for mark in SHIPPED.fitted_on)
