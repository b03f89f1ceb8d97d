"""What is searched for each part: resolved against the conversation, for the values that hold (R1-8, C16, F37).

Invariant: there is one query a part, in the parts' order; several values of one slot are one part each.
"""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.conversation import Thread
from followthrough.domain.jurisdiction import Jurisdiction
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.resolution import RetrievalContext
from followthrough.rules.plan import sub_objective
from followthrough.rules.resolve import resolve, with_values
from followthrough.rules.slots import replaced_values, searched_values
from followthrough.rules.subject import Subject
from followthrough.rules.words import phrase_of
from followthrough.tuning import Tuning


def scope_plan(
    asked: AnswerQuestion,
    subject: Subject,
    *,
    before: Jurisdiction,
    now: Jurisdiction,
    pack: Pack,
    tuning: Tuning,
) -> AnswerQuestion:
    """The plan with its queries.

    Args:
        asked: the parts.
        subject: what they are about.
        before: the slots before the message.
        now: the slots as the message leaves them.
        pack: words and slots.
        tuning: the table of numbers.
    """
    if subject.effective:
        parts = tuple(sub_objective(text) for text in subject.effective)
        return replace(
            asked,
            parts=parts,
            queries=subject.effective,
            spoken=subject.effective,
            followup=subject.followup,
            rewritten_by="rules",
        )
    spoken = tuple(part.query for part in asked.parts)
    compared = _compared(now, pack)
    values = tuple(v for v in searched_values(now, pack) if v not in compared)
    queries = _resolved(
        asked, subject, values=values, replaced=replaced_values(before, now), pack=pack, tuning=tuning
    )
    is_scoped = subject.scope_alone or subject.followup.is_followup
    if is_scoped:
        queries = tuple(with_values(query, values) for query in queries)
    rows = list(zip(asked.parts, queries, spoken, strict=True))
    if is_scoped and compared:
        rows = [one for row in rows for one in _for_each(row, compared)]
    if subject.followup.is_followup:
        rows = [(sub_objective(part.text, part.context, meaning=query), query, own) for part, query, own in rows]
    queries = tuple(query for _, query, _ in rows)
    return replace(
        asked,
        parts=tuple(part for part, _, _ in rows),
        queries=queries,
        spoken=tuple(own for _, _, own in rows),
        followup=subject.followup,
        rewritten_by="rules" if queries != spoken else "none",
    )


def with_previous_documents(asked: AnswerQuestion, thread: Thread) -> AnswerQuestion:
    """A follow-up's plan with the documents of the last turn that had sources; never a new question's (C20, F41)."""
    if not asked.followup.is_followup:
        return asked
    ids = tuple(dict.fromkeys(source.document_id for source in thread.last_turn_sources))
    return replace(asked, previous_document_ids=ids)


def as_asked(part: SubObjective, query: str) -> SubObjective:
    """The part as a question to be answered: its query, with what was added behind it as what was told around it."""
    if query == part.query:
        return part
    own = part.text.rstrip()
    if query.startswith(own):
        return replace(part, context=query[len(own) :].strip(" ()"))
    if query.endswith(")") and not own.endswith(")") and " (" in query:
        asked, _, added = query.rpartition(" (")
        return replace(part, text=asked, context=added.rstrip(")"))
    return replace(part, text=query, context="")


def _resolved(
    asked: AnswerQuestion,
    subject: Subject,
    *,
    values: tuple[str, ...],
    replaced: tuple[str, ...],
    pack: Pack,
    tuning: Tuning,
) -> tuple[str, ...]:
    """Each part's query, resolved where it is a follow-up by its words."""
    if not subject.followup.is_followup or subject.followup.why == "depends_on_slot":
        return tuple(part.query for part in asked.parts)
    context = RetrievalContext(
        last_refined_query=subject.history[-1].asked if subject.history else None,
        jurisdiction=values,
        followup=subject.followup,
        replaced=replaced,
    )
    return resolve(asked.parts, context, subject.history, pack, tuning).queries


def _compared(jurisdiction: Jurisdiction, pack: Pack) -> tuple[str, ...]:
    """The values that are compared: those of the first slot that has several."""
    several = (jurisdiction.values(slot.name) for slot in pack.slots.slots if slot.many)
    return next((values for values in several if len(values) > 1), ())


def _for_each(row: tuple[SubObjective, str, str], values: tuple[str, ...]) -> list[tuple[SubObjective, str, str]]:
    """The part once for each value, unless it names one of them already."""
    part, query, own = row
    named = f" {phrase_of(query)} "
    if any(f" {phrase_of(value)} " in named for value in values):
        return [row]
    found: list[tuple[SubObjective, str, str]] = []
    for value in values:
        one = with_values(query, (value,))
        found.append((sub_objective(with_values(part.text, (value,)), part.context, meaning=one), one, own))
    return found
