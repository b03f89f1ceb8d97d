"""The replies of a clarification loop: its questions, and the answer at its end (R3-10, R3-12, R3-14).

Invariant: what a document or a user wrote is shown as it stands and acts as nothing (S5).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from followthrough.domain.clarification import ClarificationContext, ClarificationTask, LoopAnswer
from followthrough.domain.conversation import Reply, TurnClass
from followthrough.domain.outcome import Clarified, Detail, Extract, Outcome, Progress
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AskLoop, FinishLoop
from followthrough.domain.texts import Texts
from followthrough.rules.language.wording import listed, named, shown
from followthrough.rules.pursuit.outlook import what_next
from followthrough.rules.replies.citing import Sources, cited, paragraphs, worded

_MOST_CASES = 8


def first_question(task: ClarificationTask, texts: Texts) -> Reply:
    """Why questions come, what of them is told already, and the first that is not."""
    intro = texts.loop_intro.format(document=shown(task.document_name))
    told = (_details(texts.loop_told, task.told, texts),) if task.told else ()
    return Reply(text="\n\n".join((intro, *told, _question(task.questions, len(task.told), texts))))


def loop_reply(plan: AskLoop | FinishLoop, outcome: Outcome, progress: Progress, pack: Pack) -> Reply:
    """What the user reads in a turn of the loop."""
    match plan:
        case AskLoop():
            return _asked(plan, pack.texts)
        case FinishLoop():
            reply = _clarified(plan, outcome if isinstance(outcome, Clarified) else _NOTHING, progress, pack)
            return offer_to_resume(reply, progress.clarification, pack.texts)


_NOTHING = Clarified(answers=(), details=())


def _asked(plan: AskLoop, texts: Texts) -> Reply:
    """The question that waits, with what the turn was about before it."""
    loop = plan.context
    question = _question(loop.questions, loop.current_index, texts)
    sources = Sources()
    told = _extracts(plan.told, sources, texts)
    noted = (texts.loop_noted.format(question=shown(plan.noted)),) if plan.noted else ()
    return Reply(text="\n\n".join((*told, *_before(plan, texts), *noted, question)), citations=sources.citations())


def _before(plan: AskLoop, texts: Texts) -> tuple[str, ...]:
    loop = plan.context
    document, cases = shown(loop.document_name), listed([shown(case) for case in plan.about], texts, _MOST_CASES)
    match plan.say:
        case "next":
            return ()
        case "again":
            return (_courtesy(plan.turn_class, texts),)
        case "explain":
            why = texts.loop_explain.format(document=document)
            return (f"{why} {texts.loop_cases.format(cases=cases)}" if cases else why, texts.loop_ways_out)
        case "unfit":
            missed = texts.loop_missed.format(document=document, answer=shown(plan.said), cases=cases)
            return (f"{missed} {texts.loop_ways_out}",)
        case "unsettled":
            open_cases = texts.loop_unsettled.format(answer=shown(plan.said), cases=cases)
            return (f"{open_cases} {texts.loop_ways_out}",)
        case "resume" | "doubted" | "changed" | "ahead":
            return (_noted(plan, texts),)


def _noted(plan: AskLoop, texts: Texts) -> str:
    """What became of an answer, or that the questions go on."""
    loop = plan.context
    if plan.say == "resume":
        return texts.loop_resumed.format(question=shown(loop.original_text))
    last = loop.answers[-1 if plan.changed is None else plan.changed]
    if plan.say == "doubted":
        return texts.loop_doubted.format(answer=shown(last.answer or ""))
    told = texts.loop_ahead if plan.say == "ahead" else texts.loop_changed
    return told.format(question=shown(last.question), answer=shown(last.answer or ""))


def _courtesy(turn_class: TurnClass, texts: Texts) -> str:
    if turn_class is TurnClass.CHAT:
        return texts.loop_greeting
    return texts.loop_empty if turn_class is TurnClass.EMPTY else texts.loop_acknowledged


def _question(questions: Sequence[str], index: int, texts: Texts) -> str:
    """The question as the document has it, with its place where there are several."""
    asked = shown(questions[index])
    if len(questions) == 1:
        return asked
    return texts.loop_question.format(question=asked, place=index + 1, total=len(questions))


def offer_to_resume(reply: Reply, loop: ClarificationContext | None, texts: Texts) -> Reply:
    """The reply to something else, with the one offer to go on with the loop that waits (C21)."""
    waiting = None if loop is None else loop.resumable
    if waiting is None or waiting.offered_at_turn is None:
        return reply
    offer = texts.loop_offer.format(question=shown(waiting.original_text))
    return Reply(text=f"{reply.text}\n\n{offer}", citations=reply.citations, footer=reply.footer)


def _clarified(plan: FinishLoop, outcome: Clarified, progress: Progress, pack: Pack) -> Reply:
    """What holds for the user's details, part by part; then which detail the document knows nothing of."""
    texts = pack.texts
    sources = Sources()
    blocks = [_details(texts.loop_details, plan.context.answers, texts)]
    if outcome.written:
        blocks.append("".join(worded(wording, sources) for wording in outcome.written))
    for part, answer in zip(plan.parts, outcome.answers, strict=True):
        if part.id in outcome.told:
            continue
        if len(plan.parts) > 1:
            blocks.append(texts.part_heading.format(part=shown(part.called).replace("*", "\\*")))
        blocks += _notes(outcome.details, plan.context, texts, found=bool(answer.extracts))
        blocks += _extracts(answer.extracts, sources, texts)
        if not answer.extracts:
            blocks.append(
                texts.loop_nothing.format(document=shown(plan.context.document_name), part=shown(part.called))
            )
    blocks += what_next(progress, pack)
    if (noted := plan.context.noted) and progress.offer is not None:
        blocks.append(texts.loop_noted_offer.format(questions=named(noted, texts)))
    return Reply(text="\n\n".join(blocks), citations=sources.citations())


