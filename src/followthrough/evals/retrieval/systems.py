"""The systems that are compared. ``full`` is the product: its resolution, its searches, its ranking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from followthrough.domain.ids import PassageId, SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Followup, RetrievalContext
from followthrough.domain.retrieval import NO_HISTORY, History, Hit
from followthrough.evals.retrieval.dataset import JudgedQuery
from followthrough.evals.retrieval.library import EVERYTHING, row_of
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex
from followthrough.rules.followups.conversation import import_history
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.retrieval.rank_signals import search_history
from followthrough.tuning import Tuning
from followthrough.turn.retrieve import Searched, search_all

DEPTH = 100
_PIECES = 3  # long rows are several passages; so many more are asked of a single list
BUILT_IN = ("full", "last_turn", "human_rewrite", "lexical", "dense")


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A question as the product understands it: what it searches, and what it compares."""

    query: str
    raw: str
    history: History
    followup: Followup


def understand(query: JudgedQuery, pack: Pack, tuning: Tuning) -> Understood:
    """Runs the product's rules for follow-ups over a question and its conversation."""
    text = query.text.strip()
    messages = [{"role": m.role, "content": m.content} for m in query.messages[:-1]]
    exchanges = import_history(messages, pack)
    followup = read_followup(text, exchanges, pack, tuning)
    last = exchanges[-1].asked if exchanges else None
    part = SubObjective(id=SubObjectiveId("question"), text=text)
    resolved = resolve((part,), RetrievalContext(last_refined_query=last, followup=followup), exchanges, pack, tuning)
    return Understood(
        query=resolved.queries[0], raw=text, history=search_history(exchanges, followup), followup=followup
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """Searches one corpus."""

    index: PassageIndex
    embedder: Embedder
    pack: Pack
    tuning: Tuning

    async def full(self, understood: Understood) -> Searched:
        """What the product finds."""
        found = await search_all(
            (understood.query,),
            where=EVERYTHING,
            raw={understood.query: understood.raw},
            history=understood.history,
            index=self.index,
            embedder=self.embedder,
            tuning=self.tuning,
        )
        return found[understood.query]

    async def fused(self, text: str) -> tuple[str, ...]:
        """A text searched as a question that stands alone."""
        found = await search_all(
            (text,),
            where=EVERYTHING,
            history=NO_HISTORY,
            index=self.index,
            embedder=self.embedder,
            tuning=self.tuning,
        )
        return rows_of(r.passage_id for r in found[text].ranking)

    async def lexical(self, text: str) -> tuple[str, ...]:
        """Full text alone."""
        return _hit_rows(await self.index.search_text(text, EVERYTHING, DEPTH * _PIECES))

    async def dense(self, text: str) -> tuple[str, ...]:
        """Vectors alone."""
        (vector,) = await self.embedder.embed_queries([text])
        hits = await self.index.search_vectors(self.embedder.model_id, vector, EVERYTHING, DEPTH * _PIECES)
        return _hit_rows(hits)


def rows_of(passage_ids: Iterable[PassageId]) -> tuple[str, ...]:
    """The rows of ranked passages, each once at its best place, at most ``DEPTH``."""
    return tuple(dict.fromkeys(row_of(passage_id) for passage_id in passage_ids))[:DEPTH]


def _hit_rows(hits: Iterable[Hit]) -> tuple[str, ...]:
    return rows_of(hit.passage_id for hit in hits)
