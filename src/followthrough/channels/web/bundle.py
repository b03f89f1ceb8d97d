"""The pages as a browser gets them: each one module, one style sheet, names that say what is in them.

The sources in ``static`` are plain modules that run as they are. Some fifty requests for them are slow on a phone, so
they are packed when the server starts: no build step, no Node, and never an old part beside a new one.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ASSETS = "assets"
PAGES = {"": ("page", "index.html", "app.js"), "operations": ("operations", "operations.html", "operations.js")}
"""What each page's parts are called, its markup and its first module, by the path that the browser asks for."""

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_PACKED_ALREADY = frozenset({".woff2"})
_IMPORT = re.compile(r'^import\s+(?:(\w+)|\{([^}]*)\})\s+from\s+"([^"]+)";\n?', re.MULTILINE)
_EXPORTED = re.compile(r"^export\s+((?:async\s+)?(?:function\*?|class|const|let)\s+(\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"export\s*\{([^}]*)\};?")
_NOTES = re.compile(r"^[ \t]*(?:/\*\*?(?!/)(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
_STYLE_LINK = re.compile(r'^ *<link rel="stylesheet" href="([^"]+)" />\n', re.MULTILINE)
_STYLE_URL = re.compile(r'url\("([^"]+)"\)')


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """A file as it is sent.

    Attributes:
        body: its bytes.
        packed: the same compressed with gzip; None where that saves nothing.
        media_type: its content type.
        etag: changes when the body does.
    """

    body: bytes
    packed: bytes | None
    media_type: str
    etag: str


@cache
def bundle(folder: Path) -> dict[str, Asset]:
    """The files of all pages by the path that the browser asks for; ``""`` is the main page.

    Raises:
        ValueError: a module imports in a circle, or in a form that is not understood.
    """
    assets: dict[str, Asset] = {}
    fonts = {
        f"fonts/{path.name}": _add(assets, path.name, path.read_bytes()) for path in folder.glob("fonts/*.woff2")
    }
    named = fonts | {"icon.svg": _add(assets, "icon.svg", (folder / "icon.svg").read_bytes())}
    named["theme.js"] = _add(assets, "theme.js", (folder / "theme.js").read_bytes())
    for path, (stem, markup, entry) in PAGES.items():
        if (folder / markup).is_file():
            style = "".join(_style(folder, sheet, named) for sheet in _sheets(folder / markup))
            parts = {
                **named,
                "style": _add(assets, f"{stem}.css", style.encode()),
                entry: _add(assets, f"{stem}.js", _modules(folder, entry).encode()),
            }
            assets[path] = _page(folder / markup, entry, parts)
    return assets


def _sheets(markup: Path) -> list[str]:
    return _STYLE_LINK.findall(markup.read_text(encoding="utf-8"))


def _page(source: Path, entry: str, parts: dict[str, str]) -> Asset:
    """A page that names its parts as they are sent."""
    markup, sheets = source.read_text(encoding="utf-8"), _sheets(source)
    font = parts["fonts/figtree-latin.woff2"]
    links = (
        f'    <link rel="stylesheet" href="{parts["style"]}" />\n'
        f'    <link rel="modulepreload" href="{parts[entry]}" />\n'
        f'    <link rel="preload" href="{font}" as="font" type="font/woff2" crossorigin />\n'
    )
    before, _, after = markup.partition(f'    <link rel="stylesheet" href="{sheets[0]}" />\n')
    page = before + links + _STYLE_LINK.sub("", after)
    for name in (entry, "theme.js", "icon.svg"):
        page = page.replace(f'"{name}"', f'"{parts[name]}"')
    return _asset(source.name, page.encode())


def _add(assets: dict[str, Asset], name: str, body: bytes) -> str:
    """Keeps a file under a name that says what is in it, so that it may be kept for ever."""
    asset = _asset(name, body)
    stem, dot, ending = name.rpartition(".")
    path = f"{ASSETS}/{stem}.{asset.etag}{dot}{ending}"
    assets[path] = asset
    return path


def _asset(name: str, body: bytes) -> Asset:
    ending = Path(name).suffix
    return Asset(
        body=body,
        packed=None if ending in _PACKED_ALREADY else gzip.compress(body, compresslevel=9, mtime=0),
        media_type=_MEDIA_TYPES[ending],
        etag=hashlib.sha256(body).hexdigest()[:16],
    )


def _style(folder: Path, name: str, named: dict[str, str]) -> str:
    """A style sheet; what it refers to stands beside it under its lasting name."""
    text = (folder / name).read_text(encoding="utf-8")

    def beside(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
        return f'url("{posixpath.basename(named[path])}")'

    return _STYLE_URL.sub(beside, text)


def _modules(folder: Path, entry: str) -> str:
    """All modules from the entry on in one, each in a scope of its own, what is imported first."""
    done: dict[str, str] = {}
    _visit(folder, entry, done, ())
    return "\n".join(done.values())


def _visit(folder: Path, name: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"{name} imports itself by way of {above[-1]}.")
    if name in done:
        return
    text = (folder / name).read_text(encoding="utf-8")
    for found in _IMPORT.finditer(text):
        _visit(folder, _path(name, found[3]), done, (*above, name))
    done[name] = _scoped(name, text)


def _scoped(name: str, text: str) -> str:
    """A module as a function's scope that gives what it exports."""
    text = _IMPORT.sub(lambda found: _taken(name, found), _NOTES.sub("", text))
    given = {declared: declared for _, declared in _EXPORTED.findall(text)}
    text = _EXPORTED.sub(r"\1", text)
    for listed in _EXPORT_LIST.findall(text):
        pairs = [part.split(" as ") for part in listed.split(",") if part.strip()]
        given |= {pair[-1].strip(): pair[0].strip() for pair in pairs}
    text = _EXPORT_LIST.sub("", text)
    if re.search(r"^(?:import|export)\b", text, re.MULTILINE):
        raise ValueError(f"{name} imports or exports in a form that is not understood.")
    result = ", ".join(f"{outer}: {inner}" for outer, inner in given.items())
    return f"const {_scope(name)} = (() => {{\n{text}\nreturn {{ {result} }};\n}})();"


def _taken(name: str, found: re.Match[str]) -> str:
    whole, parts, source = found.groups()
    taken = f"default: {whole}" if whole else parts.strip().replace(" as ", ": ")
    return f"const {{ {taken} }} = {_scope(_path(name, source))};\n"


def _path(name: str, source: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), source))


def _scope(name: str) -> str:
    return "m_" + re.sub(r"\W", "_", name.removesuffix(".js"))
