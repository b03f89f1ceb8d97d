"""The loop over a document's questions: what a message does to it, and how each turn leaves it (document 003).

The stored mode decides (R3-2): while a loop runs, what is no interrupt is the answer to the question that waits, and
nothing is searched. Every record carries the loop on; one that is over keeps no answer and no text (S3, S4).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, assert_never

from followthrough.domain.clarification import ClarificationContext, ClarificationTask, LoopMode, LoopSay
from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.hearing import Act
from followthrough.domain.ids import ObjectiveId
from followthrough.domain.objective import Objective, ObjectiveStatus, SubObjective, SubStatus
from followthrough.domain.outcome import Found, Outcome, Progress
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, AskLoop, Conclude, FinishLoop, Plan
from followthrough.rules.cases.fitting import OPEN, Fit, Fitting
from followthrough.rules.cases.placing import opens_correction, repeats
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.hearing.loop_reading import Aside, Beside, is_whole, question_beside, read_in_loop
from followthrough.rules.language.asking import asks
from followthrough.rules.language.guard import has_words
from followthrough.rules.language.words import keys_of, phrase_at
from followthrough.rules.loop.capture import Captured, capture, passed_over, with_answers
from followthrough.rules.loop.clarified import explained
from followthrough.rules.loop.progress import ANSWER_CHANGED
from followthrough.rules.objective.unsolved import telling_stems, telling_words

_LoopPlan: TypeAlias = AskLoop | FinishLoop
_MOST_MISFITS = 2  # to one question: what fits nothing after that leaves it open, for nobody is kept in a loop


def clarify(message: Message, thread: Thread, pack: Pack, *, hearing: Hearing = NOT_HEARD) -> _LoopPlan | None:
    """What the loop makes of the message; None when the message is none of its business."""
    loop = thread.clarification
    if loop is None or message.retry_of is not None:
        return None
    if not loop.is_active:
        waiting = loop.resumable
        resumed = None if waiting is None else _resumed(message, waiting, thread, pack, hearing)
        return resumed or _put_right(message, loop, thread, pack, hearing)
    if not has_words(message.text):
        return _ask(loop, TurnClass.EMPTY, Lane.GUARD, "empty_message", say="again")
    return _in_loop(message, loop, thread, pack, hearing)


def pass_over(place: int, loop: ClarificationContext, thread: Thread) -> AskLoop | FinishLoop | None:
    """What becomes of a loop one of whose questions is not to be asked; None for one that was asked before."""
    if place < loop.current_index:
        return None
    return _after(Captured(context=passed_over(loop, place)), Aside.UNKNOWN.value, thread)


def _in_loop(
    message: Message, loop: ClarificationContext, thread: Thread, pack: Pack, hearing: Hearing
) -> _LoopPlan | None:
    """What becomes of a message while a question waits. What the document names as a case is always the answer."""
    beside = question_beside(message.text, loop, pack)
    if beside is not None and _answers(beside, loop, pack, hearing):
        return _answered(message, beside, loop, thread, pack, heard=hearing)
    as_case = _names_case(message.text, loop, pack) and read_in_loop(message.text, loop, pack) is None
    heard = NOT_HEARD if as_case and not _asks_of_case(message.text, pack, hearing) else hearing
    kind = read_in_loop(message.text, loop, pack, heard)
    if _leaves(message.text, kind, None if as_case else beside, pack, heard):
        return None
    planned = _heard(message, kind, loop, thread, pack, heard=hearing)
    if isinstance(planned, AskLoop) and planned.say == "next" and kind is None and heard.may_want_out():
        return replace(planned, say="doubted")
    return planned


def _leaves(text: str, kind: Aside | None, beside: Beside | None, pack: Pack, heard: Hearing) -> bool:
    """Whether the loop is left, for good or for a question behind other words.

    "Skip this one" passes over a question, "skip it" ends (C35).
    """
    if kind is not Aside.UNKNOWN and heard.wants_out(text, pack):
        return True
    return kind is None and beside is not None and beside.is_unrelated


def _answers(beside: Beside, loop: ClarificationContext, pack: Pack, hearing: Hearing) -> bool:
    """Whether what stands before a question answers the one that waits: as a case, or in a few words of no case."""
    fitting, place, lead = Fitting.of(loop, pack), loop.current_index, beside.lead
    if read_in_loop(lead, loop, pack) is not None or fitting.names_case(place, beside.question):
        return False
    fit, is_short = fitting.fit(place, lead), len(keys_of(lead)) <= _MOST_VALUE
    if fit is not Fit.FREE or not is_short:
        return fit is Fit.CASE
    elsewhere = hearing.may_want_out() or hearing.wants_out(lead, pack)
    return hearing.in_question and not elsewhere and hearing.heard.chance(Act.ANSWER) >= hearing.tuning.hear_beside


def _answered(
    message: Message, beside: Beside, loop: ClarificationContext, thread: Thread, pack: Pack, *, heard: Hearing
) -> _LoopPlan | None:
    """The answer taken; the question beside it kept for the loop's end, unless the loop itself asks for it."""
    kept = "" if beside.is_of_loop else beside.question
    noted = replace(loop, noted=(*loop.noted, kept)) if kept else loop
    planned = _heard(replace(message, text=beside.lead), None, noted, thread, pack, heard=heard)
    return replace(planned, noted=kept) if isinstance(planned, AskLoop) else planned


