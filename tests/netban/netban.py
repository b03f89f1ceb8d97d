"""Keeps tests on this machine: a connection or a name look-up that leaves loopback is refused and written down.

An audit hook sees every socket that CPython opens, whichever library opens it, and can't be taken off again.
``sitecustomize`` beside this module installs it in the Python processes that tests start.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path

REPORT_VARIABLE = "NETBAN_REPORT"
_WATCHED = frozenset(
    {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"}
)


class NetworkBanned(BaseException):
    """A test tried to leave this machine. No ``Exception``, so that no ``except Exception`` hides it."""


def is_local(address: object) -> bool:
    """Whether a socket address or host name stays on this machine: loopback, a unix socket, a plain wildcard."""
    host = address[0] if isinstance(address, tuple) and address else address
    if isinstance(host, bytes):
        host = os.fsdecode(host)
    if not isinstance(host, str) or host in ("", "localhost") or "/" in host or host.startswith("\0"):
        return True
    try:
        found = ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return False
    return found.is_loopback or found.is_unspecified


def install(report: Path) -> None:
    """Refuses connections that leave this machine from now on, in this process, and adds each to ``report``."""

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event not in _WATCHED:
            return
        names_only = event.startswith("socket.get")
        address = arguments[0] if names_only else arguments[1]
        if is_local(address) or (names_only and _is_numeric(address)):
            return
        with report.open("a", encoding="utf-8") as file:
            file.write(f"{event} {address!r}\n")
        raise NetworkBanned(f"{event} {address!r}")

    sys.addaudithook(watch)


def _is_numeric(host: object) -> bool:
    """A numeric address is "looked up" without asking anyone; connecting to it is watched by itself."""
    try:
        ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host))
    except ValueError:
        return False
    return True
