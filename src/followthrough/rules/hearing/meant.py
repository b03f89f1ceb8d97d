"""The reply to the question which one is meant: a place in its list, a name of it, or free words (issue 7).

Invariants: the reply continues the question that it was asked about, with what is meant in the place of the words
that left it open; a question of its own, a courtesy and another topic are no replies.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.continuity import Option
from followthrough.domain.hearing import Act
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.pack import Pack
from followthrough.rules.followups.kind import shifts_topic
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.hearing.loop_reading import only_asks
from followthrough.rules.language.asking import asks
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.language.guard import has_words
from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.language.words import Stems, keys_of, phrase_at, phrase_of, words_of

_LONGEST_REPLY = 16  # words; more tell a story, or ask something else


def meant(text: str, waiting: OpenSlots, pack: Pack) -> str | None:
    """The question with what the reply says is meant; None where the message is no reply to it.

    Args:
        text: the message.
        waiting: the question that waits for it.
        pack: the words to look for.
    """
    options = waiting.option_set.options if waiting.option_set is not None else ()
    if (chosen := _picked(text, options, pack)) is not None:
        return with_reading(waiting, chosen.label)
    if is_wholly(text, pack.slots.declines | pack.clarifying.unknowns, pack.pursuit):
        return waiting.original
    if options and _places_in(text, len(options), pack):
        return None  # a place that the list does not have, or two
    named = _own_words(text, pack)
    alike = _alike(named, options, pack)
    if alike is not None and len(keys_of(named)) <= _LONGEST_REPLY:
        return with_reading(waiting, alike.label)
    return with_reading(waiting, named) if named and _is_reply(text, pack) else None


def with_reading(waiting: OpenSlots, name: str) -> str:
    """The question that waits, asked of the thing of that name."""
    original = waiting.original
    if waiting.phrase and waiting.phrase in original:
        return original.replace(waiting.phrase, name, 1)
    stripped = original.rstrip(" ?.!")
    return f"{stripped} ({name}){original[len(stripped) :]}"


def _picked(text: str, options: Sequence[Option], pack: Pack) -> Option | None:
    """The option whose id, label or place the message is, with nothing else in it but politeness."""
    said = phrase_of(text)
    for option in options:
        if text.strip() == option.id or said == phrase_of(option.label):
            return option
    place = place_said(text, len(options), pack)
    return options[place] if place is not None else None


def place_said(text: str, count: int, pack: Pack) -> int | None:
    """The place in a list of ``count`` that the whole message names, from 0: "2", "the second one", "the last"."""
    found = _places_in(text, count, pack)
    return found[0] if len(found) == 1 and 0 <= found[0] < count else None


def misses(text: str, waiting: OpenSlots, pack: Pack, hearing: Hearing = NOT_HEARD) -> bool:
    """Whether the message asks about the question, or names a place that its list does not have."""
    options = waiting.option_set.options if waiting.option_set is not None else ()
    if only_asks(text, pack) or hearing.takes(Act.ASKS_ABOUT_QUESTION, Act.ASKS_WHY):
        return True
    return bool(_places_in(text, len(options), pack)) and meant(text, waiting, pack) is None


def _places_in(text: str, count: int, pack: Pack) -> list[int]:
    """The places that a message names which does nothing else; empty for any other."""
    ambiguity = pack.ambiguity
    keys = keys_of(text)
    found: list[int] = []
    place = 0
    while place < len(keys):
        named = _place_at(keys, place, count, pack)
        if named is not None:
            found.append(named[0])
            place += named[1]
            continue
        either = pack.following.alternatives | pack.joining.coordinators
        beside = (ambiguity.heads, _openers(pack), pack.pursuit.around, either)
        length = max(phrase_at(keys, place, some) for some in beside)
        if not length:
            return []
        place += length
    if len(found) > 1 and found[-1] == 0 and keys[-1] in ambiguity.heads:
        found.pop()  # "the second one": the last word counts nothing
    return found


def _place_at(keys: list[str], place: int, count: int, pack: Pack) -> tuple[int, int] | None:
    if keys[place].isdecimal():
        return int(keys[place]) - 1, 1
    for number, names in enumerate(pack.selecting.ordinals):
        if length := phrase_at(keys, place, frozenset(names)):
            return number, length
    length = phrase_at(keys, place, pack.selecting.lasts)
    return (count - 1, length) if length else None


def _openers(pack: Pack) -> frozenset[str]:
    """What may stand before a name that is picked: "I mean", "what about", "show me", "in the"."""
    chooses = pack.selecting.chooses | pack.asking.openers
    return pack.ambiguity.openers | chooses | pack.joining.prepositions | pack.joining.determiners


def _own_words(text: str, pack: Pack) -> str:
    """The message without what stands around a name: "I mean the one in Hibbing, please" says "Hibbing"."""
    words = words_of(text)
    keys = [w.key for w in words]
    first, last = 0, len(words)
    before = (_openers(pack), pack.ambiguity.heads, pack.phrases.greetings, pack.phrases.acknowledgements)
    while first < last and (length := max(phrase_at(keys[:last], first, some) for some in before)):
        first += length
    while last > first and (keys[last - 1] in pack.phrases.asides or keys[last - 1] in pack.ambiguity.heads):
        last -= 1
    return text[words[first].start : words[last - 1].end] if first < last else ""


def _alike(named: str, options: Sequence[Option], pack: Pack) -> Option | None:
    """The one option that has more of the named words than any other; None where none or several do."""
    stems = Stems(pack)
    said = frozenset(stems.of([k for k in keys_of(named) if k not in pack.words.stop]))
    counts = [len(said.intersection(stems.of(keys_of(option.label)))) for option in options]
    best = max(counts, default=0)
    return options[counts.index(best)] if best and counts.count(best) == 1 else None


def _is_reply(text: str, pack: Pack) -> bool:
    keys = keys_of(text)
    none = not has_words(text) or bool(courtesies(text, pack.phrases)) or shifts_topic(keys, pack)
    return not none and len(keys) <= _LONGEST_REPLY and not asks(text, pack)
