"""The questions inside one sentence: "what is X, does it need Y and what about Z?" (R0-10).

A cut is made only where a question begins after a comma or a joining word and a question stands before it; a
condition in front ("For Plan Silver, ...", "If I call, ...") is never cut off, it goes with every question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import (
    content,
    hangs_on_before,
    open_words,
    opens_question,
    points_back,
    question_start,
)
from followthrough.rules.language.words import LONGEST_PHRASE, Word, phrase_at
from followthrough.rules.questions.joining import enumerated, expand, read_clause, with_name_swapped

_EDGES = " \t\r\n,;:—–"
_SENTENCE_WORDS = 120  # what is longer is no sentence but pasted text, and stays whole: each cut looks at all of it


@dataclass(frozen=True, slots=True)
class Piece:
    """A question cut out of a message, and the words of the message it needs to make sense."""

    text: str
    context: str = ""


def questions_in(sentence: str, pack: Pack) -> list[Piece]:
    """The sentence's questions in order, in the user's words; the sentence itself when it holds only one."""
    if len(open_words(sentence)) > _SENTENCE_WORDS:
        return [Piece(sentence)]
    clauses = _split(sentence, pack)
    if len(clauses) == 1:
        return [Piece(text) for text in expand(sentence, pack)]
    clauses = _share_lead(sentence, clauses, pack)
    clauses = _share_tail(clauses, pack)
    pieces: list[Piece] = []
    announces = len(clauses) > _ANNOUNCED and _announces(clauses[0].text, sentence, pack)
    for place, clause in enumerate(clauses):
        if place == 0 and announces:
            continue
        context = _context(clauses, place, pack)
        pieces += [Piece(text, context) for text in expand(clause.text, pack)]
    return pieces


@dataclass(frozen=True, slots=True)
class _Clause:
    """``sibling``: it is one of a list with the clause before it, and needs nothing of it."""

    text: str
    sibling: bool = False


def _split(sentence: str, pack: Pack) -> list[_Clause]:
    words = open_words(sentence)
    clauses: list[_Clause] = []
    start = 0  # character at which the current clause begins
    first = 0  # its first word
    sibling = False
    for place in range(1, len(words)):
        joined = _joined_length(words, place, sentence, pack)
        if joined is None or place + joined >= len(words):
            continue
        right = place + joined
        opener = phrase_at([w.key for w in words[right : right + LONGEST_PHRASE]], 0, pack.asking.openers)
        if not _may_cut(words[first:place], words[right:], sentence, pack, elliptic=opener > 0, joined=joined):
            continue
        left = sentence[start : words[place].start].strip(_EDGES)
        if opener and right + opener < len(words):
            asked = sentence[words[right + opener].start :]
            if swapped := with_name_swapped(left, asked, pack):
                return [*clauses, *(_Clause(text, sibling=True) for text in swapped)]
        things = enumerated(left, pack) if opener else [left]
        clauses += [_Clause(text, sibling=sibling or i > 0) for i, text in enumerate(things)]
        start, first, sibling = words[right].start, right, len(things) > 1
    return [*clauses, _Clause(sentence[start:].strip(_EDGES), sibling=sibling)] if clauses else [_Clause(sentence)]


def _joined_length(words: list[Word], place: int, sentence: str, pack: Pack) -> int | None:
    """How many words join the question at ``place`` to what is before it; 0 for a comma alone, None for no join."""
    length = phrase_at([w.key for w in words[place : place + LONGEST_PHRASE]], 0, pack.asking.joiners)
    if length:
        after = words[place + length : place + length + 1]
        gaps = (sentence[a.end : b.start] for a, b in pairwise((*words[place : place + length], *after)))
        return None if any(gap.strip(" ,\t\n") for gap in gaps) else length
    gap = sentence[words[place - 1].end : words[place].start]
    return 0 if gap.strip() in {",", ";", "?", ":", "—", "–", "-"} else None


def _may_cut(left: list[Word], right: list[Word], sentence: str, pack: Pack, *, elliptic: bool, joined: int) -> bool:
    """Whether the words after the join are a question of their own, and those before it too."""
    depends = phrase_at([w.key for w in right[:LONGEST_PHRASE]], 0, pack.asking.conditionals)  # "if so, how often"
    if not content(left, pack) or not (depends or content(right, pack)):
        return False
    if elliptic or _is_parallel(left, right, sentence, pack):
        return True
    right = right[depends:] or right
    if not opens_question(right, 0, pack) and not _opens_behind_comma(left, right, sentence, pack):
        return False
    if joined == 0 and left[0].key in pack.joining.subordinators and not opens_question(left, 0, pack):
        return False
    text = sentence[left[0].start : left[-1].end]
    begins = question_start(_moved(left), text, pack)
    if begins is None:  # "does Medicare cover it" asks, "do the test" bids
        return left[0].key in pack.asking.auxiliaries and left[1].key not in pack.joining.determiners
    asked = left[begins + phrase_at([w.key for w in left], begins, pack.asking.requests) :]
    return bool(content(asked, pack))


def _is_parallel(left: list[Word], right: list[Word], sentence: str, pack: Pack) -> bool:
    """A comma between two questions that begin with the same verb: "is dental covered, is vision covered"."""
    return (
        "," in sentence[left[-1].end : right[0].start]
        and right[0].key == left[0].key
        and right[0].key in pack.asking.auxiliaries
        and right[1].key not in pack.words.stop
    )


def _opens_behind_comma(left: list[Word], right: list[Word], sentence: str, pack: Pack) -> bool:
    """Whether a question begins there that is told by its comma: ", and is tax paid", ", until when can I"."""
    gap = sentence[left[-1].end : right[0].start]
    if not gap.lstrip().startswith(",") or len(right) < _SHORTEST:
        return False
    if right[0].key in pack.asking.auxiliaries:
        return right[1].key not in pack.words.stop and left[0].key not in pack.asking.auxiliaries
    return right[0].key in pack.joining.prepositions and opens_question(right, 1, pack)


_SHORTEST = 3  # words of a question
_ANNOUNCED = 2  # clauses behind a colon from which on the one before it only says what they are about


def _moved(words: list[Word]) -> list[Word]:
    """The words with places counted from the first one."""
    shift = words[0].start
    return [Word(w.text, w.key, w.start - shift, w.end - shift) for w in words]


def _share_lead(sentence: str, clauses: list[_Clause], pack: Pack) -> list[_Clause]:
    """A condition before the first question, up to its comma, goes with every question: "For Plan Silver, ..."."""
    words = open_words(sentence)
    begins = question_start(words, sentence, pack)
    opens = words[0].key
    if not begins or not (opens in pack.joining.prepositions or opens in pack.joining.subordinators):
        return clauses
    lead = sentence[: words[begins].start]
    if not content(words[:begins], pack):
        return clauses
    return [c if c.text.startswith(lead) else replace(c, text=lead + c.text) for c in clauses]


def _share_tail(clauses: list[_Clause], pack: Pack) -> list[_Clause]:
    """A closing phrase with a name goes with the questions before it that have no name: "... for Plan Silver?"."""
    tail = _named_tail(clauses[-1].text, pack)
    if not tail:
        return clauses
    last = read_clause(clauses[-1].text, pack).keys
    before = [replace(c, text=c.text + tail) if _lacks_tail(c.text, last, pack) else c for c in clauses[:-1]]
    return [*before, clauses[-1]]


def _lacks_tail(text: str, last: list[str], pack: Pack) -> bool:
    """Whether a question has no name, and no closing phrase of its own where it begins unlike the last one."""
    clause = read_clause(text, pack)
    if any(clause.names):
        return False
    return clause.keys[:1] == last[:1] or not any(key in pack.joining.prepositions for key in clause.keys[1:])


def _named_tail(text: str, pack: Pack) -> str:
    """The closing phrase with a name, as in "for Plan Silver", after a blank; empty when the text ends otherwise."""
    clause = read_clause(text, pack)
    place = len(clause.words)
    while place > 0 and clause.names[place - 1]:
        place -= 1
    if place == len(clause.words) or place == 0 or clause.keys[place - 1] not in pack.joining.prepositions:
        return ""
    return " " + clause.slice(place - 1, len(clause.words))


def _announces(text: str, sentence: str, pack: Pack) -> bool:
    """Whether the clause only says what the questions behind its colon are about: "about my leave: ..."."""
    words = open_words(text)
    begins = question_start(words, text, pack)
    return f"{text}:" in sentence and (begins is None or not opens_question(words, begins, pack))


def _told_first(text: str, pack: Pack) -> str:
    """What the user tells of their own case before the first question: "I moved to Texas, do I ..."; else nothing."""
    words = open_words(text)
    begins = question_start(words, text, pack)
    if not begins or words[0].key not in pack.asking.speakers:
        return ""
    return text[: words[begins].start].strip(_EDGES)


def _context(clauses: list[_Clause], place: int, pack: Pack) -> str:
    """The nearest earlier clause that stands by itself, where this one does not; else what the user told first."""
    clause = clauses[place]
    if clause.sibling or place == 0:
        return ""
    if not hangs_on_before(clause.text, pack):
        return _told_first(clauses[0].text, pack)
    earlier = [c.text for c in reversed(clauses[:place])]
    spare = clauses[0].text if points_back(clause.text, pack) else ""
    return next((text for text in earlier if not hangs_on_before(text, pack)), spare)
