"""The parts of an objective that are not answered yet, and which of them some words are about."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.conversation import Thread
from followthrough.domain.objective import Objective, SubObjective, SubStatus
from followthrough.domain.pack import Pack
from followthrough.rules.language.kinds import wanted
from followthrough.rules.language.values import SHAPED, Shown, shows
from followthrough.rules.language.words import Stems, Word, either, keys_of, words_of

_SOLVED = frozenset((SubStatus.ANSWERED,))


def open_parts(thread: Thread) -> tuple[SubObjective, ...]:
    """The parts of the thread's objective that something the user gives may still solve, in the order asked."""
    objective = thread.active_objective
    return () if objective is None else unsolved(objective)


def unsolved(objective: Objective) -> tuple[SubObjective, ...]:
    """The objective's parts that are not answered, in the order asked."""
    return tuple(sub for sub in objective.subs if sub.status not in _SOLVED)


def was_shown(part: SubObjective) -> bool:
    """Whether what there is for an open part was shown, and nothing is waited for."""
    return part.status is SubStatus.PARTIAL and part.stuck_reason is None


def telling_words(text: str, pack: Pack) -> list[Word]:
    """The words that say what a text is about: no small words, none that ask."""
    small = either(pack.words.stop, pack.words.light, pack.asking.question_words)
    return [word for word in words_of(text) if word.key not in small]


def telling_stems(text: str, pack: Pack) -> frozenset[str]:
    """The stems of the words that say what a text is about."""
    return frozenset(Stems(pack).of([word.key for word in telling_words(text, pack)]))


def part_meant(text: str, parts: Sequence[SubObjective], asked: SubObjective | None, pack: Pack) -> SubObjective:
    """The part that the words are about: the one that they share most words with, else whose value they show.

    Args:
        text: the words.
        parts: those to choose from, at least one.
        asked: the part that the user was last asked for help with; it wins ties.
        pack: the words to look for.
    """
    stems = telling_stems(text, pack)

    def rank(part: SubObjective) -> tuple[int, bool, bool]:
        shared = len(stems & telling_stems(part.effective or part.query, pack))
        return shared, shows_value(text, part, pack), asked is not None and part.id == asked.id

    return max(parts, key=rank)  # the first of equals


def shows_value(text: str, part: SubObjective, pack: Pack) -> bool:
    """Whether the words show the kind of value that the part asks for, where that kind has a shape."""
    kind = wanted(keys_of(part.text), pack).kind
    asked = frozenset(keys_of(part.query))
    return kind in SHAPED and shows(kind, Shown(text, keys_of(text), asked, pack))


def asked_for(thread: Thread) -> SubObjective | None:
    """The part that the user was last asked for help with, or asked themselves since; None when it is not open."""
    objective = thread.active_objective
    if objective is None or not objective.asks:
        return None
    parts, last = unsolved(objective), objective.asks[-1]
    if parts and (parts[-1].last_tried_turn or 0) > last.turn:
        return parts[-1]
    return next((sub for sub in parts if sub.id == last.sub_id), None)
