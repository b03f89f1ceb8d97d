"""``eval claims``: how well claims are judged against what they cite."""

from __future__ import annotations

import asyncio
from pathlib import Path

from followthrough.adapters.reader.fitted import FittedReader
from followthrough.bootstrap import build_embedder, load_packs
from followthrough.cli.output import console, print_json
from followthrough.evals.claims.dataset import read_claims
from followthrough.evals.claims.judge import judge
from followthrough.evals.claims.report import as_json, print_figures
from followthrough.settings import Settings


async def run_claims(settings: Settings, path: Path, *, json_output: bool) -> int:
    """Judges the claims and prints the figures. Returns 0.

    Raises:
        InvalidInput: the file can't be read, or a line of it is no claim.
    """
    claims = await asyncio.to_thread(read_claims, path)
    packs = load_packs(settings)
    embedder = build_embedder(settings)
    try:
        least = settings.tuning.claim_least
        rows = await judge(claims, FittedReader(embedder), packs[settings.pack], least=least)
    finally:
        await embedder.aclose()
    if json_output:
        print_json(as_json(rows))
    else:
        print_figures(rows, console())
    return 0
