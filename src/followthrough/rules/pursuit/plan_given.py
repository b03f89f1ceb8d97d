"""What a turn does with what the user gave: the open parts once more, with it, and nothing else (R0-14, R0-30).

Invariants: parts keep their ids (F20), answered ones are not searched again; a part in other words takes the place of
the one it rewords, in the same objective.
"""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.conversation import Decision, Lane, Thread, TurnClass
from followthrough.domain.given import Rephrased, Stated
from followthrough.domain.jurisdiction import Jurisdiction
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, SayText, UsesGiven
from followthrough.rules.hearing.classify import Heard
from followthrough.rules.hearing.rephrase import exchange_code, reworded
from followthrough.rules.language.identifiers import asks_for_code
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import Stems, keys_of, names_phrase
from followthrough.rules.objective.unsolved import open_parts, telling_stems, telling_words
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.slots.stated import scoped, searched_values
from followthrough.tuning import Tuning

_SEARCHED_WORDS = 6  # of a statement: what it says beyond the question


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
        parts=parts,
        queries=tuple(part.effective or part.query for part in parts),
        rewritten_by="rules",
        aim=UsesGiven(objective_id=objective.id),
        given=given.kinds,
    )
    if about is not None and given.rephrased is not None:
        plan = _reworded(plan, about, given.rephrased, heard.now, pack)
    elif about is not None and given.stated is not None and (other := _other_code(about, given.stated, pack)):
        plan = _exchanged(plan, about, other)
    elif about is not None and given.stated is not None:
        plan = _stated(plan, about, given.stated, pack)
    return replace(plan, spoken=tuple(part.query for part in plan.parts))


def _reworded(
    plan: AnswerQuestion, part: SubObjective, said: Rephrased, now: Jurisdiction, pack: Pack
) -> AnswerQuestion:
    """The part in the user's other words, for the values for which it was asked."""
    meant = part if not part.effective else replace(part, text=part.effective, context="")
    text = reworded(meant, said, pack)
    held = [value for value in searched_values(now, pack) if names_phrase(part.effective, value)]
    query = scoped(text, tuple(held), pack)
    fresh = replace(sub_objective(text, meaning=query), effective=query)
    return replace(plan, parts=(fresh,), queries=(query,), replaces=((part.id, fresh.id),))


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


def _exchanged(plan: AnswerQuestion, part: SubObjective, other: SubObjective) -> AnswerQuestion:
    return replace(plan, parts=(other,), queries=(other.effective,), replaces=((part.id, other.id),))


def _stated(plan: AnswerQuestion, part: SubObjective, said: Stated, pack: Pack) -> AnswerQuestion:
    """The part with the user's word beside it: its code, or what it says beyond the question, is searched too."""
    query = part.effective or part.query
    added = said.codes or _beyond(said.text, query, pack)
    told = tuple(word for word in added if not names_phrase(query, word))
    return replace(plan, parts=(part,), queries=(with_told(query, told, pack),), stated=((part.id, said.text),))


def with_told(query: str, told: tuple[str, ...], pack: Pack) -> str:
    """The query with words in brackets behind it, which is how what was told stands beside what is asked."""
    if not told:
        return query
    words = pack.texts.list_comma.join(told)
    if query.endswith(")") and " (" in query:
        return f"{query[:-1]}{pack.texts.list_comma}{words})"
    return f"{query} ({words})"


def _beyond(text: str, query: str, pack: Pack) -> tuple[str, ...]:
    known, stems = telling_stems(query, pack), Stems(pack)
    small = pack.giving.sources | pack.giving.leads | pack.giving.hedges
    words = [w for w in telling_words(text, pack) if w.key not in small]
    fresh = [w.text for w, stem in zip(words, stems.of([w.key for w in words]), strict=True) if stem not in known]
    return tuple(dict.fromkeys(fresh))[:_SEARCHED_WORDS]
