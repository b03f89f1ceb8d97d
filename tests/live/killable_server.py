"""A whole server that may be killed: ``python killable_server.py FOLDER PORT [VALKEY_URL [DATABASE_URL]]``."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.channels.http.app import create_app
from followthrough.channels.http.services import Services
from followthrough.settings import Settings, only
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.tuning import Tuning


def settings_of(folder: Path, valkey: str | None = None, database: str | None = None) -> Settings:
    """A dead process's work is taken up after a second; the embedder knows no meaning, so none is asked for."""
    tuning = Tuning(
        lease_s=1,
        lease_renew_s=0.3,
        embed_lease_s=1,
        ingest_poll_s=0.2,
        valkey_timeout_ms=500,
        valkey_rest_s=0.2,
        loop_min_similarity=-1,
        loop_min_shared=0,
    )
    return only(data_dir=folder, redis_url=valkey, database_url=database, tuning=tuning)


def main(folder: Path, port: int, valkey: str | None = None, database: str | None = None) -> None:
    """Serves until it is killed."""
    settings = settings_of(folder, valkey, database)

    @asynccontextmanager
    async def open_services() -> AsyncGenerator[Services]:
        parts = build_parts(settings, embedder=FakeEmbedder())
        async with Followthrough.open(settings, parts=parts) as system:
            yield system.services

    uvicorn.run(create_app(settings, open_services), host="127.0.0.1", port=port, log_level="critical")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
