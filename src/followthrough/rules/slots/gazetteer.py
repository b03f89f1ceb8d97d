"""Names of slot values in a text, found as whole words: the longest name first (section 4).

Invariants: nothing is found inside a word; a name that is a common word too counts only where its surroundings say
so; what stands in quotes or beside a negation is found all the same, and marked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from followthrough.domain.pack import Pack, Slot, SlotValue
from followthrough.rules.language.kinds import value_nouns
from followthrough.rules.language.names import is_code, is_name, trusts_capitals
from followthrough.rules.language.words import keys_of, phrase_at, phrase_of, words_of

_Kind: TypeAlias = Literal["name", "guarded", "code", "strict", "rare", "never"]
_LONGEST = 7  # words of a name
_SHORT_ALIAS = 4  # letters; a shorter word of a document's name is no name by itself
_ACRONYM = 5  # letters; "IOP", "PHP" are services, not organisations


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A slot value in a text.

    Attributes:
        slot: which slot.
        value: its canonical name; as written where nobody knows it.
        start: its first character.
        end: one past its last.
        negated: "not" or its like stands before it.
        known: False for a name that neither pack nor documents know (F30).
    """

    slot: str
    value: str
    start: int
    end: int
    negated: bool = False
    known: bool = True


@dataclass(frozen=True, slots=True)
class _Entry:
    slot: Slot
    value: str
    kind: _Kind


class Gazetteer:
    """The names that a pack and the documents of a collection know.

    Attributes:
        names: what the documents alone say, by metadata key.
        slots: the pack's, with the documents' names among their values.
    """

    def __init__(self, pack: Pack, names: Mapping[str, Sequence[str]] | None = None) -> None:
        """Joins the documents' names to the pack's.

        Args:
            pack: slots and the words around names.
            names: what documents say in their metadata, by its key.
        """
        self.names: Mapping[str, Sequence[str]] = names or {}
        self.slots = tuple(_with_names(slot, self.names.get(slot.metadata, ()), pack) for slot in pack.slots.slots)
        self._pack = pack
        known = {phrase_of(value.name) for slot in pack.slots.slots for value in slot.values}
        self._shorts = {
            value.name: " ".join(words_in(value.name)[: len(alias.split())])
            for slot in self.slots
            for value in slot.values
            for alias in value.aliases
            if phrase_of(value.name) not in known
        }
        self._entries: dict[str, list[_Entry]] = {}
        for slot in self.slots:
            for value in slot.values:
                self._add(slot, value)
            for phrase in slot.never:
                self._entries.setdefault(phrase, []).insert(0, _Entry(slot, "", "never"))

    def slot(self, name: str) -> Slot:
        """The slot with the documents' names in it."""
        return next(slot for slot in self.slots if slot.name == name)

    def canonical(self, slot: str, names: Sequence[str]) -> tuple[str, ...]:
        """These names as the slot calls them, in their order."""
        found: list[str] = []
        for name in names:
            meant = [m.value for m in self.mentions(name, frozenset((slot,))) if m.slot == slot and m.known]
            found.append(meant[0] if meant else name)
        return tuple(dict.fromkeys(found))

    def shortened(self, text: str) -> str:
        """The text with the documents' names as people say them: "Harborline" for "Harborline Health Plan".

        What kind of thing a name is ("Health Plan") stands in few passages that speak of it.
        """
        for mention in reversed(self.mentions(text) if self._shorts else ()):
            short = self._shorts.get(mention.value)
            written = text[mention.start : mention.end]
            if short is not None and phrase_of(written) == phrase_of(mention.value):
                text = f"{text[: mention.start]}{short}{text[mention.end :]}"
        return text

    def _add(self, slot: Slot, value: SlotValue) -> None:
        kinds: tuple[tuple[_Kind, frozenset[str]], ...] = (
            ("guarded", value.guarded),
            ("name", frozenset((phrase_of(value.name),)) | value.aliases),
            ("code", value.codes),
            ("strict", value.strict),
            ("rare", value.rare),
        )
        for kind, phrases in kinds:
            for phrase in phrases:
                known = self._entries.setdefault(phrase, [])
                if not any(e.slot.name == slot.name for e in known):
                    known.append(_Entry(slot, value.name, kind))

    def mentions(self, text: str, expected: frozenset[str] = frozenset()) -> tuple[Mention, ...]:
        """The values named in the text, in its order; negated and unknown ones among them.

        Args:
            text: what was said.
            expected: slots that were asked for: an abbreviation alone answers.
        """
        if not self._entries:
            return ()
        read = _Read(text, self._pack)
        found = self._found(read, expected)
        beside = frozenset(m.slot for m in found)
        if beside - expected:  # "Molina, not Sunshine": what stands beside a plan's name is one
            found = self._found(read, expected | beside)
        return found

    def _found(self, read: _Read, expected: frozenset[str]) -> tuple[Mention, ...]:
        found: list[Mention] = []
        taken = [False] * len(read.words)
        place = 0
        while place < len(read.words):
            length, entries = self._longest(read.keys, place)
            end = place + length
            entry = next((e for e in entries if _counts(e, read, place, end, expected)), None)
            if entry is None:
                place += 1
                continue
            taken[place:end] = [True] * length
            if entry.kind != "never":
                found.append(read.mention(entry.slot.name, entry.value, place, end))
            place = end
        return tuple(sorted((*found, *self._unknown(read, taken)), key=lambda m: m.start))

    def _longest(self, keys: list[str], place: int) -> tuple[int, list[_Entry]]:
        for end in range(min(len(keys), place + _LONGEST), place, -1):
            if entries := self._entries.get(" ".join(keys[place:end])):
                return end - place, entries
        return 1, []

    def _unknown(self, read: _Read, taken: list[bool]) -> list[Mention]:
        """Names that nobody knows where a value of a slot stands: "Brightpath Health", "does Brightpath cover"."""
        found: list[Mention] = []
        for slot in self.slots:
            place = 0
            while (slot.tails or slot.verbs) and place < len(read.words):
                end = place
                while end < len(read.words) and not taken[end] and read.is_name(end) and not read.is_tail(end, slot):
                    end += 1
                whole = read.named_until(place, end, slot) if end > place else 0
                if whole and not any(taken[place:whole]):
                    mention = read.mention(slot.name, read.between(place, whole), place, whole)
                    found.append(replace(mention, known=False))
                place = max(end, whole, place + 1)
        return found


