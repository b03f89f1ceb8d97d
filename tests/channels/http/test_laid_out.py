"""A document's blocks again from its passages: what was cut is put together as it was read."""

from __future__ import annotations

import pytest

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.parse import parse
from followthrough.channels.http.laid_out import laid_out
from followthrough.domain.documents import BlockKind, ParsedDocument, Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.laid_out import LaidBlock
from followthrough.rules.cutting.passages import cut_passages
from followthrough.tuning import Tuning

GUIDE = """# Ferry guide

Tickets are sold at the quay. They are valid for a day.

Dogs travel free.

## Fares

| Class | Adult | Child |
|-------|-------|-------|
| First | 12.50 | 6.00 |
| Second | 8.00 | 4.00 |

### How to book

1. Choose a sailing.
2. Pay:
    - by card
    - in cash
3. Keep the code.

```
def fare(age):
    if age < 12:

        return 4
    return 8
```

## Fares

The second part of the name is used twice on purpose.
"""


def passages_of(parsed: ParsedDocument, tokens: int) -> list[Passage]:
    cuts = cut_passages(
        parsed,
        title="Ferry guide",
        count=lambda texts: [len(text.split()) for text in texts],
        window=tokens + 80,
        tuning=Tuning(passage_max_tokens=tokens, passage_min_tokens=1),
    )
    return [
        Passage(
            id=PassageId(f"p{number}"),
            document_id=DocumentId("d"),
            document_name="guide.md",
            collection="c",
            ordinal=number,
            text=cut.text,
            start=cut.start,
            end=cut.end,
            heading=cut.heading,
            page=cut.page,
            context=cut.context,
        )
        for number, cut in enumerate(cuts)
    ]


def guide(text: str = GUIDE, name: str = "guide.md") -> ParsedDocument:
    return parse(text.encode(), name, Limits.of(Tuning()))


def shape(blocks: tuple[LaidBlock, ...]) -> list[tuple[BlockKind, str]]:
    return [(block.kind, block.text) for block in blocks]


@pytest.mark.parametrize("tokens", [16, 24, 64, 200])
def test_headings_lists_tables_and_code_come_back_whatever_the_cuts(tokens: int) -> None:
    parsed = guide()
    blocks = laid_out(passages_of(parsed, tokens))
    kinds = [kind for kind, _ in shape(blocks)]
    headings = [text for kind, text in shape(blocks) if kind is BlockKind.HEADING]
    assert headings == ["Ferry guide", "Fares", "How to book", "Fares"]
    rows = [text for kind, text in shape(blocks) if kind is BlockKind.TABLE_ROW]
    assert rows == ["Class | Adult | Child", "First | 12.50 | 6.00", "Second | 8.00 | 4.00"]
    assert [b.names_columns for b in blocks if b.kind is BlockKind.TABLE_ROW] == [True, False, False]
    items = [(b.marker, b.level, b.text) for b in blocks if b.kind is BlockKind.LIST_ITEM]
    assert items == [
        ("1.", 1, "Choose a sailing."),
        ("2.", 1, "Pay:"),
        ("-", 2, "by card"),
        ("-", 2, "in cash"),
        ("3.", 1, "Keep the code."),
    ]
    assert kinds.count(BlockKind.CODE) >= 1
    assert "        return 4" in "".join(text for kind, text in shape(blocks) if kind is BlockKind.CODE)


@pytest.mark.parametrize("tokens", [8, 16, 40, 200])
def test_every_block_says_its_true_place_and_no_word_is_lost(tokens: int) -> None:
    parsed = guide()
    passages = passages_of(parsed, tokens)
    blocks = laid_out(passages)
    placed = [block for block in blocks if block.start is not None]
    for block in placed:
        assert block.start is not None
        there = parsed.text[block.start : block.start + len(block.text)]
        assert there.split() == block.text.split()
    kept = "".join(block.marker + block.text for block in placed)
    assert "".join(kept.split()) == "".join("".join(p.text for p in passages).split())


@pytest.mark.parametrize("first", ["- | Class 1 | Class 2", "3. Segments | 2022 | 2023"])
def test_a_row_that_begins_like_an_item_is_a_row(first: str) -> None:
    text = f"{first}\nR1 | yes | no\nR2 | - | yes"
    rows = Passage(
        id=PassageId("a"),
        document_id=DocumentId("d"),
        document_name="x.odp",
        collection="c",
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
    )
    assert [(b.kind, b.text) for b in laid_out([rows])] == [(BlockKind.TABLE_ROW, line) for line in text.split("\n")]


def test_a_stretch_from_the_middle_begins_with_its_headings() -> None:
    passages = passages_of(guide(), 24)
    at = next(n for n, p in enumerate(passages) if p.heading[-1:] == ("How to book",))
    assert [b.text for b in laid_out(passages[at:])][:3] == ["Ferry guide", "Fares", "How to book"]


def test_what_stands_on_another_page_is_another_block() -> None:
    first = Passage(
        id=PassageId("a"),
        document_id=DocumentId("d"),
        document_name="x.pdf",
        collection="c",
        ordinal=0,
        text="The fare is",
        start=0,
        end=11,
        page=1,
    )
    second = Passage(
        id=PassageId("b"),
        document_id=DocumentId("d"),
        document_name="x.pdf",
        collection="c",
        ordinal=1,
        text="8 dollars.",
        start=12,
        end=22,
        page=2,
    )
    assert [(b.text, b.page) for b in laid_out([first, second])] == [("The fare is", 1), ("8 dollars.", 2)]


def test_nothing_gives_nothing() -> None:
    assert laid_out([]) == ()
