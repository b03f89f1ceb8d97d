"""The reader that ships: by meaning and words, and by words alone when there are no vectors."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence

import pytest

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.reader.fitted import FittedReader
from followthrough.domain.reading import Asked, Readable
from followthrough.errors import EmbedderUnavailable
from followthrough.ports.embedder import Vectors
from followthrough.rules.reading.chances import chances_of
from followthrough.rules.reading.signals import Signal
from followthrough.rules.reading.weights import BY_WORDS
from followthrough.testing.fake_embedder import FakeEmbedder

EVEN = (0.5,) * len(Signal)
PARKING = Readable(text="Visitors park behind the east building.", above="Parking", signals=EVEN)
BADGE = Readable(text="A lost badge costs ten dollars.", above="Badges", signals=EVEN)
ASKED = Asked(question="Where do visitors park?", words=2)


class _Broken(FakeEmbedder):
    """Has no model."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        raise EmbedderUnavailable("The model is missing.", fix="Install it.")


class _Listening(FakeEmbedder):
    """Keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__(dim=512)
        self.calls: list[list[str]] = []

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        return await super().embed_queries(texts)


async def test_of_two_blocks_with_the_same_signals_the_one_alike_in_meaning_is_likelier() -> None:
    reader = FittedReader(FakeEmbedder(dim=512))
    parking, badge = await reader.answers(ASKED, [PARKING, BADGE])
    assert parking > badge
    assert await reader.answers(ASKED, [BADGE, PARKING]) == pytest.approx([badge, parking])


async def test_the_question_before_brings_what_was_spoken_of_near() -> None:
    reader = FittedReader(FakeEmbedder(dim=512))
    alone = await reader.answers(Asked(question="and at night?"), [PARKING, BADGE])
    after = await reader.answers(Asked(question="and at night?", before=ASKED.question), [PARKING, BADGE])
    assert after[0] / after[1] > alone[0] / alone[1]


@pytest.mark.parametrize("before", ["", "Where is the clinic?"])
async def test_chances_leave_room_for_nothing(before: str) -> None:
    chances = await FittedReader(FakeEmbedder()).answers(
        Asked(question=ASKED.question, before=before), [PARKING, BADGE, PARKING]
    )
    assert len(chances) == 3
    assert all(0.0 < chance < 1.0 for chance in chances)
    assert math.fsum(chances) < 1.0


async def test_all_is_embedded_at_once_and_the_block_with_what_it_stands_under() -> None:
    embedder = _Listening()
    await FittedReader(embedder).answers(ASKED, [PARKING])
    assert embedder.calls == [[ASKED.question, "Parking\nVisitors park behind the east building."]]


@pytest.mark.parametrize(
    "before", ["", "Where is the clinic?", "The clinic moved. " * 200], ids=["none", "one", "long"]
)
async def test_with_the_model_it_reads_token_by_token(before: str) -> None:
    embedder = MiniLmEmbedder()
    try:
        parking, badge = await FittedReader(embedder).answers(
            Asked(question=ASKED.question, before=before), [PARKING, BADGE]
        )
    finally:
        await embedder.aclose()
    assert parking > 2 * badge


async def test_without_vectors_it_reads_by_words_alone_and_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger = logging.getLogger("followthrough")
    monkeypatch.setattr(logger, "propagate", True)  # whatever a test before it configured
    monkeypatch.setattr(logger, "disabled", False)
    with caplog.at_level(logging.WARNING, logger="followthrough"):
        chances = await FittedReader(_Broken()).answers(ASKED, [PARKING, BADGE])
    assert list(chances) == chances_of(ASKED, [PARKING, BADGE], (), BY_WORDS)
    assert {record.message for record in caplog.records} == {"reading_by_words_only"}
    assert ASKED.question not in caplog.text


async def test_no_units_give_no_chances_and_ask_no_embedder() -> None:
    embedder = _Listening()
    assert list(await FittedReader(embedder).answers(ASKED, [])) == []
    assert embedder.calls == []


@pytest.mark.parametrize("text", ["", "🙂", "أين يقف الزوار؟", "x" * 20_000])
async def test_any_text_has_a_chance(text: str) -> None:
    odd = Readable(text=text, signals=EVEN)
    chances = await FittedReader(FakeEmbedder()).answers(Asked(question=text), [odd, PARKING])
    assert all(0.0 < chance < 1.0 for chance in chances)
