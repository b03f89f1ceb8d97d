"""What a message is while a document's question waits: its answer, or one of the few things that are not (C21, C35).

Invariant: whatever is no set phrase, no question, and not heard surely enough to be something else is the answer,
however short or odd.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.hearing import Act, Spot
from followthrough.domain.pack import Pack
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.language.asking import content, ends_as_question, opens_question
from followthrough.rules.language.asking import open_words as words_outside_quotations
from followthrough.rules.language.utterance import as_typed, mentions
from followthrough.rules.language.words import Stems, Word, has_digit, keys_of, made_of, phrase_at, words_of


class Aside(StrEnum):
    """What a message is that is no answer. The values are the reasons that decisions give."""

    GREETING = "greeting"
    ACKNOWLEDGEMENT = "acknowledgement"
    UNKNOWN = "answer_unknown"
    EXPLAIN = "question_about_question"
    UNRELATED = "unrelated_question"


def read_in_loop(text: str, context: ClarificationContext, pack: Pack, hearing: Hearing = NOT_HEARD) -> Aside | None:
    """What the message is beside an answer: in a set phrase, as heard, or as a question; None when it is the answer.

    A full question that is heard to be about the question, or to leave it open, is explained or left open.
    """
    if _QUOTED.fullmatch(text.strip()):
        return None
    if is_whole(text, pack.clarifying.unknowns, pack):
        return Aside.UNKNOWN
    if announces_topic(text, pack):
        return Aside.UNRELATED
    told = heard_in_loop(text, hearing)
    if (courtesy := _courtesy(text, told, pack)) is not None:
        agrees = is_whole(text, pack.clarifying.affirmed, pack) and settles_yes_or_no(context.question or "", pack)
        return None if agrees else courtesy
    asked = _as_question(text, context, pack)
    is_heard = told in (Aside.UNKNOWN, Aside.EXPLAIN) or not telling_stems(words_of(text), Stems(pack), pack)
    return told if asked is None or (is_heard and told is not None) else asked


def _courtesy(text: str, told: Aside | None, pack: Pack) -> Aside | None:
    """A greeting or what only takes note, said in a set phrase or heard; None for any other message."""
    if told in (Aside.GREETING, Aside.ACKNOWLEDGEMENT):
        return told
    if is_whole(text, pack.phrases.thanks, pack):
        return Aside.ACKNOWLEDGEMENT
    return Aside.GREETING if is_whole(text, pack.phrases.greetings, pack) else None


HEARD_IN_LOOP: tuple[tuple[tuple[Act, ...], Aside], ...] = (
    ((Act.DOES_NOT_KNOW,), Aside.UNKNOWN),
    ((Act.ASKS_ABOUT_QUESTION, Act.ASKS_WHY, Act.ABOUT_OPTION, Act.RETRY, Act.DOUBTS), Aside.EXPLAIN),
    ((Act.QUESTION, Act.FOLLOWUP, Act.SUMMARY, Act.COMMAND), Aside.UNRELATED),
    ((Act.THANKS, Act.SMALLTALK), Aside.ACKNOWLEDGEMENT),
    ((Act.GREETING,), Aside.GREETING),
)


def heard_in_loop(text: str, hearing: Hearing) -> Aside | None:
    """What the message is heard to be beside an answer; None where that is not sure enough, or it is quoted."""
    heard = hearing.heard
    if heard.spot is not Spot.LOOP_QUESTION or mentions(text):
        return None
    if heard.denies_call:
        return Aside.ACKNOWLEDGEMENT
    found = next(((acts, aside) for acts, aside in HEARD_IN_LOOP if heard.best in acts), None)
    return found[1] if found is not None and heard.chance(*found[0]) >= hearing.tuning.hear_aside else None


_QUOTED = re.compile(r'"[^"]+"|“[^”]+”|«[^»]+»|‘[^’]+’|\'[^\']+\'|`[^`]+`')


def is_whole(text: str, wanted: frozenset[str], pack: Pack) -> bool:
    """Whether the text is one or more of the phrases and nothing else, but for politeness."""
    keys, wanted, phrases = keys_of(text), as_typed(wanted), pack.phrases
    if " ".join(keys) in wanted:
        return True
    beside = (phrases.asides, phrases.acknowledgements, phrases.thanks, pack.pursuit.pleas)
    return 0 in made_of(keys, wanted, *beside)


def announces_topic(text: str, pack: Pack) -> bool:
    """Whether it announces another topic and names it: "new topic: parking"."""
    words = words_of(text)
    keys = [w.key for w in words]
    for place in range(len(words)):
        length = phrase_at(keys, place, as_typed(pack.following.shifts))
        if length and place + length < len(words):
            return _MARK.search(text[words[place + length - 1].end : words[place + length].start]) is not None
        if not may_lead(keys[place], pack):
            return False
    return False


_MARK = re.compile(r"[:,;.–—]|\s-\s|\n")


def settles_yes_or_no(question: str, pack: Pack) -> bool:
    """Whether "yes" or "ok" would answer the question: it opens with its verb, and offers nothing else to choose."""
    keys = without_yes_or_no(question, pack)
    return bool(keys) and keys[0] in pack.asking.auxiliaries and not pack.following.alternatives & set(keys)


def without_yes_or_no(question: str, pack: Pack) -> list[str]:
    """The question's words without a "yes or no" that only spells out what may be said."""
    keys, words = keys_of(question), pack.clarifying
    for at in range(len(keys) - 2):
        yes, joint, no = keys[at : at + 3]
        if yes in words.affirmed and joint in pack.following.alternatives and no in words.denied:
            return keys[:at] + keys[at + 3 :]
    return keys


