"""A document as a whole: asked about alone, it is answered by how it begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import Extract, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.evidence.units import extract_of, units_of
from followthrough.rules.language.asking import content
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import words_of


def asks_of_the_whole(text: str, summary: float, least: float, pack: Pack) -> bool:
    """Whether one document is asked for all of it: for a summary, or openly and in no words but a document's.

    Args:
        text: the question: "what does it say", "what is this document about?", "sum it up".
        summary: the chance that a summary is wanted.
        least: the chance from which on it is.
        pack: the words to look for.
    """
    if summary >= least:
        return True
    words = words_of(text)
    if wanted([word.key for word in words], pack).kind not in _OPEN:
        return False
    said = content(words, pack)
    return all(word.key in pack.words.light or word.key in pack.giving.sources for word in said)


_OPEN = (Kind.OPEN, Kind.DEFINITION)  # "when", "how much", "is it ..." ask one thing of it


def beginning(answer: PartAnswer, passages: Sequence[Passage], pack: Pack, *, most: int) -> PartAnswer:
    """The answer with how the document begins, some ``most`` words of whole sentences; unchanged without a text."""
    told: list[Extract] = []
    room = most
    for passage in passages:
        for unit in units_of(passage, pack):
            extract = extract_of(passage, unit)
            room -= len(extract.text.split())
            if told and room < 0:
                return _told(answer, told)
            told.append(extract)
    return _told(answer, told)


def _told(answer: PartAnswer, extracts: Sequence[Extract]) -> PartAnswer:
    if not extracts:
        return answer
    return replace(
        answer, extracts=tuple(extracts), complete=True, missing=(), signal=RetrievalSignal.HIGH, doubt=None
    )
