"""``pack check``: what is wrong with a pack, fault by fault, and what its examples change."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from followthrough.bootstrap import check_pack
from followthrough.bootstrap.learning import example_changes, shipped_examples
from followthrough.cli.output import console, print_json
from followthrough.cli.starting import read_settings
from followthrough.domain.pack import Pack
from followthrough.evals.hearing.changes import Changes, changes_of
from followthrough.evals.hearing.doubtful import warnings_of
from followthrough.evals.hearing.report import as_json, lines_of


async def run_check(name_or_path: str, *, json_output: bool) -> int:
    """Checks the pack; returns the exit code.

    Raises:
        ConfigurationError: there is no such pack.
        EmbedderUnavailable: it has examples, and the model that they are heard with can't be loaded.
    """
    found = await asyncio.to_thread(check_pack, name_or_path)
    if not isinstance(found, Pack):
        _tell_faults(name_or_path, found, json_output=json_output)
        return 1
    document: dict[str, Any] = {"pack": name_or_path, "faults": []}
    if not json_output:
        kinds = len(found.slots.needs)
        print(
            f"The pack {found.name} is in order: {len(found.slots.slots)} slots, {kinds} kinds of question need them."
        )
    if found.examples.all:
        own, shipped = await _changes(found)
        warnings = warnings_of(found.examples.all, shipped_examples().all)
        document["examples"] = as_json(own, shipped, warnings)
        for line in () if json_output else lines_of(own, shipped, warnings):
            console().print(line, markup=False)
    if json_output:
        print_json(document)
    return 0


async def _changes(pack: Pack) -> tuple[Changes, Changes]:
    settings = read_settings()
    own, shipped = await example_changes(settings, pack.examples)
    return changes_of(own, pack, settings.tuning), changes_of(shipped, pack, settings.tuning)


def _tell_faults(name_or_path: str, faults: list[str], *, json_output: bool) -> None:
    if json_output:
        print_json({"pack": name_or_path, "faults": faults})
        return
    for fault in faults:
        print(fault)
    count = len(faults)
    print(f"pack: {count} fault{'s' if count > 1 else ''}. Correct the lines named above.", file=sys.stderr)
