"""How settings are named and spelt."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, AliasChoices, BeforeValidator

PREFIX = "FOLLOWTHROUGH_"
#: names that are accepted in the environment beside the prefixed one
OTHER_NAMES = {
    "database_url": "DATABASE_URL",
    "redis_url": "REDIS_URL",
    "openai_api_key": "OPENAI_API_KEY",
    "anthropic_api_key": "ANTHROPIC_API_KEY",
    "grounding_continuity_enabled": "NEXT_PUBLIC_GROUNDING_CONTINUITY_ENABLED",  # document 004's
}
_SAYS_ON, _SAYS_OFF = frozenset({"true", "yes", "on", "1", "1.0"}), frozenset({"false", "no", "off", "0", "0.0"})


def _flag_value(value: object) -> object:
    """``on``, ``off``, ``shadow`` or a share such as ``0.1``, however it was spelt."""
    text = str(value).strip().lower()
    if text in _SAYS_ON:
        return "on"
    if text in _SAYS_OFF:
        return "off"
    if text != "shadow" and not (re.fullmatch(r"0?\.\d{1,6}", text) and float(text) > 0):
        raise ValueError("must be on, off, shadow or a share of threads from 0 to 1 such as 0.1")
    return text if text == "shadow" else f"{float(text):g}"


FlagValue = Annotated[str, BeforeValidator(_flag_value)]
"""How far a flag is on: ``on``, ``off``, ``shadow`` or a share such as ``0.1``."""


def _one_of(*names: str) -> Callable[[str], str]:
    """Takes one of the names in any case; gives it in capitals."""

    def known(value: str) -> str:
        if value.upper() not in names:
            raise ValueError(f"must be {', '.join(names[:-1])} or {names[-1]}")
        return value.upper()

    return known


Durability = Annotated[str, AfterValidator(_one_of("FULL", "NORMAL"))]
LogLevel = Annotated[str, AfterValidator(_one_of("DEBUG", "INFO", "WARNING", "ERROR"))]


def names_of(name: str) -> AliasChoices:
    """The names of a setting that has another one in the environment."""
    return AliasChoices(f"{PREFIX}{name.upper()}", name, OTHER_NAMES[name])
