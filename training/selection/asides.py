"""What people say beside a choice, put around the written frames: it keeps what a frame does, or changes it.

Reasons, ways to open and what we are called keep it; hold-ups, second thoughts, a no of one's own and the name of
somebody else take a choice back. A bare name with a reason is chosen, with a remark it is spoken of.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from followthrough.domain.framing import CHOOSES, OPTION, PLACE, Does
from followthrough.domain.hearing import Act
from training.hearer.data import WRITTEN, of_folder

ASIDES = Path(__file__).parent / "asides.yaml"
BARE = ("@", "@", "the @", "@ please", "#", "the #", "the # one", "number #", "the # please")
_REASONS = {
    "en": ("{f}, {r}", "{f}, {r}", "{f}. {r}", "{f} - {r}", "{f}, as {r}", "{f} because {r}", "{r}, {f}", "{r}. {f}"),
    "es": ("{f}, que {r}", "{f}, {r}", "{f} porque {r}", "{r}, {f}"),
    "de": ("{f}, {r}", "{f}. {r}", "{f}, denn {r}", "{r}, {f}"),
}
_SO = {"en": ("{r} so {f}", "{r}, so {f}"), "es": ("{r}, así que {f}",), "de": ("{r}, also {f}",)}  # before a choice
_HELD = (", ", ", ", ", ", ": ", " - ", "... ", "! ", ". ")
_OPENED = (", ", ", ", ", ", " - ", "... ", ". ")
_BEHIND = ("{f} {r}", "{f}, {r}", "{f} - {r}", "{f}... {r}")
_TAKEN_BACK = (Does.COND, Does.DENY, Does.COND)  # by the families of retractions
_OWN, _SHORT = re.compile(r"(i|i'm|i've|we|we're|we've|my|our|his|her|there's|the) "), 9
_GERMAN = re.compile(r"\b(ich|das|die|der|den|dem|bitte|nicht|und|mir|mal|doch|auf|mit|wir|dann|ja|nein|ist)\b")
Made = tuple[str, Does]


def around(frame: str, does: Does, chance: random.Random, *, english: bool) -> Iterator[Made]:
    """The frame with something beside it, and what it does then."""
    if not (OPTION in frame or PLACE in frame):
        return
    said, chooses = frame.rstrip(".!"), does in CHOOSES
    yield from ((one, does) for one in _kept(said, chance, english=english, chooses=chooses))
    if chooses:
        yield from _taken_back(said, does, chance)


def _kept(said: str, chance: random.Random, *, english: bool, chooses: bool) -> Iterator[str]:
    """A reason beside it, what we are called, or what only opens."""
    lists, tongue = _lists(), "en" if english else "de" if _GERMAN.search(said) else "es"
    shapes = _REASONS[tongue] + (_SO[tongue] if chooses else ())
    if chance.random() < (0.5 if chooses else 0.3):
        reason = chance.choice(lists["reasons" if english else f"reasons_{tongue}"])
        yield chance.choice(shapes).format(f=said, r=reason)
    for key in ("addresses", "openers"):
        if chance.random() < 0.12:
            yield _led(lists[key], _OPENED, said, chance)


def _taken_back(said: str, does: Does, chance: random.Random) -> Iterator[Made]:
    """A choice that is held up, taken back, refused, or somebody else's; one that its own question consents to."""
    lists = _lists()
    if chance.random() < 0.25:
        yield _led(lists["holds"], _HELD, said, chance), Does.COND
    if chance.random() < 0.15:
        family = chance.randrange(len(_TAKEN_BACK))
        told = chance.choice(_raw()["retractions"][family])
        yield chance.choice(_BEHIND).format(f=said, r=told), _TAKEN_BACK[family]
    if chance.random() < 0.12:
        yield f"{said.rstrip('?')}? {chance.choice(lists['refusals'])}", Does.DENY
    if chance.random() < 0.06:
        yield f"{said.rstrip('?')}? {chance.choice(lists['consents'])}", does
    if chance.random() < 0.2:
        name, told = chance.choice(lists[chance.choice(("names", "roles"))]), chance.choice(lists["told"])
        yield told.format(n=name.replace("_", " "), f=said), Does.TALK


def bare(chance: random.Random) -> Iterator[Made]:
    """Names and places that stand by themselves beside a reason, and beside a remark."""
    for tongue, key in (("en", "reasons"), ("es", "reasons_es"), ("de", "reasons_de")):
        names = BARE if tongue == "en" else ("@", "el #") if tongue == "es" else ("@", "die #")
        for reason in _lists()[key]:
            for shape in chance.sample(_REASONS[tongue] + _SO[tongue], 4):
                yield shape.format(f=chance.choice(names), r=reason), Does.PICK
    for remark in _lists()["remarks"]:
        for shape in ("{f}, {r}", "{f}. {r}", "{f} - {r}", "{r}, {f}"):
            yield shape.format(f=chance.choice(BARE[:3] + BARE[5:7]), r=remark), Does.TALK


def _led(before: list[str], joints: tuple[str, ...], said: str, chance: random.Random) -> str:
    return f"{chance.choice(before)}{chance.choice(joints)}{said}"


@cache
def _raw() -> dict[str, Any]:
    return yaml.safe_load(ASIDES.read_text(encoding="utf-8"))


@cache
def _lists() -> dict[str, list[str]]:
    """The entries of each list, without their families."""
    found = {key: _flat(value) for key, value in _raw().items()}
    return found | {"reasons": found["reasons"] + _told_of_oneself()}


def _told_of_oneself() -> list[str]:
    """What people say of their own case in the hearer's examples, as they would give it for a reason."""
    said = (e.text.rstrip(".!").casefold() for e in of_folder(WRITTEN) if e.act is Act.STATEMENT and e.lang == "en")
    return sorted({one for one in said if _OWN.match(one) and len(one.split()) <= _SHORT})


def _flat(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.split()
    return [one for family in value for one in ([family] if isinstance(family, str) else family)]
