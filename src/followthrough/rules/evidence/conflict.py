"""Sources that disagree on a value for the same thing, and sources that are out of date (R0-20, field report 19).

Two units disagree when both give exactly one value of the kind that is asked for, in the same unit of measure, the
values differ, and nothing says that they speak of different things: the plan, state or program of their documents,
the names in their titles, names and codes, what is said right before an asked word ("corrected claims"), conditions.
Invariant: where one cannot tell, there is no conflict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from followthrough.domain.ids import DocumentId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Doubt, Extract, ExtractKind, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.names import is_code, is_name, trusts_capitals
from followthrough.rules.language.words import Stems, Word, has_digit, keys_of, phrase_at, says, words_of

Scope: TypeAlias = frozenset[tuple[str, str]]

COMPARED = frozenset(
    (Kind.HOW_MANY, Kind.HOW_MUCH, Kind.HOW_LONG, Kind.WHEN, Kind.PHONE, Kind.YES_NO, Kind.DEFINITION)
)
"""The kinds of value of which two can be told to differ; what something is may be a figure: "is 24 EUR"."""

_MONEY = re.compile(r"([$€£¥])\s?(\d[\d,]{0,30}(?:\.\d{1,30})?)|(?<!\d)(\d[\d,]{0,30}(?:\.\d{1,30})?)\s?([€%])")
_PHONE = re.compile(r"(?<![\w-])\+?(?:\d{1,3}[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\w-])")
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b|\b\d{4}-\d{2}-\d{2}\b")
_FIGURE_WITHIN = 4  # words between "is" and what it is: "is paid at 0.38"
_UNIT_WITHIN = 2  # words between a number and its unit: "30 calendar days"


@dataclass(frozen=True, slots=True)
class _Value:
    """What is measured, and how much of it."""

    shape: str
    amount: str


def disagreement(
    part: SubObjective,
    first: PartAnswer,
    others: Sequence[PartAnswer],
    scopes: Mapping[DocumentId, Scope],
    pack: Pack,
) -> PartAnswer | None:
    """The answer with both values where another source gives a different one; None where none does.

    Args:
        part: what is asked.
        first: the answer.
        others: complete answers from one other document each, best first.
        scopes: for whom each document speaks, by its id.
        pack: the words to look for.
    """
    reader = _Reader(part, pack)
    own = reader.telling(first)
    for other in others:
        theirs = reader.telling(other)
        if own is None or theirs is None or own.passage.document_id == theirs.passage.document_id:
            continue
        if _different_scopes(scopes.get(own.passage.document_id), scopes.get(theirs.passage.document_id)):
            continue
        if reader.differ(own, theirs):
            return replace(
                first,
                extracts=_newer_first(own, theirs),
                complete=False,
                missing=(),
                signal=RetrievalSignal.CONFLICTING,
                doubt=Doubt.DISAGREEMENT,
            )
    return None


def outdated(answer: PartAnswer, expired: frozenset[DocumentId]) -> PartAnswer | None:
    """The answer as one that does not settle its part, where all it rests on is out of date; else None.

    Args:
        answer: a complete answer.
        expired: the ids of documents that are past their date.
    """
    if not answer.extracts:
        return None
    if all(extract.superseded for extract in answer.extracts):
        doubt = Doubt.SUPERSEDED
    elif all(extract.passage.document_id in expired for extract in answer.extracts):
        doubt = Doubt.EXPIRED
    else:
        return None
    return replace(answer, complete=False, missing=(), signal=RetrievalSignal.CONFLICTING, doubt=doubt)


def can_differ(part: SubObjective, pack: Pack) -> bool:
    """Whether the part asks for a value of which two can be told to differ."""
    return wanted(keys_of(part.text), pack).kind in COMPARED


def _newer_first(own: Extract, theirs: Extract) -> tuple[Extract, Extract]:
    """Both, the one of later date first; without two dates the better one stays first."""
    dates = own.passage.effective_date, theirs.passage.effective_date
    return (theirs, own) if dates[0] and dates[1] and dates[1] > dates[0] else (own, theirs)


def _different_scopes(one: Scope | None, other: Scope | None) -> bool:
    """Whether the documents speak for different plans, states or programs, or only one of them for a certain one."""
    return (one or frozenset()) != (other or frozenset())


class _Reader:
    """Compares units with one question in mind."""

    def __init__(self, part: SubObjective, pack: Pack) -> None:
        self._pack = pack
        self._stems = Stems(pack)
        self._kind = wanted(keys_of(part.text), pack).kind
        self._asked = frozenset(self._stems.of(keys_of(f"{part.context} {part.text}")))

    def telling(self, answer: PartAnswer) -> Extract | None:
        """The answer's first unit that gives exactly one value."""
        return next((e for e in answer.extracts if len(self._values(e)) == 1), None)

    def differ(self, one: Extract, other: Extract) -> bool:
        """Whether two units that give one value each give different ones for the same thing."""
        (mine,), (theirs,) = self._values(one), self._values(other)
        return (
            mine.shape == theirs.shape
            and mine.amount != theirs.amount
            and (one.kind is ExtractKind.ROW) == (other.kind is ExtractKind.ROW)
            and self._qualifiers(one) == self._qualifiers(other)
            and self._same_subject(one, other)
        )

    def _values(self, extract: Extract) -> frozenset[_Value]:
        text = extract.text
        if self._kind is Kind.YES_NO:
            return self._rulings(text)
        if self._kind is Kind.PHONE:
            return frozenset(_Value("phone", re.sub(r"\D", "", m.group())) for m in _PHONE.finditer(text))
        if self._kind is Kind.WHEN:
            return frozenset(self._dates(text))
        if self._kind in (Kind.HOW_MUCH, Kind.DEFINITION) and (money := frozenset(_money(text))):
            return money
        if self._kind is Kind.DEFINITION and not self._says_how_much_it_is(text):
            return frozenset()
        return frozenset(self._counted(text))

    def _says_how_much_it_is(self, text: str) -> bool:
        """Whether a figure stands close behind "is" or "are"."""
        keys = keys_of(text)
        copulas = (place for place, key in enumerate(keys) if key in self._pack.asking.copulas)
        return any(has_digit(key) for place in copulas for key in keys[place + 1 : place + 1 + _FIGURE_WITHIN])

    def _counted(self, text: str) -> Iterator[_Value]:
        """Each number with the stem of what it counts; spans of time only where these are asked for."""
        words = words_of(text)
        units = self._pack.values.time_units
        for place, word in enumerate(words):
            if not word.text.replace(",", "").replace(".", "").isdigit():
                continue
            after = words[place + 1 : place + 2 + _UNIT_WITHIN]
            counted = next(
                (w for w in after if w.key in units), None if self._kind is Kind.HOW_LONG else next(iter(after), None)
            )
            if counted is None and self._kind is Kind.DEFINITION and place + 1 == len(words):
                yield _Value("", word.key)  # "the port is 8080"
            if counted is not None:
                yield _Value(self._stems.of([counted.key])[0], word.key)

    def _dates(self, text: str) -> Iterator[_Value]:
        for found in _CLOCK.finditer(text):
            yield _Value(re.sub(r"\d", "9", found.group().zfill(5)), found.group())
        words = words_of(text)
        for place, word in enumerate(words):
            if word.key in self._pack.values.months:
                near = [w.key for w in words[place + 1 : place + 3] if w.text.isdigit()]
                if near:
                    yield _Value(f"month+{len(near)}", " ".join((word.key[:3], *near)))

    def _rulings(self, text: str) -> frozenset[_Value]:
        """The one ruling of a plain sentence and whether it is negated; conditions and exceptions rule nothing."""
        keys = keys_of(text)
        values = self._pack.values
        if says(keys, self._pack.joining.subordinators):
            return frozenset()
        negations = [key for key in keys if key in values.negations]
        verbs = self._pack.asking.auxiliaries | values.negations
        ruled = {self._stems.of([key])[0] for key in keys if key in values.rulings and key not in verbs}
        ruled &= self._asked or ruled
        if len(ruled) != 1 or len(negations) > 1:
            return frozenset()
        return frozenset((_Value(next(iter(ruled)), "no" if negations else "yes"),))

    def _qualifiers(self, extract: Extract) -> frozenset[str]:
        """What sets a unit's subject apart: names, words right before an asked one, conditions and their objects."""
        text = " . ".join((*extract.passage.heading[-1:], extract.text))
        words = words_of(text)
        stems = self._stems.of([w.key for w in words])
        found: set[str] = set()
        capitals = trusts_capitals(words, self._pack)
        tells = [self._tells(word) for word in words]
        for place, word in enumerate(words):
            if stems[place] in self._asked or not tells[place]:
                continue
            named = is_code(word) or (place and is_name(word, place, self._pack, capitals=capitals))
            before_asked = any(tells[place + 1 : place + 2]) and stems[place + 1] in self._asked
            if named or before_asked or self._is_object(words, place):
                found.add(stems[place])
        if self._kind is not Kind.YES_NO:
            found.update(w.key for w in words if w.key in self._pack.values.negations)
        found.update(w.key for w in words if w.key in self._pack.joining.subordinators)
        return frozenset(found)

    def _is_object(self, words: list[Word], place: int) -> bool:
        """Whether a preposition or condition opens right before the word, articles aside: "for children"."""
        joining = self._pack.joining
        at = place - 1
        while at >= 0 and words[at].key in joining.determiners:
            at -= 1
        if at < 0:
            return False
        key = words[at].key
        is_anchor = key in self._pack.values.anchors and self._kind in (Kind.HOW_LONG, Kind.WHEN)
        return (key in joining.prepositions or key in joining.subordinators) and not is_anchor

    def _tells(self, word: Word) -> bool:
        pack = self._pack
        small = (pack.words.stop, pack.words.light, pack.values.time_units, pack.values.months)
        return not has_digit(word.text) and not any(word.key in some for some in small)

    def _same_subject(self, one: Extract, other: Extract) -> bool:
        """Whether the documents' titles name the same subject, apart from what kind of document each is."""
        mine, theirs = (self._subject(e.passage.document_name) for e in (one, other))
        return mine == theirs or not (mine and theirs)

    def _subject(self, title: str) -> frozenset[str]:
        words = words_of(title)
        keys = [w.key for w in words]
        found: set[str] = set()
        place = 0
        while place < len(words):
            length = phrase_at(keys, place, self._pack.giving.sources)
            stem = self._stems.of([keys[place]])[0]
            letter = len(keys[place]) == 1 and words[place].text.isupper()
            if not length and stem not in self._asked and (letter or self._tells(words[place])):
                found.add(stem)
            place += max(length, 1)
        return frozenset(found)


def _money(text: str) -> Iterator[_Value]:
    for sign, amount, number, behind in _MONEY.findall(text):
        yield _Value(sign or behind, (amount or number).replace(",", "").removesuffix(".00"))
