"""What the product says about lists, choices and what was done, as a pack words it."""

from __future__ import annotations

from dataclasses import dataclass, field


def _fills(*names: str) -> str:
    """A text with places to fill in: exactly these names, each at least once."""
    return field(metadata={"fills": names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """Texts about lists. The options stand below those that ask, numbered.

    Attributes:
        choose_one: which one is meant.
        choose_suggested: whether ``label`` is meant.
        choose_named: which of ``labels`` is meant.
        choose_list: which list is meant.
        choose_again: the list once more.
        choose_rest: ``label`` was not meant; the rest.
        list_kept: the list stays.
        list_stop_confirm: whether the list is to be closed.
        list_closed: it is closed, and how it comes back.
        list_is_closed: it was closed before, and how it comes back.
        list_rejected: none of it was meant; asks for one detail.
        list_shown: the list that was asked for.
        list_empty_chat: there are no options in the conversation; and so on for each list.
        tap_to_choose: ``label`` can't be executed from words.
        selection_replaced: what was clicked is of an older list.
        selection_gone: what was clicked is of a list that is gone.
        not_done: what the user asks about was not done.
        nothing_done: nothing has been done yet that could be explained; asks what is meant.
        no_such_place: the list that was shown ends with number ``label``.
        done_earlier: what was done last, ``label``, is too far back to be meant; asks what is meant.
        scope_chat: the name of the options in the conversation; and so on for each list.
        host_widget: the name of a host application's list that is shown there; and so on for each place.
        opened: ``label`` is opened.
        opened_at: stands before the words of ``label`` that are shown.
        opened_nothing: ``label`` is there no longer.
        used: ``label`` is used.
        selected: ``label`` is chosen.
        rerun: ``label`` is asked again.
        retried: ``label`` is tried again.
        done_open: tells of it later; and so on for each action. ``answered`` tells of a question.
        rejected_later: stands behind an action that was taken back.
        why_exact_label: why it was done, by the rule that decided; and so on for each.
        why_label: stands before ``about``, the words beside an option.
        last_was: tells what was done last: ``done``.
        was_done: confirms what was done: ``done``.
        so_far: stands before what was done so far.
        found_then: what was done, and what was found then.
        about_thing: stands before ``about``, the words beside a thing.
        from_document: stands before an answer from ``label`` alone.
    """

    choose_one: str
    choose_suggested: str = _fills("label")
    choose_named: str = _fills("labels")
    choose_list: str
    choose_again: str
    choose_rest: str = _fills("label")
    list_kept: str
    list_stop_confirm: str
    list_closed: str
    list_is_closed: str
    list_rejected: str
    list_shown: str
    list_empty_chat: str
    list_empty_widget: str
    list_empty_dashboard: str
    list_empty_workspace: str
    tap_to_choose: str = _fills("label")
    selection_replaced: str
    selection_gone: str
    not_done: str
    nothing_done: str
    no_such_place: str = _fills("label")
    done_earlier: str = _fills("label")
    scope_chat: str
    scope_widget: str
    scope_dashboard: str
    scope_workspace: str
    host_widget: str
    host_dashboard: str
    host_workspace: str
    opened: str = _fills("label")
    opened_at: str = _fills("label")
    opened_nothing: str = _fills("label")
    used: str = _fills("label")
    selected: str = _fills("label")
    rerun: str = _fills("label")
    retried: str = _fills("label")
    done_open: str = _fills("label")
    done_use: str = _fills("label")
    done_select: str = _fills("label")
    done_rerun: str = _fills("label")
    done_retry: str = _fills("label")
    done_answer: str = _fills("label")
    rejected_later: str = _fills("done")
    why_exact_label: str = _fills("label")
    why_ordinal: str = _fills("label")
    why_confirmed: str = _fills("label")
    why_click: str = _fills("label")
    why_deterministic_continuity_resolve: str = _fills("label")
    why_llm_select: str = _fills("label")
    why_need_more_info_veto_applied: str = _fills("label")
    why_label: str = _fills("about")
    last_was: str = _fills("done")
    was_done: str = _fills("done")
    so_far: str
    found_then: str = _fills("label", "about")
    about_thing: str = _fills("label", "about")
    from_document: str = _fills("label")
