"""A pack's examples through the model that ships: its slang is heard, and nothing else is heard otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
import pytest_asyncio

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.hearer.reference import key_of, read_reference
from followthrough.adapters.hearer.weights import WEIGHTS_SHA256, read_weights
from followthrough.adapters.pack.yaml_folder import load_pack, shipped_examples
from followthrough.domain.hearing import Act, ActExample, ActExamples, SaidAt, Spot
from followthrough.evals.hearing.changes import changes_of
from followthrough.ports.embedder import Vectors
from followthrough.tuning import DEFAULT_TUNING

ASKED = SaidAt(spot=Spot.LOOP_QUESTION, assistant="Which boiler model is it?", user_before="the heating is cold")
ANSWERED = SaidAt(spot=Spot.AFTER_ANSWER, assistant="You get 28 days of leave a year.", user_before="how much leave")
SLANG: dict[Act, tuple[SaidAt, tuple[str, ...]]] = {
    Act.WANTS_OUT: (
        ASKED,
        ("zonk it", "zonk this", "let's zonk", "zonk, done here", "just zonk the lot", "zonk now"),
    ),
    Act.DOES_NOT_KNOW: (ASKED, ("gravvy", "total gravvy to me", "it's gravvy", "all gravvy here", "gravvy, sorry")),
    Act.THANKS: (ANSWERED, ("blimmo", "blimmo mate", "big blimmo", "blimmo for that", "ah blimmo", "well blimmo")),
}
PACK = ActExamples(
    all=tuple(ActExample(text=t, said=said, act=act) for act, (said, texts) in SLANG.items() for t in texts),
    digest="slang",
)


class Counting(MiniLmEmbedder):
    """Counts what is embedded for learning."""

    def __init__(self) -> None:
        super().__init__(threads=1)
        self.batches = 0

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.batches += 1
        return await super().embed_passages(texts)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def embedder():
    found = Counting()
    yield found
    await found.aclose()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hearer(embedder: Counting, tmp_path_factory: pytest.TempPathFactory):
    return FittedHearer(embedder, shipped=shipped_examples, kept=tmp_path_factory.mktemp("kept"))


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("message", "said", "act"),
    [
        ("zonk the whole thing", ASKED, Act.WANTS_OUT),
        ("oh blimmo", ANSWERED, Act.THANKS),
        ("blimmo a lot", ANSWERED, Act.THANKS),
        ("gravvy I'm afraid", ASKED, Act.DOES_NOT_KNOW),
        ("sounds gravvy", ASKED, Act.DOES_NOT_KNOW),
    ],
)
async def test_slang_is_heard_in_sentences_that_no_example_has(
    hearer: FittedHearer, message: str, said: SaidAt, act: Act
) -> None:
    without, taught = await hearer.hear(message, said), await hearer.hear(message, said, PACK)
    assert taught.best is act
    assert taught.chance(act) > max(0.6, without.chance(act) + 0.2)
    assert sum(chance for _, chance in taught.acts) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("XK-200", ASKED),
        ("it says zero bar", ASKED),
        ("where would I find that number?", ASKED),
        ("could you get me somebody real to talk to", ASKED),
        ("and if I work part time?", ANSWERED),
        ("how do I reset my password", ANSWERED),
        ("how do I zonk a boiler?", ANSWERED),
        ("where did you read that?", ANSWERED),
        ("muchas gracias", ANSWERED),
        ("hello", SaidAt()),
    ],
)
async def test_what_is_like_no_example_is_heard_as_before(hearer: FittedHearer, message: str, said: SaidAt) -> None:
    without, taught = await hearer.hear(message, said), await hearer.hear(message, said, PACK)
    assert taught.best is without.best
    after = dict(taught.acts)
    assert max(abs(chance - after[act]) for act, chance in without.acts) < 0.1


@pytest.mark.asyncio(loop_scope="module")
async def test_it_is_learned_once_however_many_wait_and_found_again_by_the_next_process(
    embedder: Counting, tmp_path: Path
) -> None:
    first = FittedHearer(embedder, shipped=shipped_examples, kept=tmp_path)
    before = embedder.batches
    heard = await asyncio.gather(*(first.hear("oh blimmo", ANSWERED, PACK) for _ in range(5)))
    assert embedder.batches == before + 1
    second = FittedHearer(embedder, shipped=shipped_examples, kept=tmp_path)
    await second.expect(ANSWERED, PACK)
    assert await second.hear("oh blimmo", ANSWERED, PACK) == heard[0]
    assert embedder.batches == before + 1


@pytest.mark.asyncio(loop_scope="module")
async def test_what_a_pack_changes_is_told_without_what_it_learned_by_heart(hearer: FittedHearer) -> None:
    own, shipped = await hearer.changes(PACK)
    assert sum(one.before.best is one.example.act for one in own) < len(own) / 2
    assert sum(one.after.best is one.example.act for one in own) > len(own) * 0.8
    assert len(shipped) > 900
    assert sum(one.before.best is not one.after.best for one in shipped) <= 10


@pytest.mark.asyncio(loop_scope="module")
async def test_examples_against_what_everybody_says_end_nothing_else(hearer: FittedHearer) -> None:
    texts = (
        "and part-timers too?",
        "and for interns?",
        "what about sick days",
        "what about overtime",
        "also in May?",
    )
    wrong = ActExamples(
        all=tuple(ActExample(text=text, said=ANSWERED, act=Act.WANTS_OUT) for text in texts), digest="wrong"
    )
    _, shipped = await hearer.changes(wrong)
    assert any(one.before.best is not one.after.best for one in shipped)
    found = changes_of(shipped, load_pack("general"), DEFAULT_TUNING)
    newly = set(found.after.ended) - set(found.before.ended)
    assert len(newly) <= 1  # "what about sick days on holiday", as the linear model alone would hear it
    said = {one.example.text: one.example.said for one in shipped}
    heard = [await hearer.hear(text, said[text], wrong) for text in newly]
    assert [one for one in heard if one.chance(Act.WANTS_OUT) >= DEFAULT_TUNING.hear_gives_up] == []


def test_nearly_all_that_ships_has_been_heard_by_weights_that_did_not_know_it() -> None:
    reference = read_reference(read_weights(sha256=WEIGHTS_SHA256))
    shipped = shipped_examples().all
    known = [one for one in shipped if key_of(one) in reference]
    assert len(known) > 0.9 * len(shipped)  # the rest came later: python -m training.hearer reference
    acts = read_weights().acts
    right = sum(acts[int(reference[key_of(one)].argmax())] is one.act for one in known)
    assert 0.6 < right / len(known) < 0.95  # by heart it would be all
