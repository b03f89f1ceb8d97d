"""Web: one search for each part that the documents miss, the pages of its best results, and what they say (C36).

A page that was read becomes a document of the thread, so that what is cited can be read in place and later questions
find it. A search or a page that fails costs its part the web, never the turn. The searches run at once, and so do the
pages; what has not come in time is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from followthrough.domain.documents import DocumentMetadata
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.outcome import Found
from followthrough.domain.retrieval import PassageFilter, RankedPassage, Retrieval
from followthrough.domain.tools import Tool, ToolOutcome, ToolUse, WebState
from followthrough.domain.web import PageRefused, SearchNotConfigured
from followthrough.errors import DependencyError, EmbedderUnavailable, StoreUnavailable, WebSearchUnavailable
from followthrough.ports.document_reader import Refused
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.web.searching import WebNeed, unread_before, with_state, with_web
from followthrough.turn.deps import Situation, TurnDeps
from followthrough.turn.retrieve import retrieve

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Searched:
    """A need with the addresses that its search found; None when the search did not work."""

    need: WebNeed
    urls: tuple[str, ...] | None

    def use(self, turn: int) -> ToolUse:
        """The call, as the thread remembers it."""
        failed = ToolOutcome.FAILED if self.urls is None else ToolOutcome.EMPTY
        return ToolUse(
            tool=Tool.SEARCH,
            argument=self.need.query,
            outcome=ToolOutcome.OK if self.urls else failed,
            turn=turn,
            part_id=self.need.part.id,
        )


async def ask_web(needs: Sequence[WebNeed], found: Found, situation: Situation, deps: TurnDeps) -> Found:
    """What was found, with what the web says on each part that needs it.

    Raises:
        StoreUnavailable: the catalogue did not answer; the turn is still pending.
    """
    for need in needs:
        if need.state is not None:
            found = with_state(found, need.place, need.state)
    searched = await _search([need for need in needs if need.state is None], deps)
    pages = await _read_all(searched, situation, deps)
    uses = [one.use(situation.message.index) for one in searched]
    for place, one in enumerate(searched):
        documents = [pages[url] for url in one.urls or () if url in pages]
        found, used = await _answered(one, documents, found, situation, deps)
        if not used and uses[place].outcome is ToolOutcome.OK:
            uses[place] = replace(uses[place], outcome=ToolOutcome.EMPTY)
        uses += [page for page in documents if page not in uses]
    return replace(found, tools=(*found.tools, *uses))


async def _search(needs: Sequence[WebNeed], deps: TurnDeps) -> list[_Searched]:
    """One search for each distinct query, all at once."""
    queries = list(dict.fromkeys(need.query for need in needs))
    results = await asyncio.gather(*(_one_search(query, deps) for query in queries))
    by_query = dict(zip(queries, results, strict=True))
    return [_Searched(need, by_query[need.query]) for need in needs]


async def _one_search(query: str, deps: TurnDeps) -> tuple[str, ...] | None:
    try:
        results = await deps.search.search(query, limit=deps.tuning.web_pages)
    except WebSearchUnavailable as error:
        _log.warning("web.search_failed", extra={"code": error.code, "reason": error.what})
        return None
    return None if isinstance(results, SearchNotConfigured) else tuple(result.url for result in results)


async def _read_all(searched: Sequence[_Searched], situation: Situation, deps: TurnDeps) -> dict[str, ToolUse]:
    """Every page that was found, read once, by its address; the ones that could not be read before are left out."""
    tired = unread_before(situation.thread.tools)
    wanted = {url: one.need for one in reversed(searched) for url in one.urls or () if url not in tired}
    if not wanted:
        return {}
    tasks = {url: asyncio.create_task(_read(url, situation, deps)) for url in wanted}
    done, late = await asyncio.wait(tasks.values(), timeout=deps.tuning.web_turn_s)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    read = {url: task.result() if task in done else None for url, task in tasks.items()}
    return {
        url: ToolUse(
            tool=Tool.SCRAPE,
            argument=url,
            outcome=ToolOutcome.FAILED if document_id is None else ToolOutcome.OK,
            turn=situation.message.index,
            part_id=wanted[url].part.id,
            document_id=document_id,
        )
        for url, document_id in read.items()
    }


async def _read(url: str, situation: Situation, deps: TurnDeps) -> DocumentId | None:
    """The page as a document of the thread; None when it can't be read."""
    thread = situation.thread
    page = await deps.pages.fetch(url)
    if isinstance(page, PageRefused):
        _log.info("web.page_refused", extra={"code": page.code.value})
        return None
    try:
        kept = await deps.intake.take_in(
            data=page.data,
            name=page.name,
            source=url,
            collection=thread.collection,
            thread_id=thread.id,
            metadata=DocumentMetadata(source_url=page.url),
        )
    except StoreUnavailable:
        raise
    except DependencyError as error:
        _log.warning("web.page_not_kept", extra={"code": error.code})
        return None
    return None if isinstance(kept, Refused) else kept.id


async def _answered(
    one: _Searched, pages: Sequence[ToolUse], found: Found, situation: Situation, deps: TurnDeps
) -> tuple[Found, bool]:
    """What was found with what the pages say on the part, and whether they were of use."""
    place = one.need.place
    ids = tuple(page.document_id for page in pages if page.document_id is not None)
    if one.urls is None:
        return with_state(found, place, WebState.SEARCH_FAILED), False
    if not ids:
        return with_state(found, place, WebState.PAGES_FAILED if one.urls else WebState.SEARCHED), False
    thread = situation.thread
    passages = await retrieve(
        one.need.part.query,
        where=PassageFilter(collection=thread.collection, thread_id=thread.id, document_ids=ids),
        index=deps.index,
        embedder=deps.embedder,
        documents=deps.documents,
        tuning=deps.tuning,
    )
    passages = await _with_nearness(passages, deps)
    answer = answer_part(one.need.part, passages, situation.pack, deps.tuning)
    return with_web(found, one.need, passages, answer), bool(answer.extracts)


async def _with_nearness(found: Retrieval, deps: TurnDeps) -> Retrieval:
    """The passages with how near each is to the query: those of a fresh page have no vector in the index yet.

    Without it every page that shares the question's words would count as an answer.
    """
    fresh = [ranked.passage for ranked in found.passages if ranked.ranked.dense_raw is None]
    if not fresh:
        return found
    try:
        rows = await deps.embedder.embed_passages([passage.indexed_text for passage in fresh])
        (query,) = await deps.embedder.embed_queries([found.query])
    except EmbedderUnavailable as error:
        _log.warning("web.by_words_only", extra={"code": error.code})
        return found
    near = {passage.id: float(np.dot(row, query)) for passage, row in zip(fresh, rows, strict=True)}
    return replace(found, passages=tuple(_near(ranked, near) for ranked in found.passages))


def _near(ranked: RankedPassage, near: Mapping[PassageId, float]) -> RankedPassage:
    similarity = near.get(ranked.passage.id)
    if similarity is None:
        return ranked
    return replace(ranked, ranked=replace(ranked.ranked, dense_raw=similarity))
