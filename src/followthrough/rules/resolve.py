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
from followthrough.domain.resolution import Exchange, Followup, FollowupKind, Resolved, RetrievalContext
from followthrough.rules.carry import Candidate, candidates_of, weigh
from followthrough.rules.carry_signals import Signal, Weights
from followthrough.rules.carry_weights import SHIPPED
from followthrough.rules.conversation import window
from followthrough.rules.ellipsis import put_in_place
from followthrough.rules.followup import read_followup
from followthrough.rules.phrases import phrases_of
from followthrough.rules.references import Reference, ReferenceKind, references_among
from followthrough.rules.told import Told, read_told
from followthrough.rules.traits import traits_of
from followthrough.rules.words import Stems, keys_of, phrase_at
from followthrough.tuning import Tuning


def resolve(
    parts: Sequence[SubObjective],
    context: RetrievalContext,
    history: Sequence[Exchange],
    pack: Pack,
    tuning: Tuning,
    *,
    weights: Weights = SHIPPED,
) -> Resolved:
    """The effective query of each part.

    Args:
        parts: of the message, in the order of asking.
        context: what the conversation gives, taken before this message changed anything (C16).
        history: the earlier turns, oldest first; a bounded window of it is read.
        pack: the words to look for.
        tuning: the table of numbers.
        weights: how the words of the conversation are weighed.
    """
    own = tuple(part.text for part in parts)
    near = window(history, tuning)
    if not context.is_followup or not near:
        return Resolved(queries=own)
    resolver = _Resolver(context, near, Stems(pack), pack, tuning, weights)
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


def with_values(query: str, values: Sequence[str]) -> str:
    """The query with each value that it does not name, at its end (R1-7, R2-3)."""
    keys = keys_of(query)
    missing = [value for value in values if not _names(keys, value)]
    return f"{query} ({', '.join(missing)})" if missing else query


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
    weights: Weights

    def part(self, part: SubObjective, *, alone: bool) -> tuple[str, list[str]]:
        """The part's query and what was done."""
        history = self._before(part)
        followup = self.context.followup if alone else read_followup(part.text, history, self.pack, self.tuning)
        if not followup.is_followup:
            return part.text, []
        if followup.kind is FollowupKind.DEICTIC and not part.context:
            last = self.context.last_refined_query or history[-1].asked
            placed = put_in_place(part.text, last, self.context.replaced, self.pack)
            if placed is not None:
                return self._scoped(placed, ["put_in_last_question"])
        return self._scoped(*self._carried(part.text, followup, history))

    def _before(self, part: SubObjective) -> tuple[Exchange, ...]:
        """The conversation before the part: what the message itself says before it comes last."""
        known = self.history
        last_query = self.context.last_refined_query
        if last_query and last_query != known[-1].query:
            known = (*known[:-1], replace(known[-1], query=last_query))
        return (*known, Exchange(message=part.context)) if part.context else known

    def _scoped(self, query: str, why: list[str]) -> tuple[str, list[str]]:
        scoped = with_values(query, self.context.jurisdiction)
        return scoped, [*why, "jurisdiction_added"] if scoped != query else why

    def _carried(self, text: str, followup: Followup, history: tuple[Exchange, ...]) -> tuple[str, list[str]]:
        """The text with the words it leaves out: in place of a reference, the others behind it."""
        asked = read_told(text, self.stems, self.pack)
        references = references_among(asked.words, text, self.pack)
        candidates, texts = candidates_of(asked, history, self.stems, self.pack, self.tuning)
        chances = weigh(candidates, traits_of(asked, references, followup, history, self.pack), self.weights)
        chosen = self._choose(candidates, chances, asked, followup)
        phrases = phrases_of(chosen, texts, self.pack)
        sites = self._sites(asked, history)
        if not phrases and not sites:
            return text, []
        query, left = _replace_reference(text, references, phrases)
        why = ["reference_replaced"] if query != text else []
        rest = [phrase for phrase, _ in left] + sites
        if rest:
            query = f"{query} ({', '.join(rest)})"
            why.append("topic_added")
        return query, why

    def _choose(
        self, candidates: list[Candidate], chances: dict[str, float], asked: Told, followup: Followup
    ) -> list[str]:
        """The words to carry, the likeliest first: those likely enough, and the topic of a part that has none."""
        gone = {stem for value in self.context.replaced for stem in self.stems.of(keys_of(value))}
        topic = _topic(candidates, asked, followup, self.pack)
        least, most = self.tuning.carry_min_chance, self.tuning.carry_max_words
        ranked = sorted(candidates, key=lambda c: (c.stem not in topic, -chances[c.stem], c.stem))
        return [c.stem for c in ranked if c.stem not in gone and (c.stem in topic or chances[c.stem] >= least)][:most]

    def _sites(self, asked: Told, history: tuple[Exchange, ...]) -> list[str]:
        """The host that "their website" means: where the last sources were published."""
        keys = [w.key for w in asked.words]
        if not any(phrase_at(keys, place, self.pack.following.sites) for place in range(len(keys))):
            return []
        urls = next((turn.site_urls for turn in reversed(history) if turn.site_urls), ())
        hosts = dict.fromkeys(host for url in urls if (host := urlsplit(url).hostname))
        return list(hosts)[:1]


def _topic(candidates: list[Candidate], asked: Told, followup: Followup, pack: Pack) -> frozenset[str]:
    """Words of the last question that are carried whatever their chance: the topic of a message that names none."""
    if followup.kind is not FollowupKind.DEICTIC:
        return frozenset()
    telling = [p for p in asked.telling if asked.words[p].key not in pack.words.light | pack.following.actions]
    if len(telling) > _BARE:
        return frozenset()
    last = 1 << Signal.LAST_MESSAGE | 1 << Signal.LAST_QUERY
    return frozenset(c.stem for c in candidates if c.signals & last and not c.signals >> Signal.LIGHT & 1)


_BARE = 1  # telling words


def _replace_reference(
    text: str, references: tuple[Reference, ...], phrases: list[tuple[str, tuple[str, ...]]]
) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    """Puts the likeliest phrase in place of the first reference that can be replaced; returns the other phrases."""
    place = next((r for r in references if r.kind in (ReferenceKind.THING, ReferenceKind.OWNER)), None)
    if place is None or not phrases:
        return text, phrases
    phrase = phrases[0][0]
    return f"{text[: place.start]}{phrase}{text[place.end :]}", phrases[1:]
