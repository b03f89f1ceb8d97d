"""The document sets that ship with the package, described in ``samples.yaml``.

Invariant: the folders hold documents only, so that each can be ingested as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleSet:
    """A document set.

    Attributes:
        name: its word in commands.
        title: its name for people.
        about: one sentence.
        folder: where its documents are.
        questions: three things to try.
    """

    name: str
    title: str
    about: str
    folder: Path
    questions: tuple[str, ...]


@cache
def sample_sets() -> tuple[SampleSet, ...]:
    """The sets, in the order in which they are shown."""
    manifest = yaml.safe_load((_HERE / "samples.yaml").read_text(encoding="utf-8"))
    return tuple(
        SampleSet(
            name=entry["name"],
            title=entry["title"],
            about=entry["about"],
            folder=_HERE / entry["name"],
            questions=tuple(entry["try"]),
        )
        for entry in manifest["sets"]
    )
