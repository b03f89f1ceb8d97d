"""A date that follows from two sentences: "within 14 days after publication" and "published on 3 March 2026" (C41).

Invariants: both sentences are cited; a period or a day that may be read in two ways gives no date, nor does one that
counts working days; who asks for what the second sentence says itself gets that.
"""

from __future__ import annotations

from calendar import month_abbr, monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from followthrough.domain.documents import Passage
from followthrough.domain.objective import Source, SubObjective
from followthrough.domain.outcome import Derived, Extract, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.units import Unit, units_of
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import Word, keys_of, phrase_at, words_of
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.reading.answering import extract_of

_DAY, _MONTH = 1_440, 43_800  # minutes, as the pack's units count
_YEAR_DIGITS = 4
_EVENT_WORDS = 6  # behind "after" that may say what happened
_SAME_WORD = 5  # letters that words of one thing begin with: "publication", "published"
_MOST = 400  # of a period's units; more are a slip


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence with what it tells."""

    passage: Passage
    unit: Unit
    text: str
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Day:
    """The day that a sentence names."""

    told: _Told
    on: date


@dataclass(frozen=True, slots=True)
class _Period:
    """So many days or months from an event; negative before it. ``words``: the text up to the event."""

    days: int
    months: int
    words: str
    event: frozenset[str]


def with_dates(parts: Sequence[SubObjective], answers: Sequence[PartAnswer], pack: Pack) -> tuple[PartAnswer, ...]:
    """The answers to the parts, in order, each settled by the date that follows, where its question wants one."""
    return tuple(_with_date(answer, part.query, pack) for part, answer in zip(parts, answers, strict=True))


def _with_date(answer: PartAnswer, text: str, pack: Pack) -> PartAnswer:
    """The answer, settled by the date that follows from what it shows, where the question wants one."""
    is_settled = answer.doubt is not None or bool(answer.cases)
    if is_settled or not answer.extracts or not _wants_date(text, pack):
        return answer
    told = list(_sentences(answer.extracts, pack))
    shown = [one for one in told if any(one.text in extract.quote for extract in answer.extracts)]
    period = _only_period(shown, telling_stems(text, pack), pack)
    source = None if period is None else _only_day(told, period.event, pack)
    if period is None or source is None:
        return answer
    more = () if source.told in shown else (extract_of(source.told.passage, source.told.unit),)
    derived = Derived(period=period.words, since=source.on, on=_moved(source.on, period))
    return replace(
        answer, extracts=(*answer.extracts, *more), derived=derived, complete=True, source=Source.REASONING
    )


def _only_period(shown: Sequence[_Told], asked: frozenset[str], pack: Pack) -> _Period | None:
    """The one period that the sentences name, where it is of what is asked, and the event is not."""
    found = [(one, period) for one in shown if (period := _period(one.text, pack)) is not None]
    if len(found) != 1:
        return None
    sentence, period = found[0]
    is_asked = not asked.isdisjoint(sentence.stems - period.event) and not _alike(asked, period.event)
    return period if is_asked else None


def _only_day(told: Sequence[_Told], event: frozenset[str], pack: Pack) -> _Day | None:
    """The one day that the sentences give for the event."""
    found = [_Day(one, day) for one in told if _alike(one.stems, event) and (day := _date(one.text, pack))]
    return found[0] if len({one.on for one in found}) == 1 else None


def _wants_date(text: str, pack: Pack) -> bool:
    """Whether a date is asked for; a deadline is one, how long something takes is not."""
    found = wanted(keys_of(text), pack)
    return found.kind is Kind.WHEN or (found.kind is Kind.HOW_LONG and not found.spent)


def _sentences(extracts: Sequence[Extract], pack: Pack) -> Iterator[_Told]:
    """The sentences of the passages that are cited, each once."""
    for passage in {extract.passage.id: extract.passage for extract in extracts if not extract.superseded}.values():
        for unit in units_of(passage, pack):
            text = passage.text[unit.body : unit.end]
            yield _Told(passage, unit, text, telling_stems(text, pack))


def _period(text: str, pack: Pack) -> _Period | None:
    """The one period from an event that a sentence names; None where it names none, several, or a day itself."""
    words = words_of(text)
    found = [one for place in range(1, len(words) - 1) if (one := _period_at(text, words, place, pack)) is not None]
    return found[0] if len(found) == 1 and found[0].event and _date(text, pack) is None else None


def _period_at(text: str, words: Sequence[Word], place: int, pack: Pack) -> _Period | None:
    """The period whose unit stands at a place: "14 *days* after publication"."""
    keys = [word.key for word in words]
    sizes = {name: int(size) for kind, size, *names in pack.clarifying.units if kind == "time" for name in names}
    count, size = _figure(keys[place - 1], pack), sizes.get(keys[place], 0)
    joint = phrase_at(keys, place + 1, pack.values.anchors)
    if size < _DAY or not joint or not 0 < count <= _MOST:
        return None
    behind = place + 1 + joint
    count = -count if phrase_at(keys, place + 1, pack.values.leads) else count
    months = 0 if size < _MONTH else count * round(size / _MONTH)
    said = text[words[place - 1].start : words[behind - 1].end]
    days = 0 if months else count * (size // _DAY)
    return _Period(days, months, said, _first(text, words, behind, pack))


def _figure(key: str, pack: Pack) -> int:
    """The number that a word is; 0 for any other word."""
    numerals = {word: figures for word, figures in pack.values.numerals}  # noqa: C416 - pairs of any length to the type checker
    figures = numerals.get(key, key)
    return int(figures) if figures.isascii() and figures.isdecimal() and len(figures) < _YEAR_DIGITS else 0


def _first(text: str, words: Sequence[Word], place: int, pack: Pack) -> frozenset[str]:
    """The stems of the first words from a place on."""
    last = words[min(len(words), place + _EVENT_WORDS) - 1]
    return telling_stems(text[words[place].start : last.end], pack) if place < len(words) else frozenset()


def _alike(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a word of one is a word of the other, or both are of one thing: "publication", "published"."""
    begun = {other[:_SAME_WORD] for other in others}
    return any(one in others or (len(one) >= _SAME_WORD and one[:_SAME_WORD] in begun) for one in some)


