"""Which requests may reach the server at all: the names it answers to, and the pages that may call it.

Invariant: no web page but this server's own can drive it. A page elsewhere either says so itself (``Origin``,
``Sec-Fetch-Site``) or, after DNS rebinding, comes with a host name that is not ours.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from followthrough.errors import ConfigurationError

_WILDCARDS = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - recognised in order to refuse, never bound here
_LOCAL_SITES = frozenset({"same-origin", "none"})


def is_loopback(host: str) -> bool:
    """Whether a host name or address (without port or brackets) always means this machine."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = _address(name)
    return address is not None and address.is_loopback


def is_loopback_header(host_header: str) -> bool:
    """Whether a ``Host`` header names this machine."""
    name = _without_port(host_header)
    return name is not None and is_loopback(name)


def check_bind(host: str, *, any_key: bool) -> None:
    """Refuses to serve other machines while anyone could use the server.

    Raises:
        ConfigurationError: ``host`` is more than loopback and there is no API key in force.
    """
    if any_key or is_loopback(host):
        return
    raise ConfigurationError(
        f"Without an API key the server answers this machine only, so it can't bind to {host}.",
        fix="Create a key with `followthrough keys create`, or bind to 127.0.0.1.",
        field="host",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessPolicy:
    """The names a server answers to.

    Attributes:
        bound_host: what the server binds to. With a wildcard, every address in digits is an own name: DNS
            rebinding always comes with a name in letters.
        allowed_hosts: further names, with a port where one matters.
    """

    bound_host: str
    allowed_hosts: tuple[str, ...] = ()

    @property
    def is_local(self) -> bool:
        """Whether the server can be reached from this machine only."""
        return is_loopback(self.bound_host)

    def answers_to(self, host_header: str) -> bool:
        """Whether the ``Host`` header names this server."""
        name = _without_port(host_header)
        if name is None:
            return False
        allowed = {h.lower() for h in self.allowed_hosts}
        if is_loopback(name) or name in allowed or host_header.lower() in allowed:
            return True
        if self.bound_host in _WILDCARDS:
            return _address(name) is not None
        return name == self.bound_host.lower()

    def is_foreign_page(self, *, host_header: str, origin: str | None, fetch_site: str | None) -> bool:
        """Whether a page that is not this server's own makes the request.

        Args:
            host_header: the request's ``Host``.
            origin: its ``Origin``, None where there is none.
            fetch_site: its ``Sec-Fetch-Site``, None where there is none (programs, old browsers).
        """
        if fetch_site is not None and fetch_site.lower() not in _LOCAL_SITES:
            return True
        if origin is None:
            return False
        scheme, _, authority = origin.lower().partition("://")
        if scheme not in {"http", "https"} or not authority:
            return True
        return authority != host_header.lower() and authority not in {h.lower() for h in self.allowed_hosts}


def _without_port(host_header: str) -> str | None:
    """The name in a ``Host`` header, lower case; None when the header has no sound form."""
    text = host_header.strip().lower()
    if text.startswith("["):
        name, closing, port = text[1:].partition("]")
        if not closing or (port and not (port.startswith(":") and port[1:].isascii() and port[1:].isdigit())):
            return None
        return name if _address(name) is not None else None
    name, colon, port = text.partition(":")
    if not name or any(c in name for c in "/@ \\?#,") or (colon and not (port.isascii() and port.isdigit())):
        return None
    return name


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
