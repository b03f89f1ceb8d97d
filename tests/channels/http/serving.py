"""The application behind a real server: its own thread, its own event loop, a real port on loopback."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from followthrough.channels.http.heads import BoundedConfig
from followthrough.settings import Settings
from followthrough.tuning import Tuning

from .rig import Rig


@dataclass(frozen=True)
class Served:
    """A rig and where it is served."""

    rig: Rig
    url: str
    port: int

    def wait_for_search(self) -> None:
        """Returns when a turn has come to its search."""
        asyncio.run_coroutine_threadsafe(self.rig.index.searching.wait(), self.rig.loop).result(30)

    def release(self) -> None:
        """Lets held searches go on, from this thread."""
        self.rig.loop.call_soon_threadsafe(self.rig.index.go.set)

    def connect(self) -> socket.socket:
        """A bare connection, for clients that misbehave."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.settimeout(30)
        return connection


@contextmanager
def serving(folder: Path, *, local_without_key: bool = False, **tuning: Any) -> Generator[Served]:
    """Serves a rig until the block ends."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()  # from here on connections wait for the server instead of being refused
    port = listener.getsockname()[1]
    started = threading.Event()
    settings = Settings(data_dir=folder, port=port, local_without_key=local_without_key, tuning=Tuning(**tuning))
    rig = Rig(settings, on_started=started.set)
    server = uvicorn.Server(
        BoundedConfig(
            rig.app,
            header_s=rig.settings.tuning.header_s,
            log_config=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        assert started.wait(30), "the server does not start"
        yield Served(rig=rig, url=f"http://127.0.0.1:{port}", port=port)
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()
    assert not thread.is_alive(), "the server does not end"
