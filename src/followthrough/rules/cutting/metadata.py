"""What a document says of itself, from YAML or JSON mappings to ``DocumentMetadata`` (interface.md).

Four places may speak: the API, a side file, front matter, and the format's own fields. They are merged field by
field, the earlier in this list winning. Invariant: a mapping is taken whole or refused with the key at fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

import yaml

from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.storable import is_plain

MAX_YAML_CHARS = 65_536
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_WORDS_OF_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class MetadataFault:
    """Why a mapping was refused: ``key`` as given (empty for the mapping itself), ``why`` as one plain line."""

    key: str
    why: str

    @property
    def line(self) -> str:
        """The fault as one line for people."""
        return f"{self.key} {self.why}" if self.key else self.why


class _Fault(Exception):
    """Leaves the reading of one value; never leaves this module."""


def read_metadata(values: Mapping[str, object]) -> DocumentMetadata | MetadataFault:
    """The mapping as metadata. Absent, null and empty values count as not given; ``payer`` reads as ``payor``."""
    known: dict[str, Any] = {}
    extra: dict[str, str] = {}
    for given, value in values.items():
        key = str(given)
        field = "payor" if key == "payer" else key
        if value is None:
            continue
        try:
            if field in _READERS:
                known[field] = _READERS[field](value)
            else:
                extra[_storable(key)] = _storable(_as_json(value))
        except _Fault as fault:
            return MetadataFault(key=key if is_plain(key) else "", why=str(fault))
    return DocumentMetadata(**known, extra=tuple(sorted(extra.items())))


def read_metadata_yaml(text: str) -> DocumentMetadata | MetadataFault:
    """YAML text as metadata; nothing in it gives empty metadata."""
    loaded = load_mapping(text)
    return loaded if isinstance(loaded, MetadataFault) else read_metadata(loaded)


def load_mapping(text: str) -> dict[str, object] | MetadataFault:
    """The one mapping that YAML text holds. References are refused: a small text must not unfold to a large one."""
    if len(text) > MAX_YAML_CHARS:
        return MetadataFault(key="", why=f"the metadata is longer than {MAX_YAML_CHARS:,} characters")
    try:
        if "*" in text and _uses_references(text):
            return MetadataFault(key="", why="the metadata uses YAML references (*name); write the value out")
        loaded: object = yaml.safe_load(text)
    except yaml.YAMLError as error:
        return MetadataFault(key="", why=f"the metadata is not valid YAML{_place(error)}")
    except (ValueError, RecursionError, OverflowError):  # an impossible date, or nesting without end
        return MetadataFault(key="", why="the metadata holds a value that YAML can't read; put it in quotes")
    if not isinstance(loaded, dict | None):
        return MetadataFault(key="", why="the metadata must be lines of the form key: value")
    return {str(key): value for key, value in cast("dict[object, object]", loaded or {}).items()}


def _uses_references(text: str) -> bool:
    events = cast("Iterator[object]", yaml.parse(text, yaml.SafeLoader))  # pyright: ignore[reportUnknownMemberType] - the stubs leave the stream open
    return any(isinstance(event, yaml.AliasEvent) for event in events)


def merge_metadata(*layers: DocumentMetadata) -> DocumentMetadata:
    """Each field from the first layer that gives it. Any layer may ask for a hand-off; none can take it back."""
    fields: dict[str, Any] = {}
    for name in _READERS:
        fields[name] = next((v for layer in layers if (v := getattr(layer, name))), getattr(_EMPTY, name))
    extra: dict[str, str] = {}
    for layer in reversed(layers):
        extra |= dict(layer.extra)
    return DocumentMetadata(**fields, extra=tuple(sorted(extra.items())))


def names_in(metadata: Iterable[DocumentMetadata]) -> dict[str, tuple[str, ...]]:
    """The payors, states and programs that documents name, by key, each once in the order of the alphabet."""
    found: dict[str, set[str]] = {"payor": set(), "state": set(), "program": set()}
    for one in metadata:
        for key, names in found.items():
            names.update(names_of(one, key))
    return {key: tuple(sorted(names)) for key, names in found.items()}


def names_of(metadata: DocumentMetadata, key: str) -> tuple[str, ...]:
    """The document's names under one of ``payor``, ``state``, ``program``."""
    match key:
        case "payor":
            return metadata.payor
        case "state":
            return metadata.state
        case _:
            return (metadata.program,) if metadata.program else ()


def _text(value: object) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float | date):
        raise _Fault("must be text; put it in quotes")
    return _storable(" ".join(str(value).split())) or None


def _storable(text: str) -> str:
    """Escapes in YAML and JSON can spell what no database keeps and no tokenizer takes."""
    if not is_plain(text):
        raise _Fault("holds a NUL or half a character; use plain text")
    return text


def _texts(value: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_in_order(value)))


def _in_order(value: object) -> tuple[str, ...]:
    """The texts as they stand: a question may be asked twice (C24)."""
    items = cast("list[object]", value) if isinstance(value, list | tuple) else [value]
    found = (_text(item) for item in items)
    return tuple(text for text in found if text)


def _date(value: object) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    text = value.strip() if isinstance(value, str) else "?"
    if not text:
        return None
    if _DATE.fullmatch(text):
        with suppress(ValueError):  # a day that no calendar has: the message below says it
            return date.fromisoformat(text[:10])
    raise _Fault("must be a date like 2026-03-01")


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _WORDS_OF_TRUTH:
        return _WORDS_OF_TRUTH[value.strip().lower()]
    raise _Fault("must be true or false")


def _language(value: object) -> str | None:
    """The primary subtag in lower case: ``en-US`` is ``en``."""
    if isinstance(value, str) and not value.strip():
        return None
    if not isinstance(value, str) or not _LANGUAGE.fullmatch(value.strip()):
        raise _Fault('must be a language code in quotes, like "en"')
    return re.split(r"[-_]", value.strip())[0].lower()


def _web_address(value: object) -> str | None:
    text = _text(value)
    if text and not re.match(r"https?://\S+$", text, re.IGNORECASE):
        raise _Fault("must be an address that begins with http:// or https://")
    return text


_READERS: dict[str, Callable[[object], object]] = {
    "title": _text,
    "effective_date": _date,
    "payor": _texts,
    "state": _texts,
    "program": _text,
    "language": _language,
    "source_url": _web_address,
    "clarifying_questions": _in_order,
    "requires_handoff": _truth,
    "supersedes": _texts,
}
_EMPTY = DocumentMetadata()
METADATA_KEYS = frozenset({*_READERS, "payer"})
"""Keys that a document may describe itself by; others are kept as they are."""


def _as_json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    except (TypeError, ValueError, RecursionError):
        raise _Fault("holds a value that can't be kept; use text, numbers, lists and plain keys") from None


def _place(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return f" (line {mark.line + 1})" if mark is not None else ""


_EXPIRY_KEYS = ("expires", "expiry_date", "expiration_date", "valid_until", "valid_through", "end_date")


def expiry_of(metadata: DocumentMetadata) -> date | None:
    """The last day on which the document holds, from the keys by which documents say so; None where none does."""
    for key, value in metadata.extra:
        if key in _EXPIRY_KEYS:
            try:
                return date.fromisoformat(value.strip().strip('"')[:10])
            except ValueError:
                continue
    return None


def scope_of(metadata: DocumentMetadata) -> frozenset[tuple[str, str]]:
    """For whom the document speaks, as it says: plans, states and a program."""
    named = (("payor", metadata.payor), ("state", metadata.state), ("program", (metadata.program or "",)))
    return frozenset((key, value.casefold()) for key, values in named for value in values if value)
