"""The success metric: R0-2, R0-33, R0-34 and "`followthrough report`" of interface.md."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from rich.console import Console
from tests.commands import Done, followthrough

from followthrough.domain.conversation import TurnClass, TurnRecord, TurnStatus
from followthrough.domain.feedback import Feedback, Rating
from followthrough.domain.ids import DocumentId, ObjectiveId, OwnerId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import (
    Angle,
    Ask,
    Objective,
    ObjectiveStatus,
    OutwardStatus,
    Source,
    StuckReason,
    SubObjective,
    SubStatus,
)
from followthrough.evals.outcomes.interval import share
from followthrough.evals.outcomes.measure import Outcomes, Tally
from followthrough.evals.outcomes.report import as_json, as_page, print_outcomes
from followthrough.rules.records.window import Window
from followthrough.testing.contracts.values import NOON, a_message, a_turn, an_objective

WINDOW = Window(name="7d", start=NOON - timedelta(days=7), end=NOON)


def words(text: str) -> frozenset[str]:
    return frozenset(text.lower().strip("?").split()) - {"what", "is", "the", "a"}


def part(
    text: str, status: SubStatus, reason: StuckReason | None = None, source: Source | None = None
) -> SubObjective:
    return SubObjective(id=SubObjectiveId(text), text=text, status=status, stuck_reason=reason, source=source)


def objective(name: str, status: ObjectiveStatus, *parts: SubObjective, **fields: object) -> Objective:
    message = a_message("t", "t/1", 1)
    return replace(an_objective(name, message), status=status, subs=parts, asks=(), **fields)


def turn(index: int, about: Objective | None, **fields: object) -> TurnRecord:
    message = a_message("t", f"t/{index}", index, received=index)
    given = {k: fields.pop(k) for k in ("attachments", "links") if k in fields}
    record = a_turn(replace(message, **given), objective=None)
    return replace(record, objective=about, **fields)


def an_ask(index: int, sub: str, reason: StuckReason = StuckReason.NO_EVIDENCE) -> Ask:
    return Ask(turn=index, sub_id=SubObjectiveId(sub), stuck_reason=reason, angle=Angle.DOCUMENT, text=f"{sub}?")


def tally(turns: Sequence[TurnRecord], keywords: Callable[[str], frozenset[str]]) -> Outcomes:
    counted = Tally(keywords)
    for one in turns:
        counted.add(one)
    return counted.outcomes()


MISS = StuckReason.NO_EVIDENCE


def test_nothing_asked_counts_nothing() -> None:
    found = tally([turn(1, None)], words)
    assert (found.turns, found.objectives, found.asks, found.turns_to_solution) == (1, 0, 0, None)
    assert all(count == 0 for _, count in found.by_status)
    assert found.unsolved == ()


def test_each_question_counts_once_as_it_stands_last() -> None:
    """R0-2: not whether the last message was answered, but where each question stands."""
    found = tally(
        [
            turn(1, objective("a", ObjectiveStatus.ACTIVE, part("fee", SubStatus.FAILED, MISS))),
            turn(2, objective("b", ObjectiveStatus.SOLVED, part("copay", SubStatus.ANSWERED, None, Source.RAG))),
            turn(3, objective("a", ObjectiveStatus.ABANDONED, part("fee", SubStatus.FAILED, MISS))),
            turn(4, objective("c", ObjectiveStatus.BLOCKED, part("code", SubStatus.BLOCKED, MISS))),
            turn(5, objective("d", ObjectiveStatus.INCOMPLETE, part("rate", SubStatus.FAILED, MISS))),
        ],
        words,
    )
    assert dict(found.by_status) == {
        OutwardStatus.RESOLVED: 1,
        OutwardStatus.NEED_INFO: 0,
        OutwardStatus.UNABLE: 1,
        OutwardStatus.USER_ENDED: 1,
        OutwardStatus.INCOMPLETE: 1,
    }
    assert dict(found.shares)[OutwardStatus.RESOLVED].value == 0.25


def test_a_solution_with_the_users_help_is_told_apart() -> None:
    open_ = objective("a", ObjectiveStatus.ACTIVE, part("fee", SubStatus.FAILED, MISS))
    solved = objective("a", ObjectiveStatus.SOLVED, part("fee", SubStatus.ANSWERED, None, Source.RAG))
    by_class = [turn(1, open_), turn(2, solved, turn_class=TurnClass.INFO_PROVIDED)]
    by_file = [turn(1, open_), turn(2, solved, attachments=(DocumentId("d"),))]
    by_link = [turn(1, open_), turn(2, solved, links=("https://example.org",))]
    by_source = [turn(1, replace(solved, subs=(part("fee", SubStatus.ANSWERED, None, Source.USER_PROVIDED),)))]
    for helped in (by_class, by_file, by_link, by_source):
        assert (tally(helped, words).solved_with_help, tally(helped, words).solved_alone) == (1, 0)
    alone = tally([turn(1, open_), turn(2, solved)], words)
    assert (alone.solved_with_help, alone.solved_alone) == (0, 1)


def test_a_retry_is_the_question_that_it_tries_again() -> None:
    """C11: the clone has another id; a retry of a retry too."""
    first = objective("a", ObjectiveStatus.INCOMPLETE, part("fee", SubStatus.FAILED, MISS))
    second = objective("b", ObjectiveStatus.ACTIVE, part("fee", SubStatus.FAILED, MISS), retry_of=ObjectiveId("a"))
    third = objective("c", ObjectiveStatus.SOLVED, part("fee", SubStatus.ANSWERED), reopened_from=ObjectiveId("b"))
    found = tally([turn(1, first), turn(2, second), turn(3, third)], words)
    assert (found.objectives, found.solved_alone, found.unsolved) == (1, 1, ())
    assert found.turns_to_solution is not None
    assert found.turns_to_solution.median == 3


def test_a_turn_that_broke_off_says_nothing_of_its_question() -> None:
    solved = objective("a", ObjectiveStatus.SOLVED, part("fee", SubStatus.ANSWERED))
    for status in (TurnStatus.STOPPED, TurnStatus.FAILED):
        found = tally([turn(1, solved, status=status)], words)
        assert (found.turns, found.objectives) == (1, 0)


def test_asks_are_counted_by_reason_and_by_whether_they_helped() -> None:
    """One ask that names two parts is one; what the user gives answers the asks before it, not those after."""
    open_ = objective("a", ObjectiveStatus.ACTIVE, part("fee", SubStatus.FAILED, MISS))
    found = tally(
        [
            turn(1, open_, ask=an_ask(1, "fee")),
            turn(2, open_, turn_class=TurnClass.INFO_PROVIDED, ask=an_ask(2, "fee", StuckReason.MISSING_CODE)),
            turn(3, objective("b", ObjectiveStatus.ACTIVE, part("x", SubStatus.FAILED, MISS)), ask=an_ask(3, "x")),
        ],
        words,
    )
    assert (found.asks, found.asks_answered, found.asks_each) == (3, 1, 1.5)
    assert found.asks_by_reason == ((StuckReason.NO_EVIDENCE, 2), (StuckReason.MISSING_CODE, 1))


def test_open_parts_of_one_topic_are_ranked_together() -> None:
    """What should be documented next: the same thing asked in other words counts for it, other things don't."""
    asked = ["What is the lab fee?", "the lab fee", "What is the parking rule?"]
    found = tally(
        [
            turn(n, objective(f"o{n}", ObjectiveStatus.ACTIVE, part(text, SubStatus.FAILED, MISS)))
            for n, text in enumerate(asked, start=1)
        ],
        words,
    )
    assert [(t.text, t.questions) for t in found.unsolved] == [("the lab fee", 2), ("What is the parking rule?", 1)]
    assert found.unsolved[0].reasons == ((MISS, 2),)


