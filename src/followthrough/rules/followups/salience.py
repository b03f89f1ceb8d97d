"""How likely each word of the conversation is what a message leaves out, seen beside the other words.

``rules.followups.carry`` weighs every word by itself. Here the likeliest of them are weighed again by what shows only
in
comparison: how far behind the best a word is, whether it stands beside another likely one, how much of the last reply
speaks of it, how long the questions were. A logistic sum with the weights of ``rules.followups.salience_weights``, so
that each chance can be read off its facts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.carry import Candidate
from followthrough.rules.followups.carry_signals import Signal, Trait
from followthrough.rules.followups.told import Told
from followthrough.rules.language.names import is_name, trusts_capitals

MOST = 14  # words that are weighed again; a message leaves out more than six hardly ever


class Measure(IntEnum):
    """What is measured in comparison with the other words."""

    OWN = 0  # log odds by the word alone
    PLACE = 1  # logarithm of its place among all words, the best is 0
    BEHIND = 2  # log odds behind the best
    BESIDE = 3  # log odds of the likeliest word beside it, anywhere in the conversation
    SHARE = 4  # how often the last reply says it, against the word that it says most


class Fact(IntEnum):
    """Plain facts of a word. The values are bits."""

    REPLY_THRICE = 0
    OFTEN_IN_ALL = 1
    PHRASE_TWICE = 2
    HEAD_IN_MESSAGE = 3
    FIRST_IN_PHRASE_OF_MESSAGE = 4
    SUBJECT_IN_MESSAGE = 5
    HEAD_IN_REPLY = 6
    FIRST_IN_PHRASE_OF_REPLY = 7
    NAME_IN_LAST_REPLY = 8
    HEAD_IN_QUERY = 9
    IN_QUERY_AND_REPLY = 10
    THREE_MESSAGES = 11
    SHORT_QUERY = 12
    LONG_QUERY = 13
    LATE = 14
    TWO_TELLING = 15
    VERB_FORM = 16
    COMPLETES_NAME = 17
    COMPLETES_DEFINITE = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Salience:
    """Log odds of each measure, fact and trait of the message, in the order of their enums."""

    bias: float
    measures: tuple[float, ...]
    facts: tuple[float, ...]
    traits: tuple[float, ...]

    @classmethod
    def of(
        cls,
        bias: float,
        measures: Mapping[Measure, float],
        facts: Mapping[Fact, float],
        traits: Mapping[Trait, float],
    ) -> Salience:
        """Weights by name; what is not named weighs nothing."""
        return cls(
            bias=bias,
            measures=tuple(measures.get(m, 0.0) for m in Measure),
            facts=tuple(facts.get(f, 0.0) for f in Fact),
            traits=tuple(traits.get(t, 0.0) for t in Trait),
        )


#: the chances of the words by themselves, as they are
ALONE = Salience.of(0.0, {Measure.OWN: 1.0}, {}, {})


@dataclass(slots=True)
class Standing:
    """A word as it is weighed again."""

    stem: str
    measures: list[float]
    facts: int


def weigh_again(standings: Sequence[Standing], traits: int, weights: Salience) -> dict[str, float]:
    """The chance of each word, 0 to 1, by stem."""
    ground = weights.bias + _total(traits, weights.traits)
    found: dict[str, float] = {}
    for standing in standings:
        odds = ground + _total(standing.facts, weights.facts)
        odds += sum(value * weight for value, weight in zip(standing.measures, weights.measures, strict=True))
        found[standing.stem] = 1 / (1 + math.exp(-odds))
    return found


def _total(bits: int, weights: tuple[float, ...]) -> float:
    return sum(weight for place, weight in enumerate(weights) if bits >> place & 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A message in its conversation, read.

    Attributes:
        asked: the message.
        history: the window of earlier turns, oldest first.
        texts: what was read of them, newest first, as ``rules.followups.carry.candidates_of`` gives it.
        pack: the words to look for.
    """

    asked: Told
    history: Sequence[Exchange]
    texts: Sequence[Told]
    pack: Pack


