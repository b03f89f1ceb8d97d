"""What may be said for which nothing is searched, each a text of the pack."""

from __future__ import annotations

from typing import Literal, TypeAlias

Saying: TypeAlias = Literal[
    "empty",
    "greeting",
    "thanks",
    "farewell",
    "farewell_es",
    "farewell_de",
    "acknowledged",
    "slot_noted",
    "material_noted",
    "nothing",
    "person",
    "handoff_asked",
    "handoff_noted",
    "handoff_waiting",
    "handoff_nobody",
    "handoff_declined",
    "retry_nothing",
    "resume_nothing",
    "waiting_for_it",
    "points_at_nothing",
    "nothing_attached",
    "doubted",
    "doubted_sources",
    "sources_named",
    "sources_none",
    "attached_named",
    "attached_none",
    "catalogue",
    "catalogue_none",
]
"""Which text of the pack is said."""
