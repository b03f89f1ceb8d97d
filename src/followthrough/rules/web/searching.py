"""Which parts the web is searched for, and what its pages make of their answers (C36, R1-10, F39).

Invariants: a part that the documents answer is searched for only when the user asks for it; one search a part and
turn; a search that brought nothing, or a page that could not be read, is not tried again the same way in the thread;
nothing that a page says decides any of it (field report 20).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from followthrough.domain.conversation import Thread, TurnClass
from followthrough.domain.ids import DocumentId, SubObjectiveId
from followthrough.domain.objective import Objective, SearchAngle, Source, SubObjective, SubStatus
from followthrough.domain.outcome import Found, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.resolution import FollowupKind, ResolvedQuery
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.domain.texts import Texts
from followthrough.domain.tools import Tool, ToolOutcome, ToolUse, WebState
from followthrough.rules.language.links import host_of
from followthrough.rules.language.private import query_without_identifiers
from followthrough.rules.language.wording import shown
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.web.online import web_request
from followthrough.tuning import Tuning

T = TypeVar("T")
_KEPT_USES = 200  # newest calls that a thread remembers
_MEANT = 0.5  # of what a part asks: a query with less of it means something else
_OPEN = frozenset((SubStatus.PENDING, SubStatus.PARTIAL, SubStatus.FAILED))
_BRACKETS = re.compile(r"[()\[\]{}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class WebNeed:
    """A part that the web is to be searched for.

    Attributes:
        place: its place among the plan's parts, from 0.
        part: as it is to be answered.
        query: what the search is asked.
        requested: the user asked for the web.
        state: what is known without searching; None where it is to be searched.
    """

    place: int
    part: SubObjective
    query: str
    requested: bool
    state: WebState | None = None


def retry_on_web(asked: AnswerQuestion, thread: Thread, pack: Pack) -> AnswerQuestion:
    """The plan of a bare request for the web ("search the web for it") as another try of the part that is open.

    It is the part that the conversation makes "it" mean; where that is solved already, the first that is open. The
    effective query has the request and the topic (R1-10).
    """
    objective = thread.active_objective
    own = [part for part in asked.parts if part.id not in asked.again]
    if objective is None or len(own) != 1 or asked.followup.kind is not FollowupKind.DEICTIC:
        return asked
    request = web_request(own[0].text, pack)
    still_open = [sub for sub in objective.subs if sub.status in _OPEN]
    if request is None or request.topic or not still_open:
        return asked
    said = telling_stems(asked.queries[0], pack)
    meant = max(still_open, key=lambda sub: _share(said, sub, pack))
    first, *others = asked.planned
    query = first.query if _means(said, meant, objective, pack) else f"{own[0].text} ({_asks(meant)})"
    tried = replace(first, part=meant, query=query, search=query if first.search else "", is_again=False)
    rest = (one for one in others if one.part.id != meant.id)
    return replace(asked, planned=(tried, *rest), rewritten_by="rules")


def _means(said: frozenset[str], part: SubObjective, objective: Objective, pack: Pack) -> bool:
    """Whether the stems speak of the part, and of no other of its objective."""
    others = any(_share(said, sub, pack) for sub in objective.subs if sub.id != part.id)
    return not others and _share(said, part, pack) >= _MEANT


def _share(said: frozenset[str], sub: SubObjective, pack: Pack) -> float:
    """How much of what a part asks is among the stems."""
    asked = telling_stems(_asks(sub), pack)
    return len(asked & said) / len(asked) if asked else 0.0


def _asks(sub: SubObjective) -> str:
    return sub.effective or sub.query


def web_needs(
    asked: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Found,
    thread: Thread,
    *,
    pack: Pack,
    tuning: Tuning,
    is_configured: bool,
) -> tuple[WebNeed, ...]:
    """The parts that the web is to be searched for, in the plan's order.

    Args:
        asked: the plan.
        parts: its parts as they are to be answered.
        found: what the documents gave.
        thread: as it was before the turn.
        pack: how the web is asked for.
        tuning: the table of numbers.
        is_configured: whether there is a search.
    """
    again = asked.turn_class is TurnClass.RETRY
    needs: list[WebNeed] = []
    for place, (part, answer) in enumerate(zip(parts, found.answers, strict=True)):
        requested = web_request(asked.queries[place], pack) is not None
        missed = not answer.complete and answer.signal is not RetrievalSignal.INFRA_ERROR
        if not requested and (not missed or not is_configured):
            continue
        need = WebNeed(place=place, part=part, query=web_query(asked.queries[place], part, pack), requested=requested)
        if not is_configured:
            need = replace(need, state=WebState.NOT_CONFIGURED)
        elif not again and is_exhausted(thread.tools, need.query, _parts_of(thread, part.id), pack, tuning):
            need = replace(need, state=WebState.NOT_AGAIN)
        needs.append(need)
    return tuple(needs[: tuning.web_searches_max])


def web_query(effective: str, part: SubObjective, pack: Pack) -> str:
    """What the search is asked: what the part means, without the request itself and without anyone's identifiers."""
    meant = ResolvedQuery.read(effective)
    # identifiers go first: the request may hold what announces one
    asked, beside = (query_without_identifiers(t, pack) for t in (meant.asked, ", ".join(meant.beside)))
    request = web_request(asked, pack)
    topic = f"{asked} {beside}".strip() if request is None else f"{request.topic} {beside}".strip(" ?")
    topic = topic or query_without_identifiers(part.query, pack)
    return " ".join(_BRACKETS.sub(" ", topic).split())


