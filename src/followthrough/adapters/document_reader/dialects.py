"""What site generators add to Markdown, turned into Markdown: nothing that a reader of the site would not see stays.

Jekyll's and Hugo's tags (Liquid, shortcodes), kramdown's and pandoc's attributes, MDX (imports, components,
expressions), MyST's directives and roles, admonitions, tabs, footnotes. Code is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from followthrough.adapters.document_reader.code_spans import restore, set_aside
from followthrough.adapters.document_reader.front_matter import FrontMatter, in_words

_MYST_OPEN = re.compile(r"^([ \t]*)(`{3,}|~{3,}|:{3,})\{([\w:-]+)\}[ \t]*(.*)$")
_MYST_CODE = frozenset(
    {"code", "code-block", "code-cell", "sourcecode", "math", "mermaid", "literalinclude", "eval-rst"}
)
_MYST_EMPTY = frozenset({"toctree", "include", "image", "contents", "tableofcontents", "raw"})
_OPTION = re.compile(r"^[ \t]*:[\w-]+:(?:[ \t].*)?$")
_ESM = re.compile(
    r"^(?:import\s+(?:[\w*{}\s,$]{1,500}?\s+from\s+)?['\"][^'\"\n]*['\"]"
    r"|export\s+(?:const|let|var|default|function|async)\b.{0,2000}?(?=\n\s*\n|\Z))[ \t]*;?[ \t]*$",
    re.M | re.S,
)
_JSX = re.compile(r"<(/?)([A-Z][\w.]*)((?:[^<>{}\"']|\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)>")
_JSX_COMMENT = re.compile(r"\{/\*.{0,20000}?\*/\}", re.S)
_JSX_TEXT = re.compile(r"\{\s*(?:'([^'\n]*)'|\"([^\"\n]*)\")\s*\}")
_JSX_VALUE = re.compile(r"\{[A-Za-z_$][\w$.]*(?:\([^(){}\n]*\))?\}")
_COMMENTED = re.compile(r"\{%-?\s*comment\s*-?%\}.{0,20000}?\{%-?\s*endcomment\s*-?%\}|\{#.{0,2000}?#\}(?=\s)", re.S)
_HTML_COMMENT = re.compile(r"<!--.{0,200000}?-->", re.S)
_SHORTCODE = re.compile(r"\{\{\s*[<%](.{0,4000}?)[%>]\s*\}\}", re.S)
_LIQUID = re.compile(r"\{%-?(.{0,4000}?)-?%\}", re.S)
_OUTPUT = re.compile(r"\{\{-?(.{0,1000}?)-?\}\}", re.S)
_ATTRIBUTES = re.compile(
    r"\{:[^{}\n]{0,400}\}|(?:(?<=[\])*_`>:\w\ue001\"])|[ \t]+|^)\{ ?[#.][\w-][^{}\n]{0,400}\}(?=[\s.,;:)]|$)"
    r"|\{ ?(?:align|class|height|id|loading|style|target|title|width|data-[\w-]{1,40})=[^{}\n]{0,400}\}",
    re.M,
)
_ICON = re.compile(r":(?:material|fontawesome|octicons|simple|mdi)-(?:(?:brands|regular|solid)-)?([a-z0-9-]{1,60}):")
_ICON_LOOKS = re.compile(r"-(?:outline|variant|\d+)(?=-|$)")
_KEYS = re.compile(r"(?<![+\w])\+\+([\w-]{1,20}(?:\+[\w-]{1,20}){0,4})\+\+(?![+\w])")
_MARKED = re.compile(r"(?<![=\w])==(?=[^\s=])([^=\n]{1,200})(?<=\S)==(?![=\w])")
_ABBREVIATION = re.compile(r"^\*\[[^\]\n]{1,60}\]:.*$", re.M)
_POSITIONAL = re.compile(
    r"(?!include|render|link|post_url|asset|image|img|layout|highlight)\w+\s+[\"']([^\"'/]{1,80})[\"']"
)
_CONTENTS = re.compile(
    r"^[ \t]*(?:(?:[*+-]|\d+\.)[ \t]+.*\n\{:[ \t]*toc.*\}|\[\[?_?TOC_?\]\]?|<!--[ \t]*toc[ \t]*-->)[ \t]*$",
    re.I | re.M,
)
_ALERT = re.compile(r"^([ \t]*>[ \t]*)\[!\w+\][+-]?[ \t]*", re.M)
_TAB = re.compile(r"^([ \t]*)===\+?!?[ \t]+(?=\")", re.M)
_WIKI = re.compile(r"(!?)\[\[([^\]\n|]{1,200})(?:\|([^\]\n]{1,200}))?\]\]")
_MYST_ROLE = re.compile(r"\{[\w:-]+\}(?=\ue000)")
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*")
_RULE = re.compile(r"[ \t|:+=-]+")
_TASK = re.compile(r"^([ \t]*(?:[-*+]|\d+[.)])[ \t]+)\[[ xX]\][ \t]+", re.M)
_FOOTNOTE = re.compile(r"(?<=\S)\[\^[^\]\s]{1,60}\](?!:)")
_NOTE = re.compile(r"^\[\^[^\]\s]{1,60}\]:[ \t]*(.*(?:\n(?:[ \t]+\S.*|\S[^\n]*))*)", re.M)
_ATTRIBUTE = re.compile(r"([\w-]+)\s*[=:]\s*(?:\"([^\"]*)\"|'([^']*)'|([\w.-]+))")
_SAID = frozenset(
    {
        "alert",
        "answer",
        "body",
        "caption",
        "content",
        "description",
        "header",
        "heading",
        "headline",
        "label",
        "message",
    }
    | {"note", "question", "subtitle", "summary", "text", "title"}
)
_NAMED = re.compile(r"^(?:tabs?|tab-?item|details|expand(?:able)?|accordion\w*|collapse|card)\s+[\"']([^\"']+)[\"']")
_AGAINST = re.compile(r"\S*?\b(incorrect|wrong|bad|dont|do-not|avoid)\b", re.I)  # a component that warns by its name
_REFERENCE = re.compile(r"\]\([^()\n]*$")
_PAGE_KEY = re.compile(r"(?:page|site|frontmatter|include|this)\.(?:params\.)?")


def as_markdown(text: str, front: FrontMatter) -> str:
    """Markdown without the dialect's marks; what the head of the text names is put where it is called for."""
    text, spans = set_aside(_without_myst(text))
    text = _CONTENTS.sub("", _HTML_COMMENT.sub("", _COMMENTED.sub("", text)))
    text = _SHORTCODE.sub(lambda m: _tag(m, front), text)
    text = _LIQUID.sub(lambda m: _tag(m, front), text)
    text = _OUTPUT.sub(lambda m: _output(m.group(1), front), text)
    text = _MARKED.sub(r"\1", _KEYS.sub(r"\1", _ABBREVIATION.sub("", _ATTRIBUTES.sub("", text))))
    text = _ICON.sub(_icon, text)
    if is_mdx(text):
        text = _without_jsx(text, front)
    text = _TAB.sub(r"\1!!! tab ", _ALERT.sub(r"\1", text))
    text = _WIKI.sub(lambda m: "" if m.group(1) else m.group(3) or m.group(2), text)
    text = _TASK.sub(r"\1", _MYST_ROLE.sub("", text))
    return restore(_with_rules(_with_notes(text)), spans)


