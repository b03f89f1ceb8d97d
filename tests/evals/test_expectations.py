"""The operators of scripted conversations, each with what passes and what fails."""

from __future__ import annotations

import pytest

from followthrough.evals.conversations.expectations import judge, read_expectations
from followthrough.evals.conversations.nodes import Json, load

TURN: dict[str, Json] = {
    "turn_id": "t1",
    "index": 3,
    "status": "completed",
    "turn_class": "continuation",
    "reply": {
        "text": "The limit is 120 days [1].\nFax it to us.",
        "footer": None,
        "citations": [
            {"n": 1, "document_name": "Bulletin 2026-02", "page": None, "quote": "The limit is 120 days"},
            {"n": 2, "document_name": "Manual", "page": 12, "quote": "appeal by fax"},
        ],
    },
    "query": {"effective": ["appeal deadline", "fax number for an appeal"], "is_followup": True},
    "retrieval": {"searches": 1, "passages": [], "signal": None},
    "objective": {"sub_objectives": [{"text": "the fee", "source": "rag", "stuck_reason": None}]},
    "objective_status": "need_info",
    "ask": None,
    "clarification": None,
    "jurisdiction": {"payor": ["Sunshine Health"], "state": "Florida", "program": None},
    "model_calls": 0,
    "timings_ms": {"total": 12.5},
}


def mismatches(expect: str) -> list[tuple[str, Json, Json]]:
    return [(m.path, m.expected, m.got) for m in judge(TURN, read_expectations(load(expect.encode())))]


@pytest.mark.parametrize(
    "expect",
    [
        # exact value
        "{status: completed, index: 3, ask: null, query.is_followup: true, timings_ms.total: 12.5}",
        '{query.effective: ["appeal deadline", "fax number for an appeal"]}',
        '{"jurisdiction.payor": ["Sunshine Health"], "retrieval.passages": []}',
        "{index: 3.0}",
        # paths
        "{reply.citations.0.n: 1, 'reply.citations[1].page': 12, reply.citations.-1.n: 2}",
        "{clarification.active: null, clarification.answers.0.answer: null, retrieval.signal.x: null}",
        # in
        "{status: {in: [stopped, completed]}, retrieval.signal: {in: [high, null]}}",
        # contains, not_contains
        "{reply.text: {contains: '120 DAYS'}}",
        "{reply.text: {contains: [fax, limit], not_contains: [phone, mail]}}",
        "{query.effective: {contains: [deadline, 'fax number']}}",
        "{reply.footer: {not_contains: agent}, query.effective: {not_contains: phone}}",
        "{retrieval.passages: {not_contains: anything}}",
        "{reply.text: {contains: 120}}",
        # matches
        "{reply.text: {matches: '\\d+ days'}, turn_class: {matches: '^cont'}}",
        "{reply.text: {matches: '(?s)limit.*us\\.$'}}",
        # absent
        "{ask: {absent: true}, ask.text: {absent: true}, reply.citations.7: {absent: true}}",
        "{reply.citations.0.url: {absent: true}, reply: {absent: false}}",
        # count
        "{reply.citations: {count: 2}, retrieval.passages: {count: 0}}",
        # min, max
        "{retrieval.searches: {min: 1}, index: {min: 1, max: 3}, timings_ms.total: {max: 12.5}}",
        # any, none
        "{query.effective: {any: {contains: [appeal, fax]}}}",
        "{query.effective: {any: appeal deadline, none: {contains: copay}}}",
        "{reply.citations: {any: {page: 12, quote: {contains: FAX}}, none: {page: {min: 13}}}}",
        "{objective.sub_objectives: {any: {source: rag, stuck_reason: null, text: {contains: fee}}}}",
        "{retrieval.passages: {none: {score: {min: 0}}}, ask: {none: x}}",
    ],
)
def test_what_is_so_passes(expect: str) -> None:
    assert mismatches(expect) == []


