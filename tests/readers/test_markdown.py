"""Issue 2: markdown is read as clean prose with its headings, lists, tables and code."""

from __future__ import annotations

from datetime import date

from tests.readers.shown import blocks, headers, read, refused

SAMPLE = """\
# Provider *manual*

Claims are filed within **180 days**
of the date of [service](https://example.org).

## Steps

1. Open the portal
   and sign in.
2. Choose `Claims`.
   - Pick one.
   - Pick two.

| Plan | Copay |
|------|------:|
| Gold | $5 |
| Sil\\|ver | |

```sh
followthrough demo
  --port 1
```

> A quotation.

Line one\\
line two
"""


async def test_structure_is_kept_and_marks_are_not() -> None:
    document = await read(SAMPLE, "manual.md")
    assert blocks(document) == [
        ("h1", "Provider manual"),
        ("p", "Claims are filed within 180 days of the date of service."),
        ("h2", "Steps"),
        ("li", "1. Open the portal and sign in."),
        ("li", "2. Choose Claims."),
        ("li2", "- Pick one."),
        ("li2", "- Pick two."),
        ("row", "Plan | Copay"),
        ("row", "Gold | $5"),
        ("row", "Sil|ver | -"),
        ("code", "    followthrough demo\n      --port 1"),
        ("p", "A quotation."),
        ("p", "Line one\nline two"),
    ]
    assert headers(document) == ["", "Plan | Copay", "Plan | Copay"]
    assert document.media_type == "text/markdown"
    assert "2. Choose Claims.\n  - Pick one.\n" in document.text


async def test_front_matter_is_metadata_and_no_text() -> None:
    document = await read("---\ntitle: Fees\neffective_date: 2026-02-01\n---\nBody.", "fees.md")
    assert document.metadata.title == "Fees"
    assert document.metadata.effective_date == date(2026, 2, 1)
    assert document.text == "Body."


async def test_a_text_that_begins_with_a_line_of_dashes_has_no_front_matter() -> None:
    document = await read("---\n\nBody of the text.\n\n---\n\nMore.", "a.md")
    assert document.text == "Body of the text.\n\nMore."


async def test_bad_front_matter_is_refused_by_key() -> None:
    found = await refused("---\neffective_date: soon\n---\nBody.", "fees.md")
    assert (found.code, found.reason) == (
        "bad_metadata",
        "The file has front matter that can't be taken: effective_date must be a date like 2026-03-01.",
    )


async def test_html_inside_markdown_is_read_and_comments_are_not() -> None:
    text = (
        "Before<br>after\n\n<table><tr><th>A<th>B<tr><td>1<td>2</table>\n\n<!-- hidden -->\n\n<div>In a div</div>\n"
    )
    assert blocks(await read(text, "a.md")) == [
        ("p", "Before\nafter"),
        ("row", "A | B"),
        ("row", "1 | 2"),
        ("p", "In a div"),
    ]


async def test_several_paragraphs_in_an_item_stay_in_order() -> None:
    assert blocks(await read("- One.\n\n  More of one.\n- Two.\n", "a.md")) == [
        ("li", "- One.\nMore of one."),
        ("li", "- Two."),
    ]


async def test_a_list_that_leads_to_places_of_its_own_page_says_nothing() -> None:
    text = """\
# Handbook

- [Leave](#leave)
  - [Sick leave](#sick-leave)
- [**Pay**](#pay)

## Leave

- [Ask for it](#pay) a week before.
- See [the form](https://example.org/form).

## See also

- [Holidays](holidays.md)
- [Expenses](expenses.md)
"""
    assert blocks(await read(text, "handbook.md")) == [
        ("h1", "Handbook"),
        ("h2", "Leave"),
        ("li", "- Ask for it a week before."),
        ("li", "- See the form."),
        ("h2", "See also"),
        ("li", "⇢ Holidays"),
        ("li", "⇢ Expenses"),
    ]


async def test_a_list_that_only_leads_to_other_documents_is_marked_as_such() -> None:
    text = """# Export

See also:

- [Backing up](backup.md)
- [Forum](https://forum.example.org)

We pay for these trains of ours:

- [Night train](night.md)

## Guides

1. [Exporting to PDF](/docs/pdf)
2. [Syncing](sync.md#server) with a server
"""
    assert [said for kind, said in blocks(await read(text, "export.md")) if kind == "li"] == [
        "⇢ Backing up",
        "- Forum",
        "- Night train",
        "1. Exporting to PDF",
        "2. Syncing with a server",
    ]
