"""Architecture rule 7: which addresses are public. Each kind is listed, with what lies just outside of it."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.web.addresses import is_allowed, is_public

BLOCKED = [
    "0.0.0.0",  # noqa: S104 - nothing is bound to it
    "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.254", "127.0.0.1",
    "127.255.255.254", "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.170",
    "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808",
    "100::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:10::1", "2001:20::1", "2001:db8::1",
    "2002:7f00:1::", "2002:808:808::1", "3fff::1", "4000::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1",
    "fe80::1%eth0", "2606:4700::1%eth0", "fec0::1", "ff02::1", "ff0e::1", "2606:4700::5efe:7f00:1",
    "2606:4700::200:5efe:a00:1",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
    "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "2606:4700::1111", "2a00:1450:4001:81b::200e", "2001:4860:4860::8888", "64:ff9b::8.8.8.8",
]  # fmt: skip


@pytest.mark.parametrize("text", BLOCKED)
def test_what_is_not_public_is_blocked_at_every_port(text: str) -> None:
    address = ip_address(text)
    assert not is_public(address)
    assert not is_allowed(address, 443)


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_allowed_at_ports_of_web_servers(text: str) -> None:
    address = ip_address(text)
    assert is_public(address)
    assert [p for p in (22, 25, 80, 443, 3306, 6379, 8000, 8080, 8443, 11211) if is_allowed(address, p)] == [
        80,
        443,
        8080,
        8443,
    ]


@given(st.ip_addresses(v=4))
def test_no_form_of_a_blocked_address_is_public(address: IPv4Address) -> None:
    number = int(address)
    held = [
        IPv6Address(number),
        IPv6Address((0xFFFF << 32) | number),
        IPv6Address((0x2002 << 112) | (number << 80) | 1),
        IPv6Address((0x20010000 << 96) | (number ^ 0xFFFFFFFF)),
        IPv6Address((0x26064700 << 96) | (0x5EFE << 32) | number),
    ]
    assert not any(is_public(form) for form in held)
    assert is_public(IPv6Address((0x0064FF9B << 96) | number)) is is_public(address)


@given(st.ip_addresses())
def test_nothing_is_public_that_python_knows_as_special(address: IPv4Address | IPv6Address) -> None:
    special = (address.is_private, address.is_loopback, address.is_link_local, address.is_multicast)
    assert not (is_public(address) and any(special))
