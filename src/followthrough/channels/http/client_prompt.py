"""Prompts that a chat client writes by itself, beside what its user says: for a title, tags, suggestions (report 83).

They are told by their form: an instruction that quotes a conversation, and names the field that the client reads from
the reply. Nothing of it is the user's, so nothing is searched for it and nothing kept of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from followthrough.channels.http.transcript import Line

_OPENS, _CLOSES = re.compile("<chat_history>", re.IGNORECASE), re.compile("</chat_history>", re.IGNORECASE)
_HEADED = re.compile(r"^[^\n:]{1,40}:[ \t]*\n(?=(?:user|human)[ \t]*:)", re.IGNORECASE | re.MULTILINE)
_ANSWERED = re.compile(r"^(?:ai|assistant)[ \t]*:", re.IGNORECASE | re.MULTILINE)
_SHAPE = re.compile(r'\{\s*"(?P<key>[a-z_]{2,30})"\s*:')
_QUERY = re.compile(r"\s*Query: *History:")
_SPEAKER = re.compile(r"^[ \t]*(?P<who>user|human|assistant|ai)[ \t]*:\s*", re.IGNORECASE | re.MULTILINE)
_USERS = frozenset(("user", "human"))
_MARKUP = re.compile(r"[*_`#>\[\]]+")


class ClientTask(StrEnum):
    """What a client wants for itself; the value is the name of it in the reply."""

    TITLE = "title"
    TAGS = "tags"
    FOLLOW_UPS = "follow_ups"
    QUERIES = "queries"
    COMPLETION = "text"
    PICTURE = "prompt"
    TOOLS = "tool_calls"


_BY_KEY = {task.value: task for task in ClientTask}
_LISTS = frozenset((ClientTask.TAGS, ClientTask.FOLLOW_UPS, ClientTask.QUERIES, ClientTask.TOOLS))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientPrompt:
    """A client's own prompt: what it wants of which conversation, as JSON or in plain words."""

    task: ClientTask
    lines: tuple[Line, ...]
    as_json: bool = True


def client_prompt(text: str, instructions: str = "") -> ClientPrompt | None:
    """The client's prompt that a message is; None where it is the user's own.

    Both marks are needed: a conversation quoted as such, and outside it the shape of the reply, or the plain field
    that clients of the other form read, a title. A client that asks which of its tools to call says the shape in its
    instructions, and quotes the conversation under a heading.
    """
    if _QUERY.match(text) and any(match["key"] == ClientTask.TOOLS for match in _SHAPE.finditer(instructions)):
        return ClientPrompt(task=ClientTask.TOOLS, lines=())
    opened = _OPENS.search(text)
    closed = None if opened is None else _CLOSES.search(text, opened.end())
    if opened is None or closed is None:
        return _plain(text)
    around = text[: opened.start()] + text[closed.end() :]
    task = next((_BY_KEY[match["key"]] for match in _SHAPE.finditer(around) if match["key"] in _BY_KEY), None)
    return None if task is None else ClientPrompt(task=task, lines=_lines(text[opened.end() : closed.start()]))


def _plain(text: str) -> ClientPrompt | None:
    headed = _HEADED.search(text)
    if headed is None or ClientTask.TITLE.value not in text[: headed.start()].casefold().split():
        return None
    if _ANSWERED.search(text, headed.end()) is None:
        return None
    return ClientPrompt(task=ClientTask.TITLE, lines=_lines(text[headed.end() :]), as_json=False)


def client_answer(
    prompt: ClientPrompt,
    keywords: Callable[[str], Sequence[str]],
    *,
    title_chars: int,
    tags: int,
    follow_ups: Sequence[str] = (),
) -> str:
    """What the client reads: a title and tags in the user's own words, and nothing where something would be made up.

    Args:
        prompt: what is wanted.
        keywords: the words of a text that say what it is about, in their order.
        title_chars: the most that a title has.
        tags: the most tags.
        follow_ups: what to ask next, as far as that is known.
    """
    asked = next((line.text for line in prompt.lines if line.role == "user"), "")
    if prompt.task is ClientTask.TITLE:
        value: object = _shortened(asked, title_chars)
        if not prompt.as_json:
            return str(value)
    elif prompt.task is ClientTask.TAGS:
        value = list(dict.fromkeys(keywords(asked)))[:tags]
    elif prompt.task is ClientTask.FOLLOW_UPS:
        value = list(follow_ups)
    else:
        value = [] if prompt.task in _LISTS else ""
    return json.dumps({prompt.task.value: value}, ensure_ascii=False)


def _lines(quoted: str) -> tuple[Line, ...]:
    """What each side says; words before the first name of a speaker are nobody's."""
    found = list(_SPEAKER.finditer(quoted))
    ends = [match.start() for match in found[1:]] + [len(quoted)]
    return tuple(
        Line(role="user" if match["who"].lower() in _USERS else "assistant", text=quoted[match.end() : end].strip())
        for match, end in zip(found, ends, strict=True)
    )


def _shortened(text: str, most: int) -> str:
    """The beginning of a text, cut between words."""
    plain = " ".join(_MARKUP.sub(" ", text).split())
    if len(plain) <= most:
        return plain
    return plain[: most + 1].rsplit(" ", 1)[0][:most] + "…"
