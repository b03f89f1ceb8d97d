"""``eval retrieval``: how well the conversational query finds what people judged relevant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.progress import Progress

from followthrough.bootstrap import build_embedder, build_index, load_packs
from followthrough.cli.output import Bars, console, notes, print_json
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
                    told=Bars(progress).show,
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
