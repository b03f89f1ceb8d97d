"""``demo``: the sample documents, a server and its page, with nothing to set up."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import platformdirs

from followthrough.cli.ingest import ingest_with_progress
from followthrough.cli.output import console, notes
from followthrough.cli.server import run_server
from followthrough.domain.rollout import Flag
from followthrough.samples import sample_sets
from followthrough.settings import Settings, load, only

_QUESTIONS = 3


def run_demo(port: int) -> None:
    """Loads the samples into the demo's own data folder and serves them.

    Everything but the port and a data folder that the user named is left at its default, so that the demo needs no
    service, no key and no configuration, and touches nobody's documents.

    Raises:
        ConfigurationError: the port can't be bound.
    """
    settings = demo_settings(port)
    notes().print("Loading the sample documents…", style="dim")
    asyncio.run(ingest_with_progress(settings, [s.folder for s in sample_sets()], prune=True))
    run_server(settings, announce=partial(_announce, settings))


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
    out.print("\nCtrl-C ends it.", style="dim")
