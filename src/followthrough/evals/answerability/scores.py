"""Decisions beside labels: the confusion, precision, recall and F1 of each class, and their macro average.

The unit of chance is the conversation: intervals draw whole conversations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from followthrough.domain.conversation import DialogState, TurnClass, TurnRecord
from followthrough.domain.objective import OutwardStatus
from followthrough.evals.answerability.dataset import Label
from followthrough.evals.retrieval.metrics import DRAWS, Figure

_SEED = 20_26


class Decided(StrEnum):
    """What the system did with a question."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    REFUSED = "refused"
    REFUSED_WITHOUT_ASK = "refused_without_ask"
    CLARIFIED = "clarified"
    CHAT = "chat"


#: the decision that is right for each label; a refusal counts with an ask only
RIGHT: Mapping[Label, Decided] = {
    Label.ANSWERABLE: Decided.ANSWERED,
    Label.PARTIAL: Decided.PARTIAL,
    Label.UNANSWERABLE: Decided.REFUSED,
    Label.UNDERSPECIFIED: Decided.CLARIFIED,
    Label.CONVERSATIONAL: Decided.CHAT,
}
#: the classes of the macro average
MACRO = (Label.ANSWERABLE, Label.PARTIAL, Label.UNANSWERABLE, Label.UNDERSPECIFIED)
_LABELS, _DECIDED = tuple(Label), tuple(Decided)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One task with what was decided. ``searched`` is what was searched for it."""

    task_id: str
    conversation: str
    label: Label
    decided: Decided
    searched: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Figures of one set of judged tasks.

    Attributes:
        confusion: for each label how often each decision was made.
        by_class: for each class of the macro average its precision, recall and F1; a class that was never decided
            has precision 0, one that never occurs is left out.
        macro_f1: mean of the F1 of the classes that occur.
    """

    confusion: Mapping[Label, Mapping[Decided, int]]
    by_class: Mapping[Label, Mapping[str, Figure]]
    macro_f1: Figure


def decision_of(turn: TurnRecord) -> Decided:
    """What a turn did with its question, read from its fields alone."""
    if turn.dialog_state is DialogState.NEEDS_CLARIFICATION:
        return Decided.CLARIFIED
    if turn.turn_class in (TurnClass.CHAT, TurnClass.ACK):
        return Decided.CHAT
    if turn.objective_status is OutwardStatus.RESOLVED:
        return Decided.ANSWERED
    if turn.reply.citations:
        return Decided.PARTIAL
    return Decided.REFUSED_WITHOUT_ASK if turn.ask is None else Decided.REFUSED


def scores(judged: Sequence[Judged]) -> Scores:
    """The figures of judged tasks, at least one."""
    counts = _counts_by_conversation(judged)
    total = counts.sum(axis=0)
    names = len(counts)
    picks = np.random.default_rng(_SEED).integers(0, names, size=(DRAWS, names))
    times = np.apply_along_axis(np.bincount, 1, picks, minlength=names)
    drawn = np.tensordot(times, counts, axes=1)
    present = [label for label in MACRO if total[_LABELS.index(label)].any()]
    by_class: dict[Label, dict[str, Figure]] = {}
    f1_drawn: list[npt.NDArray[np.float64]] = []
    for label in present:
        ours, theirs = _rates(total[None], label), _rates(drawn, label)
        n = int(total[_LABELS.index(label)].sum())
        by_class[label] = {name: _figure(float(ours[name][0]), theirs[name], n) for name in ours}
        f1_drawn.append(theirs["f1"])
    values = [figures["f1"].value for figures in by_class.values()]
    macro = _figure(float(np.mean(values)), np.mean(f1_drawn, axis=0), len(judged)) if values else _UNKNOWN
    confusion = {
        label: {decided: int(total[i, j]) for j, decided in enumerate(_DECIDED)}
        for i, label in enumerate(_LABELS)
        if total[i].any()
    }
    return Scores(confusion=confusion, by_class=by_class, macro_f1=macro)


_UNKNOWN = Figure(value=0.0, low=0.0, high=1.0, n=0)


def _counts_by_conversation(judged: Sequence[Judged]) -> npt.NDArray[np.int64]:
    """int64, shape (n_conversations, n_labels, n_decisions)."""
    place = {name: n for n, name in enumerate(sorted({one.conversation for one in judged}))}
    counts = np.zeros((len(place), len(_LABELS), len(_DECIDED)), dtype=np.int64)
    for one in judged:
        counts[place[one.conversation], _LABELS.index(one.label), _DECIDED.index(one.decided)] += 1
    return counts


def _rates(counts: npt.NDArray[np.int64], label: Label) -> dict[str, npt.NDArray[np.float64]]:
    """Precision, recall and F1 of a class, one each for every table; shape of ``counts``: (n, labels, decisions)."""
    row, column = _LABELS.index(label), _DECIDED.index(RIGHT[label])
    hits = counts[:, row, column].astype(np.float64)
    decided, true = counts[:, :, column].sum(axis=1), counts[:, row, :].sum(axis=1)
    precision = hits / np.maximum(decided, 1)
    recall = hits / np.maximum(true, 1)
    both = precision + recall
    f1 = np.where(both > 0, 2 * precision * recall / np.where(both > 0, both, 1), 0.0)
    return {"precision": precision, "recall": recall, "f1": f1}


def _figure(value: float, drawn: npt.NDArray[np.float64], n: int) -> Figure:
    low, high = (float(q) for q in np.quantile(drawn, (0.025, 0.975)))
    return Figure(value=value, low=low, high=high, n=n)
