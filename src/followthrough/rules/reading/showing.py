"""What of an answer is shown where the user wants less than all of it: one item of a list, or its beginning.

Invariant: what is shown stands in a passage and is cited, whatever is left out; no sentence is made shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import Extract, ExtractKind, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Shown
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.evidence.units import Unit, units_of
from followthrough.rules.language.wording import inert
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.reading.answering import extract_of
from followthrough.rules.reading.blocks import words_of_unit
from followthrough.tuning import Tuning


def as_wanted(
    answer: PartAnswer, shown: Shown, passages: Sequence[Passage], *, name: str, pack: Pack, tuning: Tuning
) -> PartAnswer:
    """The answer as far as it is wanted.

    Args:
        answer: all that was found.
        shown: what of it is wanted.
        passages: those that the item may stand in.
        name: what is asked, in words that name the item.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    if shown.brief:
        return replace(answer, extracts=tuple(_beginning(answer.extracts, tuning)))
    found = next(((p, unit) for p in passages for unit in units_of(p, pack) if _says(p, unit, shown.item)), None)
    if found is None:
        return answer
    home, own = found
    siblings = [unit for unit in units_of(home, pack) if unit.block == own.block]
    told = [extract_of(home, own), *_about(name, home, siblings, passages, pack)]
    rest = () if shown.alone or len(told) > 1 else answer.extracts
    more = [e for e in rest if not _is_one_of(e, home, siblings) and e.text not in {one.text for one in told}]
    extracts = (*told, *more)
    if not shown.alone and not answer.complete:
        return replace(answer, extracts=extracts, signal=RetrievalSignal.LOW, likely=True)
    return replace(answer, extracts=extracts, complete=True, missing=(), signal=RetrievalSignal.HIGH, doubt=None)


def _says(passage: Passage, unit: Unit, item: str) -> bool:
    return inert(words_of_unit(passage, unit)) == item


def _is_one_of(extract: Extract, home: Passage, units: Sequence[Unit]) -> bool:
    """Whether the extract is the item's list, or what announces it."""
    first, last = home.start + units[0].start, home.start + units[-1].end
    is_in = extract.passage.document_id == home.document_id and first <= extract.start < last
    return is_in or (extract.passage.id == home.id and extract.text.endswith(":"))


def _about(
    name: str, home: Passage, siblings: Sequence[Unit], passages: Sequence[Passage], pack: Pack
) -> list[Extract]:
    """Sentences of the item's document that name it."""
    wanted = telling_stems(name, pack)
    own = [p for p in passages if p.document_id == home.document_id]
    found: dict[int, Extract] = {}
    for passage in own if wanted else ():
        for unit in units_of(passage, pack):
            is_sibling = passage.id == home.id and unit in siblings
            if (
                unit.kind is ExtractKind.SENTENCE
                and not is_sibling
                and wanted <= telling_stems(words_of_unit(passage, unit), pack)
            ):
                found.setdefault(passage.start + unit.start, extract_of(passage, unit))
    return [found[start] for start in sorted(found)][:_MOST_ABOUT]


_MOST_ABOUT = 3  # sentences


def _beginning(extracts: Sequence[Extract], tuning: Tuning) -> list[Extract]:
    """The first list, whole, with what announces it; else the first sentences, half of what was said at most."""
    kept: list[Extract] = []
    room = min(tuning.reply_brief_words, sum(len(one.text.split()) for one in extracts) // 2)
    for extract in extracts:
        is_listed, before = extract.kind is not ExtractKind.SENTENCE, kept[-1] if kept else None
        goes_on = before is not None and before.passage.id == extract.passage.id
        in_list = before is not None and (before.kind is extract.kind or before.text.endswith(":"))
        room -= 0 if is_listed else len(extract.text.split())
        if before is not None and not (
            goes_on and (in_list if is_listed else room >= 0 and before.kind is extract.kind)
        ):
            break
        kept.append(extract)
    return kept
