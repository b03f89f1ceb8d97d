"""The one address outside that is told of hand-offs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from followthrough.domain.delivery import Reception


class Webhook(Protocol):
    """Posts to the configured address. What the receiver does is a value, not an error."""

    async def post(self, body: bytes, headers: Mapping[str, str]) -> Reception:
        """Sends one request within the time limit. Redirects are not followed and the answer's body is not read."""
        ...

    async def aclose(self) -> None:
        """Closes connections; calling it twice is harmless."""
        ...
