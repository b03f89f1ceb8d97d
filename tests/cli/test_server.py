"""What ``serve`` binds."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from followthrough.cli.server import listen
from followthrough.errors import ConfigurationError
from followthrough.settings import Settings


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_a_response_is_sent_at_once_on_every_connection(host: str, tmp_path: Path) -> None:
    """Without TCP_NODELAY a response on a kept connection waits for the peer's delayed acknowledgement."""
    listener = listen(Settings(data_dir=tmp_path, host=host, port=0))
    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def on_connection(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection: socket.socket = writer.get_extra_info("socket")
        accepted.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async with await asyncio.start_server(on_connection, sock=listener):
        _, writer = await asyncio.open_connection(host, listener.getsockname()[1])
        assert await accepted
        writer.close()


def test_an_address_that_is_taken_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with (
        listen(Settings(data_dir=tmp_path, port=0)) as first,
        pytest.raises(ConfigurationError, match="Can't listen on") as refused,
    ):
        listen(Settings(data_dir=tmp_path, port=first.getsockname()[1]))
    assert "--port" in str(refused.value.fix)
