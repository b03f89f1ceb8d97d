"""What a message says of the slots, and what that makes of those that hold (F13, F14, F26 to F31).

Invariants: a correction replaces, a comparison adds, a name that nobody knows empties its slot instead of leaving
the old value there; a change empties what depended on it; what no turn relies on fades.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from followthrough.domain.jurisdiction import Jurisdiction, OpenSlots, SlotState
from followthrough.domain.pack import Pack, Slot
from followthrough.domain.resolution import Followup, ResolvedQuery
from followthrough.rules.language.words import Word, made_of, names_phrase, phrase_at, phrase_of, words_of
from followthrough.rules.slots.gazetteer import Gazetteer, Mention, code_of
from followthrough.tuning import Tuning

_CODE = re.compile(r"([a-z][a-z0-9_]*)\.([a-z0-9_]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a message says of slots.

    Attributes:
        mentions: in the order of the text.
        is_code: the message is a slot value's code, as clicks send it.
        is_bare: the message says nothing else.
        declines: the message says that there is no value to give.
        compares: a value joins those that hold.
        unknown_code: the slot and the name of a code that nobody knows.
    """

    mentions: tuple[Mention, ...] = ()
    is_code: bool = False
    is_bare: bool = False
    declines: bool = False
    compares: bool = False
    unknown_code: tuple[str, str] | None = None

    def values(self, slot: str, *, negated: bool = False) -> tuple[str, ...]:
        """The slot's known values in the message, each once."""
        found = (m for m in self.mentions if m.slot == slot and m.known and m.negated is negated)
        return tuple(dict.fromkeys(m.value for m in found))

    def unknown(self, slot: str) -> tuple[str, ...]:
        """Names in the slot's place that nobody knows, as written."""
        return tuple(dict.fromkeys(m.value for m in self.mentions if m.slot == slot and not m.known))

    @property
    def slots(self) -> frozenset[str]:
        """The slots that something is said of."""
        return frozenset(m.slot for m in self.mentions)

    @property
    def fills(self) -> frozenset[str]:
        """The slots that a value was parsed for."""
        return frozenset(m.slot for m in self.mentions if not m.negated)


def read_slots(text: str, open_slots: OpenSlots | None, known: Gazetteer, pack: Pack) -> Said:
    """What the message says of slots.

    Args:
        text: the message.
        open_slots: the question for slots that waits for an answer.
        known: the names.
        pack: the words around them.
    """
    if not known.slots:
        return Said()
    if (coded := _read_code(text.strip(), known)) is not None:
        return coded
    asked = frozenset(open_slots.slots) if open_slots is not None else frozenset[str]()
    mentions = known.mentions(text, asked)
    words = words_of(text)
    keys = [w.key for w in words]
    return Said(
        mentions=mentions,
        is_bare=bool(mentions) and _is_bare(text, mentions, pack),
        declines=not mentions and _plain(keys, pack) in pack.slots.declines | pack.clarifying.unknowns,
        compares=any(phrase_at(keys, place, pack.slots.comparisons) for place in range(len(keys))),
    )


def _read_code(text: str, known: Gazetteer) -> Said | None:
    """A value's code as the whole message, None when it is none."""
    matched = _CODE.fullmatch(text)
    slot = next((s for s in known.slots if matched and matched[1] in s.dimensions), None)
    if matched is None or slot is None:
        return None
    value = next((v.name for v in slot.values if _is_coded(v.name, v.codes | v.strict | v.rare, matched[2])), None)
    if value is None:
        words = " ".join(word.capitalize() for word in matched[2].split("_") if word)
        return Said(is_code=True, unknown_code=(slot.name, words))
    return Said(mentions=(Mention(slot=slot.name, value=value, start=0, end=len(text)),), is_code=True, is_bare=True)


def _is_coded(name: str, abbreviations: frozenset[str], code: str) -> bool:
    return code_of(name) == code or code.replace("_", " ") in abbreviations


def _plain(keys: list[str], pack: Pack) -> str:
    """The message without its courtesies."""
    return " ".join(key for key in keys if key not in pack.phrases.asides)


def _is_bare(text: str, mentions: tuple[Mention, ...], pack: Pack) -> bool:
    """Whether the message does no more than name values: "how about Molina?", "I meant Molina, not Sunshine"."""
    keys = [word.key for word in _outside(words_of(text), mentions)]
    phrases = pack.phrases
    known = (
        pack.asking.openers,
        pack.asking.joiners,
        pack.following.corrections,
        pack.slots.comparisons,
        pack.slots.negations,
        pack.joining.prepositions,
        phrases.acknowledgements | phrases.thanks | phrases.asides | phrases.greetings,
        pack.words.stop - pack.asking.question_words,
        *(slot.kinds for slot in pack.slots.slots),
    )
    return not keys or bool(made_of(keys, *known))


