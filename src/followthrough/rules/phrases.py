"""Words of the conversation as the phrases they were said in: "lobular carcinoma in situ", not three stems.

Invariant: a phrase is a stretch of a text of the conversation, letter for letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.told import Told


def phrases_of(wanted: Sequence[str], texts: Sequence[Told], pack: Pack) -> list[str]:
    """The wanted words in the phrases they were said in, the likeliest first.

    Args:
        wanted: stems, the likeliest first; each is in exactly one phrase.
        texts: where they were said, the preferred text first.
        pack: small words that may stand inside a phrase.
    """
    left = dict.fromkeys(wanted)
    found: list[str] = []
    while left:
        first = next(iter(left))
        text, stems = _longest(first, left, texts, pack)
        for stem in stems:
            left.pop(stem, None)
        left.pop(first, None)
        if text:
            found.append(text)
    return found


def _longest(stem: str, wanted: dict[str, None], texts: Sequence[Told], pack: Pack) -> tuple[str, tuple[str, ...]]:
    """The stretch with most wanted words around a word, in the first text that has the most."""
    best: tuple[str, tuple[str, ...]] = ("", ())
    for told in texts:
        if stem not in told.stems:
            continue
        for order, place in enumerate(told.telling):
            if told.stems[place] != stem:
                continue
            first, last = _stretch(told, order, wanted, pack)
            stems = tuple(dict.fromkeys(told.stems[told.telling[at]] for at in range(first, last + 1)))
            if len(stems) > len(best[1]):
                begin, end = told.words[told.telling[first]], told.words[told.telling[last]]
                best = (told.text[begin.start : end.end], stems)
    return best


def _stretch(told: Told, order: int, wanted: dict[str, None], pack: Pack) -> tuple[int, int]:
    """From which to which telling word the phrase around one goes."""
    first = last = order
    while first > 0 and _joined(told, first - 1, pack) and told.stems[told.telling[first - 1]] in wanted:
        first -= 1
    while last + 1 < len(told.telling) and _joined(told, last, pack) and told.stems[told.telling[last + 1]] in wanted:
        last += 1
    return first, last


def _joined(told: Told, order: int, pack: Pack) -> bool:
    """Whether the telling word and the next one belong to one phrase: side by side, or "of", "in" between them."""
    here, after = told.telling[order], told.telling[order + 1]
    between = [told.words[place].key for place in range(here + 1, after)]
    gap = told.text[told.words[here].end : told.words[after].start]
    if any(c in gap for c in ".,;:?!()\n"):
        return False
    small = pack.joining.prepositions | pack.joining.determiners
    return not between or (len(between) == 1 and between[0] in small)
