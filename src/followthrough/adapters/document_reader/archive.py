"""Zip archives, which many formats are: looked at before anything in them is unfolded."""

from __future__ import annotations

import io
import zipfile

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.refusal import Refusal

_MAX_ENTRIES = 10_000


def check_archive(data: bytes, limits: Limits) -> list[zipfile.ZipInfo]:
    """The archive's entries.

    Raises:
        Refusal: it is protected, or unfolds to more than may be.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        raise Refusal("encrypted", "is protected with a password; save it without one.")
    if len(entries) > _MAX_ENTRIES:
        raise Refusal("too_large", f"holds more than {_MAX_ENTRIES:,} parts; split it or save it as pdf.")
    limits.check_unpacked(sum(entry.file_size for entry in entries), len(data))
    return entries
