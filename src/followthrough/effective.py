"""Settings as they came out: shown with where each is from, and handed to worker processes.

Invariant: a secret is shown as ``********`` and written nowhere but into the environment of our own workers.
"""

from __future__ import annotations

import dataclasses
import json
import os
from dataclasses import dataclass
from typing import Any, cast

from pydantic import SecretStr

from followthrough.settings import PREFIX, Settings, source_of
from followthrough.tuning import Tuning

_JSON_LISTS = frozenset({"suggestions"})  # a question may have a comma


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingLine:
    """One effective setting: its name, its value as text (secrets masked), and where it came from."""

    name: str
    value: str
    source: str


def describe(settings: Settings, **options: Any) -> list[SettingLine]:
    """Every setting with its value and source, in the order of the class; secrets are shown as ``********``."""
    given = {k: v for k, v in options.items() if v is not None}
    lines: list[SettingLine] = []
    for name in Settings.model_fields:
        value = getattr(settings, name)
        shown = "********" if name in Settings.secret_fields and value is not None else _shown(value)
        lines.append(SettingLine(name=name, value=shown, source=source_of(name, given)))
    return lines


def _shown(value: object) -> str:
    match value:
        case None | ():
            return "-"
        case tuple():
            return ", ".join(str(v) for v in cast("tuple[object, ...]", value))
        case Tuning():
            changed = {k: v for k, v in dataclasses.asdict(value).items() if v != getattr(Tuning(), k)}
            return json.dumps(changed) if changed else "-"
        case _:
            return str(value)


def unknown_names() -> list[str]:
    """Environment variables with our prefix that name no setting, sorted; a misspelt one is easily missed."""
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    return sorted(k for k in os.environ if k.startswith(PREFIX) and k not in known)  # noqa: TID251 - what is set by mistake is seen nowhere else


def export(settings: Settings) -> None:
    """Puts the effective settings into the environment, for worker processes that read them there."""
    changed = settings.model_dump(exclude_defaults=True, exclude={"tuning"})
    for name, value in changed.items():
        if isinstance(value, SecretStr):
            text = value.get_secret_value()
        elif name in _JSON_LISTS:
            text = json.dumps(value)
        elif isinstance(value, tuple):
            text = ",".join(str(one) for one in cast("tuple[object, ...]", value))
        else:
            text = str(value)
        os.environ[f"{PREFIX}{name.upper()}"] = text  # noqa: TID251 - worker processes read them there
    if settings.tuning != Tuning():
        os.environ[f"{PREFIX}TUNING"] = json.dumps(dataclasses.asdict(settings.tuning))  # noqa: TID251 - as above
