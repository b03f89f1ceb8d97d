"""What a language model may say, task by task. A model proposes: rules check each of these before they count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias


class Verdict(StrEnum):
    """Whether a passage supports a part of the question."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"


class Choice(StrEnum):
    """Whether the model chose one of the candidates."""

    SELECT = "select"
    NEED_MORE_INFO = "need_more_info"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """The questions that a message asks, each complete in itself, in the message's order."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A verdict with the words of the passage that carry it; no words with ``no``."""

    verdict: Verdict
    quote: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClarifyNeed:
    """Whether a question can be read in several ways, which ones, and one question that would separate them."""

    needed: bool
    readings: tuple[str, ...] = ()
    question: str | None = None


SELECTED_CONTRACT: Final = 1
"""The version of ``Selected`` on the wire; a change of its shape raises it (2.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """A choice among given candidates; ``confidence`` is from 0 to 1 and the model's own word for it."""

    decision: Choice
    choice_id: str | None = None
    confidence: float = 0.0
    needed_evidence_types: tuple[str, ...] = ()


#: Everything that can be asked for; ``str`` is a text.
ModelResult: TypeAlias = str | Planned | Judged | ClarifyNeed | Selected
