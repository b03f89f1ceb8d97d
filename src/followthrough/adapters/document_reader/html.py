"""HTML pages: their readable part, with headings, lists and tables.

The page's own tree is walked first, without what only helps to get around in it (navigation, footers, forms). Where
a page marks no main part, trafilatura says which part is meant to be read; its answer is taken when it keeps the
structure and most of the words, because on short pages it keeps neither.
"""

from __future__ import annotations

import importlib
import re
from contextlib import suppress
from typing import Any, cast

from followthrough.adapters.document_reader.html_hidden import drop_hidden
from followthrough.adapters.document_reader.html_walk import Walk
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.text import TextBuilder, one_line
from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import MetadataFault, read_metadata

_etree: Any = importlib.import_module("lxml.etree")  # ships no type stubs
_html: Any = importlib.import_module("lxml.html")  # as above

_LONG_TAG = re.compile(r"<[A-Za-z][^<>]{20000,}")
_SPACE_RUN = re.compile(r"\s+")
_MOST_ATTRIBUTES = 5_000
_MAIN = "//main | //*[@role='main'] | //article"
_MAIN_SHARE = 0.4  # a "main" part with less of the page's words is a teaser or a comment
_MAIN_PARTS = 20  # so many are compared; a page with more articles is a list of teasers
_LEAST_SHARE = 0.5  # of the words that an extraction must keep to be believed
_EXTRACTION_MAX_CHARS = 2_000_000  # extraction takes seconds beyond, and such pages are no articles


def read_html(text: str, into: TextBuilder, *, whole: bool = False) -> DocumentMetadata:
    """Adds the blocks of a page and says what it says of itself.

    Args:
        text: the page.
        into: where its blocks go.
        whole: whether all of it is what it is about, as a book's chapter is.

    Raises:
        Refusal: it is no page at all.
    """
    tree = _parsed(text)
    if tree is None:
        raise Refusal("no_text", "is an HTML page without text.")
    metadata = _metadata(tree)
    if whole:
        Walk(into, menus=True, whole=True).run(tree)
        return metadata
    part = _readable(tree, text)
    has_text = _words_of(part) > 0
    Walk(into, menus=part is not tree or not has_text).run(part)
    return metadata


def add_fragment(text: str, into: TextBuilder) -> None:
    """Adds the blocks of a piece of HTML inside another format."""
    tree = _parsed(text)
    if tree is not None:
        Walk(into, menus=True, whole=True).run(tree)


def _parsed(text: str) -> Any | None:
    if any(_SPACE_RUN.subn("", tag.group())[1] > _MOST_ATTRIBUTES for tag in _LONG_TAG.finditer(text)):
        most = f"{_MOST_ATTRIBUTES:,}"  # the parser compares each with each
        raise Refusal("too_large", f"has an element with more than {most} attributes; save the page as text.")
    # Without huge_tree what lies deeper than 256 elements is left out unsaid: old pages close their tags seldom.
    parser = _html.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    tree = None
    with suppress(_etree.ParserError, _etree.XMLSyntaxError):  # nothing but comments, or nothing at all
        tree = _html.document_fromstring(text.encode("utf-8", errors="replace"), parser=parser)
    if any(entry.type == _etree.ErrorTypes.ERR_RESOURCE_LIMIT for entry in parser.error_log):
        raise Refusal("too_large", "nests elements deeper than can be read; save the page as text.")
    if tree is not None:
        drop_hidden(tree)
    return tree


def _readable(tree: Any, text: str) -> Any:
    """The element to walk: the marked main part, what the extraction found, or the whole page."""
    whole = _words_of(tree)
    marked = max(cast("list[Any]", tree.xpath(_MAIN))[:_MAIN_PARTS], key=_words_of, default=None)
    if marked is not None and _words_of(marked) >= _MAIN_SHARE * whole:
        return marked
    if tree.find(".//nav") is None and tree.find(".//footer") is None and tree.find(".//aside") is None:
        return tree
    extracted = _extracted(_html.tostring(tree, encoding="unicode")) if len(text) <= _EXTRACTION_MAX_CHARS else None
    if extracted is not None and _words_of(extracted) >= _LEAST_SHARE * whole and len(extracted.xpath("//p")) > 2:
        return extracted
    return tree


def _extracted(text: str) -> Any | None:
    import trafilatura  # noqa: PLC0415 - takes a third of a second to import, and only some pages need it

    with suppress(RecursionError, ValueError):  # nested without end, or nothing that it takes for a page
        found = trafilatura.extract(
            text, output_format="html", favor_recall=True, include_tables=True, include_comments=False
        )
        return _parsed(found) if found else None
    return None


def _words_of(element: Any) -> int:
    """How many words a walk would show."""
    counter = TextBuilder(max_chars=10**9)
    Walk(counter, menus=False).run(element)
    return counter.words


def _metadata(tree: Any) -> DocumentMetadata:
    title = tree.findtext(".//title") or tree.findtext(".//h1") or ""
    language = tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    address = next((str(a) for a in tree.xpath("//link[@rel='canonical']/@href")), "")
    values: dict[str, object] = {"title": one_line(title) or None}
    if re.fullmatch(r"[A-Za-z]{2,3}(?:[-_]\w{2,8})*", language):
        values["language"] = language
    if re.fullmatch(r"https?://\S+", address):
        values["source_url"] = address
    found = read_metadata(values)
    return DocumentMetadata() if isinstance(found, MetadataFault) else found