_MOST_VALUE = 4  # words before a question that answer one without cases


def _names_case(text: str, loop: ClarificationContext, pack: Pack) -> bool:
    """Whether the text names a case of the question that waits, or of an earlier one that it opens by correcting."""
    fitting, first = Fitting.of(loop, pack), 0 if opens_correction(text, loop, pack) else loop.current_index
    return loop.question is not None and any(
        fitting.names_case(place, text) for place in range(first, loop.current_index + 1)
    )


def _asks_of_case(text: str, pack: Pack, hearing: Hearing) -> bool:
    """Whether what names a case asks of it, and says nothing: "it is debit" opens with what it speaks of."""
    says = frozenset(keys_of(text)[:1]) & (pack.asking.persons | pack.following.things)
    return not says and hearing.remarks(Act.ASKS_ABOUT_QUESTION)


def _resumed(
    message: Message, loop: ClarificationContext, thread: Thread, pack: Pack, hearing: Hearing
) -> _LoopPlan | None:
    """The loop goes on when the offer of the turn before is accepted, or whenever the user goes back to it by name.

    Right after the offer the answer to the question that waits is taken too (C21, C39).
    """
    is_offered = loop.to_offer or loop.offered_at_turn == message.index - 1
    running = replace(loop, mode=LoopMode.RUNNING, offered_at_turn=None, to_offer=False)
    accepts = is_offered and (
        is_whole(message.text, pack.pursuit.accepts, pack) or hearing.remarks(Act.YES, Act.RETRY)
    )
    if accepts or is_whole(message.text, pack.clarifying.returns, pack):
        return _ask(running, TurnClass.CONTINUATION, Lane.CLARIFICATION, "loop_resumed", say="resume")
    if is_offered and not asks(message.text, pack) and _names_case(message.text, running, pack):
        return _after(capture(message.text, running, pack), "answer_captured", thread)
    return None


def may_put_right(message: Message, thread: Thread, pack: Pack, hearing: Hearing) -> bool:
    """Whether it may put right an answer after the last question, or ask for another case: "and petrol?".

    What the document says is needed then.
    """
    loop, text = thread.clarification, message.text
    if loop is None or loop.mode is not LoopMode.DONE or loop.strict or not loop.answers:
        return False
    if _may_vary(text, pack):
        return len(keys_of(text)) <= _MOST_VARIED
    return hearing.corrects or opens_correction(text, loop, pack)


