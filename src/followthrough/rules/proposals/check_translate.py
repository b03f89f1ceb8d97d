"""A model's translation of a document's question: the same question in another language, or the document's own words.

No rule here can read the other language; what it can see is that nothing was added or lost that needs no language.
Invariant: a translation that passes has the numbers, codes, addresses and quotations of the text and no others.
"""

from __future__ import annotations

import re

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import ends_as_question
from followthrough.rules.language.facts import facts_of
from followthrough.rules.language.words import has_digit, keys_of, words_of
from followthrough.tuning import Tuning

_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»\n]+)[\"”“»]")
_MARKUP = re.compile(r"\]\(|<\w|```|^#", re.MULTILINE)


def wants_translation(loop: ClarificationContext | None, pack: Pack) -> bool:
    """Whether the question that waits is in another language than the user asked in, as far as is known (R3-12)."""
    if loop is None or not loop.is_active or loop.question is None:
        return False
    return loop.language != pack.language and len(words_of(loop.original_text)) > 1


def check_translate(text: str, translation: str, pack: Pack, tuning: Tuning) -> str | None:
    """The translation as it may be shown; None where it is none of this text."""
    said = translation.strip()
    longest = tuning.translation_max_times * len(text) + _SPARE
    if not words_of(said) or len(said) > longest or (said.count("\n") > text.count("\n")):
        return None
    if ends_as_question(text) and not ends_as_question(said):
        return None
    if _MARKUP.search(said) or _figures(said) != _figures(text):
        return None
    if facts_of(text, pack).addresses != facts_of(said, pack).addresses:
        return None
    return said if all(quoted in said for quoted in _QUOTED.findall(text)) else None


_SPARE = 60  # characters: short questions grow more in other languages


def _figures(text: str) -> list[str]:
    return sorted(key for key in keys_of(text) if has_digit(key))
