"""What a lane tells a model: structured, and within its caps as a tokenizer counts (R4-18, R4-23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.rules.listed import TUNING, a_set, a_state, done

from followthrough.domain.continuity import ContinuityState
from followthrough.rules.lanes.lane_context import MOST_KEYS, capped, continuity_context, options_context


def words(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


@given(st.lists(st.text(st.characters(categories=("L",)), min_size=1, max_size=8), max_size=60), st.integers(1, 40))
def test_a_text_is_cut_at_a_word_within_its_cap(parts: list[str], most: int) -> None:
    text = " ".join(parts)
    cut = capped(text, most, words)
    assert words([cut])[0] <= most
    assert text.startswith(cut)
    assert cut == text or words([text])[0] > most


def test_a_word_that_is_longer_than_the_cap_is_cut_within() -> None:
    assert capped("x" * 50, 10, lambda texts: [len(t) for t in texts]) == "x" * 10


def test_the_structured_block_has_a_key_a_line_and_only_what_is_known() -> None:
    state = replace(a_state(a_set()), last_resolved_action=done(), recent_actions=(done(),))
    state = replace(state, last_explanation="So. " * 900)
    text = continuity_context(state, a_set(), words, TUNING)
    keys = [line.partition(":")[0] for line in text.splitlines()]
    assert len(keys) == len(set(keys)) <= MOST_KEYS
    assert "lastResolvedAction: open o2 (Member Handbook), done" in text
    assert words([text])[0] <= TUNING.snapshot_excerpt_max_tokens + 40
    assert "lastResolvedAction" not in continuity_context(ContinuityState(), None, words, TUNING)


def test_candidates_are_told_by_id_label_and_what_tells_them_apart() -> None:
    pool = a_set("Notes", "Notes")
    pool = replace(pool, options=(replace(pool.options[0], path="/a"), pool.options[1]))
    assert options_context(pool, words, TUNING) == "o1 | Notes | /a\no2 | Notes"