def is_mdx(text: str) -> bool:
    """Whether a text imports something or uses a component."""
    return bool(_ESM.search(text)) or any(
        match.group(1) or match.group(3).rstrip().endswith("/") for match in _JSX.finditer(text)
    )


def _without_jsx(text: str, front: FrontMatter) -> str:
    text = _JSX_COMMENT.sub("", _ESM.sub("", text))
    text = _JSX.sub(_component, text)
    text = _JSX_TEXT.sub(lambda m: m.group(1) or m.group(2) or "", text)
    return _JSX_VALUE.sub(lambda m: front.text_of(_PAGE_KEY.sub("", m.group()[1:-1])), text)


def _component(match: re.Match[str]) -> str:
    """A component's tag: the words that it says of itself on a line of their own.

    Within a line what it is given stands in its place where it holds nothing else: ``<Key mod="cmd" k="z" />``.
    """
    said = "" if match.group(1) else _said(match.group(3))
    if said:
        return f"\n\n**{said}**\n\n"
    if _stands_alone(match):
        return "\n\n"
    return _given(match.group(3)) if match.group(3).rstrip().endswith("/") else ""


def _given(attributes: str) -> str:
    """The words among the values of a tag, but for those that only say how it looks or where it leads."""
    found = (m for m in _ATTRIBUTE.finditer(attributes) if m.group(1).lower() not in _LOOKS)
    values = ((m.group(2) or m.group(3) or "").strip() for m in found)
    return " ".join(value for value in values if value and not re.search(r"[/{<>]", value))


_LOOKS = frozenset(
    (
        "class",
        "classname",
        "style",
        "id",
        "key",
        "ref",
        "src",
        "href",
        "to",
        "type",
        "variant",
        "color",
        "size",
        "width",
        "height",
        "align",
        "target",
        "rel",
        "alt",
    )
)


def _stands_alone(match: re.Match[str]) -> bool:
    text = match.string
    before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    end = text.find("\n", match.end())
    return not before.strip() and not text[match.end() : end if end >= 0 else None].strip()


