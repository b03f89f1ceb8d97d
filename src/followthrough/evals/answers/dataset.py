"""Reads questions about a folder of documents (docs/how-to/measure-your-answers.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from followthrough.errors import InvalidInput
from followthrough.evals.lines import fault, objects_of, text_of

UNJUDGED = ("chat", "vague")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One turn of a conversation about the documents.

    Attributes:
        id: its name, once in a folder.
        conversation: which one it belongs to; turns of one stand in their order.
        text: as it was typed.
        standalone: the same, complete in itself.
        relation: to the turn before, in the author's words (``first``, ``followup``).
        kind: of question, in the author's words; ``chat``, ``vague`` and ``unanswerable`` count differently.
        key: regular expression that a right reply matches; empty where the documents do not answer.
        support: quotes of the documents that answer.
    """

    id: str
    conversation: str
    text: str
    standalone: str
    relation: str
    kind: str
    key: str
    support: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """It is a question: what it asks is clear, and something may answer it."""
        return self.kind not in UNJUDGED


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSet:
    """A folder of documents and the questions about them."""

    name: str
    documents: Path
    questions: tuple[Question, ...]

    def threads(self, *, standalone: bool, limit: int | None = None) -> list[list[Question]]:
        """The questions that share a thread, in the file's order: a conversation, or with ``standalone`` each one."""
        grouped: dict[str, list[Question]] = {}
        for question in self.questions:
            grouped.setdefault(question.id if standalone else question.conversation, []).append(question)
        return list(grouped.values())[:limit]


def load_questions(folder: Path) -> QuestionSet:
    """Reads ``turns.jsonl`` of a folder, and finds its ``docs``.

    Raises:
        InvalidInput: something is missing or malformed; a fault in the file is named by file and line.
    """
    documents, path = folder / "docs", folder / "turns.jsonl"
    if not documents.is_dir():
        raise InvalidInput(f"{documents} is no folder.", fix="Put the documents into docs beside turns.jsonl.")
    questions: dict[str, Question] = {}
    for line, row in objects_of(path):
        question = _question(path, line, row)
        if question.id in questions:
            raise fault(path, line, f"the id {question.id!r} stands twice")
        questions[question.id] = question
    if not questions:
        raise InvalidInput(f"{path}: there is no question.", fix="Write one a line.")
    return QuestionSet(name=folder.resolve().name, documents=documents, questions=tuple(questions.values()))


def _question(path: Path, line: int, row: Mapping[str, Any]) -> Question:
    name, text = text_of(path, line, row, "id"), text_of(path, line, row, "text")
    optional = {key: _optional(path, line, row, key) for key in ("standalone", "relation", "kind", "key")}
    conversation = _optional(path, line, row, "conversation")
    try:
        re.compile(optional["key"], re.IGNORECASE | re.DOTALL)
    except re.error as error:
        raise fault(path, line, f"key is no regular expression ({error})") from None
    if optional["key"] and optional["kind"] == "unanswerable":
        raise fault(path, line, "an unanswerable question has a key")
    return Question(
        id=name,
        conversation=conversation or name,
        text=text,
        standalone=optional["standalone"] or text,
        relation=optional["relation"],
        kind=optional["kind"],
        key=optional["key"],
        support=_quotes(path, line, row),
    )


def _optional(path: Path, line: int, row: Mapping[str, Any], key: str) -> str:
    return text_of(path, line, row, key, blank=True) if key in row else ""


def _quotes(path: Path, line: int, row: Mapping[str, Any]) -> tuple[str, ...]:
    listed: Any = row.get("support", [])
    if not isinstance(listed, list):
        raise fault(path, line, "support must be a list")
    quotes: list[str] = []
    for one in cast("list[Any]", listed):
        quote = cast("dict[str, Any]", one).get("quote") if isinstance(one, dict) else None
        if not isinstance(quote, str) or not quote.strip():
            raise fault(path, line, "each support needs a quote")
        quotes.append(quote)
    return tuple(quotes)
