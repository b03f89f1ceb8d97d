"""What is searched and what is answered for the values that hold; what speaks for others is left out."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.said import passage, retrieval

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.jurisdiction import NOTHING_KNOWN, Jurisdiction, SlotState
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.questions.scope import as_asked, keep_in_scope, scope_plan
from followthrough.rules.questions.subject import Subject
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.testing.contracts.values import a_document
from followthrough.tuning import Tuning

PACK = load_pack("healthcare_payer")
KNOWN = Gazetteer(PACK, {"payor": ("Coralwood Care", "Harborline Health Plan")})
ALONE = Followup(kind=None, why="stands_alone")
HISTORY = (Exchange(message="What is the copay?", query="What is the copay?"),)


def asked(*texts: str) -> AnswerQuestion:
    return AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary=texts[0],
        planned=tuple(as_it_stands(sub_objective(text)) for text in texts),
    )


def holding(*payors: str) -> Jurisdiction:
    return Jurisdiction(slots=(SlotState(slot="payor", values=payors, set_at_turn=1, used_at_turn=1),))


def scope(text: str, subject: Subject, now: Jurisdiction) -> AnswerQuestion:
    return scope_plan(
        asked(text), subject, before=NOTHING_KNOWN, now=now, known=Gazetteer(PACK), pack=PACK, tuning=Tuning()
    )


def test_a_standalone_question_is_searched_byte_for_byte() -> None:
    text = "What  is the copay at Molina?"
    found = scope(text, Subject(text=text, history=HISTORY, followup=ALONE), holding("Molina"))

    assert found.queries == (text,)
    assert found.rewritten_by == "none"
    assert found.history.stands_alone


def test_the_original_question_is_asked_for_the_value_that_was_given() -> None:
    """R1-11, R2-4: a slot's value joins the question that waits; the context reaches the search."""
    text = "What is the copay?"
    found = scope(text, Subject(text=text, history=(), followup=ALONE, scope_alone=True), holding("Molina"))

    assert found.queries == ("What is the copay for Molina?",)
    assert [part.spoken for part in found.planned] == [text]
    assert found.rewritten_by == "rules"


def test_f37_values_that_are_compared_are_one_part_each() -> None:
    text = "What is the copay?"
    subject = Subject(text=text, history=(), followup=ALONE, scope_alone=True)
    found = scope(text, subject, holding("Molina", "Cigna"))

    assert found.queries == ("What is the copay for Molina?", "What is the copay for Cigna?")
    assert len({part.id for part in found.parts}) == 2


def test_a_value_is_asked_for_and_what_else_was_added_is_told() -> None:
    (fragment,) = asked("and by fax?").planned
    plan = replace(
        asked("and by fax?"),
        planned=(replace(fragment, query="and by fax? (appeal deadline, Harborline Health Plan)"),),
        followup=Followup(kind=FollowupKind.DEICTIC, why="ellipsis"),
        rewritten_by="rules",
    )
    (part,) = as_asked(plan, KNOWN, PACK)

    assert part.text == "and by fax for Harborline?"
    assert part.context == "appeal deadline"


def test_documents_that_speak_for_another_plan_are_left_out() -> None:
    found = replace(
        retrieval(passage("a", document="d-1"), passage("b", document="d-2"), passage("c", document="d-3")),
        query="What is the copay for Coralwood?",
    )
    plain = a_document("d").metadata
    documents = {
        document.id: document
        for document in (
            replace(a_document("d-1"), metadata=replace(plain, payor=("Coralwood Care",))),
            replace(a_document("d-2"), metadata=replace(plain, payor=("Harborline Health Plan",))),
            replace(a_document("d-3"), metadata=replace(plain, payor=())),
        )
    }

    kept = keep_in_scope(found, documents, KNOWN)
    assert [p.passage.document_id for p in kept.passages] == ["d-1", "d-3"]
    everyone = replace(found, query="What is the copay?")
    assert keep_in_scope(everyone, documents, KNOWN) == everyone


def test_a_fragment_behind_two_questions_is_called_by_its_words_and_theirs() -> None:
    before = ("What is the filing limit for paper claims?", "What is the filing limit for late claims?")
    history = (Exchange(message=" ".join(before), query=" ".join(before), queries=before),)
    followup = Followup(kind=FollowupKind.DEICTIC, why="ellipsis")
    about = Subject(text="what about imaging", history=history, followup=followup)
    nothing = Jurisdiction()
    plan = scope_plan(
        asked("what about imaging"), about, before=nothing, now=nothing, known=KNOWN, pack=PACK, tuning=Tuning()
    )

    assert [one.part.text for one in plan.planned] == ["what about imaging"] * 2
    assert [one.part.called for one in plan.planned] == [f"what about imaging \N{EN DASH} {said}" for said in before]