def leaves_out(
    candidates: Sequence[Candidate], chances: Mapping[str, float], scene: Scene, traits: int, weights: Salience
) -> dict[str, float]:
    """The chance of each of the likeliest words, weighed again, by stem; arguments as for ``standings_of``."""
    return weigh_again(standings_of(candidates, chances, scene), traits, weights)


def standings_of(candidates: Sequence[Candidate], chances: Mapping[str, float], scene: Scene) -> list[Standing]:
    """The likeliest words with what shows in comparison, the likeliest first.

    Args:
        candidates: the words of the conversation.
        chances: of each by itself.
        scene: where they were said.
    """
    ranked = sorted(candidates, key=lambda c: (-chances[c.stem], c.stem))[:MOST]
    if not ranked:
        return []
    odds = {c.stem: _odds(chances[c.stem]) for c in ranked}
    seen = {c.stem: _Seen() for c in ranked}
    roles = _roles_of(scene.history, scene.texts)
    points = _points_of(scene.asked, scene.pack)
    for told, role in zip(scene.texts, roles, strict=True):
        _scan(told, role, seen, points, scene.pack)
    beside_odds = {stem: max((odds[o] for o in one.beside), default=_UNLIKELY) for stem, one in seen.items()}
    most = max((one.in_reply for one in seen.values()), default=0)
    common = _facts_of_all(scene, roles)
    best = odds[ranked[0].stem]
    found: list[Standing] = []
    for place, candidate in enumerate(ranked):
        stem = candidate.stem
        one = seen[stem]
        share = one.in_reply / most if most else 0.0
        measures = [odds[stem], math.log1p(place), odds[stem] - best, beside_odds[stem], share]
        found.append(Standing(stem, measures, common | _facts_of(candidate, one)))
    return found


_UNLIKELY = -6.0  # log odds of a word that is not among the likeliest


def _odds(chance: float) -> float:
    return math.log(chance / (1 - chance)) if 0 < chance < 1 else math.copysign(-_UNLIKELY * 2, chance - 0.5)


class _Role(IntEnum):
    MESSAGE = 0
    QUERY = 1
    REPLY = 2
    OLDER = 3


def _roles_of(history: Sequence[Exchange], texts: Sequence[Told]) -> list[_Role]:
    """What each text is: of the last turn its message, query and reply; all others are older."""
    last = history[-1]
    roles = [_Role.MESSAGE]
    if last.query and last.query != last.message:
        roles.append(_Role.QUERY)
    if last.reply:
        roles.append(_Role.REPLY)
    return [*roles, *[_Role.OLDER] * (len(texts) - len(roles))]


@dataclass(slots=True)
class _Seen:
    """What the texts show of one word."""

    bits: int = 0
    in_reply: int = 0
    in_all: int = 0
    messages: int = 0
    in_query: bool = False
    beside: set[str] = field(default_factory=set[str])
    phrases: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])


@dataclass(frozen=True, slots=True)
class _Points:
    """Words of the message that point at something said before.

    Attributes:
        names: its names: "the Alliance" was "the National Alliance" before.
        definites: nouns after an article or demonstrative: "these values" were "cultural values" before.
    """

    names: frozenset[str]
    definites: frozenset[str]


def _points_of(asked: Told, pack: Pack) -> _Points:
    capitals = trusts_capitals(asked.words, pack)
    names: set[str] = set()
    definites: set[str] = set()
    for place in asked.telling:
        word, before = asked.words[place], asked.words[place - 1].key if place else ""
        if place and is_name(word, place, pack, capitals=capitals):
            names.add(asked.stems[place])
        if before in pack.following.definites or before in pack.following.demonstratives:
            definites.add(asked.stems[place])
    return _Points(frozenset(names), frozenset(definites))


