"""Take in what the user gave: pasted text and pages become documents of the thread before anything is searched.

Taking in the same message again writes the same documents: their ids come from the turn or the address.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus
from followthrough.domain.given import Given, GivenKind, Offered
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import DocumentId
from followthrough.domain.web import PageRefusal, PageRefused
from followthrough.errors import DependencyError, StoreUnavailable
from followthrough.ports.document_reader import Refused
from followthrough.rules.language.wording import summarise
from followthrough.turn.deps import Situation, TurnDeps

_log = logging.getLogger(__name__)
TOO_MANY = "too_many"
"""Why a link was not read: the message has more than are read of one."""
_UNREADABLE = {DocumentStatus.QUEUED: "still_reading", DocumentStatus.FAILED: "unreadable"}


async def take_in(offered: Offered, situation: Situation, deps: TurnDeps) -> tuple[Given, ...]:
    """What the message gave, read as far as it can be.

    Raises:
        StoreUnavailable: the catalogue does not answer; the turn stays pending.
    """
    given = [*await _files(offered.files, deps), *await _links(offered, situation, deps)]
    if offered.pasted:
        given.append(await _pasted(offered.pasted, situation, deps))
    given += _words(offered, deps)
    return tuple(given)


async def _files(ids: tuple[DocumentId, ...], deps: TurnDeps) -> list[Given]:
    known = await deps.documents.get_many(ids) if ids else {}
    return [_file(document) for document_id in ids if (document := known.get(document_id)) is not None]


async def waiting(situation: Situation, deps: TurnDeps) -> tuple[Given, ...]:
    """The documents of the thread, and those chosen for the message, that came before it and are not read yet.

    Raises:
        StoreUnavailable: the catalogue does not answer; the turn stays pending.
    """
    message = situation.message
    own = dict.fromkeys((*situation.thread.document_ids, *message.include_document_ids))
    files = await _files(tuple(one for one in own if one not in message.attachments), deps)
    return tuple(given for given in files if given.refused == _UNREADABLE[DocumentStatus.QUEUED])


def _file(document: Document) -> Given:
    refused = None if document.passages else _UNREADABLE.get(document.status)
    return Given(kind=GivenKind.FILE, document_id=document.id, name=document.title, refused=refused)


async def _links(offered: Offered, situation: Situation, deps: TurnDeps) -> list[Given]:
    """The pages behind the links, read all at once; what has not come in time is left out.

    A link that could not be read before is not tried again the same way, unless the user asks for it (F39).
    """
    known = {} if offered.again else dict(situation.thread.refused_links)
    wanted = [link for link in offered.links[: deps.tuning.links_per_message] if link not in known]
    tasks = {link: asyncio.create_task(_page(link, situation, deps)) for link in wanted}
    if tasks:
        _, late = await asyncio.wait(tasks.values(), timeout=deps.tuning.links_wait_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
    late_one = PageRefusal.TIMED_OUT.value
    found: list[Given] = []
    for link in offered.links:
        if link in tasks:
            task = tasks[link]
            found.append(_unread(link, late_one) if task.cancelled() else task.result())
        else:
            found.append(replace(_unread(link, known.get(link, TOO_MANY)), known=link in known))
    return found


async def _page(link: str, situation: Situation, deps: TurnDeps) -> Given:
    """One page as a document of the thread. Nothing in it is read as metadata but its title and language."""
    page = await deps.pages.fetch(link)
    if isinstance(page, PageRefused):
        return _unread(link, page.code.value)
    kept = await keep(
        plain(page.data), name=page.name, title="", source=link, url=page.url, situation=situation, deps=deps
    )
    if isinstance(kept, str):
        return _unread(link, kept)
    return Given(kind=GivenKind.LINK, text=link, document_id=kept.id, name=kept.title)


def plain(data: bytes) -> bytes:
    """The bytes without what a text file would be read as metadata by: dashes on the first line."""
    return b"\n" + data if data.lstrip(b"\xef\xbb\xbf").startswith(b"---") else data


def _unread(link: str, why: str) -> Given:
    return Given(kind=GivenKind.LINK, text=link, refused=why)


async def _pasted(text: str, situation: Situation, deps: TurnDeps) -> Given:
    """The pasted text as a document of the thread. Nothing in it is read as metadata."""
    message, most = situation.message, deps.tuning.given_name_max_chars
    texts = situation.pack.texts
    name = texts.told_name if message.origin in (Origin.PERSON, Origin.NOTE) else texts.pasted_name
    title = name.format(words=summarise(text, most))
    kept = await keep(
        plain(text.encode()),
        name="message.txt",
        title=title,
        source=f"message:{message.turn_id}",
        situation=situation,
        deps=deps,
    )
    if isinstance(kept, str):
        return Given(kind=GivenKind.TEXT, text=summarise(text, most), refused=kept)
    return Given(kind=GivenKind.TEXT, text=summarise(text, most), document_id=kept.id, name=kept.title)


def _words(offered: Offered, deps: TurnDeps) -> list[Given]:
    most = deps.tuning.given_name_max_chars
    found: list[Given] = []
    if offered.stated is not None:
        found.append(Given(kind=offered.stated.kind, text=summarise(offered.stated.text, most)))
    if offered.rephrased is not None:
        found.append(Given(kind=GivenKind.REPHRASE, text=summarise(offered.rephrased.text, most)))
    return found


async def keep(
    data: bytes, *, name: str, title: str, source: str, situation: Situation, deps: TurnDeps, url: str | None = None
) -> Document | str:
    """The document of the thread with these bytes, or the code of why there is none."""
    thread = situation.thread
    try:
        kept = await deps.intake.take_in(
            data=data,
            name=name,
            source=source,
            collection=thread.collection,
            thread_id=thread.id,
            metadata=DocumentMetadata(title=title or None, source_url=url),
        )
    except StoreUnavailable:
        raise
    except DependencyError as error:
        _log.warning("given.not_kept", extra={"turn_id": situation.message.turn_id, "code": error.code})
        return "not_kept"
    if isinstance(kept, Refused):
        return "too_large" if kept.code == "too_large" else "not_text"
    return kept
