"""Whether a message follows up on the conversation, and how (C15, F6, F25, F41).

Invariants: without an earlier question nothing is a follow-up; what decides are whole words of the message, the
previous query and the evidence of the previous answer, never letters inside a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.rules.followups.references import ReferenceKind, references_among
from followthrough.rules.language.asking import question_start
from followthrough.rules.language.names import is_code, is_name, is_number, trusts_capitals
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import Stems, Word, either, keys_of, phrase_at, phrases_at, words_of
from followthrough.tuning import Tuning


def read_followup(text: str, history: Sequence[Exchange], pack: Pack, tuning: Tuning) -> Followup:
    """Whether the message is a follow-up of the conversation so far.

    Args:
        text: the message.
        history: the earlier turns, oldest first; only those with a question count.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    if not any(turn.asked.strip() for turn in history):
        return Followup(kind=None, why="no_history")
    words = words_of(text)
    if not words:
        return Followup(kind=None, why="no_words")
    keys = [w.key for w in words]
    if shifts_topic(keys, pack):
        return Followup(kind=None, why="topic_shift")
    if why := _deictic(words, keys, text, pack):
        return Followup(kind=FollowupKind.DEICTIC, why=why)
    if why := _topical(words, text, history, pack, tuning):
        return Followup(kind=FollowupKind.TOPICAL, why=why)
    return Followup(kind=None, why="stands_alone")


def without_shift(text: str, pack: Pack) -> str:
    """The text behind the words that say that another topic begins; the whole text where nothing follows them."""
    words = words_of(text)
    keys = [w.key for w in words]
    for place in range(min(len(keys), _SHIFT_WITHIN)):
        if length := phrase_at(keys, place, pack.following.shifts):
            rest = words[place + length :]
            return text[rest[0].start :] if rest else text
    return text


_SHIFT_WITHIN = 6  # words: "ok, thanks. Now a different question: ..."


def shifts_topic(keys: list[str], pack: Pack) -> bool:
    """Whether the message says that it begins another topic: "new topic: parking" (field report 15)."""
    found = [place for place, _ in phrases_at(keys, pack.following.shifts)]
    return bool(found) and not {_lead(keys, pack) + more for more in (0, 1)}.union((0,)).isdisjoint(found)


def _lead(keys: list[str], pack: Pack) -> int:
    """How many words of courtesy open the message: "ok, thanks. ..."."""
    phrases = pack.phrases
    place, courtesies = 0, either(phrases.thanks, phrases.acknowledgements, phrases.asides)
    while place < len(keys) and keys[place] not in pack.asking.joiners:
        if not (length := phrase_at(keys, place, courtesies)):
            break
        place += length
    return place if place < len(keys) else 0


def _deictic(words: list[Word], keys: list[str], text: str, pack: Pack) -> str:
    """Why the message can't be understood alone; empty when it can."""
    start = _lead(keys, pack)
    if _corrects(keys, start, pack):
        return "correction"
    references = references_among(words, text, pack)
    kinds = {r.kind for r in references}
    reasons = (
        ("pronoun", not kinds.isdisjoint((ReferenceKind.THING, ReferenceKind.OWNER))),
        ("ellipsis", _is_elliptic(words[start:], text, pack)),
        ("demonstrative", ReferenceKind.POINTED in kinds),
        ("comparison", bool(kinds) and _telling_count(words, pack) <= _FEW),
        ("no_topic", all(_says_nothing(key, pack) for key in keys[start:])),
    )
    return next((why for why, holds in reasons if holds), "")


def _corrects(keys: list[str], start: int, pack: Pack) -> bool:
    """Whether it opens by putting the last question right: "I meant X", "no wait, I meant X"."""
    said, place = pack.following.corrections, start
    while not phrase_at(keys, place, said) and (length := phrase_at(keys, place, marks_of(pack))):
        place += length
    return any(phrase_at(keys, at, said) for at in {0, start, place})


def marks_of(pack: Pack) -> frozenset[str]:
    """What takes something back, wherever it is said."""
    return as_typed(either(pack.clarifying.corrections, pack.clarifying.revisions))


