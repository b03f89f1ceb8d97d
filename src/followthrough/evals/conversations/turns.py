"""The turns of a conversation, read from the file."""

from __future__ import annotations

import re
from typing import Final

from followthrough.evals.conversations.expectations import Expectation, read_expectations
from followthrough.evals.conversations.keys import known_fields
from followthrough.evals.conversations.nodes import At, Fault, Field
from followthrough.evals.conversations.script import Attachment, PressStop, Retry, Say, Select, Step, Together, Wait
from followthrough.evals.conversations.scripted_world import read_texts

#: What a turn does, strongest first: the first one that is there decides, and what it goes with.
_GOES_WITH: Final[dict[str, frozenset[str]]] = {
    "user": frozenset({"attach", "links", "stop", "stop_after", "expect"}),
    "together": frozenset({"expect"}),
    "wait": frozenset(),
    "select": frozenset({"stop_after", "expect"}),
    "retry": frozenset({"stop_after", "expect"}),
    "attach": frozenset({"links", "stop", "stop_after", "expect"}),
    "links": frozenset({"stop", "stop_after", "expect"}),
    "stop": frozenset({"expect"}),
}
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION: Final = re.compile(r"(?P<number>[0-9]+(\.[0-9]+)?)\s*(?P<unit>[smhd])")


def read_turns(at: At) -> tuple[Step, ...]:
    """The steps of the conversation, in order.

    Raises:
        Fault: there is none, or one is malformed.
    """
    steps: list[Step] = []
    so_far = 0  # turns, not steps: waiting is none, together is several
    for item in at.items("turns"):
        step = _step(item, so_far)
        so_far += turns_of(step)
        steps.append(step)
    if not so_far:
        raise Fault(at.line, "turns must hold at least one turn")
    return tuple(steps)


def turns_of(step: Step) -> int:
    """How many turns the step makes."""
    match step:
        case Wait() | PressStop():
            return 0
        case Together(texts=texts):
            return len(texts)
        case _:
            return 1


def _step(at: At, so_far: int) -> Step:
    fields = known_fields(at, "a turn")
    kind = next((k for k in _GOES_WITH if k in fields), None)
    if kind is None:
        raise Fault(at.line, f"a turn needs one of {', '.join(_GOES_WITH)}")
    for field in fields.values():
        if field.name != kind and field.name not in _GOES_WITH[kind]:
            raise Fault(field.line, f"{field.name} does not go with {kind} in one turn")
    match kind:
        case "together":
            return _together(fields)
        case "wait":
            return Wait(seconds=_duration(fields["wait"]))
        case "select":
            option = fields["select"].value.text("select")
            return Select(option_id=option, stop_after=_stop_after(fields), expect=_expect(fields))
        case "retry":
            return Retry(
                turn=_past_turn(fields["retry"], so_far), stop_after=_stop_after(fields), expect=_expect(fields)
            )
        case "stop":
            return _press_stop(fields, so_far)
        case _:
            return _say(fields)


def _say(fields: dict[str, Field]) -> Say:
    attach = fields["attach"].value.items("attach") if "attach" in fields else []
    return Say(
        text=fields["user"].value.text("user") if "user" in fields else "",
        attach=tuple(_attachment(item) for item in attach),
        links=read_texts(fields["links"].value, "links") if "links" in fields else (),
        stop_after=_stop_after(fields),
        expect=_expect(fields),
    )


def _attachment(at: At) -> Attachment:
    fields = known_fields(at, "an attachment", required=("name", "text"))
    return Attachment(name=fields["name"].value.text("name"), text=fields["text"].value.text("text"))


def _together(fields: dict[str, Field]) -> Together:
    texts = read_texts(fields["together"].value, "together")
    if len(texts) < 2:
        raise Fault(fields["together"].line, "together needs at least two messages")
    expect: list[tuple[Expectation, ...]] = []
    if "expect" in fields:
        at = fields["expect"].value
        written = at.items("expect of together, a list with one entry for each message,")
        if len(written) > len(texts):
            raise Fault(at.line, f"expect has {len(written)} entries for {len(texts)} messages")
        expect = [() if item.is_null else read_expectations(item) for item in written]
    expect += [()] * (len(texts) - len(expect))
    return Together(texts=texts, expect=tuple(expect))


def _press_stop(fields: dict[str, Field], so_far: int) -> PressStop:
    _pressed(fields["stop"])
    if "expect" in fields and not so_far:
        raise Fault(fields["expect"].line, "there is no turn yet that could be looked at")
    return PressStop(expect=_expect(fields))


def _stop_after(fields: dict[str, Field]) -> int | None:
    """``stop: true`` beside a message presses stop at once."""
    if "stop" in fields and "stop_after" in fields:
        raise Fault(fields["stop"].line, "give either stop or stop_after")
    if "stop" in fields:
        _pressed(fields["stop"])
        return 0
    return fields["stop_after"].value.whole_number("stop_after", low=0) if "stop_after" in fields else None


def _pressed(field: Field) -> None:
    if not field.value.truth("stop"):
        raise Fault(field.line, "stop must be true; leave it out where it is not pressed")


def _past_turn(field: Field, so_far: int) -> int:
    number = field.value.whole_number("retry", low=1)
    if number > so_far:
        raise Fault(field.line, f"retry names turn {number}, but only {so_far} came before")
    return number


def _duration(field: Field) -> float:
    found = _DURATION.fullmatch(field.value.text("wait").strip())
    if not found:
        raise Fault(field.line, "wait must be a number and s, m, h or d, as in 11m")
    return float(found["number"]) * _SECONDS[found["unit"]]


def _expect(fields: dict[str, Field]) -> tuple[Expectation, ...]:
    return read_expectations(fields["expect"].value) if "expect" in fields else ()
