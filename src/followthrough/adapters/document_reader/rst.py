"""reStructuredText, Sphinx's too: read by docutils, which is told to take every role and directive for what it holds.

Nothing is included, run or fetched.
"""

from __future__ import annotations

import importlib
import re
from typing import Any

from followthrough.adapters.document_reader.html import add_fragment
from followthrough.adapters.document_reader.text import TextBuilder, one_line
from followthrough.domain.documents import DocumentMetadata

_core: Any = importlib.import_module("docutils.core")  # ships no complete types
_frontend: Any = importlib.import_module("docutils.frontend")
_utils: Any = importlib.import_module("docutils.utils")
_nodes: Any = importlib.import_module("docutils.nodes")
_roles: Any = importlib.import_module("docutils.parsers.rst.roles")
_directives: Any = importlib.import_module("docutils.parsers.rst.directives")
_english: Any = importlib.import_module("docutils.parsers.rst.languages.en")
_Directive: Any = importlib.import_module("docutils.parsers.rst").Directive

_ROLE = re.compile(r":([a-zA-Z][\w:+.-]{0,60}):`")
_DIRECTIVE = re.compile(r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?([a-zA-Z][\w:+.-]{0,60})::", re.M)
_TARGET = re.compile(r"(?s)(.+?)\s*<[^<>]*>$")
_OPTIONS = re.compile(r"^:[\w-]+:")
_PATH = re.compile(r"[./]*(?:[\w.-]+/)*[\w.-]+")
_EMPTY_NAMES = "toctree include literalinclude index tabularcolumns currentmodule highlight default-role meta image"
_EMPTY = frozenset(_EMPTY_NAMES.split())
_CODE = frozenset({"code-block", "sourcecode", "prompt", "productionlist", "doctest", "graphviz", "mermaid", "uml"})
_ITEMS = frozenset({"option", "envvar", "confval", "describe", "program", "function", "class", "method", "attribute"})
_SAID_NAMES = "admonition note seealso warning tip hint tab tab-item dropdown card grid-item-card topic rubric"
_SAID = frozenset(_SAID_NAMES.split())
_TITLED = frozenset({"versionadded", "versionchanged", "deprecated", "rubric", "centered"})
_OTHER_OUTPUT = re.compile(r"(?<!not )\b(?:latex|epub|man|texinfo|text|pdf)\b")
_SETTINGS = {
    "report_level": 5,
    "halt_level": 6,
    "file_insertion_enabled": False,
    "raw_enabled": True,
    "doctitle_xform": True,
    "initial_header_level": 2,
    "syntax_highlight": "none",
    "embed_stylesheet": False,
    "stylesheet_path": None,
    "smart_quotes": False,
    "traceback": False,
    "warning_stream": False,
    "input_encoding": "unicode",
    "output_encoding": "unicode",
    "_disable_config": True,
    "line_length_limit": 1_000_000,
    "table_style": "",
    "math_output": "LaTeX",
}


def read_rst(text: str, into: TextBuilder) -> DocumentMetadata:
    """Adds the blocks of a text in reStructuredText and says what it is called."""
    _register(text)
    tree = _core.publish_doctree(text, settings_overrides=_SETTINGS)
    title = one_line(tree.next_node(_nodes.title).astext()) if tree.next_node(_nodes.title) is not None else ""
    _tidy(tree)
    page = _core.publish_from_doctree(tree, writer="html5", settings_overrides=_SETTINGS)
    add_fragment(page, into)
    return DocumentMetadata(title=title or None)


def _register(text: str) -> None:
    """Makes known what docutils does not know itself: Sphinx's and its extensions' roles and directives."""
    known_to = _utils.new_document("", _frontend.get_default_settings())
    known_to.reporter.report_level = _SETTINGS["report_level"]
    for name in {m.group(1) for m in _ROLE.finditer(text)}:
        if _roles.role(name, _english, 0, known_to.reporter)[0] in (None, _roles.unimplemented_role):
            _roles.register_local_role(name, _say_role)
    for name in {m.group(1) for m in _DIRECTIVE.finditer(text)}:
        known, _ = _directives.directive(name, _english, known_to)
        if known is None or name in _CODE:
            _directives.register_directive(name, _Unknown)


def _say_role(name: str, _raw: str, text: str, *_: Any, **__: Any) -> tuple[list[Any], list[Any]]:
    """What a reference says: its own words, else the last part of what it points to."""
    said = text.replace("\x00", "\\")
    if match := _TARGET.match(said):
        said = match.group(1)
    elif name.rpartition(":")[2] in ("doc", "ref", "numref", "any", "term") and _PATH.fullmatch(said):
        said = said.rstrip("/").rsplit("/", 1)[-1].replace("_", " ").replace("-", " ")
    said = re.sub(r"^[!~]", "", said)
    if name in ("index",):
        said = "" if said.startswith(("single:", "pair:", "triple:")) else said
    return [_nodes.inline("", said)], []


class _Unknown(_Directive):
    """A directive for what it holds: its content, and its title where it has one for people."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[Any]:
        """The nodes to put in its place."""
        name = self.name.rpartition(":")[2]
        if name in _EMPTY or (name == "only" and _is_elsewhere(self.arguments)):
            return []
        lines = list(self.content)
        skipped = 0
        while skipped < len(lines) and _OPTIONS.match(lines[skipped]):
            skipped += 1
        if name in _CODE:
            return [_nodes.literal_block("", "\n".join(lines[skipped:]).strip("\n"))]
        holder = _nodes.container()
        self.state.nested_parse(self.content[skipped:], self.content_offset + skipped, holder)
        said = self._said(name)
        if not said:
            return holder.children
        if name in _ITEMS and holder.children:
            item = _nodes.definition_list_item(
                "", _nodes.term("", "", *said), _nodes.definition("", *holder.children)
            )
            return [_nodes.definition_list("", item)]
        strong = _nodes.paragraph("", "", _nodes.strong("", "", *said))
        return [strong, *holder.children]

    def _said(self, name: str) -> list[Any]:
        if not self.arguments or name == "only":
            return []
        if name not in _ITEMS | _SAID | _TITLED:
            return []
        first = self.arguments[0].split("\n:")[0]
        parsed, _ = self.state.inline_text(first, self.lineno)
        return parsed


def _is_elsewhere(arguments: list[str]) -> bool:
    """Whether ``only`` speaks of another output than pages."""
    said = " ".join(arguments)
    return bool(_OTHER_OUTPUT.search(said)) and "html" not in said.replace("not html", "")


def _tidy(tree: Any) -> None:
    """Leaves out what nobody reads: comments, messages, raw text of other outputs; shows no signs of references."""
    unread = _nodes.comment | _nodes.system_message | _nodes.footnote_reference | _nodes.image
    for node in list(tree.findall()):
        is_other_output = isinstance(node, _nodes.raw) and "html" not in node.get("format", "")
        if is_other_output or isinstance(node, unread):
            _drop(node)
        elif isinstance(node, _nodes.problematic):
            node.parent.replace(node, _nodes.Text(_without_marks(node.astext())))
        elif isinstance(node, _nodes.citation | _nodes.footnote):
            label = node.next_node(_nodes.label)
            if label is not None:
                _drop(label)
            node.replace_self(node.children)


def _drop(node: Any) -> None:
    if node.parent is not None:
        node.parent.remove(node)


def _without_marks(text: str) -> str:
    """What could not be resolved, as words: an undefined substitution says nothing."""
    if re.fullmatch(r"\|[^|]+\|_{0,2}", text):
        return ""
    text = re.sub(r"^:[\w:+.-]+:(?=`)", "", text)
    return re.sub(r"\s*<[^<>]*>|[`|*]|(?<=\w)_{1,2}$", "", text).strip()
