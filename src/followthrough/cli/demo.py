"""``demo``: the sample documents, a server and its page, with nothing to set up."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import platformdirs

from followthrough.bootstrap import Followthrough
from followthrough.cli.ingest import take_in
from followthrough.cli.output import console, notes
from followthrough.cli.server import run_server
from followthrough.domain.ids import DocumentId
from followthrough.domain.rollout import Flag
from followthrough.samples import sample_sets
from followthrough.settings import Settings, load, only

_QUESTIONS = 3
_PAGE = 1_000  # documents listed at once


def run_demo(port: int) -> None:
    """Loads the samples into the demo's own data folder and serves them.

    Everything but the port and a data folder that the user named is left at its default, so that the demo needs no
    service, no key and no configuration, and touches nobody's documents.

    Raises:
        ConfigurationError: the port can't be bound.
    """
    settings = demo_settings(port)
    notes().print("Loading the sample documents…", style="dim")
    asyncio.run(_load(settings))
    run_server(settings, announce=partial(_announce, settings))


async def _load(settings: Settings) -> None:
    folders = [s.folder for s in sample_sets()]
    async with Followthrough.open(settings) as system:
        await take_in(system, folders, prune=True)
        await leave_other_copies(system, folders)


async def leave_other_copies(system: Followthrough, folders: Sequence[Path]) -> None:
    """Removes samples that an installation at another place loaded into the same data folder.

    A document is known by its path, so that after a move of the checkout each sample would be there twice.
    """
    after: DocumentId | None = None
    while page := await system.documents.list(collection=system.settings.collection, after=after, limit=_PAGE):
        after = page[-1].id
        await system.library.delete([d.id for d in page if _is_other_copy(Path(d.source), folders)])


def _is_other_copy(source: Path, folders: Sequence[Path]) -> bool:
    """Whether it lies in a folder of samples (``followthrough/samples/NAME``) that is none of these."""
    here = [folder.resolve() for folder in folders]
    if any(source.is_relative_to(folder) for folder in here):
        return False
    names = {folder.parts[-3:] for folder in here}
    return any(above.parts[-3:] in names for above in source.parents)


def demo_settings(port: int) -> Settings:
    """The settings of the demo."""
    given = load()
    default = Path(platformdirs.user_data_dir("followthrough-demo", appauthor=False))
    return only(
        data_dir=given.data_dir if "data_dir" in given.model_fields_set else default,
        port=port,
        log_level=given.log_level,
        suggestions=tuple(question for s in sample_sets() for question in s.questions[:1])[:_QUESTIONS],
        **{flag.value: "on" for flag in Flag if flag is not Flag.LLM_AUTO_EXECUTE},
    )


def _announce(settings: Settings, address: str) -> None:
    out = console()
    out.print(f"\nFollowthrough is ready: {address}\n", style="bold")
    out.print("Three things to try:")
    for question in settings.suggestions:
        out.print(f"  • {question}", markup=False)
    folder = settings.data_dir.resolve()
    out.print(f"\nCtrl-C ends it. What you do here is kept in {folder}", style="dim", markup=False, soft_wrap=True)
    out.print("Delete that folder to start afresh.", style="dim")
