"""The reply: what was found, then what was not, each with its sources; wording from the pack (R0-32).

Invariants: every ``[n]`` in the text has its citation and every citation its ``[n]``, numbered in order of first use,
one a passage; the text says that something was not found exactly when the objective's parts say so; the ask stands
in it as the ledger has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import assert_never

from followthrough.domain.conversation import Reply, TurnClass
from followthrough.domain.given import Material
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.objective import SubObjective, SubStatus
from followthrough.domain.outcome import Doubt, Extract, Found, Outcome, PartAnswer, Progress
from followthrough.domain.pack import Pack
from followthrough.domain.plan import (
    AnswerQuestion,
    AskLoop,
    AskSlots,
    Conclude,
    Conclusion,
    FinishLoop,
    OfferOptions,
    Plan,
    Recount,
    SayText,
    TakeAction,
)
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.domain.texts import Texts
from followthrough.rules.language.wording import inert, listed, named, shown
from followthrough.rules.objective.unsolved import unsolved, was_shown
from followthrough.rules.pursuit.outlook import given_up_on, what_next
from followthrough.rules.pursuit.retry import SAID_AGAIN
from followthrough.rules.replies.citing import Sources, cited, paragraphs, worded
from followthrough.rules.replies.compose_list import list_reply
from followthrough.rules.replies.compose_loop import first_question, loop_reply, offer_to_resume
from followthrough.rules.replies.credit import (
    credited,
    doubtful,
    is_word_alone,
    not_taken,
    noted,
    on_their_word,
    was_read,
)
from followthrough.rules.web.searching import said_of_web
from followthrough.rules.which_one.ambiguity import stands_alone

_SHOWN_CASES = 6  # cases that are named


def compose(plan: Plan, outcome: Outcome, progress: Progress, pack: Pack, material: Material | None = None) -> Reply:
    """What the user reads."""
    reply = _composed(plan, outcome, progress, pack, material)
    if not isinstance(plan, AnswerQuestion | AskLoop) or not plan.dropped:
        return reply
    return replace(reply, text=f"{_left_out(plan.dropped, pack.texts)}\n\n{reply.text}")


def _left_out(dropped: Iterable[SubObjective], texts: Texts) -> str:
    return texts.part_dropped.format(parts=_enumerated(dropped, texts))


def _composed(plan: Plan, outcome: Outcome, progress: Progress, pack: Pack, material: Material | None) -> Reply:
    match plan:
        case SayText():
            waiting = progress.clarification if plan.turn_class in (TurnClass.ACK, TurnClass.CHAT) else None
            return offer_to_resume(Reply(text=_said(plan, pack.texts, material)), waiting, pack.texts)
        case AskSlots():
            unknown = f"{pack.texts.slot_unknown.format(name=shown(plan.unknown))} " if plan.unknown else ""
            return Reply(text=unknown + plan.open_slots.question)
        case Conclude():
            return Reply(text=_concluded(plan, progress, pack))
        case AnswerQuestion():
            return _found(plan, outcome, progress, pack, material)
        case OfferOptions() | TakeAction() | Recount():
            return list_reply(plan, outcome, pack)
        case AskLoop() | FinishLoop():
            return loop_reply(plan, outcome, progress, pack)
        case _:
            assert_never(plan)


def _found(
    plan: AnswerQuestion, outcome: Outcome, progress: Progress, pack: Pack, material: Material | None
) -> Reply:
    if not isinstance(outcome, Found) or progress.signal is RetrievalSignal.INFRA_ERROR:
        return Reply(text=pack.texts.search_failed)
    if outcome.unclear is not None:
        return _asked_back(plan, outcome, outcome.unclear, pack.texts)
    if outcome.task is not None:
        return first_question(outcome.task, pack.texts)
    return offer_to_resume(_answered(plan, outcome, progress, pack, material), progress.clarification, pack.texts)


def _asked_back(plan: AnswerQuestion, outcome: Found, unclear: OpenSlots, texts: Texts) -> Reply:
    """The question what is meant, behind what may be meant; a list to choose from stands alone."""
    sources = Sources()
    own = [a for a in outcome.answers if not stands_alone(unclear) and a.part_id not in plan.again]
    near = [a for a in own if a.extracts and a.coverage >= _MAY_BE_MEANT]
    blocks = [block for answer in near for block in _section(answer, sources, texts, answered=answer.complete)]
    return Reply(text="\n\n".join((*blocks, unclear.question)), citations=sources.citations())


_BESIDE = " · "  # between parts in one heading
_MAY_BE_MEANT = 0.3  # how surely what is found answers, from which on it is shown beside the question


def _said(plan: SayText, texts: Texts, material: Material | None) -> str:
    match plan.say:
        case "nothing" | "person" | "catalogue":
            return "".join(inert(said) for said in plan.values)
        case "slot_noted":
            return texts.slot_noted.format(values=texts.list_comma.join(shown(value) for value in plan.values))
        case "points_at_nothing":
            return texts.points_at_nothing.format(words=shown("".join(plan.values)))
        case "doubted_sources" | "sources_named" | "attached_named":
            return str(getattr(texts, plan.say)).format(names=named(plan.values, texts))
        case "material_noted":
            return noted(material, texts)
        case name:  # a text without places to fill in; a test sees that each has one of its name
            said = str(getattr(texts, name))
            return f"{said} {texts.handoff_wait.format(minutes=plan.values[0])}" if plan.values else said


def _concluded(plan: Conclude, progress: Progress, pack: Pack) -> str:
    """The user's end, acknowledged; or what stays open, what was tried, and where else to turn (R0-33)."""
    objective, texts = progress.objective, pack.texts
    if plan.how is Conclusion.USER_ENDED or objective is None:
        return texts.user_ended
    if plan.how is Conclusion.PART_DROPPED:
        waits = [part for part in unsolved(objective) if not was_shown(part)]
        said = _left_out(plan.dropped, texts)
        said += f" {texts.part_waits.format(parts=_enumerated(waits, texts))}" if waits else ""
        return "\n\n".join((said, *what_next(progress, pack)))
    return "\n\n".join(given_up_on(objective, pack))


