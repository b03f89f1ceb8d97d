"""The frames that are fitted on, with variants by construction: politeness, other verbs, places for names."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from followthrough.domain.framing import CHOOSES, OPTION, OTHER, PLACE, Does
from training.selection.asides import around, bare

HERE = Path(__file__).parent
SEED = 7
FILES = (  # and whether they are English
    ("frames.yaml", True),
    ("frames_es_de.yaml", False),
    ("frames_more.yaml", True),
    ("frames_es_de_more.yaml", False),
    ("frames_third.yaml", True),
    ("frames_es_de_third.yaml", False),
    ("frames_fourth_a.yaml", True),
    ("frames_fourth_b.yaml", True),
    ("frames_fourth_c.yaml", True),
    ("frames_fifth.yaml", True),
    ("frames_sixth.yaml", True),
    ("frames_es_de_sixth.yaml", False),
    ("frames_seventh.yaml", True),
    ("frames_es_de_seventh.yaml", False),
)
# Written after the network was held out: what was in a fold then stays in it.
LATER = tuple(name for name, _ in FILES[9:])
VARIANT_WEIGHT = 0.3
WANTED = 1.5  # the weight of what chooses: a third of the frames, and most of what is said over a list
FOLDS = 5
_HEADS = (
    "please|ok|okay so|right|alright|um|hmm|oh|actually|yes|yeah|no wait|sorry|hi|hey there|then|now|i think|fine"
    "|great|perfect|cool|well|so|good|let me think|can you please|ok then|yes please|hello|ah|first"
)
_TAILS = (
    "please|thanks|thx|cheers|for me|now|then|i think|if you can|if that's ok|if possible|again|instead"
    "|first|real quick"
    "|on the screen|would you|right now|asap|thank you so much|if you would|pls|thank you|for us|ok"
    "|if you don't mind|if that is alright|quickly|this time|today please|will you|right away|kindly"
)
_ASKING = re.compile(r"(please )?(can|could|would|will|may|mind|do|is|any|are|might|shall)\b")
_JOINTS = (" ", ", ")
_VERBS = ("open", "show me", "pick", "take", "use", "pull up", "go with", "bring up", "choose", "view", "read")
_VERBS += ("go to", "select", "get", "see", "look at")
_HEDGED = (Does.COND, Does.TALK, Does.DENY, Does.ASK, Does.SEVERAL, Does.PART)
_NOUNS = ("one", "one", "one", "option", "item", "entry")
_COUNTED = ("option", "number", "item", "no.", "result")
_PADDED = (Does.DENY, Does.DEED, Does.PART, Does.SEVERAL, Does.COND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One frame, what it does, its family, and the written frame that it is or varies.

    ``beside`` is one with something said beside it: its words are none that a choice is known by.
    """

    frame: str
    does: Does
    family: int
    origin: int
    english: bool = True
    weight: float = 1.0
    explains: bool = False
    later: bool = False
    beside: bool = False


def fold_of(every: Sequence[Example], by: str) -> list[int]:
    """Of each example the fold that its frame (``origin``) or its family is in, by the seed."""
    number: dict[int, int] = {}
    for later in (False, True):
        groups = sorted({getattr(e, by) for e in every if e.later is later})
        random.Random(SEED).shuffle(groups)  # noqa: S311 - folds need a seed, not secrecy
        number |= {group: place % FOLDS for place, group in enumerate(groups)}
    return [number[getattr(e, by)] for e in every]


def examples() -> list[Example]:
    """The written frames, then their variants."""
    written, explains = _written()
    chance = random.Random(SEED)  # noqa: S311 - variants need a seed, not secrecy
    found = list(written)
    for one in written:
        found += [replace(v, weight=VARIANT_WEIGHT) for v in _variants(one, chance)]
        if one.does in CHOOSES and one.english and chance.random() < 0.6:
            tail = chance.choice(explains)
            frame = f"{one.frame.rstrip('.!?')} {tail}".replace(" ,", ",")
            found.append(replace(one, frame=frame, explains=True, weight=VARIANT_WEIGHT))
    last = written[-1]
    for one in written:
        for frame, does in around(one.frame, one.does, chance, english=one.english):
            found.append(replace(one, frame=frame, does=does, weight=VARIANT_WEIGHT, beside=True))
    for place, (frame, does) in enumerate(bare(chance), start=1):
        own = Example(frame=frame, does=does, family=last.family + 1 + place % FOLDS, origin=last.origin + place)
        found.append(replace(own, weight=VARIANT_WEIGHT, later=True, beside=True))
    return found


