"""What a message takes back: "scratch that. how do I ...?", "forget the first, ...", "skip the fee" (R0-14, R0-33).

Invariants: what takes back is heard, never looked up; what is taken back is searched no more and lends no word to
what is asked; whatever is named of several is taken back alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.conversation import Decision, Lane, Message, StoredTurn, Thread, TurnClass
from followthrough.domain.hearing import Act, Spot
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import Objective, ObjectiveStatus, SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, AskLoop, Conclude, Conclusion, FinishLoop, SayText
from followthrough.rules.cases.fitting import Fitting
from followthrough.rules.followups.conversation import asked_by
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.loop_reading import may_lead
from followthrough.rules.language.asking import asks, ends_as_question, opens_question
from followthrough.rules.language.denial import denies_end
from followthrough.rules.language.utterance import mentions
from followthrough.rules.language.words import Stems, Word, has_digit, keys_of, phrase_at, says, words_of
from followthrough.rules.lists.framing import places_in, plain
from followthrough.rules.loop.clarification import pass_over
from followthrough.rules.objective.unsolved import (
    open_parts,
    part_meant,
    telling_stems,
    telling_words,
    unsolved,
)
from followthrough.rules.pursuit.retry import plan_again

_LONGEST = 8  # words before the question; more tell something
_SET_OFF = re.compile(r"[,;.!:](?=\s)|\s[–—-]\s|[–—]|\n")
_SPOTS = (Spot.AFTER_ANSWER, Spot.AFTER_PARTIAL, Spot.AFTER_REFUSAL)
_LENDS = {
    Act.WANTS_OUT: 0,
    Act.CORRECTS: None,
}  # how many turns still lend words; otherwise all before the last question
_TAKES_BACK = (Act.WANTS_OUT, Act.REJECTS, Act.CORRECTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a message is understood by once something is taken back.

    Attributes:
        thread: the thread without the parts that were.
        turns: the turns before it without what was.
        dropped: those parts.
    """

    thread: Thread
    turns: tuple[StoredTurn, ...]
    dropped: frozenset[SubObjectiveId]


def before_question(text: str, spot: Spot, pack: Pack) -> tuple[str, str] | None:
    """What stands before the message's question, and the question; None where nothing does that may take back."""
    words = words_of(text)
    if spot not in _SPOTS or mentions(text) or len(words) < 2:
        return None
    start = _question_in(words, text, pack)
    if start is None or not 0 < start <= _LONGEST:
        return None
    keys = [word.key for word in words]
    while start > 1 and keys[start - 1] in pack.asking.joiners:
        start -= 1
    if all(may_lead(key, pack) for key in keys[:start]) or any(map(has_digit, keys[:start])):
        return None  # "it is 12 visits, not 20" tells what it puts right
    return _parted(text, words[start], pack)


def _parted(text: str, first: Word, pack: Pack) -> tuple[str, str] | None:
    """The text before the word, and from it on where that asks something: "be all" of "that will be all" does not."""
    asked = text[first.start :]
    if first.key not in pack.asking.question_words and not telling_stems(asked, pack):
        return None
    return text[: first.start].strip(" ,;.!:–—-"), asked


def _question_in(words: list[Word], text: str, pack: Pack) -> int | None:
    """The word at which the question begins: behind a mark, else wherever one opens."""
    ends = ends_as_question(text)
    marked = [
        place
        for place in range(1, len(words))
        if _SET_OFF.search(text[words[place - 1].end : words[place].start + 1])
        and (ends or opens_question(words, place, pack))
    ]
    opening = (place for place in range(min(len(words), _LONGEST + 1)) if opens_question(words, place, pack))
    return marked[-1] if marked and marked[-1] <= _LONGEST else next(opening, None)


def takes_back(hearing: Hearing) -> bool:
    """Whether what stands before a question takes something back, surely enough."""
    return hearing.takes(*_TAKES_BACK)


