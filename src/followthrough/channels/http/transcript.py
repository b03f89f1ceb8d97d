"""Conversations that a client holds itself and sends whole: how one is known again by its own words.

Invariant: what a client may change on its way (white space at the ends and between words) changes no key.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One message of a conversation; ``role`` is ``user`` or ``assistant``."""

    role: str
    text: str


def transcript_key(lines: Sequence[Line], *, scope: Sequence[str]) -> str:
    """The key of a conversation so far: the same words in the same order within the same scope give the same key.

    Args:
        lines: from the first message on.
        scope: what else must be the same: whose it is, what it is about.
    """
    told = [list(scope), *([line.role, " ".join(line.text.split())] for line in lines)]
    return sha256(json.dumps(told, ensure_ascii=True).encode()).hexdigest()
