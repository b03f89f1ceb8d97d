"""Which version of the rules this is, so that a decision says by which it was made."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files


@cache
def rules_version() -> str:
    """The package's version and a hash of the source of its rules: "0.1.0+1f2e3d4c5b6a"."""
    hashed = sha256()
    sources = [f for f in files("followthrough.rules").iterdir() if f.name.endswith(".py")]
    for source in sorted(sources, key=lambda file: file.name):
        hashed.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return f"{version('followthrough')}+{hashed.hexdigest()[:12]}"