def is_exhausted(
    uses: Sequence[ToolUse], query: str, parts: Collection[SubObjectiveId], pack: Pack, tuning: Tuning
) -> bool:
    """Whether the search brought nothing for these words before, or did not work for this objective several times.

    Args:
        uses: the thread's calls, oldest first.
        query: what would be searched for.
        parts: the objective's parts.
        pack: which words say nothing: without them, and in any order, a query is the same.
        tuning: how many failures are enough.
    """
    searches = [use for use in uses if use.tool is Tool.SEARCH]
    vain = [use.argument for use in searches if use.outcome is not ToolOutcome.OK]
    if vain:
        stems = Stems(pack)
        wanted = _telling(query, stems, pack)
        if any(_telling(argument, stems, pack) == wanted for argument in vain):
            return True
    latest = [use.outcome for use in searches if use.part_id in parts][-tuning.tool_failures_max :]
    return len(latest) == tuning.tool_failures_max and all(outcome is ToolOutcome.FAILED for outcome in latest)


def unread_before(uses: Iterable[ToolUse]) -> frozenset[str]:
    """Addresses of pages that could not be read in this thread."""
    return frozenset(u.argument for u in uses if u.tool is Tool.SCRAPE and u.outcome is ToolOutcome.FAILED)


def web_documents(uses: Iterable[ToolUse]) -> frozenset[DocumentId]:
    """The documents of the thread that a search brought."""
    return frozenset(use.document_id for use in uses if use.document_id is not None)


def remembered(before: tuple[ToolUse, ...], now: tuple[ToolUse, ...]) -> tuple[ToolUse, ...]:
    """The thread's calls after a turn, oldest first."""
    return (*before, *now)[-_KEPT_USES:] if now else before


def credit_web(found: Found, documents: Collection[DocumentId]) -> Found:
    """What was found with answers from pages that a search brought credited to the web, not to the user."""
    return replace(found, answers=tuple(_credited(answer, documents) for answer in found.answers))


def _credited(answer: PartAnswer, documents: Collection[DocumentId]) -> PartAnswer:
    first = next(iter(answer.extracts), None)
    if first is None or first.passage.document_id not in documents:
        return answer
    return replace(answer, source=Source.WEB)


