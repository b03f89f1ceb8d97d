"""Documents as they are read: laid out, replaced in place, and chosen to be asked."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from followthrough.domain.ids import DocumentId

from .rig import FEES, QUESTION, Rig, running

GUIDE = """# Ferry <b>guide</b>

## Fares

| Class | Adult |
|-------|-------|
| First | 12.50 |
| Second | 8.00 |

- Dogs travel free & <script>alert(1)</script>.
    1. On the lower deck
"""


async def added(rig: Rig, text: str, name: str = "guide.md", **more: object) -> str:
    made = await rig.client.post("/v1/documents", json={"text": text, "name": name, **more})
    assert made.status_code == 201
    return made.json()["document_id"]


async def test_a_document_is_laid_out_with_its_headings_table_and_list(rig: Rig) -> None:
    document = await added(rig, GUIDE)
    reply = await rig.client.get(f"/v1/documents/{document}/content")
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    page = re.sub(r"</?span[^>]*>", "", reply.text)
    assert '<h3 dir="auto">Fares</h3>' in page
    assert (
        '<thead><tr><th scope="col" dir="auto">Class</th><th scope="col" dir="auto">Adult</th></tr></thead>' in page
    )
    assert '<tr><td dir="auto">Second</td><td dir="auto">8.00</td></tr>' in page
    assert '<ul><li dir="auto">Dogs travel free' in page
    assert '<ol start="1"><li dir="auto">On the lower deck' in page
    assert f'data-document="{document}"' in page


async def test_nothing_that_a_document_says_becomes_markup(rig: Rig) -> None:
    text = '<a href="javascript:x" onclick="y">go</a>\n\nWrite `<script>alert(1)</script>` & "quote" it \'so\'.\n'
    document = await added(rig, text, metadata={"title": "</title><script>x</script>", "language": "en"})
    page = (await rig.client.get(f"/v1/documents/{document}/content")).text
    assert set(re.findall(r"<(\w+)", page)) <= {
        "html",
        "head",
        "meta",
        "title",
        "body",
        "article",
        "p",
        "span",
        "pre",
        "code",
    }
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert '<!doctype html>\n<html lang="en">' in page


async def test_every_passage_can_be_found_in_it(rig: Rig) -> None:
    sections = "\n\n".join(
        f"## Rule {n}\n\nRule number {n} says that the gate closes at {n} minutes past." for n in range(40)
    )
    document = await added(rig, f"# Rules\n\n{sections}")
    page = (await rig.client.get(f"/v1/documents/{document}/content")).text
    ids = re.findall(r'id="passage-([^"]+)"', page)
    count = (await rig.client.get(f"/v1/documents/{document}")).json()["passages"]
    assert len(ids) == len(set(ids)) == count
    for passage_id in ids[::7]:
        passage = (await rig.client.get(f"/v1/documents/{document}/passages/{passage_id}")).json()
        words = "".join(re.findall(rf'data-passage="{passage_id}">([^<]*)<', page))
        assert "".join(words.split()) == "".join(passage["text"].split())


async def test_a_stretch_begins_where_it_is_asked_to_or_around_a_passage(rig: Rig) -> None:
    sections = "\n\n".join(
        f"## Rule {n}\n\nRule number {n} says that the gate closes at {n} minutes past." for n in range(40)
    )
    document = await added(rig, f"# Rules\n\n{sections}")
    whole = (await rig.client.get(f"/v1/documents/{document}/content")).text
    ids = re.findall(r'id="passage-([^"]+)"', whole)
    part = (await rig.client.get(f"/v1/documents/{document}/content", params={"first": 5, "limit": 3})).text
    assert re.findall(r'id="passage-([^"]+)"', part) == ids[5:8]
    assert 'data-first="5" data-shown="3"' in part
    around = (await rig.client.get(f"/v1/documents/{document}/content", params={"passage": ids[-1], "limit": 4})).text
    assert re.findall(r'id="passage-([^"]+)"', around) == ids[-4:]
    gone = (
        await rig.client.get(f"/v1/documents/{document}/content", params={"passage": "psg_none", "limit": 2})
    ).text
    assert re.findall(r'id="passage-([^"]+)"', gone) == ids[:2]


async def test_a_document_of_another_owners_thread_is_not_shown_or_replaced(tmp_path: Path) -> None:
    async with running(tmp_path) as rig:
        ann, _ = await rig.add_key("ann")
        bob, _ = await rig.add_key("bob")
        hers = rig.caller(ann)
        thread = (await hers.post("/v1/threads", json={})).json()["thread_id"]
        made = await hers.post(f"/v1/threads/{thread}/documents", json={"text": FEES, "name": "fees.md"})
        path = f"/v1/documents/{made.json()['document_id']}"
        his = rig.caller(bob)
        assert (await his.get(f"{path}/content")).status_code == 404
        assert (await his.put(path, json={"text": "Nothing.", "name": "fees.md"})).status_code == 404
        assert (await hers.get(f"{path}/content")).status_code == 200


async def test_a_document_is_replaced_and_keeps_its_id_whatever_the_new_file_is_called(rig: Rig) -> None:
    document = await added(rig, "# Fares\n\nThe fare is 8 dollars.")
    replaced = await rig.client.put(
        f"/v1/documents/{document}", files={"file": ("guide v2.md", b"# Fares\n\nThe fare is 9 dollars.")}
    )
    assert replaced.status_code == 200
    assert replaced.json()["document_id"] == document
    page = (await rig.client.get(f"/v1/documents/{document}/content")).text
    assert "9 dollars" in page
    assert "8 dollars" not in page
    listed = (await rig.client.get("/v1/documents")).json()["documents"]
    assert [one["name"] for one in listed] == ["guide v2.md"]


async def test_a_refused_version_leaves_the_one_before_it(rig: Rig) -> None:
    document = await added(rig, "# Fares\n\nThe fare is 8 dollars.")
    refused = await rig.client.put(f"/v1/documents/{document}", files={"file": ("x.pdf", b"%PDF-1.7\nnothing")})
    assert refused.status_code == 422
    linked = await rig.client.put(f"/v1/documents/{document}", json={"url": "https://example.org/"})
    assert linked.status_code == 422
    assert "8 dollars" in (await rig.client.get(f"/v1/documents/{document}/content")).text


@pytest.mark.parametrize("chosen", ["old", "new"])
async def test_only_the_chosen_documents_are_asked(rig: Rig, chosen: str) -> None:
    ids = {
        "old": await added(rig, "# Record fees 2024\n\nThe fee for a certified copy is 11 dollars.", "old.md"),
        "new": await added(rig, "# Record fees 2025\n\nThe fee for a certified copy is 14 dollars.", "new.md"),
    }
    thread = await rig.new_thread()
    turn = await rig.send(thread, "What is the fee for a certified copy?", include_document_ids=[ids[chosen]])
    assert turn["include_document_ids"] == [ids[chosen]]
    assert {passage["document_id"] for passage in turn["retrieval"]["passages"]} == {ids[chosen]}
    [kept] = (await rig.client.get(f"/v1/threads/{thread}/turns")).json()["turns"]
    assert kept["include_document_ids"] == [ids[chosen]]
    again = await rig.client.post(f"/v1/threads/{thread}/retry", json={"turn_id": turn["turn_id"]})
    assert {passage["document_id"] for passage in again.json()["retrieval"]["passages"]} == {ids[chosen]}


async def test_a_document_out_of_reach_can_not_be_chosen(rig: Rig) -> None:
    elsewhere = await added(rig, FEES, "fees.md", collection="plans")
    thread = await rig.new_thread()
    refused = await rig.client.post(
        f"/v1/threads/{thread}/messages", json={"text": QUESTION, "include_document_ids": [elsewhere]}
    )
    assert (refused.status_code, refused.json()["field"]) == (422, "include_document_ids.0")


async def test_what_comes_with_a_message_is_asked_beside_the_chosen_documents(rig: Rig) -> None:
    other = await added(rig, "# Opening hours\n\nThe office opens at 9.", "hours.md")
    thread = await rig.new_thread()
    made = await rig.client.post(f"/v1/threads/{thread}/documents", json={"text": FEES, "name": "fees.md"})
    own = made.json()["document_id"]
    turn = await rig.send(thread, QUESTION, include_document_ids=[other], attachments=[{"document_id": own}])
    assert own in {citation["document_id"] for citation in turn["reply"]["citations"]}


def pdf(*pages: str) -> bytes:
    """A PDF with a sentence on each page."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 300))
    for text in pages:
        canvas.drawString(40, 200, text)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


