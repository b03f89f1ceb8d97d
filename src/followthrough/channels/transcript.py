"""A conversation to keep, pass on or print: as Markdown and as an HTML page that loads nothing, with its sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from markdown_it import MarkdownIt

from followthrough.channels.rows import with_tables
from followthrough.channels.sources import on_one_line, place_of
from followthrough.domain.chat import Chat
from followthrough.domain.conversation import AskedAction, Citation, Thread, TurnRecord, TurnStatus
from followthrough.domain.handoff import Origin

_SPEAKER = {Origin.USER: "Answer", Origin.PERSON: "A person", Origin.SYSTEM: "Notice"}
#: a note is between the person who has the thread and the assistant
_TOLD = frozenset(_SPEAKER)
_STATE = {TurnStatus.STOPPED: "This answer was stopped.", TurnStatus.FAILED: "Something went wrong with this answer."}
_UNTITLED = "Conversation"
_TODO = "What the answers told you to do"


def as_markdown(thread: Thread, turns: Sequence[TurnRecord], chat: Chat) -> str:
    """The conversation as Markdown, oldest turn first; the numbers of a turn's sources are its own."""
    head = f"# {_title(thread)}\n\n{_when(thread)}\n"
    told = [_turn_as_markdown(turn, chat) for turn in turns if turn.message.origin in _TOLD]
    todo = "\n".join(f"- [{'x' if one.done_at else ' '}] {on_one_line(one.citation.quote)}" for one in thread.actions)
    return "\n".join([head, *told, *([f"---\n\n**{_TODO}**\n\n{todo}\n"] if todo else [])])


def as_page(thread: Thread, turns: Sequence[TurnRecord], chat: Chat) -> str:
    """The conversation as one HTML page, ready to print; nothing in it is loaded from anywhere."""
    template = Template(files("followthrough.channels").joinpath("transcript.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=escape(_title(thread)),
        when=escape(_when(thread)),
        turns="\n".join(_turn_as_html(turn, chat) for turn in turns if turn.message.origin in _TOLD),
        todo=_todo_as_html(thread.actions),
    )


def _todo_as_html(actions: Sequence[AskedAction]) -> str:
    lines = "".join(
        f'<li dir="auto">{"☑" if one.done_at else "☐"} {escape(on_one_line(one.citation.quote))}</li>'
        for one in actions
    )
    return f'<article>\n<h2>{_TODO}</h2>\n<ul class="todo">{lines}</ul>\n</article>' if lines else ""


def _title(thread: Thread) -> str:
    return _line(thread.title or _UNTITLED)


def _line(text: str) -> str:
    return " ".join(text.split())


def _when(thread: Thread) -> str:
    return f"{thread.created_at:%Y-%m-%d %H:%M} to {thread.updated_at:%Y-%m-%d %H:%M} UTC"


def _turn_as_markdown(turn: TurnRecord, chat: Chat) -> str:
    parts = ["---"]
    if turn.message.origin is Origin.USER and turn.message.text:
        parts.append("**You**\n\n" + "\n".join(f"> {line}".rstrip() for line in turn.message.text.splitlines()))
    said = [part for part in (with_tables(turn.reply.text), turn.reply.footer, _STATE.get(turn.status)) if part]
    parts += [f"**{_SPEAKER[turn.message.origin]}**", *said] if said else []
    if turn.reply.citations:
        sources = "\n".join(_source_as_markdown(c, chat) for c in turn.reply.citations)
        parts.append(f"**{chat.sources}**\n\n{sources}")
    return "\n\n".join(parts) + "\n"


def _source_as_markdown(citation: Citation, chat: Chat) -> str:
    address = f" <{citation.url}>" if citation.url else ""
    return f"- [{citation.n}] {place_of(citation, chat)}{address}: “{on_one_line(citation.quote)}”"


def _turn_as_html(turn: TurnRecord, chat: Chat) -> str:
    asked = ""
    if turn.message.origin is Origin.USER and turn.message.text:
        asked = f'<h2>You</h2>\n<p class="asked" dir="auto">{escape(turn.message.text)}</p>\n'
    told = [line for line in (turn.reply.footer, _STATE.get(turn.status)) if line]
    sources = "".join(_source_as_html(c, chat) for c in turn.reply.citations)
    speaks = f"<h2>{escape(_SPEAKER[turn.message.origin])}</h2>\n" if turn.reply.text or told else ""
    return (
        f'<article>\n{asked}{speaks}<div dir="auto">{_parser().render(with_tables(turn.reply.text))}</div>\n'
        + "".join(f'<p class="state">{escape(line)}</p>\n' for line in told)
        + (f'<h2>{escape(chat.sources)}</h2>\n<ol class="sources">{sources}</ol>\n' if sources else "")
        + "</article>"
    )


def _source_as_html(citation: Citation, chat: Chat) -> str:
    place = escape(place_of(citation, chat))
    if citation.url and citation.url.startswith(("https://", "http://")):
        place = f'<a href="{escape(citation.url)}" rel="noopener noreferrer">{place}</a>'
    return f'<li value="{citation.n}">{place}<blockquote dir="auto">{escape(citation.quote)}</blockquote></li>'


@cache
def _parser() -> MarkdownIt:
    """HTML in a reply is text, no picture is loaded, and `[1]: address` makes no link of a citation."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    return parser.disable(["image", "reference"])
