"""Messages in which nothing was said: nothing is planned, searched or counted for them.

A word needs a letter or a number. White space, punctuation, symbols, emoji (keycaps such as 1️⃣ too), invisible
characters and letters that print as blanks are none.
"""

from __future__ import annotations

import re
import unicodedata

from followthrough.domain.conversation import Decision, Lane, Message, TurnClass
from followthrough.domain.plan import SayText

_KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0")  # Hangul fillers: letters to Unicode, blanks to the eye


def guard(message: Message) -> SayText | None:
    """What to say to a message without a word and without anything given; None for every other message."""
    given = message.attachments or message.links
    return None if given or has_words(message.text) else empty_message()


def empty_message() -> SayText:
    """The plan for a message without a word."""
    decision = Decision(lane=Lane.GUARD, reason="empty_message")
    return SayText(turn_class=TurnClass.EMPTY, decision=decision, say="empty")


def has_words(text: str) -> bool:
    """Whether there is a letter or a number in the text."""
    if text.isascii():
        return any(c.isalnum() for c in text)
    return any(unicodedata.category(c)[0] in "LN" and c not in _BLANK_LETTERS for c in _KEYCAP.sub("", text))