def _outside(words: Sequence[Word], mentions: Sequence[Mention]) -> Iterator[Word]:
    """The words that stand in no mention, in one pass over both; both are in the text's order."""
    reach, place = 0, 0
    for word in words:
        while place < len(mentions) and mentions[place].start <= word.start:
            reach, place = max(reach, mentions[place].end), place + 1
        if word.start >= reach:
            yield word


def change_slots(
    before: Jurisdiction, said: Said, followup: Followup, *, turn: int, pack: Pack, tuning: Tuning
) -> Jurisdiction:
    """The slots as the message leaves them.

    Args:
        before: as the last turn left them.
        said: what the message says of them.
        followup: a follow-up relies on what holds; a shift of topic drops it.
        turn: the message's turn.
        pack: the slots.
        tuning: the table of numbers.
    """
    kept = {} if followup.why == "topic_shift" else {s.slot: s for s in before.slots}
    kept = {name: s for name, s in kept.items() if turn - s.used_at_turn <= tuning.slot_max_age_turns}
    held = dict(kept)
    for slot in pack.slots.slots:
        if slot.name in said.slots:
            _set(kept, slot, _changed(kept.get(slot.name), slot, said), turn)
        elif followup.is_followup and slot.name in kept:
            kept[slot.name] = replace(kept[slot.name], used_at_turn=turn)
    for slot in pack.slots.slots:
        if slot.name in held and _values(held, slot) != _values(kept, slot):
            for dependent in slot.resets:
                if dependent not in said.slots:
                    kept.pop(dependent, None)
    order = [slot.name for slot in pack.slots.slots]
    return Jurisdiction(slots=tuple(kept[name] for name in order if name in kept))


def decline_slots(before: Jurisdiction, slots: tuple[str, ...], *, turn: int) -> Jurisdiction:
    """The slots after the user gave none of those asked for: they are settled without a value."""
    asked = tuple(
        SlotState(slot=name, values=(), set_at_turn=turn, used_at_turn=turn)
        for name in slots
        if before.state_of(name) is None
    )
    return Jurisdiction(slots=(*before.slots, *asked))


def replaced_values(before: Jurisdiction, after: Jurisdiction) -> tuple[str, ...]:
    """Values that no longer hold."""
    return tuple(v for state in before.slots for v in state.values if v not in after.values(state.slot))


def searched_values(jurisdiction: Jurisdiction, pack: Pack) -> tuple[str, ...]:
    """The values that join a query, in the pack's order of slots."""
    return tuple(v for slot in pack.slots.slots if slot.searched for v in jurisdiction.values(slot.name))


def organisations(jurisdiction: Jurisdiction, pack: Pack) -> tuple[str, ...]:
    """The values that hold and do something: a plan covers and pays, a state does not."""
    return tuple(v for slot in pack.slots.slots if slot.verbs for v in jurisdiction.values(slot.name))


def scoped(query: str, values: tuple[str, ...], pack: Pack) -> str:
    """The query for those of the values that it does not name, as one says it: "... for Molina, Florida?" (R2-3)."""
    missing = [value for value in values if not names_phrase(query, value)]
    if not missing:
        return query
    written = ResolvedQuery.read(query)
    if written.beside:
        return written.also(*missing).text
    end = len(query.rstrip(" ?.!"))
    return pack.texts.scoped.format(question=query[:end], value=pack.texts.list_comma.join(missing)) + query[end:]


def in_place_of(query: str, slot: Slot, values: tuple[str, ...], known: Gazetteer) -> str:
    """The query with these values where it named others of the slot, else as it is."""
    old = [m for m in known.mentions(query) if m.slot == slot.name]
    joined = ", ".join(values)
    if not old or all(phrase_of(m.value) in {phrase_of(v) for v in values} for m in old):
        return query
    for mention in reversed(old[1:]):
        query = query[: mention.start].rstrip(" ,") + query[mention.end :]
    return query[: old[0].start] + joined + query[old[0].end :]


def _changed(state: SlotState | None, slot: Slot, said: Said) -> tuple[str, ...]:
    held = state.values if state is not None else ()
    named, taken_back = said.values(slot.name), said.values(slot.name, negated=True)
    if said.unknown(slot.name) and not named:
        return ()
    if named:
        together = slot.many and said.compares and not taken_back
        values = tuple(dict.fromkeys((*held, *named))) if together else named
        values = values if slot.many else values[-1:]
    else:
        values = held
    return tuple(v for v in values if v not in taken_back)


def _set(kept: dict[str, SlotState], slot: Slot, values: tuple[str, ...], turn: int) -> None:
    before = kept.get(slot.name)
    since = before.set_at_turn if before is not None and before.values == values else turn
    kept[slot.name] = SlotState(slot=slot.name, values=values, set_at_turn=since, used_at_turn=turn)


def _values(states: dict[str, SlotState], slot: Slot) -> tuple[str, ...]:
    return states[slot.name].values if slot.name in states else ()