def _put_right(
    message: Message, loop: ClarificationContext, thread: Thread, pack: Pack, hearing: Hearing
) -> FinishLoop | None:
    """The answer for other details, where the message puts one right after the end; its document was looked up."""
    if not loop.passages or not may_put_right(message, thread, pack, hearing):
        return None
    is_asked = _may_vary(message.text, pack)
    said = _telling(message.text, pack) if is_asked else message.text
    captured = capture(said, loop, pack, corrects=True)
    objective = next((o for o in thread.objectives if o.id == loop.objective_id), None)
    if captured.changed is None or objective is None:
        return None
    if is_asked and not _names_case_alone(message.text, captured.changed, loop, pack):
        return None
    return FinishLoop(
        turn_class=TurnClass.LOOP_ANSWER,
        decision=Decision(lane=Lane.CLARIFICATION, reason=ANSWER_CHANGED),
        context=captured.context,
        parts=_of_loop(objective, loop),
    )


_MOST_VARIED = 7  # words of a question that asks the same for another case


def _may_vary(text: str, pack: Pack) -> bool:
    """Whether it asks, or goes on with what was asked: "and for petrol"."""
    return asks(text, pack) or not pack.asking.joiners.isdisjoint(keys_of(text)[:1])


def _telling(text: str, pack: Pack) -> str:
    """The text from the first of its words that say what it is about to the last: "petrol" of "and for petrol?"."""
    words = telling_words(text, pack)
    return text[words[0].start : words[-1].end] if words else ""


def _names_case_alone(text: str, place: int, loop: ClarificationContext, pack: Pack) -> bool:
    """Whether the text says nothing but a case of the question: "how long is it green?" asks for more."""
    keys = keys_of(text)
    opened = phrase_at(keys, 0, pack.asking.openers)
    if not pack.asking.question_words.isdisjoint(keys[opened:]):
        return False
    known = " ".join((loop.questions[place], *Fitting.of(loop, pack).cases(place)))
    return telling_stems(text, pack) <= telling_stems(known, pack)


def _of_loop(objective: Objective, loop: ClarificationContext) -> tuple[SubObjective, ...]:
    """The parts that the loop was begun for; where none has its words, those that its document answered."""
    own = {passage.id for passage in loop.passages}
    asked = tuple(sub for sub in objective.subs if sub.text in (loop.original_text, loop.original_query))
    return asked or tuple(sub for sub in objective.subs if not own.isdisjoint(sub.evidence))


def _heard(
    message: Message, kind: Aside | None, loop: ClarificationContext, thread: Thread, pack: Pack, *, heard: Hearing
) -> _LoopPlan | None:
    match kind:
        case Aside.UNRELATED:
            return None
        case Aside.GREETING:
            return _ask(loop, TurnClass.CHAT, Lane.CHAT, kind.value, say="again")
        case Aside.ACKNOWLEDGEMENT:
            return _ask(loop, TurnClass.ACK, Lane.CHAT, kind.value, say="again")
        case Aside.EXPLAIN:
            asked = _ask(loop, TurnClass.LOOP_QUESTION, Lane.CLARIFICATION, kind.value, say="explain")
            about = Fitting.of(loop, pack).cases(loop.current_index)
            told = explained(message.text, loop, pack)
            asked = replace(asked, about=about, told=told)
            return asked if told or not heard.asks else _noting(message.text, asked)
        case Aside.UNKNOWN:
            return _after(Captured(context=with_answers(loop, (None,))), kind.value, thread)
        case None:
            captured = capture(message.text, loop, pack, corrects=heard.corrects)
            asked = _unfit(captured, loop, pack, heard)
            return _after(captured, "answer_captured", thread) if asked is None else _or_open(asked, thread)
        case _:
            assert_never(kind)


def _noting(question: str, asked: AskLoop) -> AskLoop:
    """The question that waits once more, with another kept for the loop's end."""
    loop = asked.context
    return replace(asked, context=replace(loop, noted=(*loop.noted, question)), noted=question)


