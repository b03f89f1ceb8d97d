"""How a format's module says that a document can't be read; ``reader`` turns it into the port's value."""

from __future__ import annotations


class Refusal(Exception):
    """Never leaves this package.

    Args:
        code: a code of ``ports.document_reader.Refused``.
        reason: one plain line: what, why, what to do.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
