"""What a user's answer to a document's question says, in a form that the document's cases can be compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from followthrough.domain.clarification import LoopAnswer
from followthrough.domain.pack import Pack
from followthrough.rules.cases.alternatives import offered_words
from followthrough.rules.cases.measures import Measures, UnitOf
from followthrough.rules.claims.limits import Limits, Number
from followthrough.rules.hearing.loop_reading import is_whole, settles_yes_or_no
from followthrough.rules.language.figures import in_figures
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import Stems, Word, has_digit, keys_of, phrase_at, says, words_of

_MOST_APART = 2  # words that parallel sentences may differ by

COUNTED = frozenset((Kind.HOW_MANY, Kind.HOW_MUCH, Kind.HOW_LONG, Kind.WHEN))

_TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedDetail:
    """A question of a document with its answer, read.

    Attributes:
        question: the question.
        answer: the answer, the alternative in its place where it picks one by its place; None where it is not known.
        said: the answer as given, its numbers in figures.
        names: stems of what the question asks for: "version". Empty where it names nothing ("What do you see?").
        numbers: the numbers of the answer.
        words: stems of the answer's other words that say something.
        is_yes: whether the answer is a plain yes or no; None when it is neither.
        is_every: the answer names every case at once: "both".
        is_whole: what is counted has no decimals.
        unit: what the question counts: hours.
    """

    question: str
    answer: str | None
    said: str = ""
    names: frozenset[str] = frozenset()
    numbers: tuple[Number, ...] = ()
    words: frozenset[str] = frozenset()
    is_yes: bool | None = None
    is_every: bool = False
    is_whole: bool = False
    unit: UnitOf | None = None


class DetailReader:
    """Reads questions, answers and labels in a pack's words."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._stems = Stems(pack)
        self.limits = Limits(pack, self._stems)
        self.measures = Measures(pack)
        self._numerals = frozenset(pair[0] for pair in pack.values.numerals)
        self._negations = as_typed(pack.values.negations)
        self._denials = self._negations | pack.clarifying.exceptions

    def read(self, given: LoopAnswer) -> AskedDetail:
        """The question with its answer."""
        names, unit = self.telling(given.question), self._unit(given.question)
        if given.answer is None:
            return AskedDetail(question=given.question, answer=None, names=names, unit=unit)
        whole = self._counts_wholes(given)
        said = in_figures(given.answer, self._pack.language, whole=whole)
        answer = given.answer
        detail = AskedDetail(
            question=given.question, answer=answer, said=said, names=names, unit=unit, is_whole=whole
        )
        if is_whole(answer, self._pack.clarifying.every, self._pack):
            return replace(detail, is_every=True)
        if settles_yes_or_no(given.question, self._pack) and (yes := self._yes(answer)) is not None:
            return replace(detail, is_yes=yes)
        asked = self.asked_for(given.question)
        words = self.telling(said)
        counts = wanted(keys_of(given.question), self._pack).kind in (Kind.HOW_MANY, Kind.HOW_OFTEN)
        numbers = self.limits.numbers(said, asked, in_words=counts or not words - asked)
        if not words and not numbers:
            words = self.spoken(said)
        return replace(detail, numbers=numbers, words=(words - asked) or words)

    def _counts_wholes(self, given: LoopAnswer) -> bool:
        """Whether "1.200" is twelve hundred: a count, or money, of which nobody gives thousandths."""
        kind = wanted(keys_of(given.question), self._pack).kind
        told = self.measures.kinds(f"{given.question} {given.answer or ''}")
        unit = self._unit(given.question)
        is_money = (kind is Kind.HOW_MUCH and unit is None) or not self.measures.money.isdisjoint(told)
        return kind in (Kind.HOW_MANY, Kind.HOW_OFTEN) or is_money

    def _unit(self, question: str) -> UnitOf | None:
        """What the question counts; "by day or at night?" counts nothing."""
        return None if offered_words(question, self._pack) else self.measures.unit_in(question)

    def _yes(self, answer: str) -> bool | None:
        """Whether the answer says yes or no, by itself or at its beginning; "yes and no" says neither."""
        words = self._pack.clarifying
        said = frozenset(keys_of(answer)) - self._pack.joining.coordinators - self._pack.following.alternatives
        if len(said) == _TWO and said & words.affirmed and said & words.denied:
            return None
        keys = keys_of(answer)
        opens = max(phrase_at(keys, 0, words.affirmed), phrase_at(keys, 0, words.denied))
        if any(self._tells(key) or key in self._denials for key in keys[opens:]):
            opens = min(opens, 1)  # "it has one", but not "it is empty"
        for start in (answer, answer.split(",", maxsplit=1)[0], " ".join(keys[:opens])):
            if is_whole(start, words.affirmed, self._pack):
                return True
            if is_whole(start, words.denied, self._pack):
                return False
        return None

    def asked_for(self, question: str) -> frozenset[str]:
        """Stems of what the question asks for, without what it offers."""
        offered = (self.telling(" ".join(keys)) for keys in offered_words(question, self._pack))
        return self.telling(question).difference(*offered)

    def stems_of(self, keys: list[str]) -> frozenset[str]:
        """The stems of these words."""
        return frozenset(self._stems.of(keys))

    def telling(self, text: str) -> frozenset[str]:
        """Stems of the words that say something."""
        return frozenset(self._stems.of([key for key in keys_of(text) if self._tells(key)]))

    def beside(self, text: str, names: frozenset[str]) -> frozenset[str]:
        """Stems of the telling words right before one of the names, or right behind it and a verb: "a red light"."""
        keys = keys_of(text)
        stems = self._stems.of(keys)
        verbs, negations = self._pack.asking.auxiliaries, self._negations
        found: set[str] = set()
        for place, stem in enumerate(stems):
            if stem not in names:
                continue
            before = place - 1
            while before >= 0 and (self._tells(keys[before]) or self._is_light(keys[before])):
                found.add(stems[before])
                before -= 1
            behind = place + 1
            if behind < len(keys) and keys[behind] in verbs:
                behind += 1
                while behind < len(keys) and (self._tells(keys[behind]) or keys[behind] in negations):
                    found.add(stems[behind])
                    behind += 1
        return frozenset(found)

    def phrase_beside(self, text: str, names: frozenset[str]) -> str:
        """The first of the names with the telling words right before it: "red light"; empty where there is none."""
        words = words_of(text)
        stems = self._stems.of([word.key for word in words])
        for place, stem in enumerate(stems):
            begin = place
            while begin > 0 and self._tells(words[begin - 1].key):
                begin -= 1
            if stem in names and begin < place:
                return text[words[begin].start : words[place].end]
        return ""

    def is_parallel(self, text: str, other: str) -> bool:
        """Whether the texts say the same of different things: "phones have a warranty", "laptops have a warranty"."""
        one, two = (self._stems.of(list(filter(self._tells, keys_of(t)))) for t in (text, other))
        if not one or not two or one[0] == two[0] or one[0] in two or two[0] in one:
            return False
        shared = len(set(one) & set(two))
        return shared > 0 and max(len(set(one)), len(set(two))) - shared <= _MOST_APART

    def says_of(self, text: str, names: frozenset[str]) -> bool:
        """Whether the text says something of one of the names by itself: "the version is printed on the back"."""
        keys = keys_of(text)
        stems = self._stems.of(keys)
        return any(
            stems[place] in names
            and keys[place + 1] in self._pack.asking.auxiliaries
            and not (place and self._tells(keys[place - 1]))
            for place in range(len(keys) - 1)
        )

    def spoken(self, text: str) -> frozenset[str]:
        """Stems of the words that say something or little."""
        return frozenset(self._stems.of([key for key in keys_of(text) if self._tells(key) or self._is_light(key)]))

    def _is_light(self, key: str) -> bool:
        return key in self._pack.words.light and key not in self._pack.asking.auxiliaries

    def _tells(self, key: str) -> bool:
        if key in self._numerals:
            return False
        if has_digit(key):
            return any(c.isalpha() for c in key)
        pack = self._pack
        silent = (pack.words.stop, pack.words.light, pack.asking.question_words, pack.asking.auxiliaries)
        return not any(key in some for some in silent) and key not in as_typed(pack.values.negations)

    def is_negative(self, text: str) -> bool:
        """Whether the label says what is not so: "No light", "if it is not covered"."""
        return not self._denials.isdisjoint(keys_of(text))

    def is_otherwise(self, text: str) -> bool:
        """Whether the label names all that others leave: "all other versions"."""
        return says(keys_of(text), self._pack.clarifying.otherwise)

    def denies(self, text: str, about: frozenset[str]) -> bool:
        """Whether a negation of the text is about one of these words: of "No coffee: model K6" not about "k6".

        It reaches over the words right behind it that say something, as far as a preposition, a mark or a code.
        """
        words = words_of(text)
        keys = [word.key for word in words]
        stems = self._stems.of(keys)
        place = 0
        while place < len(words):
            if keys[place] not in self._denials:
                place += 1
                continue
            place += phrase_at(keys, place, self._pack.clarifying.no_longer) or 1
            reached = frozenset[str]()
            while place < len(words) and not (reached and self._ends_reach(text, words, place)):
                reached |= {stems[place]}
                place += 1
            if not reached.isdisjoint(about):
                return True
        return False

    def _ends_reach(self, text: str, words: list[Word], place: int) -> bool:
        """Whether a negation before this word is not about it any more."""
        key, between = words[place].key, text[words[place - 1].end : words[place].start]
        return bool(between.strip("- ")) or has_digit(key) or key in self._pack.joining.prepositions

    def as_written(self, words: frozenset[str], vocabulary: frozenset[str]) -> frozenset[str]:
        """The words, for a misspelt one the document's word that it must be."""
        found = set(words & vocabulary)
        for word in words - vocabulary:
            near = sorted(v for v in vocabulary if is_near(word, v))
            found.add(near[0] if len(near) == 1 else word)
        return frozenset(found)
