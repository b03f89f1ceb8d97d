"""Issue 2: passages are cut at structure within a token budget, with heading path, page and character span."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from followthrough.domain.documents import Block, BlockKind, DocumentMetadata, ParsedDocument, PassageCut
from followthrough.rules.cutting.passages import cut_passages
from followthrough.tuning import Tuning

H, P, L, R, C = (
    BlockKind.HEADING,
    BlockKind.PARAGRAPH,
    BlockKind.LIST_ITEM,
    BlockKind.TABLE_ROW,
    BlockKind.CODE,
)
TUNING = Tuning(passage_max_tokens=32, passage_min_tokens=6, context_max_tokens=16)


class Counter:
    """One token a word or mark; counts how often it is called."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, texts: Sequence[str]) -> list[int]:
        self.calls += 1
        return [len(re.findall(r"\w+|[^\w\s]", t)) for t in texts]


def document(*blocks: tuple[BlockKind, str] | tuple[BlockKind, str, dict[str, object]]) -> ParsedDocument:
    text, made = "", []
    for kind, words, *more in blocks:
        text += "\n\n" if text else ""
        made.append(Block(kind=kind, start=len(text), end=len(text) + len(words), **(more[0] if more else {})))
        text += words
    return ParsedDocument(text=text, blocks=tuple(made), media_type="text/plain")


def cut(parsed: ParsedDocument, *, title: str = "Manual", tuning: Tuning = TUNING) -> tuple[PassageCut, ...]:
    return cut_passages(parsed, title=title, count=Counter(), window=256, tuning=tuning)


def words(n: int, stem: str = "w") -> str:
    return " ".join(f"{stem}{i}" for i in range(n))


def test_short_blocks_under_one_heading_share_a_passage() -> None:
    found = cut(document((H, "Claims", {"level": 1}), (P, words(8)), (P, words(9)), (L, "- " + words(5))))
    assert len(found) == 1
    assert found[0].heading == ("Claims",)
    assert found[0].context == "Manual > Claims"
    assert found[0].text.startswith("w0")


def test_a_heading_always_cuts_and_the_path_follows_its_levels() -> None:
    found = cut(
        document(
            (H, "Claims", {"level": 1}),
            (P, "one."),
            (H, "Filing", {"level": 2}),
            (P, "two."),
            (H, "Appeals", {"level": 2}),
            (P, "three."),
            (H, "Contacts", {"level": 1}),
            (P, "four."),
        )
    )
    assert [(f.heading, f.text) for f in found] == [
        (("Claims",), "one."),
        (("Claims", "Filing"), "two."),
        (("Claims", "Appeals"), "three."),
        (("Contacts",), "four."),
    ]


def test_two_sections_of_one_name_are_two_passages() -> None:
    found = cut(document((H, "Call", {"level": 1}), (P, "one."), (H, "Call", {"level": 1}), (P, "two.")))
    assert [(f.heading, f.text) for f in found] == [(("Call",), "one."), (("Call",), "two.")]


def test_a_heading_with_nothing_under_it_is_a_passage_itself() -> None:
    found = cut(
        document(
            (H, "Plans", {"level": 1}),
            (H, "Gold", {"level": 2}),
            (H, "Silver", {"level": 2}),
            (P, "body"),
            (H, "Annex", {"level": 1}),
        )
    )
    assert [(f.heading, f.text) for f in found] == [
        (("Plans",), "Gold"),
        (("Plans", "Silver"), "body"),
        ((), "Annex"),
    ]


def test_a_page_turn_cuts_so_that_a_citation_names_the_right_page() -> None:
    found = cut(document((P, "on one.", {"page": 1}), (P, "on two.", {"page": 2}), (P, "too.", {"page": 2})))
    assert [(f.page, f.text) for f in found] == [(1, "on one."), (2, "on two.\n\ntoo.")]


def test_a_long_paragraph_is_cut_at_sentence_ends() -> None:
    sentences = [f"Sentence number {i} says that the plan pays in full." for i in range(12)]
    found = cut(document((P, " ".join(sentences))))
    assert len(found) > 2
    assert [s for f in found for s in re.findall(r"[^.]+\.", f.text)] == [
        sentence if place == 0 else (f" {sentence}" if f" {sentence}" in f.text else sentence)
        for f in found
        for place, sentence in enumerate(s for s in sentences if s in f.text)
    ]
    assert all(f.text.endswith("full.") for f in found)


def test_the_cut_prefers_a_paragraph_to_a_sentence_and_an_item_to_a_row() -> None:
    found = cut(document((P, words(10)), (P, words(10, "x")), (L, "- " + words(9, "y")), (L, "- " + words(9, "z"))))
    assert [f.text[:2] for f in found] == ["w0", "- "]


