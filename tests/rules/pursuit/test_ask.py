"""The ledger of C4: when the user is asked, for what, from which angle, and when not (R0-17 to R0-28, F12)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.pursuing import objective, sub, thread
from tests.rules.pursuit.test_evaluate import THREAD
from tests.rules.said import PACK, TUNING, part

from followthrough.adapters.pack.yaml_folder import load_pack, shipped_packs
from followthrough.domain.ids import ObjectiveId, TurnId
from followthrough.domain.objective import (
    Angle,
    Ask,
    Objective,
    ObjectiveStatus,
    OutwardStatus,
    SearchAngle,
    StuckReason,
    SubObjective,
    SubStatus,
)
from followthrough.domain.outcome import Progress
from followthrough.rules.objective.status import objective_status, outward_status
from followthrough.rules.pursuit.ask import ask_for_help, ask_text

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def stuck(text: str, turn: int = 1, reason: StuckReason = StuckReason.NO_EVIDENCE) -> SubObjective:
    return replace(
        part(text, part_id=text),
        status=SubStatus.FAILED,
        stuck_reason=reason,
        last_tried_turn=turn,
        tried=(SearchAngle.AS_ASKED,),
    )


def solved(text: str, turn: int = 1) -> SubObjective:
    return replace(part(text, part_id=text), status=SubStatus.ANSWERED, last_tried_turn=turn)


def pursuing(*subs: SubObjective, asks: tuple[Ask, ...] = (), gave: tuple[int, ...] = ()) -> Objective:
    return Objective(
        id=ObjectiveId("o"),
        status=objective_status(tuple(s.status for s in subs)),
        summary="s",
        subs=subs,
        origin_turn=TurnId("t"),
        created_at=NOW,
        updated_at=NOW,
        asks=asks,
        given_turns=gave,
    )


def asked(objective: Objective, turn: int = 1, *, again: int = 0) -> Progress:
    progress = Progress(objective=objective, objective_status=outward_status(objective))
    return ask_for_help(progress, THREAD, PACK, replace(TUNING, ask_again_turns=again), turn=turn, now=NOW)


def tried_again(progress: Progress, turn: int, *, gave: bool) -> Objective:
    """The objective at a later turn that searched every stuck part again and found nothing."""
    objective = progress.objective
    assert objective is not None
    subs = tuple(replace(s, last_tried_turn=turn) if s.stuck_reason else s for s in objective.subs)
    given_turns = (*objective.given_turns, turn) if gave else objective.given_turns
    return replace(objective, subs=subs, given_turns=given_turns)


def test_c4_a_part_is_asked_for_when_it_first_fails() -> None:
    """R0-4, R0-38: whether to ask and the ask's words come from one place."""
    progress = asked(pursuing(stuck("a?")))

    (ask,) = progress.asks
    assert (ask.turn, ask.sub_id, ask.stuck_reason, ask.angle) == (1, "a?", StuckReason.NO_EVIDENCE, Angle.DOCUMENT)
    assert progress.objective is not None
    assert progress.objective.asks == (ask,)
    assert progress.objective.last_user_ask == NOW


def test_c4_one_ask_names_every_part_that_is_newly_missing() -> None:
    progress = asked(pursuing(stuck("a?"), solved("b?"), stuck("c?")))

    assert [ask.sub_id for ask in progress.asks] == ["a?", "c?"]
    (text,) = {ask.text for ask in progress.asks}
    assert "a?" in text
    assert "c?" in text
    assert "b?" not in text


def test_f12_an_ignored_ask_is_not_put_again() -> None:
    first = asked(pursuing(stuck("a?")))
    for turn in (2, 3):
        again = asked(tried_again(first, turn, gave=False), turn)
        assert again.asks == ()
        assert again.objective is not None
        assert again.objective.asks == first.asks


def test_c4_after_something_was_given_each_angle_is_used_once() -> None:
    progress, angles = asked(pursuing(stuck("a?"))), []
    for turn in range(2, 7):
        angles += [ask.angle for ask in progress.asks]
        progress = asked(tried_again(progress, turn, gave=True), turn)

    assert angles == list(Angle)
    assert progress.asks == ()


def test_c4_every_so_many_turns_it_may_be_asked_again_where_that_is_on() -> None:
    first = asked(pursuing(stuck("a?")))

    assert asked(tried_again(first, 2, gave=False), 2, again=2).asks == ()
    assert [a.angle for a in asked(tried_again(first, 3, gave=False), 3, again=2).asks] == [Angle.LOCATION]


def test_an_objective_is_asked_for_once_whatever_part_is_new() -> None:
    first = asked(pursuing(stuck("a?")))
    assert first.objective is not None
    more = replace(first.objective, subs=(*first.objective.subs, stuck("b?", turn=2)))

    assert asked(more, 2).asks == ()


