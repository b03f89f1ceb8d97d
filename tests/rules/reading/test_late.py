"""Token by token: each token of a question by the one of a block that is most like it."""

from __future__ import annotations

import numpy as np
import pytest

from followthrough.ports.embedder import Tokens
from followthrough.rules.reading.late import likeness


def tokens(*ids: int) -> Tokens:
    """A text whose tokens are at right angles to each other."""
    vectors = np.eye(8, dtype=np.float16)[list(ids)] if ids else np.zeros((0, 8), np.float16)
    return Tokens(ids=ids, vectors=vectors, whole=np.ones(8, np.float32) / np.sqrt(8, dtype=np.float32))


def test_a_block_with_every_token_is_wholly_like_and_one_with_none_is_not() -> None:
    assert likeness(tokens(1, 2), 2, [tokens(3, 2, 1), tokens(4, 5)]) == pytest.approx([1.0, 0.0])


def test_a_token_that_few_blocks_have_counts_for_more() -> None:
    common, rare, _ = likeness(tokens(1, 2), 2, [tokens(1), tokens(2), tokens(1, 3)])
    assert rare > common > 0.0


def test_only_the_last_tokens_are_asked() -> None:
    assert likeness(tokens(1, 2), 1, [tokens(1), tokens(2)]) == pytest.approx([0.0, 1.0])


def test_nothing_asked_no_blocks_and_an_empty_block() -> None:
    assert likeness(tokens(), 0, [tokens(1)]) == [0.0]
    assert likeness(tokens(1, 2), 0, [tokens(1)]) == [0.0]
    assert likeness(tokens(1), 1, []) == []
    assert likeness(tokens(1), 1, [tokens()]) == [0.0]
