"""Passages cover the text in order, whatever the document and whatever the tokenizer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.documents import Block, BlockKind, ParsedDocument
from followthrough.rules.cutting.passages import cut_passages
from followthrough.tuning import Tuning

TUNING = Tuning(passage_max_tokens=32, passage_min_tokens=8, context_max_tokens=8)


def by_words(texts: Sequence[str]) -> list[int]:
    return [len(re.findall(r"\w+|[^\w\s]", t)) for t in texts]


def by_characters(texts: Sequence[str]) -> list[int]:
    return [len(t) for t in texts]


def dearer_when_joined(texts: Sequence[str]) -> list[int]:
    return [len(t.split()) + len(t) // 20 for t in texts]


COUNTERS = st.sampled_from([by_words, by_characters, dearer_when_joined])
PROSE = st.lists(
    st.sampled_from(["The plan pays.", "Is it covered?", "copay", "H0036", "a | b", "\n", "x" * 60, "…", "né", "表"]),
    min_size=1,
    max_size=60,
).map(" ".join)


@st.composite
def documents(draw: st.DrawFn) -> ParsedDocument:
    text, blocks = "", []
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(st.sampled_from(list(BlockKind)))
        words = draw(st.one_of(PROSE, st.text(max_size=80)))
        text += draw(st.sampled_from(["\n\n", "\n", " "]))
        start = len(text)
        text += words
        blocks.append(
            Block(
                kind=kind,
                start=start,
                end=len(text),
                level=draw(st.integers(1, 4)) if kind in (BlockKind.HEADING, BlockKind.LIST_ITEM) else 0,
                page=draw(st.sampled_from([None, 1, 2])),
                table_header=draw(st.sampled_from(["", "Plan | Copay"])) if kind is BlockKind.TABLE_ROW else "",
            )
        )
    return ParsedDocument(text=text, blocks=tuple(blocks), media_type="text/plain")


@given(documents(), COUNTERS)
def test_passages_are_in_order_and_cover_all_but_white_space_and_headings(
    document: ParsedDocument, count: Callable[[Sequence[str]], list[int]]
) -> None:
    found = cut_passages(document, title="Manual of everything", count=count, window=64, tuning=TUNING)
    covered = [False] * len(document.text)
    last = 0
    for cut in found:
        assert cut.text == document.text[cut.start : cut.end]
        assert cut.text == cut.text.strip()
        assert cut.text
        assert last <= cut.start < cut.end
        last = cut.end
        covered[cut.start : cut.end] = [True] * (cut.end - cut.start)
    paths = {h for cut in found for h in cut.heading}
    for block in document.blocks:
        words = document.text[block.start : block.end]
        if block.kind is BlockKind.HEADING and " ".join(words.split()) in paths:
            continue
        assert all(covered[i] or document.text[i].isspace() for i in range(block.start, block.end))


@given(documents(), COUNTERS)
def test_no_passage_is_longer_than_the_budget(
    document: ParsedDocument, count: Callable[[Sequence[str]], list[int]]
) -> None:
    found = cut_passages(document, title="Manual", count=count, window=64, tuning=TUNING)
    for cut, tokens in zip(found, count([cut.text for cut in found]), strict=True):
        assert tokens <= TUNING.passage_max_tokens or len(cut.text) == 1


@given(documents())
def test_cutting_twice_gives_the_same_passages(document: ParsedDocument) -> None:
    once = cut_passages(document, title="Manual", count=by_words, window=64, tuning=TUNING)
    assert once == cut_passages(document, title="Manual", count=by_words, window=64, tuning=TUNING)