def _scan(told: Told, role: _Role, seen: dict[str, _Seen], points: _Points, pack: Pack) -> None:
    """Adds what one text shows."""
    capitals = trusts_capitals(told.words, pack) if role is _Role.REPLY else False
    counted: set[str] = set()
    for order, place in enumerate(told.telling):
        stem = told.stems[place]
        one = seen.get(stem)
        if one is None:
            continue
        before, after = _neighbour(told, order, -1), _neighbour(told, order, 1)
        for pair in ((before, stem), (stem, after)):
            if "" not in pair:
                one.bits |= 1 << Fact.PHRASE_TWICE if pair in one.phrases else 0
                one.phrases.add(pair)
        one.bits |= _pointed_at(told, place, before, after, points)
        one.beside.update(other for other in (before, after) if other in seen and other != stem)
        one.in_all += 1
        if told.by_user and role is not _Role.QUERY and stem not in counted:
            one.messages += 1
            counted.add(stem)
        one.bits |= _bits_of(told, place, role, (before, after), pack, capitals=capitals)
        one.in_reply += role is _Role.REPLY
        one.in_query |= role is _Role.QUERY


def _pointed_at(told: Told, place: int, before: str, after: str, points: _Points) -> int:
    """Whether words of the message point at this one."""
    bits = 0
    if not told.words[place].text.islower() and not points.names.isdisjoint((before, after)):
        bits |= 1 << Fact.COMPLETES_NAME
    if after in points.definites:
        bits |= 1 << Fact.COMPLETES_DEFINITE
    return bits


def _neighbour(told: Told, order: int, step: int) -> str:
    """The telling word right beside another in one sentence; empty when there is none."""
    at = order + step
    if not 0 <= at < len(told.telling):
        return ""
    here, there = told.telling[order], told.telling[at]
    near = abs(here - there) == 1 and told.sentence[here] == told.sentence[there]
    return told.stems[there] if near else ""


def _bits_of(told: Told, place: int, role: _Role, sides: tuple[str, str], pack: Pack, *, capitals: bool) -> int:
    """What the word's standing in a text of the last turn shows: the last of a phrase is its head."""
    before, after = sides
    bits = 0
    if role is _Role.MESSAGE:
        bits |= _in_phrase(before, after, Fact.HEAD_IN_MESSAGE, Fact.FIRST_IN_PHRASE_OF_MESSAGE)
        if place + 1 < len(told.words) and told.words[place + 1].key in pack.asking.auxiliaries:
            bits |= 1 << Fact.SUBJECT_IN_MESSAGE
    elif role is _Role.QUERY:
        bits |= 1 << Fact.HEAD_IN_QUERY if not after else 0
    elif role is _Role.REPLY:
        bits |= _in_phrase(before, after, Fact.HEAD_IN_REPLY, Fact.FIRST_IN_PHRASE_OF_REPLY)
        if place and is_name(told.words[place], place, pack, capitals=capitals):
            bits |= 1 << Fact.NAME_IN_LAST_REPLY
    return bits


def _in_phrase(before: str, after: str, head: Fact, first: Fact) -> int:
    """The last word of a phrase is its head: "silver" in "the plan silver", "copay" alone."""
    if not after:
        return 1 << head
    return 0 if before else 1 << first


def _facts_of_all(scene: Scene, roles: Sequence[_Role]) -> int:
    """The facts that hold for every word of this message."""
    searched = next((t for t, role in zip(scene.texts, roles, strict=True) if role is _Role.QUERY), scene.texts[0])
    asked, light = scene.asked, scene.pack.words.light
    telling = sum(asked.words[place].key not in light for place in asked.telling)
    held = {
        Fact.SHORT_QUERY: len(searched.telling) <= _SHORT,
        Fact.LONG_QUERY: len(searched.telling) >= _LONG,
        Fact.LATE: len(scene.history) >= _LATE,
        Fact.TWO_TELLING: telling == 2,
    }
    return sum(1 << fact for fact, holds in held.items() if holds)


_SHORT, _LONG = 3, 8  # telling words
_LATE = 5  # turns


def _facts_of(candidate: Candidate, seen: _Seen) -> int:
    ends = candidate.signals >> Signal.ENDS_ING | candidate.signals >> Signal.ENDS_ED
    held = {
        Fact.REPLY_THRICE: seen.in_reply > 2,
        Fact.OFTEN_IN_ALL: seen.in_all > 3,
        Fact.THREE_MESSAGES: seen.messages > 2,
        Fact.IN_QUERY_AND_REPLY: seen.in_query and seen.in_reply > 0,
        Fact.VERB_FORM: bool(ends & 1),
    }
    return seen.bits | sum(1 << fact for fact, holds in held.items() if holds)
