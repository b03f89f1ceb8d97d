"""Which version of the rules this is, so that a decision says by which it was made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def rules_version() -> str:
    """The package's version and a hash of the source of its rules: "0.1.0+1f2e3d4c5b6a"."""
    hashed = sha256()
    for place, source in sorted(_sources(files("followthrough.rules")), key=lambda found: found[0]):
        hashed.update(place.encode() + b"\0" + source.read_bytes() + b"\0")
    return f"{version('followthrough')}+{hashed.hexdigest()[:12]}"


def _sources(folder: Traversable, place: str = "") -> Iterator[tuple[str, Traversable]]:
    """Every module in and below a folder, with its place: "reading/blocks.py"."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{place}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield f"{place}{entry.name}", entry