def test_what_announces_a_list_stays_with_it() -> None:
    found = cut(document((P, words(14)), (P, words(12, "x") + " as follows:"), (L, "- " + words(9, "y"))))
    assert found[1].text.startswith("x0")
    assert "- y0" in found[1].text


def test_a_row_that_begins_a_passage_has_its_header_in_context() -> None:
    rows = [(R, f"Plan {i} | {10 * i} dollars", {"table_header": "Plan | Copay"}) for i in range(12)]
    found = cut(document((R, "Plan | Copay"), *rows))
    assert found[0].text.startswith("Plan | Copay\n\nPlan 0 | 0 dollars")
    assert found[0].context == "Manual"
    assert len(found) > 1
    assert all(f.context == "Manual\nPlan | Copay" for f in found[1:])
    assert all(f.text.startswith("Plan ") for f in found)


def test_a_table_header_never_ends_a_passage() -> None:
    rows = [(R, f"Plan {i} | {words(8)}", {"table_header": "Plan | Copay"}) for i in range(4)]
    found = cut(document((P, words(18)), (R, "Plan | Copay"), *rows))
    assert not any(f.text.endswith("Plan | Copay") for f in found)


def test_a_short_last_piece_takes_from_the_one_before() -> None:
    found = cut(document(*[(P, words(10, s)) for s in "abc"], (P, "a tail end")))
    assert [len(f.text.split()) for f in found] == [20, 13]


def test_a_long_path_keeps_the_title_and_the_innermost_heading() -> None:
    found = cut(
        document(
            (H, words(8, "outer"), {"level": 1}),
            (H, words(14, "middle"), {"level": 2}),
            (H, "Copay", {"level": 3}),
            (P, "body"),
        )
    )
    assert found[0].context == "Manual > Copay"
    assert len(found[0].heading) == 3


def test_a_heading_longer_than_the_context_budget_is_shortened_there_only() -> None:
    found = cut(document((H, words(40), {"level": 1}), (P, "body")))
    assert found[0].context == words(16)
    assert found[0].heading == (words(40),)


def test_the_title_is_not_repeated_when_it_is_the_first_heading() -> None:
    found = cut(document((H, "MANUAL", {"level": 1}), (P, "body")))
    assert found[0].context == "Manual"


def test_a_word_without_end_is_still_cut() -> None:
    found = cut(document((P, "x" * 50_000)))
    assert "".join(f.text for f in found) == "x" * 50_000
    assert max(len(f.text) for f in found) <= 4_000


def test_tokens_are_counted_in_a_few_calls_not_once_a_block() -> None:
    counter = Counter()
    blocks = [(P, words(12, f"s{i}")) for i in range(500)]
    found = cut_passages(document(*blocks), title="Manual", count=counter, window=256, tuning=TUNING)
    assert len(found) >= 200
    assert counter.calls <= 4


def test_a_small_window_lowers_the_budget() -> None:
    found = cut_passages(
        document((P, words(40))), title="", count=Counter(), window=20, tuning=replace(TUNING, context_max_tokens=8)
    )
    assert max(len(f.text.split()) for f in found) <= 10


@pytest.mark.parametrize("text", ["Erste Regel. Zweite Regel.", "一。二。"])
def test_any_language_is_cut(text: str) -> None:
    parsed = replace(document((P, text * 40)), metadata=DocumentMetadata(language="de"))
    found = cut(parsed)
    assert len(found) > 1
    assert all(parsed.text[f.start : f.end] == f.text for f in found)


def test_an_empty_document_has_no_passages() -> None:
    assert cut(document()) == ()


def test_a_list_that_fits_is_not_parted_from_what_announces_it() -> None:
    items = [(L, f"- {words(6, f'i{n}_')}", {"level": 1}) for n in range(3)]
    found = cut(document((P, words(14) + "."), (P, "You need these things."), *items))
    assert [c.text.split()[0] for c in found] == ["w0", "You"]


def test_a_passage_that_begins_inside_a_list_says_what_announces_it() -> None:
    items = [(L, f"- {words(9, f'i{n}_')}", {"level": 1}) for n in range(6)]
    found = cut(document((P, "You need these things:"), *items))
    assert len(found) > 1
    assert all(c.context == "Manual\nYou need these things:" for c in found[1:])


def test_a_label_goes_with_what_it_names() -> None:
    found = cut(document((P, words(20) + "."), (P, "By mail"), (P, words(12, "m"))))
    assert [c.text.split()[0] for c in found] == ["w0", "By"]


def test_what_a_label_unfolds_ends_with_it() -> None:
    found = cut(
        document(
            (H, "Rates", {"level": 1}),
            (H, "Under 35", {"level": 2}),
            (P, "Five dollars."),
            (P, "Rates change.", {"outside": 2}),
        )
    )
    assert [(c.heading, c.text) for c in found] == [
        (("Rates", "Under 35"), "Five dollars."),
        (("Rates",), "Rates change."),
    ]