def _unfit(captured: Captured, loop: ClarificationContext, pack: Pack, heard: Hearing) -> AskLoop | None:
    """The question once more, where its answer is none of the document's cases, several, or doubted; else None.

    Who says the same again means it: it is taken, the document has nothing for it, and nothing is called complete.
    """
    place, now = loop.current_index, captured.context
    if loop.strict or captured.is_elsewhere or now.current_index != place + 1:
        return None
    said = now.answers[-1].answer or ""
    fitting = Fitting.of(loop, pack)
    fit, cases = fitting.fit(place, said), fitting.cases(place)
    again = replace(loop, misfits=(*loop.misfits, said))
    if cases and (heard.is_unsure or fitting.is_doubted(place, said) or fit is Fit.SEVERAL):
        asked = _ask(again, TurnClass.LOOP_ANSWER, Lane.CLARIFICATION, "answer_unsettled", say="unsettled")
    elif fit in OPEN and not any(repeats(said, before, pack) for before in loop.misfits):
        asked = _ask(again, TurnClass.LOOP_ANSWER, Lane.CLARIFICATION, "answer_unfit", say="unfit")
    else:
        return None
    return replace(asked, about=cases, said=said)


def _or_open(asked: AskLoop, thread: Thread) -> _LoopPlan:
    """The question once more; what is doubted twice, or fits nothing ever again, leaves it open: nobody is kept."""
    loop = asked.context
    if len(loop.misfits) <= (1 if asked.say == "unsettled" else _MOST_MISFITS):
        return asked
    return _after(Captured(context=with_answers(loop, (None,))), Aside.UNKNOWN.value, thread)


def _after(captured: Captured, reason: str, thread: Thread) -> AskLoop | FinishLoop:
    """The next question, or the answer when there is none left."""
    loop = captured.context
    if captured.changed is not None:
        asked = _ask(loop, TurnClass.LOOP_ANSWER, Lane.CLARIFICATION, ANSWER_CHANGED, say="changed")
        return replace(asked, changed=captured.changed)
    if captured.is_ahead:
        return _ask(loop, TurnClass.LOOP_ANSWER, Lane.CLARIFICATION, "answered_ahead", say="ahead")
    if loop.question is not None:
        return _ask(loop, TurnClass.LOOP_ANSWER, Lane.CLARIFICATION, reason, say="next")
    objective = next((o for o in thread.objectives if o.id == loop.objective_id), None)
    subs = objective.subs if objective is not None else ()
    return FinishLoop(
        turn_class=TurnClass.LOOP_ANSWER,
        decision=Decision(lane=Lane.CLARIFICATION, reason="all_answered"),
        context=replace(loop, mode=LoopMode.DONE),
        parts=tuple(sub for sub in subs if sub.status is not SubStatus.ANSWERED),
    )


def _ask(loop: ClarificationContext, turn_class: TurnClass, lane: Lane, reason: str, *, say: LoopSay) -> AskLoop:
    return AskLoop(turn_class=turn_class, decision=Decision(lane=lane, reason=reason), context=loop, say=say)


def follow_loop(
    progress: Progress, plan: Plan, outcome: Outcome, thread: Thread, *, turn: int, strict: bool
) -> Progress:
    """The progress with the thread's loop as the turn leaves it."""
    match plan:
        case AskLoop():
            loop = plan.context
        case FinishLoop():
            loop = _offering(closed(plan.context, LoopMode.DONE), turn)
        case AnswerQuestion() if isinstance(outcome, Found) and outcome.task is not None and progress.objective:
            loop = _begun(plan, outcome.task, progress.objective.id, thread, turn=turn, strict=strict)
        case _:
            loop = _carried(plan, progress, thread, turn)
    if isinstance(outcome, Found) and outcome.person_after and progress.objective is not None:
        done = dict.fromkeys((*progress.objective.clarified_by, *outcome.person_after))
        progress = replace(progress, objective=replace(progress.objective, clarified_by=tuple(done)))
    return replace(progress, clarification=loop)