def words_in(name: str) -> list[str]:
    """The name's words as they are written."""
    return [word.text for word in words_of(name)]


def code_of(value: str) -> str:
    """The second part of a value's code: "community_care_plan"."""
    return "_".join(keys_of(value)).replace("'", "").replace("-", "_").replace(".", "_")


class _Read:
    """A text as words, with what the guards ask of it."""

    def __init__(self, text: str, pack: Pack) -> None:
        self.text = text
        self.words = words_of(text)
        self.keys = [w.key.removesuffix("'s") for w in self.words]
        self.pack = pack
        letters = [c for c in text if c.isalpha()]
        self.shouted = len(self.words) > 1 and all(c.isupper() for c in letters)
        self._capitals = trusts_capitals(self.words, pack)

    def between(self, place: int, end: int) -> str:
        """The words as they were written, without a possessive ending."""
        text = self.text[self.words[place].start : self.words[end - 1].end]
        return text.removesuffix("'s").removesuffix("’s")

    def mention(self, slot: str, value: str, place: int, end: int) -> Mention:
        start = self.words[place].start
        written = self.between(place, end)
        negated = self._is_negated(place)
        return Mention(slot=slot, value=value, start=start, end=start + len(written), negated=negated)

    def _is_negated(self, place: int) -> bool:
        """Whether a negation stands before the name, with nothing but "for", "with", "the" between them."""
        joining, negations = self.pack.joining, self.pack.slots.negations
        for start in range(place - 1, max(-1, place - 6), -1):
            length = phrase_at(self.keys, start, negations)
            if length and start + length <= place:
                rest = self.keys[start + length : place]
                return all(key in joining.prepositions or key in joining.determiners for key in rest)
        return False

    def has_context(self, slot: Slot, place: int, end: int) -> bool:
        """Whether one of the slot's words stands in the text beside the name."""
        outside = (p for p in range(len(self.keys)) if not place <= p < end)
        return any(phrase_at(self.keys, p, slot.context) for p in outside)

    def is_alone(self, place: int, end: int) -> bool:
        """Whether the text says nothing but the name: "how about Sunshine?"."""
        words, asking = self.pack.words, self.pack.asking
        rest = [*self.keys[:place], *self.keys[end:]]
        known = (words.stop, asking.joiners, self.pack.slots.negations, self.pack.phrases.acknowledgements)
        return all(any(key in some for some in known) for key in rest)

    def in_city(self, place: int) -> bool:
        """Whether a name and a comma stand before the word ("Salem, OR"), or brackets around it."""
        word = self.words[place]
        if self.text[: word.start].endswith("(") and self.text[word.end :].startswith(")"):
            return True
        if place == 0:
            return False
        before = self.words[place - 1]
        return before.text[0].isupper() and self.text[before.end : word.start].strip() == ","

    def is_name(self, place: int) -> bool:
        """Whether the word is part of a name that may be an organisation's."""
        word = self.words[place]
        if is_code(word) or (word.text.isupper() and len(word.text) <= _ACRONYM):
            return False
        if self.keys[place] in self.pack.asking.question_words or self.keys[place] in self.pack.asking.auxiliaries:
            return False
        return word.text[0].isupper() and is_name(word, place, self.pack, capitals=self._capitals)

    def is_tail(self, place: int, slot: Slot) -> bool:
        return bool(phrase_at(self.keys, place, slot.tails))

    def named_until(self, place: int, end: int, slot: Slot) -> int:
        """One past the last word of the unknown name that begins at ``place``; 0 when it is none of this slot."""
        has_tail = end < len(self.words) and self.words[end].text[0].isupper()
        if has_tail and (length := phrase_at(self.keys, end, slot.tails)):
            return end + length
        asked = place > 0 and self.keys[place - 1] in self.pack.asking.auxiliaries
        return end if asked and end < len(self.words) and self.keys[end] in slot.verbs else 0


