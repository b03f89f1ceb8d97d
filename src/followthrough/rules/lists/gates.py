"""The gates that words must pass to execute an option without a model: all seven, or nothing is executed (R4-24).

Invariant: the one function for the tie-break before a clarifier and for the veto after ``need_more_info`` (R4-25); it
says which gate failed, and never executes by likeness, place or part of a label.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.continuity import ContinuityState, OptionSet, Scope
from followthrough.domain.decisions import Ambiguity, Gate, GateResult
from followthrough.domain.pack import Pack
from followthrough.rules.lists.command import Command, asks_about, read_command
from followthrough.rules.lists.naming import (
    NOBODY,
    Near,
    exactly,
    is_reserved,
    normally,
    ordinal_of,
    places_another,
    readings,
)
from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What a message was aimed at when it was read: a set and its scope."""

    option_set_id: str | None
    scope: Scope


def check_gates(
    text: str, aim: Aim, pool: OptionSet | None, state: ContinuityState, *, pack: Pack, tuning: Tuning
) -> GateResult:
    """Whether the message may execute an option of the pool, and which.

    Args:
        text: the message, without its scope cue.
        aim: the set and scope that the message was read against.
        pool: the set that is active now; None without one, and no set is the same as none.
        state: what was done last.
        pack: the words of commands.
        tuning: whether normalised labels may decide at all.
    """
    command = read_command(text, pack)
    named = normally(command, pool.options) if pool is not None and tuning.allow_normalized_label else NOBODY
    winner = named.only
    is_question = asks_about(text, pack)
    is_same_set = pool is not None and aim.option_set_id is not None and pool.id == aim.option_set_id
    is_repeat = winner is not None and pool is not None and _is_last(winner.id, pool.id, command, state)
    options = pool.options if pool is not None else ()
    collides = is_reserved(command, pack) or len(readings(command, options)) > 1
    collides = collides or places_another(command, options, winner, pack)
    checks = (
        (Gate.COMMAND_LIKE, is_question or bool(command.object)),
        (Gate.UNIQUE_LABEL_WINNER, winner is not None),
        (Gate.SAME_OPTION_SET, is_same_set),
        (Gate.SAME_SCOPE, pool is not None and pool.scope is aim.scope and aim.scope is not Scope.NONE),
        (Gate.NO_QUESTION_INTENT, not is_question),
        (Gate.NO_LOOP_GUARD_CONFLICT, not is_repeat),
        (Gate.NO_COMMAND_COLLISION, not collides),
    )
    failed = next((gate for gate, holds in checks if not holds), None)
    return GateResult(failed=failed, winner_id=winner.id if winner is not None else None)


def _is_last(option_id: str, option_set_id: str, command: Command, state: ContinuityState) -> bool:
    """Whether this is what was executed last: saying it again may mean something else (2.5).

    To use what was opened is something else.
    """
    last = state.last_resolved_action
    if last is None or (last.target_ref, last.option_set_id) != (option_id, option_set_id):
        return False
    return command.action is None or command.action.value == last.type


def ambiguity_of(text: str, pool: OptionSet, near: Sequence[Near], pack: Pack) -> Ambiguity:
    """Why there is no certain winner; only ``no_deterministic_match`` lets a model's choice be executed (2.2).

    Args:
        text: the message.
        pool: what it is chosen from.
        near: the options that share words with the message.
        pack: the words of commands.
    """
    command = read_command(text, pack)
    labelled = readings(command, pool.options)
    placed = ordinal_of(replace(command, plain=command.object), len(pool.options), pack) if labelled else None
    named = exactly(command, text, pool.options, pack).options
    by_place = () if placed is None else (pool.options[placed],)
    exact = tuple(dict.fromkeys((*labelled, *named, *by_place)))
    if is_reserved(command, pack) or len({o.label.casefold() for o in exact}) > 1:
        return Ambiguity.COMMAND_SELECTION_COLLISION
    if len(exact) > 1:
        is_tie = len({(o.path, o.owner) for o in exact}) > 1
        return Ambiguity.CROSS_SOURCE_TIE if is_tie else Ambiguity.MULTI_MATCH_NO_EXACT_WINNER
    if len(near) > 1:
        by_typo = all(one.is_typo for one in near)
        return Ambiguity.TYPO_AMBIGUOUS if by_typo else Ambiguity.MULTI_MATCH_NO_EXACT_WINNER
    return Ambiguity.NO_DETERMINISTIC_MATCH if near else Ambiguity.NO_CANDIDATE