def _details(lead: str, answers: Sequence[LoopAnswer], texts: Texts) -> str:
    """The questions with their answers, so that it is seen what the answer rests on."""
    told = [
        texts.loop_detail.format(question=shown(a.question), answer=shown(a.answer or texts.loop_unknown))
        for a in answers
    ]
    return "\n".join((lead, "", *(f"- {line}" for line in told)))


def _notes(details: Sequence[Detail], loop: ClarificationContext, texts: Texts, *, found: bool) -> list[str]:
    """What the document has no case for, and what depends on an answer that is not known."""
    document = shown(loop.document_name)
    notes: list[str] = []
    for detail in details:
        cases = listed([shown(case) for case in detail.cases], texts, _MOST_CASES)
        question, answer = shown(detail.question), shown(detail.answer or "")
        if detail.fit == "missed":
            general = f" {texts.loop_general}" if found else ""
            notes.append(texts.loop_missed.format(document=document, answer=answer, cases=cases) + general)
        elif detail.fit == "open":
            notes.append(texts.loop_open.format(question=question, cases=cases))
    unused = [shown(d.answer) for d in details if d.fit == "unused" and d.answer is not None]
    if unused and not any(d.fit == "fits" for d in details):
        notes.append(texts.loop_unused.format(document=document, answers=listed(unused, texts)))
    return notes


def _extracts(extracts: Sequence[Extract], sources: Sources, texts: Texts) -> list[str]:
    """The extracts under their headings where they stand under several, lists as lists."""
    headings = {e.passage.heading[-1:] for e in extracts}
    blocks: list[str] = []
    for heading, under in groupby(extracts, key=lambda e: e.passage.heading[-1:]):
        if len(headings) > 1 and heading:
            blocks.append(texts.part_heading.format(part=shown(heading[0]).replace("*", "\\*")))
        blocks += paragraphs(cited(under, sources, texts))
    return blocks
