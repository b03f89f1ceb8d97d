"""The network that reads where a message is cut: what it is given, long messages, and a file that is not there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from followthrough.adapters.hearer import parts_network
from followthrough.adapters.hearer.parts_network import PARTS_SHA256, SHIPPED, TOKENS, PartsNetwork, tokens_of
from followthrough.domain.parts import SCORES
from followthrough.rules.language.words import words_of


def spans_of(text: str) -> list[tuple[int, int]]:
    return [(word.start, word.end) for word in words_of(text)]


@pytest.fixture(scope="module")
def network() -> PartsNetwork:
    return PartsNetwork()


def test_a_word_is_read_at_its_first_piece_and_the_end_at_the_last_mark() -> None:
    ids, firsts = tokens_of("unfathomably, fee", spans_of("unfathomably, fee"))
    assert firsts[0] == 1
    assert 2 < firsts[1] < firsts[2] == len(ids) - 1


@pytest.mark.parametrize("text", ["", "\u200b", "\u200b a \u200b", "é" * 40])
def test_a_text_without_pieces_is_read_too(text: str, network: PartsNetwork) -> None:
    words = [(0, len(text))] if text else []
    scores = network.read(text, words)
    assert scores is not None
    assert scores.shape == (len(words) + 1, SCORES)


def test_a_long_message_is_read_in_stretches_that_agree_with_one_another(network: PartsNetwork) -> None:
    text = "what does it cost and when is it due, " * 40
    scores = network.read(text, spans_of(text))
    assert scores is not None
    assert len(scores) == len(spans_of(text)) + 1 > 2 * TOKENS
    openings = [at for at, word in enumerate(words_of(text)) if word.key in ("what", "when")]
    asks = scores[openings, :4].argmax(axis=1) == 1
    assert len(asks) == 80
    assert np.mean(asks) > 0.4


def test_what_is_much_longer_is_pasted_text_and_read_by_nobody(network: PartsNetwork) -> None:
    text = "fee " * 2_000
    assert network.read(text, spans_of(text)) is None


def test_without_its_file_nothing_is_read(tmp_path: Path) -> None:
    assert PartsNetwork(tmp_path / "parts.onnx").read("a fee, a tax", [(0, 1)]) is None


def test_words_of_the_table_are_known(network: PartsNetwork) -> None:
    assert network.knows("payment")
    assert not network.knows("paymnet")


def test_card_code_and_shipped_weights_belong_together() -> None:
    digest = hashlib.sha256(SHIPPED.read_bytes()).hexdigest()
    assert digest == PARTS_SHA256
    root = Path(parts_network.__file__).parents[4]
    assert digest in (root / "training/parts/CARD.md").read_text(encoding="utf-8")
