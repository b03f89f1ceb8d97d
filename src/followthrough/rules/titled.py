"""Several documents of which each is about one thing of the kind that is asked about: "... Clinic", "... (season 9)".

Their titles share words of the question and differ by names or numbers that neither the question nor the conversation
says. A title without a name of its own speaks of the thing in general, and then nothing is left open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RankedPassage
from followthrough.rules.words import Stems, Word, has_digit, keys_of, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One thing that a question may mean.

    Attributes:
        label: what the user reads.
        own: the stems of the words by which it differs from the others, never empty.
    """

    label: str
    own: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Titled:
    """Readings by title.

    Attributes:
        readings: in the order of the ranking, at least two.
        shared: the stems of the question's words that all titles have.
    """

    readings: tuple[Reading, ...]
    shared: frozenset[str]


def titled(text: str, told: frozenset[str], passages: Sequence[RankedPassage], pack: Pack) -> Titled | None:
    """The readings of a question by the titles of the documents that were found for it; None without several.

    Args:
        text: the question.
        told: stems of what was said before it.
        passages: what was found, best first.
        pack: small words, and the language.
    """
    stems = Stems(pack)
    asked = frozenset(stems.of([k for k in keys_of(text) if k not in pack.words.stop]))
    spoken_small = frozenset(w.key for p in passages for w in words_of(p.passage.text) if w.text.islower())
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for ranked in passages:
        label = label_of(ranked.passage.document_name)
        if label not in found:
            found[label] = _split(label, asked, spoken_small, stems, pack)
    shared = max((s for s, _ in found.values()), key=len, default=frozenset[str]())
    if not shared:
        return None
    alike = [(label, own) for label, (words, own) in found.items() if words == shared]
    common = alike[0][1].intersection(*(own for _, own in alike))
    readings = tuple(Reading(label=label, own=own - common) for label, own in alike)
    if len(readings) < 2 or any(not r.own or r.own & told for r in readings):
        return None
    return Titled(readings=readings, shared=shared)


def label_of(title: str) -> str:
    """A document's title without the name of its site: "Purchase Loan | Veterans Affairs" is "Purchase Loan"."""
    return title.partition("|")[0].strip() or title


def _split(
    label: str, asked: frozenset[str], spoken_small: frozenset[str], stems: Stems, pack: Pack
) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of the title's words that were asked, and of its names that were not."""
    words = [w for w in words_of(label) if w.key not in pack.words.stop]
    of = stems.of([w.key for w in words])
    shared = frozenset(stem for stem in of if stem in asked)
    own = frozenset(
        stem for word, stem in zip(words, of, strict=True) if stem not in asked and _is_name(word, spoken_small, pack)
    )
    return shared, own


def _is_name(word: Word, spoken_small: frozenset[str], pack: Pack) -> bool:
    """Titles Have Capitals Everywhere: a name is what no text writes small. A number is one too, but for a year.

    Documents of different years are not about different things: the dates of documents say which one holds.
    """
    if _YEAR.fullmatch(word.key) or word.key in pack.values.months:
        return False
    return has_digit(word.text) or (word.text[0].isupper() and word.key not in spoken_small)


_YEAR = re.compile(r"(?:19|20)\d\d(?:-\d\d)*")