def _is_elliptic(words: list[Word], text: str, pack: Pack) -> bool:
    """Whether the message goes on with a sentence that it does not repeat: "what about X", "and for a child?"."""
    keys = [w.key for w in words]
    if phrase_at(keys, 0, pack.asking.openers) or phrase_at(keys, 0, pack.asking.conditionals):
        return True
    joins = keys[0] in pack.asking.joiners or keys[0] in pack.following.alternatives
    return (joins or keys[0] in pack.joining.prepositions) and question_start(words[1:], text, pack) is None


def _says_nothing(key: str, pack: Pack) -> bool:
    return key in pack.words.stop or key in pack.following.actions or key in pack.words.light


_FEW = 4  # telling words; "what other drugs treat migraine in children" names its own topic


def _topical(words: list[Word], text: str, history: Sequence[Exchange], pack: Pack, tuning: Tuning) -> str:
    """Why a message that can be understood alone leaves its topic out; empty when it does not.

    Of several sentences the one that asks decides: "I have four weeks. What about the fee?".
    """
    words = _asking_sentence(words, text, pack)
    own = _own_topic(words, pack)
    if own.names and (own.telling or (own.names > 1 and question_start(words, text, pack) is not None)):
        return ""  # a name and what is asked of it: "Is CPT 12345 covered?" (field report 11)
    if _introduces(words, pack):
        return ""
    if own.telling <= (1 if _names_action(words, pack) else tuning.followup_few_words):
        return "few_words"
    if own.names:
        return ""
    shared = _shared(words, history, pack)
    if shared and own.telling <= tuning.followup_short_question:
        return "same_topic"
    return ""


def _asking_sentence(words: list[Word], text: str, pack: Pack) -> list[Word]:
    """The words of the last sentence that asks; all words where none does."""
    starts = [0, *(at for at in range(1, len(words)) if _ends_sentence(text[words[at - 1].end : words[at].start]))]
    for start, end in reversed(list(zip(starts, [*starts[1:], len(words)], strict=True))):
        sentence = words[start:end]
        until = words[end].start if end < len(words) else len(text)
        if "?" in text[sentence[-1].end : until] or question_start(sentence, text, pack) is not None:
            return sentence
    return words


def _ends_sentence(gap: str) -> bool:
    return len(gap) > 1 and any(c in gap for c in ".?!\n")


def _introduces(words: list[Word], pack: Pack) -> bool:
    """Whether the message brings its topic with it: "what is a copay?"."""
    pairs = pairwise(words)
    return any(
        before.key in pack.asking.copulas and after.key in pack.asking.indefinites and place + 2 < len(words)
        for place, (before, after) in enumerate(pairs)
    )


def _names_action(words: list[Word], pack: Pack) -> bool:
    """Whether it asks what someone does: a whole question, "do I reset my password", "do visitors sign in"."""
    asking = pack.asking
    triples = zip(words, words[1:], words[2:], strict=False)
    verbs = asking.auxiliaries - asking.copulas
    return any(
        a.key in verbs and (b.key in asking.persons or _tells(b, pack)) and _tells(c, pack) for a, b, c in triples
    )


@dataclass(frozen=True, slots=True)
class _Own:
    """What a message says by itself: how many names and codes, how many other words that tell."""

    names: int
    telling: int


def _own_topic(words: list[Word], pack: Pack) -> _Own:
    capitals = trusts_capitals(words, pack)
    names = telling = 0
    for place, word in enumerate(words):
        if is_code(word) or (place and is_name(word, place, pack, capitals=capitals)):
            names += 1
        elif _tells(word, pack):
            telling += 1
    return _Own(names, telling)


def _tells(word: Word, pack: Pack) -> bool:
    known = either(pack.words.stop, pack.words.light, pack.asking.question_words)
    return word.key not in known and not is_number(word)


def _telling_count(words: list[Word], pack: Pack) -> int:
    return sum(_tells(word, pack) for word in words)


def _shared(words: list[Word], history: Sequence[Exchange], pack: Pack) -> bool:
    """Whether the message speaks of the previous question's topic: a telling word of it, or two of its answer's.

    One word of an answer is chance: "date of service" makes no question about the service desk a follow-up.
    """
    stems = Stems(pack)
    own = set(stems.of([w.key for w in words if _tells(w, pack)]))
    last = history[-1]
    asked, told = (
        own.intersection(stems.of([k for k in keys_of(text) if k not in pack.words.stop]))
        for text in (last.asked, last.reply)
    )
    return bool(asked) or len(told) > 1
