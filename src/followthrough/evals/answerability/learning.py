"""Listens to the signs that turns are judged by, and judges by weights of its own: to fit, and to cross-validate."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.evals.answerability.dataset import Task
from followthrough.evals.answerability.fit import Lesson, fit
from followthrough.evals.retrieval.folds import FOLDS, fold_of, groups_of
from followthrough.rules.answerable import Chances, Weights


class Listener:
    """A judge that keeps what it was asked. ``weights`` may be exchanged between turns."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.heard: list[tuple[float, ...]] = []

    def chances(self, signs: Sequence[float]) -> Chances:
        """The chances by its weights (``rules.answerable.Judge``)."""
        self.heard.append(tuple(signs))
        return self.weights.chances(signs)


def lessons_of(task: Task, heard: Sequence[tuple[float, ...]]) -> list[Lesson]:
    """What a task teaches: its parts' signs, which share its weight."""
    return [Lesson(signs=signs, label=task.label, weight=1 / len(heard)) for signs in heard]


def fitted_by_fold(tasks: Sequence[Task], lessons: Sequence[Sequence[Lesson]]) -> dict[str, Weights]:
    """For each conversation the weights that were fitted on the other folds; folds go by conversation."""
    groups = groups_of(tasks)
    folds = {conversation: fold_of(group) for conversation, group in groups.items()}
    each = [
        fit(
            [
                one
                for task, some in zip(tasks, lessons, strict=True)
                if folds[task.conversation] != fold
                for one in some
            ]
        )
        for fold in range(FOLDS)
    ]
    return {conversation: each[fold] for conversation, fold in folds.items()}