async def kept_pdf(rig: Rig) -> tuple[str, bytes]:
    data = pdf("The toll of the bridge is 31 kroner.", "The ferry leaves at 7:40.")
    made = await rig.client.post("/v1/documents", files={"file": ("bridges näher.pdf", data)})
    document = made.json()["document_id"]
    await rig.app.state.services.documents.put_upload(DocumentId(document), data)
    return document, data


def yellow(png: bytes) -> int:
    """How many dots of the image are the marker's."""
    image = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).reshape(-1, 3)
    return int((image == (255, 230, 128)).all(axis=1).sum())


async def test_a_page_is_drawn_with_the_quoted_passage_marked(rig: Rig) -> None:
    document, _ = await kept_pdf(rig)
    content = (await rig.client.get(f"/v1/documents/{document}/content")).text
    assert 'data-pages="2"' in content
    first, second = re.findall(r'id="passage-([^"]+)"', content)
    path = f"/v1/documents/{document}/pages"
    plain = await rig.client.get(f"{path}/1.png", params={"width": 600})
    assert plain.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(plain.content)).size == (600, 450)
    assert yellow(plain.content) == 0
    marked = yellow((await rig.client.get(f"{path}/1.png", params={"width": 600, "quote": first})).content)
    part = {"width": 600, "quote": first, "words": "31 kroner"}
    assert marked > yellow((await rig.client.get(f"{path}/1.png", params=part)).content) > 100
    assert yellow((await rig.client.get(f"{path}/1.png", params={"width": 600, "quote": second})).content) == 0


