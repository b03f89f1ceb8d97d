"""Whether an answer was taken from one of several cases that nothing chose between (R3-14).

"Blinking red" where a document knows green and amber chooses neither: what is then cited of one of them holds for
nobody. A case that the question names itself, or that a detail decided, is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.outcome import Detail, PartAnswer
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import Label, LabelKind, Place
from followthrough.rules.cases.verdict import Verdict

_MOST_NAME = 3  # words of an item or a row's first cell that names a case; a longer one tells a story


def rivals(
    query: str,
    answer: PartAnswer,
    places: Sequence[Place],
    *,
    verdicts: Sequence[Verdict],
    used: Sequence[Detail],
    reader: DetailReader,
) -> tuple[Label, ...]:
    """The cases of which the answer cites some, by chance; empty where it cites none or they were chosen.

    Args:
        query: what is asked.
        answer: its answer.
        places: the document.
        verdicts: what the document's labels are to each detail.
        used: what came of each detail.
        reader: reads labels.
    """
    if all(detail.fit not in ("unused", "open") for detail in used):
        return ()
    labels = list(dict.fromkeys(label for place in places for label in place.labels))
    cited = _cited(answer, places)
    for label in dict.fromkeys(label for place in cited for label in place.labels):
        family = _family(label, labels, reader)
        told = [one for one in family if any(one in place.labels for place in cited)]
        if len(family) > len(told) and not _is_chosen(told, family, query, verdicts, reader):
            return family
    return ()


def is_crossed(chosen: Sequence[Place], verdicts: Sequence[Verdict]) -> bool:
    """Whether the same case was taken under several others that nothing chose between: "Red light" of Hub 3 and 5."""
    outer: dict[str, set[tuple[str, ...]]] = {}
    for place in chosen:
        for label in place.labels:
            if any(label in verdict.fits and len(verdict.fits) > 1 for verdict in verdicts):
                outer.setdefault(" ".join(label.text.split()).casefold(), set()).add(label.choice)
    every = {label for verdict in verdicts if not verdict.conflicts for label in verdict.fits}
    above = {label.text for label in every}
    return any(len({c for c in choices if not above & set(c)}) > 1 for choices in outer.values())


def is_mixed(chosen: Sequence[Place], verdicts: Sequence[Verdict]) -> bool:
    """Whether several rows or items were taken of which a detail chose some: nothing chose between those.

    Where every case was asked for, as by "both", several are right.
    """
    ruled_out = {label.choice for verdict in verdicts for label in verdict.conflicts if label.kind in _LISTED}
    every = {label for verdict in verdicts if not verdict.conflicts for label in verdict.fits}
    told = {label for place in chosen for label in place.labels if label.choice in ruled_out} - every
    return any(count > 1 for count in Counter(label.choice for label in told if label.kind in _LISTED).values())


_LISTED = frozenset((LabelKind.ROW, LabelKind.COLUMN, LabelKind.ITEM))


def without_cases(
    answer: PartAnswer, family: Sequence[Label], places: Sequence[Place], used: Sequence[Detail]
) -> PartAnswer:
    """The answer without what it cites of the cases, where an answer was given that is none of them.

    Where it is not known what holds, what holds for each stays.
    """
    if any(detail.fit == "open" for detail in used) or all(detail.answer is None for detail in used):
        return answer
    of_cases = {
        (place.passage.id, place.unit.start) for place in places if any(label in family for label in place.labels)
    }
    kept = tuple(e for e in answer.extracts if (e.passage.id, e.start - e.passage.start) not in of_cases)
    return replace(answer, extracts=kept)


def _cited(answer: PartAnswer, places: Sequence[Place]) -> list[Place]:
    cited = {(e.passage.id, e.start - e.passage.start) for e in answer.extracts}
    return [place for place in places if (place.passage.id, place.unit.start) in cited]


def _family(label: Label, labels: Sequence[Label], reader: DetailReader) -> tuple[Label, ...]:
    """The cases side by side of which the label is one; just itself where it stands for no case."""
    beside = tuple(one for one in labels if one.choice == label.choice and one.kind is label.kind)
    if label.kind in (LabelKind.ITEM, LabelKind.ROW):
        is_named = all(0 < len(reader.spoken(one.text)) <= _MOST_NAME for one in beside)
        return beside if is_named else (label,)
    if label.kind is LabelKind.SENTENCE:
        return tuple(one for one in beside if one == label or reader.is_parallel(one.text, label.text))
    own = reader.telling(label.text)
    return tuple(one for one in beside if one == label or own & reader.telling(one.text))


def _is_chosen(
    told: Sequence[Label], family: Sequence[Label], query: str, verdicts: Sequence[Verdict], reader: DetailReader
) -> bool:
    """Whether a detail decided among the cases, or the question names those that are told."""
    for verdict in verdicts:
        if not verdict.conflicts.isdisjoint(family) and not verdict.fits.keys().isdisjoint(told):
            return True
    common = reader.spoken(family[0].text).intersection(*(reader.spoken(label.text) for label in family))
    asked = reader.spoken(query)
    return all((reader.spoken(label.text) - common) & asked for label in told)


def with_rivals(used: Sequence[Detail], family: Sequence[Label]) -> tuple[Detail, ...]:
    """The details, the last that made no difference as one that the document has no case for; unknown ones open."""
    cases = tuple(dict.fromkeys(label.shown for label in family))
    places = [i for i, detail in enumerate(used) if detail.fit == "unused"]
    place = next((i for i in reversed(places) if used[i].answer is not None), places[-1] if places else None)
    if place is None:
        return tuple(used)
    detail = used[place]
    changed = Detail(
        question=detail.question,
        answer=detail.answer,
        fit="open" if detail.answer is None else "missed",
        cases=cases,
    )
    return (*used[:place], changed, *used[place + 1 :])
