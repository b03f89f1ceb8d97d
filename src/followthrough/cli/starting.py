"""How every command starts: settings, logging, an event loop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from followthrough.settings import Settings

_T = TypeVar("_T")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Does the work in an event loop of its own."""
    return asyncio.run(work)


def read_settings(*, serving: bool = False, **options: Any) -> Settings:
    """The settings; names that are none are told. A command that runs once logs only when it was asked to."""
    from followthrough.effective import unknown_names
    from followthrough.observe import configure_logging
    from followthrough.settings import load

    settings = load(**options)
    quiet = not serving and "log_level" not in settings.model_fields_set
    configure_logging("CRITICAL" if quiet else settings.log_level)
    for name in unknown_names():
        print(f"note: {name} names no setting of this version and is ignored.", file=sys.stderr)
    return settings
