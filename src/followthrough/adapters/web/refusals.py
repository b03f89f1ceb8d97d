"""How a page is refused: the code of ``domain.web`` and one plain line for each."""

from __future__ import annotations

from typing import Final

from followthrough.domain.web import PageRefusal, PageRefused

_REASONS: Final = {
    PageRefusal.NOT_FOUND: "There is no page at this address; check it.",
    PageRefusal.NEEDS_LOGIN: "The page is only shown after logging in; save it as a file and add that.",
    PageRefusal.TOO_LARGE: "The page is larger than what is read from the web; download it and add it as a file.",
    PageRefusal.NOT_TEXT: "There is no text at this address that can be read; give a page, a PDF or a text file.",
    PageRefusal.BLOCKED_ADDRESS: (
        "Only public web addresses (http or https, without a password in them) are read; add the file itself."
    ),
    PageRefusal.TIMED_OUT: "The page did not come in time; try again later, or add it as a file.",
    PageRefusal.UNREACHABLE: "The site did not answer properly; try again later, or add the page as a file.",
    PageRefusal.TOO_MANY_REDIRECTS: "The address keeps sending to other addresses; give the one where the page is.",
}


class Refusal(Exception):
    """Never leaves this package."""

    def __init__(self, code: PageRefusal, reason: str = "") -> None:
        super().__init__(code)
        self.value = PageRefused(code=code, reason=reason or _REASONS[code])


def refused(code: PageRefusal) -> PageRefused:
    """The value for a code, with its line."""
    return PageRefused(code=code, reason=_REASONS[code])
