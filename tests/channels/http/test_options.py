"""A host application registers its list and gets what was chosen from it (interface.md, 2.4)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.channels.http.rig import Rig

LIST: dict[str, Any] = {
    "scope": "widget",
    "scope_instance_id": "results",
    "options": [
        {"id": "a", "label": "Alpha", "execution_ref": "open/a", "path": "/a"},
        {"id": "b", "label": "Beta"},
    ],
}


async def register(rig: Rig, thread_id: str, body: dict[str, Any] = LIST) -> Any:
    return await rig.client.put(f"/v1/threads/{thread_id}/options", json=body)


async def test_a_click_comes_back_as_an_action(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    registered = await register(rig, thread_id)
    assert registered.status_code == 200
    shown = registered.json()
    assert (shown["scope"], [o["id"] for o in shown["options"]]) == ("widget", ["a", "b"])
    turn = await rig.send(thread_id, "", selection={"option_set_id": shown["id"], "option_id": "a"})
    assert turn["action"] == {
        "type": "select",
        "option_id": "a",
        "label": "Alpha",
        "scope": "widget",
        "option_set_id": shown["id"],
        "execution_ref": "open/a",
        "provenance": "deterministic",
    }
    assert (turn["turn_class"], turn["decision"]["lane"]) == ("selection", "selection")
    assert turn["decision"]["active_option_set_id"] == shown["id"]
    assert turn["decision"]["active_scope"] == "widget"


async def test_a_click_on_a_list_that_was_replaced_asks_over_the_current_one(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    old = (await register(rig, thread_id)).json()
    new = (await register(rig, thread_id)).json()
    assert old["id"] != new["id"]
    turn = await rig.send(thread_id, "", selection={"option_set_id": old["id"], "option_id": "a"})
    assert turn["action"] is None
    assert turn["option_set"]["id"] == new["id"]
    assert turn["clarification"]["kind"] == "selection_disambiguation"
    assert turn["dialog_state"] == "NEEDS_CLARIFICATION"
    thread = (await rig.client.get(f"/v1/threads/{thread_id}")).json()
    assert (thread["option_set"], thread["clarification"]) == (turn["option_set"], turn["clarification"])


async def test_an_option_that_the_set_does_not_have_is_refused(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    shown = (await register(rig, thread_id)).json()
    refused = await rig.client.post(
        f"/v1/threads/{thread_id}/messages", json={"selection": {"option_set_id": shown["id"], "option_id": "z"}}
    )
    assert (refused.status_code, refused.json()["field"]) == (422, "selection.option_id")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scope": "moon"}, "scope"),
        ({"scope": "none"}, "scope"),
        ({"options": []}, "options"),
        ({"options": [{"id": "a", "label": "A"}] * 2}, "body"),
        ({"options": [{"id": "a"}]}, "options.0.label"),
        ({"options": [{"id": "a", "label": ""}]}, "options.0.label"),
        ({"options": [{"id": f"o{n}", "label": "x"} for n in range(101)]}, "options"),
        ({"colour": "red"}, "colour"),
    ],
)
async def test_a_bad_list_is_refused_by_field(rig: Rig, body: dict[str, Any], field: str) -> None:
    thread_id = await rig.new_thread()
    refused = await register(rig, thread_id, {**LIST, **body})
    assert (refused.status_code, refused.json()["field"]) == (422, field)


async def test_another_owners_thread_takes_no_list(rig: Rig) -> None:
    assert (await register(rig, "thr_unknown")).status_code == 404