def test_parts_with_different_histories_share_an_angle_that_is_new_for_both() -> None:
    first = asked(pursuing(stuck("a?")))
    again = tried_again(first, 2, gave=True)
    both = replace(again, subs=(*again.subs, stuck("b?", turn=2)))

    assert [(ask.sub_id, ask.angle) for ask in asked(both, 2).asks] == [
        ("a?", Angle.LOCATION),
        ("b?", Angle.LOCATION),
    ]


@pytest.mark.parametrize("status", [s for s in ObjectiveStatus if s is not ObjectiveStatus.ACTIVE])
def test_an_objective_that_is_over_asks_nothing(status: ObjectiveStatus) -> None:
    assert asked(replace(pursuing(stuck("a?")), status=status)).asks == ()


@pytest.mark.parametrize("status", [SubStatus.PENDING, SubStatus.ANSWERED, SubStatus.BLOCKED])
def test_f38_only_a_part_that_was_searched_in_vain_is_asked_for(status: SubStatus) -> None:
    assert asked(pursuing(replace(stuck("a?"), status=status), stuck("b?", turn=0))).asks == ()


def test_a_turn_without_an_objective_asks_nothing() -> None:
    assert ask_for_help(Progress(), THREAD, PACK, TUNING, turn=1, now=NOW) == Progress()


@pytest.mark.parametrize(("pack", "reason", "angle"), list(product(shipped_packs(), StuckReason, Angle)), ids=str)
def test_each_pack_has_a_text_for_each_reason_and_angle(pack: str, reason: StuckReason, angle: Angle) -> None:
    text = ask_text([stuck("What is the fee?", reason=reason)], angle, load_pack(pack))

    assert "“What is the fee?”" in text
    assert "searched the documents" in text
    assert "web" not in text
    assert "?" in text.replace("“What is the fee?”", "")
    assert " I will " in text


def test_r0_17_the_web_is_named_only_where_it_was_searched() -> None:
    on_the_web = replace(stuck("a?"), tried=(SearchAngle.AS_ASKED, SearchAngle.WEB))

    assert "the documents and the web" in ask_text([on_the_web], Angle.DOCUMENT, PACK)
    assert "web" not in ask_text([on_the_web, stuck("b?")], Angle.DOCUMENT, PACK)


def test_parts_that_are_stuck_for_different_reasons_share_the_plain_words() -> None:
    subs = [stuck("a?"), stuck("b?", reason=StuckReason.MISSING_CODE)]

    assert ask_text(subs, Angle.DOCUMENT, PACK).startswith("Do you have a document, a PDF or a link")


TURNS = st.lists(st.tuples(st.booleans(), st.sets(st.sampled_from("abcd"))), max_size=12)


@settings(max_examples=200, deadline=None)
@given(TURNS)
def test_no_two_asks_are_the_same_and_none_comes_twice_without_news(turns: list[tuple[bool, set[str]]]) -> None:
    objective = pursuing(*(replace(stuck(name), last_tried_turn=None) for name in "abcd"))
    for turn, (gave, names) in enumerate(turns, start=1):
        subs = tuple(replace(s, last_tried_turn=turn) if s.id in names else s for s in objective.subs)
        news = (turn,) if gave else ()
        progress = asked(replace(objective, subs=subs, given_turns=(*objective.given_turns, *news)), turn)
        assert len({ask.text for ask in progress.asks}) <= 1
        assert progress.objective_status is not OutwardStatus.RESOLVED
        assert progress.objective is not None
        objective = progress.objective
    keys = [(ask.sub_id, ask.angle) for ask in objective.asks]
    assert len(keys) == len(set(keys))
    for name in "abcd":
        mine = [ask.turn for ask in objective.asks if ask.sub_id == name]
        assert all(any(a < g <= b for g in objective.given_turns) for a, b in pairwise(mine))


def test_what_was_shown_and_is_not_waited_for_is_not_offered_later() -> None:
    shown = replace(sub("Who is Bob?", SubStatus.PARTIAL), stuck_reason=None)
    solved = objective(sub("Is parking free?", SubStatus.ANSWERED), status=ObjectiveStatus.SOLVED, name="now")
    before = thread(objective(shown, name="parked"), solved)

    assert ask_for_help(Progress(objective=solved), before, PACK, TUNING, turn=2, now=solved.updated_at).offer is None


def test_c10_an_offer_names_what_is_open_of_a_parked_question_and_not_what_is_answered() -> None:
    parked = objective(sub("What is the storage of Max?", SubStatus.ANSWERED), sub("Who is Bob?"), name="parked")
    solved = objective(sub("Is parking free?", SubStatus.ANSWERED), status=ObjectiveStatus.SOLVED, name="now")
    before = thread(parked, solved)
    after = ask_for_help(Progress(objective=solved), before, PACK, TUNING, turn=2, now=solved.updated_at)

    assert after.offer is not None
    assert "“Who is Bob?”" in after.offer.text
    assert "storage" not in after.offer.text