def _begun(
    plan: AnswerQuestion,
    task: ClarificationTask,
    objective_id: ObjectiveId,
    thread: Thread,
    *,
    turn: int,
    strict: bool,
) -> ClarificationContext:
    """The loop at its first question (R3-10); one that waits for its answer meanwhile stays behind it.

    Where the same questions wait for the same objective they go on where they stopped: nothing is asked twice.
    """
    before = thread.clarification
    waiting = None if before is None else before if before.is_open else before.resumable
    if waiting is not None and (waiting.document_id, waiting.objective_id) == (task.document_id, objective_id):
        return replace(waiting, mode=LoopMode.RUNNING, passages=task.passages, offered_at_turn=None, to_offer=False)
    return ClarificationContext(
        mode=LoopMode.RUNNING,
        questions=task.questions,
        current_index=len(task.told),
        answers=task.told,
        original_query=" ".join(dict.fromkeys(plan.queries)),
        original_text=" ".join(part.text for part in plan.parts),
        document_id=task.document_id,
        document_name=task.document_name,
        passages=task.passages,
        objective_id=objective_id,
        begun_at_turn=turn,
        language=thread.language or task.language,
        requires_handoff=task.requires_handoff,
        strict=strict,
        paused=None if waiting is None else _put_off(waiting),
    )


def _put_off(loop: ClarificationContext) -> ClarificationContext:
    return replace(loop, mode=LoopMode.PAUSED, offered_at_turn=None, to_offer=False)


def _offering(loop: ClarificationContext, turn: int) -> ClarificationContext:
    """A loop that is over, with the offer to go on with the one behind it; none is made when a person comes."""
    if loop.paused is None or loop.requires_handoff:
        return loop
    return replace(loop, paused=replace(loop.paused, offered_at_turn=turn))


def _carried(plan: Plan, progress: Progress, thread: Thread, turn: int) -> ClarificationContext | None:
    """The loop in a turn that is about something else: a running one is paused; an offer holds for one turn (C39)."""
    loop = thread.clarification
    if loop is None or plan.turn_class in (TurnClass.HUMAN_REQUEST, TurnClass.RECORDED):
        return loop
    if loop.is_active and _takes_away(plan):
        return closed(loop)
    is_same = progress.objective is None or progress.objective.id == loop.objective_id
    if loop.mode is LoopMode.DONE and is_same:
        waiting = loop.paused if loop.paused is None else replace(loop.paused, offered_at_turn=None)
        return replace(loop, passages=(), paused=waiting)
    waiting = loop if loop.is_open else loop.paused
    if waiting is None or _is_settled(waiting, progress, thread):
        return None
    is_due = waiting.to_offer or loop.is_active
    is_courtesy = waiting.to_offer and plan.turn_class in (TurnClass.ACK, TurnClass.CHAT)
    offers = is_due and (isinstance(plan, AnswerQuestion) or is_courtesy)
    return replace(
        waiting,
        mode=LoopMode.PAUSED,
        offered_at_turn=turn if offers else None,
        to_offer=is_due and not offers,
    )


def _takes_away(plan: Plan) -> bool:
    """Whether the plan ends what the loop was begun for, or takes it back and searches the rest."""
    return isinstance(plan, Conclude) or (isinstance(plan, AnswerQuestion) and bool(plan.dropped))


def _is_settled(loop: ClarificationContext, progress: Progress, thread: Thread) -> bool:
    """Whether the loop's objective is over: nothing waits for its questions any more."""
    now = progress.objective
    known = now if now is not None and now.id == loop.objective_id else None
    known = known or next((o for o in thread.objectives if o.id == loop.objective_id), None)
    return known is None or known.status not in (ObjectiveStatus.ACTIVE, ObjectiveStatus.BLOCKED)


def closed(loop: ClarificationContext, mode: LoopMode = LoopMode.CLOSED) -> ClarificationContext:
    """The loop when it is over: its text is gone; its answers stay until the thread turns to another objective."""
    return replace(loop, mode=mode, passages=(), noted=(), offered_at_turn=None, to_offer=False)
