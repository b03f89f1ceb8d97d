"""What a turn does with what the user gave: the open parts once more, with it, and nothing else (R0-14, R0-30).

Invariants: parts keep their ids (F20), answered ones are not searched again; a part in other words takes the place of
the one it rewords, in the same objective.
"""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.conversation import Decision, Lane, Thread, TurnClass
from followthrough.domain.given import Offered, Rephrased, Stated
from followthrough.domain.jurisdiction import Jurisdiction
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, SayText, UsesGiven
from followthrough.domain.planned_part import PlannedPart
from followthrough.domain.resolution import Followup, FollowupKind, ResolvedQuery
from followthrough.rules.hearing.classify import Heard
from followthrough.rules.hearing.rephrase import exchange_code, reworded
from followthrough.rules.language.identifiers import asks_for_code
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import keys_of, names_phrase
from followthrough.rules.objective.unsolved import open_parts
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.retrieval.rank_signals import search_history
from followthrough.rules.slots.stated import scoped, searched_values
from followthrough.tuning import Tuning


def plan_given(heard: Heard, thread: Thread, pack: Pack, tuning: Tuning) -> AnswerQuestion | SayText:
    """The plan for a message that gives and asks nothing else; without an open part it is noted."""
    parts, given, objective = open_parts(thread), heard.given, thread.active_objective
    decision = Decision(lane=Lane.ANSWER, reason=TurnClass.INFO_PROVIDED.value)
    about = next((part for part in parts if part.id == given.about), None)
    if not parts or objective is None:
        return SayText(turn_class=heard.turn_class, decision=decision, say="material_noted")
    plan = AnswerQuestion(
        turn_class=heard.turn_class,
        decision=decision,
        summary="",
        planned=tuple(
            PlannedPart(part=part, query=part.effective or part.query, spoken=part.query) for part in parts
        ),
        rewritten_by="rules",
        aim=UsesGiven(objective_id=objective.id),
        given=given.kinds,
    )
    said = _said_of(about, given, heard.now, pack) if about is not None else None
    return plan if said is None else _as_said(plan, said, heard)


def _as_said(plan: AnswerQuestion, said: PlannedPart, heard: Heard) -> AnswerQuestion:
    """The part looked for and read in the message's own words, behind the question that they go on with."""
    words, goes_on = heard.message.text.strip(), Followup(kind=FollowupKind.DEICTIC, why="given")
    history = search_history(heard.history, goes_on)
    return replace(plan, planned=(replace(said, spoken=words),), history=history, followup=goes_on)


def _said_of(part: SubObjective, given: Offered, now: Jurisdiction, pack: Pack) -> PlannedPart | None:
    """The one part that the message is about, with what it says of it; None where it says nothing."""
    if given.rephrased is not None:
        return _in_place_of(part, _reworded(part, given.rephrased, now, pack))
    if given.stated is None:
        return None
    other = _other_code(part, given.stated, pack)
    return _stated(part, given.stated, pack) if other is None else _in_place_of(part, other)


def _reworded(part: SubObjective, said: Rephrased, now: Jurisdiction, pack: Pack) -> SubObjective:
    """The part in the user's other words, for the values for which it was asked.

    Where the conversation stands in what is searched, it is called what the user called it.
    """
    meant = part if not part.effective else replace(part, text=part.effective, context="")
    text = reworded(meant, said, pack)
    held = [value for value in searched_values(now, pack) if names_phrase(part.effective, value)]
    query = scoped(text, tuple(held), pack)
    called = part.called if part.effective not in ("", part.text) and text not in (said.text, part.text) else ""
    return replace(sub_objective(text, meaning=query), effective=query, name=called)


def _other_code(part: SubObjective, said: Stated, pack: Pack) -> SubObjective | None:
    """The part about the code that the user says in place of its own; None where the code is no other one for it.

    A part that asks which code it is gets an answer by a code; one that names none, or several, is left as it is.
    """
    wants_code = asks_for_code(part.text, pack) or wanted(keys_of(part.text), pack).kind is Kind.IDENTIFIER
    if wants_code or not said.codes_alone or len(said.codes) != 1:
        return None
    code = said.codes[0]
    asked = part if exchange_code(part.text, code) is not None else replace(part, text=part.effective, context="")
    text, query = exchange_code(asked.text, code), exchange_code(part.effective or part.query, code)
    if text is None or query is None:
        return None
    return replace(sub_objective(text, asked.context, meaning=query), effective=query)


def _in_place_of(part: SubObjective, other: SubObjective) -> PlannedPart:
    return PlannedPart(part=other, query=other.effective, spoken=other.query, replaces=part.id)


def _stated(part: SubObjective, said: Stated, pack: Pack) -> PlannedPart:
    """The part with the user's word beside it: its code, or what it says beyond the question, is searched too."""
    query = part.effective or part.query
    told = ResolvedQuery.read(query).also(*(code for code in said.codes if not names_phrase(query, code)))
    return PlannedPart(part=part, query=told.text, spoken=part.query, stated=said.text)
