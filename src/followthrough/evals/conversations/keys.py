"""The keys of the format: which are known, and which this version has (`script.KEYS` is the table)."""

from __future__ import annotations

from followthrough.evals.conversations.nodes import At, Fault, Field
from followthrough.evals.conversations.script import KEYS


def known_fields(at: At, where: str, *, required: tuple[str, ...] = ()) -> dict[str, Field]:
    """The entries of a mapping of the format.

    Args:
        at: the mapping.
        where: which one, as ``KEYS`` calls it.
        required: keys that must be there.

    Raises:
        Fault: it is no mapping, a key is unknown or given twice, or one is missing.
    """
    fields = at.fields(where)
    known = [name for place, name in KEYS if place == where]
    for field in fields.values():
        if field.name not in known:
            raise Fault(field.line, f"{where} has no key {field.name!r}; it has {', '.join(known)}")
    for name in required:
        if name not in fields:
            raise Fault(at.line, f"{where} needs the key {name!r}")
    return fields


def refuse_later(fields: dict[str, Field], where: str) -> None:
    """Refuses the first key of a feature that this version lacks.

    Raises:
        Fault: there is one.
    """
    for field in fields.values():
        if not KEYS[where, field.name]:
            raise not_in_this_version(field, f"the key {field.name!r}")


def not_in_this_version(field: Field, what: str) -> Fault:
    """The refusal of something that other versions may have."""
    return Fault(field.line, f"{what} is not in this version")
