"""Puts every task to the system and scores what it decided."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from followthrough.domain.conversation import TurnRecord
from followthrough.errors import InvalidInput
from followthrough.evals.answerability.dataset import Task, load_tasks
from followthrough.evals.answerability.scores import Judged, decision_of
from followthrough.evals.retrieval.library import Told

#: The system's turn on a task's question, after the task's conversation.
Answer: TypeAlias = Callable[[Task], Awaitable[TurnRecord]]
#: A system whose library is a corpus.
OpenCorpus: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What was decided, by data set in the order given."""

    judged: Mapping[str, tuple[Judged, ...]]


async def evaluate(folders: Sequence[Path], open_corpus: OpenCorpus, told: Told) -> Findings:
    """Runs the tasks of the folders, each over its own corpus.

    Args:
        folders: the data sets.
        open_corpus: opens the system over a corpus.
        told: called with the progress.

    Raises:
        InvalidInput: a data set is malformed, or two have the same name.
    """
    sets = [load_tasks(folder) for folder in folders]
    if len({s.name for s in sets}) < len(sets):
        raise InvalidInput("Two data sets have the same name.", fix="Name each folder once.")
    judged: dict[str, tuple[Judged, ...]] = {}
    for one in sets:
        async with open_corpus(one.corpus) as answer:
            found: list[Judged] = []
            for done, task in enumerate(one.tasks):
                told(f"questions of {one.name}", done, len(one.tasks))
                found.append(_judged(task, await answer(task)))
            judged[one.name] = tuple(found)
    return Findings(judged=judged)


def _judged(task: Task, turn: TurnRecord) -> Judged:
    return Judged(
        task_id=task.id,
        conversation=task.conversation,
        label=task.label,
        decided=decision_of(turn),
        searched=" | ".join(turn.query.effective),
    )
