"""Lists and what was chosen from them, on the wire."""

from __future__ import annotations

from followthrough.channels.wire.schema import Answer
from followthrough.domain.continuity import Action, ActionType, ContinuityState, OptionSet, Provenance
from followthrough.domain.jurisdiction import OpenSlots


class WireOption(Answer):
    """One thing to choose."""

    id: str
    """Sent in `selection` with the set's id, it is the click."""
    label: str
    sublabel: str = ""
    type: str = ""
    path: str = ""


class WireOptionSet(Answer):
    """What is offered to choose from."""

    id: str
    scope: str
    scope_instance_id: str | None
    scope_label: str = ""
    """What users call the place; empty where it has no name of its own."""
    options: list[WireOption]
    """In the order of showing, which is that of ordinals."""


class WireAction(Answer):
    """What was executed: an option of a set, and who decided that."""

    type: ActionType
    option_id: str
    label: str
    scope: str
    option_set_id: str
    execution_ref: str | None
    """As the option was registered with; the host application executes it."""
    provenance: Provenance


def option_set(value: OptionSet) -> WireOptionSet:
    """A list on the wire."""
    return WireOptionSet(
        id=value.id,
        scope=value.scope.value,
        scope_instance_id=value.scope_instance_id,
        scope_label=value.scope_label,
        options=[
            WireOption(id=o.id, label=o.label, sublabel=o.sublabel, type=o.type, path=o.path) for o in value.options
        ],
    )


def offered(open_slots: OpenSlots | None, state: ContinuityState | None) -> WireOptionSet | None:
    """What the last reply offers to choose from: values of a slot that it asks for, else the list that it shows."""
    if open_slots is not None and open_slots.option_set is not None:
        return option_set(open_slots.option_set)
    shown = None if state is None else state.shown
    return None if shown is None else option_set(shown)


def action(value: Action | None) -> WireAction | None:
    """What was executed, on the wire."""
    if value is None:
        return None
    return WireAction(
        type=value.type,
        option_id=value.option_id,
        label=value.label,
        scope=value.scope.value,
        option_set_id=value.option_set_id,
        execution_ref=value.execution_ref,
        provenance=value.provenance,
    )