def _tag(match: re.Match[str], front: FrontMatter) -> str:
    """What a reader of the site sees in place of a tag of Liquid or a shortcode of Hugo."""
    inner = match.group(1).strip()
    if (
        not inner
        or inner.startswith("/")
        or _REFERENCE.search(match.string[max(0, match.start() - 300) : match.start()])
    ):
        return ""
    if not _stands_alone(match):
        shown = _POSITIONAL.fullmatch(inner)  # {% channel "help" %} within a sentence
        return shown.group(1) if shown else _said(inner)
    parts = [f"**{said}**"] if (said := _said(inner)) else []
    for key, written in _lists(inner, front):
        above = match.string[: match.start()].rstrip()
        parts += [written] if _announces(above) else [f"{in_words(key)}:\n", written]
    return "\n\n" + "\n\n".join(parts) + "\n\n"


def _announces(above: str) -> bool:
    last = above[above.rfind("\n") + 1 :].strip()
    return last.startswith("#") or last.endswith(":")


def _icon(match: re.Match[str]) -> str:
    """What an icon shows, in words: all of a cell, or beside the words that it stands among."""
    words = _ICON_LOOKS.sub("", match.group(1)).replace("-", " ")
    text = match.string
    before, after = text[: match.start()].rstrip(" \t")[-1:], text[match.end() :].lstrip(" \t")[:1]
    return words if before in ("", "\n", "|") and after in ("", "\n", "|") else f"({words})"


def _lists(inner: str, front: FrontMatter) -> Iterator[tuple[str, str]]:
    """The values of the text's head that a tag puts here, as Markdown, with their keys."""
    for match in _ATTRIBUTE.finditer(inner):
        key = _PAGE_KEY.sub("", match.group(4) or "")
        if key and (written := front.list_of(key)):
            yield key, written


def _said(attributes: str) -> str:
    """The words for people among the attributes of a tag."""
    named = _NAMED.match(attributes)
    texts = [named.group(1)] if named else []
    for match in _ATTRIBUTE.finditer(attributes):
        value = (match.group(2) or match.group(3) or "").strip()
        if match.group(1).lower() in _SAID and value and not re.fullmatch(r"\S*[/{]\S*", value):
            texts.append(value)
    said = ". ".join(" ".join(text.split()) for text in dict.fromkeys(texts))
    against = _AGAINST.match(attributes.removeprefix("include").strip())
    return f"{in_words(against.group(1))}: {said}" if said and against else said


def _output(inner: str, front: FrontMatter) -> str:
    """What a variable stands for, where the text itself says it."""
    return front.text_of(_PAGE_KEY.sub("", inner.split("|", maxsplit=1)[0].strip()))


def _without_myst(text: str) -> str:
    """Directives as containers, which is what they are; their options are left out."""
    if "}" not in text or not re.search(r"^[ \t]*(?:`{3,}|~{3,}|:{3,})\{", text, re.M):
        return text
    lines: list[str] = []
    open_fences: list[tuple[str, str]] = []
    after_opening = False
    for line in text.split("\n"):
        match = _MYST_OPEN.match(line)
        if after_opening and _OPTION.match(line):
            continue
        after_opening = match is not None
        bare = line.strip()
        if match is not None:
            indent, fence, name, title = match.groups()
            if name in _MYST_CODE or name in _MYST_EMPTY:
                open_fences.append((fence, f"{indent}{'`' * len(fence)}"))
                lines.append(f"{indent}{'`' * len(fence)}")
            else:
                open_fences.append((fence, ""))
                lines += ["", f"{indent}**{title}**" if title else "", ""]
        elif open_fences and bare == open_fences[-1][0]:
            lines.append(open_fences.pop()[1])
        else:
            lines.append(line)
    return "\n".join(lines)


def _with_rules(text: str) -> str:
    """Tables without the line under their first row get one: kramdown needs none."""
    lines = text.split("\n")
    rows = [bool(_ROW.fullmatch(line)) for line in lines]
    out: list[str] = []
    at = 0
    while at < len(lines):
        end = at + 1
        while rows[at] and end < len(lines) and rows[end]:
            end += 1
        table = lines[at:end]
        if len(table) > 1 and not any(_RULE.fullmatch(line) for line in table):
            columns = table[0].strip().strip("|").count("|") + 1
            table.insert(1, "|---" * columns + "|")
        out += table
        at = end
    return "\n".join(out)


def _with_notes(text: str) -> str:
    """Footnotes as paragraphs where their section ends, their signs left out."""
    if "[^" not in text:
        return text
    notes = {m.group()[: m.group().index("]:") + 1]: " ".join(m.group(1).split()) for m in _NOTE.finditer(text)}
    pending: list[str] = []
    out: list[str] = []
    for line in _NOTE.sub("", text).split("\n"):
        if line.startswith("#") and pending:
            out += ["", *(f"{note}\n" for note in pending), ""]
            pending = []
        pending += [notes.pop(m.group()) for m in _FOOTNOTE.finditer(line) if m.group() in notes]
        out.append(_FOOTNOTE.sub("", line))
    rest = [*pending, *notes.values()]
    return "\n".join(out) + "".join(f"\n\n{note}" for note in rest)
