"""Starts servers that may be killed: ``python -m benchmarks.killable FOLDER PORT``, one for each line on its input.

The process has loaded the product and opened nothing, and forks for each start, so that a start costs what opening
the stores costs and a run of many kills stays short. It prints the id of each server's process.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "live"))
import killable_server  # pyright: ignore[reportMissingImports] - the server that the tests kill


def main(folder: Path, port: int) -> None:
    """Forks a server for each line until the input ends."""
    warnings.filterwarnings("ignore", "lancedb fork support")  # nothing of it is open when this process forks
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # killed servers leave nothing behind
    for _ in sys.stdin:
        process = os.fork()
        if process == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(sys.stdin.fileno())
            killable_server.main(folder, port, None)
            os._exit(0)
        print(process, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
