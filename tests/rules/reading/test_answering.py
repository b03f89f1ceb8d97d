"""What was read becomes the answer to a part."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.said import PACK, TUNING, answer, part, passage, ranked

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import ExtractKind, PartAnswer
from followthrough.domain.reading import Asked
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.reading.answering import Read, as_read, shown_together
from followthrough.rules.reading.signals import Weighed, weigh

QUESTION = "where do visitors park their car"
FAR = "where may people from outside leave a car"
PARKING = passage("Visitors park behind the east building, on the marked places.", name="Parking", start=0)
BADGE = passage("A lost badge is replaced at the front desk within an hour.", name="Badges", start=0)
TOOLS = passage("For the repair you need:\n\n1. Open the lid.\n2. Press the red button.", name="Tools", start=500)
SURE = TUNING.read_answered + 0.05
LIKELY = TUNING.read_least + 0.05
NEAR = TUNING.read_near + 0.01
NOTHING = PartAnswer(
    part_id=part(QUESTION).id,
    extracts=(),
    coverage=0.0,
    missing=("car",),
    complete=False,
    signal=RetrievalSignal.NONE,
)


def blocks(*passages: Passage, question: str = QUESTION) -> tuple[Weighed, ...]:
    return weigh(Asked(question=question), [ranked(one) for one in passages], PACK).blocks


def read(
    *chances: float,
    question: str = QUESTION,
    of: tuple[Passage, ...] = (PARKING, BADGE),
    so_far: PartAnswer = NOTHING,
    is_small: bool = False,
) -> PartAnswer:
    """The answer when the passages' first blocks have these chances and the rest none."""
    found = blocks(*of, question=question)
    rest = (0.0,) * (len(found) - len(chances))
    what = Read(blocks=found, chances=(*chances, *rest), is_small=is_small)
    return as_read(part(question), so_far, what, PACK, TUNING)


def test_from_the_measure_of_an_answer_on_the_part_is_answered() -> None:
    found = read(SURE, 0.0)
    assert (found.complete, found.signal, found.missing) == (True, RetrievalSignal.HIGH, ())
    assert found.extracts[0].text == PARKING.text
    assert found.coverage == pytest.approx(SURE)


def test_the_chances_of_what_is_shown_together_count_together() -> None:
    half = SURE / 2
    assert read(half, half).complete


def test_below_it_what_was_read_is_shown_in_part_with_what_it_misses() -> None:
    found = read(LIKELY, 0.0)
    assert (found.complete, found.signal, found.missing) == (False, RetrievalSignal.LOW, ("car",))
    assert found.extracts[0].passage == PARKING


@pytest.mark.parametrize(("chance", "nearest"), [(NEAR, PARKING), (TUNING.read_near / 2, None)])
def test_what_is_unlikely_is_not_shown_and_named_only_where_it_is_near(
    chance: float, nearest: Passage | None
) -> None:
    found = read(chance, 0.0)
    assert (found.extracts, found.complete, found.signal) == ((), False, RetrievalSignal.NONE)
    assert found.nearest == nearest


def test_no_blocks_leave_the_answer_as_it_is() -> None:
    assert as_read(part(QUESTION), NOTHING, Read(blocks=(), chances=()), PACK, TUNING) is NOTHING


@pytest.mark.parametrize(
    "question",
    ["Where do visitors of Harborline park?", "Where do visitors with permit 4711 park?"],
    ids=["a name", "a number"],
)
def test_a_name_or_number_that_is_not_shown_makes_it_partial_at_most(question: str) -> None:
    found = read(0.99, 0.0, question=question)
    assert (found.complete, found.signal) == (False, RetrievalSignal.LOW)
    assert found.extracts


def test_a_name_that_the_title_or_a_heading_shows_is_shown() -> None:
    headed = replace(PARKING, heading=("Harborline",))
    assert read(0.99, question="Where do visitors of Harborline park?", of=(headed,)).complete


def test_it_is_at_hand_where_some_of_what_was_found_likelier_answers_than_none() -> None:
    half = TUNING.read_at_hand / 2
    assert read(half, half).at_hand
    assert not read(half, half / 2).at_hand
    assert not read(half, half, is_small=True).at_hand


def test_a_code_that_stands_nowhere_is_not_answered() -> None:
    assert not read(0.99, 0.0, question="Where do visitors with badge H0038 park?").complete


def test_where_the_likeliest_is_about_another_name_it_is_partial_at_most() -> None:
    own = passage("Visitors park in the garage of the clinic.", name="Harborline", start=0)
    other = replace(PARKING, heading=("Pinecrest",))
    question = "Where do visitors of Harborline park?"
    assert not read(0.9, 0.05, question=question, of=(other, own)).complete
    assert read(0.9, 0.05, question=question, of=(own, other)).complete


