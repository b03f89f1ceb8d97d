"""``eval claims``: how well claims are judged against what they cite."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from followthrough.bootstrap import load_packs
from followthrough.cli.output import console, print_json
from followthrough.domain.reading import Claim
from followthrough.evals.claims.dataset import read_claims
from followthrough.evals.claims.judge import judge
from followthrough.evals.claims.report import as_json, print_figures
from followthrough.rules.claims.chances import supports_of
from followthrough.rules.claims.weights import SHIPPED
from followthrough.settings import Settings


async def run_claims(settings: Settings, path: Path, *, json_output: bool) -> int:
    """Judges the claims and prints the figures. Returns 0.

    Raises:
        InvalidInput: the file can't be read, or a line of it is no claim.
    """
    claims = await asyncio.to_thread(read_claims, path)
    packs = load_packs(settings)
    rows = await judge(claims, _supports, packs[settings.pack], least=settings.tuning.claim_least)
    if json_output:
        print_json(as_json(rows))
    else:
        print_figures(rows, console())
    return 0


async def _supports(claims: Sequence[Claim]) -> Sequence[float]:
    return supports_of(claims, SHIPPED)
