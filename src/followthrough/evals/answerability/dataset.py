"""Reads a data set for answerability (interface.md, "Data sets for eval")."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from followthrough.errors import InvalidInput
from followthrough.evals.lines import Message, conversation_of, fault, objects_of, text_of
from followthrough.evals.retrieval.dataset import corpus_path


class Label(StrEnum):
    """What a person found of a question and a corpus."""

    ANSWERABLE = "answerable"
    PARTIAL = "partial"
    UNANSWERABLE = "unanswerable"
    UNDERSPECIFIED = "underspecified"
    CONVERSATIONAL = "conversational"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A question with its conversation; ``messages`` end with the question."""

    id: str
    conversation: str
    messages: tuple[Message, ...]
    label: Label

    @property
    def opening(self) -> str:
        """The conversation's first message."""
        return self.messages[0].content


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSet:
    """A folder of labelled questions over one corpus."""

    name: str
    corpus: Path
    tasks: tuple[Task, ...]


def load_tasks(folder: Path) -> TaskSet:
    """Reads the tasks of a folder, and finds its corpus.

    Raises:
        InvalidInput: something is missing or malformed.
    """
    if not folder.is_dir():
        raise InvalidInput(f"{folder} is no folder.", fix="Name the folder of a data set.")
    path = folder / "tasks.jsonl"
    tasks: dict[str, Task] = {}
    for line, row in objects_of(path):
        task_id, label = text_of(path, line, row, "id"), text_of(path, line, row, "answerability")
        if task_id in tasks:
            raise fault(path, line, f"the id {task_id!r} stands twice")
        if label not in set(Label):
            raise fault(path, line, f"answerability must be one of {', '.join(Label)}")
        tasks[task_id] = Task(
            id=task_id,
            conversation=str(row.get("conversation") or task_id),
            messages=conversation_of(path, line, row),
            label=Label(label),
        )
    if not tasks:
        raise InvalidInput(f"{path}: there is no task.", fix="Check the file.")
    name = f"{folder.resolve().parent.name}/{folder.resolve().name}"
    return TaskSet(name=name, corpus=corpus_path(folder), tasks=tuple(tasks.values()))
