"""The gates that words must pass to execute an option without a model: all seven, or nothing is executed (R4-24).

Invariant: the one function for the tie-break before a clarifier and for the veto after ``need_more_info`` (R4-25); it
says which gate failed, and never executes by likeness or part of a label. How the words around a name are meant is
judged (``framing``); that it is the one name of the one list is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from followthrough.domain.continuity import ContinuityState, Option, OptionSet, Scope
from followthrough.domain.decisions import Ambiguity, Gate, GateResult
from followthrough.domain.framing import CHOOSES, NOT_FRAMED, OPTION, PLACE, Does, Framed, Frames
from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks
from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.lists.framing import (
    Reading,
    bare,
    chooses,
    is_only_name,
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
        """The readings that it surely chooses."""
        return [one for one in readings if chooses(one, self.frames, self.tuning)]

    def judged(self, reading: Reading) -> Framed:
        """What was made of the frame."""
        return judged(reading, self.frames)

    def asks(self, readings: Sequence[Reading]) -> bool:
        """Whether it asks something: of what it names as judged, else by its words."""
        if any(is_only_name(one) for one in readings):
            return asks(self.text, self.pack)
        named = [one for one in readings if one.by != "near"]
        if known := [one for one in (self.judged(reading) for reading in named or readings) if one.does]:
            return max(known, key=lambda one: one.chance(Does.ASK)).best is Does.ASK
        return asks(self.text, self.pack)

    def steers(self) -> bool:
        """Whether the message means a list as a whole: a label of that name collides with it."""
        pack = self.pack
        if is_wholly(self.text, pack.pursuit.ends | pack.selecting.exits | pack.selecting.resumes, pack.pursuit):
            return True
        framed = self.frames.get(bare(self.text), NOT_FRAMED)
        return not framed.foreign and framed.best in _STEERS and framed.chance(*_STEERS) >= self.tuning.choose_about


def check_gates(said: Said, aim: Aim, pool: OptionSet | None, state: ContinuityState) -> GateResult:
    """Whether the message may execute an option of the pool, and which.

    Args:
        said: the message, without its scope cue; with normalised labels switched off, no label decides.
        aim: the set and scope that the message was read against.
        pool: the set that is active now; None without one, and no set is the same as none.
        state: what was done last.
    """
    readings = said.readings(pool.options if pool is not None else ())
    named = [one for one in readings if one.by != "near"]
    if not said.tuning.allow_normalized_label:
        named = [one for one in named if one.by != "label"]
    sure = said.sure(named)
    first = [one for one in sure if is_only_name(one)] or [one for one in sure if one.by == "label"]
    winners = {one.option.id: one for one in first or sure or named}
    winner = next(iter(winners.values())) if len(winners) == 1 else None
    if winner is not None and winner.frame.count(OPTION) + winner.frame.count(PLACE) > 1:
        winner = None  # another name stands beside it
    is_same_set = pool is not None and aim.option_set_id is not None and pool.id == aim.option_set_id
    is_repeat = winner is not None and pool is not None and _is_last(winner, pool.id, said, state)
    rival = said.tuning.choose_rival
    collides = said.steers() or any(
        said.judged(one).chance(*CHOOSES) >= rival
        for one in named
        if winner is not None and one.option.id != winner.option.id
    )
    is_question = said.asks(readings)
    checks = (
        (Gate.NO_QUESTION_INTENT, winner is None or not is_question),
        (Gate.UNIQUE_LABEL_WINNER, winner is not None),
        (Gate.COMMAND_LIKE, bool(sure)),
        (Gate.SAME_OPTION_SET, is_same_set),
        (Gate.SAME_SCOPE, pool is not None and pool.scope is aim.scope and aim.scope is not Scope.NONE),
        (Gate.NO_LOOP_GUARD_CONFLICT, not is_repeat),
        (Gate.NO_COMMAND_COLLISION, not collides),
    )
    failed = next((gate for gate, holds in checks if not holds), None)
    return GateResult(failed=failed, winner_id=winner.option.id if winner is not None else None)


def _is_last(winner: Reading, option_set_id: str, said: Said, state: ContinuityState) -> bool:
    """Whether this is what was executed last: saying it again may mean something else (2.5).

    To use what was opened is something else.
    """
    last = state.last_resolved_action
    if last is None or (last.target_ref, last.option_set_id) != (winner.option.id, option_set_id):
        return False
    verb = verb_of(said.judged(winner))
    return verb is None or verb.value == last.type


def ambiguity_of(said: Said, pool: OptionSet) -> Ambiguity:
    """Why there is no certain winner; only ``no_deterministic_match`` lets a model's choice be executed (2.2)."""
    readings = said.readings(pool.options)
    exact = tuple(dict.fromkeys(one.option for one in readings if one.by != "near"))
    near = [one for one in readings if one.by == "near"]
    if said.steers() or len({o.label.casefold() for o in exact}) > 1:
        return Ambiguity.COMMAND_SELECTION_COLLISION
    if len(exact) > 1:
        is_tie = len({(o.path, o.owner) for o in exact}) > 1
        return Ambiguity.CROSS_SOURCE_TIE if is_tie else Ambiguity.MULTI_MATCH_NO_EXACT_WINNER
    if len(near) > 1 and not exact:
        by_typo = all(one.is_typo for one in near)
        return Ambiguity.TYPO_AMBIGUOUS if by_typo else Ambiguity.MULTI_MATCH_NO_EXACT_WINNER
    return Ambiguity.NO_DETERMINISTIC_MATCH if readings else Ambiguity.NO_CANDIDATE