async def test_the_words_of_a_page_come_with_their_places(rig: Rig) -> None:
    document, _ = await kept_pdf(rig)
    page = (await rig.client.get(f"/v1/documents/{document}/pages/2")).json()
    assert (page["width"], page["height"]) == (400, 300)
    [line] = page["lines"]
    assert line["text"] == "The ferry leaves at 7:40."
    assert line["left"] == pytest.approx(0.1, abs=0.01)
    assert 0.25 < line["top"] < 1 / 3 < line["top"] + line["height"] + 0.02


async def test_the_file_itself_comes_as_it_was_given(rig: Rig) -> None:
    document, data = await kept_pdf(rig)
    reply = await rig.client.get(f"/v1/documents/{document}/original")
    assert reply.content == data
    assert reply.headers["content-disposition"] == "attachment; filename*=UTF-8''bridges%20n%C3%A4her.pdf"


async def test_a_file_of_a_folder_has_its_pages_until_it_is_another_one(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "bridge.pdf"
    file.write_bytes(pdf("The toll of the bridge is 31 kroner."))
    os.utime(file, (0, 0))  # before the rig's clock
    await rig.app.state.services.library.ingest_paths([tmp_path], collection="default", embed=False)
    [entry] = (await rig.client.get("/v1/documents")).json()["documents"]
    path = f"/v1/documents/{entry['document_id']}"
    assert 'data-pages="1"' in (await rig.client.get(f"{path}/content")).text
    assert (await rig.client.get(f"{path}/original")).content == file.read_bytes()
    file.write_bytes(pdf("The toll of the bridge is 45 kroner now."))
    assert 'data-pages=""' in (await rig.client.get(f"{path}/content")).text
    assert (await rig.client.get(f"{path}/pages/1.png")).status_code == 404


async def test_a_file_is_not_given_through_a_folder_that_became_a_link(rig: Rig, tmp_path: Path) -> None:
    for place, said in (("docs/sub", "The toll is 31 kroner."), ("secret", "The pay is 31 millions.")):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "bridge.md").write_text(said.ljust(40))
        os.utime(tmp_path / place / "bridge.md", (0, 0))
    await rig.app.state.services.library.ingest_paths([tmp_path / "docs"], collection="default", embed=False)
    [entry] = (await rig.client.get("/v1/documents")).json()["documents"]
    path = f"/v1/documents/{entry['document_id']}/original"
    assert (await rig.client.get(path)).status_code == 200
    (tmp_path / "docs/sub").rename(tmp_path / "before")
    (tmp_path / "docs/sub").symlink_to(tmp_path / "secret")
    assert (await rig.client.get(path)).status_code == 404


async def test_what_is_not_there_is_said_in_a_line(rig: Rig) -> None:
    document, _ = await kept_pdf(rig)
    beyond = await rig.client.get(f"/v1/documents/{document}/pages/3.png")
    assert (beyond.status_code, beyond.json()["detail"]) == (404, "The file has no page 3; it has 2.")
    plain = await added(rig, FEES, "fees.md")
    await rig.app.state.services.documents.drop_upload(DocumentId(plain))
    for path in ("pages/1.png", "pages/1", "original"):
        reply = await rig.client.get(f"/v1/documents/{plain}/{path}")
        assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
