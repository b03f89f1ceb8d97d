"""What every thread store must do. Subclass ``ThreadStoreContract`` and give it one fixture, ``open_store``."""

from __future__ import annotations

from followthrough.testing.contracts.thread_begun import BegunContract
from followthrough.testing.contracts.thread_listing import ListingContract
from followthrough.testing.contracts.thread_turns import OpenThreadStore, ThreadsContract, TurnsContract
from followthrough.testing.contracts.thread_work import WorkContract

__all__ = ["OpenThreadStore", "ThreadStoreContract"]


class ThreadStoreContract(ThreadsContract, BegunContract, TurnsContract, ListingContract, WorkContract):
    """The whole contract.

    ``open_store`` is a fixture that gives a factory of stores on the same data, empty at first. Each call opens
    the data once more, as another process would; the fixture closes what it opened.
    """
