"""A turn as lines of text. Pure: what is printed, and where, is the command line's business."""

from __future__ import annotations

from followthrough.channels.sources import on_one_line
from followthrough.domain.conversation import Citation, TurnRecord, TurnStatus
from followthrough.domain.given import DOCUMENTS
from followthrough.domain.objective import OutwardStatus, Source, SubObjective, SubStatus

_MARKS = {
    SubStatus.ANSWERED: "[x]",
    SubStatus.PARTIAL: "[~]",
    SubStatus.FAILED: "[ ]",
    SubStatus.PENDING: "[ ]",
    SubStatus.BLOCKED: "[!]",
}
STATUS_WORDS = {
    OutwardStatus.RESOLVED: "solved",
    OutwardStatus.NEED_INFO: "open",
    OutwardStatus.UNABLE: "could not be solved",
    OutwardStatus.USER_ENDED: "ended by you",
    OutwardStatus.INCOMPLETE: "stopped after several tries",
}
_QUOTE_MAX_CHARS = 160


def reply_text(record: TurnRecord) -> str:
    """What the assistant says, with the footer where there is one."""
    text = record.reply.text
    if record.status is TurnStatus.STOPPED:
        text = f"{text}\n(stopped)".strip()
    return f"{text}\n\n{record.reply.footer}" if record.reply.footer else text


def source_lines(record: TurnRecord) -> list[str]:
    """One line a citation, in order of their numbers; empty without citations."""
    return [f"[{c.n}] {place(c)}: “{_short(c.quote)}”" for c in record.reply.citations]


def given_lines(record: TurnRecord) -> list[str]:
    """One line for each page, file or text that the message gave: read, or why not."""
    given = record.material.given if record.material is not None else ()
    documents = (one for one in given if one.kind in DOCUMENTS)
    return [
        f"Read: {one.name or one.text}"
        if one.refused is None
        else f"Not read: {one.text or one.name} ({one.refused.replace('_', ' ')})"
        for one in documents
    ]


def objective_lines(record: TurnRecord) -> list[str]:
    """The parts of the objective with their status; empty where a single part is answered or nothing was asked."""
    objective = record.objective
    if objective is None or (len(objective.subs) == 1 and objective.subs[0].status is SubStatus.ANSWERED):
        return []
    return [f"{_MARKS[sub.status]} {sub.called} ({sub.status.value}{_credit(sub)})" for sub in objective.subs]


def _credit(sub: SubObjective) -> str:
    return ", from you, unverified" if sub.source is Source.USER_PROVIDED else ""


def pending_lines(record: TurnRecord) -> list[str]:
    """What was answered so far of a document's questions, and how to go on; empty unless one waits."""
    loop = record.clarification
    if loop is None or not loop.is_open or loop.question is None:
        return []
    lines = [
        f"{n}. {given.question} {given.answer or '(not known)'}" for n, given in enumerate(loop.answers, start=1)
    ]
    if not loop.is_active:
        return [*lines, f"Paused at question {loop.current_index + 1} of {len(loop.questions)}. “continue” goes on."]
    change = "; “correction to question 1: ...” changes an answer" if loop.answers and not loop.strict else ""
    ways = "“skip” if you don't know, “stop” to leave"
    return [*lines, f"Question {loop.current_index + 1} of {len(loop.questions)}: {ways}{change}."]


def place(citation: Citation) -> str:
    """Where a citation stands, for a person: document, page, innermost heading."""
    parts = [citation.document_name]
    if citation.page is not None:
        parts.append(f"page {citation.page}")
    if citation.heading and citation.heading[-1] != citation.document_name:
        parts.append(citation.heading[-1])
    return ", ".join(parts)


def _short(quote: str) -> str:
    line = on_one_line(quote)
    return line if len(line) <= _QUOTE_MAX_CHARS else f"{line[: _QUOTE_MAX_CHARS - 1].rstrip()}…"
