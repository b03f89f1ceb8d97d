"""What is searched for a message: its own words, with what they leave out of the conversation (R1-7, R2-2, R2-3).

Invariants: without a follow-up every query is its part byte for byte, and so it is with an empty history; the words
of a part stand in its query in their order, except references that became what they stand for; numbers, codes,
quotations and negations stay as they are; whatever is added was said in the conversation or holds for the thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
from followthrough.rules.followups.phrases import phrases_of
from followthrough.rules.followups.references import Reference, ReferenceKind, references_among
from followthrough.rules.followups.told import Told, read_told
from followthrough.rules.followups.topic import asked_before, names_in, topic_of
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
        asked = read_told(text, self.stems, self.pack)
        references = references_among(asked.words, text, self.pack)
        place = next((r for r in references if r.kind in _REPLACEABLE), None)
        sites = self._sites(asked, history)
        if place is not None and (owner := self._owner_of_site(asked, place)):
            return f"{text[: place.start]}{owner}{text[place.end :]}", sites, ["reference_replaced"]
        phrases = self._left_out(asked, place, history)
        meant = (
            _meant_first(phrases, text[place.start : place.end].casefold(), self.pack) if place is not None else []
        )
        if place is None or not meant:
            more = phrases + sites
            return text, more, ["topic_added"] if more else []
        name, *phrases = _name_first(meant)
        text = f"{text[: place.start]}{_thing(name, self.pack)}{text[place.end :]}"
        more = [phrase for phrase in phrases if phrase.casefold() not in self.pack.following.states] + sites
        return text, more, ["reference_replaced", "topic_added"] if more else ["reference_replaced"]

    def _left_out(self, asked: Told, place: Reference | None, history: tuple[Exchange, ...]) -> list[str]:
        """The phrases of the conversation that the part leaves out; names first where the reference is an owner."""
        gone = self._gone()
        texts = [
            read_told(text, self.stems, self.pack, self.tuning.history_text_words) for text in asked_before(history)
        ]
        topic = topic_of(asked, texts, self.pack, gone=gone, most=self.tuning.carry_max_words)
        is_owner = place is not None and place.kind is ReferenceKind.OWNER
        names = names_in(texts, self.pack) if is_owner else frozenset[str]()
        first = [stem for stem in topic if stem in names]
        rest = [stem for stem in topic if stem not in names]
        return [phrase for some in (first, rest) for phrase in phrases_of(some, texts, self.pack, gone)]

    def _gone(self) -> frozenset[str]:
        """The stems of values that no longer hold."""
        return frozenset(stem for value in self.context.replaced for stem in self.stems.of(keys_of(value)))

    def _owner_of_site(self, asked: Told, reference: Reference) -> str:
        """Whose "their website" is: the organisation that holds for the thread; empty when none does."""
        keys = [w.key for w in asked.words]
        is_site = phrase_at(keys, reference.place + 1, self.pack.following.sites) > 0
        return next(iter(self.context.organisations), "") if reference.kind is ReferenceKind.OWNER and is_site else ""

    def _sites(self, asked: Told, history: tuple[Exchange, ...]) -> list[str]:
        """The host that "their website" means: where the last sources were published, else the pack's for a value."""
        keys = [w.key for w in asked.words]
        if not any(phrase_at(keys, place, self.pack.following.sites) for place in range(len(keys))):
            return []
        urls = next((turn.site_urls for turn in reversed(history) if turn.site_urls), ())
        hosts = [host for url in urls if (host := urlsplit(url).hostname)]
        known = [self.pack.slots.site_of(value) for value in self.context.organisations]
        return [host for host in (*hosts, *known) if host][:1]


def _meant_first(phrases: list[str], pronoun: str, pack: Pack) -> list[str]:
    """The phrases with the first name at the head that the pronoun can stand for; empty when it can stand for none.

    Without a name in it a phrase may be no thing at all ("medicine lowers"). Days and months are not what "it" or
    "they" is; "he" is somebody.
    """
    values = pack.values
    times = values.weekdays | values.months
    for at, phrase in enumerate(phrases):
        who = _somebody(phrase) if pronoun in pack.following.people else phrase
        words = [word for word in words_of(who) if word.key not in pack.words.stop]
        if not words or words[0].key in times or who == who.lower():
            continue
        rest = phrase.removeprefix(who).strip()
        return [who, *([rest] if rest else ()), *phrases[:at], *phrases[at + 1 :]]
    return []


def _somebody(phrase: str) -> str:
    """The name at the head of the phrase: "Ann Miller" of "Ann Miller join"; empty where there is none."""
    words = phrase.split(" ")
    return " ".join(words[: next((at for at, word in enumerate(words) if not word[:1].isupper()), len(words))])


def _name_first(phrases: list[str]) -> list[str]:
    """The phrases, a name at the head without what was said of it: "it" is "Harbor View", not "Harbor View open".

    One capital may only begin a sentence ("Travel expenses"): names of two words and more are told by theirs.
    """
    words = phrases[0].split(" ")
    named = next((at for at, word in enumerate(words) if not word[:1].isupper()), 0)
    return [" ".join(words[:named]), " ".join(words[named:]), *phrases[1:]] if named > 1 else phrases


def _thing(phrase: str, pack: Pack) -> str:
    """The phrase without the state that was asked of the thing: "clinic" of "when is the clinic open"."""
    words = phrase.split()
    while len(words) > 1 and words[-1].casefold() in pack.following.states:
        words.pop()
    return " ".join(words)


_REPLACEABLE = (ReferenceKind.THING, ReferenceKind.OWNER)
