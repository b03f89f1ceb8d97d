"""LanceDB imported without the messages of an HTTP interface that no folder and no bucket speaks.

``lancedb`` imports a generated client with a data model for each of 140 messages: three quarters of what importing it
took, and 21 MB. Here a name stands for each until it makes a value. Invariant: what is made is the library's own, and
who imports the client afterwards gets it whole.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from importlib import import_module
from typing import Any

_CLIENT = "lance_namespace_urllib3_client"
_PACKAGES = (_CLIENT, f"{_CLIENT}.models")
_INNER_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class _Named(type):
    """A model by its name alone."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        file = f"{_PACKAGES[1]}.{_INNER_CAPITAL.sub('_', cls.__name__).lower()}"
        return getattr(sys.modules.get(file) or import_module(file), cls.__name__)(*args, **kwargs)


def import_lancedb() -> Any:
    """The library; where its client is imported already there is nothing to leave out."""
    if _CLIENT not in sys.modules:
        try:
            for package in _PACKAGES:
                if spec := importlib.util.find_spec(package):
                    sys.modules[package] = importlib.util.module_from_spec(spec)
                    sys.modules[package].__dict__["__getattr__"] = _named
            import_module("lancedb")
            import_module(f"{_PACKAGES[1]}.list_tables_response")  # the one that is used
        finally:
            for package in _PACKAGES:
                sys.modules.pop(package, None)
    return import_module("lancedb")


def _named(name: str) -> _Named:
    if name.startswith("_"):
        raise AttributeError(name)
    return _Named(name, (), {})
