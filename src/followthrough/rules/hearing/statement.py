"""A fact, a guess or a bare code as the answer to what is open: "I think it's H0038", "90 days" (F18, F19).

Invariants: a question is no fact (F17); the words must speak of an open part, show the value that it asks for, or be
a code. What is heard decides only whether they are meant as an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from followthrough.domain.given import GivenKind, Stated
from followthrough.domain.hearing import Act
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.hearing.pointing import picks
from followthrough.rules.language.asking import asks, is_hedged, question_start
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.names import is_code
from followthrough.rules.language.sentences import sentence_spans
from followthrough.rules.language.words import Stems, Word, has_digit, keys_of, phrase_at, says, words_of
from followthrough.rules.objective.unsolved import shows_value, telling_stems

_DASHED = re.compile(r"\d+(?:[-/]\d+)+")
_MOST_WORDS = 45  # words; a longer text is a story or a document
_MOST_SENTENCES = 3
_FEW_WORDS = 10


def statement_of(
    text: str,
    parts: Sequence[SubObjective],
    pack: Pack,
    *,
    just_asked: bool,
    is_awaited: bool = True,
    hearing: Hearing = NOT_HEARD,
) -> Stated | None:
    """What the message states of an open part, None when it states nothing.

    Args:
        text: the message.
        parts: the open parts, at least one.
        pack: the words to look for.
        just_asked: the last turn left a part open; only then a bare value ("90 days") is an answer to it.
        is_awaited: the last reply had nothing to show for what was asked last. Only then words that share nothing
            with what is open can answer it; behind what was shown they tell of the user's case ("it says offline").
        hearing: what the message does, as far as that could be heard.
    """
    words = words_of(text)
    if not words or len(words) > _MOST_WORDS or _asks(text, words, pack) or courtesies(text, pack.phrases):
        return None
    if picks(text, pack):
        return None
    codes = tuple(dict.fromkeys(w.text for w in words if _is_identifier(w)))
    if codes and (_is_bare(words, parts, pack, _is_identifier) or _answers_which_code(words, parts, pack, hearing)):
        alone = _is_bare(words, (), pack, _is_identifier)
        kind = GivenKind.CODE if alone and not is_hedged(text, pack) else GivenKind.STATEMENT
        return Stated(kind=kind, text=text.strip(), codes=codes, codes_alone=alone)
    if len(sentence_spans(text, pack)) > _MOST_SENTENCES or not _is_fact(
        text, words, parts, pack, just_asked=just_asked, is_awaited=is_awaited, hearing=hearing
    ):
        return None
    return Stated(kind=GivenKind.STATEMENT, text=text.strip(), codes=codes)


def _is_identifier(word: Word) -> bool:
    """A code; a date or a telephone number is none."""
    return is_code(word) and not _DASHED.fullmatch(word.text)


def _answers_which_code(words: list[Word], parts: Sequence[SubObjective], pack: Pack, hearing: Hearing) -> bool:
    """Whether a few words with a code in them can answer an open "which code ...": "we usually bill H0038"."""
    wants_code = any(wanted(keys_of(part.text), pack).kind is Kind.IDENTIFIER for part in parts)
    return wants_code and len(words) <= _FEW_WORDS and hearing.heard.best not in _ASKED


def _asks(text: str, words: list[Word], pack: Pack) -> bool:
    """Whether it is a question or has one; a guess with a question mark ("maybe H0038?") is none."""
    if not any(asks(text[start:end], pack) for start, end in sentence_spans(text, pack)):
        return False
    guesses = phrase_at([w.key for w in words], 0, pack.giving.hedges)
    return not guesses or question_start(words, text, pack) is not None


def _is_fact(
    text: str,
    words: list[Word],
    parts: Sequence[SubObjective],
    pack: Pack,
    *,
    just_asked: bool,
    is_awaited: bool,
    hearing: Hearing,
) -> bool:
    if hearing.is_any(_ASKED, hearing.tuning.hear_aside):
        return False
    if just_asked and _is_bare(words, parts, pack, lambda word: _is_value(word, pack)):
        return True
    shares = any(_shares(text, part, pack) for part in parts)
    if shares and hearing.heard.best is Act.STATEMENT and any(has_digit(w.text) for w in words):
        return True
    if is_awaited and hearing.takes(*_TOLD):
        return True
    shows = any(shows_value(text, part, pack) for part in parts)
    if hearing.takes(*_TOLD):
        return shares or shows
    may_tell = hearing.heard.best in _TOLD or says([w.key for w in words], pack.giving.hedges)
    return shares and (may_tell or shows)


_ASKED = (Act.QUESTION, Act.FOLLOWUP, Act.SUMMARY, Act.COMMAND)
_TOLD = (Act.ANSWER, Act.GIVES_MATERIAL)


def _shares(text: str, part: SubObjective, pack: Pack) -> bool:
    return not telling_stems(text, pack).isdisjoint(telling_stems(part.effective or part.query, pack))


def _is_bare(words: list[Word], parts: Sequence[SubObjective], pack: Pack, is_value: Callable[[Word], bool]) -> bool:
    """Whether the message is a value, with no more around it than small words and words of the open parts."""
    values = pack.values
    keys = [w.key for w in words]
    known = (
        pack.giving.hedges,
        pack.giving.sources,
        pack.words.stop | pack.phrases.asides | pack.phrases.acknowledgements,
        pack.words.light | pack.joining.labels | pack.joining.prepositions,
        values.time_units | values.frequency_words | values.time_words,
    )
    stems = Stems(pack)
    asked = {stem for part in parts for stem in stems.of(keys_of(part.query))}
    own = stems.of(keys)
    place, found = 0, False
    while place < len(words):
        if is_value(words[place]):
            found, length = True, 1
        else:
            length = max(phrase_at(keys, place, some) for some in known) or int(own[place] in asked)
        if not length:
            return False
        place += length
    return found


def _is_value(word: Word, pack: Pack) -> bool:
    """A figure, a number in words, a day, a month, "immediately"."""
    values = pack.values
    told = (values.number_words, values.months, values.weekdays, values.prompt_words)
    return has_digit(word.text) or any(word.key in some for some in told)