def _date(text: str, pack: Pack) -> date | None:
    """The one day with its year that a text names; None where it names none or several."""
    keys = keys_of(text)
    found = {day for place in range(len(keys)) if (day := _date_at(keys, place, pack)) is not None}
    return next(iter(found)) if len(found) == 1 else None


def _date_at(keys: Sequence[str], place: int, pack: Pack) -> date | None:
    """The day that three words from a place on name: "3 March 2026", "March 3, 2026", "2026 03 03"."""
    if len(keys) < place + 3:
        iso = keys[place] if place < len(keys) else ""
        return _of_iso(iso)
    one, two, year = keys[place : place + 3]
    if len(year) == _YEAR_DIGITS and year.isdecimal():
        for day, month in ((one, two), (two, one)):
            number = _month(month, pack)
            figures = day.rstrip("stndrh")
            if number and figures.isdecimal() and 0 < int(figures) <= monthrange(int(year) or 1, number)[1]:
                return date(int(year), number, int(figures))
    return _of_iso(one)


def _of_iso(key: str) -> date | None:
    try:
        return date.fromisoformat(key) if key[:_YEAR_DIGITS].isdecimal() and key.count("-") == 2 else None
    except ValueError:
        return None


def _month(key: str, pack: Pack) -> int:
    """The number of a month's name; 0 for any other word, and for a name in another language."""
    names = [name.casefold() for name in month_abbr]
    return names.index(key[:3]) if key in pack.values.months and key[:3] in names else 0


def _moved(since: date, period: _Period) -> date:
    """The day so far from another one; a month that has no such day gives its last."""
    months = since.year * 12 + since.month - 1 + period.months
    year, month = divmod(months, 12)
    day = min(since.day, monthrange(year, month + 1)[1])
    return date(year, month + 1, day) + timedelta(days=period.days)
