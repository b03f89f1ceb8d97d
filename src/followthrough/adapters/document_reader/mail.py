"""Mail messages: eml by the standard library, msg by python-oxmsg. The headers that say who and when are text."""

from __future__ import annotations

import importlib
import io
import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from typing import Any

from followthrough.adapters.document_reader.html import add_fragment
from followthrough.adapters.document_reader.plain import read_text
from followthrough.adapters.document_reader.text import TextBuilder, one_line
from followthrough.domain.documents import DocumentMetadata

_HEADERS = ("From", "To", "Cc", "Date")


def read_eml(data: bytes, into: TextBuilder) -> DocumentMetadata:
    """Adds a message: its headers, then its text; names what is attached."""
    message = message_from_bytes(data, policy=policy.default)
    headers = {name: str(message[name] or "") for name in _HEADERS}
    body = message.get_body(("plain", "html"))
    text = str(body.get_content()) if body is not None else ""
    is_html = body is not None and body.get_content_type() == "text/html"
    attached = [one_line(part.get_filename() or "") for part in message.iter_attachments()]
    return _add(into, str(message["Subject"] or ""), headers, text, html=is_html, attached=attached)


def read_msg(data: bytes, into: TextBuilder) -> DocumentMetadata:
    """Adds a message of Outlook."""
    oxmsg: Any = importlib.import_module("oxmsg")
    message = oxmsg.Message.load(io.BytesIO(data))
    people = [_person(f"{r.name} <{r.email_address}>") for r in message.recipients]
    sent = message.sent_date
    headers = {
        "From": _person(str(make_header(decode_header(message.sender or "")))),
        "To": ", ".join(person for person in people if person),
        "Date": sent.isoformat(" ") if sent else "",
    }
    try:
        plain = message.body
    except LookupError:  # the text is in a code page that has no decoder; its HTML is not
        plain = ""
    attached = [one_line(a.file_name or "") for a in message.attachments]
    text = plain or message.html_body or ""
    return _add(into, message.subject or "", headers, text, html=not plain, attached=attached)


def _person(text: str) -> str:
    """A person without an address that only a directory knows."""
    return re.sub(r"\s*<[^<>@]{0,400}>$", "", text).strip()


def _add(
    into: TextBuilder,
    subject: str,
    headers: dict[str, str],
    text: str,
    *,
    html: bool,
    attached: list[str],
) -> DocumentMetadata:
    title = one_line(subject)
    into.heading(title, 1)
    names = ", ".join(name for name in attached if name)
    for name, value in {**headers, "Attachments": names}.items():
        into.item(f"{name}: {one_line(value)}" if value.strip() else "")
    if html:
        add_fragment(text, into)
    else:
        read_text(text, into)
    if names:
        into.warn("Its attachments are not read: {names}.", names=names)
    return DocumentMetadata(title=title or None)
