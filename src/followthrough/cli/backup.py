"""``backup`` and ``restore``: everything into a folder while it serves, and back."""

from __future__ import annotations

from pathlib import Path

from followthrough.bootstrap import Followthrough
from followthrough.bootstrap.backup import Manifest, backup, restore
from followthrough.cli.output import notes
from followthrough.settings import Settings


async def run_backup(settings: Settings, folder: Path) -> None:
    """Copies everything into a new folder."""
    manifest = await backup(settings, folder)
    async with Followthrough.open(settings, background=False) as system:
        await system.note("backup.make")
    print(f"{_told(manifest)} in {folder}.")


async def run_restore(settings: Settings, folder: Path) -> None:
    """Puts a backup in the place of everything that is there."""
    manifest, reconciled = await restore(settings, folder)
    async with Followthrough.open(settings, background=False) as system:
        await system.note("backup.restore")
    print(f"Restored {_told(manifest)} of {manifest.made_at}.")
    if reconciled.queued:
        notes().print(f"{reconciled.queued} documents are read again from their originals.", markup=False)
    if reconciled.lost:
        notes().print(f"{reconciled.lost} documents have no passages: ingest their folders again.", markup=False)


def _told(manifest: Manifest) -> str:
    database, index = manifest.database, manifest.index
    return (
        f"{database.get('threads', 0)} threads, {database.get('documents', 0)} documents, "
        f"{index.get('passages', 0)} passages, {database.get('uploads', 0)} originals"
    )
