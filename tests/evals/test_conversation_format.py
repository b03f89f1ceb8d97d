"""The format of scripted conversations: what is read, and what is refused with which line."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.documents import DocumentMetadata
from followthrough.domain.model_calls import ModelFailure, ModelTask
from followthrough.domain.model_results import Choice, ClarifyNeed, Judged, Planned, Selected, Verdict
from followthrough.evals.conversations.model_script import scripted
from followthrough.evals.conversations.parse import parse_script, shipped_packs
from followthrough.evals.conversations.script import (
    KEYS,
    Attachment,
    GivenDocument,
    PressStop,
    Refusal,
    Say,
    Script,
    ScriptedWeb,
    Together,
    Wait,
)

FILE = Path("tests/golden/example.yaml")


def read(text: str) -> Script | Refusal:
    return parse_script(FILE, text.encode())


def refusal(text: str) -> Refusal:
    result = read(text)
    assert isinstance(result, Refusal), result
    return result


def script(text: str) -> Script:
    result = read(text)
    assert isinstance(result, Script), result
    return result


def test_every_part_that_this_version_has_is_read() -> None:
    read_script = script(
        """\
name: everything
pack: general
settings: {log_level: ERROR, tuning: {passages_per_part: 4}}
documents:
  - name: Device Guide
    metadata: {clarifying_questions: ["Which version?"], requires_handoff: true, effective_date: 2026-01-01}
    text: |
      Line one.
      Line two.
turns:
  - user: "My phone shows an error"
    attach: [{name: fees.txt, text: "The fee is 12."}]
    expect: {turn_class: new_question, retrieval.searches: {min: 1}}
  - wait: 11m
  - together: ["first", "second"]
    expect: [{turn_class: new_question}, {status: completed}]
  - user: tell me everything
    stop_after: 2
  - user: stop at once
    stop: true
  - stop: true
    expect: {status: stopped}
  - attach: [{name: more.txt, text: more}]
"""
    )
    assert read_script.name == "everything"
    assert read_script.pack == "general"
    assert read_script.settings == (("log_level", "ERROR"), ("tuning", {"passages_per_part": 4}))
    assert read_script.documents == (
        GivenDocument(
            name="Device Guide",
            text="Line one.\nLine two.\n",
            metadata=DocumentMetadata(
                clarifying_questions=("Which version?",), requires_handoff=True, effective_date=date(2026, 1, 1)
            ),
        ),
    )
    first, wait, together, stopped, at_once, pressed, attached = read_script.steps
    assert isinstance(first, Say)
    assert first.attach == (Attachment(name="fees.txt", text="The fee is 12."),)
    assert [e.path for e in first.expect] == ["turn_class", "retrieval.searches"]
    assert wait == Wait(seconds=660)
    assert isinstance(together, Together)
    assert together.texts == ("first", "second")
    assert [[e.path for e in each] for each in together.expect] == [["turn_class"], ["status"]]
    assert isinstance(stopped, Say)
    assert stopped.stop_after == 2
    assert isinstance(at_once, Say)
    assert at_once.stop_after == 0
    assert isinstance(pressed, PressStop)
    assert [e.path for e in pressed.expect] == ["status"]
    assert attached == Say(text="", attach=(Attachment(name="more.txt", text="more"),))


@pytest.mark.parametrize(
    ("written", "seconds"), [("90s", 90), ("11m", 660), ("1.5h", 5400), ("2d", 172_800), ("3 m", 180)]
)
def test_wait_takes_seconds_minutes_hours_and_days(written: str, seconds: float) -> None:
    assert script(f"name: x\nturns:\n  - wait: {written}\n  - user: hi\n").steps[0] == Wait(seconds=seconds)


@pytest.mark.parametrize("word", ["12", "yes", "no", "2026-01-01", "12:30", "0x10", "1_000", "~x", "="])
def test_a_user_says_what_is_written_whatever_yaml_makes_of_it(word: str) -> None:
    assert script(f"name: x\nturns: [{{user: {word}}}]\n").steps[0] == Say(text=word)


def test_corpus_is_relative_to_the_conversations_file(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "talks").mkdir()
    read_script = parse_script(tmp_path / "talks" / "a.yaml", b"name: x\ncorpus: ../docs\nturns: [{user: hi}]\n")
    assert isinstance(read_script, Script)
    assert read_script.corpus == (tmp_path / "docs").resolve()


TURN = "name: x\nturns:\n  - user: hi\n"


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ('model:\n  - {task: rewrite, reply: "fees in 2026"}\n', "model"),
        ("options: {scope: widget, options: [{id: a, label: Alpha}]}\n", "options"),
    ],
)
def test_a_key_that_a_version_lacks_is_refused_with_its_line(
    lines: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KEYS, ("the conversation", key), False)
    assert str(refusal(TURN + lines)) == f"{FILE}:4: the key '{key}' is not in this version"


def test_a_models_replies_are_results_of_their_tasks() -> None:
    lines = """model:
  - {task: plan, reply: ["What is the fee?", 2026]}
  - {task: rewrite, reply: fees in 2026}
  - {task: judge, reply: {verdict: "yes", quote: 12 dollars}}
  - {task: clarify_need, reply: {needed: true, readings: [a, b], question: "Which?"}}
  - {task: select, reply: {decision: select, choiceId: 7, confidence: 0.9, neededEvidenceTypes: [label]}}
  - {task: select, reply: {decision: need_more_info}}
  - {task: select, reply: {decision: dance}}
  - {task: answer, error: timeout}
  - {task: explain, error: rate_limited}
  - {task: summary, error: transport_error}
