"""Puts every conversation to a system over its folder's documents, and judges the replies."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from followthrough.errors import FollowthroughError, InvalidInput
from followthrough.evals.answers.dataset import Question, QuestionSet, load_questions
from followthrough.evals.answers.judge import Judged, Replied, judge

Told: TypeAlias = Callable[[str, int, int], None]
#: The reply to a message in a thread.
Send: TypeAlias = Callable[[str], Awaitable[Replied]]
#: A new thread of a system.
NewThread: TypeAlias = Callable[[], Awaitable[Send]]
#: A system whose library is a folder of documents.
OpenDocuments: TypeAlias = Callable[[Path], AbstractAsyncContextManager[NewThread]]


async def evaluate(
    folders: Sequence[Path],
    open_documents: OpenDocuments,
    told: Told,
    *,
    standalone: bool = False,
    limit: int | None = None,
) -> list[Judged]:
    """Judges the questions of the folders, each folder over its own documents.

    Args:
        folders: each with ``docs`` and ``turns.jsonl``; all are read before anything is asked.
        open_documents: opens the system over a folder of documents.
        told: called with the progress.
        standalone: put each question's complete wording into a thread of its own.
        limit: so many conversations of each folder; None is all.

    Raises:
        InvalidInput: a folder is malformed, or two have the same name.
    """
    sets = [load_questions(folder) for folder in folders]
    if len({one.name for one in sets}) < len(sets):
        raise InvalidInput("Two folders have the same name.", fix="Name each folder once, or rename one.")
    rows: list[Judged] = []
    for one in sets:
        async with open_documents(one.documents) as new_thread:
            rows += await _ask_all(one, new_thread, told, standalone=standalone, limit=limit)
    return rows


async def _ask_all(
    asked: QuestionSet, new_thread: NewThread, told: Told, *, standalone: bool, limit: int | None
) -> list[Judged]:
    threads = asked.threads(standalone=standalone, limit=limit)
    total = sum(map(len, threads))
    rows: list[Judged] = []
    for questions in threads:
        send = await new_thread()
        for question in questions:
            told(f"questions of {asked.name}", len(rows), total)
            rows.append(judge(asked.name, question, await _reply(send, question, standalone=standalone)))
    told(f"questions of {asked.name}", total, total)
    return rows


async def _reply(send: Send, question: Question, *, standalone: bool) -> Replied:
    """The reply with the time that it took. A turn that fails is a wrong answer: the others are still measured."""
    began = time.perf_counter()
    try:
        replied = await send(question.standalone if standalone else question.text)
    except FollowthroughError as error:
        replied = Replied(text="", failed=error.code)
    return replace(replied, seconds=time.perf_counter() - began)
