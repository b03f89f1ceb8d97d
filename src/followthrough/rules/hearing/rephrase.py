"""Other words for an open part: "I mean the limit for corrected claims", "only for adults" (R0-30, F36).

Invariant: what the other words leave out of the part is kept where they only narrow it.
"""

from __future__ import annotations

from followthrough.domain.given import Rephrased
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.rules.followups.ellipsis import put_behind
from followthrough.rules.language.asking import asks
from followthrough.rules.language.names import is_code
from followthrough.rules.language.words import Stems, Word, keys_of, phrase_at, words_of
from followthrough.rules.objective.unsolved import telling_stems, telling_words
from followthrough.rules.slots.stated import scoped

_LIMIT_WORDS = 12  # words of a narrowing; longer ones tell a story
_REPLACED_SHARE = 0.5  # of a part's words that other words for the whole of it repeat, at least
_FULL_WORDS = 4  # telling words with which a rewording stands by itself


def rephrase_of(text: str, pack: Pack, *, just_asked: bool) -> Rephrased | None:
    """The other words that a message gives, None when it gives none.

    Args:
        text: the message.
        pack: the words to look for.
        just_asked: the last turn left a part open; only then a few words alone ("for adults") narrow it.
    """
    words = words_of(text)
    keys = [w.key for w in words]
    start = _after_courtesy(keys, pack)
    if length := phrase_at(keys, start, pack.giving.rephrases):
        return _behind(text, words[start + length :], pack)
    if phrase_at(keys, start, pack.giving.hedges):
        return None
    if (said := _before_marker(text, words, pack)) is not None:
        return said
    if (
        just_asked
        and not asks(text, pack)
        and len(words) <= _LIMIT_WORDS
        and phrase_at(keys, start, _limits(pack))
        and pack.asking.joiners.isdisjoint(keys[:start])
    ):
        found = _behind(text, words[start:], pack)
        return found if found is not None and found.limits else None
    return None


def _limits(pack: Pack) -> frozenset[str]:
    """What begins words that narrow: "only", "for", "when"."""
    return pack.giving.limits | pack.joining.prepositions | pack.joining.subordinators


def reworded(part: SubObjective, said: Rephrased, pack: Pack) -> str:
    """The part in the user's other words; what they leave out of it stays where they narrow it."""
    if said.corrects and (put := put_behind(said.text, part.text, pack)) is not None:
        return put
    if not said.limits and _says_it_all(part, said.text, pack):
        return said.text
    if (code := _only_code(said.text, pack)) and (text := exchange_code(part.text, code)) is not None:
        return text
    put = _put_in_place(part.text, said.text, pack)
    if put is not None:
        return put
    if phrase_at(keys_of(said.text), 0, pack.joining.prepositions | pack.joining.subordinators):
        end = len(part.text.rstrip(" ?.!"))
        return f"{part.text[:end]} {said.text}{part.text[end:]}"
    return scoped(part.text, (said.text,), pack)


def exchange_code(text: str, code: str) -> str | None:
    """The text with the code in the place of its own; None where it has none, several, or this very one."""
    own = [word for word in words_of(text) if is_code(word)]
    if len({word.key for word in own}) != 1 or own[0].key == code.casefold():
        return None
    for word in reversed(own):
        text = text[: word.start] + code + text[word.end :]
    return text


def _only_code(said: str, pack: Pack) -> str:
    """The code that is all of the words; empty where they say more."""
    words = telling_words(said, pack)
    return words[0].text if len(words) == 1 and is_code(words[0]) else ""


def _behind(text: str, words: list[Word], pack: Pack) -> Rephrased | None:
    """What stands behind the marker, without the limiting words that say nothing ("only", "it's")."""
    keys = [w.key for w in words]
    place = 0
    limits = False
    prepositions = pack.joining.prepositions | pack.joining.subordinators
    while place < len(keys):
        length = phrase_at(keys, place, _limits(pack))
        if not length:
            break
        limits = True
        if keys[place + length - 1] in prepositions:
            place += length - 1
            break
        place += length
    if not limits and keys[:1] == ["that"]:
        place = 1
    if not telling_words(text[words[place].start :], pack) if place < len(words) else True:
        return None
    said = text[words[place].start :].strip().rstrip(" .!,;")
    return Rephrased(text=said, limits=limits and not asks(said, pack))


def _before_marker(text: str, words: list[Word], pack: Pack) -> Rephrased | None:
    """The words before a marker that ends the message: "the limit for corrected claims, I mean"."""
    keys = [w.key for w in words]
    for length in (3, 2):
        if len(keys) > length and " ".join(keys[-length:]) in pack.giving.rephrases:
            said = text[: words[-length].start].rstrip(" ,;.-–")
            if telling_words(said, pack):
                return Rephrased(text=said, limits=False)
    return None


def _says_it_all(part: SubObjective, said: str, pack: Pack) -> bool:
    """Whether the other words can stand for the whole part: they ask, say enough, or repeat half of it."""
    if asks(said, pack):
        return True
    own, theirs = telling_stems(said, pack), telling_stems(part.text, pack)
    if len(own) >= _FULL_WORDS or not theirs:
        return True
    return len(own) > 1 and len(own & theirs) >= _REPLACED_SHARE * len(theirs)


def _put_in_place(asked: str, said: str, pack: Pack) -> str | None:
    """The part with the words in the place of the one that they make more exact: "claims" by "corrected claims"."""
    words, stems = telling_words(said, pack), Stems(pack)
    own = stems.of([word.key for word in words])
    for word in words_of(asked):
        (stem,) = stems.of([word.key])
        if len(own) > 1 and stem in own:
            return asked[: word.start] + said[words[0].start :] + asked[word.end :]
    return None


def _after_courtesy(keys: list[str], pack: Pack) -> int:
    """The word behind "no", "sorry", "ok so" and the like, by which a rewording begins."""
    phrases = pack.phrases
    known = phrases.acknowledgements | phrases.thanks | phrases.asides | phrases.greetings | pack.asking.joiners
    place = 0
    while place < len(keys) and not phrase_at(keys, place, pack.giving.rephrases):
        length = phrase_at(keys, place, known)
        if not length:
            break
        place += length
    return place if place < len(keys) else 0
