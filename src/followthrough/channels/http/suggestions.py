"""What is offered to ask: before the first message what the settings say, after an answer what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from fastapi import APIRouter, Query

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import Services, TheOwner, TheServices, TheSettings
from followthrough.channels.wire.schema import Answer
from followthrough.domain.conversation import Thread, TurnRecord
from followthrough.domain.documents import Passage
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.errors import NotFound
from followthrough.rules.evidence.orders import without_orders

router = APIRouter(prefix="/v1", tags=["suggestions"])

_SOURCES = 2  # of an answer, the first ones: what is further down is less what was asked for
_AROUND = 8  # passages on either side
_MOST = 3
_REMEMBERED = 10  # turns: what they asked and cited is not offered again
_LONGEST = 80
_LEAST_WORDS = 2  # "Overview", "Notes" ask nothing by themselves

Id = Annotated[
    str | None, Query(min_length=1, max_length=200, description="With both ids: what to ask after this turn.")
]


class Suggestions(Answer):
    """Questions to begin or to go on with."""

    questions: list[str]
    """In the order of showing. Without a turn those of the setting `suggestions`, empty unless it has some; after a
    turn what the sections of its sources answer beside it."""
    labels: list[str]
    """What each is called where there is little room: after a turn the heading that it asks for."""


@router.get("/suggestions", responses=problems(401, 403, 404, 422, 429, 503))
async def list_suggestions(
    services: TheServices, settings: TheSettings, owner: TheOwner, thread_id: Id = None, turn_id: Id = None
) -> Suggestions:
    """Questions that whoever runs the server suggests; with `thread_id` and `turn_id` those to go on with.

    Nothing is searched for them: they are headings that stand beside the cited ones.
    """
    if thread_id is None or turn_id is None:
        return Suggestions(questions=list(settings.suggestions), labels=list(settings.suggestions))
    thread = await services.turns.thread(ThreadId(thread_id), owner)
    turn = await services.threads.turn(thread.id, TurnId(turn_id))
    if turn is None:
        raise NotFound("There is no turn with this id.", fix="Check the id.", field="turn_id")
    if turn.record is None:
        return Suggestions(questions=[], labels=[])
    return await beside(services, thread, turn.record)


async def beside(services: Services, thread: Thread, record: TurnRecord) -> Suggestions:
    """What the sections of an answer's sources say besides; nothing where it has no sources."""
    wanted = [citation.passage_id for citation in record.reply.citations[:_SOURCES]]
    if not wanted:
        return Suggestions(questions=[], labels=[])
    said = await _said(services, thread, record.message.index)
    offered: list[str] = []
    for cited in (await services.index.get(wanted)).values():
        first = max(0, cited.ordinal - _AROUND)
        around = await services.index.of_document(cited.document_id, first=first, limit=2 * _AROUND + 1)
        offered += headings_beside(cited, around, said={*said, *offered})
    pack = services.packs[thread.pack]
    labels = list(without_orders(offered, pack))[:_MOST]
    asked = [label if label.endswith("?") else pack.chat.beside.format(heading=label) for label in labels]
    return Suggestions(questions=asked, labels=labels)


async def _said(services: Services, thread: Thread, index: int) -> set[str]:
    """What the last turns up to this one asked and cited."""
    turns = await services.threads.turns(thread.id, after_index=max(0, index - _REMEMBERED), limit=_REMEMBERED)
    told = [turn.record for turn in turns if turn.record is not None]
    cited = [citation for record in told for citation in record.reply.citations]
    return {record.message.text for record in told} | {n for c in cited for n in (*c.heading, c.document_name)}


def headings_beside(cited: Passage, around: Sequence[Passage], *, said: Iterable[str]) -> list[str]:
    """The headings under the same one as the cited passage's, those behind it first.

    Args:
        cited: the passage.
        around: passages of its document, in reading order, it among them.
        said: what was asked and shown already.
    """
    above = cited.heading[:-1]
    known = {_plain(text) for text in said}
    names: dict[str, str] = {}
    for passage in sorted(around, key=lambda one: (one.ordinal <= cited.ordinal, one.ordinal)):
        name = passage.heading[-1] if passage.heading[: len(above)] == above and passage.heading else ""
        if len(name.split()) >= _LEAST_WORDS and len(name) <= _LONGEST and _plain(name) not in known:
            names.setdefault(_plain(name), name)
    return list(names.values())


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?.: ")
