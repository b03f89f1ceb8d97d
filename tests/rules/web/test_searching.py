"""Which parts the web is searched for, and what its pages make of the answers (C36, R1-10, F39, C42)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.rules.said import PACK, TUNING, answer, part, passage, retrieval

from followthrough.domain.conversation import Decision, Lane, Thread, TurnClass
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, ObjectiveId, OwnerId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, SearchAngle, Source, SubObjective, SubStatus
from followthrough.domain.outcome import Found, PartAnswer
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import PlannedPart, as_it_stands
from followthrough.domain.resolution import Followup, FollowupKind
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.domain.tools import Tool, ToolOutcome, ToolUse, WebState
from followthrough.rules.web.searching import (
    WebNeed,
    angles_of,
    credit_web,
    is_exhausted,
    remembered,
    retry_on_web,
    said_of_web,
    unread_before,
    web_documents,
    web_needs,
    web_query,
    with_state,
    with_web,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)
THREAD = Thread(id=ThreadId("t"), owner=OwnerId("me"), collection="c", pack="general", created_at=NOW, updated_at=NOW)
FEE = "What does a berth permit cost?"
SAYS = "A berth permit costs 90 euros a year."
HIT, MISS = answer(FEE, SAYS), answer(FEE, "Parking is free.")
SOME = replace(HIT, complete=False, missing=("Oslo",), signal=RetrievalSignal.LOW, coverage=0.7)


def plan(*queries: str, turn_class: TurnClass = TurnClass.NEW_QUESTION, kind: FollowupKind | None = None):
    return AnswerQuestion(
        turn_class=turn_class,
        decision=Decision(lane=Lane.ANSWER, reason="x"),
        summary="x",
        planned=tuple(as_it_stands(part(query, part_id=f"sub-{n}")) for n, query in enumerate(queries)),
        followup=Followup(kind=kind, why="x"),
    )


def found(*answers: PartAnswer) -> Found:
    return Found(retrievals=tuple(retrieval() for _ in answers), answers=answers)


def needs(asked: AnswerQuestion, outcome: Found, thread: Thread = THREAD, *, configured: bool = True):
    return web_needs(asked, asked.parts, outcome, thread, pack=PACK, tuning=TUNING, is_configured=configured)


def used(argument: str, outcome: ToolOutcome, *, tool: Tool = Tool.SEARCH, by: str = "sub-0", document: str = ""):
    return ToolUse(
        tool=tool,
        argument=argument,
        outcome=outcome,
        turn=1,
        part_id=SubObjectiveId(by),
        document_id=DocumentId(document) if document else None,
    )


def test_the_samples_are_what_they_are_called() -> None:
    assert (HIT.complete, MISS.complete, SOME.complete) == (True, False, False)
    assert (bool(HIT.extracts), bool(MISS.extracts), bool(SOME.extracts)) == (True, False, True)


def test_c36_only_what_the_documents_miss_is_searched_for() -> None:
    asked = plan(FEE, "When does the harbor open?", "Who is the harbor master?")
    assert [n.place for n in needs(asked, found(HIT, MISS, SOME))] == [1, 2]


def test_c36_without_a_search_nothing_is_needed() -> None:
    assert needs(plan(FEE), found(MISS), configured=False) == ()


def test_f38_an_index_that_did_not_answer_is_no_miss() -> None:
    away = replace(MISS, signal=RetrievalSignal.INFRA_ERROR)
    assert needs(plan(FEE), found(away)) == ()


def test_a_request_is_searched_for_whatever_the_documents_say() -> None:
    (need,) = needs(plan("search the web for the berth permit fee"), found(HIT))
    assert (need.requested, need.query, need.state) == (True, "the berth permit fee", None)


def test_a_request_without_a_search_is_told() -> None:
    (need,) = needs(plan("search the web for the berth permit fee"), found(MISS), configured=False)
    assert need.state is WebState.NOT_CONFIGURED


def test_searches_of_one_turn_are_bounded() -> None:
    asked = plan(*(f"What does permit {n} cost?" for n in range(9)))
    assert len(needs(asked, found(*[MISS] * 9))) == TUNING.web_searches_max


@pytest.mark.parametrize(
    "before",
    [FEE, "berth permit cost", "COST of a BERTH permit", "what do berth permits cost"],
)
@pytest.mark.parametrize("outcome", [ToolOutcome.EMPTY, ToolOutcome.FAILED])
def test_f39_what_brought_nothing_is_not_searched_for_again(before: str, outcome: ToolOutcome) -> None:
    thread = replace(THREAD, tools=(used(before, outcome, by="other"),))
    (need,) = needs(plan(FEE), found(MISS), thread)
    assert need.state is WebState.NOT_AGAIN


@pytest.mark.parametrize(
    "uses",
    [
        [used(FEE, ToolOutcome.OK)],
        [used("berth permit length", ToolOutcome.EMPTY)],
        [used(FEE, ToolOutcome.FAILED, tool=Tool.SCRAPE)],
        [],
    ],
)
def test_f39_other_searches_are_made(uses: list[ToolUse]) -> None:
    (need,) = needs(plan(FEE), found(MISS), replace(THREAD, tools=tuple(uses)))
    assert need.state is None


def test_a_retry_searches_again() -> None:
    thread = replace(THREAD, tools=(used(FEE, ToolOutcome.EMPTY),))
    (need,) = needs(plan(FEE, turn_class=TurnClass.RETRY), found(MISS), thread)
    assert need.state is None


def test_f39_a_search_that_fails_each_time_is_left_alone_however_it_is_worded() -> None:
    failed = [used(f"way {n} of asking", ToolOutcome.FAILED) for n in range(TUNING.tool_failures_max)]
    mine, other = {SubObjectiveId("sub-0")}, {SubObjectiveId("sub-9")}
    assert is_exhausted(failed, "quite another query", mine, PACK, TUNING)
    assert not is_exhausted(failed, "quite another query", other, PACK, TUNING)
    assert not is_exhausted(failed[1:], "quite another query", mine, PACK, TUNING)
    assert not is_exhausted([*failed, used("a", ToolOutcome.OK)], "quite another query", mine, PACK, TUNING)


def test_the_failures_of_an_objective_count_for_all_its_parts() -> None:
    thread = replace(
        with_objective("sub-0", "sub-1"), tools=tuple(used(f"q{n}", ToolOutcome.FAILED) for n in range(2))
    )
    asked = replace(
        plan("Where is pier four?"), planned=(as_it_stands(part("Where is pier four?", part_id="sub-1")),)
    )
    (need,) = needs(asked, found(MISS), thread)
    assert need.state is WebState.NOT_AGAIN


@pytest.mark.parametrize(
    ("effective", "query"),
    [
        (FEE, FEE),
        ("search the web for berth permits (Oslo, Harbor Marina)", "berth permits Oslo, Harbor Marina"),
        ("google the fee [2025]", "the fee 2025"),
        ("fee for ann.lee+x@example.org please", "fee for please"),
        ("status of claim 123-45-6789", "status of claim"),
        ("call (800) 555-0100 about fees", "call about fees"),
        ("member AB123456789 copay", "member copay"),
        ("born 4/12/1980 eligibility", "born eligibility"),
        ("search the web for charges on card 4111 1111 1111 1111", "charges on card"),
        ("card 4111-1111-1111-1111 refused", "card refused"),
        ("my member id is W1234, is it valid", "my member id is , is it valid"),
        ("search the web for my member id W1234", "my member id"),
        ("can Mr. Miller appeal", "can Mr. appeal"),
        ("Is 90837 covered on 2025-03-01, CO-29, F32.1?", "Is 90837 covered on 2025-03-01, CO-29, F32.1?"),
    ],
)
def test_c42_nobodys_identifiers_leave_with_a_query(effective: str, query: str) -> None:
    assert web_query(effective, part(effective), PACK) == query


def test_a_bare_request_searches_for_the_words_of_the_part() -> None:
    assert web_query("look online", part(FEE), PACK) == FEE


# --- The open part


def with_objective(*ids: str, status: SubStatus = SubStatus.FAILED, text: str = FEE) -> Thread:
    subs = tuple(SubObjective(id=SubObjectiveId(i), text=text, status=status) for i in ids)
    objective = Objective(
        id=ObjectiveId("o"),
        status=ObjectiveStatus.ACTIVE,
        summary="x",
        subs=subs,
        origin_turn=TurnId("t1"),
        created_at=NOW,
        updated_at=NOW,
    )
    return replace(THREAD, objectives=(objective,), active_objective_id=objective.id)


BARE = plan("search the web for it", kind=FollowupKind.DEICTIC)
RESOLVED = replace(BARE, planned=(replace(BARE.planned[0], query="search the web for berth permit cost"),))


@pytest.mark.parametrize("status", [SubStatus.PENDING, SubStatus.PARTIAL, SubStatus.FAILED])
def test_r1_10_a_bare_request_tries_the_open_part_again(status: SubStatus) -> None:
    thread = with_objective("open", status=status)
    asked = retry_on_web(RESOLVED, thread, PACK)
    assert asked.parts == thread.objectives[0].subs
    assert asked.queries == RESOLVED.queries


def with_two_open() -> Thread:
    thread = with_objective("first", "second")
    first, second = thread.objectives[0].subs
    subs = (replace(first, text="Who is the harbor master?"), second)
    return replace(thread, objectives=(replace(thread.objectives[0], subs=subs),))


def test_r1_10_of_several_open_parts_the_one_that_is_meant() -> None:
    thread = with_two_open()
    assert retry_on_web(RESOLVED, thread, PACK).parts == (thread.objectives[0].subs[1],)


def test_r1_10_a_request_that_would_mean_what_is_solved_is_about_what_is_open() -> None:
    thread = with_two_open()
    master, fee = thread.objectives[0].subs
    subs = (master, replace(fee, status=SubStatus.ANSWERED))
    thread = replace(thread, objectives=(replace(thread.objectives[0], subs=subs),))
    asked = retry_on_web(RESOLVED, thread, PACK)
    assert asked.parts == (master,)
    assert asked.queries == ("search the web for it (Who is the harbor master?)",)
    assert web_query(asked.queries[0], master, PACK) == "Who is the harbor master"


def planned_again(part: SubObjective, query: str, search: str, angle: SearchAngle) -> PlannedPart:
    return PlannedPart(part=part, query=query, spoken=query, search=search, angle=angle, is_again=True)


def test_r1_10_parts_that_are_looked_for_again_stay_beside_it_each_once() -> None:
    thread = with_two_open()
    master, fee = thread.objectives[0].subs
    asked = replace(
        RESOLVED,
        planned=(
            replace(RESOLVED.planned[0], search="s0"),
            planned_again(fee, FEE, "s1", SearchAngle.WIDER),
            planned_again(master, "master?", "s2", SearchAngle.EXPANDED),
        ),
    )
    got = retry_on_web(asked, thread, PACK)
    tried = replace(RESOLVED.planned[0], part=fee, search=RESOLVED.queries[0])
    assert got.planned == (tried, planned_again(master, "master?", "s2", SearchAngle.EXPANDED))


@pytest.mark.parametrize(
    ("asked", "thread"),
    [
        (RESOLVED, with_objective("done", status=SubStatus.ANSWERED)),
        (RESOLVED, with_objective("blocked", status=SubStatus.BLOCKED)),
        (RESOLVED, THREAD),
        (plan("search the web for the mooring rules", kind=FollowupKind.DEICTIC), with_objective("open")),
        (plan("and by phone?", kind=FollowupKind.DEICTIC), with_objective("open")),
        (plan("search the web for it"), with_objective("open")),
        (plan("search the web", "who?", kind=FollowupKind.DEICTIC), with_objective("open")),
    ],
)
def test_other_plans_stay_as_they_are(asked: AnswerQuestion, thread: Thread) -> None:
    assert retry_on_web(asked, thread, PACK) == asked


# --- What the pages say

NEED = WebNeed(place=0, part=part(FEE), query=FEE, requested=False)
PAGE: Passage = replace(passage(SAYS, name="Permits", document="web"), url="https://harbor.example/permits")
ON_WEB = answer(FEE, PAGE)


def test_a_page_that_answers_wins_over_a_miss_and_is_credited() -> None:
    after = with_web(found(MISS), NEED, retrieval(PAGE), ON_WEB)
    (got,) = after.answers
    assert (got.source, got.signal, got.web) == (Source.WEB, RetrievalSignal.TOOL_OK, WebState.SEARCHED)
    assert [p.passage for p in after.retrievals[0].passages] == [PAGE]


def test_an_answer_of_the_documents_stays_when_the_web_has_less() -> None:
    after = with_web(found(HIT), replace(NEED, requested=True), retrieval(PAGE), replace(ON_WEB, complete=False))
    assert replace(after.answers[0], web=None) == HIT


def test_a_page_without_an_answer_changes_no_answer() -> None:
    after = with_web(found(MISS), NEED, retrieval(PAGE), MISS)
    assert replace(after.answers[0], web=None) == MISS
    assert after.answers[0].web is WebState.SEARCHED


def test_what_was_searched_is_counted_with_the_documents() -> None:
    pages = replace(retrieval(PAGE), searched=("on the page",))
    after = with_web(found(MISS), NEED, pages, ON_WEB)
    assert after.retrievals[0].searched == ("q", "on the page")


@pytest.mark.parametrize("state", [WebState.SEARCH_FAILED, WebState.PAGES_FAILED])
def test_r0_41_a_tool_that_failed_is_no_miss(state: WebState) -> None:
    assert with_state(found(MISS), 0, state).answers[0].signal is RetrievalSignal.TOOL_FAILED
    assert with_state(found(SOME), 0, state).answers[0].signal is SOME.signal


@pytest.mark.parametrize(
    ("state", "tried"),
    [
        (None, False),
        (WebState.NOT_CONFIGURED, False),
        (WebState.SEARCH_FAILED, False),
        (WebState.SEARCHED, True),
        (WebState.PAGES_FAILED, True),
        (WebState.NOT_AGAIN, True),
    ],
)
def test_r0_17_the_web_was_tried_exactly_when_it_was_searched(state: WebState | None, tried: bool) -> None:
    assert angles_of(replace(MISS, web=state)) == ((SearchAngle.WEB,) if tried else ())


def test_a_later_answer_from_a_page_of_the_web_is_credited_to_it() -> None:
    own = replace(ON_WEB, source=Source.USER_PROVIDED)
    uses = (used("https://harbor.example/permits", ToolOutcome.OK, tool=Tool.SCRAPE, document="web"),)
    assert credit_web(found(own), web_documents(uses)).answers[0].source is Source.WEB
    assert credit_web(found(own), web_documents(())).answers[0].source is Source.USER_PROVIDED


def test_pages_that_could_not_be_read_are_known() -> None:
    uses = [
        used("https://a.example/", ToolOutcome.FAILED, tool=Tool.SCRAPE),
        used("https://b.example/", ToolOutcome.OK, tool=Tool.SCRAPE, document="d"),
        used("https://c.example/", ToolOutcome.FAILED),
    ]
    assert unread_before(uses) == {"https://a.example/"}


def test_a_thread_remembers_a_bounded_number_of_calls_the_newest() -> None:
    uses = tuple(used(str(n), ToolOutcome.OK) for n in range(150))
    kept = remembered(uses, uses)
    assert (len(kept), kept[-1].argument, kept[0].argument) == (200, "149", "100")
    assert remembered(uses, ()) is uses


# --- What is said


def lines(*answers: PartAnswer, asks: bool = False) -> list[str]:
    return said_of_web(answers, PACK.texts, asks=asks)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (WebState.NOT_CONFIGURED, "no web search is set up"),
        (WebState.SEARCH_FAILED, "the search did not answer"),
        (WebState.PAGES_FAILED, "could not be read"),
        (WebState.NOT_AGAIN, "did not search for the same again"),
        (WebState.SEARCHED, "found no answer there"),
    ],
)
def test_what_became_of_the_web_is_said_once(state: WebState, text: str) -> None:
    missed = replace(MISS, web=state)
    (line,) = lines(missed, missed)
    assert text in line


def test_nothing_is_said_of_a_web_that_was_not_tried() -> None:
    assert lines(MISS, HIT) == []


def test_the_ask_says_by_itself_that_the_web_was_searched() -> None:
    assert lines(replace(MISS, web=WebState.SEARCHED), asks=True) == []


def test_answers_from_the_web_name_their_page_and_site() -> None:
    on_web = replace(ON_WEB, source=Source.WEB, web=WebState.SEARCHED)
    assert lines(on_web) == ["From the web, not from your documents: “Permits” (harbor.example)."]
