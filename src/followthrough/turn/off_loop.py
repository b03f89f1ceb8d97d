"""Rules over a long text run beside the event loop: one message holds up no lease, no stream and no other turn.

Invariant: at most one long text is read at a time in a process; the others wait for it without holding the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_READER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="long-text")


async def read_beside(rule: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the rule gives, once the reading thread is free. Who stops waiting leaves it to end by itself."""
    return await asyncio.wrap_future(_READER.submit(rule, *args, **kwargs))
