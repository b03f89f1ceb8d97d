"""Words of the conversation as the phrases they were said in: "lobular carcinoma in situ", not three stems.

Invariant: a phrase is a stretch of a text of the conversation, letter for letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.followups.told import Told


def phrases_of(
    wanted: Sequence[str], texts: Sequence[Told], pack: Pack, barred: frozenset[str] = frozenset()
) -> list[str]:
    """The wanted words in the phrases they were said in, the likeliest first.

    Args:
        wanted: stems, the likeliest first; each is in exactly one phrase.
        texts: where they were said, the preferred text first.
        pack: small words that may stand inside a phrase.
        barred: stems that no phrase may hold. A name is given whole ("Plan Gold") unless part of it is barred.
    """
    left = dict.fromkeys(wanted)
    found: list[str] = []
    while left:
        first = next(iter(left))
        text, stems = _longest(first, left, texts, pack, barred)
        for stem in stems:
            left.pop(stem, None)
        left.pop(first, None)
        if text:
            found.append(text)
    return found


def without_rivals(stems: Sequence[str], asked: Told, texts: Sequence[Told], pack: Pack) -> list[str]:
    """The words without names that stand where a likelier one or one of the message does: two plans, two versions.

    Args:
        stems: the words, the likeliest first.
        asked: the message, whose own names come before them.
        texts: where the words were said.
        pack: labels, which go before a name of their kind: "plan", "version".
    """
    places = _labelled(texts, pack)
    taken = set[str]().union(*_labelled([asked], pack).values())
    kept: list[str] = []
    for stem in stems:
        labels = places.get(stem, set[str]())
        if taken.isdisjoint(labels):
            kept.append(stem)
            taken |= labels
    return kept


def _labelled(texts: Sequence[Told], pack: Pack) -> dict[str, set[str]]:
    """The labels that stand before each name, number or code, by the name's stem."""
    found: dict[str, set[str]] = {}
    for told in texts:
        for place in told.telling:
            before = told.words[place - 1].key if place else ""
            if before in pack.joining.labels and not told.words[place].text[0].islower():
                found.setdefault(told.stems[place], set()).add(told.stems[place - 1])
    return found


def _longest(
    stem: str, wanted: dict[str, None], texts: Sequence[Told], pack: Pack, barred: frozenset[str]
) -> tuple[str, tuple[str, ...]]:
    """The stretch with most wanted words around a word, in the first text that has the most."""
    best: tuple[str, tuple[str, ...]] = ("", ())
    for told in texts:
        if stem not in told.stems:
            continue
        for order, place in enumerate(told.telling):
            if told.stems[place] != stem:
                continue
            first, last = _stretch(told, order, wanted, pack, barred)
            stems = tuple(dict.fromkeys(told.stems[told.telling[at]] for at in range(first, last + 1)))
            if len(stems) > len(best[1]):
                begin, end = told.words[told.telling[first]], told.words[told.telling[last]]
                best = (told.text[begin.start : end.end], stems)
    return best


def _stretch(told: Told, order: int, wanted: dict[str, None], pack: Pack, barred: frozenset[str]) -> tuple[int, int]:
    """From which to which telling word the phrase around one goes; no word stands in it twice."""
    held = {told.stems[told.telling[order]]}

    def goes_on(here: int, there: int) -> bool:
        stem = told.stems[told.telling[there]]
        if stem in held or stem in barred or not _joined(told, min(here, there), pack):
            return False
        if stem not in wanted and not _is_one_name(told, here, there):
            return False
        held.add(stem)
        return True

    first = last = order
    while first > 0 and goes_on(first, first - 1):
        first -= 1
    while last + 1 < len(told.telling) and goes_on(last, last + 1):
        last += 1
    return first, last


def _is_one_name(told: Told, here: int, there: int) -> bool:
    """Whether two telling words side by side are written as one name: "Plan Gold", "Windows 11"."""
    if not told.by_user:  # what documents write with capital letters is often a heading
        return False
    places = sorted((told.telling[here], told.telling[there]))
    if places[1] - places[0] != 1 or told.sentence[places[0]] != told.sentence[places[1]]:
        return False
    begins = places[0] == 0 or told.sentence[places[0] - 1] != told.sentence[places[0]]
    return not begins and all(not told.words[place].text[0].islower() for place in places)


def _joined(told: Told, order: int, pack: Pack) -> bool:
    """Whether the telling word and the next are of one phrase: side by side, or with "of", "of the" between them."""
    here, after = told.telling[order], told.telling[order + 1]
    between = [told.words[place].key for place in range(here + 1, after)]
    gap = told.text[told.words[here].end : told.words[after].start]
    if not _SEPARATING.isdisjoint(gap):
        return False
    small = pack.joining.prepositions | pack.joining.determiners
    return len(between) <= _SMALL_BETWEEN and small.issuperset(between)


_SMALL_BETWEEN = 2  # words: "captain of the ferry"
_SEPARATING = frozenset(".,;:?!()[]<>|=*#•–—\t\n")  # sentences, brackets, and the marks of tables and lists
