"""Reading: how surely what was found answers each part, and what of it is shown.

Blocks are cut and weighed in a thread, so that a long passage holds nobody up; the reader judges the likeliest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from followthrough.domain.documents import Passage
from followthrough.domain.hearing import Act
from followthrough.domain.ids import DocumentId, PassageId, SubObjectiveId
from followthrough.domain.objective import Source, SubObjective
from followthrough.domain.outcome import PartAnswer, Wording
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import PlannedPart
from followthrough.domain.reading import Asked, Chance, Readable
from followthrough.domain.resolution import FollowupKind
from followthrough.domain.retrieval import RankedPassage, Retrieval
from followthrough.errors import IndexUnavailable
from followthrough.rules.reading.answering import Read, as_read
from followthrough.rules.reading.overview import asks_of_the_whole, beginning
from followthrough.rules.reading.showing import as_wanted
from followthrough.rules.reading.signals import Weighed, readable, shortlist, weigh
from followthrough.rules.retrieval.respelt import respelt
from followthrough.tuning import Tuning
from followthrough.turn.deps import Situation, TurnDeps
from followthrough.turn.named_lists import is_reachable


async def read(
    asked: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Sequence[Retrieval],
    answers: Sequence[PartAnswer],
    *,
    situation: Situation,
    deps: TurnDeps,
) -> tuple[PartAnswer, ...]:
    """The answers after reading, in the parts' order.

    What sources disagree on, and what rests on the user's own word, is left as it is.
    """
    cited = frozenset((source.document_id, source.ordinal) for source in situation.thread.last_turn_sources)
    told: list[PartAnswer] = []
    for planned, part, retrieval, answer in zip(asked.planned, parts, found, answers, strict=True):
        passages = [p for p in retrieval.passages if not p.superseded]
        theirs = answer.source is Source.USER_PROVIDED and bool(answer.extracts)
        if answer.doubt is not None or theirs or retrieval.failed or not passages:
            told.append(answer)
            continue
        question = _question(asked, planned, part, cited)
        looked_at, question, units = await asyncio.to_thread(_look, question, passages, situation.pack, deps.tuning)
        chances = await deps.reader.answers(question, units)
        what = Read(
            blocks=looked_at,
            chances=tuple(chances),
            unheard=question.unheard,
            is_alone=not question.before,
            hangs=planned.before != "" or asked.followup.kind is FollowupKind.DEICTIC,
            said=planned.said,
            is_small=len(passages) < deps.tuning.read_small_library,
        )
        told.append(await asyncio.to_thread(as_read, part, answer, what, situation.pack, deps.tuning))
    return tuple(told)


def _question(
    asked: AnswerQuestion, planned: PlannedPart, part: SubObjective, cited: frozenset[tuple[DocumentId, int | None]]
) -> Asked:
    """The part as it is read: behind what stood before it; by itself with the values that hold."""
    earlier = asked.history.earlier[-1] if not planned.is_again and asked.history.earlier else ""
    before = planned.before or earlier
    said = planned.said if before else part.query
    return Asked(question=said, before=before, cited=cited if earlier else frozenset())


async def chances_of(
    said: Sequence[Wording],
    asked: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Sequence[Retrieval],
    *,
    situation: Situation,
    deps: TurnDeps,
) -> dict[SubObjectiveId, Chance]:
    """How likely what a model wrote answers each part, and the likeliest of what was found.

    It is read as one more block, where the first that it cites stands, and so is each of its sentences: what is put
    together from many places looks likelier than any of them. Parts that it cites nothing of have no chance.
    """
    places = frozenset((source.document_id, source.ordinal) for source in situation.thread.last_turn_sources)
    texts = _texts_of(said)
    chances: dict[SubObjectiveId, Chance] = {}
    for planned, part, retrieval in zip(asked.planned, parts, found, strict=False):
        passages = [p for p in retrieval.passages if not p.superseded]
        if also := list(_as_passages(texts, passages)):
            question = _question(asked, planned, part, places)
            look = partial(_look, question, passages, situation.pack, deps.tuning, also=also)
            blocks, question, units = await asyncio.to_thread(look)
            chances[part.id] = _chance(blocks, await deps.reader.answers(question, units))
    return chances


def _texts_of(said: Sequence[Wording]) -> list[tuple[str, set[PassageId]]]:
    """The whole of what was said, then each sentence that rests on something, with the passages that it cites."""
    answers = [wording for wording in said if not wording.is_offer]
    each = [(one.text, {e.passage.id for e in one.extracts}) for one in answers if one.extracts]
    return [(" ".join(one.text for one in answers), set[PassageId]().union(*(ids for _, ids in each))), *each]


def _as_passages(
    texts: Sequence[tuple[str, set[PassageId]]], passages: Sequence[RankedPassage]
) -> Iterator[RankedPassage]:
    """Each text as a passage in the place of the first that it cites; none of those that cite none of them."""
    for n, (text, cited) in enumerate(texts):
        first = next((p for p in passages if p.passage.id in cited), None)
        if first is not None:
            end = first.passage.start + len(text)
            own = replace(first.passage, id=PassageId(f"{_WRITTEN}{n}"), text=text, end=end)
            yield replace(first, passage=own)


def _chance(blocks: Sequence[Weighed], chances: Sequence[float]) -> Chance:
    """The chance of what was written, of its likeliest sentence, and the best of the others."""
    rows = [(block.ranked.passage.id, chance) for block, chance in zip(blocks, chances, strict=True)]
    whole = max((chance for name, chance in rows if name == f"{_WRITTEN}0"), default=0.0)
    each = (chance for name, chance in rows if name.startswith(_WRITTEN) and name != f"{_WRITTEN}0")
    best = max((chance for name, chance in rows if not name.startswith(_WRITTEN)), default=0.0)
    return Chance(own=whole, best=best, sentence=max(each, default=0.0))


def _look(
    asked: Asked,
    passages: Sequence[RankedPassage],
    pack: Pack,
    tuning: Tuning,
    *,
    also: Sequence[RankedPassage] = (),
) -> tuple[tuple[Weighed, ...], Asked, tuple[Readable, ...]]:
    """The blocks worth reading, the question with what is known of it then, and the blocks as a reader takes them.

    ``also`` are read whatever they are worth.
    """
    asked = replace(asked, question=respelt(asked.question, passages, pack))
    beside = weigh(asked, [*also, *passages], pack)
    likeliest = shortlist(beside, tuning.read_blocks if asked.before else tuning.read_blocks_alone)
    blocks = (*likeliest, *(b for b in beside.blocks if b.ranked in also and b not in likeliest))
    return blocks, replace(asked, unheard=beside.unheard, words=beside.words), tuple(map(readable, blocks))


async def overview(
    asked: AnswerQuestion, answers: Sequence[PartAnswer], *, situation: Situation, deps: TurnDeps
) -> tuple[PartAnswer, ...]:
    """How the one document begins that is asked about as a whole.

    Empty where another thing is asked, and where the thread may not search the document or the index is away.
    """
    message, tuning = situation.message, deps.tuning
    chosen = message.only_documents()
    ids = chosen or message.attachments
    if len(ids) != 1 or len(answers) != 1 or asked.shown is not None:
        return ()
    summary = situation.heard.chance(Act.SUMMARY)
    if not asks_of_the_whole(asked.planned[0].said, summary, tuning.hear_overview, situation.pack):
        return ()
    document = await deps.documents.get(ids[0])
    if document is None or not is_reachable(document, situation.thread):
        return ()
    passages: list[Passage] = []
    with suppress(IndexUnavailable):
        passages = await deps.index.of_document(document.id, limit=_OVERVIEW)
    given = partial(beginning, answers[0], passages, situation.pack, most=tuning.reply_max_words)
    whole = await asyncio.to_thread(given)
    source = whole.source if chosen else Source.USER_PROVIDED
    return (replace(whole, source=source),) if whole.complete else ()


_WRITTEN = "written:"
_OVERVIEW = 4  # passages; more than are shown


async def as_far_as_wanted(
    asked: AnswerQuestion,
    found: Sequence[Retrieval],
    answers: Sequence[PartAnswer],
    *,
    situation: Situation,
    deps: TurnDeps,
) -> tuple[PartAnswer, ...]:
    """The answers as far as they are wanted; the passage that an item was cited from is looked up again."""
    shown = asked.shown
    if shown is None:
        return tuple(answers)
    passages = [p.passage for one in found for p in one.passages]
    if shown.passage_id is not None:
        with suppress(IndexUnavailable):
            passages = [*(await deps.index.get([shown.passage_id])).values(), *passages]
    own = tuple(dict.fromkeys(passages))
    wanted = partial(as_wanted, pack=situation.pack, tuning=deps.tuning)
    return tuple(wanted(a, shown, own, name=one.spoken) for one, a in zip(asked.planned, answers, strict=True))
