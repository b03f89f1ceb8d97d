"""Markdown: CommonMark with tables, definition lists and admonitions, whatever generator it was written for.

It is turned into the page that it describes and read like one: HTML inside of it (accordions, steps, tables) then
nests with the Markdown around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin

from followthrough.adapters.document_reader.code_spans import set_aside
from followthrough.adapters.document_reader.dialects import as_markdown, is_mdx
from followthrough.adapters.document_reader.front_matter import FrontMatter
from followthrough.adapters.document_reader.html import add_fragment
from followthrough.adapters.document_reader.text import TextBuilder

_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)(?=[\s/>])")
_KNOWN_TAGS = """
    a abbr acronym address article aside audio b bdi bdo big blockquote body br button canvas caption center cite
    code col colgroup data dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1
    h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta
    nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search
    section select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th
    thead time title tr track tt u ul var video wbr"""
_KNOWN = frozenset(_KNOWN_TAGS.split())
_NESTING_TAGS = "article button dd details div dl dt fieldset li ol section table tbody td th tr ul"
_NESTING = frozenset(_NESTING_TAGS.split())
_LOOSE = re.compile(r"(?<=\S)\*\*|\*\*(?=\S)|\*\*(?=\s*\*\*)")
_BODY_TAGS = re.compile(r"</?(?:html|body|head)\b[^>]*>", re.I)


def read_markdown(text: str, into: TextBuilder, front: FrontMatter) -> None:
    """Adds the blocks of a Markdown text.

    Args:
        text: the text behind its front matter.
        into: where the blocks go.
        front: what its front matter says.
    """
    parser = _parser(indented_code=not is_mdx(set_aside(text)[0]))
    text = as_markdown(text, front)
    rest = front.rest()
    closed = {match.group(2).lower() for match in _TAG.finditer(text) if match.group(1)}
    page = parser.render(f"{text}\n\n{as_markdown(rest, front)}" if rest else text, {"closed": closed, "open": 0})
    add_fragment(page, into)


def _parser(*, indented_code: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.use(deflist_plugin).use(admon_plugin)
    parser.use(container_plugin, "block", validate=_names_something, render=_container)
    if not indented_code:
        parser.disable("code")  # components indent what they hold
    for kind in ("html_block", "html_inline"):
        parser.add_render_rule(kind, _html)
    parser.add_render_rule("code_block", _code_block)
    parser.add_render_rule("text", _text)
    parser.add_render_rule("image", _image)
    return parser


def _names_something(params: str, *_: Any) -> bool:
    return bool(params.strip())


def _html(_self: Any, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
    """HTML as it is, but for what only looks like it: ``<your-name>`` is text."""
    return _shown_html(tokens[at].content, env)


def _shown_html(content: str, env: Any) -> str:
    closed: set[str] = env["closed"]
    env["open"] += sum(-1 if m.group(1) else 1 for m in _TAG.finditer(content) if m.group(2).lower() in _NESTING)

    def shown(match: re.Match[str]) -> str:
        name = match.group(2).lower()
        return match.group() if name in _KNOWN or name in closed else f"&lt;{match.group()[1:]}"

    return _TAG.sub(shown, _BODY_TAGS.sub("", content))


def _code_block(_self: Any, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
    """Indented text is code, but for tags inside of HTML, which may be indented as one likes."""
    content = tokens[at].content
    tag = _TAG.match(content.lstrip())
    if env["open"] > 0 and tag is not None and tag.group(2).lower() in _KNOWN:
        return _shown_html(content, env)
    return f"<pre><code>{_escaped(content)}</code></pre>\n"


def _text(_self: Any, tokens: Sequence[Token], at: int, _options: Any, _env: Any) -> str:
    """Text without marks of emphasis that CommonMark does not pair and other dialects do (``**Note: **so``)."""
    return _escaped(_LOOSE.sub("", tokens[at].content))


def _image(_self: Any, tokens: Sequence[Token], at: int, _options: Any, _env: Any) -> str:
    """What a picture is said to show, where that is more than a name."""
    said = "".join(child.content for child in tokens[at].children or [])
    return f"<span>{_escaped(said)}</span>" if len(said.split()) > 1 else ""


def _container(self: Any, tokens: Sequence[Token], at: int, _options: Any, _env: Any) -> str:
    if tokens[at].nesting != 1:
        return "</div>\n"
    title = re.sub(r"^\{?[\w-]+\}?|\{[^}]*\}|[\[\]]", "", tokens[at].info.strip()).strip()
    return f"<div>\n<p><strong>{_escaped(title)}</strong></p>\n" if title else "<div>\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
