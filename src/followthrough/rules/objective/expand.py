"""Other ways to look for a part that was not found (C6): an identical search is never made again by itself.

As asked first; then in other words of the field and with what is cited already; then wider, in every language and
among more passages. What is found is still read for the part as it was asked, or in words that mean the same.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from followthrough.domain.objective import SearchAngle, SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import ResolvedQuery
from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.language.identifiers import asks_for_code
from followthrough.rules.language.names import is_code
from followthrough.rules.language.words import either, keys_of, phrases_at, says, words_of
from followthrough.tuning import Tuning

_MOST_READINGS = 12  # of a part, the first as it was asked
_MOST_CITED = 3  # codes of a partial answer that join the query


def next_search(sub: SubObjective, pack: Pack) -> SearchAngle | None:
    """The next angle that was not tried for the part and has something to try; None when none is left.

    The web is searched in the same turn as the documents where it can be (C36), not here.
    """
    for angle in (SearchAngle.AS_ASKED, SearchAngle.EXPANDED, SearchAngle.WIDER):
        if angle not in sub.tried and (angle is not SearchAngle.EXPANDED or _other_words(sub, pack)):
            return angle
    return None


def searched_text(sub: SubObjective, angle: SearchAngle, pack: Pack) -> str:
    """What is sent to the index for the part: its query, expanded where the angle says so."""
    query = sub.effective or sub.query
    more = _other_words(sub, pack) if angle is SearchAngle.EXPANDED else []
    return ResolvedQuery.read(query).also(*more).text


def widened(tuning: Tuning) -> Tuning:
    """The numbers of a wider search."""
    most = tuning.wider_times
    return replace(
        tuning,
        passages_per_part=tuning.passages_per_part * most,
        candidates=tuning.candidates * most,
        history_candidates=tuning.history_candidates * most,
    )


def readings(part: SubObjective, angle: SearchAngle, pack: Pack) -> tuple[SubObjective, ...]:
    """The part as it is to be answered: as asked, and where it was expanded in words that mean the same."""
    if angle is not SearchAngle.EXPANDED:
        return (part,)
    reworded = (replace(part, text=text) for text in _reworded(part.text, pack))
    return (part, *islice(reworded, _MOST_READINGS - 1))


def proposed_reading(part: SubObjective, proposed: str, query: str, pack: Pack) -> tuple[SubObjective, ...]:
    """The part in a model's words, where those leave out no fact that the rules' query has; else none."""
    if not proposed or Known((proposed,), pack).lacks(facts_of(query, pack)):
        return ()
    return (replace(part, text=proposed, context=""),)


def _other_words(sub: SubObjective, pack: Pack) -> list[str]:
    query = sub.effective or sub.query
    keys = keys_of(query)
    same = [
        other
        for group in (*pack.words.synonyms, *pack.words.variants)
        if says(keys, either(group))
        for other in group
        if not says(keys, either((other,)))
    ]
    return list(dict.fromkeys((*same, *_cited_codes(sub, set(keys), pack))))


def _cited_codes(sub: SubObjective, known: set[str], pack: Pack) -> list[str]:
    """Codes of a partial answer that the query lacks, where a code is asked for; others say nothing of it."""
    if not asks_for_code(sub.text, pack):
        return []
    said = (word.text for word in words_of(sub.answer or "") if is_code(word))
    return list(islice((code for code in dict.fromkeys(said) if code.casefold() not in known), _MOST_CITED))


def _reworded(text: str, pack: Pack) -> list[str]:
    """The text with one phrase in other words, once for each other word."""
    words = words_of(text)
    keys = [w.key for w in words]
    found: list[str] = []
    for group in (*pack.words.synonyms, *pack.words.variants):
        for place, length in phrases_at(keys, either(group))[:1]:
            said = " ".join(keys[place : place + length])
            start, end = words[place].start, words[place + length - 1].end
            found += [text[:start] + other + text[end:] for other in group if other != said]
    return found
