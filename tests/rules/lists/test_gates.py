"""The seven gates: which one fails, and that a pass needs all (R4-24, R4-25; routing examples 23 and 24)."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest
from tests.rules.listed import PACK, TUNING, a_set, done, judged

from followthrough.domain.continuity import NO_CONTINUITY, ContinuityState, Option, OptionSet, Scope
from followthrough.domain.decisions import Ambiguity, Gate, GateResult
from followthrough.domain.framing import Does, Framed
from followthrough.rules.lists.framing import frames_of, is_quoted
from followthrough.rules.lists.gates import Aim, Said, ambiguity_of, check_gates

AIM = Aim(option_set_id="set-a", scope=Scope.CHAT)
OPENED = replace(NO_CONTINUITY, last_resolved_action=done())


def gates(
    text: str, pool: OptionSet | None, *, aim: Aim = AIM, state: ContinuityState = NO_CONTINUITY, normal: int = 1
) -> GateResult:
    tuning = replace(TUNING, allow_normalized_label=normal)
    return check_gates(replace(said(text, pool), tuning=tuning), aim, pool, state)


def said(text: str, pool: OptionSet | None) -> Said:
    lists = () if pool is None else (pool.options,)
    return Said(text=text, pack=PACK, tuning=TUNING, frames=judged(frames_of(text, lists, PACK)))


@pytest.mark.parametrize(
    "text",
    [
        "open appeals form",
        "please open the appeals form",
        "can you show the Appeals Form?",
        "appeals form, thanks",
    ],
)
def test_a_command_on_a_unique_label_passes(text: str) -> None:
    result = gates(text, a_set())
    assert (result.passed, result.failed, result.winner_id) == (True, None, "o3")


@pytest.mark.parametrize(
    "text",
    [
        "not the member handbook, the appeals form",
        "not the second, the third",
        "don't open the member handbook, the appeals form?",
        "I didn't say member handbook, appeals form",
        "why not the member handbook, appeals form",
        "not only the member handbook, the appeals form",
        "appeals form no wait member handbook",
    ],
)
def test_of_two_that_are_named_none_passes(text: str) -> None:
    assert not gates(text, a_set()).passed


@pytest.mark.parametrize(("unsure", "failed"), [(0.7, None), (0.97, Gate.NO_COMMAND_COLLISION)])
def test_a_place_collides_with_what_is_surer_about_the_list(unsure: float, failed: Gate | None) -> None:
    frames = {"wait, the #": Framed(does=((Does.PICK, 0.96),))}
    frames["wait, the second"] = Framed(does=((Does.UNSURE, unsure),))
    message = Said(text="wait, the second", pack=PACK, tuning=TUNING, frames=frames)
    assert check_gates(message, AIM, a_set(), NO_CONTINUITY) == GateResult(failed=failed, winner_id="o2")


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("open the appeals form", True),
        ("Open The Appeals Form Please", True),
        ("OPEN THE APPEALS FORM NOW", True),
        ("Appeals Form: see you at six", False),
        ("open the Appeals Form Annex", False),
        ("open the appeals form I lost", True),
    ],
)
def test_a_name_that_speaks_and_a_longer_name_choose_nothing(text: str, passes: bool) -> None:
    pool = a_set()
    sure = dict.fromkeys(frames_of(text, (pool.options,), PACK), Framed(does=((Does.PICK, 0.99),)))
    message = Said(text=text, pack=PACK, tuning=TUNING, frames=sure)
    assert [one.option.id for one in message.sure(message.readings(pool.options))] == ["o3"] * passes


FAILING = {
    "nothing is named": (gates("open it", a_set()), Gate.UNIQUE_LABEL_WINNER),
    "part of a label": (gates("open the appeals", a_set()), Gate.UNIQUE_LABEL_WINNER),
    "a typo": (gates("open the handbok", a_set()), Gate.UNIQUE_LABEL_WINNER),
    "two are named": (gates("open the appeals form or the member handbook", a_set()), Gate.UNIQUE_LABEL_WINNER),
    "it is denied": (gates("don't open the appeals form", a_set()), Gate.COMMAND_LIKE),
    "it is done something else with": (gates("delete the appeals form", a_set()), Gate.COMMAND_LIKE),
    "the label twice": (gates("open notes", a_set("Notes", "Notes")), Gate.UNIQUE_LABEL_WINNER),
    "normalised labels switched off": (gates("open appeals form", a_set(), normal=0), Gate.UNIQUE_LABEL_WINNER),
    "no set": (gates("open appeals form", None), Gate.UNIQUE_LABEL_WINNER),
    "another set": (
        gates("open appeals form", a_set(), aim=Aim(option_set_id="set-b", scope=Scope.CHAT)),
        Gate.SAME_OPTION_SET,
    ),
    "null never equals null": (
        gates("open appeals form", a_set(), aim=Aim(option_set_id=None, scope=Scope.CHAT)),
        Gate.SAME_OPTION_SET,
    ),
    "another scope": (
        gates("open appeals form", a_set(), aim=Aim(option_set_id="set-a", scope=Scope.WIDGET)),
        Gate.SAME_SCOPE,
    ),
    "a question": (gates("what is the appeals form", a_set("what is the appeals form")), Gate.NO_QUESTION_INTENT),
    "what was done last": (gates("open the member handbook", a_set(), state=OPENED), Gate.NO_LOOP_GUARD_CONFLICT),
    "a label that steers": (gates("please stop", a_set("Stop", "Go")), Gate.NO_COMMAND_COLLISION),
    "a label that is a command on another": (
        gates("open house", a_set("Open House", "House")),
        Gate.NO_COMMAND_COLLISION,
    ),
    "a label that is another's place": (gates("open 2", a_set("2", "5", "7")), Gate.NO_COMMAND_COLLISION),
    "nothing is said": (gates("...", a_set()), Gate.UNIQUE_LABEL_WINNER),
}


@pytest.mark.parametrize(("result", "gate"), FAILING.values(), ids=FAILING)
def test_the_gate_that_failed_is_named(result: GateResult, gate: Gate) -> None:
    assert (result.passed, result.failed) == (False, gate)


def test_to_use_what_was_opened_is_no_repeat() -> None:
    assert gates("use the member handbook", a_set(), state=OPENED).passed
    assert gates("the member handbook", a_set(), state=OPENED).failed is Gate.NO_LOOP_GUARD_CONFLICT


def test_the_same_option_in_another_set_is_no_repeat() -> None:
    other = replace(a_set(), id="set-b")
    assert gates(
        "open the member handbook", other, aim=Aim(option_set_id="set-b", scope=Scope.CHAT), state=OPENED
    ).passed


@pytest.mark.parametrize(
    ("text", "labels", "ambiguity"),
    [
        ("I want you to open the appeals one", (), Ambiguity.NO_DETERMINISTIC_MATCH),
        ("the manual", ("Manual 2024", "Manual 2025"), Ambiguity.MULTI_MATCH_NO_EXACT_WINNER),
        ("open the handbok", ("Member Handbook", "Staff Handbook"), Ambiguity.TYPO_AMBIGUOUS),
        ("open the fee schedule", (), Ambiguity.NO_CANDIDATE),
        ("stop", ("Stop", "Go"), Ambiguity.COMMAND_SELECTION_COLLISION),
        ("open house", ("Open House", "House"), Ambiguity.COMMAND_SELECTION_COLLISION),
        ("open notes", ("Notes", "Notes"), Ambiguity.MULTI_MATCH_NO_EXACT_WINNER),
    ],
)
def test_why_there_is_no_winner(text: str, labels: tuple[str, ...], ambiguity: Ambiguity) -> None:
    pool = a_set(*labels)
    assert ambiguity_of(said(text, pool), pool) is ambiguity


def test_the_same_label_in_two_places_is_a_tie() -> None:
    two = tuple(Option(id=p, label="Notes", path=p, execution_ref=p) for p in ("/a", "/b"))
    pool = replace(a_set(), options=two)
    assert ambiguity_of(said("open notes", pool), pool) is Ambiguity.CROSS_SOURCE_TIE


QUOTED = [
    "> open the appeals form",
    ">> the first one please",
    "which one?\n> the first one",
    "// open the first one",
    '"open the first one"',
    '"open the first one".',
    '"open the first one',
    "“Appeals Form”",
    "'open the first one'",
    "« open the first one »",
    "„Appeals Form“",
    "`open the first one`",
    "open('Appeals Form');",
]


@pytest.mark.parametrize("text", QUOTED)
def test_a_quotation_or_code_as_a_whole_executes_nothing(text: str) -> None:
    assert (is_quoted(text), gates(text, a_set()).passed) == (True, False)


@pytest.mark.parametrize("text", ['open "Appeals Form"', "'appeals form' please", "(appeals form)", "*appeals form*"])
def test_a_name_in_quotation_marks_is_still_named(text: str) -> None:
    assert (is_quoted(text), gates(text, a_set()).passed) == (False, True)


def test_whether_a_long_text_is_a_quotation_costs_little() -> None:
    for mark in ("'", ">", " \n", "a.", "(", "f("):
        started = perf_counter()
        is_quoted(mark * 16_000)
        assert perf_counter() - started < 0.2


@pytest.mark.parametrize("text", ["appeals form?", "2?", "the first one?"])
def test_a_name_or_place_with_a_question_mark_executes_nothing(text: str) -> None:
    assert gates(text, a_set()).failed is Gate.NO_QUESTION_INTENT
    assert gates(text.rstrip("?"), a_set()).passed