def test_a_row_that_a_sentence_rule_settled_by_its_code_stands_without_the_reader() -> None:
    row = passage("Permit H0038 is good for the east building.", name="Permits", start=0)
    question = "Where is permit H0038 good for?"
    settled = answer(question, row)
    assert settled.complete
    found = read(TUNING.read_least + 0.01, 0.0, question=question, of=(PARKING, row), so_far=settled)
    assert found is settled


def test_of_a_table_only_the_rows_that_have_the_asked_code_are_shown() -> None:
    table = passage(
        "Code | Meaning\nN290 | Identifier missing\nM51 | Code invalid\nN30 | Not eligible",
        name="Codes",
        start=0,
    )
    asked = read(SURE, question="what does N290 mean", of=(table,))
    assert [extract.text for extract in asked.extracts] == ["Code: N290; Meaning: Identifier missing"]
    assert len(read(SURE, question="what do the codes mean", of=(table,)).extracts) == 3


def test_a_block_is_quoted_unit_by_unit_exactly_behind_its_lead() -> None:
    found = read(SURE, question="how is the repair done", of=(TOOLS,))
    assert [extract.text for extract in found.extracts] == [
        "For the repair you need:",
        "Open the lid.",
        "Press the red button.",
    ]
    assert [extract.kind for extract in found.extracts[1:]] == [ExtractKind.STEP] * 2
    for extract in found.extracts:
        assert TOOLS.text[extract.start - TOOLS.start : extract.end - TOOLS.start] == extract.quote


def test_what_a_sentence_settled_stays_where_the_reader_finds_it_too() -> None:
    settled = answer("Where do visitors park?", PARKING)
    assert settled.complete
    found = read(TUNING.read_agreed_small, question="Where do visitors park?", so_far=settled, is_small=True)
    assert found is settled


def test_in_a_larger_library_it_is_shown_first_and_the_chance_says_whether_it_answers() -> None:
    settled = answer("Where do visitors park?", PARKING)
    found = read(0.3, 0.2, question="Where do visitors park?", of=(BADGE, PARKING), so_far=settled)
    assert not found.complete
    assert [extract.passage for extract in found.extracts] == [PARKING, BADGE]


def test_where_none_of_the_questions_words_is_anywhere_it_is_partial_at_most() -> None:
    found = read(0.99, 0.0, question=FAR)
    assert not found.complete


def long(number: int, words: int) -> Passage:
    """A passage of one block."""
    return passage(f"Place {number} " + "is " * (words - 3) + "there.", name=f"Guide {number}", ordinal=number)


