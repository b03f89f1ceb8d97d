"""What a turn's answer tells the user to do, kept where the settings want it."""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.conversation import TurnRecord
from followthrough.domain.outcome import Outcome
from followthrough.rules.pursuit.actions import actions_of
from followthrough.turn.deps import Situation, TurnDeps


def keep(record: TurnRecord, outcome: Outcome, situation: Situation, deps: TurnDeps) -> TurnRecord:
    """The record with what its answer tells the user to do; none where no list is kept."""
    if not deps.thread_actions:
        return record
    return replace(record, actions=actions_of(outcome, record.reply, situation.pack, turn=record.message.index))
