"""Words of documents as a reply sets them: extracts in markdown, each with the number of its source.

Invariants: every ``[n]`` has its citation and every citation its ``[n]``, numbered in order of first use, one a
passage; nothing in a document's words acts as markdown of the reply's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import assert_never

from followthrough.domain.conversation import Citation
from followthrough.domain.documents import HEAD_MARK, Passage
from followthrough.domain.ids import PassageId
from followthrough.domain.outcome import Extract, ExtractKind, Wording
from followthrough.domain.texts import Texts
from followthrough.rules.language.wording import inert
from followthrough.rules.replies.credit import note_of

_NUMBERED = re.compile(r"\d{1,9}[.)]")
_FENCE = "```"
_DEEPER = "    "  # inside of an item whatever its mark
_BLOCK_MARK = re.compile(r"(?:[#>+*-]|\d{1,9}(?=[.)]\s)|~{3,}|`{3,})")


@dataclass(slots=True)
class Sources:
    """The reply's passages, numbered in order of first use, with the place of what is taken from each."""

    _used: dict[PassageId, tuple[Passage, int, int]] = field(
        default_factory=dict[PassageId, tuple[Passage, int, int]]
    )

    def number(self, extracts: list[Extract]) -> int:
        """The number of the passage the extracts are from."""
        passage = extracts[0].passage
        _, start, end = self._used.get(passage.id, (passage, extracts[0].start, extracts[0].end))
        start = min(start, *(e.start for e in extracts))
        end = max(end, *(e.end for e in extracts))
        self._used[passage.id] = (passage, start, end)
        return list(self._used).index(passage.id) + 1

    def citations(self) -> tuple[Citation, ...]:
        """One citation a passage; its quote runs from the first to the last words taken from it."""
        return tuple(
            Citation(
                n=n,
                document_id=passage.document_id,
                document_name=passage.document_name,
                passage_id=passage.id,
                quote=passage.text[start - passage.start : end - passage.start].replace(HEAD_MARK, ""),
                page=passage.page,
                heading=passage.heading,
                start=start,
                end=end,
                url=passage.url,
            )
            for n, (passage, start, end) in enumerate(self._used.values(), start=1)
        )


@dataclass(frozen=True, slots=True)
class Line:
    """An extract as it is set, its number behind it.

    Attributes:
        text: as it is set.
        kind: what it is.
        mark: the number of its source, empty where another line of it follows.
        is_new: it opens a paragraph, as in its document.
    """

    text: str
    kind: ExtractKind
    mark: str
    is_new: bool


def cited(extracts: Iterable[Extract], sources: Sources, texts: Texts, *, dated: bool = False) -> list[Line]:
    """Each extract as it is set; the number stands after the last of those that follow one another in a passage.

    ``dated``: the sources disagree, so each is named with its date.
    """
    lines: list[Line] = []
    before: Extract | None = None
    groups = [list(run) for _, run in groupby(extracts, key=lambda extract: extract.passage.id)]
    nameless = {group[0].passage.heading for group in groups if group[0].kind is not ExtractKind.SENTENCE}
    for group in groups:
        number = sources.number(group)
        lines += _headed(group[0], is_one_of_several=len(nameless) > 1)
        indents: list[int] = []
        for place, extract in enumerate(group):
            is_last = place == len(group) - 1
            mark = note_of(extract, texts, dated=dated) + f" [{number}]" if is_last else ""
            depth = _depth(extract, indents)
            lines.append(Line(_DEEPER * depth + _set(extract), extract.kind, mark, _is_new(before, extract)))
            before = extract
    return lines


def _depth(extract: Extract, indents: list[int]) -> int:
    """Under how many of the items shown before it a list item stands; ``indents`` are theirs, the outermost first."""
    if extract.kind not in (ExtractKind.ITEM, ExtractKind.STEP):
        indents.clear()
        return 0
    line = extract.passage.text[: extract.start - extract.passage.start].rpartition("\n")[2]
    indent = len(line) - len(line.lstrip())
    while indents and indents[-1] >= indent:
        indents.pop()
    indents.append(indent)
    return len(indents) - 1


def _headed(first: Extract, *, is_one_of_several: bool) -> list[Line]:
    """The heading of a list or table that is nameless without it, or may say the opposite: "We do not accept:"."""
    heading = inert(first.passage.heading[-1]).rstrip() if first.passage.heading else ""
    if first.kind is ExtractKind.SENTENCE or not heading:
        return []
    if heading.endswith(":"):
        return [Line(_in_text(heading), ExtractKind.SENTENCE, "", is_new=True)]
    in_bold = heading.replace("*", "\\*")
    is_named = is_one_of_several or first.kind is ExtractKind.ITEM  # "What is not covered": the opposite
    return [Line(f"**{in_bold}**", ExtractKind.SENTENCE, "", is_new=True)] if is_named else []


def paragraphs(lines: Iterable[Line]) -> list[str]:
    """The lines as a reader sees them: running text, lists and tables line by line, code in a fence of its own."""
    blocks: list[str] = []
    for (kind, _), run in groupby(_in_blocks(lines), key=lambda one: one[0]):
        some = [line for _, line in run]
        if kind is ExtractKind.CODE:
            blocks.append("\n".join((_FENCE, *(line.text for line in some), _FENCE)))
            blocks += [mark] if (mark := some[-1].mark.strip()) else []
        else:
            joined = " " if kind is ExtractKind.SENTENCE else "\n"
            blocks.append(joined.join(line.text + line.mark for line in some))
    return blocks


def _in_blocks(lines: Iterable[Line]) -> Iterator[tuple[tuple[ExtractKind, int], Line]]:
    """Each line with the kind and number of the block that it is in: items, steps and rows are set alike."""
    number = 0
    for line in lines:
        in_running_text = line.kind in (ExtractKind.SENTENCE, ExtractKind.CODE)
        number += in_running_text and line.is_new
        yield (line.kind if in_running_text else ExtractKind.ITEM, number), line


def _is_new(before: Extract | None, extract: Extract) -> bool:
    """Whether the extract opens a paragraph of its own behind the one before."""
    passage = extract.passage
    if before is None or before.passage.id != passage.id or extract.start < before.end:
        return True
    return "\n\n" in passage.text[before.end - passage.start : extract.start - passage.start]


def worded(wording: Wording, sources: Sources) -> str:
    """A model's sentence as it is set: what stands before it, its words, and the numbers of its sources."""
    text = inert(wording.text)
    if not wording.marker:
        text = _in_text(text)
    elif _NUMBERED.fullmatch(wording.marker):
        text = f"{wording.marker} {text}"
    else:
        text = f"- {text}"
    if wording.is_offer or not wording.extracts:
        return wording.gap + text
    return wording.gap + text + "".join(f" [{sources.number([extract])}]" for extract in wording.extracts)


def _in_text(text: str) -> str:
    return f"\\{text}" if _BLOCK_MARK.match(text) else text


def _set(extract: Extract) -> str:
    """The extract in markdown. Nothing in a document's words acts as markdown of the reply's own."""
    text = inert(extract.text)
    match extract.kind:
        case ExtractKind.SENTENCE:
            return _in_text(text)
        case ExtractKind.STEP:
            marker = extract.quote.split(None, 1)[0]
            return f"{marker} {text}" if _NUMBERED.fullmatch(marker) else f"- {marker} {text}"
        case ExtractKind.CODE:
            return extract.quote.replace(_FENCE, "")
        case ExtractKind.ITEM | ExtractKind.ROW:
            return f"- {text}"
        case _:
            assert_never(extract.kind)