def keep(lead: str, hearing: Hearing, thread: Thread, turns: Sequence[StoredTurn], pack: Pack) -> Kept:
    """The thread and the turns without what the words before the question take back.

    What is put right lends its words still: "no wait, for a child?" goes on with the question that it corrects. Where
    all is given up ("forget it, where is the pool?") nothing before it does.
    """
    last = max((n for n, turn in enumerate(turns) if _asked_in(turn)), default=None)
    if last is None:
        return Kept(thread=thread, turns=tuple(turns), dropped=frozenset())
    queries = _asked_in(turns[last])
    named = _named(lead, queries, pack)
    kept = tuple(query for n, query in enumerate(queries) if n not in named)
    is_some = bool(named and kept)
    before = (*turns[:last], _asking(turns[last], kept), *turns[last + 1 :]) if is_some else tuple(turns)
    if not named:
        before = before[: _LENDS.get(hearing.heard.best or Act.CORRECTS, last)]
    dropped = _tried_last(thread, but=kept if is_some else ())
    return Kept(thread=_without(thread, dropped), turns=before, dropped=dropped)


def _tried_last(thread: Thread, *, but: Sequence[str]) -> frozenset[SubObjectiveId]:
    """The open parts that the last turn looked for, but for these."""
    tried = (part for part in open_parts(thread) if part.last_tried_turn == thread.turns)
    return frozenset(part.id for part in tried if part.effective not in but)


def _asked_in(turn: StoredTurn) -> tuple[str, ...]:
    return () if turn.record is None else asked_by(turn.record)


def _asking(turn: StoredTurn, queries: tuple[str, ...]) -> StoredTurn:
    """The turn as if these alone had been asked."""
    message = replace(turn.message, text=" ".join(queries))
    if turn.record is None:
        return replace(turn, message=message)
    query = replace(turn.record.query, effective=queries, meant=queries)
    return replace(turn, message=message, record=replace(turn.record, query=query))


def _named(lead: str, queries: Sequence[str], pack: Pack) -> frozenset[int]:
    """The places of the questions that the words take back: those they name, or all but those they spare.

    "Skip the locker fee" names the locker fee, whatever else has a fee; "drop all but the first" spares the first.
    """
    meant, spared = set[int](), set[int]()
    for place, start in _by_place(plain(lead), len(queries), pack) or _by_words(plain(lead), queries, pack):
        (spared if _is_spared(plain(lead)[:start], pack) else meant).add(place)
    every = frozenset(range(len(queries)))
    meant -= spared  # each word of "the wifi password" names it, and the first stands behind "all but the"
    if spared and not meant:
        return every - spared if spared <= every else frozenset()
    return every & meant


def _is_spared(before: str, pack: Pack) -> bool:
    """Whether what follows these words is kept: "only the", "everything but the"."""
    keys, small = keys_of(before), pack.words.stop | pack.words.light
    while keys:
        if any(phrase_at(keys, n, pack.pursuit.spares) == len(keys) - n for n in range(len(keys))):
            return True
        if keys.pop() not in small:
            return False
    return False


def _by_place(said: str, count: int, pack: Pack) -> list[tuple[int, int]]:
    """The places that are named, with where they stand; several in a row too: "the first two", "the last 3"."""
    found: list[tuple[int, int]] = []
    for place, start, end in places_in(said, count, pack) if count > 1 else ():
        behind = keys_of(said[end:])[:1]
        more = next((n for n, names in enumerate(pack.selecting.ordinals) if set(behind) & set(names[-_COUNTS:])), 0)
        several = range(place - more, place + 1) if place == count - 1 > 0 else range(place, place + more + 1)
        found += [(one, start) for one in several]
    return found


def _by_words(said: str, queries: Sequence[str], pack: Pack) -> list[tuple[int, int]]:
    """The questions that words name, with where; words of one question alone count before those of several."""
    words, own = telling_words(said, pack), [telling_stems(query, pack) for query in queries]
    stems = Stems(pack).of([word.key for word in words])
    starts = [word.start for word in words]
    held = [({n for n, some in enumerate(own) if stem in some}, at) for stem, at in zip(stems, starts, strict=True)]
    alone = [one for one in held if len(one[0]) == 1]
    return [(place, start) for places, start in alone or held for place in places]


_SEVERAL = 2  # parts; of fewer none is meant by its place
_COUNTS = 2  # of the names of a place, the last ones, that only count: "2", "two"


# What is taken back where nothing else is said


PART_DROPPED = "part_dropped"


