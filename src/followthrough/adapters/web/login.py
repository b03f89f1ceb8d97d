"""Whether a site shows its login instead of the page that was asked for."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_PATH = re.compile(r"/(?:log-?in|sign-?in|sso|saml2?|oauth2?|adfs|cas|authorize|authenticate|auth)(?:[/.;]|\Z)", re.I)
_HOST = re.compile(r"(?:login|signin|sso|auth|accounts|idp)\.", re.I)
_PASSWORD = re.compile(rb"""<input\b[^>]{0,500}?\btype\s*=\s*["']?password\b""", re.I)
_HIDDEN = re.compile(rb"<(?:script|style|head)\b", re.I)
_HIDDEN_END = re.compile(rb"</(?:script|style|head)\b", re.I)
_TAG = re.compile(rb"<[^<>]*>")
_FORM_MAX_WORDS = 200  # with more than these a page is read for itself, and the form is its frame
_FORM_MAX_BYTES = 400_000


def is_login(asked: str, final: str, data: bytes) -> bool:
    """Whether what was read is a login.

    Args:
        asked: the normalised address that was asked for.
        final: where its redirects led.
        data: the page.
    """
    if asked != final and _looks_like_login(final) and not _looks_like_login(asked):
        return True
    if len(data) > _FORM_MAX_BYTES or not _PASSWORD.search(data):
        return False
    return len(_TAG.sub(b" ", _shown(data)).split()) <= _FORM_MAX_WORDS


def _shown(data: bytes) -> bytes:
    """The page without scripts, styles and head, roughly; a single pass, whatever is in it."""
    first, *others = _HIDDEN.split(data)
    ends = [_HIDDEN_END.search(piece) for piece in others]
    return b" <".join([first, *(piece[end.end() :] for piece, end in zip(others, ends, strict=True) if end)])


def _looks_like_login(url: str) -> bool:
    parts = urlsplit(url)
    return bool(_PATH.search(parts.path) or _HOST.match(parts.hostname or ""))
