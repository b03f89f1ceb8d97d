"""Where a message is said, and whether what was heard of it is sure enough to act on.

Invariant: how sure is sure enough comes from what a mistake costs, by act and by where it is said; below it a
message is what it would be without a hearer: the answer to what was asked, or a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from followthrough.domain.continuity import OptionSet, SetOrigin
from followthrough.domain.conversation import StoredTurn, Thread
from followthrough.domain.handoff import Holder
from followthrough.domain.hearing import NOTHING_HEARD, Act, HeardActs, SaidAt, Spot
from followthrough.domain.pack import Pack
from followthrough.rules.language.denial import denial_in, denies_end
from followthrough.rules.language.utterance import is_wholly, mentions
from followthrough.rules.language.words import keys_of
from followthrough.rules.objective.unsolved import open_parts
from followthrough.tuning import DEFAULT_TUNING, Tuning

#: Courtesy costs nothing: a question that is taken for one is the mistake to avoid.
COURTESIES = (Act.GREETING, Act.THANKS, Act.GOODBYE, Act.SMALLTALK)
#: What only comments on a reply: "hm, that seems long" is half of each, and asks nothing in either case.
COMMENTS = (*COURTESIES, Act.DOUBTS)
#: What is said about a reply instead of asking, each by itself.
REMARKS = (
    (Act.ASKS_WHY,),
    (Act.DOUBTS,),
    (Act.GIVES_MATERIAL,),
    (Act.HAS_NOTHING, Act.DOES_NOT_KNOW),
    (Act.RETRY,),
    (Act.YES,),
)
#: What asks the documents something, a case of one's own that completes a question among it.
ASKING = (Act.QUESTION, Act.FOLLOWUP, Act.SUMMARY, Act.ABOUT_OPTION, Act.STATEMENT)


#: Where no question of ours waits, and no list or person has the message.
BETWEEN_QUESTIONS = (Spot.START, Spot.AFTER_ANSWER, Spot.AFTER_PARTIAL, Spot.AFTER_REFUSAL)


def _in_sight(thread: Thread) -> OptionSet | None:
    """The list that a message may be about; the sources of an answer are read with it, not chosen from."""
    shown = thread.continuity.active
    return None if shown is None or shown.origin is SetOrigin.SOURCES or not thread.turns else shown


def said_at(thread: Thread, turns: Sequence[StoredTurn]) -> SaidAt:
    """Where the next message of the thread is said.

    Args:
        thread: the thread before it.
        turns: its ended turns, oldest first.
    """
    record = next((turn.record for turn in reversed(turns) if turn.record is not None), None)
    said = record.reply.text if record is not None else ""
    before = turns[-1].message.text if turns else ""
    loop, slots = thread.clarification, thread.open_slots
    if thread.holder is Holder.HUMAN:
        return SaidAt(spot=Spot.WITH_PERSON, assistant=said, user_before=before)
    if loop is not None and loop.is_active:
        return SaidAt(spot=Spot.LOOP_QUESTION, assistant=loop.question or "", user_before=loop.original_text)
    if slots is not None:
        options = () if slots.option_set is None else tuple(o.label for o in slots.option_set.options)
        spot = Spot.SLOT_QUESTION if slots.slots else Spot.WHICH_ONE
        return SaidAt(spot=spot, assistant=slots.question, options=options, user_before=before)
    if (shown := _in_sight(thread)) is not None:
        options = tuple(option.label for option in shown.options)
        return SaidAt(spot=Spot.LIST_IN_SIGHT, assistant=said, options=options, user_before=before)
    if record is None:
        return SaidAt()
    spot = Spot.AFTER_ANSWER
    if open_parts(thread):
        spot = Spot.AFTER_PARTIAL if record.reply.citations else Spot.AFTER_REFUSAL
    return SaidAt(spot=spot, assistant=said, user_before=before)


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was heard of a message, and how sure is sure enough. Without a hearer only set phrases count."""

    heard: HeardActs = NOTHING_HEARD
    tuning: Tuning = DEFAULT_TUNING

    def is_any(self, acts: Sequence[Act], least: float) -> bool:
        """Whether the likeliest act is one of these, and they are together at least that likely."""
        return self.heard.best in acts and self.heard.chance(*acts) >= least

    def takes(self, *acts: Act) -> bool:
        """Whether the message does one of these, surely enough for an act whose mistake is soon put right."""
        return self.is_any(acts, self.tuning.hear_aside)

    @property
    def asks(self) -> bool:
        """Whether the message asks the documents something, surely enough to be about nothing else."""
        return self.is_any((Act.QUESTION, Act.FOLLOWUP), self.tuning.hear_remark)

    @property
    def may_ask_what_was_done(self) -> bool:
        """Whether it may ask what was done so far, for all that is heard; yes where nothing is."""
        return not self.heard.acts or self.takes(Act.ASKS_WHY, Act.SUMMARY)

    def remarks(self, *acts: Act) -> bool:
        """Whether the message does one of these beside a reply, surely enough to search nothing for it."""
        return self.is_any(acts, self.tuning.hear_remark)

    def wants_out(self, text: str, pack: Pack) -> bool:
        """Whether the user ends what is going on: by a set phrase (C21), or in words that are heard surely enough.

        Leave-taking ends a question that waits. What stands in quotation marks or behind a colon is spoken of, not
        said; a set phrase that is denied ends nothing, however it sounds.
        """
        if is_wholly(text, pack.pursuit.ends, pack.pursuit):
            return True
        if mentions(text) or denies_end(text, pack):
            return False
        acts = (Act.WANTS_OUT, Act.GOODBYE) if self.in_question else (Act.WANTS_OUT,)
        return self.is_any(acts, self._least_to_leave)

    def may_want_out(self) -> bool:
        """Whether an end was perhaps meant: it is taken as what it likelier is, and the way out is told."""
        return self.heard.chance(Act.WANTS_OUT, Act.GOODBYE) >= self.tuning.hear_doubts

    def wants_person(self, text: str, pack: Pack, *, pending: str = "") -> bool:
        """Whether the user wants to talk to a person: by a set phrase, or in words that are heard surely enough.

        A bare word of the question that waits, or of what it offers, is its answer. What denies calls nobody.
        """
        if self.denies_person(text, pack):
            return False
        if is_wholly(text, pack.pursuit.persons, pack.pursuit):
            return not frozenset(keys_of(text)) <= pack.words.stop | frozenset(keys_of(pending))
        return not mentions(text) and self.sounds_like_call

    @property
    def sounds_like_call(self) -> bool:
        """Whether a call for a person is heard surely enough, whatever denies it."""
        least = self.tuning.hear_person if self.in_question else self.tuning.hear_person_later
        return self.is_any((Act.WANTS_PERSON,), least)

    def denies_person(self, text: str, pack: Pack) -> bool:
        """Whether what is else a call denies it: "no agent"; "no, an agent" does not."""
        if self.heard.denies_call:
            return True
        if not is_wholly(text, pack.pursuit.persons, pack.pursuit):
            return False
        found = denial_in(text, pack)
        return found is not None and not any(is_wholly(s, pack.pursuit.persons, pack.pursuit) for s in found.kept)

    def wants_person_beside(self, text: str, pack: Pack) -> bool:
        """Whether a sentence beside a question calls for a person: heard as surely as an end, and denied nowhere."""
        is_heard = self.is_any((Act.WANTS_PERSON,), self.tuning.hear_leaves)
        return is_heard and denial_in(text, pack) is None and not mentions(text)

    @property
    def is_unsure(self) -> bool:
        """Whether a case that is named is rather doubted than given: "I can't tell whether it was stolen"."""
        return self.heard.chance(Act.DOES_NOT_KNOW) >= self.tuning.hear_unsure

    @property
    def corrects(self) -> bool:
        """Whether the message may put right what was said before; what it changes is seen by the cases it names."""
        return self.heard.chance(Act.CORRECTS) >= self.tuning.hear_doubts

    @property
    def in_question(self) -> bool:
        """Whether a question of ours waits: what is said then is about it before it is anything else."""
        return self.heard.spot in (Spot.LOOP_QUESTION, Spot.SLOT_QUESTION, Spot.WHICH_ONE)

    @property
    def _least_to_leave(self) -> float:
        return self.tuning.hear_leaves_in_question if self.in_question else self.tuning.hear_leaves


NOT_HEARD = Hearing()
