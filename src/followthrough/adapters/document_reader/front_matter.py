"""Metadata at the head of a text file: YAML between lines of dashes, TOML between lines of plus signs.

What stands under keys of the author's own may be said nowhere else ("accepted_ids: [...]"), so it becomes text too:
where the body calls for it (``dialects``), else at the end. Keys by which site generators steer are no text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import METADATA_KEYS, MetadataFault, load_mapping, read_metadata

_FENCED = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
_TOML = re.compile(r"\A\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.S | re.M)
_KEY_LINE = re.compile(r"\s*(?:#.*\n\s*)*[\w-]+[ \t]*:(?:\s|$)")
_ADDRESS = re.compile(r"\S*/\S*|\S+\.[a-z]\w{1,4}")
_READS = re.compile(r"- (?:.*: )?(?:.*\w \w|[A-Z]\w)")  # names of pages and switches are small letters in one word
_STEERING = re.compile(
    r"(?:meta_?|og_?|seo_?|nav_?|menu|sidebar|page_?)?(?:title|description|name|keywords?|image)|.*(?:links?|menu|nav|"
    r"sidebar|aliases|image|icon|scripts?|styles?|css|url|path|file|class|template|layout)|tags?|categor(?:y|ies)|"
    r"permalink|redirect(?:_from|_to|s)?|slug|authors?|date|last_?(?:mod|update|updated|modified)|draft|published|"
    r"weight|order|type|id|lang(?:uage)?|locale|parent|children?|collection|toc|topics?|versions?|products?|"
    r"display_title|linktitle|translations?|plainlanguage|concurrence|cascade|outputs|build|series"
)
_LINK_KEYS = frozenset({"url", "link", "href", "path", "permalink"})
_DEEPEST = 4


@dataclass(slots=True)
class FrontMatter:
    """What stands at the head of a text.

    ``values`` are the author's own keys; ``used`` are those that the body has already called for.
    """

    metadata: DocumentMetadata
    values: Mapping[str, object] = field(default_factory=dict[str, object])
    used: set[str] = field(default_factory=set[str])

    def text_of(self, key: str) -> str:
        """One plain value by its key, empty for none."""
        value = self.values.get(key)
        return value.strip() if isinstance(value, str) and not _ADDRESS.fullmatch(value.strip()) else ""

    def list_of(self, key: str) -> str:
        """A value by its key as Markdown, empty for none; it then counts as used."""
        written = "\n".join(_written(self.values.get(key), 0))
        if written:
            self.used.add(key)
        return written

    def rest(self) -> str:
        """Markdown of everything that reads as text and was not used."""
        parts: list[str] = []
        for key, value in self.values.items():
            if key in self.used or key in METADATA_KEYS or _STEERING.fullmatch(key.lower()):
                continue
            if isinstance(value, list | dict):
                written = "\n".join(_written(cast("object", value), 0))
                written = written if _READS.search(written) else ""
            else:
                written = self.text_of(key) if len(self.text_of(key).split()) > 3 else ""
            if written:
                parts.append(f"## {in_words(key)}\n\n{written}")
        return "\n\n".join(parts)


def split_front_matter(text: str) -> tuple[FrontMatter, str]:
    """The metadata and the text after it. A text that merely begins with a line of dashes has none.

    Raises:
        Refusal: there is front matter and it can't be taken.
    """
    toml = _TOML.match(text)
    match = toml or _FENCED.match(text)
    if match is None:
        return FrontMatter(DocumentMetadata()), text
    inner = match.group(1)
    if toml is None and inner.strip() and not _KEY_LINE.match(inner):
        return FrontMatter(DocumentMetadata()), text
    mapping = _toml(inner) if toml else load_mapping(inner)
    found = mapping if isinstance(mapping, MetadataFault) else read_metadata(mapping)
    if isinstance(mapping, MetadataFault) or isinstance(found, MetadataFault):
        fault = mapping if isinstance(mapping, MetadataFault) else cast("MetadataFault", found)
        raise Refusal("bad_metadata", f"has front matter that can't be taken: {fault.line}.")
    return FrontMatter(found, mapping), text[match.end() :]


def in_words(key: str) -> str:
    """A key as a person would write it."""
    spaced = re.sub(r"[_\W]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key)).strip()
    return spaced[:1].upper() + spaced[1:].lower()


def _toml(text: str) -> dict[str, object] | MetadataFault:
    try:
        return dict(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError):
        return MetadataFault(key="", why="the metadata is not valid TOML")


def _written(value: object, depth: int) -> Iterator[str]:
    """Lines of Markdown: a list for lists, ``name: value`` for mappings; paths and links to other pages left out."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _item(item, depth)
    elif isinstance(value, dict):
        mapping = cast("dict[object, object]", value)
        for key, inner in mapping.items():
            if isinstance(inner, list | dict):
                lines = list(_written(cast("object", inner), depth + 1))
                yield from ([f"{'  ' * depth}- {in_words(str(key))}:", *lines] if lines else [])
            elif words := _words(inner):
                yield f"{'  ' * depth}- {in_words(str(key))}: {words}"


def _item(item: object, depth: int) -> Iterator[str]:
    if isinstance(item, dict):
        mapping = cast("dict[object, object]", item)
        if _LINK_KEYS & {str(key) for key in mapping}:
            return
        texts = [words for value in mapping.values() if (words := _words(value))]
        if texts:
            yield f"{'  ' * depth}- {': '.join(texts) if len(texts) < 3 else '; '.join(texts)}"
        for value in mapping.values():
            if isinstance(value, list | dict):
                yield from _written(cast("object", value), depth + 1)
    elif words := _words(item):
        yield f"{'  ' * depth}- {words}"


def _words(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    words = " ".join(str(value).split())
    return "" if isinstance(value, str) and _ADDRESS.fullmatch(words) else words
