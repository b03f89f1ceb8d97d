"""A process that hands a thread over and may be killed at any moment: ``python killable_outbox.py FOLDER URL HOW``.

``HOW`` is ``commit`` (hands over and tells nobody itself), ``deliver`` (hands over and tells) or ``resume`` (only
goes on with what is there).
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from followthrough.bootstrap import Followthrough, build_parts
from followthrough.settings import only
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.tuning import Tuning


async def main(folder: Path, url: str, how: str) -> None:
    """Says ``ready`` once the hand-off is committed or what was due is done, then works until it is killed."""
    settings = only(
        data_dir=folder,
        handoff_webhook_url=url,
        handoff_webhook_secret="secret",
        tuning=Tuning(handoff_poll_s=0.05, handoff_lease_s=1, handoff_timeout_s=60, lease_s=1, lease_renew_s=0.3),
    )
    parts = build_parts(settings, embedder=FakeEmbedder())
    async with Followthrough.open(settings, parts=parts, background=how != "commit") as system:
        if how == "resume":
            await system.outbox.run_once()
        else:
            thread = await system.create_thread()
            await system.send(thread.id, "agent")
        print("ready", flush=True)
        await asyncio.Event().wait()


asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