def with_web(found: Found, need: WebNeed, pages: Retrieval, answer: PartAnswer) -> Found:
    """What was found with what the web's pages say on a part: it wins where it answers more than the documents do."""
    before = found.answers[need.place]
    better = not before.complete and (not before.extracts or answer.coverage > before.coverage)
    wins = bool(answer.extracts) and (answer.complete or better)
    chosen = replace(answer, source=Source.WEB, signal=RetrievalSignal.TOOL_OK) if wins else before
    found = with_state(found, need.place, WebState.SEARCHED, chosen)
    known = {ranked.passage.id for ranked in found.retrievals[need.place].passages}
    more = tuple(ranked for ranked in pages.passages if ranked.passage.id not in known)
    retrieval = found.retrievals[need.place]
    retrieval = replace(
        retrieval,
        passages=(*retrieval.passages, *more),
        searched=(*(retrieval.searched or (retrieval.query,)), *(pages.searched or (pages.query,))),
    )
    return replace(found, retrievals=_at(found.retrievals, need.place, retrieval))


def with_state(found: Found, place: int, state: WebState, answer: PartAnswer | None = None) -> Found:
    """What was found with what became of the web for a part. A tool that failed is no miss (R0-31, R0-41)."""
    answer = replace(answer or found.answers[place], web=state)
    if state in (WebState.SEARCH_FAILED, WebState.PAGES_FAILED) and not answer.extracts:
        answer = replace(answer, signal=RetrievalSignal.TOOL_FAILED)
    return replace(found, answers=_at(found.answers, place, answer))


def angles_of(answer: PartAnswer) -> tuple[SearchAngle, ...]:
    """The web, where it was searched for the part, now or before in this thread."""
    was_searched = answer.web in (WebState.SEARCHED, WebState.PAGES_FAILED, WebState.NOT_AGAIN)
    return (SearchAngle.WEB,) if was_searched else ()


def said_of_web(answers: Sequence[PartAnswer], texts: Texts, *, asks: bool) -> list[str]:
    """What the reply says of the web: where answers from it stand, and why there is none.

    Args:
        answers: of the parts, in their order.
        texts: the pack's.
        asks: whether the reply asks the user for help: then the ask says what was searched.
    """
    lines: list[str] = []
    sites = dict.fromkeys(
        f"“{shown(extract.passage.document_name)}” ({host_of(extract.passage.url or '')})"
        for answer in answers
        if answer.source is Source.WEB
        for extract in answer.extracts
    )
    if sites:
        lines.append(texts.from_web.format(names=texts.list_comma.join(sites)))
    states = {answer.web for answer in answers if answer.source is not Source.WEB or not answer.extracts}
    said = [(WebState.NOT_CONFIGURED, texts.web_not_configured), (WebState.SEARCH_FAILED, texts.web_failed)]
    said += [(WebState.PAGES_FAILED, texts.web_unread), (WebState.NOT_AGAIN, texts.web_not_again)]
    said += [] if asks else [(WebState.SEARCHED, texts.web_nothing)]
    return [*lines, *(text for state, text in said if state in states)]


def _at(rows: tuple[T, ...], place: int, row: T) -> tuple[T, ...]:
    return (*rows[:place], row, *rows[place + 1 :])


def _parts_of(thread: Thread, part_id: SubObjectiveId) -> frozenset[SubObjectiveId]:
    """The parts of the objective that the part is one of; the part alone when it is new."""
    objective = thread.active_objective
    subs = objective.subs if objective is not None else ()
    ids = frozenset(sub.id for sub in subs)
    return ids if part_id in ids else frozenset((part_id,))


def _telling(query: str, stems: Stems, pack: Pack) -> frozenset[str]:
    """The stems of the words that say something."""
    empty = pack.words.stop | pack.asking.question_words | pack.asking.auxiliaries
    keys = keys_of(query)
    return frozenset(stems.of([key for key in keys if key not in empty] or keys))
