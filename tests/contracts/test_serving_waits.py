"""``serve`` that is started before its PostgreSQL (issue 16, point 4): it waits, says why, and goes on by itself."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx

from followthrough.adapters.database.schema import migrate


@asynccontextmanager
async def serving(folder: Path, database_url: str, *options: str) -> AsyncIterator[tuple[Process, httpx.AsyncClient]]:
    """The command, started; a client of the address that it says."""
    environment = {**os.environ, "FOLLOWTHROUGH_DATABASE_URL": database_url, "FOLLOWTHROUGH_DATA_DIR": str(folder)}
    command = (Path(sys.executable).with_name("followthrough"), "serve", "--port", "0", *options)
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=PIPE, stderr=PIPE)
    try:
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode()
        address = next((word for word in said.split() if word.startswith("http")), "")
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            yield process, client
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def becomes(client: httpx.AsyncClient, path: str, status: int, code: str | None) -> None:
    """Asks until the answer is this one."""
    async with asyncio.timeout(120):
        while True:
            answer = await client.get(path)
            if (answer.status_code, answer.json().get("code")) == (status, code):
                return
            await asyncio.sleep(0.1)


async def test_a_server_that_is_started_before_its_database_waits_for_it(
    new_postgres_url: str, tmp_path: Path
) -> None:
    """First nobody listens at its address, then it has no tables, then it is migrated."""
    [sockets] = parse_qs(urlsplit(new_postgres_url).query)["host"]
    door = tmp_path / "s"
    url = new_postgres_url.replace(sockets, str(door))
    async with serving(tmp_path / "data", url) as (process, client):
        assert (await client.get("/healthz")).status_code == 200
        await becomes(client, "/readyz", 503, "store_unavailable")
        assert "can't be reached" in (await client.get("/v1/threads")).json()["detail"]
        door.symlink_to(sockets)
        await becomes(client, "/readyz", 503, "schema_outdated")
        await migrate(url)
        await becomes(client, "/readyz", 200, None)
        sent = await client.post("/v1/threads", json={})
        assert sent.status_code == 201
        assert process.returncode is None


async def test_what_is_wrong_where_the_database_answers_ends_the_server(
    new_postgres_url: str, tmp_path: Path
) -> None:
    """No tables: waiting would not make them."""
    async with serving(tmp_path / "data", new_postgres_url) as (process, _):
        assert await process.wait() == 1


async def test_nobody_from_elsewhere_is_served_without_a_key_when_the_database_came_late(
    new_postgres_url: str, tmp_path: Path
) -> None:
    """Whether there is a key is not known before."""
    [sockets] = parse_qs(urlsplit(new_postgres_url).query)["host"]
    door = tmp_path / "s"
    url = new_postgres_url.replace(sockets, str(door))
    async with serving(tmp_path / "data", url, "--host", "0.0.0.0") as (_, client):  # noqa: S104 - what is tested
        await becomes(client, "/readyz", 503, "store_unavailable")
        await migrate(new_postgres_url)
        door.symlink_to(sockets)
        await becomes(client, "/readyz", 503, "configuration")
        assert (await client.get("/v1/threads")).status_code == 503
