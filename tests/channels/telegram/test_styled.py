"""Text with formatting: how it is cut, and that nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.channels.telegram.markdown import styled
from followthrough.channels.telegram.styled import Span, Style, Styled, joined, split, units

FAMILY = "👩\u200d👩\u200d👧"
PARTS = ("a", "b ", ". ", "\n", "\n\n", "é", "漢", "😀", FAMILY, "👍🏽", "🇳🇱", "e\u0301")
WORDS = st.lists(st.sampled_from(PARTS), max_size=150).map("".join)


def without_space(text: str) -> str:
    return "".join(text.split())


@st.composite
def styled_texts(draw: st.DrawFn) -> Styled:
    text = draw(WORDS) + draw(WORDS)
    places = st.integers(0, len(text))
    found = [sorted(pair) for pair in draw(st.lists(st.tuples(places, places), max_size=5))]
    return Styled(text=text, spans=tuple(Span(start=a, end=b, style=Style.BOLD) for a, b in found if a < b))


@given(styled_texts(), st.integers(12, 80))
def test_the_pieces_joined_are_the_text_and_each_fits(text: Styled, limit: int) -> None:
    pieces = split(text, limit)
    assert "".join(without_space(p.text) for p in pieces) == without_space(text.text)
    for piece in pieces:
        assert 0 < units(piece.text) <= limit
        assert piece.text == piece.text.strip()
        assert all(0 <= s.start < s.end <= len(piece.text) for s in piece.spans)


@given(styled_texts(), st.integers(12, 80))
def test_formatting_stays_on_the_characters_it_was_on(text: Styled, limit: int) -> None:
    def marked(one: Styled) -> str:
        return without_space(
            "".join(c for i, c in enumerate(one.text) if any(s.start <= i < s.end for s in one.spans))
        )

    assert "".join(marked(p) for p in split(text, limit)) == marked(text)


@given(st.text())
def test_units_are_those_of_utf_16(text: str) -> None:
    assert units(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


def test_an_emoji_counts_two() -> None:
    assert units("a😀") == 3
    assert [p.text for p in split(Styled(text="😀" * 3000), 4096)] == ["😀" * 2048, "😀" * 952]


@pytest.mark.parametrize("whole", [FAMILY, "👍🏽", "🇳🇱", "e\u0301", "❤\ufe0f"])
def test_no_character_is_parted_from_its_marks(whole: str) -> None:
    for room in range(12, 24):
        pieces = split(Styled(text="x" * 11 + whole * 6), room)
        assert "".join(p.text for p in pieces) == "x" * 11 + whole * 6
        assert sum(p.text.count(whole) for p in pieces) == 6


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("one two\n\nthree four\n\nfive", ["one two\n\nthree four", "five"]),
        ("one two\nthree four\nfive six", ["one two\nthree four", "five six"]),
        ("One two. Three. [1] Four five six", ["One two. Three. [1]", "Four five six"]),
        ("one two three four five six", ["one two three four", "five six"]),
        ("abcdefghijklmnopqrstuvwxyz", ["abcdefghijklmnopqrstu", "vwxyz"]),
        ("x\n\n" + "abcdefghij" * 3, ["x\n\nabcdefghijabcdefgh", "ijabcdefghij"]),
        ("  \n ", []),
        ("", []),
    ],
    ids=["paragraphs", "lines", "sentences", "words", "characters", "no tiny first piece", "blank", "empty"],
)
def test_a_text_is_cut_at_the_best_place(text: str, pieces: list[str]) -> None:
    assert [p.text for p in split(Styled(text=text), 21)] == pieces


def test_a_short_link_is_kept_whole() -> None:
    text = "x" * 15 + "abcdefgh"
    link = Span(start=15, end=23, style=Style.LINK, url="https://example.org")
    first, second = split(Styled(text=text, spans=(link,)), 20)
    assert (first.text, first.spans) == ("x" * 15, ())
    assert (second.text, [s.url for s in second.spans]) == ("abcdefgh", ["https://example.org"])


def test_joined_texts_keep_their_formatting() -> None:
    bold = Styled(text="b", spans=(Span(start=0, end=1, style=Style.BOLD),))
    both = joined([bold, bold], "--")
    assert both.text == "b--b"
    assert [(s.start, s.end) for s in both.spans] == [(0, 1), (3, 4)]


@pytest.mark.parametrize(
    ("markdown", "text", "spans"),
    [
        ("**What is *it*?**", "What is it?", [("bold", "What is it?"), ("italic", "it")]),
        ("a < b & c <b>d</b> [1]", "a < b & c <b>d</b> [1]", []),
        (r"\[1\] \<b> \*x\*", "[1] <b> *x*", []),
        ("- one\n- two\n  - in two\n- three", "• one\n• two\n   • in two\n• three", []),
        ("3. three\n4. four", "3. three\n4. four", []),
        ("text\n\n- one\n\nmore", "text\n\n• one\n\nmore", []),
        ("> quoted\n> more\n\nend", "quoted\nmore\n\nend", [("blockquote", "quoted\nmore")]),
        ("# Head\n\ntext", "Head\n\ntext", [("bold", "Head")]),
        ("`a<b`\n\n```\nx  y\n```", "a<b\n\nx  y", [("code", "a<b"), ("pre", "x  y")]),
        ("[site](https://a.example)", "site", [("text_link", "site")]),
        ("[bad](javascript:alert(1)) [x](ftp://a)", "[bad](javascript:alert(1)) x", []),
        ("~~no~~ ![alt](http://i)", "no alt", [("strikethrough", "no")]),
        ("one\ntwo", "one\ntwo", []),
        ("**open [1", "**open [1", []),
        ("[1]: no definition", "[1]: no definition", []),
        ("", "", []),
    ],
)
def test_markdown_is_shown_as_it_is_read(markdown: str, text: str, spans: list[tuple[str, str]]) -> None:
    found = styled(markdown)
    assert found.text == text
    assert [(s.style.value, found.text[s.start : s.end]) for s in found.spans] == spans


@given(st.text(alphabet="ab *_`[]()<>#>-1.\n~!\\😀:"))
def test_the_formatting_of_any_text_lies_within_it(markdown: str) -> None:
    found = styled(markdown)
    assert all(0 <= s.start < s.end <= len(found.text) for s in found.spans)


@given(st.text(alphabet="ab *_[]<>#>-1.\n!\\😀:"))  # without what only a link or a fence says
def test_no_word_of_a_text_is_lost(markdown: str) -> None:
    assert [c for c in styled(markdown).text if c in "ab😀"] == [c for c in markdown if c in "ab😀"]