def test_answered_parts_of_an_open_question_are_no_topic() -> None:
    mixed = objective(
        "a", ObjectiveStatus.ACTIVE, part("fee", SubStatus.ANSWERED), part("rate", SubStatus.FAILED, MISS)
    )
    found = tally([turn(1, mixed)], words)
    assert [t.text for t in found.unsolved] == ["rate"]
    assert found.partly_answered == 1


def test_a_share_of_few_has_a_wide_interval() -> None:
    """Wilson 1927: 0 of 10 is not "never"; figures as in Brown, Cai and DasGupta 2001, table for n = 10."""
    none, half = share(0, 10), share(5, 10)
    assert (none.value, none.low) == (0.0, 0.0)
    assert none.high == pytest.approx(0.278, abs=0.001)
    assert (half.low, half.high) == (pytest.approx(0.237, abs=0.001), pytest.approx(0.763, abs=0.001))
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)


def some_outcomes() -> Outcomes:
    solved = objective("a", ObjectiveStatus.SOLVED, part("fee", SubStatus.ANSWERED))
    open_ = objective("b", ObjectiveStatus.ACTIVE, part("<b>the & rule</b>", SubStatus.FAILED, MISS))
    return tally([turn(1, solved), turn(2, open_, ask=an_ask(2, "rule"))], words)


