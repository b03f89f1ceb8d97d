"""Deletions under way.

One that a killed process began is completed by the next; one that is done is kept until the files that had it are
written anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from followthrough.domain.deleting import Deletion


class DeletionStore(Protocol):
    """Storage of deletions. Raises ``StoreUnavailable``."""

    async def ask(self, deletions: Sequence[Deletion]) -> None:
        """Notes durably that these things are to go; one that is noted already is to go again."""
        ...

    async def withdraw(self, deletions: Sequence[Deletion]) -> None:
        """Forgets those that are not done: the thing has come again. Others, and unknown ones, are left alone."""
        ...

    async def asked(self, *, limit: int = 100) -> list[Deletion]:
        """Those that are not done, by thing and id."""
        ...

    async def finish(self, deletions: Sequence[Deletion]) -> None:
        """Notes that nobody finds these things any more; only files may still have them."""
        ...

    async def finished(self) -> list[Deletion]:
        """Those that are done, by thing and id."""
        ...

    async def clear(self, deletions: Sequence[Deletion]) -> None:
        """Forgets those that are done: no file has them."""
        ...
