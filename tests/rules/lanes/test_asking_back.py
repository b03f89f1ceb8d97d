"""What is asked back: the same candidates, once a cycle, with what a model may be asked (2.1, C32)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.listed import a_moment, a_set, a_state

from followthrough.domain.continuity import PendingClarifier, Provenance, Scope
from followthrough.domain.decisions import Ambiguity
from followthrough.domain.plan import OfferOptions
from followthrough.rules.lanes.asking_back import ask_scope, ask_which, guard_key, is_scope_question, show_again, tell


def test_a_clarifier_shows_the_whole_list_and_records_why() -> None:
    found = ask_which(a_moment("open the handbok"), "open the handbok", a_set(), None)
    assert isinstance(found.plan, OfferOptions)
    assert found.plan.option_set is not None
    assert [o.id for o in found.plan.option_set.options] == ["o1", "o2", "o3"]
    assert (found.plan.say, found.plan.values) == ("choose_suggested", ("Member Handbook",))
    assert found.routed is not None
    assert found.routed.provenance is Provenance.SAFE_CLARIFIER
    assert found.routed.ambiguity is Ambiguity.NO_DETERMINISTIC_MATCH
    assert (found.routed.suggested_id, found.routed.loop_cycle_id) == ("o2", "cycle-t2")
    assert found.routed.fingerprint_before is not None
    assert found.unresolved is not None
    assert found.unresolved.pool == found.plan.option_set


def test_options_of_one_label_are_asked_about_with_what_tells_them_apart() -> None:
    pool = a_set("Notes", "Notes")
    pool = replace(pool, options=tuple(replace(o, path=f"/{o.id}") for o in pool.options))
    found = ask_which(a_moment("open 2", a_state(pool)), "open 2", pool, None)
    assert isinstance(found.plan, OfferOptions)
    assert found.plan.values == ("Notes (/o2)",)


def test_the_cycle_lives_until_it_is_resolved() -> None:
    first = ask_which(a_moment("open the handbok"), "open the handbok", a_set(), None)
    second = ask_which(a_moment("the form", first.continuity, turn=3), "the form", a_set(), None)
    assert second.routed is not None
    assert second.routed.loop_cycle_id == "cycle-t2"
    other = ask_which(a_moment("x", first.continuity, turn=4), "x", a_set("X", set_id="set-b"), None)
    assert other.routed is not None
    assert other.routed.loop_cycle_id == "cycle-t4"


def test_the_guard_key_is_of_input_evidence_and_cycle() -> None:
    keys = {guard_key("a", "f", "c"), guard_key("b", "f", "c"), guard_key("a", "g", "c"), guard_key("a", "f", "d")}
    assert len(keys) == 4
    assert guard_key("a", "f", "c") in keys


def test_which_list_is_asked_with_their_names_and_says_the_message_again() -> None:
    found = ask_scope(a_moment("2"), "2", [Scope.CHAT, Scope.DASHBOARD, Scope.CHAT], "which_list")
    assert isinstance(found.plan, OfferOptions)
    shown = found.plan.option_set
    assert shown is not None
    assert is_scope_question(shown)
    assert [(o.id, o.says) for o in shown.options] == [("chat", "2"), ("dashboard", "2")]
    assert found.continuity is not None
    assert found.continuity.pending is PendingClarifier.SCOPE_DISAMBIGUATION
    assert found.continuity.pending_scopes == (Scope.CHAT, Scope.DASHBOARD)
    assert found.continuity.set_of("set-a") is not None  # the lists themselves stay


def test_a_reply_without_a_list_leaves_the_lists_alone() -> None:
    state = a_state(a_set())
    found = tell(a_moment("x", state), "list_empty_chat", "need_more_info", pending=PendingClarifier.REPAIR)
    assert found.continuity is not None
    assert (found.continuity.sets, found.continuity.pending) == (state.sets, PendingClarifier.REPAIR)
    assert show_again(a_moment("x"), a_set(), "refusal").unresolved is None
