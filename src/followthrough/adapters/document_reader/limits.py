"""What a reader may take of this machine. Every limit that is met is named in the refusal."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.tuning import Tuning

_HARMLESS_BYTES = 8 * 2**20  # what unfolds to so little may do so by any ratio
_MIB = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of reading one document.

    Attributes:
        chars: how long its text may be.
        unpacked_bytes: what its packed parts may unfold to.
        ratio: how many times its packed size that may be.
        memory_bytes: what the process that reads it may hold.
        read_s: after so many seconds it is given up.
    """

    chars: int
    unpacked_bytes: int
    ratio: int
    memory_bytes: int
    read_s: float

    @classmethod
    def of(cls, tuning: Tuning) -> Limits:
        """The limits that the tuning gives."""
        return cls(
            chars=tuning.document_max_chars,
            unpacked_bytes=tuning.document_max_unpacked_bytes,
            ratio=tuning.document_max_ratio,
            memory_bytes=tuning.document_max_memory_bytes,
            read_s=tuning.document_max_read_s,
        )

    def check_unpacked(self, unpacked: int, packed: int) -> None:
        """Checks what a packed file unfolds to.

        Raises:
            Refusal: it is more than may be.
        """
        if unpacked > self.unpacked_bytes:
            most = self.unpacked_bytes // _MIB
            raise Refusal("too_large", f"unfolds to more than {most:,} MiB; split it or save it as pdf.")
        if unpacked > _HARMLESS_BYTES and unpacked > self.ratio * max(1, packed):
            raise Refusal("too_large", f"unfolds to more than {self.ratio:,} times its size; save it as pdf.")

    def out_of_memory(self) -> Refusal:
        """Why a document that takes too much memory is refused."""
        most = self.memory_bytes // _MIB
        return Refusal("too_large", f"needs more than {most:,} MiB of memory to read; split it.")

    def out_of_time(self) -> Refusal:
        """Why a document that takes too long is refused."""
        return Refusal("too_large", f"takes longer than {self.read_s:,.0f} seconds to read; split it.")
