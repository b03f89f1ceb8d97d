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
from types import ModuleType
from typing import Any

_CLIENT = "lance_namespace_urllib3_client"
_PACKAGES = (_CLIENT, f"{_CLIENT}.models")
_INNER_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class _Named(type):
    """A model by its name alone."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        file = _file_of(cls.__name__)
        return getattr(sys.modules.get(file) or import_module(file), cls.__name__)(*args, **kwargs)


def import_lancedb() -> Any:
    """The library; where its client is imported already there is nothing to leave out."""
    if _CLIENT not in sys.modules:
        try:
            for package in _PACKAGES:
                sys.modules[package] = _unread(package)
            import_module("lancedb")
            import_module(_file_of("ListTablesResponse"))  # the one that is used: read while its package is not
        finally:
            for package in _PACKAGES:
                sys.modules.pop(package, None)
    return import_module("lancedb")


def _unread(package: str) -> ModuleType:
    """The package with nothing of it read but what is imported by its file."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise ImportError(package)
    module = importlib.util.module_from_spec(spec)
    module.__dict__["__getattr__"] = _named
    return module


def _named(name: str) -> _Named:
    if name.startswith("_"):
        raise AttributeError(name)
    return _Named(name, (), {})


def _file_of(name: str) -> str:
    return f"{_PACKAGES[1]}.{_INNER_CAPITAL.sub('_', name).lower()}"
