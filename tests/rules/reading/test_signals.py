"""What is known cheaply of each block beside a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.said import PACK, passage, ranked

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId
from followthrough.domain.reading import Asked
from followthrough.rules.reading.signals import Beside, Signal, Weighed, readable, shortlist, weigh

PARKING = "Visitors park behind the east building."
BADGE = "A lost badge is replaced at the front desk."
HOURS = "The front desk is open from eight to six."


def beside(
    question: str,
    *texts: str | Passage,
    before: str = "",
    cited: frozenset[tuple[DocumentId, int | None]] = frozenset(),
) -> Beside:
    return weigh(
        Asked(question=question, before=before, cited=cited),
        [
            ranked(text if isinstance(text, Passage) else passage(text, ordinal=place, name=f"Guide {place}"))
            for place, text in enumerate(texts)
        ],
        PACK,
    )


def of(found: Beside, signal: Signal) -> list[float]:
    return [weighed.signals[signal] for weighed in found.blocks]


def test_no_passage_gives_no_block() -> None:
    found = beside("Where do visitors park?")
    assert (found.blocks, shortlist(found, 5)) == ((), [])


def test_a_block_has_the_share_of_the_questions_words_that_it_says() -> None:
    found = beside("Where do visitors park?", PARKING, BADGE)
    assert of(found, Signal.SAID) == [1.0, 0.0]
    assert found.unheard == 0.0


def test_a_word_says_the_more_the_fewer_blocks_have_it() -> None:
    """ "desk" stands in two blocks and "badge" in one, so whoever has only the badge has more of the question."""
    found = beside("badge desk", "Your badge is blue.", HOURS, "Ask at the desk for maps.")
    badge, desk, other = of(found, Signal.SAID)
    assert badge > 0.5 > desk
    assert desk == other
    assert badge + desk == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("question", "said", "unheard"),
    [
        ("Where do visitrs park?", 1.0, 0.0),
        ("Where do vistiors park?", 1.0, 0.0),
        ("Where do vzzztors park?", 0.5, 0.5),
        ("prak", 1.0, 0.0),
        ("pa", 0.0, 1.0),
    ],
    ids=["a letter too few", "two swapped", "too far off", "four letters", "too short to be taken for another"],
)
def test_a_word_that_nobody_has_is_taken_for_the_nearest_one(question: str, said: float, unheard: float) -> None:
    found = beside(question, PARKING, BADGE)
    assert found.blocks[0].signals[Signal.SAID] == pytest.approx(said, abs=0.1)
    assert found.unheard == pytest.approx(unheard, abs=0.1)


def test_a_word_that_some_block_has_is_never_taken_for_another() -> None:
    found = beside("forms", "All forms are blue.", "All farms are green.")
    assert of(found, Signal.SAID) == [1.0, 0.0]


def test_headings_and_title_count_beside_the_words() -> None:
    under = passage("Behind the east building.", name="Clinic", heading=("Parking for visitors",))
    found = beside("parking visitors clinic", under)
    assert of(found, Signal.SAID) == [0.0]
    assert of(found, Signal.HEADED) == [1.0]


def test_neighbouring_words_count_where_they_are_neighbours() -> None:
    found = beside("front desk", HOURS, "The desk is at the front.")
    assert of(found, Signal.SIDE_BY_SIDE) == [1.0, 0.0]


def test_the_question_before_and_what_was_cited_then_are_known() -> None:
    here = passage(PARKING, name="Guide 0", ordinal=0)
    found = beside(
        "and at night?",
        here,
        BADGE,
        before="Where do visitors park?",
        cited=frozenset([(here.document_id, None)]),
    )
    assert of(found, Signal.BEFORE) == [1.0, 0.0]
    assert of(found, Signal.SAME_DOCUMENT) == [1.0, 0.0]
    assert of(found, Signal.SAME_PASSAGE) == [0.0, 0.0]


def test_the_passage_cited_last_and_those_beside_it_are_known() -> None:
    parts = [passage(text, name="Guide", ordinal=place) for place, text in enumerate((PARKING, BADGE, HOURS))]
    elsewhere = passage("Bikes stand in the yard.", name="Other", ordinal=1)
    found = beside("and at night?", *parts, elsewhere, before="What?", cited=frozenset([(parts[0].document_id, 0)]))
    assert of(found, Signal.SAME_PASSAGE) == [1.0, 0.0, 0.0, 0.0]
    assert of(found, Signal.NEXT_PASSAGE) == [0.0, 1.0, 0.0, 0.0]


def test_place_and_form_are_known() -> None:
    found = beside("What do I need?", f"{'It is long. ' * 20}\n\nYou need:\n\n- a passport\n- a photo", "Short.")
    assert of(found, Signal.FIRST) == [1.0, 0.0, 1.0]
    assert of(found, Signal.LISTED) == [0.0, 1.0, 0.0]
    assert found.blocks[-1].signals[Signal.STUB] == 1.0


@pytest.mark.parametrize(
    "question",
    ["", "🙂🙂", "أين يقف الزوار؟", "where " * 700, "?!", "\u202e park"],
    ids=["nothing", "emoji alone", "right-to-left", "4,000 characters", "marks alone", "a direction mark"],
)
def test_any_question_gives_numbers_between_0_and_1(question: str) -> None:
    found = beside(question, PARKING, "🙂", "أين يقف الزوار؟ خلف المبنى.", "x" * 20_000)
    assert found.blocks
    assert all(0.0 <= value <= 1.0 for weighed in found.blocks for value in weighed.signals)
    assert all(len(weighed.signals) == len(Signal) for weighed in found.blocks)
    assert 0.0 <= found.unheard <= 1.0


def test_a_question_in_arabic_finds_its_words() -> None:
    found = beside("الزوار", "أين يقف الزوار؟ خلف المبنى.", PARKING)
    assert of(found, Signal.SAID) == [1.0, 0.0]


def test_five_hundred_passages_that_are_alike_are_all_alike() -> None:
    found = beside("Where do visitors park?", *[PARKING] * 500)
    assert set(of(found, Signal.SAID)) == {1.0}
    assert [weighed.block.passage.ordinal for weighed in shortlist(found, 3)] == [0, 1, 2]


def test_the_shortlist_has_the_nearest_first_and_no_more_than_asked() -> None:
    found = beside("Where do visitors park?", BADGE, PARKING, HOURS)
    assert [weighed.block.text for weighed in shortlist(found, 1)] == [PARKING]
    assert len(shortlist(found, 10)) == 3


def test_of_rows_twice_as_many_are_read() -> None:
    rows = "\n".join(f"Item {n} | {'word ' * 20}" for n in range(9))
    found = beside("Where do visitors park?", PARKING, rows)
    assert len(found.blocks) == 10
    assert len(shortlist(found, 3)) == 5


def test_a_reader_gets_the_words_with_what_they_stand_under() -> None:
    under = passage("You need:\n\n- a passport", name="Travel", heading=("Abroad", "Papers", "Before"))
    weighed: Weighed = beside("What do I need?", under).blocks[0]
    read = readable(weighed)
    assert (read.text, read.above) == ("You need:\na passport", "Travel > Papers > Before")
    assert read.signals == weighed.signals
    assert readable(replace(weighed, signals=())).signals == ()