def _counts(entry: _Entry, read: _Read, place: int, end: int, expected: frozenset[str]) -> bool:
    """Whether the name means the value here."""
    slot, word = entry.slot, read.words[place]
    if entry.kind in ("name", "never"):
        return True
    if entry.kind == "guarded":
        return _is_guarded_in(slot, read, place, end, expected)
    if len(read.words) == 1 and slot.name in expected and (entry.kind == "code" or word.text.isupper()):
        return True
    if not word.text.isupper() or read.shouted or _is_other(slot, read, place, end):
        return False
    before = read.keys[place - 1] if place else ""
    of_slot = place > 1 and before and read.keys[place - 2] in slot.context
    if entry.kind == "code" or of_slot or read.in_city(place):
        return True
    return entry.kind == "strict" and before in read.pack.joining.prepositions


def _is_guarded_in(slot: Slot, read: _Read, place: int, end: int, expected: frozenset[str]) -> bool:
    """A common word is a name beside the slot's words or alone, and not as the first word of another name."""
    if end < len(read.words):
        after = read.words[end]
        follows = read.keys[end] in slot.context or read.keys[end] in slot.tails or read.keys[end] in slot.kinds
        joined = not read.text[read.words[end - 1].end : after.start].strip()
        if joined and after.text[0].isupper() and not follows and not read.shouted:
            return False
    return slot.name in expected or read.has_context(slot, place, end) or read.is_alone(place, end)


def _is_other(slot: Slot, read: _Read, place: int, end: int) -> bool:
    """Whether the words around an abbreviation make it something else: "ID card", "member ID"."""
    before = read.keys[place - 1] if place else ""
    after = read.keys[end] if end < len(read.keys) else ""
    return before in slot.not_before or after in slot.not_after


def _with_names(slot: Slot, names: Sequence[str], pack: Pack) -> Slot:
    """The slot with the documents' names that the pack does not know, in the order of the alphabet."""
    if not slot.metadata or not names:
        return slot
    known: set[str] = set()
    for value in slot.values:
        known |= {phrase_of(value.name), *value.aliases, *value.codes, *value.strict, *value.rare}
    new: dict[str, str] = {}
    for name in sorted(names):
        phrase = phrase_of(name)
        if phrase and phrase not in known and phrase not in new:
            new[phrase] = name
    shorts: dict[str, list[str]] = {}
    for phrase in new:
        shorts.setdefault(_short(phrase, slot, pack), []).append(phrase)
    found: list[SlotValue] = []
    for phrase, name in new.items():
        short = _short(phrase, slot, pack)
        is_own = short and short not in known and short not in new and len(shorts[short]) == 1
        found.append(SlotValue(name=name, aliases=frozenset((short,)) if is_own else frozenset()))
    return replace(slot, values=(*slot.values, *found))


def _short(phrase: str, slot: Slot, pack: Pack) -> str:
    """The name without what its kind is called ("Harborline"), empty where that is no name."""
    keys = phrase.split()
    for place in range(1, len(keys)):
        if " ".join(keys[place:]) in slot.tails:
            short = keys[:place]
            common = pack.words.stop | pack.words.light | pack.values.number_words
            common |= value_nouns(pack.cues, pack.values)
            if all(key in common for key in short) or len("".join(short)) < _SHORT_ALIAS:
                return ""
            return " ".join(short)
    return ""
