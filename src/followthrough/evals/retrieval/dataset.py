"""Reads a data set for retrieval (interface.md, "Data sets for eval"). Every fault is named by file and line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from followthrough.errors import InvalidInput
from followthrough.evals.lines import Message, conversation_of, fault, lines_of, objects_of, text_of

_HEADER = ["query", "passage", "score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a corpus that has text."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedQuery:
    """A question with what people judged relevant to it.

    ``messages`` end with the question. ``relevant`` has a score above 0 for each relevant row.
    """

    id: str
    conversation: str
    messages: tuple[Message, ...]
    human_rewrite: str | None
    relevant: Mapping[str, int]

    @property
    def text(self) -> str:
        """The question."""
        return self.messages[-1].content

    @property
    def opening(self) -> str:
        """The conversation's first message."""
        return self.messages[0].content


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A folder of judged questions. ``unjudged`` questions, without anything relevant, are counted and not scored."""

    name: str
    corpus: Path
    queries: tuple[JudgedQuery, ...]
    unjudged: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """What is searched. ``digest`` is of its bytes; ``blank`` rows had no text and are left out."""

    path: Path
    digest: str
    rows: tuple[Row, ...]
    blank: int


def load_dataset(folder: Path) -> Dataset:
    """Reads the questions and judgements of a folder, and finds its corpus.

    Raises:
        InvalidInput: something is missing or malformed.
    """
    if not folder.is_dir():
        raise InvalidInput(f"{folder} is no folder.", fix="Name the folder of a data set.")
    relevant = _judgements(folder / "qrels.tsv")
    queries: list[JudgedQuery] = []
    places: dict[str, int] = {}
    for line, row in objects_of(folder / "queries.jsonl"):
        query = _query(folder / "queries.jsonl", line, row, relevant)
        if query.id in places:
            raise fault(
                folder / "queries.jsonl", line, f"the query {query.id!r} stands on line {places[query.id]} too"
            )
        places[query.id] = line
        queries.append(query)
    judged = tuple(query for query in queries if query.relevant)
    if not judged:
        raise InvalidInput(f"{folder}: no query has a relevant passage.", fix="Compare the ids of queries and qrels.")
    name = f"{folder.resolve().parent.name}/{folder.resolve().name}"
    return Dataset(name=name, corpus=corpus_path(folder), queries=judged, unjudged=len(queries) - len(judged))


def load_corpus(path: Path) -> Corpus:
    """Reads a corpus.

    Raises:
        InvalidInput: it is missing or malformed.
    """
    rows: dict[str, Row] = {}
    blank = 0
    for line, row in objects_of(path):
        row_id, text = text_of(path, line, row, "id"), text_of(path, line, row, "text", blank=True)
        if row_id in rows:
            raise fault(path, line, f"the id {row_id!r} stands twice")
        if not text.strip():
            blank += 1
            continue
        rows[row_id] = Row(id=row_id, title=str(row.get("title") or "").strip(), text=text)
    if not rows:
        raise InvalidInput(f"{path}: no row has text.", fix="Check the corpus.")
    digest = hashlib.sha256()
    for row in rows.values():
        digest.update(json.dumps([row.id, row.title, row.text]).encode())
    return Corpus(path=path, digest=digest.hexdigest(), rows=tuple(rows.values()), blank=blank)


def load_rewrites(path: Path) -> dict[str, str]:
    """Reads rewrites (``{id, rewrite}`` a line) by query id.

    Raises:
        InvalidInput: the file is missing or malformed.
    """
    return {text_of(path, n, row, "id"): text_of(path, n, row, "rewrite") for n, row in objects_of(path)}


def load_run(path: Path) -> dict[str, tuple[str, ...]]:
    """Reads a TREC run (``query Q0 row rank score name`` a line): rows by query id, highest score first.

    Raises:
        InvalidInput: the file is missing or malformed.
    """
    scored: dict[str, dict[str, float]] = {}
    for line, text in lines_of(path):
        fields = text.split()
        if len(fields) != 6:
            raise fault(path, line, f"a line of a run has 6 fields, this one has {len(fields)}")
        try:
            scored.setdefault(fields[0], {})[fields[2]] = float(fields[4])
        except ValueError:
            raise fault(path, line, f"{fields[4]!r} is no score") from None
    return {query: tuple(sorted(rows, key=lambda r: (-rows[r], r))) for query, rows in scored.items()}


def corpus_path(folder: Path) -> Path:
    """The corpus of a data set: in its folder, or where its ``dataset.json`` says. Raises ``InvalidInput``."""
    for name in ("corpus.jsonl", "corpus.jsonl.gz"):
        if (folder / name).is_file():
            return folder / name
    pointer = folder / "dataset.json"
    if not pointer.is_file():
        raise InvalidInput(
            f"{folder} has no corpus.jsonl, no corpus.jsonl.gz and no dataset.json.", fix="Add one of them."
        )
    try:
        named = json.loads(pointer.read_text(encoding="utf-8"))
    except ValueError as error:
        raise fault(pointer, getattr(error, "lineno", 1), "this is no JSON") from None
    if not isinstance(named, dict) or not isinstance(target := cast("dict[str, Any]", named).get("corpus"), str):
        raise fault(pointer, 1, 'it must say {"corpus": "path"}')
    path = (folder / target).resolve()
    if not path.is_file():
        raise fault(pointer, 1, f"{target} does not exist")
    return path


def _query(path: Path, line: int, row: Mapping[str, Any], relevant: Mapping[str, Mapping[str, int]]) -> JudgedQuery:
    query_id = text_of(path, line, row, "id")
    messages = conversation_of(path, line, row)
    rewrite = row.get("human_rewrite")
    if rewrite is not None and not isinstance(rewrite, str):
        raise fault(path, line, "human_rewrite must be a text")
    return JudgedQuery(
        id=query_id,
        conversation=str(row.get("conversation") or query_id),
        messages=messages,
        human_rewrite=rewrite,
        relevant={passage: score for passage, score in relevant.get(query_id, {}).items() if score > 0},
    )


def _judgements(path: Path) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for line, text in lines_of(path):
        fields = text.split("\t")
        if line == 1:
            if fields != _HEADER:
                raise fault(path, 1, "the header must be: query, passage, score (tab-separated)")
            continue
        if len(fields) != 3:
            raise fault(path, line, f"a judgement has 3 fields, this one has {len(fields)}")
        try:
            found.setdefault(fields[0], {})[fields[1]] = int(fields[2])
        except ValueError:
            raise fault(path, line, f"{fields[2]!r} is no whole number") from None
    return found
