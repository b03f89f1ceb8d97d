"""Why a part is not answered: one trigger for each stuck reason (R0-41), from the evidence, never from a phrase.

To add a reason: a member of ``StuckReason``, a row here, texts in the packs, a golden conversation.
"""

from __future__ import annotations

from collections.abc import Callable

from followthrough.domain.objective import StuckReason, SubObjective
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.language.identifiers import asks_for_code, names_code


def why_stuck(part: SubObjective, answer: PartAnswer, pack: Pack) -> StuckReason | None:
    """The first reason of the table whose trigger holds; None when the part is answered."""
    if answer.complete and answer.extracts:
        return None
    return next(reason for reason, holds in _TRIGGERS if holds(part, answer, pack))


def _tool_failed(part: SubObjective, answer: PartAnswer, pack: Pack) -> bool:
    """A tool that the plan or the user called did not do its work."""
    return answer.signal is RetrievalSignal.TOOL_FAILED


def _conflicting(part: SubObjective, answer: PartAnswer, pack: Pack) -> bool:
    """Sources disagree, or the only one is out of date."""
    return answer.signal is RetrievalSignal.CONFLICTING


def _missing_code(part: SubObjective, answer: PartAnswer, pack: Pack) -> bool:
    """A code is asked for and none was found, or the one asked about stands in no document (R0-18, F23)."""
    return asks_for_code(part.text, pack) or any(names_code(words, pack) for words in answer.missing)


def _partial(part: SubObjective, answer: PartAnswer, pack: Pack) -> bool:
    """Something was found, not all."""
    return bool(answer.extracts)


def _no_evidence(part: SubObjective, answer: PartAnswer, pack: Pack) -> bool:
    """Nothing usable was found."""
    return True


_TRIGGERS: tuple[tuple[StuckReason, Callable[[SubObjective, PartAnswer, Pack], bool]], ...] = (
    (StuckReason.TOOL_FAILED, _tool_failed),
    (StuckReason.CONFLICTING_INFO, _conflicting),
    (StuckReason.MISSING_CODE, _missing_code),
    (StuckReason.PARTIAL_ANSWER, _partial),
    (StuckReason.NO_EVIDENCE, _no_evidence),
)
