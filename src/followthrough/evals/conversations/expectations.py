"""What a scripted turn expects of the turn's JSON: paths, operators, and what differs.

Invariant: an expectation is checked when the file is read, so that judging a turn can only pass or fail. A path
through a null is null. A name or index that is not there is *missing*: only ``absent`` accepts it, so that a
misspelt path never passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from followthrough.evals.conversations.nodes import At, Fault, Field, Json

# The fields of a turn (interface.md, "Turn"): a path begins with one of them.
TURN_FIELDS: Final = frozenset(
    {
        "turn_id", "thread_id", "index", "status", "turn_class", "reply", "query", "retrieval", "objective",
        "objective_status", "closure_message", "ask", "clarification", "dialog_state", "session_status", "handoff",
        "action", "actions", "option_set", "jurisdiction", "decision", "model_calls", "timings_ms", "material",
    }
)  # fmt: skip


class _Missing:
    """Nothing has that name or index."""

    def __repr__(self) -> str:
        return "missing"


MISSING: Final = _Missing()
Found: TypeAlias = "Json | _Missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """One expectation that does not hold; ``got`` is null where the path is missing."""

    path: str
    expected: Json
    got: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One test of a value: ``shown`` is how a failure names it."""

    shown: Json
    holds: Callable[[Found], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """Every check of one path; all of them must hold."""

    path: str
    steps: tuple[str | int, ...]
    checks: tuple[Check, ...]


def read_expectations(at: At, *, of_turn: bool = True) -> tuple[Expectation, ...]:
    """The expectations written in ``expect``, in order.

    Args:
        at: a mapping of dotted paths.
        of_turn: whether the paths begin at a turn; else at an element of a list.

    Raises:
        Fault: a path, an operator or an operand is wrong.
    """
    return tuple(_expectation(field, of_turn=of_turn) for field in at.fields("expect").values())


def judge(turn: Mapping[str, Json], expectations: Iterable[Expectation]) -> tuple[Mismatch, ...]:
    """What differs, in the order written; empty when everything is as expected."""
    return tuple(
        Mismatch(path=e.path, expected=check.shown, got=None if isinstance(got, _Missing) else got)
        for e in expectations
        for got in (look_up(dict(turn), e.steps),)
        for check in e.checks
        if not check.holds(got)
    )


def look_up(value: Json, steps: Iterable[str | int]) -> Found:
    """What stands at the end of the path."""
    here: Json = value
    for step in steps:
        match here, step:
            case None, _:
                return None
            case dict(), str() if step in here:
                here = here[step]
            case list(), int() if -len(here) <= step < len(here):
                here = here[step]
            case _:
                return MISSING
    return here


def _expectation(field: Field, *, of_turn: bool) -> Expectation:
    steps = _steps(field)
    if of_turn and steps[0] not in TURN_FIELDS:
        raise Fault(field.line, f"a turn has no field {steps[0]!r}; it has {', '.join(sorted(TURN_FIELDS))}")
    return Expectation(path=field.name, steps=steps, checks=_checks(field))


_STEP = re.compile(r"(?P<name>[^.\[\]]+)(?P<indexes>(\[-?[0-9]+\])*)")


def _steps(field: Field) -> tuple[str | int, ...]:
    """``a.0.b`` and ``a[0].b`` are the same path."""
    steps: list[str | int] = []
    for part in field.name.split("."):
        found = _STEP.fullmatch(part)
        if not found:
            raise Fault(field.line, f"{field.name!r} is no path; write names and indexes with dots, as in a.0.b")
        name = found["name"]
        steps.append(int(name) if steps and re.fullmatch(r"-?[0-9]+", name) else name)
        steps.extend(int(i) for i in re.findall(r"-?[0-9]+", found["indexes"]))
    return tuple(steps)


def _checks(field: Field) -> tuple[Check, ...]:
    at = field.value
    if not at.is_mapping:
        return (_exact(at.json()),)
    operators = at.fields(field.name)
    if not operators:
        raise Fault(at.line, f"{field.name} expects nothing; write a value or an operator")
    if unknown := next((f for f in operators.values() if f.name not in _OPERATORS), None):
        raise Fault(
            unknown.line,
            f"{unknown.name!r} is no operator ({', '.join(_OPERATORS)}); "
            f"for a field inside write the path {field.name}.{unknown.name}",
        )
    return tuple(_OPERATORS[f.name](f) for f in operators.values())


def _exact(wanted: Json) -> Check:
    return Check(shown=wanted, holds=lambda got: _same(got, wanted))


def _same(got: Found, wanted: Json) -> bool:
    """Equality of JSON: true is not 1, 1 is 1.0."""
    if isinstance(got, _Missing):
        return False
    if isinstance(got, bool) or isinstance(wanted, bool):
        return got is wanted
    if isinstance(got, list) and isinstance(wanted, list):
        return len(got) == len(wanted) and all(_same(g, w) for g, w in zip(got, wanted, strict=True))
    if isinstance(got, dict) and isinstance(wanted, dict):
        return got.keys() == wanted.keys() and all(_same(got[k], wanted[k]) for k in got)
    return got == wanted


def _in(field: Field) -> Check:
    choices = [a.json() for a in field.value.items("in")]
    if not choices:
        raise Fault(field.value.line, "in must list at least one value")
    return Check(shown={"in": choices}, holds=lambda got: any(_same(got, c) for c in choices))


def _contains(field: Field) -> Check:
    needles = _needles(field)
    return Check(
        shown={"contains": field.value.json()},
        holds=lambda got: bool(texts := _texts(got)) and all(any(n in t for t in texts) for n in needles),
    )


def _not_contains(field: Field) -> Check:
    needles = _needles(field)

    def holds(got: Found) -> bool:
        """Nothing is said where there is null; a missing path or a number is no text at all."""
        if got is None or got == []:
            return True
        texts = _texts(got)
        return bool(texts) and not any(n in t for t in texts for n in needles)

    return Check(shown={"not_contains": field.value.json()}, holds=holds)


def _needles(field: Field) -> list[str]:
    at = field.value
    written = at.items(field.name) if at.is_list else [at]
    needles = [a.text(field.name).casefold() for a in written]
    if not needles or not all(needles):
        raise Fault(at.line, f"{field.name} must give at least one text, none of them empty")
    return needles


def _texts(got: Found) -> list[str]:
    """The texts that a value is or lists, casefolded; nothing for other values."""
    if isinstance(got, str):
        return [got.casefold()]
    if isinstance(got, list) and all(isinstance(g, str) for g in got):
        return [str(g).casefold() for g in got]
    return []


def _matches(field: Field) -> Check:
    written = field.value.text("matches")
    try:
        pattern = re.compile(written)
    except re.error as error:
        raise Fault(field.value.line, f"matches must be a regular expression: {error}") from None
    return Check(
        shown={"matches": written}, holds=lambda got: isinstance(got, str) and pattern.search(got) is not None
    )


def _absent(field: Field) -> Check:
    wanted = field.value.truth("absent")
    return Check(shown={"absent": wanted}, holds=lambda got: (got is None or isinstance(got, _Missing)) is wanted)


def _count(field: Field) -> Check:
    wanted = field.value.whole_number("count", low=0)
    return Check(shown={"count": wanted}, holds=lambda got: isinstance(got, list) and len(got) == wanted)


def _bound(field: Field) -> Check:
    limit = field.value.json()
    if not isinstance(limit, int | float) or isinstance(limit, bool):
        raise Fault(field.value.line, f"{field.name} must be a number, not {field.value.kind}")
    at_least = field.name == "min"

    def holds(got: Found) -> bool:
        if not isinstance(got, int | float) or isinstance(got, bool):
            return False
        return got >= limit if at_least else got <= limit

    return Check(shown={field.name: limit}, holds=holds)


def _any(field: Field) -> Check:
    fits = _element(field)
    return Check(
        shown={"any": field.value.json()}, holds=lambda got: isinstance(got, list) and any(fits(g) for g in got)
    )


def _none(field: Field) -> Check:
    """No element fits; null has no elements."""
    fits = _element(field)
    return Check(
        shown={"none": field.value.json()},
        holds=lambda got: got is None or (isinstance(got, list) and not any(fits(g) for g in got)),
    )


def _element(field: Field) -> Callable[[Json], bool]:
    """What an element must be: a value, operators on it, or paths into it."""
    at = field.value
    if at.is_list:
        raise Fault(at.line, f"{field.name} must be a value, operators or paths, not a list")
    if not at.is_mapping:
        wanted = at.json()
        return lambda element: _same(element, wanted)
    written = at.fields(field.name)
    if not written:
        raise Fault(at.line, f"{field.name} looks for nothing; write operators or paths")
    operators = [f for f in written.values() if f.name in _OPERATORS]
    if not operators:
        paths = read_expectations(at, of_turn=False)
        return lambda element: isinstance(element, dict) and not judge(element, paths)
    if len(operators) < len(written):
        other = next(f for f in written.values() if f.name not in _OPERATORS)
        raise Fault(other.line, f"{field.name} mixes operators and paths: {other.name!r} is no operator")
    checks = _checks(field)
    return lambda element: all(c.holds(element) for c in checks)


_OPERATORS: Final[dict[str, Callable[[Field], Check]]] = {
    "in": _in,
    "contains": _contains,
    "not_contains": _not_contains,
    "matches": _matches,
    "absent": _absent,
    "count": _count,
    "min": _bound,
    "max": _bound,
    "any": _any,
    "none": _none,
}