def _as_question(text: str, context: ClarificationContext, pack: Pack) -> Aside | None:
    """A question about the pending one is explained; one of five words and more about something else pauses."""
    words = words_outside_quotations(text)
    stems = Stems(pack)
    pending = telling_stems(words_of(context.question or ""), stems, pack)
    others = telling_stems(words_of(" ".join(context.questions)), stems, pack)
    start = _opening(words, pack, ends_as_question(text))
    if start is None:
        return Aside.EXPLAIN if only_asks(text, pack) else None
    asked = telling_stems(words[start:], stems, pack)
    if not _is_asked(words, start, text, pack):
        is_echo = bool(asked) and asked <= pending and not any(has_digit(w.text) for w in words)
        return Aside.EXPLAIN if is_echo else None
    if asked & pending or not asked:
        return Aside.EXPLAIN
    if len(words) - start + int("'" in words[start].key) < _FULL_QUESTION:
        return None
    titled = telling_stems(words_of(context.document_name), stems, pack)
    return Aside.EXPLAIN if asked & (titled | others) else Aside.UNRELATED


def only_asks(text: str, pack: Pack) -> bool:
    """Whether it is a question word and says nothing else: "why?"."""
    words = words_of(text)
    is_bare = bool(words) and words[0].key in pack.asking.question_words and ends_as_question(text)
    return is_bare and not telling_stems(words, Stems(pack), pack)


@dataclass(frozen=True, slots=True)
class Beside:
    """A message that asks something at its end: what it says before that, and what it asks.

    ``is_unrelated``: a full question about something else; ``is_of_loop``: about no more than the loop asks for.
    """

    lead: str
    question: str
    is_unrelated: bool
    is_of_loop: bool


def question_beside(text: str, context: ClarificationContext, pack: Pack) -> Beside | None:
    """The message as what it says and then asks: "forget the router, when is it open?"; None for any other."""
    words = words_of(text)
    if context.strict or mentions(text):
        return None
    for place in islice(_set_off(words, text, pack), _MOST_PLACES):
        rest = text[words[place].start :]
        own = words_outside_quotations(rest)
        start = _opening(own, pack, ends_as_question(rest))
        if start is None or not _is_asked(own, start, rest, pack):
            continue
        stems = Stems(pack)
        names = telling_stems(words_of(" ".join(context.questions)), stems, pack)
        asked = telling_stems(own[start:], stems, pack)
        is_of_loop = bool(asked) and asked <= names
        unrelated = _as_question(rest, context, pack) is Aside.UNRELATED
        return Beside(text[: words[place - 1].end], rest[own[start].start :], unrelated, is_of_loop)
    return None


def _set_off(words: list[Word], text: str, pack: Pack) -> Iterator[int]:
    """The words before which something ends: a mark, or a joining word of their own."""
    for place in range(1, len(words)):
        gap = text[words[place - 1].end : words[place].start + 1]
        if _SET_OFF.search(gap) or words[place].key in pack.asking.joiners:
            yield place


_SET_OFF = re.compile(r"[,;.!](?=\s)|[–—]|\s-\s|\n")
_MOST_PLACES = 24  # each reads what is left of the text; a message with more is a story
_FULL_QUESTION = 5  # words, as C21 says


def telling_stems(words: list[Word], stems: Stems, pack: Pack) -> frozenset[str]:
    """The stems of the words that say something by themselves."""
    telling = [w.key for w in content(words, pack) if w.key not in pack.words.light]
    return frozenset(stems.of([key for key in telling if key not in pack.asking.auxiliaries]))


def _opening(words: list[Word], pack: Pack, has_mark: bool) -> int | None:
    """The word at which the message opens like a question, after courtesies and lead-ins; None when it does not.

    With a question mark at its end a verb is enough: "is smoking allowed here?".
    """
    keys = [w.key for w in words]
    place = 0
    while place < len(words):
        if opens_question(words, place, pack) or (has_mark and keys[place] in pack.asking.auxiliaries):
            return place
        length = phrase_at(keys, place, pack.following.shifts) or int(may_lead(keys[place], pack))
        if not length:
            return None
        place += length
    return None


def may_lead(key: str, pack: Pack) -> bool:
    """Whether the word only leads over to what is said: a joiner or a courtesy."""
    phrases = pack.phrases
    known = (pack.asking.joiners, phrases.greetings, phrases.asides, phrases.thanks, phrases.acknowledgements)
    return any(key in some for some in known)


def _is_asked(words: list[Word], start: int, text: str, pack: Pack) -> bool:
    """Whether what opens like a question asks: it ends as one, or its verb stands right behind the opening.

    "When I press it, it blinks" and "have a red light" open like questions and are none.
    """
    if ends_as_question(text):
        return True
    asking, first = pack.asking, words[start].key
    after = words[start + 1].key if start + 1 < len(words) else ""
    if first in asking.auxiliaries:
        return first not in pack.clarifying.telling or after in asking.persons
    if first in pack.joining.subordinators:
        return after in asking.auxiliaries
    if after in asking.auxiliaries or "'" in first or first in pack.cues.who:
        return True
    return any(w.key in asking.auxiliaries for w in words[start + 1 :])
