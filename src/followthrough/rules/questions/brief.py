"""What of a long part is searched and read: the sentences that ask, with what stands nearest to them.

An embedding model sees some 256 tokens of a question and a search needs its telling words, so a part of a whole page
is a story with a question in it. Invariant: a part within the bound stays as it is; what is kept is in reading order.
"""

from __future__ import annotations

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks
from followthrough.rules.language.sentences import sentence_spans


def brief(text: str, pack: Pack, language: str | None, *, most: int) -> str:
    """The text in at most ``most`` characters: sentences that ask first, the later before the earlier.

    A text whose sentences are all longer than that keeps its beginning and its end.
    """
    if len(text) <= most:
        return text
    sentences = [text[start:end] for start, end in sentence_spans(text, pack, language)]
    asked = [asks(sentence, pack) for sentence in sentences]
    kept: list[int] = []
    room = most
    for place in sorted(range(len(sentences)), key=lambda at: (not asked[at], -at)):
        if len(sentences[place]) < room:
            kept.append(place)
            room -= len(sentences[place]) + 1
    return " ".join(sentences[place] for place in sorted(kept)) if kept else _both_ends(text, most)


def _both_ends(text: str, most: int) -> str:
    """The beginning and the end, cut between words where there are any."""
    half = (most - 1) // 2
    first, last = text[:half], text[-half:]
    first = first.rsplit(None, 1)[0] if " " in first else first
    last = last.split(None, 1)[-1] if " " in last else last
    return f"{first} {last}"
