"""Searching for every part of a plan: by its angle, in the rules' words and a model's beside them.

An index that lost its passages did not search: that is never read as a miss (F38).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from followthrough.domain.documents import DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.domain.objective import SearchAngle
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import NO_HISTORY, History, PassageFilter, Retrieval
from followthrough.errors import IndexUnavailable
from followthrough.rules.language.variants import with_variants
from followthrough.rules.objective.expand import widened
from followthrough.rules.retrieval.fuse import beside
from followthrough.rules.retrieval.respelt import respelt
from followthrough.turn.deps import TurnDeps
from followthrough.turn.retrieve import retrieve_all

_log = logging.getLogger(__name__)
_SEARCHABLE = {DocumentStatus.INDEXING, DocumentStatus.READY}


async def search(
    asked: AnswerQuestion,
    pack: Pack,
    deps: TurnDeps,
    *,
    where: PassageFilter,
    include_document_ids: tuple[DocumentId, ...] = (),
) -> tuple[Retrieval, ...]:
    """Every part searched by its angle: the wider ones in every language and among more passages.

    Variants of the pack join what is searched, not the query as it is told. Words that nothing which was found has
    are searched once more as it spells them.
    """
    sent = {place: one.looked_up for place, one in enumerate(asked.planned)}
    said = {place: one.said for place, one in enumerate(asked.planned)}
    search = partial(_search_each, asked, pack, deps, where=where, include=include_document_ids)
    found = await search(sent, said)
    if meant := await _respelt_beside(said, found, pack):
        texts = await _respelt_beside(sent, {place: found[place] for place in meant}, pack)
        again = await search(texts, {place: meant[place] for place in texts})
        found |= {place: beside(found[place], other) for place, other in again.items()}
    proposed = {place: one.proposed for place, one in enumerate(asked.planned) if one.proposed not in ("", one.sent)}
    others = await search(proposed, said) if proposed else {}
    found |= {place: beside(found[place], other) for place, other in others.items()}
    return tuple(replace(found[place], query=one.sent) for place, one in enumerate(asked.planned))


async def _respelt_beside(texts: Mapping[int, str], found: Mapping[int, Retrieval], pack: Pack) -> dict[int, str]:
    """``_respelt`` beside the event loop; where nothing was found nothing is spelt."""
    has_any = any(one.passages for one in found.values())
    return await asyncio.to_thread(_respelt, texts, found, pack) if has_any else {}


def _respelt(texts: Mapping[int, str], found: Mapping[int, Retrieval], pack: Pack) -> dict[int, str]:
    """Those of the texts, by the place of their part, that what was found spells otherwise, as it spells them."""
    spelt = {place: respelt(texts[place], one.passages, pack) for place, one in found.items()}
    return {place: text for place, text in spelt.items() if text != texts[place]}


def _widened(texts: Mapping[int, str], pack: Pack) -> dict[int, str]:
    """The texts with the variants that the pack knows of their words, by the place of their part."""
    return {place: with_variants(text, pack) for place, text in texts.items()}


async def _search_each(
    asked: AnswerQuestion,
    pack: Pack,
    deps: TurnDeps,
    each: Mapping[int, str],
    said: Mapping[int, str],
    *,
    where: PassageFilter,
    include: tuple[DocumentId, ...],
) -> dict[int, Retrieval]:
    """These texts searched, by the place of their part; ``said`` is what the user asked there.

    What is tried once more says all it means: what was asked since is not what stood before it.
    """
    if max(map(len, (*each.values(), *said.values())), default=0) <= deps.tuning.inline_max_chars:
        texts, own = _widened(each, pack), _widened(said, pack)  # a tenth of a millisecond
    else:
        texts, own = await asyncio.to_thread(_widened, each, pack), await asyncio.to_thread(_widened, said, pack)
    alike: dict[tuple[bool, History], list[int]] = {}
    for place in each:
        planned = asked.planned[place]
        history = NO_HISTORY if planned.is_again else asked.history
        alike.setdefault((planned.angle is SearchAngle.WIDER, history.behind(planned.before)), []).append(place)
    found: dict[int, Retrieval] = {}
    for (is_wider, history), some in alike.items():
        retrievals = await retrieve_all(
            [texts[place] for place in some],
            where=replace(where, language=None) if is_wider else where,
            raw={texts[place]: own[place] for place in some},
            history=history,
            include_document_ids=include,
            index=deps.index,
            embedder=deps.embedder,
            documents=deps.documents,
            tuning=widened(deps.tuning) if is_wider else deps.tuning,
        )
        found |= dict(zip(some, retrievals, strict=True))
    return found


async def unless_index_is_lost(found: tuple[Retrieval, ...], deps: TurnDeps) -> tuple[Retrieval, ...]:
    """An index without a passage, beside a catalogue with documents, did not search: that is no miss (F38)."""
    if any(r.passages or r.failed for r in found):
        return found
    try:
        lost = await deps.index.count() == 0 and _SEARCHABLE & (await deps.documents.count_by_status()).keys()
    except IndexUnavailable:
        lost = True
    if not lost:
        return found
    _log.error("index.lost")
    return tuple(replace(r, failed=True) for r in found)
