"""What language models are told: one ``.md`` file a task, and the loader that fills its variables.

A file has two parts, ``# System`` (the instructions) and ``# User`` (the data), with ``$name`` variables. Documents
and the user's words stand in blocks made by ``block``. A block can't be closed by what stands in it, but no model is
bound by that: what protects are the checks on what it says (architecture rule 6).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from string import Template

_PARTS = re.compile(r"\A# System\n(?P<system>.*?)\n# User\n(?P<user>.*)\Z", re.DOTALL)


class PromptFault(ValueError):
    """A prompt file or its use is wrong; a fault of the program, never of what a user wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A filled prompt; ``hash`` is that of its file and goes into the turn's record."""

    system: str
    user: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    system: Template
    user: Template
    names: frozenset[str]
    hash: str


def render(name: str, **variables: str) -> Prompt:
    """The prompt ``name`` with its variables filled in; what a variable holds is never read as a template.

    Raises:
        PromptFault: there is no such prompt, or a variable is missing or is none of the prompt's.
    """
    file = _file(name)
    given = frozenset(variables)
    if missing := sorted(file.names - given):
        raise PromptFault(f"prompt {name}: nothing was given for ${', $'.join(missing)}")
    if unknown := sorted(given - file.names):
        raise PromptFault(f"prompt {name}: it has no ${', $'.join(unknown)}")
    return Prompt(
        system=file.system.substitute(variables).strip(), user=file.user.substitute(variables).strip(), hash=file.hash
    )


def block(tag: str, text: str, **attributes: str | int) -> str:
    """The text as data: between ``<tag>`` and ``</tag>``, which can't occur within it."""
    inside = re.sub(rf"<(?=\s*/?\s*{re.escape(tag)}\b)", "‹", text, flags=re.IGNORECASE)
    told = "".join(f' {name}="{_quoted(str(value))}"' for name, value in attributes.items())
    return f"<{tag}{told}>\n{inside}\n</{tag}>"


def shipped_prompts() -> tuple[str, ...]:
    """The names of all prompts, sorted."""
    return tuple(sorted(f.name.removesuffix(".md") for f in _folder().iterdir() if f.name.endswith(".md")))


def read_prompt(text: str, name: str) -> frozenset[str]:
    """The variables of a prompt file.

    Raises:
        PromptFault: it lacks one of its parts, or has a ``$`` that begins no variable.
    """
    return _parsed(text, name).names


@cache
def _file(name: str) -> _File:
    if name not in shipped_prompts():
        raise PromptFault(f"there is no prompt {name!r}")
    return _parsed((_folder() / f"{name}.md").read_text(encoding="utf-8"), name)


def _parsed(text: str, name: str) -> _File:
    parts = _PARTS.match(text)
    if parts is None:
        raise PromptFault(f"prompt {name}: it needs the parts '# System' and '# User', in this order")
    system, user = Template(parts["system"]), Template(parts["user"])
    if not (system.is_valid() and user.is_valid()):
        raise PromptFault(f"prompt {name}: a $ begins no variable; write $$ for a dollar sign")
    names = frozenset((*system.get_identifiers(), *user.get_identifiers()))
    return _File(system=system, user=user, names=names, hash=sha256(text.encode()).hexdigest()[:12])


def _folder() -> Traversable:
    return resources.files("followthrough") / "prompts"


def _quoted(text: str) -> str:
    return re.sub(r'[\s<>"]+', " ", text).strip()
