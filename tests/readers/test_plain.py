"""Issue 2: plain text keeps its paragraphs; broken lines are whole sentences again."""

from __future__ import annotations

from tests.readers.shown import blocks, read


async def test_lines_broken_for_want_of_room_are_joined_and_short_lines_stay() -> None:
    text = (
        "Claims must be filed within one hundred and eighty days of the\n"
        "date of service, and a claim that arrives later is denied with\n"
        "code CO-29.\n\nCall:\n555-0100\n555-0101\n"
    )
    assert blocks(await read(text, "a.txt")) == [
        (
            "p",
            "Claims must be filed within one hundred and eighty days of the date of service, and a claim that "
            "arrives later is denied with code CO-29.",
        ),
        ("p", "Call:\n555-0100\n555-0101"),
    ]


async def test_headings_are_known_by_their_look() -> None:
    text = "CLAIMS AND FILING\n\nBody one.\n\n2.1 Corrected claims\n\nBody two.\n\nAppeals\n=======\n\nBody three.\n"
    assert blocks(await read(text, "a.txt")) == [
        ("h2", "CLAIMS AND FILING"),
        ("p", "Body one."),
        ("h2", "2.1 Corrected claims"),
        ("p", "Body two."),
        ("h1", "Appeals"),
        ("p", "Body three."),
    ]


async def test_a_line_that_begins_with_one_number_is_no_heading() -> None:
    assert blocks(await read("30 days from receipt\n\n1. Open the portal\n\n2. Send\n\n3.50 dollars", "a.txt")) == [
        ("p", "30 days from receipt"),
        ("li", "1. Open the portal"),
        ("li", "2. Send"),
        ("p", "3.50 dollars"),
    ]


async def test_list_items_are_known_by_their_marks() -> None:
    text = "Steps:\n- Open the portal\n  and sign in\n- Send\n\n1) First\n2) Second\n"
    assert blocks(await read(text, "a.txt")) == [
        ("p", "Steps:"),
        ("li", "- Open the portal\nand sign in"),
        ("li", "- Send"),
        ("li", "1) First"),
        ("li", "2) Second"),
    ]


async def test_front_matter_counts_in_text_files_too() -> None:
    document = await read("---\ntitle: Fees\n---\nBody.", "a.txt")
    assert (document.metadata.title, document.text) == ("Fees", "Body.")


async def test_a_name_without_ending_is_read_as_text() -> None:
    assert (await read("Just words.", "README")).media_type == "text/plain"


async def test_control_characters_and_ligatures_are_cleaned() -> None:
    assert (await read("of\ufb01ce\x07 hours\u00ad: 9\u00a0to\u200b 5", "a.txt")).text == "office hours: 9 to 5"


async def test_a_marked_section_begins_a_block_without_an_empty_line_before_it() -> None:
    text = "# Leave\nIt depends.\n## Sick leave\nCall in.\n### Pay\nIt goes on.\n# no heading here\n"
    assert blocks(await read(text, "Leave")) == [
        ("h1", "Leave"),
        ("p", "It depends."),
        ("h2", "Sick leave"),
        ("p", "Call in."),
        ("h3", "Pay"),
        ("p", "It goes on.\n# no heading here"),
    ]
