"""The marked messages, and what they say of each place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from followthrough.domain.pack import Pack
from followthrough.rules.questions.places import Placed, places_in
from followthrough.rules.questions.tagging import Cut

MESSAGES = Path(__file__).parent / "messages"
_MARKUP = re.compile(r"\s*\|\|\s*|<~?|>|[{}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A message with its line as it is written, and the characters at which what is marked in it begins and ends."""

    block: str
    line: str
    text: str
    questions: frozenset[int]
    told: tuple[tuple[int, int], ...]
    things: tuple[tuple[int, int], ...]


def read_messages(folder: Path = MESSAGES) -> Iterator[Marked]:
    """Every marked message, by block of writing."""
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield read_marked(line.strip(), path.stem)


def read_marked(line: str, block: str = "") -> Marked:
    """One message without its marks."""
    text, place = "", 0
    questions: set[int] = set()
    told: list[tuple[int, int]] = []
    things: list[tuple[int, int]] = []
    opened = 0
    marked, line = line, line.replace("\\n", "\n")
    for mark in _MARKUP.finditer(line):
        text += line[place : mark.start()]
        place = mark.end()
        kind = mark.group().strip()
        if kind == "||":
            text = text.rstrip() + " "
            questions.add(len(text))
        elif kind in ("<", "<~", "{"):
            opened = len(text)
        elif kind == ">":
            told.append((opened, len(text)))
        else:
            things.append((opened, len(text)))
    text += line[place:]
    for _, end in told:
        rest = text[end:].lstrip()
        begins = len(text) - len(rest)
        if rest and not any(start == begins for start, _ in told):
            questions.add(begins)
    return Marked(
        block=block, line=marked, text=text, questions=frozenset(questions), told=tuple(told), things=tuple(things)
    )


def labels_of(marked: Marked, pack: Pack) -> tuple[Placed, list[Cut], list[tuple[int, int]]]:
    """The places, what begins at each, and the words of each marked thing.

    Raises:
        ValueError: something begins where there is no place.
    """
    placed = places_in(marked.text, pack)
    labels = [Cut.NOTHING] * len(placed.places)
    labels[0] = Cut.QUESTION

    def first_word(char: int) -> int:
        return next((n for n, w in enumerate(placed.words) if w.start >= char), -1)

    by_word = {p.word: n for n, p in enumerate(placed.places)}
    by_right = {p.right: n for n, p in enumerate(placed.places)}
    spans = [(first_word(start), _last_word(placed, end)) for start, end in marked.things]
    for number, (start, _) in enumerate(spans):
        new = any(marked.things[number - 1][1] <= q <= marked.things[number][0] for q in marked.questions) or any(
            marked.things[number - 1][1] <= s <= marked.things[number][0] for s, _ in marked.told
        )
        if number and not new:
            labels[_found(by_right, start, marked)] = Cut.THING
    for char in marked.questions:
        labels[_found(by_word, first_word(char), marked)] = Cut.QUESTION
    for start, _ in marked.told:
        labels[_found(by_word, first_word(start), marked)] = Cut.TOLD
    return placed, labels, spans


def groups_of(
    placed: Placed, labels: Sequence[Cut], spans: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    """For each question that asks of several things: where the first may begin, and does; and the end."""
    cut = [n for n, one in enumerate(labels) if one is not Cut.NOTHING]
    for place, first in pairwise(cut):
        if labels[first] is not Cut.THING or labels[place] is Cut.THING:
            continue
        after = next((n for n in cut if n > first and labels[n] is not Cut.THING), len(labels))
        last = max(n for n in cut if n < after)
        end = placed.places[after].word if after < len(labels) else len(placed.words)
        left, before = placed.places[place].right, placed.places[first].word
        inside = [span for span in spans if left <= span[0] < end]
        begins, ends = inside[0][0], inside[-1][1]
        behind = placed.places[last].right + 1
        if left <= begins < before and behind <= ends <= end:
            yield (left, before, begins), (behind, end + 1, ends)


def _last_word(placed: Placed, char: int) -> int:
    """One past the last word that ends at or before a character."""
    return sum(w.end <= char for w in placed.words)


def _found(places: dict[int, int], word: int, marked: Marked) -> int:
    if word not in places:
        raise ValueError(f"no place at word {word} of: {marked.text}")
    return places[word]
