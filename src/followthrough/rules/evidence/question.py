"""What a part asks: the words an answer must cover, how much each counts, and the kind of value it wants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks, question_start
from followthrough.rules.language.kinds import Kind, Wanted, wanted
from followthrough.rules.language.names import is_code, is_name, trusts_capitals
from followthrough.rules.language.sentences import sentence_spans
from followthrough.rules.language.words import Stems, Word, has_digit, keys_of, phrases_at, says, words_of


class TermKind(StrEnum):
    """What a word of the question is. Names, codes and numbers must occur where the answer stands (R0-31).

    HEAD is what the question wants named ("which hospitals"), and must occur there too.
    FOREIGN is a word, other than a code, of a question whose language the pack does not know.
    A verb of the asker's ("where do I *mail* ...") is the word that documents most often say differently.
    """

    NAME = "name"
    CODE = "code"
    NUMBER = "number"
    HEAD = "head"
    WORD = "word"
    VERB = "verb"
    LIGHT = "light"
    FOREIGN = "foreign"


NAMED = frozenset((TermKind.NAME, TermKind.CODE, TermKind.NUMBER))
MUST_OCCUR = NAMED | {TermKind.HEAD}


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question.

    Attributes:
        stem: what is compared.
        text: the word as the user wrote it.
        place: its place among the question's words, from 0.
        kind: what it is.
        told: it stands in what was told around the question, not in the question itself.
        story: it was told in a statement, not in an earlier question that this one hangs on.
        names_value: it says which value is wanted: "the *copay* for imaging".
        acts: it is what the asker or the one asked for does: "where do I *mail*", "who *resets*".
    """

    stem: str
    text: str
    place: int
    kind: TermKind
    told: bool = False
    story: bool = False
    names_value: bool = False
    acts: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A part as a question.

    Attributes:
        terms: in the order asked, each stem once; those that were told come after those that were asked.
        kind: the kind of value it wants.
        joins: it asks about several things at once ("children and adults"), so several units may cover it together.
        priced: the value it wants is money.
        reduces: it speaks of what is taken from a price: "off", "discount".
    """

    terms: tuple[Term, ...]
    kind: Kind
    joins: bool
    priced: bool = False
    reduces: bool = False

    @property
    def asked(self) -> tuple[Term, ...]:
        """The words of the question itself."""
        return tuple(self.terms[i] for i in self.asked_at)

    @property
    def asked_at(self) -> tuple[int, ...]:
        """The places of the question's own words among the terms."""
        return tuple(i for i, term in enumerate(self.terms) if not term.told)

    @property
    def telling_at(self) -> tuple[int, ...]:
        """The places of those among them that say something."""
        return tuple(i for i in self.asked_at if self.terms[i].kind is not TermKind.LIGHT)


def read_question(part: SubObjective, stems: Stems, pack: Pack) -> Question:
    """What the part asks, read from its text and its context."""
    asked, told = _asking_and_telling(part.text, pack)
    questions, told_before = _asking_and_telling(part.context, pack)
    stories = [*told, *told_before]
    terms: dict[str, Term] = {}
    wants: list[Wanted] = []
    for sentence in asked:
        begins = _lead_in(sentence, pack)
        stories.append(sentence[:begins])
        wants.append(_add_asked(terms, sentence[begins:], stems, pack))
    for sentence in questions:
        _add_told(terms, sentence, stems, pack, story=False)
    for sentence in stories:
        _add_told(terms, sentence, stems, pack, story=True)
    want = next((w for w in wants if w.kind is not Kind.OPEN), Wanted(Kind.OPEN))
    joins = any(_joins(sentence, pack) for sentence in asked)
    reduces = any(not pack.values.reductions.isdisjoint(keys_of(sentence)) for sentence in asked)
    return Question(tuple(terms.values()), want.kind, joins, want.priced, reduces)


def _asking_and_telling(text: str, pack: Pack) -> tuple[list[str], list[str]]:
    """The sentences that ask, all where none does, and the others."""
    sentences = [text[start:end] for start, end in sentence_spans(text, pack)]
    asked = [sentence for sentence in sentences if asks(sentence, pack)] or sentences
    return asked, [sentence for sentence in sentences if sentence not in asked]


def _joins(sentence: str, pack: Pack) -> bool:
    keys = keys_of(sentence)
    return says(keys, pack.joining.coordinators) or says(keys, pack.joining.together)


def _add_asked(terms: dict[str, Term], sentence: str, stems: Stems, pack: Pack) -> Wanted:
    """Adds a question's words; returns the value it wants."""
    words = words_of(sentence)
    request = _request_words(words, pack)
    begins = max(request, default=(question_start(words, sentence, pack) or 0) - 1) + 1
    want = wanted([w.key for w in words[begins:]], pack)
    kinds = _term_kinds(words, pack)
    for place, stem in _telling(words, stems, pack):
        here = place - begins
        if place in request or here in want.spent or stem in terms:
            continue
        kind = TermKind.LIGHT if here in want.light else kinds[place]
        if kind is TermKind.WORD and here == want.head:
            kind = TermKind.HEAD
        if kind is TermKind.VERB and want.kind is Kind.HOW_TO:
            kind = TermKind.WORD  # how to *cancel* something is not how to do anything else with it
        terms[stem] = Term(
            stem,
            words[place].text,
            place,
            kind,
            names_value=here in want.named,
            acts=_is_askers_verb(words, place, pack) or _is_verb_of_who(words, place, pack),
        )
    asks_for_list = any(words[place].key in pack.cues.enumeration for place in request)  # "list the benefits"
    return replace(want, kind=Kind.ENUMERATION) if asks_for_list and want.kind is Kind.OPEN else want


