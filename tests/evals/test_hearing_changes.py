"""What `pack check` says of a pack's examples (docs/how-to/teach-it-how-your-users-talk.md)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.hearing import Act, ActExample, HeardActs, Reheard, SaidAt, Spot
from followthrough.evals.hearing.changes import changes_of
from followthrough.evals.hearing.doubtful import warnings_of
from followthrough.evals.hearing.report import as_json, lines_of
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")
LEAST = DEFAULT_TUNING.hear_leaves


def said(text: str, act: Act, spot: Spot = Spot.AFTER_ANSWER, assistant: str = "It is 12.") -> ActExample:
    return ActExample(text=text, said=SaidAt(spot=spot, assistant=assistant), act=act)


def heard(one: ActExample, before: tuple[Act, float], after: tuple[Act, float]) -> Reheard:
    spot = one.said.spot
    return Reheard(
        example=one, before=HeardActs(spot=spot, acts=(before,)), after=HeardActs(spot=spot, acts=(after,))
    )


THANKS = heard(said("blimmo", Act.THANKS), (Act.QUESTION, 0.4), (Act.THANKS, 0.8))
MISSED = heard(said("well blimmo", Act.THANKS), (Act.QUESTION, 0.4), (Act.QUESTION, 0.5))
LEAVES = heard(said("zonk the pump how", Act.QUESTION), (Act.QUESTION, 0.4), (Act.WANTS_OUT, LEAST))


def test_figures_before_and_after_flips_and_what_is_missed() -> None:
    found = changes_of([THANKS, MISSED, LEAVES], PACK, DEFAULT_TUNING)
    assert (found.messages, found.before.right, found.after.right) == (3, 1, 1)
    assert found.flips == (THANKS, LEAVES)
    assert found.missed == (MISSED, LEAVES)
    assert (found.before.ended, found.after.ended) == ((), ("zonk the pump how",))


@pytest.mark.parametrize(
    ("act", "chance", "text", "wrong"),
    [
        (Act.WANTS_OUT, LEAST, "zonk the pump how", True),
        (Act.WANTS_OUT, LEAST - 0.01, "zonk the pump how", False),
        (Act.WANTS_PERSON, DEFAULT_TUNING.hear_person_later, "zonk the pump how", True),
        (Act.WANTS_PERSON, DEFAULT_TUNING.hear_person_later - 0.01, "zonk the pump how", False),
        (Act.WANTS_OUT, 1.0, 'what does "zonk" mean', False),
        (Act.COMMAND, 1.0, "zonk the pump how", False),
    ],
)
def test_whatever_examples_say_nothing_ends_below_the_chances_of_the_policy(
    act: Act, chance: float, text: str, *, wrong: bool
) -> None:
    one = heard(said(text, Act.QUESTION), (Act.QUESTION, 0.4), (act, chance))
    assert bool(changes_of([one], PACK, DEFAULT_TUNING).after.ended) is wrong


def test_what_people_read() -> None:
    own, shipped = (changes_of(some, PACK, DEFAULT_TUNING) for some in ([THANKS, MISSED], [LEAVES]))
    assert list(lines_of(own, shipped, ["'x' stands twice"])) == [
        "Its 2 examples, each heard by the others: 0.00 right without them, 0.50 with them.",
        "  not heard for what it does: 'well blimmo' in after_answer: thanks, heard as question (0.50)",
        "The 1 messages that ship: 1.00 right without them, 0.00 with them; 1 change.",
        f"  changes: 'zonk the pump how' in after_answer: question (0.40) -> wants_out ({LEAST:.2f}), is question",
        "Its own messages that would wrongly end something or call a person: 0 without them, 0 with them.",
        "The shipped messages that would wrongly end something or call a person: 0 without them, 1 with them.",
        "  would now: 'zonk the pump how'",
        "  warning: 'x' stands twice",
    ]


def test_a_long_list_is_cut_for_people_only() -> None:
    own = changes_of([MISSED] * 12, PACK, DEFAULT_TUNING)
    lines = list(lines_of(own, own, []))
    assert lines.count("  ... and 2 more; --json has them all.") == 1
    assert len(as_json(own, own, [])["own"]["missed"]) == 12


def test_doubtful_examples_are_told() -> None:
    ships = [said("cancel", Act.WANTS_OUT), said("thanks", Act.THANKS)]
    own = [
        said("Blimmo", Act.THANKS),
        said("blimmo!", Act.THANKS),
        said("blimmo", Act.THANKS, assistant="It is 13."),
        said("blimmo", Act.NO, assistant="It is 14."),
        said("blimmo", Act.NO, Spot.CONFIRM),
        said("cancel", Act.COMMAND),
        said("thanks", Act.THANKS),
    ]
    assert warnings_of(own, ships) == [
        "'blimmo!' stands twice as thanks in after_answer; once is enough",
        "'blimmo' is thanks and no in after_answer: it pulls both ways; keep one",
        "'cancel' is command in after_answer here and wants_out in what ships; yours wins",
    ]
