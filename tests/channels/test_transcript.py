"""A conversation as Markdown and as a page to print (issue 17, item 10)."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.channels.transcript import as_markdown, as_page
from followthrough.domain.conversation import Citation, Reply, TurnRecord, TurnStatus
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.testing.contracts.values import a_message, a_thread, a_turn

CHAT = load_pack("general").chat


def a_record(
    asked: str, said: str, *, origin: Origin = Origin.USER, status: TurnStatus = TurnStatus.COMPLETED, **cited: str
) -> TurnRecord:
    citation = Citation(
        n=1,
        document_id=DocumentId("d"),
        document_name="Guide",
        passage_id=PassageId("p"),
        page=12,
        quote=cited.get("quote", "within\n120 days"),
        url=cited.get("url"),
    )
    turn = a_turn(replace(a_message("t-1", "turn-1", 1), text=asked, origin=origin), status=status)
    return replace(turn, reply=Reply(text=said, citations=(citation,) if "[1]" in said else ()))


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def page_of(*turns: TurnRecord) -> str:
    return as_page(a_thread("t-1", title="Filing"), turns, CHAT)


def test_markdown_has_who_said_what_and_the_sources_with_their_quotes() -> None:
    turn = a_record("How long?\nAnd why?", "120 days. [1]")
    text = as_markdown(a_thread("t-1", title="Filing"), [turn], CHAT)
    assert text.startswith("# Filing\n")
    assert "**You**\n\n> How long?\n> And why?\n" in text
    assert "**Answer**\n\n120 days. [1]\n" in text
    assert f"**{CHAT.sources}**\n\n- [1] Guide, {CHAT.page.format(page=12)}: “within 120 days”" in text


def test_quoted_rows_stay_apart() -> None:
    turn = a_record("How much?", "$5 [1]", quote="Plan | Fee\nGold | $5\n\nSee below.")
    text = as_markdown(a_thread("t-1", title="Filing"), [turn], CHAT)
    assert "“Plan | Fee / Gold | $5 / See below.”" in text


def test_the_page_has_the_same_and_loads_nothing() -> None:
    page = page_of(
        a_record("How long?", "**120** days. [1]\n\n| a | b |\n|---|---|\n| 1 | 2 |", url="https://x.example/g")
    )
    tags = Tags(page).found
    assert "<strong>120</strong>" in page
    assert [tag for tag, _ in tags if tag in {"script", "link", "img", "iframe", "object"}] == []
    assert [a["href"] for tag, a in tags if tag == "a"] == ["https://x.example/g"]
    assert ("li", {"value": "1"}) in tags
    assert {"table", "td"} <= {tag for tag, _ in tags}
    assert "@media print" in page


@pytest.mark.parametrize("bad", ["<script>x</script>", '<img src="https://x.example/p.png" onerror="x">', "${title}"])
def test_what_anybody_wrote_is_text(bad: str) -> None:
    page = page_of(a_record(bad, f"{bad} [1]", quote=bad, url=f"javascript:{bad}"))
    tags = Tags(page).found
    assert [tag for tag, _ in tags if tag in {"script", "img", "a"}] == []
    if "<" in bad:
        assert bad not in page


def test_a_picture_and_a_link_of_another_scheme_stay_text() -> None:
    tags = Tags(
        page_of(a_record("q", "![p](https://x.example/p.png) [go](javascript:x) [ok](https://x.example)"))
    ).found
    assert [tag for tag, _ in tags if tag == "img"] == []
    assert all(a["href"] and a["href"].startswith("https://") for tag, a in tags if tag == "a")


def test_who_else_speaks_and_what_went_wrong_is_said() -> None:
    turns = [
        a_record("", "I have resent it.", origin=Origin.PERSON),
        a_record("q", "half", status=TurnStatus.STOPPED),
    ]
    text, page = as_markdown(a_thread("t-1"), turns, CHAT), page_of(*turns)
    for made in (text, page):
        assert "A person" in made
        assert "This answer was stopped." in made
    assert text.count("**You**") == 1


def test_a_note_to_the_assistant_is_not_told() -> None:
    note = a_record("They were upset.", "", origin=Origin.NOTE)
    assert "upset" not in as_markdown(a_thread("t-1"), [note], CHAT)
    assert "upset" not in page_of(note)
