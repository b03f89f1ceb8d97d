"""When "and" joins two questions and when it joins one thing (R0-10).

Splitting is the exception: names or codes of a kind, things with a determiner each, things one asks the value of, and
phrases under one preposition said twice. Where that is not plain the words stay together, and the answer must then
cover both. Every piece keeps the words around the pair; nothing of the user's is dropped but the joining word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import open_words
from followthrough.rules.language.kinds import value_nouns
from followthrough.rules.language.names import is_code, is_name, trusts_capitals
from followthrough.rules.language.words import Word, phrase_at

_ITEM_WORDS = 4  # words of one thing in an enumeration; longer ones are clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause with its words and what its words are."""

    text: str
    words: list[Word]
    keys: list[str]
    names: list[bool]
    pack: Pack

    def gap(self, place: int) -> str:
        """What stands between the word at ``place`` and the one before it."""
        return self.text[self.words[place - 1].end : self.words[place].start]

    def slice(self, start: int, end: int) -> str:
        """The text from the word at ``start`` to the one before ``end``."""
        return self.text[self.words[start].start : self.words[end - 1].end]


Span = tuple[int, int]


def expand(text: str, pack: Pack) -> list[str]:
    """The clause once for each thing it joins; the clause itself when it joins none."""
    clause = read_clause(text, pack)
    for find in _FINDERS:
        found = find(clause)
        if found:
            return found
    return [text]


def read_clause(text: str, pack: Pack) -> Clause:
    """The clause's words, without those in quotations, brackets and addresses."""
    words = open_words(text)
    capitals = trusts_capitals(words, pack)
    names = [is_name(w, place, pack, capitals=capitals) for place, w in enumerate(words)]
    return Clause(text=text, words=words, keys=[w.key for w in words], names=names, pack=pack)


def enumerated(text: str, pack: Pack) -> list[str]:
    """The things of a list that goes on with "... and what about C": "copay, deductible" before it."""
    clause = read_clause(text, pack)
    anchor = _list_start(clause)
    items = _items_from(clause, anchor, last_needs_coordinator=False)
    if len(items) < 2 or items[-1][1] != len(clause.words):
        return [text]
    if any(_phrase_after(clause, end) > end for _, end in items):
        return [text]  # "the copay in Tampa, Florida"
    return _around(clause, anchor, items)


def with_name_swapped(text: str, asked: str, pack: Pack) -> list[str]:
    """The text for each of its closing names and for the one asked about after it.

    "copay for Molina" and, asked with "what about", "Aetna?" are "copay for Molina" and "copay for Aetna?". Empty
    when ``asked`` is more than a name, or the text ends in none.
    """
    clause, other = read_clause(text, pack), read_clause(asked, pack)
    if not clause.words or not other.words or not all(other.names):
        return []
    last = _run_left(clause, len(clause.words))
    if last[0] == last[1]:
        return []
    items = _chain_before(clause, [last])
    head = clause.text[: clause.words[items[0][0]].start]
    return [*_named_parts(clause, items), head + asked]


# Names and codes: "copay for Molina and Aetna"


def _joined_names(clause: Clause) -> list[str]:
    if any(key in clause.pack.joining.together for key in clause.keys):
        return []
    for place in range(1, len(clause.words) - 1):
        length = phrase_at(clause.keys, place, clause.pack.joining.coordinators)
        if length and place + length < len(clause.words):
            items = _name_chain(clause, place, place + length)
            if len(items) > 1 and _may_part(clause, items, place):
                return _named_parts(clause, items)
    return []


def _name_chain(clause: Clause, left_end: int, right_start: int) -> list[Span]:
    """The names around a coordinator, with those before them that commas join; empty when either side is none."""
    if not _is_joint(clause, left_end, right_start):
        return []
    right = _run_right(clause, right_start)
    left = _run_left(clause, left_end)
    if right[0] == right[1] or left[0] == left[1]:
        return []
    return [*_chain_before(clause, [left]), right]


def _chain_before(clause: Clause, items: list[Span]) -> list[Span]:
    """Puts before the first item those names that commas join to it."""
    while items[0][0] > 0 and clause.gap(items[0][0]).strip() == ",":
        before = _run_left(clause, items[0][0])
        if before[0] == before[1]:
            break
        items.insert(0, before)
    return items


def _run_left(clause: Clause, end: int) -> Span:
    """The name that ends before ``end``, with the label before it."""
    start = end
    while start > 0 and clause.names[start - 1] and (start == end or _plain(clause.gap(start))):
        start -= 1
    if start < end and start > 0 and _is_label(clause, start - 1) and _plain(clause.gap(start)):
        start -= 1
    return start, end


