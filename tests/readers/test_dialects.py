"""Markup of every dialect is read and never shown: site generators' tags, attributes, components, admonitions."""

from __future__ import annotations

import pytest
from tests.readers.shown import blocks, read


async def shown(text: str, name: str = "a.md") -> list[tuple[str, str]]:
    return blocks(await read(text, name))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("See [the policy]({% link _policy/index.md %}).", "See the policy."),
        ('See [the cron job]({{< relref "cronjob.md" >}}).', "See the cron job."),
        ('{{< hint type="warning" >}}\nBack up first.\n{{</ hint >}}', "Back up first."),
        (
            "{% capture note %}\nBack up first.\n{% endcapture %}\n{% include alert.html content=note %}",
            "Back up first.",
        ),
        ("One.{% comment %} two {% endcomment %}\n{: .lead}", "One."),
        ('Go [there](/x){:class="external"} now.', "Go there now."),
        ("A line [with](x){.ext #id} marks. {#anchor}", "A line with marks."),
        ("Press <Kbd>Ctrl</Kbd> twice{' '}please.\n", "Press Ctrl twice please."),
        ("- [x] Done", "- Done"),
        ("- [ ] Open", "- Open"),
        ("Read [[Fees|the fees]] and [[Terms]].", "Read the fees and Terms."),
        ("> [!NOTE]\n> Back up first.", "Back up first."),
        ("**Teammates: **ask your manager.", "Teammates: ask your manager."),
        ("Text.\n\n[comment]: <> (hidden)", "Text."),
        ("Put <your-name> into <b>the</b> form.", "Put <your-name> into the form."),
        ("Use `{{ value }}` and `{% raw %}`.", "Use {{ value }} and {% raw %}."),
        ("See {ref}`the fees`.", "See the fees."),
    ],
)
async def test_marks_are_read_and_not_shown(source: str, text: str) -> None:
    assert [words for _, words in await shown(source)] == [text]


async def test_code_keeps_what_looks_like_marks() -> None:
    source = "```yaml\n{{ .Values.port }}\n{% if x %}\n```\n"
    assert await shown(source) == [("code", "    {{ .Values.port }}\n    {% if x %}")]


async def test_a_list_of_the_front_matter_stands_where_the_text_calls_for_it() -> None:
    source = (
        "---\ntitle: IDs\ntags: [id, card]\naccepted:\n  - Driver's license\n  - Passport\nother:\n  - Library card\n"
        "redirect_from:\n  - /old/\n---\n## What we accept:\n\n{% include list.html items=page.accepted %}\n\nEnd.\n"
    )
    document = await read(source, "a.md")
    assert document.metadata.title == "IDs"
    assert blocks(document) == [
        ("h2", "What we accept:"),
        ("li", "- Driver's license"),
        ("li", "- Passport"),
        ("p", "End."),
        ("h2", "Other"),
        ("li", "- Library card"),
    ]


async def test_toml_front_matter_is_read() -> None:
    document = await read('+++\ntitle = "Fees"\n+++\nBody.', "a.md")
    assert (document.metadata.title, document.text) == ("Fees", "Body.")


async def test_a_component_within_a_line_leaves_what_it_is_given() -> None:
    source = (
        'Press <Key mod="cmd" k="z" className="big" /> to undo, <Logo src="a.png" size="9" />or <B>twice</B>.\n\n'
        '<Box kind="x" />\n'
    )
    assert await shown(source, "a.mdx") == [("p", "Press cmd z to undo, or twice.")]


async def test_components_imports_and_exports_of_mdx() -> None:
    source = (
        'import Tabs from "@theme/Tabs";\n\nexport const x = {\n  a: 1,\n};\n\n# Install\n\n<Tabs>\n'
        '  <TabItem value="mac" label="On macOS">\n    Run the installer.\n  </TabItem>\n</Tabs>\n\n{/* hidden */}\n'
    )
    assert await shown(source, "a.mdx") == [
        ("h1", "Install"),
        ("p", "On macOS"),
        ("p", "Run the installer."),
    ]


