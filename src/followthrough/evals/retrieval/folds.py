"""Folds by conversation, the same for all data sets.

Data sets share conversations, under one id or under several. Questions belong together when their conversations
have one id or begin with the same words; a group is named by its smallest member, so that its fold depends on the
group alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol

FOLDS = 5


class OfConversation(Protocol):
    """A question of a data set, as far as folds look at it."""

    @property
    def conversation(self) -> str:
        """The id of its conversation."""
        ...

    @property
    def opening(self) -> str:
        """The conversation's first message."""
        ...


def groups_of(queries: Iterable[OfConversation]) -> dict[str, str]:
    """The group of each conversation id."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        parent.setdefault(key, key)
        while parent[key] != key:
            key = parent[key]
        return key

    conversations: dict[str, None] = {}
    for query in queries:
        conversations[query.conversation] = None
        one, other = root(f"opening {_plain(query.opening)}"), root(f"id {query.conversation}")
        parent[max(one, other)] = min(one, other)
    return {conversation: root(f"id {conversation}") for conversation in conversations}


def fold_of(group: str) -> int:
    """The fold of a group, from 0."""
    return int.from_bytes(hashlib.sha256(group.encode()).digest()[:8], "big") % FOLDS


def marks(query: OfConversation) -> frozenset[str]:
    """Short hashes by which what is shipped knows a conversation again, without keeping its words or its id."""
    keys = (f"id {query.conversation}", f"opening {_plain(query.opening)}")
    return frozenset(hashlib.sha256(key.encode()).hexdigest()[:10] for key in keys)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
