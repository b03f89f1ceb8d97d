"""Which units make the answer, and in which order (more cases are in test_answer)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.said import PACK, TUNING, part, passage, ranked

from followthrough.rules.evidence.coverage import Evidence, weigh_evidence
from followthrough.rules.evidence.question import read_question
from followthrough.rules.evidence.selection import score, select
from followthrough.rules.language.words import Stems
from followthrough.tuning import Tuning


def weighed(question: str, *texts: str) -> Evidence:
    stems = Stems(PACK)
    found = [ranked(passage(text, document=f"d{n}")) for n, text in enumerate(texts)]
    return weigh_evidence(read_question(part(question), stems, PACK), found, stems, PACK)


def selected(question: str, *texts: str, tuning: Tuning = TUNING) -> list[str]:
    evidence = weighed(question, *texts)
    return [c.text for c in select(evidence, score(evidence, PACK), PACK, tuning)]


def test_units_are_scored_best_first_with_a_stable_order() -> None:
    evidence = weighed("entry fee", "The entry fee is due.", "The entry fee is due.", "Lunch.")
    scored = score(evidence, PACK)

    assert [s.candidate.rank for s in scored] == [0, 1]
    assert [s.score for s in scored] == sorted((s.score for s in scored), reverse=True)


def test_a_unit_that_covers_nothing_is_not_looked_at() -> None:
    assert score(weighed("entry fee", "Lunch is at noon."), PACK) == []


def test_words_side_by_side_count_more_than_words_apart() -> None:
    text = "A rejected claim never came in; correct it and send it. Send a corrected claim to the plan."

    assert selected("send a corrected claim", text)[0] == "Send a corrected claim to the plan."


def test_another_unit_joins_for_what_is_still_open() -> None:
    text = "The limit for children is low. The limit for adults is high. The limit is reviewed."

    assert selected("What are the limits for children and adults?", text) == [
        "The limit for children is low.",
        "The limit for adults is high.",
    ]


def test_the_number_of_sentences_is_bounded() -> None:
    text = "To apply fill in the form. Sign it. Add a copy. Send it. Wait. Check the portal."
    short = replace(TUNING, answer_sentences_per_part=2)

    assert len(selected("How do I apply?", text)) == TUNING.answer_sentences_per_part
    assert len(selected("How do I apply?", text, tuning=short)) == 2


def test_a_unit_of_a_passage_without_the_name_does_not_join() -> None:
    answer = selected("limit and fee of Molina", "The limit of Molina is low.", "The fee of Aetna is high.")

    assert answer == ["The limit of Molina is low."]


@pytest.mark.parametrize(
    ("question", "text", "says_it"),
    [
        ("What does reason code CO-29 mean?", "Late claims are denied with reason code CO-29.", False),
        ("What does error E45 mean?", "After a restart error E45 is shown for a minute.", False),
        ("What does form W9 stand for?", "Send form W9 with the first claim.", False),
        ("What does exit code 2 mean?", "Exit code 0 means done, 1 failed and 2 wrong usage.", True),
        ("What does reason code CO-29 mean?", "Reason code CO-29 means that a claim came late.", True),
        ("What is the rate for H0036?", "The rate for H0036 is $19.85.", True),
    ],
)
def test_what_a_code_means_is_not_said_wherever_it_is_mentioned(question: str, text: str, *, says_it: bool) -> None:
    others = " Rides are booked early. The gate opens at noon. Lunch is in the hall."
    assert any(s.confirmed for s in score(weighed(question, text + others), PACK)) is says_it


def test_a_unit_under_a_heading_that_asks_defines_nothing_by_words_it_lacks() -> None:
    """The heading covers every asked word whole; the unit has none of them, which once broke the turn."""
    found = ranked(passage("Aa.\n\nBuses leave from the gate.", heading=("What is a ride?",)))
    stems = Stems(PACK)
    question = read_question(part("What is a ride?"), stems, PACK)
    assert score(weigh_evidence(question, [found], stems, PACK), PACK)
