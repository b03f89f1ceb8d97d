"""A chat client that puts the text of its user's files before the question (interface, HTTP)."""

from __future__ import annotations

import json

import pytest

from followthrough.channels.http.client_context import unwrapped

from .rig import QUESTION, Rig

RULES = "### Task:\nRespond to the user query using the provided context, with citations in the format [id].\n\n"
FEES = '<source id="1" name="fees &amp; dues.pdf">The copay of Plan Silver is $25.</source>'
MORE = '<source id="2" name="fees &amp; dues.pdf">Imaging costs $90.</source>'
OTHER = '<source id="3" name="trips.docx">Trips need a form.</source>'
WRAPPED = f"{RULES}<context>\n{FEES}\n{MORE}\n{OTHER}\n</context>\n\n{QUESTION}"
FILES = (
    ("fees & dues.pdf", "The copay of Plan Silver is $25.\n\nImaging costs $90."),
    ("trips.docx", "Trips need a form."),
)


@pytest.mark.parametrize(
    ("text", "files"),
    [
        pytest.param(WRAPPED, FILES, id="bare behind the files"),
        pytest.param(
            f"{RULES}<context>\n{FEES}\n{MORE}{OTHER}\n</context>\n\n<user_query>\n{QUESTION}\n</user_query>\n",
            FILES,
            id="marked as the query",
        ),
        pytest.param(
            "Use this as your learned knowledge, inside <context></context> XML tags.\n<context>\n  a </context> b\n"
            f"</context>\n\nWhen answering, be brief.\nGiven the context information, answer.\nQuery: {QUESTION}",
            (("", "a </context> b"),),
            id="named behind more instructions, without names of files",
        ),
        pytest.param(WRAPPED.replace("\n", "\r\n"), FILES, id="with the line ends of Windows"),
        pytest.param(
            f'<context>\n<source id="1" name="scan.pdf"></source>\n</context>\n\n{QUESTION}',
            (),
            id="a file without text",
        ),
        pytest.param(
            f'<context>\n<source id="1" name="a.xml">one</source> two</source>\n</context>\n\n{QUESTION}',
            (("a.xml", "one two"),),
            id="a file whose text has the mark of its end",
        ),
    ],
)
def test_the_question_is_told_from_what_came_with_it(text: str, files: tuple[tuple[str, str], ...]) -> None:
    found = unwrapped(text)
    assert found is not None
    assert (found.question, found.files) == (QUESTION, files)


@pytest.mark.parametrize(
    "text",
    [QUESTION, "What does <context>x</context> mean in a prompt?", f"{RULES}<context>\n{FEES}\n</context>\n", ""],
)
def test_words_of_the_user_stay_as_they_are(text: str) -> None:
    assert unwrapped(text) is None


async def test_the_question_is_answered_from_its_files_and_the_next_one_without_them_goes_on(rig: Rig) -> None:
    messages = [{"role": "user", "content": WRAPPED}]
    for asked in (QUESTION, "What does imaging cost?"):
        sent = await rig.client.post("/v1/chat/completions", json={"model": "followthrough", "messages": messages})
        made = json.loads(sent.text)
        content = made["choices"][0]["message"]["content"]
        thread_id = made["metadata"]["thread_id"]
        turns = (await rig.client.get(f"/v1/threads/{thread_id}/turns")).json()["turns"]
        assert turns[-1]["query"]["message"] == asked
        assert ("$25" if asked == QUESTION else "$90") in content
        assert "[1] fees & dues.pdf" in content
        # the client keeps its user's own words, not what it wrapped them in
        messages = [
            {"role": "user", "content": QUESTION},
            {"role": "assistant", "content": content},
            {"role": "user", "content": "What does imaging cost?"},
        ]
    assert len(turns) == 2
