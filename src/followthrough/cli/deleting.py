"""``forget``: a thread or a document, gone from every file now. ``reindex``: the index again from the originals."""

from __future__ import annotations

from rich.progress import Progress

from followthrough.bootstrap import Followthrough, build_embedder
from followthrough.cli.output import Bars, notes, print_json
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.errors import NotFound
from followthrough.ingest.reindex import Reindexed, embed_beside
from followthrough.settings import Settings

_READS_S = 1.0  # of the index, by a server that runs meanwhile; one takes milliseconds


async def run_forget(settings: Settings, name: str, *, conversations: bool) -> None:
    """Removes a thread or a document, and has every file that may have its words written anew."""
    async with Followthrough.open(settings, background=False) as system:
        thread = await system.threads.get(ThreadId(name))
        document = None if thread is not None else await system.documents.get(DocumentId(name))
        if thread is None and document is None:
            raise NotFound("There is no thread and no document with this id.", fix="Check the id.")
        quoting: list[ThreadId] = []
        if thread is not None:
            await system.removals.thread(thread.id)
            await system.note("thread.forget", thread.id)
        elif document is not None:
            quoting = await system.threads.citing(document.id)
            await system.library.delete([document.id])
            await system.note("document.forget", document.id)
        if conversations:
            for quoting_id in quoting:
                await system.removals.thread(quoting_id)
                await system.note("thread.forget", quoting_id)
        await system.removals.scrub(wait_s=_READS_S, thoroughly=True)
    print(f"Forgot {name}. No file has it any more; backups have what they had.")
    if quoting and not conversations:
        ids = ", ".join(quoting)
        print(f"Conversations that speak of it keep what they say: {ids}. Forget them too: --conversations")
    elif quoting:
        print(f"Forgot the conversations that speak of it: {', '.join(quoting)}.")


async def run_reindex(settings: Settings, *, embedder: str | None, json_output: bool) -> int:
    """Builds the index again, or the vectors of another embedder beside it; returns the exit code."""
    with Progress(console=notes(), transient=True) as progress:
        bars = Bars(progress)
        async with Followthrough.open(settings, background=False) as system:
            if embedder is not None and embedder != settings.embedder:
                return await _beside(system, embedder, bars, json_output=json_output)
            done = await system.library.reindex(lambda at, total: bars.show("documents", at, total))
            await system.note("index.rebuild")
    return _tell(done, json_output=json_output)


async def _beside(system: Followthrough, name: str, bars: Bars, *, json_output: bool) -> int:
    other = build_embedder(system.settings.model_copy(update={"embedder": name}))
    try:
        made = await embed_beside(
            system.documents,
            system.index,
            other,
            tuning=system.settings.tuning,
            on_passages=lambda at, total: bars.show("passages", at, total),
        )
    finally:
        await other.aclose()
    await system.note("index.embed", name)
    if json_output:
        print_json({"embedder": name, "vectors": made})
    else:
        print(f"Made {made} vectors of {name}. They serve after a start with FOLLOWTHROUGH_EMBEDDER={name}.")
    return 0


def _tell(done: Reindexed, *, json_output: bool) -> int:
    if json_output:
        left = [{"name": one.name, "reason": one.reason} for one in done.left]
        print_json({"documents": done.documents, "passages": done.passages, "left": left})
    else:
        print(f"{done.documents} documents, {done.passages} passages.")
        for one in done.left:
            notes().print(f"left as it is: {one.name}: {one.reason}", markup=False)
    return 1 if done.left else 0