"""
    assert scripted(script(TURN + lines).model) == (
        (ModelTask.PLAN, Planned(texts=("What is the fee?", "2026"))),
        (ModelTask.REWRITE, "fees in 2026"),
        (ModelTask.JUDGE, Judged(verdict=Verdict.YES, quote="12 dollars")),
        (ModelTask.CLARIFY_NEED, ClarifyNeed(needed=True, readings=("a", "b"), question="Which?")),
        (
            ModelTask.SELECT,
            Selected(decision=Choice.SELECT, choice_id="7", confidence=0.9, needed_evidence_types=("label",)),
        ),
        (ModelTask.SELECT, Selected(decision=Choice.NEED_MORE_INFO)),
        (ModelTask.SELECT, ModelFailure.MALFORMED),
        (ModelTask.ANSWER, ModelFailure.TIMEOUT),
        (ModelTask.EXPLAIN, ModelFailure.RATE_LIMITED),
        (ModelTask.SUMMARY, ModelFailure.TRANSPORT_ERROR),
    )


def test_a_web_is_its_pages_and_what_a_search_finds() -> None:
    lines = 'web:\n  pages: {"https://example.org/": text}\n  search: {fees: ["https://example.org/"]}\n'
    assert script(TURN + lines).web == ScriptedWeb(
        pages=(("https://example.org/", "text"),), search=(("fees", ("https://example.org/",)),)
    )


def test_a_pack_that_does_not_ship_is_refused_with_its_line() -> None:
    assert refusal("name: x\npack: aviation\nturns: [{user: hi}]\n").reason == (
        "the pack 'aviation' is not in this version"
    )
    assert "general" in shipped_packs()


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ("  not_a_setting: true", 3, "the setting 'not_a_setting' is not in this version"),
        ("  log_level: ERROR\n  tuning: {no_such: 1}", 4, "the number 'no_such' of the tuning table is not in this"),
        ("  data_dir: /tmp", 3, "data_dir can't be set here: a conversation has a system of its own"),
        ("  log_level: LOUD", 3, "Setting log_level: must be DEBUG, INFO, WARNING or ERROR."),
        ("  tuning: {passages_per_part: 9000}", 3, "passages_per_part"),
    ],
)
def test_a_setting_that_can_not_be_set_is_refused_with_its_line(lines: str, line: int, reason: str) -> None:
    refused = refusal(f"name: x\nsettings:\n{lines}\nturns: [{{user: hi}}]\n")
    assert refused.line == line
    assert reason in refused.reason


MALFORMED = {
    "empty file": ("", 1, "the file is empty"),
    "no mapping": ("- a\n", 1, "the conversation must be a mapping, not a list"),
    "tab": ("name: x\nturns:\n\t- user: hi\n", 3, "malformed YAML"),
    "unclosed": ('name: "x\nturns: []\n', 3, "malformed YAML"),
    "two documents": ("name: x\n---\nname: y\n", 2, "malformed YAML"),
    "control character": ("name: x\nturns:\n  - user: \x07\n", 3, "is not allowed in YAML"),
    "no name": ("turns: [{user: hi}]\n", 1, "the conversation needs the key 'name'"),
    "no turns": ("name: x\n", 1, "the conversation needs the key 'turns'"),
    "empty turns": ("name: x\nturns: []\n", 2, "at least one turn"),
    "only waiting": ("name: x\nturns: [{wait: 1m}]\n", 2, "at least one turn"),
    "unknown key": ("name: x\nturn: []\nturns: [{user: hi}]\n", 2, "the conversation has no key 'turn'"),
    "twice": ("name: x\nname: y\nturns: [{user: hi}]\n", 2, "key 'name' of the conversation is given twice"),
    "unknown turn key": ("name: x\nturns:\n  - usr: hi\n", 3, "a turn has no key 'usr'"),
    "turn is a text": ("name: x\nturns:\n  - hi\n", 3, "a turn must be a mapping, not a text"),
    "turn without a deed": ("name: x\nturns:\n  - expect: {}\n", 3, "a turn needs one of user"),
    "two deeds": ("name: x\nturns:\n  - user: hi\n    wait: 1m\n", 4, "wait does not go with user in one turn"),
    "wait expects": ("name: x\nturns:\n  - wait: 1m\n    expect: {}\n", 4, "expect does not go with wait"),
    "wait without unit": ("name: x\nturns:\n  - wait: 11\n", 3, "as in 11m"),
    "null user": ("name: x\nturns:\n  - user:\n", 3, "user must be a text, not nothing"),
    "stop false": ("name: x\nturns:\n  - user: a\n    stop: false\n", 4, "stop must be true"),
    "stop twice": (
        "name: x\nturns:\n  - user: a\n    stop: true\n    stop_after: 1\n",
        4,
        "either stop or stop_after",
    ),
    "stop_after below": ("name: x\nturns:\n  - user: a\n    stop_after: -1\n", 4, "a whole number from 0"),
    "stop first": ("name: x\nturns:\n  - stop: true\n    expect: {}\n", 4, "no turn yet"),
    "together alone": ("name: x\nturns:\n  - together: [a]\n", 3, "at least two"),
    "together mapping": (
        "name: x\nturns:\n  - together: [a, b]\n    expect: {status: completed}\n",
        4,
        "expect of together, a list with one entry for each message, must be a list, not a mapping",
    ),
    "together too many": (
        "name: x\nturns:\n  - together: [a, b]\n    expect: [{}, {}, {}]\n",
        4,
        "3 entries for 2 messages",
    ),
    "retry of the future": ("name: x\nturns:\n  - user: a\n  - retry: 2\n", 4, "only 1 came before"),
    "attachment": ("name: x\nturns:\n  - user: a\n    attach: [{name: f.txt}]\n", 4, "needs the key 'text'"),
    "document": ("name: x\ndocuments:\n  - {name: d}\nturns: [{user: a}]\n", 3, "needs the key 'text'"),
    "document twice": (
        "name: x\ndocuments:\n  - {name: d, text: a}\n  - {name: d, text: b}\nturns: [{user: a}]\n",
        3,
        "two documents have the name 'd'",
    ),
    "metadata": ("name: x\ndocuments:\n  - {name: d, text: a, metadata: [1]}\nturns: [{user: a}]\n", 3, "a mapping"),
    "metadata date": (
        "name: x\ndocuments:\n  - name: d\n    text: a\n    metadata:\n      effective_date: soon\n"
        "turns: [{user: a}]\n",
        6,
        "metadata: effective_date",
    ),
    "corpus and documents": (
        "name: x\ndocuments: []\ncorpus: .\nturns: [{user: a}]\n",
        3,
        "give either documents or corpus",
    ),
    "no corpus": ("name: x\ncorpus: nowhere\nturns: [{user: a}]\n", 2, "the folder 'nowhere' does not exist"),
    "tag": ("name: !!python/name:os.system x\nturns: [{user: a}]\n", 1, "is not allowed here"),
    "model task": ("name: x\nmodel: [{task: sing, reply: a}]\nturns: [{user: a}]\n", 2, "'sing' is no task"),
    "model both": (
        "name: x\nmodel: [{task: answer, reply: a, error: timeout}]\nturns: [{user: a}]\n",
        2,
        "either reply or error",
    ),
    "model error": ("name: x\nmodel: [{task: answer, error: tired}]\nturns: [{user: a}]\n", 2, "'tired' is no error"),
    "model plan": ("name: x\nmodel: [{task: plan, reply: a}]\nturns: [{user: a}]\n", 2, "must be a list"),
    "model verdict": (
        "name: x\nmodel: [{task: judge, reply: {verdict: maybe}}]\nturns: [{user: a}]\n",
        2,
        "verdict must be one of yes, partly, no",
    ),
    "model select": (
        "name: x\nmodel: [{task: select, reply: {choice_id: a}}]\nturns: [{user: a}]\n",
        2,
        "has no key 'choice_id'",
    ),
    "web key": ("name: x\nweb: {page: {}}\nturns: [{user: a}]\n", 2, "web has no key 'page'"),
    "option scope": (
        "name: x\noptions: {scope: moon, options: []}\nturns: [{user: a}]\n",
        2,
        "'moon' is no scope",
    ),
    "option twice": (
        "name: x\noptions: {scope: chat, options: [{id: a, label: A}, {id: a, label: B}]}\nturns: [{user: a}]\n",
        2,
        "two options have the same id",
    ),
}


@pytest.mark.parametrize(("text", "line", "reason"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_file_is_refused_with_line_and_reason(text: str, line: int, reason: str) -> None:
    refused = refusal(text)
    assert (refused.line, reason in refused.reason) == (line, True), refused
    assert str(refused).startswith(f"{FILE}:{line}: ")
    assert "\n" not in refused.reason


EXPECTATIONS = {
    "unknown field": ("{turn_clas: ack}", "a turn has no field 'turn_clas'"),
    "unknown operator": ("{reply.text: {has: a}}", "'has' is no operator"),
    "nested path": (
        "{clarification: {active: true}}",
        "for a field inside write the path clarification.active",
    ),
    "nothing": ("{reply.text: {}}", "reply.text expects nothing"),
    "bad path": ('{"reply..text": a}', "is no path"),
    "bad index": ('{"reply.citations[x]": a}', "is no path"),
    "in text": ("{status: {in: completed}}", "in must be a list"),
    "in nothing": ("{status: {in: []}}", "in must list at least one value"),
    "contains nothing": ("{reply.text: {contains: []}}", "at least one text"),
    "contains empty": ("{reply.text: {not_contains: ['']}}", "none of them empty"),
    "contains mapping": ("{reply.text: {contains: {a: b}}}", "contains must be a text"),
    "matches": ("{reply.text: {matches: '('}}", "matches must be a regular expression"),
    "absent": ("{ask: {absent: maybe}}", "absent must be true or false"),
    "count": ("{reply.citations: {count: -1}}", "count must be a whole number from 0"),
    "count true": ("{reply.citations: {count: true}}", "count must be a whole number from 0"),
    "min": ("{index: {min: two}}", "min must be a number"),
    "any list": ("{query.effective: {any: [a]}}", "any must be a value, operators or paths"),
    "any nothing": ("{query.effective: {any: {}}}", "any looks for nothing"),
    "any mixed": ("{reply.citations: {any: {page: 3, contains: a}}}", "'page' is no operator"),
    "none nested": ("{reply.citations: {none: {quote: {has: a}}}}", "'has' is no operator"),
}


@pytest.mark.parametrize(("expect", "reason"), EXPECTATIONS.values(), ids=EXPECTATIONS.keys())
def test_a_malformed_expectation_is_refused_with_line_and_reason(expect: str, reason: str) -> None:
    refused = refusal(f"name: x\nturns:\n  - user: hi\n    expect: {expect}\n")
    assert (refused.line, reason in refused.reason) == (4, True), refused


def test_a_file_that_is_no_utf8_is_refused_with_its_line() -> None:
    refused = parse_script(FILE, b"name: x\nturns:\n  - user: \xff\xfe\n")
    assert isinstance(refused, Refusal)
    assert (refused.line, refused.reason) == (3, "the file is not UTF-8 text")


def test_a_byte_order_mark_is_no_fault() -> None:
    assert isinstance(parse_script(FILE, b"\xef\xbb\xbfname: x\nturns: [{user: hi}]\n"), Script)


def test_a_reference_is_read_and_a_reference_to_itself_is_refused() -> None:
    assert script("name: &n hello\nturns: [{user: *n}]\n").steps[0] == Say(text="hello")
    assert "nested too deeply" in refusal("name: x\nturns: &t [*t]\n").reason


def test_a_bomb_of_references_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    assert "too large" in refusal("\n".join(lines)).reason


@given(st.binary(max_size=200))
def test_any_bytes_give_a_script_or_a_refusal(data: bytes) -> None:
    result = parse_script(FILE, data)
    assert isinstance(result, Script) or (result.line >= 1 and result.reason)


_WORDS = st.sampled_from([*{key for _, key in KEYS}, "12", "true", "null", "a.b", "contains", "any", "reply", "7m"])
_TREES = st.recursive(
    _WORDS | st.integers() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=4),
    max_leaves=12,
)


@given(_TREES, _TREES)
def test_any_tree_of_known_words_gives_a_script_or_a_refusal(turns: object, expect: object) -> None:
    import json

    for text in (
        json.dumps({"name": "x", "turns": turns}),
        json.dumps({"name": "x", "turns": [{"user": "hi", "expect": expect}]}),
    ):
        result = parse_script(FILE, text.encode())
        assert isinstance(result, Script) or (result.line >= 1 and result.reason)
