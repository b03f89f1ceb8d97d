"""Addresses of web pages as people write them, in one form; a page is known by this form.

Invariant: what is accepted is http or https, names a host in the form in which it is looked up, and carries no user
name or password. Whether the host is public is not decided here: that takes a look-up (``adapters.web``).
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import quote, urlsplit

import idna

LINK_MAX_CHARS = 2_000
_DEFAULT_PORTS = {"http": 80, "https": 443}
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u2028-\u202e\u2066-\u2069\ufeff\\]")
_WITHOUT_SCHEME = re.compile(r"(?:[^\W_](?:[\w-]*[^\W_])?\.)+[^\W\d_]{2,}(?::\d{1,5})?(?=[/?#]|\Z)")
_IN_TEXT = re.compile(
    r"(?<![\w@./-])(?:https?://[^\s<>\"“”«»]+|www\.[^\s<>\"“”«»]+\.[^\s<>\"“”«»]+"
    r"|(?:[^\W_](?:[\w-]*[^\W_])?\.)+[^\W\d_]{2,}(?::\d{1,5})?/[^\s<>\"“”«»]+)",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"[^\w-]+")
_SENTENCE_SIGNS = frozenset(".,;:!?'’*_…")
_CLOSING = {")": "(", "]": "[", "}": "{", ">": "<"}
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*")
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")
_KEPT = "/%:@!$&'()*+,;=~-._"  # as they are in a path; what else is no letter or digit is written in percent


def normalise_link(text: str) -> str | None:
    """The address in one form, None when it is no address of a web page.

    Scheme and host are lower case, the host in ASCII (IDNA), numeric hosts as dotted IPv4 however they are written,
    a default port and the fragment are gone. A host without scheme ("example.org/fees") is taken as https.
    """
    text = text.strip()
    if not text or len(text) > LINK_MAX_CHARS or _UNSEEN.search(text):
        return None
    if _WITHOUT_SCHEME.match(text):
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or "@" in parts.netloc or not parts.hostname:
        return None
    host = _host(parts.hostname)
    if host is None or port == 0:
        return None
    shown_port = "" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}"
    path = quote(parts.path, safe=_KEPT) or "/"
    query = f"?{quote(parts.query, safe=_KEPT + '?')}" if parts.query else ""
    link = f"{parts.scheme}://{host}{shown_port}{path}{query}"
    return link if len(link) <= LINK_MAX_CHARS else None


def links_in(text: str) -> tuple[tuple[int, int, str], ...]:
    """The addresses of web pages in a text: where each stands, from and up to, and the address in one form.

    An address begins with http(s), with "www.", or is a host with a path ("example.org/fees"). Signs that end the
    sentence around it are none of it, nor is a bracket that it does not open.
    """
    found: list[tuple[int, int, str]] = []
    for match in _IN_TEXT.finditer(text):
        given = _trimmed(match.group())
        link = normalise_link(given)
        if link is not None:
            found.append((match.start(), match.start() + len(given), link))
    return tuple(found)


def without_links(text: str) -> str:
    """The text without its addresses; one without any stays as it is."""
    found = links_in(text)
    for start, end, _ in reversed(found):
        text = text[:start] + text[end:]
    return text.strip() if found else text


def in_words(text: str) -> str:
    """The text with its addresses as words: a page that only a document or a host links to is never read."""
    for start, end, link in reversed(links_in(text)):
        said = _SIGNS.sub(" ", link.partition("//")[2]).strip()
        text = f"{text[:start]}{said}{text[end:]}"
    return text


def _trimmed(given: str) -> str:
    while given:
        last = given[-1]
        closes = _CLOSING.get(last)
        if last in _SENTENCE_SIGNS or (closes is not None and given.count(closes) < given.count(last)):
            given = given[:-1]
        else:
            break
    return given


def host_of(link: str) -> str:
    """The host of a normalised link, an IPv6 one without brackets."""
    return urlsplit(link).hostname or ""


def _host(given: str) -> str | None:
    """The host as it is looked up and shown; None when it is none."""
    if ":" in given:
        return _bracketed(given)
    if "%" in given:  # a disguise: nobody writes a host in percent
        return None
    try:
        host = given.lower() if given.isascii() else idna.encode(given, uts46=True).decode()
    except idna.IDNAError:
        return None
    host = host.removesuffix(".")
    if not _HOST.fullmatch(host):
        return None
    return _dotted(host) if _NUMBER.fullmatch(host.rsplit(".", 1)[-1]) else host


def _bracketed(given: str) -> str | None:
    try:
        return f"[{ipaddress.IPv6Address(given)}]" if "%" not in given else None
    except ValueError:
        return None


def _dotted(host: str) -> str | None:
    """A host that ends in a number is an IPv4 address, in any of the forms that resolvers take."""
    numbers = [_number(part) for part in host.split(".")]
    if len(numbers) > 4 or any(n is None for n in numbers):
        return None
    *leading, last = (n for n in numbers if n is not None)
    if any(n > 255 for n in leading) or last >= 256 ** (4 - len(leading)):
        return None
    return str(ipaddress.IPv4Address(sum(n << 8 * (3 - i) for i, n in enumerate(leading)) + last))


def _number(part: str) -> int | None:
    if not _NUMBER.fullmatch(part) or len(part) > 16:
        return None
    if part.startswith("0x"):
        return int(part[2:] or "0", 16)
    if part.startswith("0") and len(part) > 1:
        return int(part, 8) if re.fullmatch(r"[0-7]+", part) else None
    return int(part)
