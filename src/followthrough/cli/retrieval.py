"""``eval retrieval``: how well the conversational query finds what people judged relevant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.progress import Progress, TaskID

from followthrough.bootstrap import build_embedder, build_index, load_packs
from followthrough.cli.output import console, notes, print_json
from followthrough.errors import ConfigurationError
from followthrough.evals.retrieval.dataset import load_rewrites
from followthrough.evals.retrieval.report import as_json, print_findings
from followthrough.evals.retrieval.run import Means, evaluate
from followthrough.settings import Settings


async def run_retrieval(
    settings: Settings,
    folders: Sequence[Path],
    *,
    systems: Sequence[str],
    cross_validate: bool,
    rewrites: Path | None,
    json_output: bool,
) -> int:
    """Evaluates and prints. Returns 0."""
    packs = load_packs(settings)
    if settings.pack not in packs:
        raise ConfigurationError(f"There is no pack {settings.pack!r}.", fix=f"Choose of {', '.join(sorted(packs))}.")
    embedder = build_embedder(settings)
    try:
        with Progress(console=notes(), transient=True) as progress:
            findings = await evaluate(
                folders,
                systems,
                Means(
                    folder=settings.data_dir / "evals" / "retrieval",
                    open_index=lambda place: build_index(settings, place),
                    embedder=embedder,
                    pack=packs[settings.pack],
                    tuning=settings.tuning,
                    told=_Bars(progress).show,
                ),
                cross_validate=cross_validate,
                rewrites=None if rewrites is None else load_rewrites(rewrites),
            )
    finally:
        await embedder.aclose()
    if json_output:
        print_json(as_json(findings))
    else:
        print_findings(findings, console())
    return 0


class _Bars:
    """A bar for each kind of work."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def show(self, what: str, done: int, total: int) -> None:
        """Moves the bar of one kind of work."""
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=total)
        self._progress.update(self._tasks[what], completed=done)
