"""The open parts of a thread, and which of them some words are about."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.giving import CODE, FEE, LIMIT, NOW, PACK, objective, open_part, thread

from followthrough.domain.objective import Angle, Ask, StuckReason, SubStatus
from followthrough.rules.objective.unsolved import (
    asked_for,
    open_parts,
    part_meant,
    shows_value,
    telling_stems,
    unsolved,
)


def test_r0_30_answered_parts_are_not_open() -> None:
    answered, failed = open_part(FEE, status=SubStatus.ANSWERED), open_part(LIMIT)

    assert unsolved(objective(answered, failed)) == (failed,)
    assert open_parts(thread(answered, failed)) == (failed,)
    assert open_parts(thread()) == ()


def test_f20_the_part_that_shares_most_words_is_meant_else_the_one_asked_for() -> None:
    fee, limit = open_part(FEE), open_part(LIMIT)

    assert part_meant("the filing limit is short", (fee, limit), None, PACK) is limit
    assert part_meant("20 dollars", (fee, limit), fee, PACK) is fee
    assert part_meant("something else", (fee, limit), limit, PACK) is limit
    assert part_meant("something else", (fee, limit), None, PACK) is fee


def test_the_part_last_asked_for_is_known_while_it_is_open() -> None:
    fee, limit = open_part(FEE), open_part(LIMIT)
    ask = Ask(turn=1, sub_id=limit.id, stuck_reason=StuckReason.NO_EVIDENCE, angle=Angle.DOCUMENT, text="?")
    asked = replace(objective(fee, limit), asks=(ask,), last_user_ask=NOW)
    solved = replace(asked, subs=(fee, replace(limit, status=SubStatus.ANSWERED)))

    assert asked_for(replace(thread(fee, limit), objectives=(asked,))) == limit
    assert asked_for(replace(thread(fee, limit), objectives=(solved,))) is None
    assert asked_for(thread(fee)) is None


def test_a_value_is_told_by_the_kind_that_the_part_asks_for() -> None:
    assert shows_value("90 days", open_part(LIMIT), PACK)
    assert not shows_value("in the portal", open_part(LIMIT), PACK)
    assert not shows_value("90 days", open_part(CODE), PACK)


def test_small_words_tell_nothing() -> None:
    assert telling_stems("What is the limit for this?", PACK) == telling_stems("limits", PACK)
