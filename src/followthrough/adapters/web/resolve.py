"""Looks host names up, in threads of its own: a name server that never answers must not hold up other work."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from followthrough.adapters.web.refusals import Refusal
from followthrough.domain.web import PageRefusal

#: Every address that a host has, in the order of preference. Raises ``Refusal`` when it has none.
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

_NO_SUCH_HOST = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)})
_THREADS = ThreadPoolExecutor(8, "resolve")


async def resolve(host: str, port: int) -> Sequence[str]:
    """The host's addresses as the operating system knows them.

    Raises:
        Refusal: there is no such host, or the name servers don't answer.
    """
    loop = asyncio.get_running_loop()
    try:
        found = await loop.run_in_executor(_THREADS, _look_up, host, port)
    except socket.gaierror as error:
        missing = error.errno in _NO_SUCH_HOST
        raise Refusal(PageRefusal.NOT_FOUND if missing else PageRefusal.UNREACHABLE) from None
    except (OSError, UnicodeError):
        raise Refusal(PageRefusal.UNREACHABLE) from None
    return list(dict.fromkeys(found))


def _look_up(host: str, port: int) -> list[str]:
    return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
