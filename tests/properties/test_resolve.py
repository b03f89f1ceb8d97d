"""A query keeps what was asked and adds nothing that nobody said (R2-3, field reports 9, 11, 13)."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.resolution import Exchange, Followup, FollowupKind, Resolved, RetrievalContext
from followthrough.rules.followups.conversation import import_history, window
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.language.words import keys_of
from followthrough.tuning import DEFAULT_TUNING, Tuning

PACK = load_pack("general")
WORDS = st.sampled_from(
    [
        *("what", "is", "the", "copay", "on", "Plan", "Silver", "for", "does", "cover", "imaging", "in", "Florida"),
        *("H0036", "F32.1", "90837", "v1", "v2", "2025-03-01", "12", "CO-29", "not", "no", "never", "without"),
        *("it", "they", "their", "them", "this", "that", "other", "and", "or", "how", "about", "of", "'it'"),
        *("Molina", "appeals", "deadline", "search", "web", "site", "child", '"exact words"', "?", ",", ".", ";"),
        *("děti", "入場料", "🙂", "الموعد"),
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=14).map(" ".join)
ANY_TEXT = st.one_of(TEXTS, st.text(max_size=60))
TURNS = st.lists(
    st.builds(lambda m, q, r: Exchange(message=m, query=q, reply=r), ANY_TEXT, st.just(""), ANY_TEXT), max_size=6
)
VALUES = st.lists(st.sampled_from(["Sunshine Health", "Florida", "Molina"]), unique=True, max_size=2).map(tuple)
KEPT = re.compile(r"\b(?:not|no|never|without)\b|[^\s\"'?,.;]*\d[^\s\"'?,;]*\b|\"[^\"]+\"", re.IGNORECASE)


def resolved(text: str, turns: list[Exchange], values: tuple[str, ...] = (), *, forced: bool = False) -> Resolved:
    followup = read_followup(text, turns, PACK, DEFAULT_TUNING)
    if forced:
        followup = Followup(kind=FollowupKind.DEICTIC, why="forced")
    context = RetrievalContext(
        last_refined_query=turns[-1].asked if turns else None, jurisdiction=values, followup=followup
    )
    return resolve((SubObjective(id=SubObjectiveId("p"), text=text),), context, turns, PACK, DEFAULT_TUNING)


@given(ANY_TEXT, VALUES)
def test_report_9_with_an_empty_history_the_query_is_the_message(text: str, values: tuple[str, ...]) -> None:
    assert resolved(text, [], values, forced=True) == Resolved(queries=(text,))


@given(ANY_TEXT, TURNS, VALUES)
def test_report_11_what_is_no_followup_stays_byte_for_byte(
    text: str, turns: list[Exchange], values: tuple[str, ...]
) -> None:
    found = resolved(text, turns, values)
    if not read_followup(text, turns, PACK, DEFAULT_TUNING).is_followup:
        assert found == Resolved(queries=(text,))
    assert (found.rewritten_by == "none") == (found.queries == (text,))


@given(ANY_TEXT, TURNS, VALUES, st.booleans())
def test_report_13_numbers_codes_negations_and_quotations_survive(
    text: str, turns: list[Exchange], values: tuple[str, ...], forced: bool
) -> None:
    found = resolved(text, turns, values, forced=forced)
    if "put_in_last_question" in found.why:
        return
    for kept in KEPT.findall(text):
        assert kept in found.queries[0]


@given(TEXTS, TEXTS)
def test_an_item_put_into_the_last_question_leaves_its_other_words(before: str, text: str) -> None:
    found = resolved(text, [Exchange(message=before)], forced=True)
    if "put_in_last_question" not in found.why:
        return
    query = found.queries[0]
    start = next((i for i, (a, b) in enumerate(zip(before, query, strict=False)) if a != b), len(query))
    assert query[:start] == before[:start]
    assert set(keys_of(query)) <= set(keys_of(before)) | set(keys_of(text))


@given(ANY_TEXT, TURNS, VALUES, st.booleans())
def test_nothing_is_added_that_nobody_said(
    text: str, turns: list[Exchange], values: tuple[str, ...], forced: bool
) -> None:
    said = " ".join([text, *values, *(f"{t.message} {t.reply}" for t in turns)])
    assert set(keys_of(resolved(text, turns, values, forced=forced).queries[0])) <= set(keys_of(said))


@given(TURNS, st.integers(1, 8), st.integers(0, 8))
def test_the_window_keeps_its_budget_and_the_last_turn(turns: list[Exchange], most: int, replies: int) -> None:
    near = window(turns, Tuning(history_max_turns=most, history_max_replies=replies))
    assert len(near) == min(most, len(turns))
    assert sum(bool(turn.reply) for turn in near) <= replies
    assert [turn.message for turn in near] == [turn.message for turn in turns[-most:]]


@given(st.lists(st.fixed_dictionaries({"role": st.sampled_from(["user", "assistant", "tool"]), "content": ANY_TEXT})))
def test_importing_keeps_the_questions_in_order(messages: list[dict[str, str]]) -> None:
    asked = [turn.message for turn in import_history(messages, PACK)]
    said = iter([m["content"] for m in messages if m["role"] == "user"])
    assert all(text in said for text in asked)