def let_go(
    message: Message, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> Conclude | AskLoop | FinishLoop | AnswerQuestion | SayText | None:
    """What a message does that takes back parts of the objective by name; all of them end it. None for any other.

    It says more than the names, or denies them: "i want to cancel my plot" is no word on what a plot costs. A part
    that is answered is taken back too, where that is what is heard. Parts that are not to be forgotten are tried
    again, and a place that none of them has takes nothing back.
    """
    objective, text = thread.active_objective, message.text
    is_denied = denies_end(text, pack) and not asks(text, pack)
    if objective is None or mentions(text) or not (is_denied or takes_back(hearing)):
        return None
    named = _parts_named(text, objective, turns, pack)
    if is_denied:
        open_ = set(named) & set(unsolved(objective))
        return plan_again(replace(objective, subs=named), TurnClass.RETRY, "retry", pack) if open_ else None
    if not named:
        return _points_at_none(text, objective, thread, pack)
    is_meant = _may_be_dropped(named, objective, hearing) and _says_so(text, named, hearing, pack)
    return _dropping(text, named, objective, thread, pack) if is_meant else None


def _dropping(
    text: str, named: tuple[SubObjective, ...], objective: Objective, thread: Thread, pack: Pack
) -> Conclude | AskLoop | AnswerQuestion | None:
    loop = thread.clarification
    if loop is not None and loop.is_active:
        return _beside_loop(text, named, objective, loop, pack)
    is_all = len(named) == len(objective.subs)
    return Conclude(
        turn_class=TurnClass.END_PURSUIT if is_all else TurnClass.ACK,
        decision=Decision(lane=Lane.INTERRUPT, reason="user_ended" if is_all else PART_DROPPED),
        how=Conclusion.USER_ENDED if is_all else Conclusion.PART_DROPPED,
        objective=objective,
        dropped=() if is_all else named,
    )


def _points_at_none(
    text: str, objective: Objective, thread: Thread, pack: Pack
) -> SayText | AskLoop | FinishLoop | None:
    """What is said to a place that no part has, or to "both" of three: nothing is given up for it. Else None.

    In a loop it may be a question that is still to be asked, which is passed over.
    """
    places = places_in(plain(text), _PLACES, pack)
    is_both = says(keys_of(text), pack.selecting.twos) and len(objective.subs) > _SEVERAL
    if objective.status not in _DROPS or not (places or is_both):
        return None
    if (loop := thread.clarification) is not None and loop.is_active:
        place = places[0][0] if len(places) == 1 else len(loop.questions)
        if place < len(loop.questions) and (passed := pass_over(place, loop, thread)) is not None:
            return passed
        decision = Decision(lane=Lane.CLARIFICATION, reason="points_at_nothing")
        return AskLoop(turn_class=TurnClass.LOOP_QUESTION, decision=decision, context=loop, say="explain")
    decision = Decision(lane=Lane.GUARD, reason="points_at_nothing")
    return SayText(turn_class=TurnClass.ACK, decision=decision, say="points_at_nothing", values=(text.strip(),))


_PLACES = 9  # that a list may have; "forget the fourth" of three parts


def _may_be_dropped(named: Sequence[SubObjective], objective: Objective, hearing: Hearing) -> bool:
    """Whether these parts may be taken back: open ones of a search that goes on, or where that is what is heard."""
    if objective.status is ObjectiveStatus.SOLVED and len(named) == len(objective.subs):
        return False
    is_open = not set(named).isdisjoint(unsolved(objective)) or hearing.heard.best is Act.WANTS_OUT
    return objective.status in _DROPS and bool(named) and is_open


def _beside_loop(
    text: str, named: Sequence[SubObjective], objective: Objective, loop: ClarificationContext, pack: Pack
) -> AskLoop | AnswerQuestion | None:
    """The loop's question again without these parts; the others searched, where the loop was for one of these.

    None where nothing would be left, and for an answer: that names a case of the question that waits.
    """
    left = tuple(sub for sub in objective.subs if sub not in named)
    is_answer = Fitting.of(loop, pack).names_case(loop.current_index, text)
    if objective.id != loop.objective_id or is_answer or not set(left) & set(unsolved(objective)):
        return None
    asked = " ".join((loop.document_name, *loop.questions, *(passage.text for passage in loop.passages)))
    if part_meant(asked, objective.subs, None, pack) in named:
        again = plan_again(replace(objective, subs=left), TurnClass.CONTINUATION, PART_DROPPED, pack)
        return replace(again, dropped=tuple(named))
    decision = Decision(lane=Lane.INTERRUPT, reason=PART_DROPPED)
    return AskLoop(turn_class=TurnClass.ACK, decision=decision, context=loop, dropped=tuple(named))


def _says_so(text: str, named: Sequence[SubObjective], hearing: Hearing, pack: Pack) -> bool:
    """Whether the words beside the names take back: they say more or deny, and put nothing else there."""
    more = telling_stems(text, pack).difference(*(telling_stems(part.query, pack) for part in named))
    if more:
        return not hearing.takes(Act.CORRECTS)
    keys = keys_of(text)
    return not pack.values.negations.isdisjoint(keys) or says(keys, pack.pursuit.spares | pack.clarifying.every)


_DROPS = (ObjectiveStatus.ACTIVE, ObjectiveStatus.BLOCKED, ObjectiveStatus.SOLVED)


def _parts_named(
    text: str, objective: Objective, turns: Sequence[StoredTurn], pack: Pack
) -> tuple[SubObjective, ...]:
    """The parts that a text names: by their place among what was asked together last, by words of theirs, or all."""
    asked = next((some for turn in reversed(turns) if (some := _asked_in(turn))), ())
    parts = sorted((sub for sub in objective.subs if _query(sub) in asked), key=lambda s: asked.index(_query(s)))
    if len(parts) < _SEVERAL or not places_in(plain(text), len(parts), pack):
        parts = list(objective.subs)
    named = _named_first(text, parts, pack)
    if not named and _means_all(text, len(parts), pack):
        return tuple(parts)
    return tuple(part for n, part in enumerate(parts) if n in named)


def _named_first(text: str, parts: Sequence[SubObjective], pack: Pack) -> frozenset[int]:
    """The places of the parts named by their own words, else by those of the question that they hang on.

    "Drop the party" is not about the chair: "When is the party? Who is the chair?".
    """
    return _named(text, [part.text for part in parts], pack) or _named(text, [part.query for part in parts], pack)


def _means_all(text: str, count: int, pack: Pack) -> bool:
    keys = keys_of(text)
    is_every = says(keys, pack.clarifying.every) and (count == _SEVERAL or not says(keys, pack.selecting.twos))
    return count >= _SEVERAL and is_every and not says(keys, pack.pursuit.spares)


def _query(part: SubObjective) -> str:
    """What was searched for the part, or will be."""
    return part.effective or part.query


def without_dropped(turns: Sequence[StoredTurn]) -> tuple[StoredTurn, ...]:
    """The turns as if the parts that were taken back by name had not been asked: they lend no word any more."""
    found: list[StoredTurn] = []
    for turn in turns:
        if turn.record is not None and turn.record.decision.reason == PART_DROPPED:
            gone = _gone(found, turn.record.objective)
            found = [kept for one in found if (kept := _but_for(one, gone)) is not None]
        found.append(turn)
    return tuple(found)


def _gone(turns: Sequence[StoredTurn], now: Objective | None) -> frozenset[str]:
    """What was searched for the parts that the objective had before and has no more."""
    objectives = [turn.record.objective for turn in turns if turn.record is not None]
    before = next((one for one in reversed(objectives) if one and now and one.id == now.id), None)
    if before is None or now is None:
        return frozenset()
    return frozenset(map(_query, before.subs)) - set(map(_query, now.subs))


def _but_for(turn: StoredTurn, gone: frozenset[str]) -> StoredTurn | None:
    queries = _asked_in(turn)
    kept = tuple(query for query in queries if query not in gone)
    if len(kept) == len(queries):
        return turn
    return _asking(turn, kept) if kept else None


def _without(thread: Thread, dropped: frozenset[SubObjectiveId]) -> Thread:
    objectives = tuple(
        replace(one, subs=tuple(sub for sub in one.subs if sub.id not in dropped)) for one in thread.objectives
    )
    return replace(thread, objectives=objectives)
