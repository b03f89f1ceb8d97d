"""What is searched for a message: its own words, with what they leave out of the conversation (R1-7, R2-2, R2-3).

Invariants: without a follow-up every query is its part byte for byte, and so it is with an empty history; the words
of a part stand in its query in their order, except references that became what they stand for; numbers, codes,
quotations and negations stay as they are; whatever is added was said in the conversation or holds for the thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from urllib.parse import urlsplit

from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import (
    Exchange,
    Followup,
    FollowupKind,
    Resolved,
    ResolvedQuery,
    RetrievalContext,
)
from followthrough.rules.followups.conversation import window
from followthrough.rules.followups.ellipsis import put_behind, put_in_place
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.left_out import left_out
from followthrough.rules.followups.references import Reference, ReferenceKind, references_among
from followthrough.rules.language.utterance import mark_first
from followthrough.rules.language.words import Stems, keys_of, phrase_at, words_of
from followthrough.tuning import Tuning


def resolve(
    parts: Sequence[SubObjective],
    context: RetrievalContext,
    history: Sequence[Exchange],
    pack: Pack,
    tuning: Tuning,
) -> Resolved:
    """The effective query of each part.

    Args:
        parts: of the message, in the order of asking.
        context: what the conversation gives, taken before this message changed anything (C16).
        history: the earlier turns, oldest first; a bounded window of it is read.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    own = tuple(part.text for part in parts)
    near = window(history, tuning)
    if not context.is_followup or not near:
        return Resolved(queries=own)
    resolver = _Resolver(context, near, Stems(pack), pack, tuning)
    queries: list[str] = []
    why: list[str] = []
    for part in parts:
        query, reasons = resolver.part(part, alone=len(parts) == 1)
        queries.append(query)
        why += reasons
    rewritten = tuple(queries) != own
    return Resolved(
        queries=tuple(queries), rewritten_by="rules" if rewritten else "none", why=tuple(dict.fromkeys(why))
    )


def _names(keys: list[str], value: str) -> bool:
    wanted = keys_of(value)
    return any(keys[place : place + len(wanted)] == wanted for place in range(len(keys) - len(wanted) + 1))


