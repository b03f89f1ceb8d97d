"""What is too long for one passage is split at lines, cells, sentences, words and, in the end, characters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from followthrough.rules.cutting.splitting import MAX_PASSAGE_CHARS, count_all, fit, trim


def by_words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def pieces(text: str, budget: int) -> list[str]:
    (found,) = fit(text, [(0, len(text))], budget=budget, language="en", count=by_words)
    return [text[p.start : p.end] for p in found]


@pytest.mark.parametrize(
    ("text", "budget", "expected"),
    [
        ("Short enough.", 5, ["Short enough."]),
        ("def a():\n    pass\ndef b():", 2, ["def a():", "pass", "def b():"]),
        ("One two three. | Four five six.", 4, ["One two three. |", "Four five six."]),
        ("One two three. Four five six.", 3, ["One two three.", "Four five six."]),
        ("Dr. Lee pays 3.50 dollars. He goes.", 5, ["Dr. Lee pays 3.50 dollars.", "He goes."]),
        ("one two three four five", 2, ["one", "two", "three", "four", "five"]),
    ],
)
def test_the_first_level_that_is_fine_enough_is_taken(text: str, budget: int, expected: list[str]) -> None:
    assert pieces(text, budget) == expected


def test_words_come_in_phrases_while_those_fit() -> None:
    text = " ".join(f"w{i}" for i in range(100))
    assert [len(p.split()) for p in pieces(text, 30)] == [24, 24, 24, 24, 4]


def test_what_a_tokenizer_calls_one_word_is_still_bounded_in_characters() -> None:
    found = pieces("x" * 10_000, 220)
    assert "".join(found) == "x" * 10_000
    assert max(map(len, found)) <= MAX_PASSAGE_CHARS


def test_only_spans_that_do_not_fit_are_touched() -> None:
    text = "One two. Three four.\n\nFive."
    found = fit(text, [(0, 20), (22, 27)], budget=2, language="en", count=by_words)
    assert [[text[p.start : p.end] for p in some] for some in found] == [["One two.", "Three four."], ["Five."]]


def test_many_texts_are_counted_in_calls_of_bounded_size() -> None:
    sizes: list[int] = []

    def count(texts: Sequence[str]) -> list[int]:
        sizes.append(sum(map(len, texts)))
        return by_words(texts)

    texts = ["word " * 20_000] * 12
    assert count_all(texts, count) == [20_000] * 12
    assert len(sizes) == 2
    assert max(sizes) < 1_000_000
    assert count_all([], count) == []


def test_trimming_leaves_an_empty_span_where_there_are_no_words() -> None:
    assert trim("  a b ", 0, 6) == (2, 5)
    start, end = trim("   ", 0, 3)
    assert start == end
