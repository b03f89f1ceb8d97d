"""The fitted verdict on what was found: it takes back and shows what is near, and decides no answer (issue 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.said import PACK, TUNING, answer, part, passage, ranked, retrieval

from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.given import GivenKind
from followthrough.domain.objective import SearchAngle, Source
from followthrough.domain.outcome import Doubt, PartAnswer
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.resolution import Followup, FollowupKind
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.answerable import Chances, Sign, Weights, as_supported, nearest, signs_of
from followthrough.rules.answerable_weights import SHIPPED

APPEALS = passage("An appeal must be sent within 60 days of the denial. Send the appeal by fax.", name="Appeals")
PARKING = passage("Parking at the office costs 4 dollars a day. Visitors park for free.", name="Parking")
APPEAL = "When must an appeal be sent?"
LIKELY, PARTLY, HOPELESS = Chances(0.9, 0.1, 0.0), Chances(0.05, 0.9, 0.05), Chances(0.05, 0.05, 0.9)


class Fixed:
    """A judge that always says the same, and counts how often it was asked."""

    def __init__(self, chances: Chances) -> None:
        self.answer = chances
        self.asked = 0

    def chances(self, signs: object) -> Chances:
        self.asked += 1
        return self.answer


def plan(text: str, **fields: object) -> AnswerQuestion:
    asked = AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary=text,
        parts=(part(text),),
        queries=(text,),
    )
    return replace(asked, **fields)


def judged(
    text: str, found: Retrieval, chances: Chances, first: PartAnswer | None = None, **fields: object
) -> PartAnswer:
    asked, before = plan(text, **fields), first or answer(text, *found.passages)
    (after,) = as_supported(asked, asked.parts, (found,), (before,), judge=Fixed(chances), pack=PACK, tuning=TUNING)
    return after


def near(*passages: object, similarity: float = 0.6) -> Retrieval:
    return retrieval(*(ranked(one, similarity=similarity) for one in passages))  # type: ignore[arg-type] - passages


@pytest.mark.parametrize("chances", [LIKELY, PARTLY, HOPELESS])
def test_rule_4_a_complete_answer_stands_and_nothing_becomes_one(chances: Chances) -> None:
    found = near(APPEALS)
    before = answer(APPEAL, *found.passages)
    assert before.complete
    assert judged(APPEAL, found, chances) == before

    partial = replace(before, complete=False, signal=RetrievalSignal.LOW)
    missed = replace(partial, extracts=(), signal=RetrievalSignal.NONE)
    assert not judged(APPEAL, found, chances, partial).complete
    assert not judged(APPEAL, found, chances, missed).complete


def test_words_that_answer_nothing_are_taken_back() -> None:
    found = near(APPEALS)
    partial = replace(answer(APPEAL, *found.passages), complete=False, signal=RetrievalSignal.LOW)

    assert judged(APPEAL, found, PARTLY, partial) == partial
    taken = judged(APPEAL, found, HOPELESS, partial)
    assert taken.extracts == ()
    assert taken.signal is RetrievalSignal.NONE


def test_the_nearest_words_are_shown_where_their_passage_speaks_of_all_that_is_asked() -> None:
    text = "How many days before departure must visitors cancel parking dollars at the office?"
    said = passage("Visitors who cancel lose dollars. Departure is at noon. Parking days are charged at the office.")
    found = near(said)
    nothing = replace(answer(text, *found.passages), extracts=(), complete=False, signal=RetrievalSignal.NONE)

    shown = judged(text, found, PARTLY, nothing)
    assert shown.extracts
    assert not shown.complete
    assert shown.signal is RetrievalSignal.LOW
    assert judged(text, found, HOPELESS, nothing) == nothing


def test_beside_a_word_that_is_missing_the_nearest_words_are_shown_only_where_an_answer_is_likely() -> None:
    text, found = "What does parking at the office cost for motorcycles?", near(PARKING)
    assert nearest(part(text), found, PARTLY, PACK, TUNING) is None
    shown = nearest(part(text), found, LIKELY, PACK, TUNING)
    assert shown is not None
    assert not shown.complete
    assert shown.missing == ("motorcycles",)
    assert nearest(part("Who won the match last night?"), found, LIKELY, PACK, TUNING) is None


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"angles": (SearchAngle.WIDER,)}, id="looked for again in other ways"),
        pytest.param({"given": (GivenKind.FILE,)}, id="the user gave something for it"),
        pytest.param({"stated": ((part(APPEAL).id, "60 days"),)}, id="the user's word is looked for"),
    ],
)
def test_a_part_that_is_pursued_is_left_as_it_is(fields: dict[str, object]) -> None:
    found = near(APPEALS)
    before = answer(APPEAL, *found.passages)
    assert judged(APPEAL, found, HOPELESS, before, **fields) == before


@pytest.mark.parametrize(
    "fields",
    [{"doubt": Doubt.DISAGREEMENT}, {"source": Source.USER_PROVIDED}, {"signal": RetrievalSignal.INFRA_ERROR}],
)
def test_other_sources_disagreements_and_failures_are_not_judged(fields: dict[str, object]) -> None:
    found = near(APPEALS)
    before = replace(answer(APPEAL, *found.passages), **fields)
    assert judged(APPEAL, found, HOPELESS, before) == before


def test_r0_18_codes_and_a_search_without_meaning_are_not_judged() -> None:
    code = "What is the rate for H0036?"
    row = near(passage("H0036 is paid at 30 dollars."))
    assert judged(code, row, HOPELESS) == answer(code, *row.passages)
    by_words = retrieval(ranked(APPEALS, similarity=None))
    assert judged(APPEAL, by_words, HOPELESS) == answer(APPEAL, *by_words.passages)


def test_the_signs_are_what_they_say() -> None:
    found = retrieval(ranked(PARKING, similarity=0.3), ranked(APPEALS, similarity=0.5))
    signs = signs_of(part("Is an appeal and a motorcycle sent by fax?"), found, FollowupKind.DEICTIC, PACK)
    assert signs is not None
    assert len(signs) == len(Sign)
    assert signs[Sign.NEAR] == 0.5
    assert signs[Sign.SPOKEN] == 0.0  # the first passage speaks of none of it
    assert 0.0 < signs[Sign.UNSPOKEN] < 0.5
    assert signs[Sign.POINTS_BACK] == signs[Sign.YES_OR_NO] == signs[Sign.SEVERAL] == 1.0
    plain = signs_of(part(APPEAL), near(APPEALS), None, PACK)
    assert plain is not None
    assert plain[Sign.SPOKEN] == pytest.approx(1.0)
    assert plain[Sign.POINTS_BACK] == plain[Sign.YES_OR_NO] == plain[Sign.SEVERAL] == plain[Sign.UNSPOKEN] == 0.0


@given(st.lists(st.floats(0.0, 1.0), min_size=len(Sign), max_size=len(Sign)))
def test_chances_add_up_to_one(signs: list[float]) -> None:
    chances = SHIPPED.chances(signs)
    assert chances.answered + chances.partly + chances.nothing == pytest.approx(1.0)
    assert min(chances.answered, chances.partly, chances.nothing) >= 0.0


def test_the_weights_say_what_a_person_would_expect() -> None:
    """Nearer and more spoken of: an answer is likelier. Words that nothing speaks of: no answer is."""
    base = [0.5, 0.5, 0.2, 0.0, 0.0, 0.0]
    for sign, better in ((Sign.NEAR, 0.8), (Sign.SPOKEN, 0.9)):
        moved = [better if place == sign else value for place, value in enumerate(base)]
        assert SHIPPED.chances(moved).answered > SHIPPED.chances(base).answered
    unspoken = [0.9 if place == Sign.UNSPOKEN else value for place, value in enumerate(base)]
    assert SHIPPED.chances(unspoken).nothing > SHIPPED.chances(base).nothing


def test_weights_are_log_odds() -> None:
    nothing = (0.0,) * len(Sign)
    weights = Weights(answered=(0.0, *nothing), partly=(0.0, *nothing), nothing=(0.0, 2.0, *nothing[1:]))
    even = weights.chances(nothing)
    assert (even.answered, even.partly, even.nothing) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert weights.chances((1.0, *nothing[1:])).nothing == pytest.approx(0.787, abs=0.001)


def test_the_followup_of_the_plan_is_heard() -> None:
    class Keeping(Fixed):
        def chances(self, signs: object) -> Chances:
            self.last = signs
            return super().chances(signs)

    judge, found = Keeping(LIKELY), near(APPEALS)
    asked = plan(APPEAL, followup=Followup(kind=FollowupKind.DEICTIC, why="pronoun"))
    as_supported(
        asked, asked.parts, (found,), (answer(APPEAL, *found.passages),), judge=judge, pack=PACK, tuning=TUNING
    )
    assert judge.asked == 1
    assert judge.last[Sign.POINTS_BACK] == 1.0  # type: ignore[index] - the signs are a tuple
