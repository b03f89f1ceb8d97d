"""The weights for choices: what ships is what the card says, and nothing is judged without a fitting embedder."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.hearer.frame_network import FRAMES_NETWORK_SHA256, TOKENS, FrameNetwork, ids_of, words_of
from followthrough.adapters.hearer.frame_network import SHIPPED as NETWORK
from followthrough.adapters.hearer.framing import (
    FRAMES_SHA256,
    SHIPPED,
    ahead,
    deciding,
    is_held,
    is_known,
    read_frames,
)
from followthrough.domain.framing import CHOOSES, NOT_FRAMED, Does
from followthrough.errors import ConfigurationError

CARD = Path(__file__).parents[2] / "training" / "selection" / "CARD.md"


def test_weights_code_and_card_belong_together() -> None:
    assert hashlib.sha256(SHIPPED.read_bytes()).hexdigest() == FRAMES_SHA256
    assert hashlib.sha256(NETWORK.read_bytes()).hexdigest() == FRAMES_NETWORK_SHA256
    card = CARD.read_text(encoding="utf-8")
    assert FRAMES_SHA256 in card
    assert FRAMES_NETWORK_SHA256 in card


def test_another_file_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "frames.npz"
    with pytest.raises(ConfigurationError):
        read_frames(other)
    other.write_bytes(b"nothing")
    with pytest.raises(ConfigurationError):
        read_frames(other, sha256=FRAMES_SHA256)


async def test_frames_are_judged_and_remembered() -> None:
    embedder = MiniLmEmbedder(threads=1)
    hearer = FittedHearer(embedder)
    found = await hearer.judge({"the @ it is", "why is @ grey", " "})
    assert found["the @ it is"].chance(*CHOOSES) > 0.5
    assert found["why is @ grey"].best is Does.ASK
    assert await hearer.judge({"the @ it is"}) == {"the @ it is": found["the @ it is"]}
    assert NOT_FRAMED.best is None
    assert NOT_FRAMED.verb is Does.PICK
    await embedder.aclose()


def test_words_are_strange_in_the_clause_of_the_mark_only() -> None:
    assert deciding("quick, frobnicate @ please. a pipe burst") == ["frobnicate", "please"]
    assert deciding("# - my boss waits") == []
    assert deciding("none of these, thanks") == ["none", "of", "these", "thanks"]


def test_a_few_words_apart_before_the_mark_are_known_or_hold_it_up() -> None:
    assert ahead("hold on, bob: open @, please") == ["hold on", "bob :"]
    assert ahead("my wife gets very airsick, the #") == []
    assert ahead("not ~, @") == ["not ~"]
    known = read_frames().ahead
    assert all(is_known(words, known) for words in ("right", "yeah right", "answer :", "not ~", "ok so"))
    assert not any(is_known(words, known) for words in ("whoa", "wait", "hold on", "bob", "re :", "assistant :"))


def test_one_word_apart_behind_the_mark_is_known_or_holds_it_up() -> None:
    weights = read_frames()
    held = {
        frame
        for frame in ("the # one, bob", "@, honey", "the #, please", "@, my wife gets airsick", "open @")
        if is_held(frame, weights.ahead, weights.tails)
    }
    assert held == {"the # one, bob", "@, honey"}


def test_marks_are_words_with_a_sign_and_long_frames_are_cut() -> None:
    ids, marks = ids_of("not ~, @ (the #)")
    assert [mark for mark in marks if mark] == [3, 1, 2]
    assert len(ids) == len(marks)
    assert words_of(ids).shape == (len(ids), 384)
    assert len(ids_of("@ please " * 400)[0]) == TOKENS + 1


async def test_without_its_file_the_network_finds_nothing_and_the_linear_model_judges(tmp_path: Path) -> None:
    missing = FrameNetwork(tmp_path / "frames.onnx")
    assert await missing.scores(["open @"]) is None
    assert await FrameNetwork().scores([]) is None
    embedder = MiniLmEmbedder(threads=1)
    found = await FittedHearer(embedder, frame_network=missing).judge({"the @ it is"})
    assert found["the @ it is"].chance(*CHOOSES) > 0.5
    await embedder.aclose()
