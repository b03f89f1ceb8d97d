"""Rules run beside the event loop: a turn holds up no lease, no stream and no other turn's events.

Invariant: ordinary texts have one thread and long ones another, so that only long ones wait for a long one. More
threads would make nothing faster: rules are Python, and the loop would wait for each of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_RULES = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rules")
_LONG = ThreadPoolExecutor(max_workers=1, thread_name_prefix="long-text")


async def run_beside(rule: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the rule gives, once its thread is free. Who stops waiting leaves it to end by itself."""
    return await asyncio.wrap_future(_RULES.submit(rule, *args, **kwargs))


async def read_beside(rule: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As ``run_beside``, for a rule that reads a long text."""
    return await asyncio.wrap_future(_LONG.submit(rule, *args, **kwargs))
