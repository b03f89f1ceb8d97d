"""What of a long part is searched and read."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.questions.brief import brief

STORY = "I went to the desk and they sent me away. " * 40
ASKED = "How much is a copy of the record?"


def test_a_part_within_the_bound_stays_as_it_is() -> None:
    assert brief(f"  {ASKED} ", PACK, None, most=100) == f"  {ASKED} "


@pytest.mark.parametrize("text", [f"{ASKED} {STORY}", f"{STORY}{ASKED}", f"{STORY}{ASKED} {STORY}"])
def test_the_question_is_kept_wherever_it_stands_in_a_story(text: str) -> None:
    kept = brief(text, PACK, None, most=200)
    assert ASKED in kept
    assert len(kept) <= 200


def test_what_is_kept_is_in_reading_order() -> None:
    kept = brief(f"When does it open? {STORY} {ASKED}", PACK, None, most=200)
    assert kept.index("When does it open?") < kept.index(ASKED)


@pytest.mark.parametrize("text", ["word " * 400, "w" * 2_000, "🙂" * 2_000, "שלום " * 400])
def test_one_long_sentence_keeps_its_beginning_and_its_end(text: str) -> None:
    kept = brief(f"first {text} last", PACK, None, most=200)
    assert (kept.split()[0], kept.split()[-1]) == ("first", "last") if " " in text.strip() else len(kept) > 0
    assert len(kept) <= 200
