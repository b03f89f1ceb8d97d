"""Messages that are one thing to their sender: an album, and a text that the app cut because it was too long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from followthrough.channels.telegram.codec import Incoming, Said

_CUT = 4_000  # characters: an app cuts at 4096, at a space where there is one


def goes_on(incoming: Incoming) -> bool:
    """Whether more of it may follow in messages of their own."""
    if not isinstance(incoming, Said):
        return False
    return bool(incoming.album) or (len(incoming.text) >= _CUT and not _has_files(incoming))


def rest_of(first: Said, following: Iterable[Incoming | None]) -> list[Said]:
    """What of the messages that follow belongs to the first, in order."""
    found = [first]
    for one in following:
        if not isinstance(one, Said) or not _belongs(found[-1], one):
            break
        found.append(one)
    return found[1:]


def joined(parts: Sequence[Said]) -> Said:
    """The parts as one message, in its first one's place."""
    first, *_ = parts
    files = [file for part in parts for file in (part.file, *part.more) if file is not None]
    return replace(
        first,
        text="\n".join(part.text for part in parts if part.text),
        file=files[0] if files else None,
        more=tuple(files[1:]),
        unreadable=any(part.unreadable for part in parts),
    )


def _belongs(before: Said, after: Said) -> bool:
    if before.origin.user_id != after.origin.user_id or before.album != after.album:
        return False
    return bool(after.album) or (len(before.text) >= _CUT and not _has_files(before) and not _has_files(after))


def _has_files(said: Said) -> bool:
    return said.file is not None or said.unreadable
