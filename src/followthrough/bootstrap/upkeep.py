"""What deletes in a running system."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from followthrough.domain.audit import BY_ITSELF
from followthrough.turn.removals import Removals
from followthrough.turn.upkeep import Upkeep

if TYPE_CHECKING:
    from followthrough.bootstrap import Followthrough


def removals_of(system: Followthrough) -> Removals:
    """Takes threads and documents out of the system."""
    parts = system.parts
    return Removals(
        system.turns,
        system.library,
        documents=parts.documents,
        deletions=parts.deletions,
        index=parts.index,
        files=parts.database,
    )


def upkeep_of(system: Followthrough) -> Upkeep:
    """What the system does by itself now and then."""
    parts, settings = system.parts, system.settings
    return Upkeep(
        system.removals,
        threads=parts.threads,
        audit=parts.audit,
        clock=parts.clock,
        tuning=settings.tuning,
        note=partial(system.note, "thread.delete", by=BY_ITSELF),
        keep_threads_days=settings.keep_threads_days,
        keep_audit_days=settings.keep_audit_days,
    )
