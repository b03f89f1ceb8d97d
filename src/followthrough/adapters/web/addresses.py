"""Which addresses of the network are public: the others are never contacted for a link, whoever wrote it.

A link may come from a document, a search or a user, and the server stands in a network of its own: what is reachable
from here only (its loopback, its neighbours, its cloud's metadata) must not be read for anyone.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
#: Whether an address may be connected to at a port.
Allow = Callable[[Address, int], bool]

_PORTS = frozenset({80, 443, 8080, 8443})
_NOT_PUBLIC_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",
            "100.64.0.0/10",  # carriers' own
            "127.0.0.0/8",
            "169.254.0.0/16",  # link-local, with the metadata of clouds
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",  # relays into IPv6
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",  # multicast, reserved, broadcast
        ),
    )
)
_PUBLIC_V6 = IPv6Network("2000::/3")
_NOT_PUBLIC_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # Teredo and other protocols' own
            "2001:db8::/32",
            "2002::/16",  # 6to4: an IPv4 address in disguise
            "3fff::/20",
        ),
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})  # bits 32 to 63 of an address that holds an IPv4 one


def is_public(address: Address) -> bool:
    """Whether the address belongs to the public internet, with nothing else hidden in it.

    An IPv6 address that holds an IPv4 one is not public, except that of a NAT64 network, where every public IPv4
    host has one: there the IPv4 address decides.
    """
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in network for network in _NOT_PUBLIC_V4)
    if address.scope_id is not None:
        return False
    if address in _NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return (
        address.is_global
        and address in _PUBLIC_V6
        and not any(address in network for network in _NOT_PUBLIC_V6)
        and (int(address) >> 32) & 0xFFFFFFFF not in _ISATAP
    )


def is_allowed(address: Address, port: int) -> bool:
    """Whether a page may be read from there: a public address at a port of web servers.

    Other ports belong to other services (mail, databases), which a crafted link could be made to talk to.
    """
    return port in _PORTS and is_public(address)
