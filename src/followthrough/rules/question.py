"""What a part asks: the words an answer must cover, how much each counts, and the kind of value it wants."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.rules.asking import asks, points_back, question_start
from followthrough.rules.names import is_code, is_name, is_number, trusts_capitals
from followthrough.rules.sentences import sentence_spans
from followthrough.rules.words import Stems, Word, phrase_at, words_of


class Kind(StrEnum):
    """What kind of value the question wants. The answer's first sentence should carry it."""

    HOW_MANY = "how_many"
    HOW_MUCH = "how_much"
    HOW_LONG = "how_long"
    HOW_OFTEN = "how_often"
    WHEN = "when"
    WHO = "who"
    WHERE = "where"
    WHY = "why"
    HOW_TO = "how_to"
    PHONE = "phone"
    EMAIL = "email"
    IDENTIFIER = "identifier"
    YES_NO = "yes_no"
    DEFINITION = "definition"
    ENUMERATION = "enumeration"
    OPEN = "open"


class TermKind(StrEnum):
    """What a word of the question is. Names, codes and numbers must occur where the answer stands (R0-31).

    A verb of the asker's ("where do I *mail* ...") is the word that documents most often say differently.
    """

    NAME = "name"
    CODE = "code"
    NUMBER = "number"
    WORD = "word"
    VERB = "verb"
    LIGHT = "light"


MUST_OCCUR = frozenset((TermKind.NAME, TermKind.CODE, TermKind.NUMBER))


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question.

    Attributes:
        stem: what is compared.
        text: the word as the user wrote it.
        place: its place among the question's words, from 0.
        kind: what it is.
        told: it stands in what was told around the question, not in the question itself.
    """

    stem: str
    text: str
    place: int
    kind: TermKind
    told: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """``terms`` in the order asked, each stem once; those that were told come after those that were asked."""

    terms: tuple[Term, ...]
    kind: Kind

    @property
    def asked(self) -> tuple[Term, ...]:
        """The words of the question itself."""
        return tuple(t for t in self.terms if not t.told)


def read_question(part: SubObjective, stems: Stems, pack: Pack) -> Question:
    """What the part asks, read from its text and its context."""
    sentences = [part.text[start:end] for start, end in sentence_spans(part.text, pack)]
    asked = [s for s in sentences if asks(s, pack)] or sentences
    told = [s for s in sentences if s not in asked]
    if part.context:
        told.insert(0, part.context)
    terms: dict[str, Term] = {}
    for sentence in asked:
        _add(terms, sentence, stems, pack, told=False)
    for sentence in told:
        _add(terms, sentence, stems, pack, told=True)
    return Question(tuple(terms.values()), _kind(asked, pack))


def leans_on_told(part: SubObjective, pack: Pack) -> bool:
    """Whether the question itself says so little that what was told must be covered too."""
    return points_back(part.text, pack)


def _add(terms: dict[str, Term], sentence: str, stems: Stems, pack: Pack, *, told: bool) -> None:
    words = words_of(sentence)
    capitals = trusts_capitals(words, pack)
    skipped = _request_words(words, pack)
    kept = [(i, w) for i, w in enumerate(words) if i not in skipped and not _is_stop(w, pack)]
    for (place, word), stem in zip(kept, stems.of([w.key for _, w in kept]), strict=True):
        if stem not in terms:
            kind = _term_kind(word, place, pack, capitals=capitals)
            if kind is TermKind.WORD and _is_askers_verb(words, place, pack):
                kind = TermKind.VERB
            terms[stem] = Term(stem, word.text, len(terms) if told else place, kind, told)


def _request_words(words: list[Word], pack: Pack) -> frozenset[int]:
    """The places of "tell me", "I'd like to know": they ask, and are not asked about."""
    keys = [w.key for w in words]
    for place in range(len(keys)):
        if length := phrase_at(keys, place, pack.asking.requests):
            return frozenset(range(place, place + length))
    return frozenset()


def _is_stop(word: Word, pack: Pack) -> bool:
    """A stop word in capital letters may be a name ("IT", "US"), one with digits always says something."""
    if len(word.text) > 1 and word.text.isupper() and word.key not in pack.asking.subjects:
        return False
    return word.key in pack.words.stop or word.key in pack.asking.question_words


def _term_kind(word: Word, place: int, pack: Pack, *, capitals: bool) -> TermKind:
    if is_code(word):
        return TermKind.CODE
    if is_number(word):
        return TermKind.NUMBER
    if is_name(word, place, pack, capitals=capitals):
        return TermKind.NAME
    return TermKind.LIGHT if word.key in pack.words.light else TermKind.WORD


def _is_askers_verb(words: list[Word], place: int, pack: Pack) -> bool:
    """Whether an auxiliary and a pronoun stand right before the word: "do I mail", "can we bill"."""
    if place < 2:
        return False
    before, subject = words[place - 2].key, words[place - 1].key
    return before in pack.asking.auxiliaries and subject in pack.asking.persons


def _kind(asked: list[str], pack: Pack) -> Kind:
    for sentence in asked:
        words = words_of(sentence)
        start = question_start(words, sentence, pack) or 0
        keys = [w.key for w in words[start:]]
        if keys:
            return _leading_kind(keys, pack) or _mentioned_kind(keys, pack) or _plain_kind(keys, pack)
    return Kind.OPEN


def _leading_kind(keys: list[str], pack: Pack) -> Kind | None:
    """The kind that the question's own first words say: "how many", "when", "who"."""
    cues = pack.cues
    for kind, phrases in (
        (Kind.HOW_OFTEN, cues.how_often),
        (Kind.HOW_LONG, cues.how_long),
        (Kind.HOW_MANY, cues.how_many),
        (Kind.HOW_MUCH, cues.how_much),
        (Kind.WHEN, cues.when),
        (Kind.WHO, cues.who),
        (Kind.WHERE, cues.where),
        (Kind.WHY, cues.why),
    ):
        if phrase_at(keys, 0, phrases):
            return kind
    return None


def _mentioned_kind(keys: list[str], pack: Pack) -> Kind | None:
    """The kind of the thing asked for: "what is the fax number", "... deadline", "... copay"."""
    cues = pack.cues
    if keys[0] in pack.asking.auxiliaries:
        return Kind.YES_NO
    if phrase_at(keys, 0, cues.how_to):
        return Kind.HOW_TO
    if any(phrase_at(keys, place, cues.meaning) for place in range(len(keys))):
        return Kind.DEFINITION
    for kind, phrases in (
        (Kind.PHONE, cues.phone),
        (Kind.EMAIL, cues.email),
        (Kind.IDENTIFIER, cues.identifier),
        (Kind.HOW_LONG, cues.how_long),
        (Kind.HOW_OFTEN, cues.how_often),
        (Kind.HOW_MUCH, cues.how_much),
        (Kind.HOW_MANY, cues.how_many),
        (Kind.WHERE, cues.where),
        (Kind.WHEN, cues.when),
        (Kind.WHY, cues.why),
        (Kind.HOW_TO, cues.how_to),
    ):
        if any(phrase_at(keys, place, phrases) for place in range(len(keys))):
            return kind
    return None


def _plain_kind(keys: list[str], pack: Pack) -> Kind:
    content = [k for k in keys if k not in pack.words.stop and k not in pack.words.light]
    if any(phrase_at(keys, place, pack.cues.enumeration) for place in range(len(keys))):
        return Kind.ENUMERATION
    if phrase_at(keys, 0, pack.cues.definition) and len(content) <= _DEFINED_WORDS:
        return Kind.DEFINITION
    return Kind.OPEN


_DEFINED_WORDS = 4  # what is defined has a short name
