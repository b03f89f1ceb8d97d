"""The gates that words must pass to execute an option without a model: all seven, or nothing is executed (R4-24).

Invariant: the one function for the tie-break before a clarifier and for the veto after ``need_more_info`` (R4-25); it
says which gate failed, and never executes by likeness or part of a label. How the words around a name are meant is
judged (``framing``); that it is the one name of the one list is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from followthrough.domain.continuity import ActionType, ContinuityState, Option, OptionSet, Scope
from followthrough.domain.decisions import Ambiguity, Gate, GateResult
from followthrough.domain.framing import CHOOSES, NOT_FRAMED, OPTION, OTHER, PLACE, Does, Framed, Frames
from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks
from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.lists.framing import (
    Reading,
    bare,
    chooses,
    is_only_name,
    is_quoted,
    is_signed,
    is_spoken_of,
    judged,
    read,
    verb_of,
)
from followthrough.tuning import Tuning

_STEERS = (Does.NONE, Does.UNDO, Does.UNSURE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What a message was aimed at when it was read: a set and its scope."""

    option_set_id: str | None
    scope: Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A message, and what was made of its frames."""

    text: str
    pack: Pack
    tuning: Tuning
    frames: Frames = field(default_factory=dict[str, Framed])

    def readings(self, options: Sequence[Option]) -> tuple[Reading, ...]:
        """Every option that it may mean, those that are named before those that are only near."""
        return read(self.text, options, self.pack)

    def sure(self, readings: Sequence[Reading]) -> list[Reading]:
        """The readings that it surely chooses; none of a quotation, nor a label of which more is called."""
        if is_quoted(self.text):
            return []
        found = [one for one in readings if chooses(one, self.frames, self.tuning)]
        return [one for one in found if not (is_spoken_of(self.text, one, self.pack) or is_signed(one.frame))]

    def judged(self, reading: Reading) -> Framed:
        """What was made of the frame."""
        return judged(reading, self.frames)

    def asks(self, readings: Sequence[Reading]) -> bool:
        """Whether it asks something: of what it names as judged, else by its words."""
        if any(is_only_name(one) for one in readings):
            return self.text.rstrip().endswith("?") or asks(self.text, self.pack)
        named = [one for one in readings if one.by != "near"]
        if known := [one for one in (self.judged(reading) for reading in named or readings) if one.does]:
            return max(known, key=lambda one: one.chance(Does.ASK)).best is Does.ASK
        return asks(self.text, self.pack)

    @property
    def ends(self) -> bool:
        """Whether it is a set phrase that leaves a list or comes back to one."""
        pack = self.pack
        return is_wholly(self.text, pack.pursuit.ends | pack.selecting.exits | pack.selecting.resumes, pack.pursuit)

    def steers(self, least: float = 0.0) -> bool:
        """Whether the message means a list as a whole, more surely than ``least``: what it names collides with it."""
        if self.ends:
            return True
        framed = self.frames.get(bare(self.text), NOT_FRAMED)
        least = max(least, self.tuning.choose_about)
        return not framed.foreign and framed.best in _STEERS and framed.chance(*_STEERS) >= least


def check_gates(said: Said, aim: Aim, pool: OptionSet | None, state: ContinuityState) -> GateResult:
    """Whether the message may execute an option of the pool, and which.

    Args:
        said: the message, without its scope cue; with normalised labels switched off, no label decides.
        aim: the set and scope that the message was read against.
        pool: the set that is active now; None without one, and no set is the same as none.
        state: what was done last.
    """
    readings = said.readings(pool.options if pool is not None else ())
    named = _deciding(said, readings)
    sure = said.sure(named)
    winner = _winner(sure, named)
    is_question = said.asks(readings)
    is_repeat = (
        winner is not None and pool is not None and repeats(winner.option, pool, state, verb_of(said.judged(winner)))
    )
    collides = said.steers(_of_place(said, winner)) or _has_rival(said, winner, named)
    checks = (
        (Gate.NO_QUESTION_INTENT, winner is None or not is_question),
        (Gate.UNIQUE_LABEL_WINNER, winner is not None),
        (Gate.COMMAND_LIKE, bool(sure)),
        (Gate.SAME_OPTION_SET, _is_aimed_at(pool, aim)),
        (Gate.SAME_SCOPE, _is_of_scope(pool, aim)),
        (Gate.NO_LOOP_GUARD_CONFLICT, not is_repeat),
        (Gate.NO_COMMAND_COLLISION, not collides),
    )
    failed = next((gate for gate, holds in checks if not holds), None)
    return GateResult(failed=failed, winner_id=winner.option.id if winner is not None else None)


def _deciding(said: Said, readings: Sequence[Reading]) -> list[Reading]:
    """The readings that may decide: by place, and by label where normalised labels may."""
    by_label = said.tuning.allow_normalized_label
    return [one for one in readings if one.by == "place" or (one.by == "label" and by_label)]


def _winner(sure: Sequence[Reading], named: Sequence[Reading]) -> Reading | None:
    """The one reading that wins, where no other name stands beside it."""
    first = [one for one in sure if is_only_name(one)] or [one for one in sure if one.by == "label"]
    winners = {one.option.id: one for one in first or sure or named}
    winner = next(iter(winners.values()), None)
    return winner if len(winners) == 1 and winner is not None and not _names_others(winner) else None


def _names_others(reading: Reading) -> bool:
    """Whether another option is named, or the same once more: which of two is denied is only likely."""
    return sum(map(reading.frame.count, (OPTION, PLACE, OTHER))) > 1


def _has_rival(said: Said, winner: Reading | None, named: Sequence[Reading]) -> bool:
    """Whether another option may be meant too: unjudged, "open House" is either of "Open House" and "House"."""
    others = [said.judged(one) for one in named if winner is not None and one.option.id != winner.option.id]
    return any(not one.does or one.chance(*CHOOSES) >= said.tuning.choose_rival for one in others)


def _of_place(said: Said, winner: Reading | None) -> float:
    """How surely a place is chosen: "wait, the second" names no list, "wait a second" no place; 0 for a label."""
    return said.judged(winner).chance(*CHOOSES) if winner is not None and winner.by == "place" else 0.0


def _is_aimed_at(pool: OptionSet | None, aim: Aim) -> bool:
    return pool is not None and aim.option_set_id is not None and pool.id == aim.option_set_id


def _is_of_scope(pool: OptionSet | None, aim: Aim) -> bool:
    return pool is not None and pool.scope is aim.scope and aim.scope is not Scope.NONE


def repeats(option: Option, pool: OptionSet, state: ContinuityState, verb: ActionType | None = None) -> bool:
    """Whether this is what was executed last: saying it again may mean something else (2.5).

    To use what was opened is something else.
    """
    last = state.last_resolved_action
    if last is None or (last.target_ref, last.option_set_id) != (option.id, pool.id):
        return False
    return verb is None or verb.value == last.type


def _tied(exact: Sequence[Option]) -> Ambiguity:
    is_tie = len({(o.path, o.owner) for o in exact}) > 1
    return Ambiguity.CROSS_SOURCE_TIE if is_tie else Ambiguity.MULTI_MATCH_NO_EXACT_WINNER


def _several(near: Sequence[Reading]) -> Ambiguity:
    by_typo = all(one.is_typo for one in near)
    return Ambiguity.TYPO_AMBIGUOUS if by_typo else Ambiguity.MULTI_MATCH_NO_EXACT_WINNER


def ambiguity_of(said: Said, pool: OptionSet) -> Ambiguity:
    """Why there is no certain winner; only ``no_deterministic_match`` lets a model's choice be executed (2.2)."""
    readings = said.readings(pool.options)
    exact = tuple(dict.fromkeys(one.option for one in readings if one.by != "near"))
    near = [one for one in readings if one.by == "near"]
    if said.steers() or len({o.label.casefold() for o in exact}) > 1:
        return Ambiguity.COMMAND_SELECTION_COLLISION
    if len(exact) > 1:
        return _tied(exact)
    if len(near) > 1 and not exact:
        return _several(near)
    return Ambiguity.NO_DETERMINISTIC_MATCH if readings else Ambiguity.NO_CANDIDATE
