"""Which list a message names, and how one comes back to a list (requirements 2.4, 2.5)."""

from __future__ import annotations

import pytest
from tests.rules.listed import PACK

from followthrough.domain.continuity import Option, OptionSet, Scope
from followthrough.rules.lists.scope_cue import read_cue, returns_to, returns_to_list, scope_named, with_panels

CHAT, WIDGET, DASHBOARD, WORKSPACE = Scope.CHAT, Scope.WIDGET, Scope.DASHBOARD, Scope.WORKSPACE


@pytest.mark.parametrize(
    ("text", "scopes", "rest"),
    [
        ("first from recent", (DASHBOARD,), "first"),
        ("from recent, the first", (DASHBOARD,), "the first"),
        ("from recent", (DASHBOARD,), ""),
        ("2 from my recent questions", (DASHBOARD,), "2"),
        ("open the handbook from the chat", (CHAT,), "open the handbook"),
        ("the last one from the sources list", (WIDGET,), "the last one"),
        ("open the form in my documents", (WORKSPACE,), "open the form"),
        ("from the dashboard: 3", (DASHBOARD,), "3"),
        ("first from recent from chat", (DASHBOARD, CHAT), "first"),
        ("from chat, 2 from the dashboard", (CHAT, DASHBOARD), "2"),
        ("open the handbook", (), "open the handbook"),
        ("what is in the documents about appeals", (), "what is in the documents about appeals"),
        ("recent changes to the fee schedule", (), "recent changes to the fee schedule"),
        ("open it from that", (), "open it from that"),
    ],
)
def test_a_cue_stands_at_one_end_and_leaves_the_rest(text: str, scopes: tuple[Scope, ...], rest: str) -> None:
    cue = read_cue(text, PACK)
    # of two cues the order of naming does not matter
    assert (set(cue.scopes), cue.rest, cue.is_misspelt) == (set(scopes), rest, False)


@pytest.mark.parametrize(
    ("text", "scope", "rest"),
    [
        ("from recnt, first", DASHBOARD, "first"),
        ("first from recnt", DASHBOARD, "first"),
        ("2 from the dashbord", DASHBOARD, "2"),
        ("open the form from the widgt", WIDGET, "open the form"),
        ("the second from my documnets", WORKSPACE, "the second"),
    ],
)
def test_a_misspelt_cue_is_a_doubt(text: str, scope: Scope, rest: str) -> None:
    cue = read_cue(text, PACK)
    assert (cue.scopes, cue.rest, cue.is_misspelt) == ((scope,), rest, True)


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("back to the documents, the second", "the second"),
        ("back to the list", ""),
        ("ok, go back to the options", ""),
        ("return to that list: member handbook", "member handbook"),
        ("show the list again", ""),
        ("resume", ""),
        ("back to work on my appeal", None),
        ("second", None),
        ("open the list", None),
        ("the list", None),
    ],
)
def test_a_return_cue_names_a_list_and_may_have_a_choice_behind_it(text: str, behind: str | None) -> None:
    assert returns_to(text, PACK) == behind


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("dashboard", DASHBOARD),
        ("the recent ones", DASHBOARD),
        ("from my documents", WORKSPACE),
        ("the sources", WIDGET),
        ("chat", CHAT),
        ("the chat about appeals", None),
        ("first", None),
    ],
)
def test_the_name_of_a_list_answers_which_list(text: str, scope: Scope | None) -> None:
    assert scope_named(text, PACK) is scope


@pytest.mark.parametrize(
    ("text", "scopes", "rest"),
    [
        ("from dashboard the second", {DASHBOARD}, "the second"),
        ("from recents first", {DASHBOARD}, "first"),
        ("from history 1", {DASHBOARD}, "1"),
        ("on the dashboard the last one", {DASHBOARD}, "the last one"),
        ("from chat and from recent, first", {CHAT, DASHBOARD}, "first"),
        ("first from chat or recent", {CHAT, DASHBOARD}, "first"),
        ("from sources or documents: 2", {WIDGET, WORKSPACE}, "2"),
        ("2 from my documents and the recent questions", {WORKSPACE, DASHBOARD}, "2"),
        ("in the documents find the fax number", set(), "in the documents find the fax number"),
        ("in 2 days", set(), "in 2 days"),
        ("appeals form, the second one", set(), "appeals form, the second one"),
    ],
)
def test_a_place_needs_no_comma_and_two_cues_are_two(text: str, scopes: set[Scope], rest: str) -> None:
    cue = read_cue(text, PACK)
    assert (set(cue.scopes), cue.rest, cue.is_misspelt) == (scopes, rest, False)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("from the recnet list the first", "the first"),
        ("from dashbord 1", "1"),
        ("form recent, first", "first"),
        ("fromm dashboard 2", "2"),
    ],
)
def test_a_slip_in_a_cue_before_a_place_is_a_doubt(text: str, rest: str) -> None:
    cue = read_cue(text, PACK)
    assert (cue.scopes, cue.rest, cue.is_misspelt) == ((DASHBOARD,), rest, True)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("back to the list", True),
        ("ok, go back to the options", True),
        ("back to the documents", False),
        ("go on", False),
    ],
)
def test_what_comes_back_to_a_list_and_nothing_else(text: str, is_one: bool) -> None:
    assert returns_to_list(text, PACK) is is_one


@pytest.mark.parametrize("text", ["from the notes panel, 2", "2 in the notes", "notes panel"])
def test_r4_61_a_host_names_its_panel(text: str) -> None:
    shown = OptionSet(id="s", options=(Option(id="a", label="A"),), scope=WIDGET, scope_label="Notes panel")
    named = with_panels(PACK, (shown,))
    assert read_cue(text, named).scopes == (WIDGET,) or scope_named(text, named) is WIDGET
    assert read_cue(text, PACK).scopes == ()


def test_r4_61_a_hosts_name_is_that_of_its_list_alone() -> None:
    shown = OptionSet(id="s", options=(Option(id="a", label="A"),), scope=WIDGET, scope_label="Chat")
    assert read_cue("from the chat, 1", with_panels(PACK, (shown,))).scopes == (WIDGET,)
    assert read_cue("from the chat, 1", PACK).scopes == (Scope.CHAT,)
