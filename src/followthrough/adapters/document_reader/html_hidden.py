"""Text that a page's own styles hide from its readers is no part of it: it is where orders to assistants are put.

Invariant: what a plain page shows stays. A style sheet may hide what a script shows later, so that its rules count
only on a page without scripts; what an element's own style hides is gone in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_NAMED = re.compile(r"[\w*-]*([.#])([\w-]+)")
_NUMBER = re.compile(r"-?\d*\.?\d+")
_HEX = re.compile(r"#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})")
_NO_AREA = re.compile(r"(?:rect|inset|circle|polygon|ellipse)\((?:\s*(?:0(?:px|%)?|1px|50%|100%)[\s,]*)+\)")
_FAR = 500.0  # pixels; further to the side than that is outside of any window
_UNREADABLE = 2.0  # pixels of a letter
_FAINT = 0.05  # opacity
_WHITE = ("white", "#fff", "#ffff", "#ffffff", "#ffffffff", "rgb(255,255,255)")
_Style = Mapping[str, str]


def drop_hidden(tree: Any) -> None:
    """Takes elements that nobody sees out of a page's tree; the text behind them stays."""
    names = _hidden_names(tree) if tree.find(".//script") is None else frozenset[str]()
    for element in [one for one in tree.iter() if isinstance(one.tag, str)]:
        if element.getparent() is not None and (_is_named(element, names) or _is_styled_away(element)):
            element.drop_tree()


def _is_named(element: Any, names: frozenset[str]) -> bool:
    if not names:
        return False
    classes = (f".{name}" for name in (element.get("class") or "").split())
    return not names.isdisjoint((*classes, f"#{element.get('id')}"))


def _is_styled_away(element: Any) -> bool:
    written = element.get("style")
    if not written:
        return False
    style = _read(written)
    return hides(style) or (_color(style.get("color", "")) in _WHITE and _stands_on_white(element, style))


def _stands_on_white(element: Any, style: _Style) -> bool:
    """Whether nothing gives the element a ground of its own; a class may."""
    if any(name.startswith("background") for name in style):
        return False
    above = (element, *element.iterancestors())
    return not any(
        one.get("class") or one.get("bgcolor") or "background" in (one.get("style") or "").lower() for one in above
    )


def _hidden_names(tree: Any) -> frozenset[str]:
    """The classes and ids that the page's own style sheets hide, each with its mark."""
    found: set[str] = set()
    for sheet in tree.iter("style"):
        if "print" in (sheet.get("media") or ""):
            continue
        for selectors, body in _RULE.findall(_COMMENT.sub("", sheet.text or "")):
            if hides(_read(body)):
                named = (_NAMED.fullmatch(one.strip()) for one in selectors.split(","))
                found.update(f"{one[1]}{one[2]}" for one in named if one is not None)
    return frozenset(found)


def _read(style: str) -> _Style:
    """A style's declarations by name, in small letters, the last of a name counting."""
    found: dict[str, str] = {}
    for declaration in style.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip().lower()
    return found


def hides(style: _Style) -> bool:
    """Whether an element with these declarations is not seen."""
    return any(check(style) for check in _WAYS)


def _pixels(value: str) -> float | None:
    """A length as pixels, about; None where it is none."""
    found = _NUMBER.match(value)
    if found is None:
        return None
    unit = value[found.end() :].strip()
    return float(found.group()) * (16.0 if unit in ("em", "rem") else 10.0 if unit in ("vw", "vh", "%") else 1.0)


def _lengths(style: _Style, *names: str) -> Iterator[float]:
    return (length for name in names if (length := _pixels(style.get(name, ""))) is not None)


def _color(value: str) -> str:
    return "".join(value.split())


def _is_not_shown(style: _Style) -> bool:
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or style.get("content-visibility") == "hidden"
    )


def _is_faint(style: _Style) -> bool:
    found = _NUMBER.match(style.get("opacity", ""))
    share = 0.01 if style.get("opacity", "").endswith("%") else 1.0
    return found is not None and float(found.group()) * share <= _FAINT


def _is_tiny(style: _Style) -> bool:
    flat = style.get("overflow", "") in ("hidden", "clip")
    return (
        any(length <= _UNREADABLE for length in _lengths(style, "font-size"))
        or style.get("transform", "").replace(" ", "") in ("scale(0)", "scale(0,0)", "scalex(0)", "scaley(0)")
        or (flat and any(0 <= one <= 1 for one in _lengths(style, "height", "max-height", "width", "max-width")))
    )


def _is_colourless(style: _Style) -> bool:
    color = _color(style.get("color", ""))
    ground = _color(style.get("background-color", style.get("background", "")))
    clear = color == "transparent" or (color.startswith(("rgba(", "hsla(")) and color.endswith((",0)", ",0.0)")))
    no_alpha = (
        _HEX.fullmatch(color) is not None and len(color) in (5, 9) and not color[-(len(color) // 4) :].strip("0")
    )
    return clear or no_alpha or (bool(color) and color == ground)


def _is_elsewhere(style: _Style) -> bool:
    moved = ("text-indent", "margin-left", "margin-top")
    placed = ("left", "top", "right", "bottom") if style.get("position") in ("absolute", "fixed") else ()
    return any(length <= -_FAR for length in _lengths(style, *moved, *placed))


def _is_cut_away(style: _Style) -> bool:
    return any(_NO_AREA.fullmatch(style.get(name, "")) is not None for name in ("clip", "clip-path"))


_WAYS: tuple[Callable[[_Style], bool], ...] = (
    _is_not_shown,
    _is_faint,
    _is_tiny,
    _is_colourless,
    _is_elsewhere,
    _is_cut_away,
)