def newer(every: Sequence[Example]) -> list[Example]:
    """What was written after the net was fitted, twice, and as much of what is said beside names and of the rest."""
    rng = random.Random(SEED)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    written = [e for e in every if e.later and e.weight == 1]
    beside, rest = [e for e in every if e.beside], [e for e in every if not (e.later or e.beside)]
    return [*written * 2, *rng.sample(beside, len(written) * 2), *rng.sample(rest, len(written) * 2)]


def _written() -> tuple[list[Example], list[str]]:
    found: list[Example] = []
    tails: list[str] = []
    families = origins = 0
    for name, english in FILES:
        data = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
        tails += [tail for family in data.pop("explains", []) for tail in family]
        for does, lines in data.items():
            for family in lines:
                families += 1
                for frame in family:
                    origins += 1
                    found += [
                        Example(
                            frame=one,
                            does=Does(does),
                            family=families,
                            origin=origins,
                            english=english,
                            later=name in LATER,
                        )
                        for one in _one_by_one(frame)
                    ]
    return found, tails


def _one_by_one(frame: str) -> list[str]:
    """The frame as it is read for each option that it names, the others by their own mark."""
    marks = [match.start() for match in re.finditer(f"[{OPTION}{PLACE}]", frame)]
    if len(marks) < 2:
        return [frame]
    others = re.sub(f"[{OPTION}{PLACE}]", OTHER, frame)
    return [others[:at] + frame[at] + others[at + 1 :] for at in marks]


def _variants(one: Example, chance: random.Random) -> list[Example]:
    if not one.english or not (OPTION in one.frame or PLACE in one.frame):
        return []
    frames: list[str] = []
    if one.does is not Does.PART and OPTION in one.frame and chance.random() < 0.5:
        frames.append(re.sub(rf"(the )?{OPTION}", f"the {PLACE}", one.frame))
    if PLACE in one.frame and one.does is not Does.PART:
        frames.append(one.frame.replace(PLACE, f"{PLACE} {chance.choice(_NOUNS)}"))
        if "the #" in one.frame:
            frames.append(one.frame.replace("the #", f"{chance.choice(_COUNTED)} {PLACE}"))
    if one.does in _HEDGED:
        frames += [re.sub(r"\bopen\b", chance.choice(_VERBS), one.frame) for _ in range(2) if "open" in one.frame]
        frames += [re.sub(r"\btake\b", chance.choice(_VERBS), one.frame)] if "take" in one.frame else []
    if one.does in CHOOSES and _ASKING.match(one.frame):
        frames += [one.frame.rstrip("?") + "?"] * 2
    tails = one.does in CHOOSES or one.does in _PADDED
    frames += [_padded(one.frame, chance, tails=tails) for _ in range(2 if one.does in CHOOSES else 1)]
    return [replace(one, frame=frame) for frame in frames if frame != one.frame]


def _padded(frame: str, chance: random.Random, *, tails: bool) -> str:
    """The frame with politeness and hesitation around it, as people put them."""
    heads, ends = _HEADS.split("|"), _TAILS.split("|")
    ahead = [chance.choice(heads) + chance.choice(_JOINTS) for _ in range(chance.choice((0, 1, 1, 2)))]
    behind = [chance.choice(_JOINTS) + chance.choice(ends) for _ in range(chance.choice((0, 1, 1, 2)))]
    return "".join((*ahead, frame.rstrip(".!") if behind else frame, *(behind if tails else ())))
