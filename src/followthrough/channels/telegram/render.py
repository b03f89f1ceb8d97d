"""A turn as the messages that a chat shows: pure.

The answer with its sources comes first, cut at paragraphs where it is long; the options are buttons under its last
message; what stands in the turn beside the reply follows in messages of their own, the footer last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from followthrough.channels.sources import place_of
from followthrough.channels.telegram.codec import button_data
from followthrough.channels.telegram.markdown import styled
from followthrough.channels.telegram.styled import Span, Style, Styled, joined, split
from followthrough.domain.chat import Chat
from followthrough.domain.continuity import OptionSet, SetOrigin
from followthrough.domain.conversation import Citation, DialogState, Lane, Thread, TurnRecord, TurnStatus
from followthrough.domain.objective import OutwardStatus
from followthrough.rules.objective.status import outward_status

MESSAGE_MAX_UNITS = 4096
"""Telegram's bound of a message, in UTF-16 code units."""
_LABEL_MAX = 60
_QUESTION_MAX = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """What the user reads, and what comes back."""

    label: str
    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One message to send. Buttons stand below each other."""

    styled: Styled
    buttons: tuple[Button, ...] = ()


def pieces_of(record: TurnRecord, chat: Chat, *, key: str, in_group: bool = False) -> tuple[Piece, ...]:
    """The messages that show the turn, in order; none where there is nothing to say.

    Args:
        record: the ended turn.
        chat: the channel's own words.
        key: the exchange that the buttons belong to.
        in_group: others read along; a question says how it is answered there, where only replies are read.
    """
    answer = [styled(record.reply.text)] if record.reply.text.strip() else []
    if record.status is TurnStatus.STOPPED:
        answer.append(_italic(chat.stopped))
    answer += [styled(text) for text in _beside(record)]
    if record.reply.citations:
        answer.append(_sources(record.reply.citations, chat))
    if in_group and answer and record.dialog_state is DialogState.NEEDS_CLARIFICATION:
        answer.append(_italic(chat.answer_in_group))
    pieces = [Piece(styled=s) for s in split(joined(answer, "\n\n"), MESSAGE_MAX_UNITS)]
    offered = options_of(record)
    if offered is not None and pieces:
        pieces[-1] = Piece(styled=pieces[-1].styled, buttons=_buttons(offered, key))
    if record.reply.footer:
        pieces += said(record.reply.footer)
    return tuple(pieces)


def partial_pieces(text: str, chat: Chat) -> tuple[Piece, ...]:
    """The messages that show an answer which is still being written."""
    whole = joined([styled(text), Styled(text=chat.more_follows)], "")
    return tuple(Piece(styled=s) for s in split(whole, MESSAGE_MAX_UNITS))


def said(text: str) -> tuple[Piece, ...]:
    """The messages of one text in markdown."""
    return tuple(Piece(styled=s) for s in split(styled(text), MESSAGE_MAX_UNITS))


def chosen(label: str, chat: Chat, *, data: str) -> Button:
    """The one button that is left after a choice."""
    return Button(label=_short(chat.option_chosen.format(label=label), _LABEL_MAX), data=data)


def options_of(record: TurnRecord) -> OptionSet | None:
    """What the turn offers to click. The sources of an answer stand below it by themselves."""
    if record.open_slots is not None:
        return record.open_slots.option_set
    shown = record.continuity.shown if record.continuity is not None else None
    is_answer = record.decision.lane is not Lane.SELECTION and record.decision.lane is not Lane.SEMANTIC
    return None if shown is None or (is_answer and shown.origin is SetOrigin.SOURCES) else shown


def recents(threads: Sequence[Thread], running: Sequence[str], chat: Chat, *, most: int) -> str:
    """The latest questions of these threads with their status, newest first, in markdown.

    Args:
        threads: the chat's.
        running: questions that are being answered, newest first.
        chat: the channel's own words.
        most: how many are shown.
    """
    objectives = sorted((o for t in threads for o in t.objectives), key=lambda o: (o.updated_at, o.id), reverse=True)
    found = [(text, chat.running) for text in running]
    found += [(o.summary, _status(outward_status(o), chat)) for o in objectives]
    if not found:
        return chat.recents_none
    lines = [
        f"{n}. {chat.recents_line.format(question=_one_line(text), status=status)}"
        for n, (text, status) in enumerate(found[:most], start=1)
    ]
    return "\n\n".join([chat.recents_title, "\n".join(lines)])


def _one_line(text: str) -> str:
    return inert(_short(" ".join(text.split()), _QUESTION_MAX))


def inert(text: str) -> str:
    """Words that are not the product's own, so that nothing in them acts as markdown."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#~" else c for c in text)


def _status(status: OutwardStatus | None, chat: Chat) -> str:
    match status:
        case OutwardStatus.RESOLVED:
            return chat.resolved
        case OutwardStatus.NEED_INFO | None:
            return chat.need_info
        case OutwardStatus.UNABLE:
            return chat.unable
        case OutwardStatus.USER_ENDED:
            return chat.user_ended
        case OutwardStatus.INCOMPLETE:
            return chat.incomplete


def _beside(record: TurnRecord) -> list[str]:
    """What the turn says beside its reply, where the reply does not say it itself (C9 for the closure)."""
    ask = record.ask.text if record.ask is not None else None
    objective = record.objective
    at_once = objective is not None and objective.origin_turn == record.message.turn_id
    closure = None if at_once and record.objective_status is OutwardStatus.RESOLVED else record.closure_message
    return [text for text in dict.fromkeys((ask, closure)) if text and text not in record.reply.text]


def _sources(citations: Sequence[Citation], chat: Chat) -> Styled:
    """One line a source: its number, document, page and heading, with a link where there is one."""
    lines = [Styled(text=chat.sources, spans=(Span(start=0, end=len(chat.sources), style=Style.BOLD),))]
    for citation in citations:
        place = place_of(citation, chat)
        is_link = (citation.url or "").startswith(("http://", "https://"))
        spans = (Span(start=0, end=len(place), style=Style.LINK, url=citation.url),) if is_link else ()
        lines.append(joined([Styled(text=f"[{citation.n}]"), Styled(text=place, spans=spans)], " "))
    return joined(lines, "\n")


def _buttons(offered: OptionSet, key: str) -> tuple[Button, ...]:
    return tuple(
        Button(label=_short(option.label, _LABEL_MAX), data=button_data(key, place))
        for place, option in enumerate(offered.options)
    )


def _italic(text: str) -> Styled:
    return Styled(text=text, spans=(Span(start=0, end=len(text), style=Style.ITALIC),))


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
