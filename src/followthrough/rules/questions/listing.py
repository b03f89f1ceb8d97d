"""A message that is a list of questions: bulleted or numbered lines, or "1) ... 2) ..." within a line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks, is_filler, is_inside, protected_spans
from followthrough.rules.language.words import words_of

_BULLET = re.compile(r"^[ \t]*[-*•–·][ \t]+", re.MULTILINE)
_NUMBERED_LINE = re.compile(r"^[ \t]*\(?(\d{1,2}|[a-z])[.)][ \t]+", re.MULTILINE | re.IGNORECASE)
_NUMBERED = re.compile(r"(?<!\S)\(?(\d{1,2}|[a-z])[.)][ \t]+", re.IGNORECASE)
_LINE_ENDS_ITEM = re.compile(r"\n(?=\S)|\n[ \t]*\n")
_ITEM_WORDS = 15  # a longer item that asks nothing is a statement, not something to look up


@dataclass(frozen=True, slots=True)
class Listing:
    """The items of a list of questions, what leads in to them and what comes after them."""

    lead: str
    items: tuple[str, ...]
    rest: str


def list_in(text: str, pack: Pack) -> Listing | None:
    """The list of questions that the message is; None when it has no list, or one that asks nothing."""
    markers = _markers(text)
    if len(markers) < 2:
        return None
    starts = [end for _, end in markers]
    ends = [start for start, _ in markers[1:]]
    last = _LINE_ENDS_ITEM.search(text, starts[-1]) if "\n" in text[: starts[-1]] else None
    ends.append(last.start() if last else len(text))
    items = tuple(text[start:end].strip() for start, end in zip(starts, ends, strict=True))
    listing = Listing(text[: markers[0][0]].strip(), items, text[ends[-1] :].strip())
    return listing if all(items) and _is_asked(listing, pack) else None


def _markers(text: str) -> list[tuple[int, int]]:
    """Spans of the list's markers; numbers and letters must count from the first on."""
    protected = protected_spans(text)
    for pattern in (_BULLET, _NUMBERED_LINE, _NUMBERED):
        found = [m for m in pattern.finditer(text) if not is_inside(m.start(), protected)]
        if pattern is not _BULLET:
            labels = [m.group(1).casefold() for m in found]
            if labels not in ([str(n) for n in range(1, len(labels) + 1)], list("abcdefghijklmnop")[: len(labels)]):
                continue
        if len(found) > 1:
            return [m.span() for m in found]
    return []


def _is_asked(listing: Listing, pack: Pack) -> bool:
    """Whether the items are what is asked: they are questions, or the lead-in asks for each of them."""
    if listing.rest and not is_filler(listing.rest, pack) and asks(listing.rest, pack):
        return False  # the question comes after the list: the list is its story
    if all(asks(item, pack) for item in listing.items):
        return True
    if any(item.endswith(".") or len(words_of(item)) > _ITEM_WORDS for item in listing.items):
        return False
    lead = listing.lead
    if not lead or is_filler(lead, pack) or asks(lead, pack):
        return True
    return words_of(lead)[0].key in pack.joining.prepositions  # "For Plan Silver:"