@pytest.mark.parametrize(
    ("expect", "path", "expected", "got"),
    [
        ("{status: stopped}", "status", "stopped", "completed"),
        ("{model_calls: false}", "model_calls", False, 0),
        ("{query.is_followup: 1}", "query.is_followup", 1, True),
        ("{index: '3'}", "index", "3", 3),
        ("{ask: ''}", "ask", "", None),
        ("{query.effective: [appeal deadline]}", "query.effective", ["appeal deadline"], TURN["query"]["effective"]),  # type: ignore[index,call-overload] # the test's own literal
        ("{reply.citation: null}", "reply.citation", None, None),
        ("{reply.citations.2: null}", "reply.citations.2", None, None),
        ("{status: {in: [stopped, failed]}}", "status", {"in": ["stopped", "failed"]}, "completed"),
        ("{ask: {in: [a, b]}}", "ask", {"in": ["a", "b"]}, None),
        ("{status: {contains: [comp, x]}}", "status", {"contains": ["comp", "x"]}, "completed"),
        ("{ask: {contains: a}}", "ask", {"contains": "a"}, None),
        ("{index: {contains: 3}}", "index", {"contains": 3}, 3),
        ("{status: {not_contains: PLETE}}", "status", {"not_contains": "PLETE"}, "completed"),
        ("{reply.txt: {not_contains: a}}", "reply.txt", {"not_contains": "a"}, None),
        ("{index: {not_contains: 4}}", "index", {"not_contains": 4}, 3),
        ("{status: {matches: '^done'}}", "status", {"matches": "^done"}, "completed"),
        ("{ask: {matches: '.*'}}", "ask", {"matches": ".*"}, None),
        ("{status: {absent: true}}", "status", {"absent": True}, "completed"),
        ("{ask: {absent: false}}", "ask", {"absent": False}, None),
        ("{retrieval.passages: {count: 1}}", "retrieval.passages", {"count": 1}, []),
        ("{ask: {count: 0}}", "ask", {"count": 0}, None),
        ("{status: {count: 9}}", "status", {"count": 9}, "completed"),
        ("{index: {min: 1, max: 2}}", "index", {"max": 2}, 3),
        ("{ask: {max: 5}}", "ask", {"max": 5}, None),
        ("{query.is_followup: {min: 0}}", "query.is_followup", {"min": 0}, True),
        ("{jurisdiction.payor: {any: Sunshine}}", "jurisdiction.payor", {"any": "Sunshine"}, ["Sunshine Health"]),
        ("{ask: {any: x}}", "ask", {"any": "x"}, None),
        (
            "{jurisdiction.payor: {none: {contains: sun}}}",
            "jurisdiction.payor",
            {"none": {"contains": "sun"}},
            ["Sunshine Health"],
        ),
        (
            "{jurisdiction.payor: {any: {name: {contains: sun}}}}",
            "jurisdiction.payor",
            {"any": {"name": {"contains": "sun"}}},
            ["Sunshine Health"],
        ),
        ("{status: {none: x}}", "status", {"none": "x"}, "completed"),
    ],
)
def test_what_is_not_so_fails_with_path_expected_and_got(expect: str, path: str, expected: Json, got: Json) -> None:
    assert mismatches(expect) == [(path, expected, got)]


def test_all_of_an_element_must_fit_one_element() -> None:
    """Page 12 and the quote of page 1 are on two citations."""
    assert len(mismatches("{reply.citations: {any: {page: 12, quote: {contains: 120 days}}}}")) == 1
    assert len(mismatches("{query.effective: {any: {contains: [deadline, fax]}}}")) == 1


def test_each_operator_that_fails_is_a_failure_of_its_own() -> None:
    found = mismatches("{reply.text: {contains: gone, not_contains: fax, matches: limit}, status: stopped}")
    assert [(path, expected) for path, expected, _ in found] == [
        ("reply.text", {"contains": "gone"}),
        ("reply.text", {"not_contains": "fax"}),
        ("status", "stopped"),
    ]
