"""What a model's verdict changes: up only with a quote, never down, and never what sources disagree on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.replies.test_compose import turn_of
from tests.rules.said import PACK, TUNING, passage, ranked, retrieval

from followthrough.domain.documents import Passage
from followthrough.domain.model_results import Judged, Verdict
from followthrough.domain.objective import Source
from followthrough.domain.outcome import Doubt, Found, PartAnswer
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.evidence.answer import Theirs
from followthrough.rules.proposals.judgement import Judging, judged, judging_of

APPEALS = passage("An appeal must be sent within 60 days of the denial.", name="Appeals")
GYM = passage("The gym lends towels and lockers. Staff hand lockers out against a deposit.", name="Gym")
APPEAL, LOCKER = "When must an appeal be sent?", "Who hands out the lockers of the pool at the gym?"
YES, PARTLY, NO = Verdict.YES, Verdict.PARTLY, Verdict.NO
HANDED = "Staff hand lockers out against a deposit."


def asked(*rows: tuple[str, Retrieval]) -> tuple[AnswerQuestion, Found, Judging | None]:
    plan, found, _ = turn_of(*rows)
    return plan, found, judging_of(plan, plan.parts, found, TUNING)


def after(question: str, about: Passage, verdict: Judged | None, doubt: Doubt | None = None) -> PartAnswer:
    plan, found, judging = asked((question, retrieval(about)))
    assert judging is not None
    if doubt is not None:
        found = replace(found, answers=(replace(found.answers[0], doubt=doubt),))
        assert judging_of(plan, plan.parts, found, TUNING) is None
    return judged(found, judging, verdict, theirs=Theirs(), pack=PACK, tuning=TUNING).answers[0]


def test_the_first_part_that_is_not_settled_is_judged_and_none_that_is() -> None:
    settled, open_ = (APPEAL, retrieval(APPEALS)), (LOCKER, retrieval(GYM))
    plan, _, judging = asked(settled, open_)
    assert judging == Judging(part=plan.parts[1], passage=GYM)
    assert asked(settled)[2] is None


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(retrieval(), id="nothing found"),
        pytest.param(Retrieval(query="q", failed=True), id="F38"),
        pytest.param(retrieval(ranked(GYM, similarity=0.1)), id="nothing near"),
        pytest.param(retrieval(ranked(GYM, superseded=True)), id="replaced"),
    ],
)
def test_nothing_is_judged_without_a_passage_to_judge(found: Retrieval) -> None:
    assert asked(("Who won the match?", found))[2] is None


def test_parts_that_are_tried_again_and_the_users_word_are_not_judged() -> None:
    plan, found, _ = asked((LOCKER, retrieval(GYM)))
    (part,) = plan.planned
    for other in (replace(part, is_again=True), replace(part, stated="x")):
        assert judging_of(replace(plan, planned=(other,)), plan.parts, found, TUNING) is None


def test_a_document_that_was_told_details_is_not_judged() -> None:
    plan, found, _ = asked((LOCKER, retrieval(GYM)))
    assert judging_of(plan, plan.parts, found, TUNING, told=(GYM.document_id,)) is None


def test_a_yes_with_its_quote_settles_a_partial_answer() -> None:
    before = after(LOCKER, GYM, None)
    assert before.extracts
    assert not before.complete
    settled = after(LOCKER, GYM, Judged(verdict=YES, quote=HANDED))
    assert (settled.complete, settled.missing, settled.signal) == (True, (), RetrievalSignal.HIGH)
    assert settled.extracts[0].quote == HANDED
    assert settled.source is Source.RAG


@pytest.mark.parametrize(
    "verdict",
    [
        None,
        Judged(verdict=YES, quote="Staff hand lockers out for free."),
        Judged(verdict=YES),
        Judged(verdict=PARTLY, quote=HANDED),
        Judged(verdict=NO),
    ],
)
def test_a_partial_answer_stays_as_it_is_otherwise(verdict: Judged | None) -> None:
    assert after(LOCKER, GYM, verdict) == after(LOCKER, GYM, None)


@pytest.mark.parametrize("verdict", [Judged(verdict=NO), Judged(verdict=PARTLY, quote="An appeal must be sent")])
def test_a_settled_part_is_lowered_by_no_verdict(verdict: Judged) -> None:
    plan, found, _ = asked((APPEAL, retrieval(APPEALS)))
    judging = Judging(part=plan.parts[0], passage=APPEALS)
    assert found.answers[0].complete
    assert judged(found, judging, verdict, theirs=Theirs(), pack=PACK, tuning=TUNING) == found


def test_c7_what_the_rules_found_nothing_for_is_partial_at_best() -> None:
    plan, found, _ = asked((LOCKER, retrieval(GYM)))
    nothing = replace(found, answers=(replace(found.answers[0], extracts=()),))
    judging = judging_of(plan, plan.parts, nothing, TUNING)
    assert judging is not None
    verdict = Judged(verdict=YES, quote=HANDED)
    (raised,) = judged(nothing, judging, verdict, theirs=Theirs(), pack=PACK, tuning=TUNING).answers
    assert [extract.quote for extract in raised.extracts] == [HANDED]
    assert (raised.complete, raised.signal) == (False, RetrievalSignal.LOW)


def test_r0_20_sources_that_disagree_are_not_a_models_to_settle() -> None:
    after(LOCKER, GYM, None, doubt=Doubt.DISAGREEMENT)
