"""Which options a message names: by its whole label, by its place, or by words that it shares with one (2.3).

Invariant: only ``exactly`` and ``normally`` may lead to an execution; ``nearly`` orders what is asked, never more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.continuity import Option
from followthrough.domain.pack import Pack
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.lists.command import Command, is_politely_whole, read_command
from followthrough.rules.lists.fingerprint import label_normalized


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The options that were named, each once, in the list's order; ``by`` is ``label`` or ``ordinal``."""

    options: tuple[Option, ...] = ()
    by: str = ""

    @property
    def only(self) -> Option | None:
        """The option, where exactly one was named."""
        return self.options[0] if len(self.options) == 1 else None


NOBODY = Named()


def exactly(command: Command, text: str, options: Sequence[Option], pack: Pack) -> Named:
    """Options whose label or second line is the whole message, or whose place is.

    A message that is both, of different options, names both.
    """
    whole = _folded(text)
    by_label = [o for o in options if whole in (_folded(o.label), _folded(o.sublabel)) and whole]
    place = ordinal_of(command, len(options), pack)
    by_place = [options[place]] if place is not None else []
    if by_place and not by_label:
        by_label = [o for o in options if label_normalized(o.label) == command.plain]
    found = tuple(o for o in options if o in by_label or o in by_place)
    return Named(options=found, by="label" if by_label else "ordinal") if found else NOBODY


def normally(command: Command, options: Sequence[Option]) -> Named:
    """Options whose label is what the command is about, in comparable form; the form with most words decides."""
    for form in command.forms:
        found = tuple(o for o in options if form == label_normalized(o.label))
        if found:
            return Named(options=found, by="label")
    return NOBODY


def readings(command: Command, options: Sequence[Option]) -> tuple[Option, ...]:
    """Every option that any form of the command is the label of, in the list's order."""
    return tuple(o for o in options if label_normalized(o.label) in command.forms)


def ordinal_of(command: Command, count: int, pack: Pack) -> int | None:
    """The place that the message names and nothing else, from 0; None where it names none of the list.

    "2", "second", "the last one", "option 3"; politeness may stand around it, a verb may not.
    """
    if command.has_sign:
        return None
    steer = pack.selecting
    keys = keys_of(command.plain)
    is_known = bool(keys) and keys[0] in steer.articles
    keys = keys[1:] if is_known else keys
    ordering = {name: place for place, names in enumerate(steer.ordinals) for name in names[:_ORDERING]}
    counting = {name: place for place, names in enumerate(steer.ordinals) for name in names[_ORDERING:]}
    ordering |= dict.fromkeys(steer.lasts, count - 1)
    match keys:
        case [name]:
            place = ordering.get(name, None if is_known else counting.get(name, _digits(name)))
        case [first, second] if f"{first} {second}" in ordering:
            place = ordering[f"{first} {second}"]
        case [name, noun] if noun in steer.ordinal_nouns and name in ordering:
            place = ordering[name]
        case [mark, name] if mark in steer.ordinal_marks and _digits(name) is not None:
            place = _digits(name)
        case [noun, name] if noun in steer.ordinal_nouns:
            place = (ordering | counting).get(name, _digits(name))
        case _:
            return None
    return place if place is not None and 0 <= place < count else None


_ORDERING = 2  # of the names of a place, those that order: "first", "1st"


def names_a_place(command: Command, pack: Pack) -> bool:
    """Whether the message is a place in a list, of however many."""
    return ordinal_of(command, _MANY, pack) is not None


_MANY = 100  # no list is longer: "and 691?" is about something else


def _digits(name: str) -> int | None:
    return int(name) - 1 if name.isascii() and name.isdigit() and len(name) <= 3 else None


def _folded(text: str) -> str:
    return text.strip().casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """An option that shares words with a message; ``is_typo``: only by words that are nearly spelt so."""

    option: Option
    is_typo: bool


def nearly(text: str, options: Sequence[Option], pack: Pack) -> tuple[Near, ...]:
    """Options that share a telling word with the message, or have one that is nearly spelt so, the likeliest first.

    It orders what is asked and decides whether the message is about the list at all.
    """
    steer, stems = pack.selecting, Stems(pack)
    idle = pack.words.stop | steer.heads | steer.tails | steer.points | steer.opens
    said = [key for key in keys_of(text) if key not in idle]
    said_stems = set(stems.of(said))
    scored: list[tuple[float, int, Near]] = []
    for place, option in enumerate(options):
        own = keys_of(f"{option.label} {option.sublabel} {option.path}")
        shared = len(said_stems & set(stems.of(own)))
        near = 0 if shared else sum(any(is_near(word, key) for key in own) for word in said)
        if shared or near:
            scored.append((-(shared + near / 2), place, Near(option=option, is_typo=not shared)))
    near = tuple(near for _, _, near in sorted(scored, key=lambda one: one[:2]))
    command = read_command(text, pack)
    place = ordinal_of(replace(command, plain=command.object), len(options), pack)
    if place is None:
        return near
    pointed = Near(option=options[place], is_typo=False)  # a place behind a verb is a likely one, never a certain one
    return (pointed, *(one for one in near if one.option != pointed.option))


def is_reserved(command: Command, pack: Pack) -> bool:
    """Whether the bare message is a word that steers lists: a label of that name collides with it."""
    steer = pack.selecting
    reserved = (
        pack.pursuit.ends | steer.exits | steer.rejects_list | steer.rejects_last | steer.hesitations | steer.resumes
    )
    return is_politely_whole(command.plain, reserved, pack)


def places_another(command: Command, options: Sequence[Option], winner: Option | None, pack: Pack) -> bool:
    """Whether what is left of the command is also the place of another option: "open 2" where a label is "2"."""
    place = ordinal_of(replace(command, plain=command.object), len(options), pack)
    return place is not None and options[place] != winner
