"""Interface, HTTP: the shared library, a thread's own documents, passages in place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .rig import FEES, QUESTION, Rig, running


async def test_text_is_added_and_found_at_once(rig: Rig) -> None:
    made = await rig.client.post(
        "/v1/documents",
        json={
            "text": FEES,
            "name": "fees.md",
            "metadata": {"title": "Fees", "payor": "Plan Silver", "reviewed": 2026},
        },
    )
    assert made.status_code == 201
    document = made.json()
    assert (document["name"], document["title"]) == ("fees.md", "Fees")
    assert document["status"] in {"indexing", "ready"}
    assert document["passages"] > 0
    assert document["metadata"]["payor"] == ["Plan Silver"]
    assert document["metadata"]["extra"] == {"reviewed": 2026}
    assert "source" not in document
    assert (await rig.send(await rig.new_thread()))["reply"]["citations"][0]["document_name"] == "Fees"


async def test_a_file_is_added_by_its_name_never_its_path(rig: Rig) -> None:
    made = await rig.client.post(
        "/v1/documents",
        files={"file": ("..\\secret/../fees.md", FEES.encode(), "application/x-made-up")},
        data={"metadata": json.dumps({"effective_date": "2026-01-01"}), "collection": "plans"},
    )
    assert made.status_code == 201
    document = made.json()
    assert (document["name"], document["collection"]) == ("fees.md", "plans")
    assert document["metadata"]["effective_date"] == "2026-01-01"


async def test_a_name_given_in_words_is_a_name_too_never_a_path(rig: Rig) -> None:
    as_json = await rig.client.post("/v1/documents", json={"text": FEES, "name": "../../etc/fees.md"})
    as_part = await rig.client.post(
        "/v1/documents", files={"file": ("x.md", FEES.encode())}, data={"name": "C:\\plans\\silver.md"}
    )
    only_a_folder = await rig.client.post("/v1/documents", json={"text": FEES, "name": "fees/"})
    assert (as_json.json()["name"], as_part.json()["name"]) == ("fees.md", "silver.md")
    assert (only_a_folder.status_code, only_a_folder.json()["field"]) == (422, "name")


async def test_metadata_that_no_store_keeps_is_refused_by_its_field(rig: Rig) -> None:
    body = b'{"text": "x y", "name": "x.md", "metadata": {"title": "\\ud800"}}'
    refused = await rig.client.post("/v1/documents", content=body, headers={"Content-Type": "application/json"})
    assert (refused.status_code, refused.json()["field"]) == (422, "metadata.title")


async def test_a_fault_deep_in_a_value_is_named_by_the_beginning_of_its_way(rig: Rig) -> None:
    body = '{"text": "x y", "name": "x.md", "metadata": {"a": ' + "[" * 900 + "]" * 900 + "}}"
    refused = await rig.client.post("/v1/documents", content=body, headers={"Content-Type": "application/json"})
    assert refused.status_code == 422
    assert refused.json()["field"].startswith("metadata.a.")
    assert len(refused.text) < 1_000


async def test_the_same_again_changes_nothing_and_a_new_version_replaces(rig: Rig) -> None:
    first = await rig.client.post("/v1/documents", json={"text": FEES, "name": "fees.md"})
    again = await rig.client.post("/v1/documents", json={"text": FEES, "name": "fees.md"})
    changed = await rig.client.post("/v1/documents", json={"text": FEES.replace("$25", "$30"), "name": "fees.md"})
    assert (first.status_code, again.status_code, changed.status_code) == (201, 200, 201)
    assert again.json() == first.json()
    assert changed.json()["document_id"] == first.json()["document_id"]
    assert "$30" in (await rig.send(await rig.new_thread()))["reply"]["text"]


async def test_a_large_file_is_kept_and_indexed_in_the_background(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"upload_inline_max_bytes": 10}) as rig:
        made = await rig.client.post("/v1/documents", files={"file": ("fees.md", FEES.encode())})
        assert (made.status_code, made.json()["status"]) == (202, "queued")
        thread_id = await rig.new_thread()
        of_thread = await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
        assert of_thread.status_code == 202
        thread = (await rig.client.get(f"/v1/threads/{thread_id}")).json()
        assert thread["document_ids"] == [of_thread.json()["document_id"]]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"text": "x"}, "invalid_input", "name"),
        ({"text": "", "name": "x.md"}, "invalid_input", "text"),
        ({"name": "x.md"}, "invalid_input", "text"),
        ({"text": "x", "name": "a\nb"}, "invalid_input", "name"),
        ({"text": "x", "name": "../.."}, "invalid_input", "name"),
        ({"text": "half \ud83d", "name": "x.md"}, "invalid_input", "text"),
        ({"url": "https://example.org/x", "name": "x.md"}, "invalid_input", "name"),
        ({"url": "https://example.org/x", "text": "x"}, "invalid_input", "text"),
        ({"url": ""}, "invalid_input", "url"),
        ({"url": None}, "invalid_input", "url"),
        ({"url": "file:///etc/passwd"}, "invalid_input", "url"),
        ({"url": "javascript:alert(1)"}, "invalid_input", "url"),
        ({"url": "https://me:secret@example.org/"}, "invalid_input", "url"),
        ({"url": f"https://example.org/{'x' * 600}"}, "invalid_input", "url"),
        ({"url": "https://example.org/half\ud83d"}, "invalid_input", "url"),
        ({"text": "x", "name": "x.md", "kind": "md"}, "invalid_input", "kind"),
        ({"text": "x", "name": "x.md", "metadata": []}, "invalid_input", "metadata"),
        (
            {"text": "x", "name": "x.md", "metadata": {"effective_date": "soon"}},
            "invalid_input",
            "metadata.effective_date",
        ),
        ({"text": "   ", "name": "x.md"}, "document_refused", "file"),
        ("x", "invalid_input", "body"),
    ],
)
async def test_a_wrong_field_of_a_document_is_named(rig: Rig, body: object, code: str, field: str) -> None:
    refused = await rig.client.post(
        "/v1/documents", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["field"]) == (422, code, field)
    assert (await rig.client.get("/v1/documents")).json()["documents"] == []


@pytest.mark.parametrize(
    ("parts", "status", "field"),
    [
        ({"data": {"name": "x.md"}, "files": {}}, 415, None),
        ({"files": {"upload": ("x.md", b"x")}}, 422, "upload"),
        ({"files": {"name": ("x.md", b"x"), "file": ("x.md", b"x")}}, 422, "name"),
        ({"files": [("file", ("x.md", b"x")), ("file", ("y.md", b"y"))]}, 422, "file"),
        ({"files": {"file": ("x.md", b"x")}, "data": {"metadata": "title: x"}}, 422, "metadata"),
        ({"files": {"file": ("x.md", b"x")}, "data": {"metadata": "[]"}}, 422, "metadata"),
        ({"files": {"file": ("x.md", b"x")}, "data": {"metadata": "[" * 100_000}}, 422, "metadata"),
        ({"files": {"file": ("x.md", b"x")}, "data": {"url": "https://example.org"}}, 422, "url"),
        ({"files": {"file": ("x.md", b"x")}, "data": {"name": "a\x00b"}}, 422, "name"),
        ({"files": {"file": ("x.md", b"x")}, "data": {"collection": "x" * 201}}, 422, "collection"),
        ({"files": {"file": ("x.pdf", b"")}}, 422, "file"),
        ({"files": {"file": ("x.pdf", b"%PDF-1.7 broken")}}, 422, "file"),
    ],
)
async def test_a_wrong_part_of_a_form_is_named(
    rig: Rig, parts: dict[str, object], status: int, field: str | None
) -> None:
    refused = await rig.client.post("/v1/documents", **parts)
    assert (refused.status_code, refused.json().get("field")) == (status, field)


@pytest.mark.parametrize(
    ("content_type", "body", "status"),
    [
        ("multipart/form-data", b"--x\r\n", 422),
        ("multipart/form-data; boundary=x", b"no form at all", 422),
        ("application/json", b"{", 422),
        ("application/json", b"\xff\xfe", 422),
        ("application/json", b"[" * 200_000, 422),
        ("text/plain", b"x", 415),
        (None, b"x", 415),
        (None, b"", 415),
    ],
)
async def test_a_body_that_cannot_be_read_is_a_problem(
    rig: Rig, content_type: str | None, body: bytes, status: int
) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    refused = await rig.client.post("/v1/documents", content=body, headers=headers)
    assert refused.status_code == status
    assert refused.headers["content-type"] == "application/problem+json"


async def test_a_document_beyond_its_bound_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path, tuning={"document_max_bytes": 1_024}) as rig:
        text = "x" * 1_025
        as_text = await rig.client.post("/v1/documents", json={"text": text, "name": "x.md"})
        as_file = await rig.client.post("/v1/documents", files={"file": ("x.md", text.encode())})
        as_flood = await rig.client.post("/v1/documents", files={"file": ("x.md", b"x" * 2 * 2**20)})
        for refused in (as_text, as_file, as_flood):
            assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
        fits = await rig.client.post("/v1/documents", json={"text": text[:-1], "name": "x.md"})
        assert fits.status_code == 201


async def test_documents_are_listed_by_id_page_by_page_and_by_what_is_asked(rig: Rig) -> None:
    ids = [
        (await rig.client.post("/v1/documents", json={"text": f"Plan {n} costs ${n}.", "name": f"{n}.md"})).json()[
            "document_id"
        ]
        for n in range(5)
    ]
    other = await rig.client.post("/v1/documents", json={"text": FEES, "name": "x.md", "collection": "other"})
    thread_id = await rig.new_thread()
    own = await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
    first = (await rig.client.get("/v1/documents?limit=4&collection=default")).json()
    second = (await rig.client.get(f"/v1/documents?limit=4&collection=default&cursor={first['next_cursor']}")).json()
    assert [d["document_id"] for d in first["documents"] + second["documents"]] == sorted(ids)
    assert second["next_cursor"] is None
    library = (await rig.client.get("/v1/documents")).json()["documents"]
    assert {d["document_id"] for d in library} == {*ids, other.json()["document_id"]}
    of_thread = (await rig.client.get("/v1/documents", params={"thread_id": thread_id})).json()["documents"]
    assert [d["document_id"] for d in of_thread] == [own.json()["document_id"]]
    assert (await rig.client.get("/v1/documents?status=failed")).json()["documents"] == []
    assert (await rig.client.get("/v1/documents?status=lost")).json()["field"] == "status"


async def test_a_passage_is_read_in_its_place(rig: Rig) -> None:
    text = "\n\n".join(f"# Section {n}\n\n" + f"Fact {n} is stated here at some length. " * 30 for n in range(8))
    made = await rig.client.post("/v1/documents", json={"text": text, "name": "long.md"})
    document_id = made.json()["document_id"]
    turn = await rig.send(await rig.new_thread(), "Where is fact 4 stated?")
    citation = turn["reply"]["citations"][0]
    path = f"/v1/documents/{document_id}/passages/{citation['passage_id']}"
    passage = (await rig.client.get(path)).json()
    assert " ".join(citation["quote"].split()) in " ".join(passage["text"].split())
    places = [p["ordinal"] for p in passage["before"] + [passage] + passage["after"]]
    assert places == list(range(places[0], places[0] + len(places)))
    assert passage["before"] or passage["after"]
    alone = (await rig.client.get(path, params={"around": 0})).json()
    assert (alone["before"], alone["after"]) == ([], [])
    assert (await rig.client.get(path, params={"around": 21})).json()["field"] == "around"


async def test_a_passage_belongs_to_its_document(rig: Rig) -> None:
    await rig.add_fees()
    other = await rig.client.post("/v1/documents", json={"text": "Parking is free.", "name": "parking.md"})
    turn = await rig.send(await rig.new_thread())
    passage_id = turn["reply"]["citations"][0]["passage_id"]
    for path in (
        f"/v1/documents/{other.json()['document_id']}/passages/{passage_id}",
        f"/v1/documents/{turn['reply']['citations'][0]['document_id']}/passages/psg_unknown",
        f"/v1/documents/doc_unknown/passages/{passage_id}",
    ):
        assert (await rig.client.get(path)).status_code == 404


async def test_a_deleted_document_is_gone_and_its_citations_stay(rig: Rig) -> None:
    document_id = await rig.add_fees()
    thread_id = await rig.new_thread()
    turn = await rig.send(thread_id)
    assert (await rig.client.delete(f"/v1/documents/{document_id}")).status_code == 204
    assert (await rig.client.get(f"/v1/documents/{document_id}")).status_code == 404
    assert (await rig.client.delete(f"/v1/documents/{document_id}")).status_code == 404
    assert (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"] == [turn]
    assert (await rig.send(thread_id, QUESTION))["reply"]["citations"] == []


async def test_a_deleted_document_leaves_its_thread(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    made = await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md"})
    assert (await rig.client.delete(f"/v1/documents/{made.json()['document_id']}")).status_code == 204
    assert (await rig.client.get(f"/v1/threads/{thread_id}")).json()["document_ids"] == []


async def test_a_threads_document_cannot_choose_a_collection(rig: Rig) -> None:
    thread_id = await rig.new_thread()
    refused = await rig.client.post(
        f"/v1/threads/{thread_id}/documents", json={"text": FEES, "name": "own.md", "collection": "plans"}
    )
    assert (refused.status_code, refused.json()["field"]) == (422, "collection")


async def test_a_page_is_added_by_its_address_and_read_in_the_background(rig: Rig) -> None:
    rig.web["https://example.org/fees"] = FEES
    made = await rig.client.post("/v1/documents", json={"url": "https://Example.org/fees#x", "collection": "default"})
    assert made.status_code == 202
    document = made.json()
    assert (document["status"], document["url"]) == ("queued", "https://example.org/fees")
    await rig.library.run_until_idle()
    read = (await rig.client.get(f"/v1/documents/{document['document_id']}")).json()
    assert (read["status"], read["metadata"]["source_url"]) == ("ready", "https://example.org/fees")
    turn = await rig.send(await rig.new_thread())
    assert turn["reply"]["citations"][0]["url"] == "https://example.org/fees"
    again = await rig.client.post("/v1/documents", json={"url": "https://example.org/fees"})
    assert (again.status_code, again.json()["document_id"]) == (202, document["document_id"])


async def test_a_page_that_cannot_be_read_is_failed_with_a_plain_reason(rig: Rig) -> None:
    made = await rig.client.post(
        "/v1/documents", json={"url": "https://example.org/gone", "metadata": {"title": "X"}}
    )
    await rig.library.run_until_idle()
    failed = (await rig.client.get(f"/v1/documents/{made.json()['document_id']}")).json()
    assert (failed["status"], failed["title"]) == ("failed", "X")
    assert failed["reason"].startswith("The page can't be read")


async def test_a_page_of_a_thread_is_its_own(rig: Rig) -> None:
    rig.web["https://example.org/fees"] = FEES
    thread_id = await rig.new_thread()
    made = await rig.client.post(f"/v1/threads/{thread_id}/documents", json={"url": "https://example.org/fees"})
    assert (made.status_code, made.json()["thread_id"]) == (202, thread_id)
    await rig.library.run_until_idle()
    assert (await rig.client.get(f"/v1/threads/{thread_id}")).json()["document_ids"] == [made.json()["document_id"]]
    assert (await rig.send(thread_id))["reply"]["citations"]
    assert (await rig.send(await rig.new_thread()))["reply"]["citations"] == []
    named = await rig.client.post(
        f"/v1/threads/{thread_id}/documents", json={"url": "https://example.org/fees", "collection": "x"}
    )
    assert (named.status_code, named.json()["field"]) == (422, "collection")
