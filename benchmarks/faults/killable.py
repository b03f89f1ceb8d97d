"""Starts processes that may be killed: ``python -m benchmarks.faults.killable FOLDER PORT DATABASE VALKEY``.

Each line on its input starts one: ``serve`` a server, ``reindex`` one that builds the index again. This process has
loaded the product and opened nothing, and forks for each start, so that a start costs what opening the stores costs
and a run of many kills stays short. It prints the id of each process. DATABASE and VALKEY may be empty.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import warnings
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


def main(folder: Path, port: int, database: str | None, valkey: str | None) -> None:
    """Forks a process for each line until the input ends."""
    warnings.filterwarnings("ignore", "lancedb fork support")  # nothing of it is open when this process forks
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # killed processes leave nothing behind
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(sys.stdin.fileno())
            if line.strip() == "reindex":
                asyncio.run(reindex(settings_of(folder, valkey, database)))
            else:
                killable_server.main(folder, port, valkey, database)
            os._exit(0)
        print(process, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] or None, sys.argv[4] or None)