async def test_admonitions_of_mkdocs_docusaurus_and_myst() -> None:
    source = '!!! note "Mind this"\n    Inside.\n\n:::tip\nA tip.\n:::\n\n```{warning}\n:class: x\nA warning.\n```\n'
    assert [words for _, words in await shown(source)] == ["Mind this", "Inside.", "A tip.", "A warning."]


async def test_footnotes_stand_at_the_end_of_their_section() -> None:
    source = "# A\n\nFree for members.[^1]\n\n# B\n\nMore.\n\n[^1]: Until\n    June.\n"
    assert [words for _, words in await shown(source)] == ["A", "Free for members.", "Until June.", "B", "More."]


async def test_an_accordion_is_a_section_of_its_own_and_ends() -> None:
    source = (
        '# Rates\n\n<ul><li><button aria-controls="u35">Under 35</button>\n<div id="u35">\n\n'
        "| Amount | Premium |\n|---|---|\n| $1 | $2 |\n\n</div></li></ul>\n\nAfter.\n"
    )
    document = await read(source, "a.md")
    assert blocks(document) == [
        ("h1", "Rates"),
        ("h2", "Under 35"),
        ("row", "Amount | Premium"),
        ("row", "$1 | $2"),
        ("p", "After."),
    ]
    assert [block.outside for block in document.blocks] == [0, 0, 0, 0, 2]


async def test_details_nest_below_their_summary() -> None:
    source = "<details><summary>More</summary>\n\nInside.\n\n### Deeper\n\nText.\n\n</details>\n\nAfter.\n"
    document = await read(source, "a.md")
    assert blocks(document)[:3] == [("h2", "More"), ("p", "Inside."), ("h3", "Deeper")]
    assert document.blocks[-1].outside == 2


async def test_html_that_is_indented_below_html_is_no_code() -> None:
    source = "<div>\n  <p>Before.</p>\n\n    <ol>\n      <li>First</li>\n    </ol>\n</div>\n"
    assert await shown(source) == [("p", "Before."), ("li", "1. First")]


async def test_a_table_without_a_line_under_its_header_is_a_table() -> None:
    source = "| Code | Next step |\n| 5001 | Try again |\n"
    assert await shown(source) == [("row", "Code | Next step"), ("row", "5001 | Try again")]


async def test_definitions_keep_their_terms_and_lists() -> None:
    source = "Term\n: Its meaning.\n\nOther\n: - one\n  - two\n"
    assert await shown(source) == [
        ("li", "- Term: Its meaning."),
        ("li", "- Other"),
        ("li2", "- one"),
        ("li2", "- two"),
    ]


async def test_keys_marked_words_and_attributes_of_icons_leave_no_marks() -> None:
    source = "Press ++ctrl+alt+del++ to ==stop== :octicons-heart-fill-24:{ .heart } now.\n\nIf a ==b, i++ ++j."
    assert await shown(source) == [
        ("p", "Press ctrl+alt+del to stop (heart fill) now."),
        ("p", "If a ==b, i++ ++j."),
    ]


async def test_attributes_with_room_abbreviations_and_icons_of_a_theme_leave_no_marks() -> None:
    source = (
        'Open *Library*{ align=right } ![](a.png){ class="shadow" } and click :material-file-edit-outline: there.\n\n'
        "| Plan | Sync |\n|---|---|\n| Free | :material-close: |\n| Plus | :material-check: |\n\n"
        'Ask in {% channel "help" %} first, and pass `{ class="x" }`.\n\n*[SQL]: a language for questions\n'
    )
    assert await shown(source) == [
        ("p", "Open Library and click (file edit) there."),
        ("row", "Plan | Sync"),
        ("row", "Free | close"),
        ("row", "Plus | check"),
        ("p", 'Ask in help first, and pass { class="x" }.'),
    ]
