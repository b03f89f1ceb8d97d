"""Messages taken apart into their questions, beside what a reader of them says they hold.

``python -m benchmarks.parts [--json] [--missed] [FILE...]``. Each line of a file is ``MESSAGE | PART ; PART``: the
questions in the message's own words, what several of them share behind each. A message is found exactly when as many
questions are found, each has the telling words of its own (in its text or in what goes with it), and none has a word
of another. Cutting a single question is worse than leaving two together, so it is counted by itself.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.pack import Pack
from followthrough.rules.questions.dividing import Piece
from followthrough.rules.questions.plan import split_question

HERE = Path(__file__).parent
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "do",
        "does",
        "i",
        "my",
        "it",
        "of",
        "for",
        "and",
        "or",
        "to",
        "in",
        "on",
        "at",
        "be",
        "what",
        "whats",
        "which",
        "when",
        "how",
        "if",
        "get",
        "that",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was found of a file's messages.

    Attributes:
        messages: how many there are.
        exact: of them, taken apart as written.
        single: those that hold one question.
        single_kept: of them, left whole.
    """

    messages: int
    exact: int
    single: int
    single_kept: int


def read(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Each message with its questions."""
    for line in path.read_text().splitlines():
        message, _, parts = line.partition(" | ")
        if parts:
            yield message, [part.strip() for part in parts.split(" ; ")]


def is_exact(found: Sequence[Piece], wanted: Sequence[str]) -> bool:
    """Whether the questions found are those wanted."""
    if len(found) != len(wanted):
        return False
    if len(wanted) == 1:
        return True
    telling = [_words(part) - _SMALL for part in wanted]
    for piece, own, part in zip(found, telling, wanted, strict=True):
        others = frozenset().union(*telling) - _words(part)
        if own - _words(f"{piece.text} {piece.context}") or others & _words(piece.text):
            return False
    return True


def measure(cases: Sequence[tuple[str, list[str]]], pack: Pack) -> tuple[Figures, list[str]]:
    """The figures, and the messages that were not taken apart as written."""
    found = [(message, wanted, split_question(message, pack)) for message, wanted in cases]
    single = [pieces for _, wanted, pieces in found if len(wanted) == 1]
    missed = [
        f"{message} -> {[p.text for p in pieces]}"
        for message, wanted, pieces in found
        if not is_exact(pieces, wanted)
    ]
    figures = Figures(
        messages=len(found),
        exact=len(found) - len(missed),
        single=len(single),
        single_kept=sum(len(pieces) == 1 for pieces in single),
    )
    return figures, missed


def sum_up(figures: Sequence[Figures]) -> Figures:
    """The figures of several files together."""
    return Figures(
        messages=sum(one.messages for one in figures),
        exact=sum(one.exact for one in figures),
        single=sum(one.single for one in figures),
        single_kept=sum(one.single_kept for one in figures),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w']+", text.casefold()))


def main() -> None:
    """Prints the figures of each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=sorted(HERE.glob("*.txt")))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--missed", action="store_true", help="print what was not taken apart as written")
    chosen = parser.parse_args()
    pack = load_pack("general")
    for path in chosen.files:
        figures, missed = measure(list(read(path)), pack)
        if chosen.json:
            print(json.dumps({"file": path.name} | asdict(figures)))
        else:
            exact = figures.exact / figures.messages if figures.messages else 0.0
            print(
                f"{path.name}: exact {exact:.3f} of {figures.messages}; "
                f"single questions left whole {figures.single_kept} of {figures.single}"
            )
        if chosen.missed:
            print("\n".join(f"  {line}" for line in missed), file=sys.stderr)


if __name__ == "__main__":
    main()
