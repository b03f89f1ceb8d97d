"""Headings of a page, and the labels of what unfolds: an accordion's button, the summary of details.

A label is a heading for what it unfolds and for nothing behind it.
"""

from __future__ import annotations

from typing import Any

from followthrough.adapters.document_reader.text import TextBuilder

_DEEPEST_LEVEL = 6
_LEAST_LABEL_LEVEL = 2  # a label is never the title of its page


class Labels:
    """Writes headings at the level that they have where they stand.

    Args:
        into: where they go.
    """

    def __init__(self, into: TextBuilder) -> None:
        self._into = into
        self._level = 0
        self._panels: dict[str, int] = {}
        self._inside: list[tuple[Any, int]] = []

    def is_label(self, element: Any) -> bool:
        """Whether a button unfolds something."""
        if element.tag != "button":
            return False
        parent = element.getparent()
        if parent is not None and parent.tag.startswith("h") and len(parent.tag) == 2:
            return False
        return element.get("aria-controls") is not None or element.get("aria-expanded") is not None

    def is_panel(self, element: Any) -> bool:
        """Whether an element is what a label unfolds."""
        return bool(self._inside) and self._inside[-1][0] is element

    def opens(self, element: Any) -> bool:
        """Takes note of an element that begins; says whether it is what a label unfolds."""
        if element.tag == "details":
            self._inside.append((element, 0))
            return True
        level = self._panels.pop(element.get("id") or "", 0)
        if level:
            self._inside.append((element, level))
        return bool(level)

    def add(self, text: str, element: Any, level: int) -> None:
        """Writes a heading, or a label where ``level`` is 0."""
        if not text:
            return
        inner = max((one for _, one in self._inside), default=0)
        if level == 0:
            level = max(self._level + 1, _LEAST_LABEL_LEVEL) if not inner else max(inner + 1, self._level)
            level = min(level, _DEEPEST_LEVEL)
            self._begin(element, level)
        else:
            level = min(max(level, inner + 1), _DEEPEST_LEVEL) if inner else level
            button = element.find(".//button[@aria-controls]")
            if button is not None:
                self._panels[button.get("aria-controls")] = level
        self._level = level
        self._into.heading(text, level)

    def close(self, element: Any) -> None:
        """Ends what a label unfolded."""
        _, level = self._inside.pop()
        if level:
            self._into.leave(level)
            self._level = level - 1

    def _begin(self, element: Any, level: int) -> None:
        controls = element.get("aria-controls")
        if element.tag == "button" and controls:
            self._panels[controls] = level
        elif element.tag == "summary" and self._inside and element.getparent() is self._inside[-1][0]:
            self._inside[-1] = (self._inside[-1][0], level)
