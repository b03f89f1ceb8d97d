"""A file of claims: one JSON object a line, each with its passages, what it cites and whether they bear it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.errors import InvalidInput


class Label(StrEnum):
    """Whether what a claim cites bears it."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_IN_SOURCE = "not_in_source"
    PARTLY = "partly"
    """One clause is borne, another is not: the whole must not be said."""
    META = "meta"
    """It says nothing about the documents, and is counted nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A claim as a person labelled it.

    Attributes:
        id, corpus: which it is; figures are kept apart by corpus.
        asked: the question, and what the user said before it.
        passages: by their numbers from 1.
        text: the claim without its citations.
        cites: numbers of passages.
        why: what is wrong or right with it, in a few words.
    """

    id: str
    corpus: str
    asked: str
    passages: dict[int, Passage]
    text: str
    cites: tuple[int, ...]
    label: Label
    why: str

    @property
    def sentence(self) -> str:
        """The claim as a model writes it, its citations behind it."""
        return self.text + "".join(f" [{n}]" for n in self.cites)

    @property
    def is_wrong(self) -> bool:
        """Whether saying it would be an untruth about the documents."""
        return self.label not in (Label.SUPPORTED, Label.META)

    @property
    def has_wrong_value(self) -> bool:
        """Whether a number, unit, name or denial is what is wrong with it, as far as its note says so."""
        return self.label is Label.CONTRADICTED and _VALUE.search(self.why) is not None


_VALUE = re.compile(
    r"\d|\b(?:number|unit|name|polarity|swapped|not?|day|month|row|plan|value|colour|team)\b", re.IGNORECASE
)


def read_claims(path: Path) -> list[Labelled]:
    """The claims of a file in its order.

    Raises:
        InvalidInput: it can't be read, or a line is no claim.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} can't be read.", fix="Give a file of claims, one JSON object a line.") from error
    found: list[Labelled] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(_claim(cast("dict[str, Any]", json.loads(line))))
        except (ValueError, KeyError, TypeError) as error:
            fix = "Each line has id, corpus, question, passages, claim, cites and label."
            raise InvalidInput(f"{path}:{number} is no claim ({type(error).__name__}).", fix=fix) from error
    return found


def _claim(row: dict[str, Any]) -> Labelled:
    passages = {n: _passage(n, given) for n, given in enumerate(row["passages"], start=1)}
    cites = tuple(int(n) for n in row["cites"])
    if not all(n in passages for n in cites):
        raise ValueError("it cites a passage that is not there")
    return Labelled(
        id=str(row["id"]),
        corpus=str(row["corpus"]),
        asked="\n".join(text for text in (row["question"], row.get("user_said", "")) if text),
        passages=passages,
        text=str(row["claim"]),
        cites=cites,
        label=Label(row["label"]),
        why=str(row.get("why", "")),
    )


def _passage(number: int, given: dict[str, Any]) -> Passage:
    name, text, heading = str(given["name"]), str(given["text"]), str(given.get("heading") or "")
    return Passage(
        id=PassageId(f"p{number}"),
        document_id=DocumentId(name),
        document_name=name,
        collection="",
        ordinal=number,
        text=text,
        start=0,
        end=len(text),
        heading=tuple(heading.split(" > ")) if heading else (),
    )