def _enumerated(parts: Iterable[SubObjective], texts: Texts) -> str:
    return texts.list_comma.join(texts.quoted.format(part=shown(part.called)) for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """The parts that this reply tells of, each as the objective has it now, by what came of them.

    Attributes:
        told: all of them, in the order asked.
        found: those with something to show.
        on_word: those that rest on the user's word alone.
        failed: those that were searched in vain.
        known: those that were answered before.
        unsearched: those that could not be searched.
    """

    told: tuple[SubObjective, ...]
    found: tuple[SubObjective, ...]
    on_word: tuple[SubObjective, ...]
    failed: tuple[SubObjective, ...]
    known: tuple[SubObjective, ...]
    unsearched: tuple[SubObjective, ...]


def _parts(plan: AnswerQuestion, answers: Mapping[SubObjectiveId, PartAnswer], progress: Progress) -> _Parts:
    told = _told(plan, progress)
    unsearched, searched = _split(told, lambda part: answers[part.id].signal is RetrievalSignal.INFRA_ERROR)
    _, missed = _split(searched, lambda part: bool(answers[part.id].extracts))
    known, unknown = _split(missed, lambda part: part.status is SubStatus.ANSWERED)
    on_word, _ = _split(searched, is_word_alone)
    silent = {part.id for part in unknown if part in on_word or _stands(part, answers[part.id])}
    return _Parts(
        told=told,
        found=_split(told, lambda part: bool(answers[part.id].extracts))[0],
        on_word=on_word,
        failed=_split(unknown, lambda part: part.id not in silent)[0],
        known=known,
        unsearched=unsearched,
    )


def _stands(part: SubObjective, answer: PartAnswer) -> bool:
    """Whether nothing was searched for the part, and what was shown of it before is as it was."""
    return part.status is SubStatus.PARTIAL and answer.signal is RetrievalSignal.TOOL_FAILED


def _told(plan: AnswerQuestion, progress: Progress) -> tuple[SubObjective, ...]:
    """The parts of the plan as they are now, but for those that were only looked for again and not answered."""
    subs = {sub.id: sub for sub in progress.objective.subs} if progress.objective else {}
    now = (subs.get(part.id, replace(part, status=SubStatus.PENDING)) for part in plan.parts)
    return tuple(part for part in now if part.id not in plan.again or part.status is SubStatus.ANSWERED)


_Some = tuple[SubObjective, ...]


def _split(parts: _Some, holds: Callable[[SubObjective], bool]) -> tuple[_Some, _Some]:
    """Those of which it holds, and the others, in order."""
    return tuple(part for part in parts if holds(part)), tuple(part for part in parts if not holds(part))


def _answered(
    plan: AnswerQuestion, outcome: Found, progress: Progress, pack: Pack, material: Material | None
) -> Reply:
    """Sections of the parts that have something, in the order asked; then what was not found, then not searched.

    What the user gave and could not be read stands before them, what rests on it behind them.
    """
    texts, sources = pack.texts, Sources()
    answers = {answer.part_id: answer for answer in outcome.answers}
    parts = _parts(plan, answers, progress)
    blocks = [
        *opening(plan, material, texts),
        *_said_again(plan, outcome, texts),
        *_in_other_words(outcome, parts, answers, sources, texts),
        *_in_their_words(outcome, parts, answers, sources, texts),
        *credited([answers[part.id] for part in parts.found], texts),
        *(on_their_word(part, texts) for part in parts.on_word),
        *(_not_found(part, answers[part.id], texts) for part in parts.failed),
        *(texts.part_search_failed.format(part=shown(part.called)) for part in parts.unsearched),
        *_known(parts, texts),
        *said_of_web(outcome.answers, texts, asks=bool(progress.asks)),
        *what_next(progress, pack),
    ]
    return Reply(text="\n\n".join(blocks), citations=sources.citations())


def _said_again(plan: AnswerQuestion, outcome: Found, texts: Texts) -> Iterator[str]:
    """That what was wanted in other words, or another language, comes as the documents have it."""
    is_whole = plan.shown is None or not plan.shown.brief
    if plan.decision.reason == SAID_AGAIN and is_whole and not outcome.written:
        yield texts.said_again


def _in_other_words(
    outcome: Found, parts: _Parts, answers: Mapping[SubObjectiveId, PartAnswer], sources: Sources, texts: Texts
) -> Iterator[str]:
    """What a model wrote, then what it leaves open."""
    if not outcome.written:
        return
    yield "".join(worded(wording, sources) for wording in outcome.written)
    for part in parts.found:
        if part.id in outcome.told and part.status is not SubStatus.ANSWERED:
            yield from _left_open(answers[part.id], texts)


def _in_their_words(
    outcome: Found, parts: _Parts, answers: Mapping[SubObjectiveId, PartAnswer], sources: Sources, texts: Texts
) -> Iterator[str]:
    """What the documents say of each part that no model told, under its name where there are several.

    Parts in a row that found the very same stand over it in one heading.
    """

    def what(part: SubObjective) -> tuple[bool, tuple[Extract, ...]]:
        return part.status is SubStatus.ANSWERED, answers[part.id].extracts

    for (answered, _), same in groupby((p for p in parts.found if p.id not in outcome.told), key=what):
        together = list(same)
        if len(parts.told) > 1:
            yield texts.part_heading.format(part=_BESIDE.join(_in_bold(part.called) for part in together))
        yield from _section(answers[together[0].id], sources, texts, answered=answered)


def _known(parts: _Parts, texts: Texts) -> list[str]:
    return [texts.known.format(parts=named([part.called for part in parts.known], texts))] if parts.known else []


def opening(plan: AnswerQuestion, material: Material | None, texts: Texts) -> list[str]:
    """What stands before the answer: what of the user's material was not taken, and what was read."""
    return [*not_taken(material, texts), *(was_read(material, texts) if plan.given else [])]


def _section(answer: PartAnswer, sources: Sources, texts: Texts, *, answered: bool) -> list[str]:
    """The extracts as paragraphs and lists; then, where the part is not answered, what is open."""
    blocks = _paragraphs(answer, sources, texts)
    if answer.left:
        blocks.append(texts.items_left.format(count=answer.left))
    return blocks if answered and answer.doubt is None else [*blocks, *_left_open(answer, texts)]


def _paragraphs(answer: PartAnswer, sources: Sources, texts: Texts) -> list[str]:
    return paragraphs(cited(answer.extracts, sources, texts, dated=answer.doubt is Doubt.DISAGREEMENT))


def _left_open(answer: PartAnswer, texts: Texts) -> list[str]:
    """Why what was found does not settle the part, or what it leaves open."""
    if answer.doubt is not None:
        return [doubtful(answer, texts)]
    if answer.cases:
        return [_depends(answer, texts)]
    return [] if answer.likely else [texts.partial_open]


def _depends(answer: PartAnswer, texts: Texts) -> str:
    return texts.depends_on.format(cases=listed([shown(case) for case in answer.cases], texts, _SHOWN_CASES))


def _not_found(part: SubObjective, answer: PartAnswer, texts: Texts) -> str:
    if answer.cases:
        return f"{texts.not_found.format(part=shown(part.called))} {_depends(answer, texts)}"
    nothing = texts.not_found.format(part=shown(part.called))
    if answer.nearest is None:
        return nothing
    place, name = answer.nearest.heading[-1:], shown(answer.nearest.document_name)
    nearest = (
        texts.nearest_place.format(place=shown(place[0]), name=name) if place else texts.nearest.format(name=name)
    )
    return f"{nothing} {nearest}"


def _in_bold(text: str) -> str:
    return shown(text).replace("*", "\\*")
