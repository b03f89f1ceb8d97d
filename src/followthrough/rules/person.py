"""Whether a message asks for a person: whole utterances and explicit requests, never a word inside a question (C21).

A request is read word by word from the pack's phrases: an opener ("can I", "I want to") and a verb ("talk to"), a
call ("connect me to") or a wish ("I need"), then the person, then nothing but asides or what it is about. One word
too many makes it something else: "can an agent sign the form", "which form does the agent sign" ask for no person.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.asking import asks
from followthrough.rules.sentences import sentence_spans
from followthrough.rules.utterance import as_typed
from followthrough.rules.words import keys_of, phrase_at

_CLAUSES = re.compile(r"[,;:\n]|\s[-–—]\s|\.{2,}")
_LAST_CLAUSES = 16  # of a sentence, in which a request may begin: reading it from each of thousands never ends


def asks_for_person(text: str, pack: Pack, *, pending: str = "") -> bool:
    """Whether the user wants to talk to a person.

    Args:
        text: the message.
        pack: the phrases.
        pending: the question that waits for an answer, with what it offers: a bare word of it is its answer.
    """
    whole = _read(text, pack)
    if whole is not None:
        return not (whole.is_bare and whole.named & frozenset(keys_of(pending)))
    for start, end in reversed(sentence_spans(text, pack)):
        sentence = text[start:end]
        if _ends_in_request(sentence, pack):
            return True
        if asks(sentence, pack):  # a question after the request is what the message is about
            return False
    return False


def _ends_in_request(sentence: str, pack: Pack) -> bool:
    """Whether the sentence, or its last clause, is the speaker's own request and hangs on no condition.

    "This is useless, connect me to an agent" is one; "if it is denied, can I talk to someone" asks how things are.
    """
    clauses = [keys for clause in _CLAUSES.split(sentence) if (keys := keys_of(clause))]
    for place in dict.fromkeys((0, *range(max(0, len(clauses) - _LAST_CLAUSES), len(clauses)))):
        request = _read_keys([key for clause in clauses[place:] for key in clause], pack)
        if request is not None and request.is_own:
            return not any(phrase_at(keys, 0, pack.joining.subordinators) for keys in clauses[:place])
    return False


@dataclass(frozen=True, slots=True)
class _Request:
    """``named``: the words for the person. ``is_own``: the speaker asks for themselves ("let me", "I want")."""

    named: frozenset[str]
    is_bare: bool
    is_own: bool


def _read(text: str, pack: Pack) -> _Request | None:
    """The request that the text is, None when it is anything else."""
    return _read_keys(keys_of(text), pack)


def _read_keys(keys: list[str], pack: Pack) -> _Request | None:
    courteous = pack.persons.asides | pack.phrases.greetings
    begins = dict.fromkeys((0, _skip(keys, 0, pack.persons.asides), _skip(keys, 0, courteous)))
    return next((found for begin in begins if (found := _read_from(keys, begin, pack)) is not None), None)


def _read_from(keys: list[str], begin: int, pack: Pack) -> _Request | None:
    return _complete(keys, begin, pack) or _bare(keys, begin, pack) or _asked(keys, begin, pack)


def _complete(keys: list[str], begin: int, pack: Pack) -> _Request | None:
    """As in "transfer me", "can you put me through", "not a bot" or "is there a human I can talk to"."""
    persons = pack.persons
    offer = phrase_at(keys, begin, persons.offers)
    is_whole = any(_is_said(keys, place, pack) for place in (begin, _skip(keys, begin, as_typed(persons.openers))))
    if is_whole or (offer > 0 and _is_offered(keys, begin + offer, pack)) or _is_service(keys, begin, pack):
        return _Request(frozenset(), is_bare=False, is_own=True)
    return None


def _is_said(keys: list[str], place: int, pack: Pack) -> bool:
    """Whether a complete request, or a machine that is refused, and nothing else stands here."""
    end = place + phrase_at(keys, place, as_typed(pack.persons.wholes))
    if end == place:
        end = _after_machine(keys, place, pack)
    return end > place and _is_rest(keys, end, pack)


def _after_machine(keys: list[str], place: int, pack: Pack, *, is_beside: bool = False) -> int:
    """Behind a machine that is refused; ``place`` where none is. ``is_beside``: a person was named before it."""
    persons = pack.persons
    ways = [
        (persons.refused_talk, persons.bots | persons.machines),
        (persons.refused, persons.bots | persons.machines if is_beside else persons.bots),
    ]
    for refusals, machines in ways:
        refused = phrase_at(keys, place, as_typed(refusals))
        machine = phrase_at(keys, place + refused, machines) if refused else 0
        if machine:
            return place + refused + machine
    return place


def _is_service(keys: list[str], place: int, pack: Pack) -> bool:
    """Whether a person is asked to do something for the speaker: "can somebody call me back"."""
    persons = pack.persons
    opening = phrase_at(keys, place, as_typed(persons.wishes))
    opening = opening or int(place < len(keys) and keys[place] in pack.asking.auxiliaries)
    found = _person_at(keys, place + opening, persons.people | persons.people_asked, pack) if opening else None
    if found is None:
        return False
    end = _skip(keys, found[1], persons.asides)
    length = phrase_at(keys, end, persons.services)
    return length > 0 and _is_rest(keys, end + length, pack)


def _bare(keys: list[str], begin: int, pack: Pack) -> _Request | None:
    """As in "agent" or "a human please"."""
    found = _person_at(keys, begin, pack.persons.people, pack)
    if found is None or not _is_rest(keys, found[1], pack):
        return None
    return _Request(frozenset(keys[found[0] : found[1]]), is_bare=True, is_own=False)


def _asked(keys: list[str], begin: int, pack: Pack) -> _Request | None:
    """As in "can I talk to someone", "I need an agent" or "connect me to a person about my claim"."""
    persons = pack.persons
    begin = _skip(keys, begin, persons.asides | pack.phrases.acknowledgements)
    asked = _asked_at(keys, begin, pack)
    if asked is None:
        return None
    place, is_own = asked
    by_question = keys[begin] in pack.asking.question_words
    people = persons.people if by_question else persons.people | persons.people_asked
    found = _person_at(keys, place, people, pack)
    if found is None or (by_question and _is_known(keys[place : found[0]], pack)):
        return None
    topic = not by_question and _has_topic(keys, found[1], _skip(keys, found[1], persons.asides), pack)
    if not topic and not _is_rest(keys, found[1], pack):
        return None
    return _Request(frozenset(keys[found[0] : found[1]]), is_bare=False, is_own=is_own)


def _asked_at(keys: list[str], begin: int, pack: Pack) -> tuple[int, bool] | None:
    """Where the words for the person begin, after an opener and a verb, a call or a wish; and whether it is own."""
    persons = pack.persons
    opened = _skip(keys, begin, as_typed(persons.openers) | persons.asides)
    for place in (opened, begin):
        if length := phrase_at(keys, place, persons.calls):
            return place + length, True
        if length := phrase_at(keys, place, persons.verbs):
            return place + length, opened > begin
        if length := phrase_at(keys, place, as_typed(persons.wishes)):
            return place + length, True
    return None


def _person_at(keys: list[str], place: int, people: frozenset[str], pack: Pack) -> tuple[int, int] | None:
    """From where to where the person is named, qualities before it left out; None when none is."""
    while not phrase_at(keys, place, people):
        length = phrase_at(keys, place, pack.persons.qualities)
        if not length:
            return None
        place += length
    return place, _skip(keys, place, people)


def _is_known(qualities: list[str], pack: Pack) -> bool:
    """Whether it is a person that was spoken of: "how do I reach the agent" asks about one."""
    return not pack.following.definites.isdisjoint(qualities)


def _is_offered(keys: list[str], place: int, pack: Pack) -> bool:
    """Whether a person, what makes it an offer, and nothing else follow."""
    found = _person_at(keys, place, pack.persons.people, pack)
    if found is None:
        return False
    length = phrase_at(keys, found[1], pack.persons.offered)
    return length > 0 and _is_rest(keys, found[1] + length, pack)


def _has_topic(keys: list[str], first: int, second: int, pack: Pack) -> bool:
    return any(phrase_at(keys, place, pack.persons.topics) for place in (first, second))


def _is_rest(keys: list[str], place: int, pack: Pack) -> bool:
    """Whether nothing but asides, thanks, the person once more and "not a bot" follows."""
    allowed = pack.persons.asides | pack.persons.people | pack.persons.qualities | pack.phrases.thanks
    while True:
        place = _skip(keys, place, allowed)
        end = _after_machine(keys, place, pack, is_beside=True)
        if end == place:
            return place == len(keys)
        place = end


def _skip(keys: list[str], place: int, phrases: frozenset[str]) -> int:
    while length := phrase_at(keys, place, phrases):
        place += length
    return place
