"""What a pack's examples change, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from followthrough.domain.hearing import HeardActs, Reheard
from followthrough.evals.hearing.changes import Changes, Side

_SHOWN = 10  # lines of a kind; --json has all


def as_json(own: Changes, shipped: Changes, warnings: Sequence[str]) -> dict[str, Any]:
    """The part ``examples`` of what ``pack check --json`` prints."""
    return {"own": _changes(own), "shipped": _changes(shipped), "warnings": list(warnings)}


def lines_of(own: Changes, shipped: Changes, warnings: Sequence[str]) -> Iterator[str]:
    """What is printed, line by line."""
    yield f"Its {own.messages} examples, each heard by the others: {_sides(own)}."
    yield from _listed("not heard for what it does", [_missed(one) for one in own.missed])
    yield f"The {shipped.messages} messages that ship: {_sides(shipped)}; {len(shipped.flips)} change."
    yield from _listed("changes", [_flip(one) for one in shipped.flips])
    for changes, whose in ((own, "Its own"), (shipped, "The shipped")):
        before, after = changes.before.ended, changes.after.ended
        what = f"{whose} messages that would wrongly end something or call a person"
        yield f"{what}: {len(before)} without them, {len(after)} with them."
        yield from _listed("would now", [repr(text) for text in after if text not in before])
    yield from _listed("warning", warnings)


def _sides(changes: Changes) -> str:
    before, after = _share(changes.before, changes), _share(changes.after, changes)
    return f"{before} right without them, {after} with them"


def _listed(kind: str, lines: Sequence[str]) -> Iterator[str]:
    yield from (f"  {kind}: {line}" for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        yield f"  ... and {len(lines) - _SHOWN} more; --json has them all."


def _share(side: Side, changes: Changes) -> str:
    return f"{side.right / changes.messages:.2f}" if changes.messages else "-"


def _missed(one: Reheard) -> str:
    return f"{one.example.text!r} in {one.example.said.spot}: {one.example.act}, heard as {_best(one.after)}"


def _flip(one: Reheard) -> str:
    right = "" if one.after.best is one.example.act else f", is {one.example.act}"
    return f"{one.example.text!r} in {one.example.said.spot}: {_best(one.before)} -> {_best(one.after)}{right}"


def _best(heard: HeardActs) -> str:
    return "nothing" if heard.best is None else f"{heard.best} ({heard.acts[0][1]:.2f})"


def _changes(found: Changes) -> dict[str, Any]:
    return {
        "messages": found.messages,
        "before": _side(found.before, found),
        "after": _side(found.after, found),
        "flips": [_heard(one) for one in found.flips],
        "missed": [_heard(one) for one in found.missed],
    }


def _side(side: Side, changes: Changes) -> dict[str, Any]:
    accuracy = round(side.right / changes.messages, 4) if changes.messages else None
    return {"right": side.right, "accuracy": accuracy, "would_wrongly_end": list(side.ended)}


def _heard(one: Reheard) -> dict[str, Any]:
    chances = [{"act": h.best, "chance": round(h.acts[0][1], 4)} for h in (one.before, one.after)]
    example = one.example
    return {
        "text": example.text,
        "state": example.said.spot,
        "act": example.act,
        "before": chances[0],
        "after": chances[1],
    }
