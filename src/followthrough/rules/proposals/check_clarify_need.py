"""A model's word that a question can be read in several ways, and which: it counts where the passages bear it.

A model is asked only where several passages have just as many of the question's words. Invariant: each reading that
is offered has a passage of its own, which has the reading's words and of no other reading; none is named in the
question already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from followthrough.domain.conversation import Message, Thread, TurnClass
from followthrough.domain.documents import Passage
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.domain.model_results import ClarifyNeed
from followthrough.domain.outcome import Found
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import Retrieval
from followthrough.rules.language.asking import content, ends_as_question
from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.language.words import Stems, words_of
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.which_one.ambiguity import question_of
from followthrough.rules.which_one.titled import Reading
from followthrough.tuning import Tuning

_LABEL_WORDS = 8
_QUESTION_CHARS = 200
_MARKUP = ("](", "<", "`", "\n", "#")


def rivals_for(plan: AnswerQuestion, found: Found, thread: Thread, pack: Pack, tuning: Tuning) -> tuple[Passage, ...]:
    """Passages of different documents or sections that have just as many of the question's words, best first.

    Fewer than two where nothing competes, where the user's own documents are meant, or where it is asked already.
    """
    own = [place for place, part in enumerate(plan.planned) if not part.is_again]
    if len(own) != 1 or not _may_ask(plan, found, thread):
        return ()
    asked = telling_stems(plan.parts[own[0]].text, pack)
    passages = _sections(found.retrievals[own[0]] if found.retrievals else None)[: tuning.written_passages]
    shares = [len(asked & Known(_texts(p), pack).stems) for p in passages]
    most = max(shares, default=0)
    if not asked or most < tuning.written_min_cover * len(asked):
        return ()
    return tuple(p for p, share in zip(passages, shares, strict=True) if share == most)


def _may_ask(plan: AnswerQuestion, found: Found, thread: Thread) -> bool:
    """Whether nothing is asked of the user already, nothing of theirs is meant, and the reader prefers no place."""
    if found.answers and all(answer.likely for answer in found.answers):
        return False
    waits = thread.open_slots is not None and thread.open_slots.kind is Waits.UNDERSPECIFIED
    asks = waits or found.task is not None or found.unclear is not None
    is_theirs = bool(plan.given or thread.document_ids)
    goes_on = plan.followup.is_followup  # the conversation says what its few words mean
    is_question = plan.turn_class in (TurnClass.NEW_QUESTION, TurnClass.CONTINUATION)
    return not (asks or is_theirs or goes_on) and is_question


def _sections(found: Retrieval | None) -> list[Passage]:
    """The best passage of each section that was found; of replaced documents none."""
    sections: dict[tuple[str, tuple[str, ...]], Passage] = {}
    for ranked in found.passages if found is not None else ():
        if not ranked.superseded:
            sections.setdefault((ranked.passage.document_id, ranked.passage.heading), ranked.passage)
    return list(sections.values())


def check_clarify_need(
    need: ClarifyNeed, message: Message, rivals: Sequence[Passage], pack: Pack, tuning: Tuning
) -> OpenSlots | None:
    """The question which reading is meant; None where the model sees no need or its readings do not hold."""
    labels = tuple(dict.fromkeys(" ".join(reading.split()) for reading in need.readings))
    if not need.needed or not 1 < len(labels) <= tuning.readings_max:
        return None
    stems = Stems(pack)
    said = frozenset(stems.of([w.key for w in words_of(message.text)]))
    owns = [frozenset(stems.of([w.key for w in content(words_of(label), pack)])) - said for label in labels]
    plain = all(len(words_of(label)) <= _LABEL_WORDS and _is_plain(label) for label in labels)
    if (
        not plain
        or not _stand_apart(owns, rivals, pack)
        or Known(_all(rivals, message), pack).lacks(facts_of(" , ".join(labels), pack))
    ):
        return None
    readings = [Reading(label=label, own=own) for label, own in zip(labels, owns, strict=True)]
    lead = _question(need.question, rivals, message, pack)
    return question_of(message.text, "", readings, pack, message.index, lead=lead)


def _stand_apart(owns: Sequence[frozenset[str]], rivals: Sequence[Passage], pack: Pack) -> bool:
    """Whether each reading's own words stand in a passage that has those of no other reading."""
    known = [Known(_texts(passage), pack).stems for passage in rivals]
    holders = [{place for place, has in enumerate(known) if own <= has} for own in owns]
    counts = Counter(place for held in holders for place in held)
    return all(owns) and all(any(counts[place] == 1 for place in held) for held in holders)


def _question(question: str | None, rivals: Sequence[Passage], message: Message, pack: Pack) -> str:
    """The model's question where it is one and states nothing of its own; empty leaves the pack's."""
    text = " ".join((question or "").split())
    fits = 0 < len(text) <= _QUESTION_CHARS and ends_as_question(text) and _is_plain(text)
    return text if fits and not Known(_all(rivals, message), pack).lacks(facts_of(text, pack)) else ""


def _is_plain(text: str) -> bool:
    return not any(mark in text for mark in _MARKUP)


def _texts(passage: Passage) -> tuple[str, ...]:
    return (passage.text, passage.document_name, *passage.heading)


def _all(rivals: Sequence[Passage], message: Message) -> tuple[str, ...]:
    return (message.text, *(text for passage in rivals for text in _texts(passage)))
