"""Texts of any size and shape are read in proportion to their length, with a defined outcome (issue 12)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from tests.properties.test_work import DOUBLED, SLACK, work_of
from tests.rules.said import PACK, passage, ranked

from followthrough.domain.outcome import PartAnswer
from followthrough.domain.reading import Asked
from followthrough.domain.retrieval import Retrieval
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.reading.answering import Read, as_read
from followthrough.rules.reading.signals import readable, shortlist, weigh
from followthrough.tuning import Tuning

FEE = "How much is the fee for a copy of the record in 2024?"
ALIKE = "The fee for a copy of the record is 12 dollars in 2024. Ask at the desk."
UNITS = ["a", "a ", "1,", "1.", "a-", "A1-", "ab@", "$1", "- ", "a | ", "(", '"', "🙂", "שלום ", "12 dollars ", "a\n"]
UNITS += ["\n- a", "a\n\n", "The fee is 12 dollars, ", "record; "]


def read(texts: Sequence[str], question: str = FEE) -> PartAnswer:
    """All that rules do with what was found, with a reader that finds everything likely."""
    found = [ranked(passage(text, ordinal=place, name=f"Guide {place}")) for place, text in enumerate(texts)]
    tuning, part = Tuning(), sub_objective(question)
    beside = weigh(Asked(question=question), found, PACK)
    blocks = shortlist(beside, tuning.read_blocks)
    assert all(readable(block).text for block in blocks)
    answer = answer_part(part, Retrieval(query=question, passages=tuple(found)), PACK, tuning)
    chances = tuple(0.8 for _ in blocks)
    return as_read(part, answer, Read(blocks=tuple(blocks), chances=chances), PACK, tuning)


def rows(count: int) -> list[str]:
    return ["\n".join(["Name | Fee | Year", *(f"Copy {n} | {n} dollars | {2000 + n % 90}" for n in range(count))])]


def alike(count: int) -> list[str]:
    return [ALIKE] * count


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_of_twice_the_size_is_twice_the_work(unit: str) -> None:
    once, twice = (work_of(lambda size=size: read([(unit * size)[:size]])) for size in (1_000, 2_000))
    assert twice <= DOUBLED * once + SLACK


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_of_20_000_characters_has_an_outcome(unit: str) -> None:
    answer = read([(unit * 20_000)[:20_000]])
    assert answer.coverage <= 1.0


@pytest.mark.parametrize("of_size", [rows, alike])
def test_twice_as_much_of_the_same_is_twice_the_work(of_size: Callable[[int], list[str]]) -> None:
    once, twice = (work_of(lambda count=count: read(of_size(count))) for count in (60, 120))
    assert twice <= DOUBLED * once + SLACK


def test_of_a_table_of_10_000_rows_the_asked_row_is_found() -> None:
    answer = read(rows(10_000), "What is the fee of Copy 7312?")
    assert "Name: Copy 7312; Fee: 7312 dollars; Year: 2022" in [extract.text for extract in answer.extracts]


def test_of_500_passages_that_say_the_same_it_is_shown_once() -> None:
    answer = read(alike(500))
    assert [extract.text for extract in answer.extracts].count(ALIKE.split(". ", maxsplit=1)[0] + ".") == 1


@pytest.mark.parametrize(
    "word", ["fee ", "x1 ", "What is the fee? ", "a, ", "is the fee 12 dollars or ", "🙂 ", "שלום "]
)
def test_a_question_of_4_000_characters_has_an_outcome(word: str) -> None:
    answer = read([ALIKE], (word * 4_000)[:4_000])
    assert answer.coverage <= 1.0


@pytest.mark.parametrize("question", ["🙂🙂🙂", "؟", "מה השעה", "كم الرسوم"])
def test_a_question_without_a_word_that_is_known_is_not_answered_by_rules(question: str) -> None:
    assert not read([ALIKE], question).complete
