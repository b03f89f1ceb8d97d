"""The one enrichment loop of both lanes: ask a model once, fetch evidence that is allowed, ask again if it is new.

Invariants: the loop is here and a model never loops itself; no call over an unchanged fingerprint, none beyond the
budgets; no search of the index or the web (R4-8 to R4-10). Without a model the rules' clarifier stands.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from followthrough.domain.continuity import OptionSet, SetOrigin
from followthrough.domain.decisions import EvidencePack, EvidenceType, FallbackReason, RouteReason
from followthrough.domain.documents import Document
from followthrough.domain.ids import DocumentId
from followthrough.domain.model_calls import ModelTask, Unavailable
from followthrough.domain.model_results import Selected
from followthrough.domain.plan import Decided, Unresolved
from followthrough.domain.rollout import Mode
from followthrough.prompts import block
from followthrough.rules.lanes.arbitrate import Ended, Weighed, settle, weigh
from followthrough.rules.lanes.lane_context import continuity_context, options_context
from followthrough.rules.lanes.perform import Moment, document_of
from followthrough.rules.lists.fingerprint import evidence_of, fingerprint
from followthrough.turn.deps import Situation, TurnDeps
from followthrough.turn.model_tasks import request_for

_log = logging.getLogger(__name__)


async def bounded(
    evidence: EvidencePack,
    ask: Callable[[], Awaitable[Weighed]],
    enrich: Callable[[tuple[EvidenceType, ...]], Awaitable[EvidencePack]],
    *,
    most_calls: int,
    most_steps: int,
) -> Ended:
    """Asks until there is an answer, nothing new to ask about, or no budget left.

    Args:
        evidence: what the first call is about.
        ask: one call, over the evidence as it is then.
        enrich: fetches evidence of these types; gives what there is then.
        most_calls: at most so many calls.
        most_steps: at most so many times evidence is fetched; 0 fetches none.
    """
    before = after = fingerprint(evidence)
    steps: list[RouteReason] = []
    calls = retries = 0
    left = most_steps
    while True:
        weighed = await ask()
        calls += weighed.tries
        steps += weighed.steps
        if weighed.executes or weighed.needs is None or most_steps == 0:
            break
        if left == 0 or calls >= most_calls:
            steps.append(RouteReason.CONTINUITY_ENRICHMENT_BUDGET_EXHAUSTED)
            weighed = replace(weighed, fallback=FallbackReason.BUDGET_EXHAUSTED)
            break
        left -= 1
        last, after = after, fingerprint(await enrich(weighed.needs))
        if after == last:
            steps.append(RouteReason.CONTINUITY_ENRICHMENT_FINGERPRINT_UNCHANGED)
            weighed = replace(weighed, fallback=FallbackReason.NO_NEW_EVIDENCE)
            break
        retries += 1
        steps.append(RouteReason.CONTINUITY_ENRICHMENT_RETRY_CALLED)
    return Ended(
        weighed=weighed,
        fingerprint_before=before,
        fingerprint_after=after,
        calls=calls,
        retries=retries,
        budget_left=left,
        steps=tuple(steps),
    )


async def arbitrate(decided: Decided, situation: Situation, deps: TurnDeps) -> Decided:
    """The decision after a model was asked about an unresolved choice; as it is where none is or can be asked."""
    open_ = decided.unresolved
    if open_ is None or not deps.model.can(ModelTask.SELECT):
        return decided
    moment = situation.moment(deps.tuning)
    if decided.continuity is not None:
        moment = replace(moment, state=decided.continuity)
    asking = _Asking(open_, moment, deps)
    steps = deps.tuning.selection_max_enrichment_steps if situation.flags.context_retry is Mode.ON else 0
    ended = await bounded(
        open_.evidence, asking.ask, asking.enrich, most_calls=deps.tuning.selection_max_llm_calls, most_steps=steps
    )
    return settle(decided, open_, ended, moment)


class _Asking:
    """The calls about one choice. Ids of candidates stay as they are; what is known of them may grow."""

    def __init__(self, open_: Unresolved, moment: Moment, deps: TurnDeps) -> None:
        self._open = open_
        self._moment = moment
        self._deps = deps
        self._pool: OptionSet = open_.pool

    async def ask(self) -> Weighed:
        """One call, within its time limit."""
        tuning, count = self._deps.tuning, self._deps.embedder.count_tokens
        request = request_for(
            ModelTask.SELECT,
            Selected,
            tuning,
            evidence=", ".join(one.value for one in EvidenceType),
            continuity=block("continuity", continuity_context(self._moment.state, self._pool, count, tuning)),
            options=block("options", options_context(self._pool, count, tuning)),
            message=block("message", self._open.text),
        )
        limit = tuning.select_timeout_s
        request = replace(request, timeout_s=limit, whole_s=limit, max_tokens=tuning.select_max_tokens)
        said = await self._deps.model.ask(request)
        if isinstance(said, Unavailable):
            _log.info("lane.model_unavailable", extra={"task": "select", "failure": said.failure.value})
        weighed = weigh(said, replace(self._open, pool=self._pool), self._moment)
        return replace(weighed, tries=max(1, len(said.tries)))

    async def enrich(self, needs: tuple[EvidenceType, ...]) -> EvidencePack:
        """What is known of the same candidates now: the lists in sight, and where documents are from."""
        if EvidenceType.SCOPE_DISAMBIGUATION_HINT in needs:
            seen = ", ".join(sorted(f"{s.scope.value}: {len(s.options)} options" for s in self._moment.state.sets))
            self._pool = replace(self._pool, excerpt=f"{self._pool.excerpt}\nLists in sight: {seen}".strip())
        if self._pool.origin in (SetOrigin.SOURCES, SetOrigin.DOCUMENTS):
            self._pool = await self._with_documents(self._pool)
        return evidence_of(self._pool, self._pool.options, self._moment.state)

    async def _with_documents(self, pool: OptionSet) -> OptionSet:
        of_options = {o.id: document_of(o, pool.origin)[0] for o in pool.options}
        ids = [found for found in of_options.values() if found is not None]
        known = await self._deps.documents.get_many(ids)
        options = tuple(
            replace(o, sublabel=o.sublabel or _dated(known, of_options[o.id]), type=o.type) for o in pool.options
        )
        return replace(pool, options=options)


def _dated(known: dict[DocumentId, Document], document_id: DocumentId | None) -> str:
    """What a document says of itself that its title does not: its date, or where it is from."""
    document = known.get(document_id) if document_id is not None else None
    if document is None:
        return ""
    date = document.metadata.effective_date
    return date.isoformat() if date is not None else document.source
