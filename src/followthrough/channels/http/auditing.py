"""What a request did goes into the audit log before its caller is told that it was done.

Invariant: what a caller was told is done is in the log; a process that dies in between has told nobody.
"""

from __future__ import annotations

import logging
from typing import cast

from starlette.types import Message, Scope, Send

from followthrough.channels.http.keys import Caller
from followthrough.channels.http.roles import Wanted
from followthrough.channels.http.services import Services
from followthrough.domain.audit import BY_NOBODY, AuditEntry, Outcome
from followthrough.domain.ids import AuditId
from followthrough.errors import FollowthroughError

ABOUT = "followthrough.about"
"""Where a route leaves the id of what it made in the ASGI scope."""

_log = logging.getLogger(__name__)
_REFUSED = 403


class Noted:
    """The answer to a request that the audit log is told of."""

    def __init__(self, scope: Scope, send: Send, *, need: Wanted, caller: Caller, services: Services) -> None:
        self._scope = scope
        self._send = send
        self._need = need
        self._caller = caller
        self._services = services

    @property
    def is_needed(self) -> bool:
        """Whether there is a log, and this is written there."""
        return self._services.audit is not None and self._need.action is not None

    async def refused(self) -> None:
        """Notes that the caller has not the role."""
        await self._note(Outcome.REFUSED)

    async def send(self, message: Message) -> None:
        """Passes the answer on, its beginning after the entry is durable."""
        if message["type"] == "http.response.start":
            if message["status"] < 400:
                await self._note(Outcome.DONE)
            elif message["status"] == _REFUSED:
                await self._note(Outcome.REFUSED)
        await self._send(message)

    async def _note(self, outcome: Outcome) -> None:
        audit, action = self._services.audit, self._need.action
        if audit is None or action is None:
            return
        entry = AuditEntry(
            id=AuditId(self._services.ids.new("aud")),
            at=self._services.clock.now(),
            by=self._caller.key or BY_NOBODY,
            action=action,
            object=cast("str", self._scope.get(ABOUT, self._need.object)),
            outcome=outcome,
        )
        try:
            await audit.add(entry)
        except FollowthroughError as error:  # it is done by now: the caller must not believe that it is not
            _log.error("audit.lost", extra={"code": error.code, "action": action, "object": entry.object})