@dataclass(frozen=True, slots=True)
class _Resolver:
    """The parts of one message share a conversation."""

    context: RetrievalContext
    history: tuple[Exchange, ...]
    stems: Stems
    pack: Pack
    tuning: Tuning

    def part(self, part: SubObjective, *, alone: bool) -> tuple[str, list[str]]:
        """The part's query and what was done."""
        history = self._before(part)
        followup = self.context.followup if alone else read_followup(part.text, history, self.pack, self.tuning)
        if not followup.is_followup:
            return part.text, []
        if followup.kind is FollowupKind.DEICTIC and not part.context:
            last = self.context.last_refined_query or history[-1].asked
            said = mark_first(part.text, self.pack)
            placed = put_in_place(said, last, self.context.replaced, self.pack)
            if placed is None and followup.why == "correction":
                placed = put_behind(said, last, self.pack)
            if placed is not None:
                return self._scoped(placed, [], ["put_in_last_question"])
        return self._scoped(*self._carried(part.text, followup, history))

    def _before(self, part: SubObjective) -> tuple[Exchange, ...]:
        """The conversation before the part: what the message itself says before it comes last."""
        known = self.history
        last_query = self.context.last_refined_query
        if last_query and last_query != known[-1].query:
            known = (*known[:-1], replace(known[-1], query=last_query))
        return (*known, Exchange(message=part.context)) if part.context else known

    def _scoped(self, query: str, more: list[str], why: list[str]) -> tuple[str, list[str]]:
        """The query with the topic's other words and the values that hold."""
        keys = keys_of(" ".join((query, *more)))
        missing = [value for value in self.context.jurisdiction if not _names(keys, value)]
        return ResolvedQuery(query, (*more, *missing)).text, [*why, "jurisdiction_added"] if missing else why

    def _carried(
        self, text: str, followup: Followup, history: tuple[Exchange, ...]
    ) -> tuple[str, list[str], list[str]]:
        """The text with its reference replaced, the other words that it leaves out, and what was done."""
        words = words_of(text)
        keys = [word.key for word in words]
        references = references_among(words, text, self.pack)
        place = next((r for r in references if r.kind in _REPLACEABLE), None)
        sites = self._sites(keys, history)
        if place is not None and (owner := self._owner_of_site(keys, place)):
            return f"{text[: place.start]}{owner}{text[place.end :]}", sites, ["reference_replaced"]
        phrases = left_out(text, history, self._gone(), self.pack, self.tuning)
        meant = "" if place is None else _meant(phrases, text[place.start : place.end].casefold(), self.pack)
        if place is None or not meant:
            more = phrases + sites
            return text, more, ["topic_added"] if more else []
        text = f"{text[: place.start]}{meant}{text[place.end :]}"
        more = _without(phrases, meant, self.pack) + sites
        return text, more, ["reference_replaced", "topic_added"] if more else ["reference_replaced"]

    def _gone(self) -> frozenset[str]:
        """The stems of values that no longer hold."""
        return frozenset(stem for value in self.context.replaced for stem in self.stems.of(keys_of(value)))

    def _owner_of_site(self, keys: list[str], reference: Reference) -> str:
        """Whose "their website" is: the organisation that holds for the thread; empty when none does."""
        is_site = phrase_at(keys, reference.place + 1, self.pack.following.sites) > 0
        return next(iter(self.context.organisations), "") if reference.kind is ReferenceKind.OWNER and is_site else ""

    def _sites(self, keys: list[str], history: tuple[Exchange, ...]) -> list[str]:
        """The host that "their website" means: where the last sources were published, else the pack's for a value."""
        if not any(phrase_at(keys, place, self.pack.following.sites) for place in range(len(keys))):
            return []
        urls = next((turn.site_urls for turn in reversed(history) if turn.site_urls), ())
        hosts = [host for url in urls if (host := urlsplit(url).hostname)]
        known = [self.pack.slots.site_of(value) for value in self.context.organisations]
        return [host for host in (*hosts, *known) if host][:1]


def _meant(phrases: list[str], pronoun: str, pack: Pack) -> str:
    """The name that the pronoun can stand for, of the first phrase that has one; empty where none has.

    Without a name in it a phrase may be no thing at all ("medicine lowers"). A name of two words and more is told by
    its capitals, "Harbor View" of "Harbor View open", somebody's by one; of "Clinic open" the state is left out. Days
    and months are not what "it" or "they" is.
    """
    names = (_name_in(phrase, pronoun in pack.following.people, pack) for phrase in phrases)
    times = pack.values.weekdays | pack.values.months | {""}
    silent = pack.words.stop
    return next(
        (
            name
            for name in names
            if name != name.lower() and next((key for key in keys_of(name) if key not in silent), "") not in times
        ),
        "",
    )


def _without(phrases: list[str], name: str, pack: Pack) -> list[str]:
    """The phrases without a name at their head, and without what is only a state then."""
    left = (phrase[len(name) :].strip() if f"{phrase} ".startswith(f"{name} ") else phrase for phrase in phrases)
    return [phrase for phrase in left if phrase and not _is_state(phrase, pack)]


def _name_in(phrase: str, is_person: bool, pack: Pack) -> str:
    """The words with capitals at the head of a phrase, else all of it but for a state."""
    words = phrase.split(" ")
    capitals = list(takewhile(lambda word: word[:1].isupper(), words))
    words = capitals if is_person or len(capitals) > 1 else words
    while len(words) > 1 and _is_state(words[-1], pack):
        words.pop()
    return " ".join(words)


def _is_state(word: str, pack: Pack) -> bool:
    """Whether a word says how something is and names nothing: "open", "covered"."""
    return word.casefold() in pack.ambiguity.predicates | pack.values.rulings


_REPLACEABLE = (ReferenceKind.THING, ReferenceKind.OWNER)