def _run_right(clause: Clause, start: int) -> Span:
    """The name that begins at ``start``, with the label before it."""
    end = start
    if end < len(clause.words) - 1 and _is_label(clause, end) and not clause.names[end]:
        end += 1
    first = end
    while end < len(clause.words) and clause.names[end] and (end == start or _plain(clause.gap(end))):
        end += 1
    return (start, end) if end > first else (start, start)


def _is_label(clause: Clause, place: int) -> bool:
    return clause.keys[place] in clause.pack.joining.labels


def _may_part(clause: Clause, items: list[Span], coordinator: int) -> bool:
    """Whether the names are several things rather than one name, one pair, or a condition on both."""
    joining = clause.pack.joining
    first, last = items[0], items[-1]
    pair = f"{clause.keys[items[-2][1] - 1]} {clause.keys[coordinator]} {clause.keys[last[0]]}"
    if pair in joining.fixed_pairs or not _same_kind(clause, items):
        return False
    if first[0] > 0 and "&" in clause.gap(first[0]):
        return False  # half of a name, or of another pair
    if clause.keys[last[1] - 1].endswith("'s") or clause.text[clause.words[last[1] - 1].end :].startswith("'"):
        return False  # "Ann and Bob's claim" is one claim
    if first[0] > 0 and clause.keys[first[0] - 1] in joining.together_before:
        return False
    return not _is_one_name(clause, items)


def _is_one_name(clause: Clause, items: list[Span]) -> bool:
    """Names that hold an "and": "Health and Human Services" ends longer than it began, "Department of ..." is named.

    What is left together wrongly is answered for both; what is parted wrongly is answered for neither.
    """
    first = items[0]
    before = first[0] - 2  # "Department of Health and ..."
    if before >= 0 and clause.names[before] and clause.keys[before + 1] in clause.pack.joining.prepositions:
        return True
    sizes = [sum(not _is_label(clause, place) for place in range(start, end)) for start, end in items]
    texts = [tuple(clause.keys[start:end]) for start, end in items]
    is_coded = any(is_code(w) for w in clause.words[first[0] : first[1]])
    return len(set(texts)) < len(texts) or (not is_coded and sizes[-1] > max(sizes[:-1]))


def _same_kind(clause: Clause, items: list[Span]) -> bool:
    kinds = {any(is_code(w) for w in clause.words[start:end]) for start, end in items}
    return len(kinds) == 1


def _named_parts(clause: Clause, items: list[Span]) -> list[str]:
    """The clause for each name. "Plan Silver and Gold": the label goes with each; "Silver and Gold Plans": too."""
    first, last = items[0], items[-1]
    end = last[1]
    if last[1] - last[0] > 1 and _is_label(clause, end - 1) and not _is_label(clause, items[0][1] - 1):
        end -= 1
        items = [*items[:-1], (last[0], end)]
    label = ""
    if first[1] - first[0] > 1 and _is_label(clause, first[0]) and all(e - s == 1 for s, e in items[1:]):
        label = clause.words[first[0]].text + " "
    head = clause.text[: clause.words[first[0]].start]
    tail = clause.text[clause.words[end - 1].end :]
    things = [("" if item == first else label) + clause.slice(*item) for item in items]
    return [f"{head}{thing}{tail}" for thing in things]


# Things one asks the value of: "what is the copay and the deductible for Plan Silver?"


def _joined_things(clause: Clause) -> list[str]:
    anchor = _list_start(clause)
    items = _items_from(clause, anchor, last_needs_coordinator=True)
    if len(items) < 2:
        return []
    determined = all(clause.keys[s] in clause.pack.joining.determiners for s, _ in items)
    askable = all(clause.keys[e - 1] in value_nouns(clause.pack.cues, clause.pack.values) for _, e in items)
    if not (determined or askable) or _is_fixed_pair(clause, items):
        return []
    own_phrases = [_phrase_after(clause, end) for _, end in items]
    if own_phrases[0] > items[0][1] and own_phrases[-1] == items[-1][1]:
        return []  # "the copay for imaging and the lab": what the second belongs to is open
    return _around(clause, anchor, items)


def _list_start(clause: Clause) -> int:
    """The word at which an enumeration may begin: after "what is", after a request, else the first."""
    asking = clause.pack.asking
    for place in range(len(clause.keys)):
        if length := phrase_at(clause.keys, place, asking.requests):
            return place + length
        key = clause.keys[place]
        if key not in asking.question_words:
            continue
        if "'" in key:
            return place + 1
        if place + 1 < len(clause.keys) and clause.keys[place + 1] in asking.auxiliaries:
            return place + 2
    return 0


