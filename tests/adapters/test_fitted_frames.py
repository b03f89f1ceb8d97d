"""The weights for choices: what ships is what the card says, and nothing is judged without a fitting embedder."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.hearer.framing import FRAMES_SHA256, SHIPPED, read_frames
from followthrough.domain.framing import CHOOSES, NOT_FRAMED, Does
from followthrough.errors import ConfigurationError

CARD = Path(__file__).parents[2] / "training" / "selection" / "CARD.md"


def test_weights_code_and_card_belong_together() -> None:
    assert hashlib.sha256(SHIPPED.read_bytes()).hexdigest() == FRAMES_SHA256
    assert FRAMES_SHA256 in CARD.read_text(encoding="utf-8")


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