def test_blocks_are_shown_while_there_is_room() -> None:
    most = TUNING.reply_max_words
    found = blocks(long(1, most // 2), long(2, most // 2), long(3, most // 2))
    shown = shown_together(found, [0.2, 0.5, 0.3], TUNING)
    assert [weighed.block.passage.ordinal for weighed, _ in shown] == [2, 3]


@pytest.mark.parametrize(
    ("words", "chances", "shown"),
    [
        (100, (0.6, 0.2), 1),
        (100, (0.6, 0.3), 2),
        (50, (0.6, 0.2), 2),
        (100, (0.1, 0.09), 2),
        (5, (0.6, 0.04), 1),
    ],
    ids=["not worth its words", "worth them", "worth fewer", "where nothing is likely", "however short"],
)
def test_another_block_is_shown_where_its_chance_is_worth_its_words(
    words: int, chances: tuple[float, ...], shown: int
) -> None:
    assert len(shown_together(blocks(long(1, 20), long(2, words)), chances, TUNING)) == shown


STEPS = passage(
    "Visitors need a pass. For a pass do this:\n\n- Ring the bell.\n- Say your name.\n\nThe pass is blue.",
    name="Passes",
)


def test_what_the_likeliest_announces_comes_next_however_unlikely_it_is() -> None:
    found = blocks(STEPS, PARKING)
    assert [weighed.block.text.split(".")[0] for weighed in found][:2] == ["Visitors need a pass", "Ring the bell"]
    shown = shown_together(found, [0.5, 0.0, 0.0, 0.3], TUNING)
    assert [chance for _, chance in shown] == [0.5, 0.0, 0.3]


def test_what_a_section_announces_under_headings_of_its_own_comes_next_too() -> None:
    kinds = replace(PARKING, text="There are two kinds of tickets:", end=31, heading=("Kinds",))
    day, other = (
        replace(long(n, 5), heading=heading, document_id=kinds.document_id)
        for n, heading in ((2, ("Kinds", "Day")), (3, ("Else", "Day")))
    )
    shown = shown_together(blocks(kinds, other, day), [0.5, 0.0, 0.0], TUNING)
    assert [weighed.block.passage.ordinal for weighed, _ in shown] == [kinds.ordinal, 2]


def test_what_announces_something_that_is_not_there_says_nothing() -> None:
    examples = replace(PARKING, text="Here are some examples:", end=23, heading=("Examples",))

    assert [c for _, c in shown_together(blocks(examples, long(2, 5)), [0.9, 0.3], TUNING)] == [0.3]
    assert shown_together(blocks(examples), [0.9], TUNING) == []


def test_the_rest_of_a_section_stands_before_what_is_as_likely_elsewhere() -> None:
    here, rest, there = (replace(long(n, 5), heading=("Pass",)) for n in (1, 2, 3))
    rest = replace(rest, document_id=here.document_id, document_name=here.document_name)
    shown = shown_together(blocks(here, there, rest), [0.5, 0.2, 0.2], TUNING)
    assert [weighed.block.passage.ordinal for weighed, _ in shown] == [1, 2, 3]


def test_without_a_block_nothing_is_shown() -> None:
    assert shown_together((), (), TUNING) == []


def test_the_likeliest_is_shown_whole_however_long() -> None:
    found = blocks(long(1, TUNING.reply_max_words * 3), long(2, 5))
    assert [chance for _, chance in shown_together(found, [0.7, 0.3], TUNING)] == [0.7]


def test_the_same_text_is_shown_once() -> None:
    again = replace(BADGE, text=PARKING.text, end=PARKING.end)
    shown = shown_together(blocks(PARKING, again, BADGE), [0.4, 0.3, 0.2], TUNING)
    assert [chance for _, chance in shown] == [0.4, 0.2]


def test_equal_chances_keep_the_order_given_and_no_more_places_are_shown_than_a_reply_has() -> None:
    found = blocks(*(long(number, 5) for number in range(20)))
    shown = shown_together(found, [0.05] * 20, TUNING)
    assert [weighed.block.passage.ordinal for weighed, _ in shown] == list(range(TUNING.reply_max_blocks))


@pytest.mark.parametrize(
    "text",
    ["🙂🙂🙂", "يقف الزوار خلف المبنى الشرقي.", "x" * 20_000],
    ids=["emoji alone", "right-to-left", "a unit of 20,000 characters"],
)
def test_any_text_is_quoted_as_it_is(text: str) -> None:
    odd = passage(text, start=0)
    found = read(LIKELY, question=text[:100], of=(odd,))
    assert "".join(extract.quote for extract in found.extracts) == text


@pytest.mark.parametrize(("hangs", "is_shown"), [(True, True), (False, False)])
def test_what_is_far_is_shown_where_the_question_hangs_on_the_one_before(hangs: bool, is_shown: bool) -> None:
    (near,) = blocks(PARKING, question=FAR)
    apart = replace(near.ranked, ranked=replace(near.ranked.ranked, dense_raw=TUNING.read_far - 0.01))
    found = [replace(near, signals=(0.0,) * len(near.signals), ranked=apart)]
    told = Read(blocks=tuple(found), chances=(TUNING.read_least_far - 0.01,), hangs=hangs)
    assert bool(as_read(part(FAR), NOTHING, told, PACK, TUNING).extracts) is is_shown


def test_of_a_table_only_the_row_is_shown_that_begins_with_the_asked_number() -> None:
    errors = passage(
        "Error | Meaning\n809 | A router blocks it\n778 | It is unknown, see 809", name="VPN errors", start=0
    )
    found = read(SURE, question="What does VPN error 809 mean?", of=(errors,))
    assert [extract.quote for extract in found.extracts] == ["809 | A router blocks it"]


FEES = passage(
    "Class | Fee | Locker\nAdult | 340 | included\nStudent abroad | 170 | 25 a year\nStudent | 200 | none",
    name="Fees",
    start=0,
)
DATA = passage("Item | Value\nTank | 4.5 litres\nNoise | 42 dB\nRoom size | 45 m2", name="Data", start=0)


def keys(question: str, table: Passage, *, said: str = "") -> list[str]:
    """What the rows that are shown of the table begin with."""
    found = blocks(table, question=question)
    read_so = Read(blocks=found, chances=(SURE, *(0.0,) * (len(found) - 1)), said=said)
    shown = as_read(part(question), NOTHING, read_so, PACK, TUNING).extracts
    return [extract.quote.split(" | ")[0] for extract in shown]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is the fee for a student", ["Student abroad", "Student"]),
        ("what is the fee for a student abroad", ["Student abroad"]),
        ("fees of adults and students", ["Adult", "Student abroad", "Student"]),
        ("what are the fees", ["Adult", "Student abroad", "Student"]),
        ("what is the difference in fee to a student", ["Adult", "Student abroad", "Student"]),
        ("difference between the fee of an adult and a student abroad", ["Adult", "Student abroad"]),
    ],
)
def test_of_a_table_the_rows_are_shown_that_begin_with_what_is_asked_for(question: str, expected: list[str]) -> None:
    assert keys(question, FEES) == expected


def test_the_next_question_is_about_the_same_row_only_where_a_row_says_several_things() -> None:
    assert keys("do they get a locker (adult)", FEES, said="do they get a locker") == ["Adult"]
    assert keys("how big is the tank", DATA) == ["Tank"]
    assert keys("how loud is it (tank)", DATA, said="how loud is it") == ["Tank", "Noise", "Room size"]
