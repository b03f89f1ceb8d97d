"""A process that may be killed: ``python killable.py serve|reindex FOLDER PORT DATABASE VALKEY``.

It serves, or builds the index again. DATABASE and VALKEY may be empty.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.errors import DependencyError
from followthrough.settings import Settings
from followthrough.testing.fake_embedder import FakeEmbedder

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "tests" / "live"))
import killable_server  # pyright: ignore[reportMissingImports] - the server that the tests kill


def settings_of(folder: Path, valkey: str | None, database: str | None) -> Settings:
    """The settings of each process."""
    return killable_server.settings_of(folder, valkey, database)


async def reindex(settings: Settings) -> None:
    """Builds the index again; gives up when what it needs is away, as the command does."""
    parts = build_parts(settings, embedder=FakeEmbedder())
    try:
        async with Followthrough.open(settings, parts=parts, background=False) as system:
            await system.library.reindex(lambda _done, _total: None)
    except DependencyError as error:
        print(f"reindexing gave up: {error}", file=sys.stderr)
    finally:
        await parts.aclose()


def main(what: str, folder: Path, port: int, database: str | None, valkey: str | None) -> None:
    """Does what was asked for until it is done or killed."""
    if what == "reindex":
        asyncio.run(reindex(settings_of(folder, valkey, database)))
    else:
        killable_server.main(folder, port, valkey, database)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4] or None, sys.argv[5] or None)
