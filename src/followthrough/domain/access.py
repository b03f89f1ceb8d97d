"""Who may do what: the role that an API key has."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What the holder of a key may do, besides talking in threads of their own, which everyone may."""

    USER = "user"
    """Nothing more."""
    EDITOR = "editor"
    """Change the shared library."""
    OPERATOR = "operator"
    """Read and answer every conversation that was passed to a person; read what is counted."""
    ADMIN = "admin"
    """Everything."""


_INCLUDES = {
    Role.USER: frozenset({Role.USER}),
    Role.EDITOR: frozenset({Role.USER, Role.EDITOR}),
    Role.OPERATOR: frozenset({Role.USER, Role.OPERATOR}),
    Role.ADMIN: frozenset(Role),
}


def may(role: Role, needed: Role) -> bool:
    """Whether a key with ``role`` may do what ``needed`` allows."""
    return needed in _INCLUDES[role]
