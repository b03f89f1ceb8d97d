"""Opaque identifiers. A ``NewType`` each, so that one is never passed for another."""

from __future__ import annotations

from typing import NewType

ThreadId = NewType("ThreadId", str)
TurnId = NewType("TurnId", str)
ObjectiveId = NewType("ObjectiveId", str)
SubObjectiveId = NewType("SubObjectiveId", str)
DocumentId = NewType("DocumentId", str)
PassageId = NewType("PassageId", str)
OwnerId = NewType("OwnerId", str)
WorkerId = NewType("WorkerId", str)
KeyId = NewType("KeyId", str)
ActionId = NewType("ActionId", str)
HandoffId = NewType("HandoffId", str)
DecisionId = NewType("DecisionId", str)
AuditId = NewType("AuditId", str)
