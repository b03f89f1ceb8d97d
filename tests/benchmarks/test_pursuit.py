"""The simulated users: a few of each kind through the whole product, and a judge that sees what must never happen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.pursuit.endings import Ended, Sentence, sentences
from benchmarks.pursuit.judge import judge
from benchmarks.pursuit.objectives import Given, Scripted, Source, User
from benchmarks.pursuit.report import Report
from benchmarks.pursuit.run import run
from benchmarks.pursuit.users import Heard, Story

from followthrough.adapters.pack.yaml_folder import load_pack

CAP = 4
OBJECTIVE = Scripted(
    source=Source.SAMPLES,
    question="What is the late fee?",
    collection="c",
    withheld=("35 euros",),
    given=Given(name="fees.txt", data=b"The late fee is 35 euros.", excerpt="The late fee is 35 euros."),
    unrelated="When does the office close?",
)


def turn(status: str | None, text: str = "", *, ask: str = "", attempts: int = 1) -> dict[str, Any]:
    part = {"id": "s1", "text": "What is the late fee?", "status": "failed"}
    return {
        "turn_class": "new_question",
        "objective_status": status,
        "reply": {"text": text},
        "ask": {"sub_objective_id": "s1", "stuck_reason": "no_evidence", "text": ask} if ask else None,
        "objective": {"attempts": attempts, "sub_objectives": [part]},
    }


def story(*heard: Heard, user: User = User.GIVES) -> Story:
    return Story(replace(OBJECTIVE, user=user), list(heard))


def broken(*heard: Heard, user: User = User.GIVES) -> list[str]:
    return list(Report(outcomes=[judge(story(*heard, user=user), CAP)], ended=[]).broken)


MISSED = Heard(turn=turn("need_info", "I did not find it.", ask="Do you have a document?"))
SOLVED = Heard(turn=turn("resolved", "The late fee is 35 euros."), gave=True, in_scope=True)


def test_a_question_that_is_solved_by_what_was_given_breaks_nothing() -> None:
    outcome = judge(story(MISSED, SOLVED), CAP)
    assert (outcome.solved, outcome.unaided, outcome.shown, outcome.turns, outcome.asks) == (True, False, True, 2, 1)
    assert broken(MISSED, SOLVED) == []


@pytest.mark.parametrize(
    ("heard", "user", "what"),
    [
        ([Heard(turn=turn("resolved", "The late fee is low."))], User.GIVES, "resolved without the withheld value"),
        ([MISSED, Heard(turn=turn("resolved", "Yes.", ask=""))], User.IGNORES, "resolved without the withheld value"),
        ([MISSED, Heard(turn=turn("need_info", ask="Where is it?"))], User.IGNORES, "without anything new"),
        ([MISSED, replace(MISSED, gave=True, in_scope=True)], User.GIVES, "in the same words"),
        ([MISSED, Heard(turn=turn("need_info", attempts=CAP))], User.IGNORES, "not called so"),
        ([MISSED, Heard(turn=turn("need_info"))], User.ENDS, "not called so"),
    ],
)
def test_what_must_never_happen_is_seen(heard: list[Heard], user: User, what: str) -> None:
    found = broken(*heard, user=user)
    assert len(found) == 1
    assert what in found[0]


def test_what_is_said_of_something_else_is_not_judged() -> None:
    aside = Heard(turn=turn("resolved", "At 18:00."), about=False)
    assert broken(MISSED, aside, Heard(turn=turn("incomplete", attempts=CAP)), user=User.IGNORES) == []


@pytest.mark.parametrize(("must_end", "did_end"), [(True, False), (False, True)])
def test_a_message_that_ends_or_not_against_its_words_is_seen(*, must_end: bool, did_end: bool) -> None:
    ended = Ended(sentence=Sentence(kind="stops", text="never mind", ends=must_end), ended=did_end)
    assert list(Report(outcomes=[], ended=[ended]).broken.values()) == [["never mind"]]


def test_the_corpus_has_every_phrase_of_the_pack_in_every_kind_of_sentence() -> None:
    phrases = load_pack("general").pursuit.ends
    kinds = {sentence.kind for sentence in sentences()}
    assert kinds == {"stops", "questions", "conditions", "quotations", "titles", "negations", "typos", "sentences"}
    for kind in kinds - {"typos", "sentences"}:
        said = [sentence.text.lower() for sentence in sentences() if sentence.kind == kind]
        assert not [phrase for phrase in phrases if not any(phrase in text for text in said)], kind


async def test_issue_4_a_few_simulated_users_of_each_kind(tmp_path: Path) -> None:
    report = await run(tmp_path / "no-mtrag", limit=12)

    doubly_denied = {
        "do not never mind",
        "don't no need",
        "I won't no more questions",
    }  # may be heard as ends, as the hearer was last fitted: no one says so, but it is wrong
    assert set(report.broken) <= {"ended, or not ended, against the user's words"}
    assert {text for texts in report.broken.values() for text in texts} <= doubly_denied
    assert {outcome.user for outcome in report.outcomes} == set(User)
    assert {outcome.source for outcome in report.outcomes} == {Source.SAMPLES, Source.TWO_PARTS}
    givers = [outcome for outcome in report.outcomes if outcome.user is User.GIVES and not outcome.unaided]
    assert [outcome for outcome in givers if outcome.solved]
    assert [outcome for outcome in report.outcomes if outcome.reached_cap]
    assert {one.sentence.ends for one in report.ended} == {True, False}