def _items_from(clause: Clause, start: int, *, last_needs_coordinator: bool) -> list[Span]:
    """The things enumerated from ``start`` on, without the phrases that follow them; empty when it is no list."""
    items: list[Span] = []
    place = start
    coordinated = False
    while True:
        end = _item_end(clause, place)
        if end == place:
            return []
        items.append((place, end))
        after = _phrase_after(clause, end)
        if after == len(clause.words):
            break
        length = phrase_at(clause.keys, after, clause.pack.joining.coordinators)
        if length:
            if after + length >= len(clause.words) or not _is_joint(clause, after, after + length):
                break
            coordinated = True
        elif clause.gap(after).strip() != ",":
            break
        place = after + length
    return items if coordinated or not last_needs_coordinator else []


def _item_end(clause: Clause, start: int) -> int:
    """One past the last word of the thing at ``start``; ``start`` when there is none."""
    joining, words = clause.pack.joining, clause.pack.words
    place = start
    if place < len(clause.keys) and clause.keys[place] in joining.determiners:
        place += 1
    first = place
    while place < len(clause.keys) and place - first < _ITEM_WORDS:
        if place > start and not _plain(clause.gap(place)):
            break
        key = clause.keys[place]
        if key in words.stop or key in joining.prepositions or key in joining.coordinators:
            break
        place += 1
    return place if place > first else start


def _phrase_after(clause: Clause, place: int) -> int:
    """One past the prepositional phrase at ``place``, up to a comma or coordinator; ``place`` when there is none."""
    if place >= len(clause.keys) or clause.keys[place] not in clause.pack.joining.prepositions:
        return place
    end = place + 1
    while end < len(clause.keys) and _plain(clause.gap(end)):
        if phrase_at(clause.keys, end, clause.pack.joining.coordinators):
            break
        end += 1
    return end


def _is_fixed_pair(clause: Clause, items: list[Span]) -> bool:
    joining = clause.pack.joining
    return any(
        " ".join(clause.keys[left[1] - 1 : right[0] + 1]) in joining.fixed_pairs for left, right in pairwise(items)
    )


def _around(clause: Clause, anchor: int, items: list[Span]) -> list[str]:
    """The clause for each thing; the first's determiner and the last's phrase go with each that has none."""
    head = clause.text[: clause.words[anchor].start] if anchor < len(clause.words) else clause.text
    last_end = items[-1][1]
    tail = clause.text[clause.words[last_end - 1].end :]
    determiners = clause.pack.joining.determiners
    lead = clause.words[anchor].text + " " if clause.keys[anchor] in determiners else ""
    parts: list[str] = []
    for start, end in items:
        own_end = _phrase_after(clause, end) if end != last_end else end
        own = clause.slice(start, own_end)
        if clause.keys[start] not in determiners:
            own = lead + own
        parts.append(head + own + ("" if own_end > end else tail))
    return parts


# One preposition said twice: "for children and for adults"


def _joined_phrases(clause: Clause) -> list[str]:
    if any(key in clause.pack.joining.together for key in clause.keys):
        return []
    for place in range(1, len(clause.words) - 2):
        if not phrase_at(clause.keys, place, clause.pack.joining.coordinators):
            continue
        right = place + 1
        preposition = clause.keys[right]
        if preposition not in clause.pack.joining.prepositions or not _is_joint(clause, place, right):
            continue
        left = _same_before(clause, place, preposition)
        if left is None:
            continue
        end = _short_phrase_end(clause, right)
        if end > right + 1:
            head, tail = clause.text[: clause.words[left].start], clause.text[clause.words[end - 1].end :]
            return [head + clause.slice(left, place) + tail, head + clause.slice(right, end) + tail]
    return []


def _same_before(clause: Clause, end: int, preposition: str) -> int | None:
    """Where a short phrase under the same preposition begins that ends at ``end``."""
    for place in range(end - 2, max(end - _ITEM_WORDS - 2, -1), -1):
        key = clause.keys[place]
        if key == preposition and place > 0:
            return place
        if key in clause.pack.joining.prepositions or key in clause.pack.asking.auxiliaries:
            return None
    return None


def _short_phrase_end(clause: Clause, start: int) -> int:
    end = start + 1
    while end < len(clause.keys) and end - start <= _ITEM_WORDS and _plain(clause.gap(end)):
        if clause.keys[end] in clause.pack.joining.prepositions:
            break
        end += 1
    return end


def _is_joint(clause: Clause, start: int, end: int) -> bool:
    """Whether the words from ``start`` to ``end`` join what is around them with nothing else between but a comma."""
    inside = (clause.gap(place) for place in range(start + 1, end + 1))
    return _plain(clause.gap(start).replace(",", "")) and all(_plain(gap) for gap in inside)


def _plain(gap: str) -> bool:
    """Whether only white space or a hyphen stands between two words."""
    return not gap.strip(" \t\n-")


_FINDERS: tuple[Callable[[Clause], list[str]], ...] = (_joined_names, _joined_things, _joined_phrases)
