"""Which document replaces which: ``supersedes`` is said by the newer one and looked up from the older one.

Invariant: the answer depends on the documents alone, not on the order in which they came.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from datetime import date
from urllib.parse import urljoin

from followthrough.domain.documents import Document
from followthrough.domain.ids import DocumentId

_UPLOAD = "upload:"
_WEB = re.compile(r"https?://", re.IGNORECASE)


def superseded_targets(document: Document) -> tuple[str, ...]:
    """What the document says it replaces: ids as given, and sources, relative ones from its own folder."""
    targets: list[str] = []
    for entry in document.metadata.supersedes:
        targets += (entry, _resolved(document.source, entry))
    return tuple(dict.fromkeys(targets))


def superseding_document(document: Document, others: Iterable[Document]) -> DocumentId | None:
    """The document among ``others`` that replaces this one: the latest by effective date, then by source.

    Of two that name each other the later one replaces the earlier.
    """
    own = {document.id, document.source}
    named_by_it = set(superseded_targets(document))
    newer = [
        other
        for other in others
        if other.id != document.id
        and own & set(superseded_targets(other))
        and not ({other.id, other.source} & named_by_it and _age(other) < _age(document))
    ]
    return max(newer, key=_age).id if newer else None


def _age(document: Document) -> tuple[date, str, str]:
    return document.metadata.effective_date or date.min, document.source, document.id


def _resolved(source: str, entry: str) -> str:
    if _WEB.match(entry):
        return entry
    if _WEB.match(source):
        return urljoin(source, entry)
    if source.startswith(_UPLOAD):
        folder = posixpath.dirname(source.removeprefix(_UPLOAD))
        return _UPLOAD + posixpath.normpath(posixpath.join(folder, entry))
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), entry))
