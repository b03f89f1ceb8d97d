"""What of an answer is shown where the user wants less than all of it: one item of a list, or its beginning.

Invariant: what is shown stands in a passage and is cited, whatever is left out; no sentence is made shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import Extract, ExtractKind, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Shown
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.evidence.units import Unit, extract_of, units_of, words_of_unit
from followthrough.rules.language.wording import inert
from followthrough.rules.objective.unsolved import telling_stems
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
        said = _from_the_answer(answer.extracts, telling_stems(name, pack), pack)
        kept = _beginning(said, tuning)
        items = sum(extract.kind is not ExtractKind.SENTENCE for extract in kept)
        left = max(0, items - tuning.reply_brief_items)
        return replace(answer, extracts=tuple(kept[: len(kept) - left]), left=left)
    found = _home_of(shown.item, passages, pack) if shown.item else None
    if found is None:
        return answer
    home, own = found
    siblings = [unit for unit in units_of(home, pack) if unit.block == own.block]
    told = [extract_of(home, own), *_about(name, home, siblings, passages, pack)]
    is_told = shown.alone or len(told) > 1
    more = () if is_told else _without_list(answer.extracts, home, siblings)
    shown_now = replace(answer, extracts=(*told, *more))
    if not (is_told or answer.complete):
        return replace(shown_now, signal=RetrievalSignal.LOW, likely=True)
    return replace(shown_now, complete=True, missing=(), signal=RetrievalSignal.HIGH, doubt=None)


def _home_of(item: str, passages: Sequence[Passage], pack: Pack) -> tuple[Passage, Unit] | None:
    """Where the item stands."""
    return next(((p, unit) for p in passages for unit in units_of(p, pack) if _says(p, unit, item)), None)


def _without_list(extracts: Sequence[Extract], home: Passage, siblings: Sequence[Unit]) -> list[Extract]:
    return [extract for extract in extracts if not _is_one_of(extract, home, siblings)]


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


def _from_the_answer(extracts: Sequence[Extract], wanted: frozenset[str], pack: Pack) -> Sequence[Extract]:
    """The extracts from the steps on, else from the sentence that says most of what is asked; the first of equals.

    Only within what is shown first, the likeliest.
    """
    first = list(takewhile(lambda one: one.kind in _TOLD and one.passage.id == extracts[0].passage.id, extracts))
    steps = next((n for n, one in enumerate(first) if one.kind is ExtractKind.STEP), None)
    if steps is not None:
        return extracts[steps - (steps > 0 and first[steps - 1].text.endswith(":")) :]
    said = [len(wanted & telling_stems(one.text, pack)) for one in first]
    return extracts[said.index(max(said)) :] if said else extracts


_TOLD = (ExtractKind.SENTENCE, ExtractKind.STEP)


def _beginning(extracts: Sequence[Extract], tuning: Tuning) -> list[Extract]:
    """The first list with what announces it; else the first sentences, half of what was said at most."""
    kept = list(extracts[:1])
    room = min(tuning.reply_brief_words, sum(_words(one) for one in extracts) // 2) - sum(map(_words, kept))
    for extract in extracts[1:]:
        before = kept[-1]
        is_sentence = extract.kind is ExtractKind.SENTENCE
        room -= _words(extract) if is_sentence else 0
        fits = before.kind is extract.kind and (room >= 0 or not is_sentence)
        announced = before.text.endswith(":") and not is_sentence
        if before.passage.id != extract.passage.id or not (fits or announced):
            break
        kept.append(extract)
    return kept


def _words(extract: Extract) -> int:
    return len(extract.text.split())