def _add_told(terms: dict[str, Term], sentence: str, stems: Stems, pack: Pack, *, story: bool) -> None:
    """Adds what was told around the question."""
    words = words_of(sentence)
    kinds = _term_kinds(words, pack)
    for place, stem in _telling(words, stems, pack):
        if stem not in terms:
            terms[stem] = Term(stem, words[place].text, len(terms), kinds[place], told=True, story=story)


def _telling(words: list[Word], stems: Stems, pack: Pack) -> list[tuple[int, str]]:
    """The places and stems of the words that are no stop words."""
    capitals = trusts_capitals(words, pack)
    places = [place for place, word in enumerate(words) if not _is_stop(word, pack, capitals=capitals)]
    return list(zip(places, stems.of([words[place].key for place in places]), strict=True))


def _term_kinds(words: list[Word], pack: Pack) -> list[TermKind]:
    if is_foreign(words, pack):
        return [TermKind.CODE if is_code(word) else TermKind.FOREIGN for word in words]
    capitals = trusts_capitals(words, pack)
    return [_term_kind(words, place, pack, capitals=capitals) for place in range(len(words))]


def _lead_in(sentence: str, pack: Pack) -> int:
    """Where the question proper begins, behind "According to the manual, " and the like.

    A lead-in with a name, code or number is part of what is asked: "For Plan Silver, what is ...".
    """
    words = words_of(sentence)
    begins = question_start(words, sentence, pack)
    if not begins:
        return 0
    return 0 if NAMED & set(_term_kinds(words, pack)[:begins]) else words[begins].start


def is_foreign(words: list[Word], pack: Pack) -> bool:
    """Whether the question is in a language whose small words the pack does not know.

    Then no word can be told from one that says nothing, and one that is absent can't be held against a passage.
    """
    if all(w.text.isascii() for w in words):
        return False
    known = (pack.words.stop, pack.words.light, pack.asking.question_words)
    return not any(w.key in some for some in known for w in words)


def _request_words(words: list[Word], pack: Pack) -> frozenset[int]:
    """The places of "tell me", "I'd like to know": they ask, and are not asked about."""
    keys = [w.key for w in words]
    place, length = next(iter(phrases_at(keys, pack.asking.requests)), (0, 0))
    return frozenset(range(place, place + length))


def _is_stop(word: Word, pack: Pack, *, capitals: bool) -> bool:
    """A stop word in capital letters may be a name ("IT", "US"), one with digits always says something."""
    if capitals and len(word.text) > 1 and word.text.isupper() and word.key not in pack.asking.subjects:
        return False
    return word.key in pack.words.stop or word.key in pack.asking.question_words


def _term_kind(words: list[Word], place: int, pack: Pack, *, capitals: bool) -> TermKind:
    word = words[place]
    if has_digit(word.text):
        return TermKind.CODE if is_code(word) else TermKind.NUMBER
    if word.key in pack.joining.labels and place + 1 < len(words) and is_code(words[place + 1]):
        return TermKind.LIGHT  # "CPT H0038", "form CMS-1500": the code says it all
    if is_name(word, place, pack, capitals=capitals) and (place or _goes_on_as_name(words, pack, capitals=capitals)):
        return TermKind.NAME
    if _is_askers_verb(words, place, pack):
        return TermKind.LIGHT if word.key in pack.words.light else TermKind.VERB
    return TermKind.LIGHT if word.key in pack.words.light else TermKind.WORD


def _goes_on_as_name(words: list[Word], pack: Pack, *, capitals: bool) -> bool:
    """Whether the sentence begins with a name of several words; one capital letter there says nothing."""
    return len(words) > 1 and is_name(words[1], 1, pack, capitals=capitals)


def _is_askers_verb(words: list[Word], place: int, pack: Pack) -> bool:
    """Whether an auxiliary and a pronoun stand right before the word: "do I mail", "can we bill"."""
    if place < 2:
        return False
    before, subject = words[place - 2].key, words[place - 1].key
    return before in pack.asking.auxiliaries and subject in pack.asking.persons


def _is_verb_of_who(words: list[Word], place: int, pack: Pack) -> bool:
    """Whether the word says what the one asked for does: "who *resets*", "who may *deny*"."""
    helping = pack.asking.auxiliaries - pack.asking.copulas
    before = place - 1
    while before > 0 and words[before].key in helping:
        before -= 1
    return before >= 0 and words[before].key in pack.cues.who
