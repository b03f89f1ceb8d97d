"""New identifiers, injected so that tests and replays decide them."""

from __future__ import annotations

from typing import Protocol


class IdSource(Protocol):
    """Makes opaque unique ids."""

    def new(self, prefix: str) -> str:
        """A new id ``<prefix>_<letters and digits>``; ids made later in one process sort later."""
        ...
