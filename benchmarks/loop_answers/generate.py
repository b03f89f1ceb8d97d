"""Answers made from what the documents say of their values: in other units, in words, together, corrected, unfit."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.loop_answers.judging import Row

SEED, FRESH_SEED = 18, 31
_ROUNDS = 11  # rows a document
_UNITS = {"minute": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0, "month": 730.0, "year": 8760.0}
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_UNFIT = ("banana", "purple", "the ministry", "the old castle", "Jupiter", "a bicycle")
_WAYS = ("{}", "{}.", "I think {}", "it is {}", "about {}", "{} I guess")
_MEASURES = {
    "cm": (("mm", 0.1), ("cm", 1), (" cm", 1), (" centimetres", 1), (" m", 100)),
    "kg": ((" g", 0.001), (" grams", 0.001), ("kg", 1), (" kg", 1), (" kilos", 1)),
    "km": ((" km", 1), ("km", 1), (" kilometres", 1)),
}


def generated(documents: Mapping[str, Any], *, fresh: bool = False) -> Iterator[Row]:
    """The rows, the same ones every time; of fresh documents with places, "both" and exclusions as well."""
    rng = random.Random(FRESH_SEED if fresh else SEED)  # noqa: S311 - the same answers every time
    modes = _FRESH_MODES if fresh else _MODES
    for document in documents.values():
        for turn in range(_ROUNDS):
            yield modes[turn % len(modes)](document, rng)


def _plain(document: Mapping[str, Any], rng: random.Random) -> Row:
    wanted, said = _drawn(document, rng)
    return Row(document["id"], said, (wanted,))


def _together(document: Mapping[str, Any], rng: random.Random) -> Row:
    """Every answer in the first message, where each question wants another kind of value."""
    kinds = [(spec["kind"], spec.get("unit")) for spec in document["values"]]
    wanted, said = _drawn(document, rng, bare=True)
    if len(set(kinds)) < len(kinds) or "yes_no" in dict(kinds) or len(kinds) < 2:
        return Row(document["id"], said, (wanted,))
    return Row(document["id"], (", ".join(said),), (wanted,))


def _corrected(document: Mapping[str, Any], rng: random.Random) -> Row:
    """The first answer is another one first, and put right at the next question."""
    wanted, said = _drawn(document, rng, bare=True)
    other, before = _drawn(document, rng, bare=True)
    if len(said) < 2 or other.split("+")[0] == wanted.split("+")[0] or document["values"][0]["kind"] == "yes_no":
        return Row(document["id"], said, (wanted,))
    return Row(document["id"], (before[0], f"sorry, {said[0]} actually", *said[1:]), (wanted,))


def _unfit(document: Mapping[str, Any], rng: random.Random) -> Row:
    """Something that no case has, at the first question that makes a difference."""
    place = next((i for i, spec in enumerate(document["values"]) if "-" not in spec["of"]), 0)
    _, said = _drawn(document, rng, bare=True)
    return Row(document["id"], (*said[:place], rng.choice(_UNFIT)), ("ask", "open"))


def _unfit_then_right(document: Mapping[str, Any], rng: random.Random) -> Row:
    place = next((i for i, spec in enumerate(document["values"]) if "-" not in spec["of"]), 0)
    wanted, said = _drawn(document, rng, bare=True)
    return Row(document["id"], (*said[:place], rng.choice(_UNFIT), *said[place:]), (wanted,))


def _of_the_listed(document: Mapping[str, Any], rng: random.Random, *, excluded: bool) -> Row:
    """The first question of two names is answered by a place, or by the one that it is not."""
    wanted, said = _drawn(document, rng, bare=True)
    spec = document["values"][0]
    if not spec.get("listed") or len(spec["of"]) != 2:
        return Row(document["id"], said, (wanted,))
    first, second = spec["of"]
    place = 0 if wanted.startswith(first) else 1
    if not excluded:
        return Row(document["id"], (("the first", "the second one")[place], *said[1:]), (wanted,))
    other = spec["of"][second if place == 0 else first][0]
    return Row(document["id"], (f"not the {other}", *said[1:]), (wanted, "ask", "open"))


def _by_place(document: Mapping[str, Any], rng: random.Random) -> Row:
    return _of_the_listed(document, rng, excluded=False)


def _by_exclusion(document: Mapping[str, Any], rng: random.Random) -> Row:
    return _of_the_listed(document, rng, excluded=True)


_FRESH_MODES = (
    *(_plain, _together, _by_place, _corrected, _plain, _by_exclusion),
    *(_unfit, _plain, _unfit_then_right, _together, _plain),
)
_MODES = (_plain, _plain, _together, _plain, _corrected, _plain, _unfit, _plain, _unfit_then_right, _plain, _together)


def _drawn(document: Mapping[str, Any], rng: random.Random, *, bare: bool = False) -> tuple[str, tuple[str, ...]]:
    cases: list[str] = []
    said: list[str] = []
    for spec, question in zip(document["values"], document["questions"], strict=True):
        case = rng.choice(list(spec["of"]))
        value = _MAKERS[spec["kind"]]({**spec, "question": question}, spec["of"][case], rng)
        said.append(value if bare or spec["kind"] == "yes_no" else rng.choice(_WAYS).format(value))
        if case != "-":
            cases.append(case)
    return "+".join(cases), tuple(said)


def _name(spec: Mapping[str, Any], values: list[str], rng: random.Random) -> str:
    value = rng.choice(values)
    return rng.choice((value, value.lower(), value.upper() if len(value) > 3 else value, _the_one(value)))


def _the_one(value: str) -> str:
    return value if " " in value else f"the {value} one"


def _yes_no(spec: Mapping[str, Any], value: object, rng: random.Random) -> str:
    yes = value is True or value == "yes"
    return rng.choice(("yes", "Yep", "yes it is", "yeah")) if yes else rng.choice(("no", "nope", "No, it isn't"))


def _count(spec: Mapping[str, Any], ends: list[int], rng: random.Random) -> str:
    number = rng.randint(*ends)
    noun = spec["noun"]
    shown = f"{noun} {number}" if noun == "version" else f"{number} {noun}"
    written = _WORDS[number] if number < len(_WORDS) else str(number)
    return rng.choice((str(number), shown, written))


def _span(spec: Mapping[str, Any], ends: list[float], rng: random.Random) -> str:
    """A span between the ends, in any unit that can say it without rounding past them."""
    low, high = (end * _UNITS[spec["unit"]] for end in ends)
    ways = [(unit, size) for unit, size in _UNITS.items() if _wholes(low, high, size)]
    if spec["unit"] == "year":
        ways = [("year", _UNITS["year"])]
    unit, size = rng.choice(ways)
    number = rng.choice(_wholes(low, high, size))
    shown = f"{number:,}" if number >= 1000 else _WORDS[number] if number < 13 and rng.random() < 0.3 else str(number)
    is_understood = spec["unit"] in spec["question"] or spec["unit"] == "year"  # what a bare number counts
    bare = unit == spec["unit"] and rng.random() < 0.3 and is_understood
    return shown if bare else f"{shown} {unit}{'' if number == 1 else 's'}"


def _wholes(low: float, high: float, size: float) -> range:
    first, last = int(-(-low // size)), int(high // size)
    return range(max(1, first), min(last, 2000) + 1)


def _measure(spec: Mapping[str, Any], ends: list[int], rng: random.Random) -> str:
    """A length, weight or distance between the ends, in any unit that says it in whole numbers."""
    ways = [(unit, size) for unit, size in _MEASURES[spec["unit"]] if -(-ends[0] // size) <= ends[1] // size]
    unit, size = rng.choice(ways)
    first, last = int(-(-ends[0] // size)), int(ends[1] // size)
    number = rng.randint(first, last)
    shown = f"{number:,}" if number >= 1000 and rng.random() < 0.5 else str(number)
    return shown if spec.get("bare") and rng.random() < 0.4 else f"{shown}{unit}"


def _ago(spec: Mapping[str, Any], ends: list[int], rng: random.Random) -> str:
    """Days ago, in any unit that stays within the ends."""
    fitting = [
        (unit, number)
        for unit in ("day", "week", "month", "year")
        for number in _wholes(ends[0] * 24.0, ends[1] * 24.0, _UNITS[unit])
        if number < 60
    ]
    unit = rng.choice(sorted({unit for unit, _ in fitting}))
    number = rng.choice([n for u, n in fitting if u == unit])
    written = _WORDS[number] if number < 13 and rng.random() < 0.4 else str(number)
    return f"{written} {unit}{'' if number == 1 else 's'} ago"


def _money(spec: Mapping[str, Any], ends: list[int], rng: random.Random) -> str:
    amount = rng.randint(*ends)
    sign = {"euro": "€", "dollar": "$", "pound": "£"}[spec["unit"]]
    return rng.choice((str(amount), f"{amount:,}", f"{sign}{amount:,}", f"{amount} {spec['unit']}s", f"{amount}.50"))


_MAKERS = {
    "name": _name,
    "yes_no": _yes_no,
    "count": _count,
    "span": _span,
    "ago": _ago,
    "measure": _measure,
    "money": _money,
}
