from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from followthrough.channels.http.transcript import Line, transcript_key

ASKED, SAID = Line(role="user", text="What is the fee?"), Line(role="assistant", text="12 dollars [1].")


def key(*lines: Line, scope: tuple[str, ...] = ("ann", "general")) -> str:
    return transcript_key(lines, scope=scope)


def test_white_space_changes_nothing() -> None:
    assert key(Line(role="user", text=" What is\n the  fee? ")) == key(ASKED)


def test_words_roles_order_and_scope_change_the_key() -> None:
    others = {
        key(ASKED),
        key(ASKED, SAID),
        key(SAID, ASKED),
        key(Line(role="assistant", text=ASKED.text)),
        key(Line(role="user", text="What is the fee")),
        key(ASKED, scope=("bob", "general")),
        key(ASKED, scope=("ann", "it_support")),
        key(),
    }
    assert len(others) == 8


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_where_one_message_ends_and_the_next_begins_counts(some: list[str], others: list[str]) -> None:
    one = [Line(role="user", text=text) for text in some]
    two = [Line(role="user", text=text) for text in others]
    same = [" ".join(t.split()) for t in some] == [" ".join(t.split()) for t in others]
    assert (key(*one) == key(*two)) is same
