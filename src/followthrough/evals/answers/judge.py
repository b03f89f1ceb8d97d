"""Whether a reply is right, cites what was marked, and says truly how the question stands. Pure.

Definitions (docs/how-to/measure-your-answers.md):

- right: the question's ``key`` matches in the first 1,500 characters of the reply, with or without its markup.
- cited: a quote shares eight words in a row with a marked one, or all of its words where it has fewer.
- wrongly refused: the documents answer, the reply is not right, and it cites nothing.
- refused: the documents do not answer, and the question is not called resolved.
- false resolved: called resolved without being right; chat and vague messages left out.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from followthrough.domain.objective import OutwardStatus
from followthrough.evals.answers.dataset import Question
from followthrough.evals.answers.fit import Seen
from followthrough.evals.outcomes.interval import Share, share

WINDOW = 1_500  # characters of a reply that a person reads before giving up on it
RUN = 8  # words in a row that two quotes of the same place share and others hardly ever do
UNANSWERABLE = "unanswerable"

_MARKUP = re.compile(r"[*_`]")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_LEAST_MARKED, _LEAST_CITED = 2, 3  # words: fewer are found anywhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """What the system made of a question.

    ``failed`` says what went wrong where there was no reply; such a turn counts as a wrong one. ``read`` is what a
    reader was given for it, in order.
    """

    text: str
    quotes: tuple[str, ...] = ()
    status: OutwardStatus | None = None
    seconds: float = 0.0
    failed: str = ""
    read: tuple[Seen, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A question with its reply and what is to be said of it."""

    folder: str
    question: Question
    replied: Replied
    right: bool
    cited: bool

    @property
    def answerable(self) -> bool:
        """The documents answer it."""
        return bool(self.question.key)

    @property
    def resolved(self) -> bool:
        """The system says that it is answered."""
        return self.replied.status is OutwardStatus.RESOLVED


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of some questions; each share's ``n`` is how many it is of."""

    right: Share
    cited: Share
    wrongly_refused: Share
    refused: Share
    false_resolved: Share
    shown_median: int
    ms_median: int
    failed: int
    n: int


def judge(folder: str, question: Question, replied: Replied) -> Judged:
    """Judges one reply."""
    return Judged(
        folder=folder,
        question=question,
        replied=replied,
        right=is_right(question.key, replied.text),
        cited=any(overlaps(quote, marked) for quote in replied.quotes for marked in question.support),
    )


def is_right(key: str, reply: str) -> bool:
    """Whether the key matches near the reply's beginning, as it stands or without its markup; an empty key never."""
    if not key:
        return False
    seen = reply[:WINDOW]
    return any(re.search(key, text, re.IGNORECASE | re.DOTALL) for text in (seen, _MARKUP.sub("", seen)))


def overlaps(quote: str, marked: str) -> bool:
    """Whether a citation is of the marked place: ``RUN`` words in a row, punctuation and case aside.

    A shorter marked text must be there as a whole; a quote that is shorter still must be a part of it.
    """
    cited, wanted = _words(quote), _words(marked)
    length = min(RUN, len(wanted))
    if length < _LEAST_MARKED:
        return False
    if len(cited) < length:
        return len(cited) >= _LEAST_CITED and " ".join(cited) in " ".join(wanted)
    said = " ".join(cited)
    return any(" ".join(wanted[at : at + length]) in said for at in range(len(wanted) - length + 1))


def figures(rows: Sequence[Judged]) -> Figures:
    """The figures of these questions; of none, every share is of 0 and the medians are 0."""
    asked = [row for row in rows if row.answerable]
    unanswerable = [row for row in rows if row.question.kind == UNANSWERABLE]
    return Figures(
        right=_share(asked, lambda row: row.right),
        cited=_share([row for row in asked if row.question.support], lambda row: row.cited),
        wrongly_refused=_share(asked, lambda row: not row.right and not row.replied.quotes),
        refused=_share(unanswerable, lambda row: not row.resolved),
        false_resolved=_share(
            [row for row in rows if row.question.counts], lambda row: row.resolved and not row.right
        ),
        shown_median=round(_median(len(row.replied.text) for row in rows)),
        ms_median=round(_median(row.replied.seconds for row in rows) * 1_000),
        failed=sum(bool(row.replied.failed) for row in rows),
        n=len(rows),
    )


def _share(rows: Sequence[Judged], holds: Callable[[Judged], bool]) -> Share:
    return share(sum(map(holds, rows)), len(rows))


def _median(values: Iterable[float]) -> float:
    """The upper one of two, so that it is a value that was measured."""
    listed = list(values)
    return statistics.median_high(listed) if listed else 0.0


def _words(text: str) -> list[str]:
    return _BETWEEN_WORDS.sub(" ", text).lower().split()
