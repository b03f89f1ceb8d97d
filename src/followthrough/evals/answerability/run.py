"""Puts every task to the system and scores what it decided."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from followthrough.domain.conversation import TurnRecord
from followthrough.errors import InvalidInput
from followthrough.evals.answerability.dataset import Task, TaskSet, load_tasks
from followthrough.evals.answerability.fit import Lesson
from followthrough.evals.answerability.learning import Listener, fitted_by_fold, lessons_of
from followthrough.evals.answerability.scores import Judged, decision_of
from followthrough.evals.retrieval.folds import marks
from followthrough.evals.retrieval.library import Told
from followthrough.rules.answerable import Weights
from followthrough.rules.answerable_weights import SHIPPED

#: The system's turn on a task's question, after the task's conversation.
Answer: TypeAlias = Callable[[Task], Awaitable[TurnRecord]]
#: A system whose library is a corpus.
OpenCorpus: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What was decided, by data set in the order given.

    Attributes:
        judged: the decisions.
        tasks: all tasks, in order.
        lessons: what each of them teaches the model of ``rules.answerable``.
        in_sample: the model that decided was fitted on some of these conversations.
    """

    judged: Mapping[str, tuple[Judged, ...]]
    tasks: tuple[Task, ...] = ()
    lessons: tuple[tuple[Lesson, ...], ...] = ()
    in_sample: bool = False


async def evaluate(
    folders: Sequence[Path],
    open_corpus: OpenCorpus,
    told: Told,
    *,
    listener: Listener | None = None,
    cross_validate: bool = False,
) -> Findings:
    """Runs the tasks of the folders; data sets with the same corpus share one system.

    Args:
        folders: the data sets.
        open_corpus: opens the system over a corpus.
        told: called with the progress.
        listener: the judge of that system; a new one that nothing is put to without.
        cross_validate: decide every task by weights that were fitted on the other folds of conversations.

    Raises:
        InvalidInput: a data set is malformed, or two have the same name.
    """
    sets = [load_tasks(folder) for folder in folders]
    if len({s.name for s in sets}) < len(sets):
        raise InvalidInput("Two data sets have the same name.", fix="Name each folder once.")
    judge = listener or Listener(SHIPPED)
    found = await _run(sets, open_corpus, told, judge, {})
    if not cross_validate:
        known = any(marks(task) & judge.weights.fitted_on for task in found.tasks)
        return replace(found, in_sample=known)
    return await _run(sets, open_corpus, told, judge, fitted_by_fold(found.tasks, found.lessons))


async def _run(
    sets: Sequence[TaskSet], open_corpus: OpenCorpus, told: Told, judge: Listener, weights: Mapping[str, Weights]
) -> Findings:
    """All tasks once; those of a conversation that has weights of its own are decided by these."""
    judged: dict[str, tuple[Judged, ...]] = {}
    tasks = tuple(task for one in sets for task in one.tasks)
    lessons: list[tuple[Lesson, ...]] = []
    for one in sets:
        async with open_corpus(one.corpus) as answer:
            found: list[Judged] = []
            for done, task in enumerate(one.tasks):
                told(f"questions of {one.name}", done, len(one.tasks))
                judge.weights = weights.get(task.conversation, judge.weights)
                judge.heard.clear()
                found.append(_judged(task, await answer(task)))
                lessons.append(tuple(lessons_of(task, judge.heard)))
            judged[one.name] = tuple(found)
    return Findings(judged=judged, tasks=tasks, lessons=tuple(lessons))


def _judged(task: Task, turn: TurnRecord) -> Judged:
    return Judged(
        task_id=task.id,
        conversation=task.conversation,
        label=task.label,
        decided=decision_of(turn),
        searched=" | ".join(turn.query.effective),
    )