def test_the_page_shows_the_numbers_and_no_markup_of_users() -> None:
    page = as_page(some_outcomes(), WINDOW)
    assert "&lt;b&gt;the &amp; rule&lt;/b&gt; (no evidence)" in page
    assert "<b>" not in page
    assert "2 questions in 2 turns" in page
    assert "http" not in page.replace('http-equiv="Content-Security-Policy"', "")


def test_the_table_and_the_json_say_the_same() -> None:
    found, printed = some_outcomes(), io.StringIO()
    print_outcomes(found, WINDOW, Console(width=200, file=printed))
    shown = printed.getvalue()
    document = as_json(found, WINDOW)
    assert "50%" in shown
    assert document["statuses"]["resolved"]["share"]["value"] == 0.5
    assert document["unsolved"][0]["text"] in shown


def test_verdicts_of_readers_are_counted_and_their_notes_kept() -> None:
    def verdict(name: str, rating: Rating, note: str | None = None) -> Feedback:
        thread, turn_id, by = ThreadId("t-1"), TurnId(name), OwnerId("ann")
        return Feedback(thread_id=thread, turn_id=turn_id, by=by, rating=rating, note=note, at=NOON)

    given = (verdict("1", Rating.UP), verdict("2", Rating.DOWN, "Old fee."), verdict("3", Rating.UP))
    found = replace(some_outcomes(), feedback=given)
    told = as_json(found, WINDOW)["feedback"]
    assert (told["up"], told["down"]) == (2, 1)
    assert told["notes"] == [{"thread_id": "t-1", "turn_id": "2", "rating": "down", "note": "Old fee."}]
    assert "2 answers good and 1 bad" in as_page(found, WINDOW)
    assert "answers good" not in as_page(some_outcomes(), WINDOW)


def test_a_copied_turn_is_counted_in_its_own_thread_only() -> None:
    solved = objective("a", ObjectiveStatus.SOLVED, part("fee", SubStatus.ANSWERED))
    once, twice = turn(1, solved), replace(turn(1, solved), copied=True)
    assert tally([once, twice], words) == tally([once], words)


def test_the_command_counts_what_was_asked(tmp_path: Path) -> None:
    """A real question of a real thread, then the three forms of the report."""

    def report(*arguments: object) -> Done:
        return followthrough("report", *arguments, data=tmp_path)

    assert followthrough("ask", "What is the lab fee?", data=tmp_path).code == 0
    found = json.loads(report("--json").out)
    assert (found["objectives"], found["unsolved"][0]["text"]) == (1, "What is the lab fee?")
    page = tmp_path / "report.html"
    assert report("--html", page).code == 0
    assert "What is the lab fee?" in page.read_text()
    assert "1 questions in 1 turns" in report().out
    refused = report("--html", tmp_path / "no" / "folder.html")
    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert json.loads(report("--json", "--window", "2020-01-01..2020-01-02").out)["objectives"] == 0
