"""What is searched for each part: resolved against the conversation, for the values that hold (R1-8, C16, F37).

Invariant: there is one query a part, in the parts' order; several values of one slot are one part each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from followthrough.domain.conversation import Thread
from followthrough.domain.documents import Document
from followthrough.domain.ids import DocumentId
from followthrough.domain.jurisdiction import Jurisdiction
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import PlannedPart
from followthrough.domain.resolution import FollowupKind, ResolvedQuery, RetrievalContext
from followthrough.domain.retrieval import Retrieval
from followthrough.domain.rollout import Flags, Mode
from followthrough.rules.cutting.metadata import names_of
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.language.asking import asks
from followthrough.rules.language.private import without_secrets
from followthrough.rules.language.words import names_phrase
from followthrough.rules.questions.comparison import part_for_each_value
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.questions.spread import hangs_on_parts, resolve_for_parts
from followthrough.rules.questions.subject import Subject
from followthrough.rules.retrieval.rank_signals import search_history
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.rules.slots.stated import organisations, replaced_values, scoped, searched_values
from followthrough.rules.web.online import plainly
from followthrough.tuning import Tuning


def scope_plan(
    asked: AnswerQuestion,
    subject: Subject,
    *,
    before: Jurisdiction,
    now: Jurisdiction,
    known: Gazetteer,
    pack: Pack,
    tuning: Tuning,
) -> AnswerQuestion:
    """The plan with its queries; a comparison is one part for each value.

    Args:
        asked: the parts.
        subject: what they are about.
        before: the slots before the message.
        now: the slots as the message leaves them.
        known: the names.
        pack: words and slots.
        tuning: the table of numbers.
    """
    if subject.effective:
        return _as_known(asked, subject)
    asked = part_for_each_value(asked, known, pack, tuning)
    compared = _compared(now, pack)
    values = tuple(v for v in searched_values(now, pack) if v not in compared)
    context = RetrievalContext(
        last_refined_query=subject.history[-1].asked if subject.history else None,
        jurisdiction=values,
        followup=subject.followup,
        replaced=(*replaced_values(before, now), *compared),
        organisations=organisations(now, pack),
    )
    planned = _resolved(asked.planned, subject, context, pack, tuning, split=not compared)
    planned = _for_values(planned, subject, values, compared, pack)
    return replace(
        asked,
        planned=_named(planned, subject.about, pack),
        history=search_history(subject.history, subject.followup),
        followup=subject.followup,
        rewritten_by="rules" if any(one.query != one.spoken for one in planned) else "none",
    )


def _for_values(
    planned: list[PlannedPart], subject: Subject, values: tuple[str, ...], compared: tuple[str, ...], pack: Pack
) -> list[PlannedPart]:
    """The parts for the values that hold, once for each of those that are compared.

    What a follow-up means tells it from the same words asked of something else.
    """
    if subject.scope_alone or subject.followup.is_followup:
        planned = [replace(one, query=scoped(one.query, values, pack)) for one in planned]
        planned = [each for one in planned for each in _for_each(one, compared, pack)] if compared else planned
    if not subject.followup.is_followup:
        return planned
    return [replace(one, part=_meaning(one.part, one.query)) for one in planned]


def _meaning(part: SubObjective, query: str) -> SubObjective:
    return replace(sub_objective(part.text, part.context, meaning=query), name=part.name)


def _named(planned: list[PlannedPart], about: str, pack: Pack) -> tuple[PlannedPart, ...]:
    """The parts with what they mean, called so where the same words are asked of several things.

    What only tells something of a question (``about``) is called that question.
    Replies repeat what a part is called: what opens a door is not said again.
    """
    said = Counter(one.spoken for one in planned)

    def name(one: PlannedPart) -> str:
        own = (one.part.name or one.query) if said[one.spoken] > 1 else about
        called = without_secrets(own or one.part.text, pack)
        return called if own or called != one.part.text else ""

    return tuple(replace(one, part=replace(one.part, effective=one.query, name=name(one))) for one in planned)


def _as_known(asked: AnswerQuestion, subject: Subject) -> AnswerQuestion:
    """The plan whose queries are known without resolving: the last question for other values."""
    parts = (replace(sub_objective(text), effective=text) for text in subject.effective)
    return replace(
        asked,
        planned=tuple(PlannedPart(part=part, query=part.effective, spoken=part.effective) for part in parts),
        history=search_history(subject.history, subject.followup),
        followup=subject.followup,
        rewritten_by="rules",
    )


def with_previous_documents(asked: AnswerQuestion, thread: Thread, flags: Flags) -> AnswerQuestion:
    """A follow-up's plan with the documents of the last turn that had sources; never a new question's (C20, F41)."""
    if flags.previous_docs is not Mode.ON or not asked.followup.is_followup:
        return asked
    ids = tuple(dict.fromkeys(source.document_id for source in thread.last_turn_sources))
    return replace(asked, previous_document_ids=ids)


def as_asked(asked: AnswerQuestion, known: Gazetteer, pack: Pack) -> tuple[SubObjective, ...]:
    """The parts as they are to be answered, in their order: with the values that hold, as people say them.

    A value must stand where the answer does. What else a query has beside the user's words is what was told around
    the question; a whole question of its own is answered by its own words.
    """
    found: list[SubObjective] = []
    for planned in asked.planned:
        part, query = planned.part, planned.query
        is_whole = asked.followup.kind is FollowupKind.TOPICAL and asks(part.text, pack)
        one = _as_asked(part, query, known, pack, is_whole=is_whole) if asked.rewritten_by == "rules" else part
        one = replace(one, text=plainly(one, part, pack))
        found.append(replace(one, text=known.shortened(one.text), context=known.shortened(one.context)))
    return tuple(found)


def _as_asked(part: SubObjective, query: str, known: Gazetteer, pack: Pack, *, is_whole: bool) -> SubObjective:
    meant = ResolvedQuery.read(query)
    text = part.text if is_whole else meant.asked
    named = {m.value for m in known.mentions(text)}
    held = [m.value for m in known.mentions(query) if m.known and not m.negated and m.value not in named]
    told = [item for item in meant.beside if item and item not in held]
    text = scoped(text, tuple(dict.fromkeys(held)), pack)
    return replace(part, text=text, context="" if is_whole else " ".join(told))


def keep_in_scope(found: Retrieval, documents: Mapping[DocumentId, Document], known: Gazetteer) -> Retrieval:
    """What was found without the documents that speak for other plans or states than the query names.

    A document that names none in its metadata speaks for all.
    """
    wanted: dict[str, set[str]] = {}
    for mention in known.mentions(found.query):
        if mention.known and not mention.negated:
            wanted.setdefault(mention.slot, set()).add(mention.value)
    slots = [slot for slot in known.slots if slot.metadata and slot.name in wanted]

    def is_kept(document: Document | None) -> bool:
        for slot in slots:
            names = known.canonical(slot.name, () if document is None else names_of(document.metadata, slot.metadata))
            if names and wanted[slot.name].isdisjoint(names):
                return False
        return True

    kept = tuple(p for p in found.passages if is_kept(documents.get(p.passage.document_id)))
    return found if len(kept) == len(found.passages) else replace(found, passages=kept)


def _resolved(
    planned: tuple[PlannedPart, ...],
    subject: Subject,
    context: RetrievalContext,
    pack: Pack,
    tuning: Tuning,
    *,
    split: bool,
) -> list[PlannedPart]:
    """Each part with its query, resolved where it is a follow-up by its words.

    With ``split`` a fragment is one part for each part of the last turn that it goes on with.
    """
    if not subject.followup.is_followup or subject.followup.why == "depends_on_slot":
        return list(planned)
    if split and len(planned) == 1 and hangs_on_parts(planned[0].part.text, context, subject.history, pack):
        queries = resolve_for_parts(planned[0].part, context, subject.history, pack, tuning)
        return [_gone_on_with(planned[0], query, earlier) for query, earlier in queries.items()]
    queries = resolve([one.part for one in planned], context, subject.history, pack, tuning).queries
    return [replace(one, query=query) for one, query in zip(planned, queries, strict=True)]


def _gone_on_with(fragment: PlannedPart, query: str, earlier: str) -> PlannedPart:
    """The fragment asked of one earlier question, called by the words of both where they are no one sentence."""
    is_sentence = not ResolvedQuery.read(query).beside
    name = query if is_sentence else f"{fragment.spoken} – {earlier}"
    return replace(fragment, query=query, part=replace(fragment.part, name=name))


def _compared(jurisdiction: Jurisdiction, pack: Pack) -> tuple[str, ...]:
    """The values that are compared: those of the first slot that has several."""
    several = (jurisdiction.values(slot.name) for slot in pack.slots.slots if slot.many)
    return next((values for values in several if len(values) > 1), ())


def _for_each(planned: PlannedPart, values: tuple[str, ...], pack: Pack) -> list[PlannedPart]:
    """The part once for each value, unless it names one of them already."""
    part, query = planned.part, planned.query
    if any(names_phrase(query, value) for value in values):
        return [planned]
    found: list[PlannedPart] = []
    for value in values:
        one = scoped(query, (value,), pack)
        meant = sub_objective(scoped(part.text, (value,), pack), part.context, meaning=one)
        found.append(replace(planned, part=meant, query=one))
    return found
