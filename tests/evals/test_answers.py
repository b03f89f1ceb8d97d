"""`followthrough eval answers` (docs/how-to/measure-your-answers.md)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import models as library_models
from tests.commands import Done, followthrough
from tests.model_server import model_server, says

from followthrough.cli.answers import run_answers
from followthrough.domain.objective import OutwardStatus
from followthrough.errors import InvalidInput, StoreUnavailable
from followthrough.evals.answers.dataset import Question, load_questions
from followthrough.evals.answers.judge import Judged, Replied, figures, is_right, judge, overlaps
from followthrough.evals.answers.report import as_json, compared_as_json
from followthrough.evals.answers.run import NewThread, Send, evaluate
from followthrough.settings import only

RESOLVED, NEED_INFO = OutwardStatus.RESOLVED, OutwardStatus.NEED_INFO

A_QUESTION = Question(
    id="q",
    conversation="c",
    text="how much",
    standalone="What is the lab fee?",
    relation="first",
    kind="fact",
    key="40 dollars",
    support=("The lab fee is 40 dollars a visit.",),
)


@pytest.mark.parametrize(
    ("key", "reply", "right"),
    [
        ("40 dollars", "It costs 40 Dollars.", True),
        ("40 dollars", "It costs **40** `dollars`.", True),
        (r"\*\*40\*\*", "It costs **40** dollars.", True),
        ("snake_case", "Use snake_case here.", True),
        ("first.*second", "first\nand second", True),
        ("40 dollars", "It costs 30 dollars.", False),
        ("", "anything", False),
        ("end", "x" * 1_497 + "end", True),
        ("end", "x" * 1_498 + "end", False),
        ("a{2}", "**" * 749 + "**aa", False),
    ],
    ids=[
        "case aside",
        "markup between its words removed",
        "a key may ask for the markup",
        "an underscore that is no markup",
        "a key goes over lines",
        "another value",
        "no key is never matched",
        "the last characters of the window",
        "one character beyond the window",
        "the window counts characters with their markup",
    ],
)
def test_a_reply_is_right_when_its_key_matches_near_its_beginning(key: str, reply: str, right: bool) -> None:
    assert is_right(key, reply) is right


EIGHT = "one two three four five six seven eight"


@pytest.mark.parametrize(
    ("quote", "marked", "shared"),
    [
        (f"And {EIGHT} more", f"Said: {EIGHT}, of course", True),
        ("ONE, two three! Four-five six\n**seven** eight_", EIGHT, True),
        ("one two three four five six seven nine ten", f"{EIGHT} nine", False),
        ("The fee is 40 dollars a visit", "40 dollars", True),
        ("The fee is 40 euros a visit", "40 dollars", False),
        ("three four five", EIGHT, True),
        ("three four", EIGHT, False),
        ("three five seven", EIGHT, False),
        ("Yes, of course", "Yes", False),
        ("", EIGHT, False),
        (EIGHT, "", False),
    ],
    ids=[
        "eight words in a row anywhere",
        "case, punctuation and markup aside",
        "seven in a row are not enough",
        "all of a short mark",
        "a short mark in part only",
        "a quote that is shorter than the mark and a part of it",
        "a quote of two words is found anywhere",
        "a short quote whose words are not in a row",
        "a mark of one word is found anywhere",
        "nothing quoted",
        "nothing marked",
    ],
)
def test_a_citation_is_of_the_marked_place_by_words_in_a_row(quote: str, marked: str, shared: bool) -> None:
    assert overlaps(quote, marked) is shared


RIGHT = Replied(text="40 dollars", quotes=("The lab fee is 40 dollars a visit.",), status=RESOLVED, seconds=0.2)
WRONG = Replied(text="Ten.", quotes=("Parking costs ten dollars a day.",), status=RESOLVED, seconds=0.1)
REFUSAL = Replied(text="I could not find it.", status=NEED_INFO, seconds=0.3)


def test_the_figures_are_those_that_a_hand_counts() -> None:
    unanswerable = replace(A_QUESTION, kind="unanswerable", key="", support=())
    found = figures(
        [
            judge("f", A_QUESTION, RIGHT),
            judge("f", A_QUESTION, WRONG),
            judge("f", A_QUESTION, REFUSAL),
            judge("f", replace(A_QUESTION, support=()), replace(RIGHT, quotes=())),
            judge("f", unanswerable, WRONG),
            judge("f", unanswerable, REFUSAL),
            judge("f", replace(A_QUESTION, kind="chat", key="", support=()), WRONG),
            judge("f", replace(A_QUESTION, kind="vague"), WRONG),
        ]
    )
    assert (found.right.value, found.right.n) == (2 / 5, 5)
    assert (found.cited.value, found.cited.n) == (1 / 4, 4)  # without marked support nothing can be cited
    assert (found.wrongly_refused.value, found.wrongly_refused.n) == (1 / 5, 5)
    assert (found.refused.value, found.refused.n) == (1 / 2, 2)
    assert (found.false_resolved.value, found.false_resolved.n) == (2 / 6, 6)  # chat and vague left out
    assert (found.shown_median, found.ms_median, found.n) == (10, 200, 8)


def test_right_without_a_citation_is_no_refusal_and_wrong_with_one_is_none_either() -> None:
    found = figures([judge("f", A_QUESTION, replace(RIGHT, quotes=())), judge("f", A_QUESTION, WRONG)])
    assert found.wrongly_refused.value == 0.0


def test_figures_of_nothing_are_of_none() -> None:
    found = figures([])
    assert (found.right.n, found.shown_median, found.n) == (0, 0, 0)
    assert as_json([])["all"]["right"] is None


def a_row(name: str, **fields: object) -> dict[str, object]:
    return {"id": name, "conversation": "c", "text": f"{name}?", "standalone": f"All of {name}?", **fields}


def a_folder(root: Path, name: str, *rows: object) -> Path:
    folder = root / name
    (folder / "docs").mkdir(parents=True)
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / "turns.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return folder


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("{", "this is no JSON"),
        ("[]", "a line must hold an object"),
        ({"text": "Q?"}, "id must be a text"),
        ({"id": "2"}, "text must be a text"),
        (a_row("2", text=""), "text must be a text"),
        (a_row("2", standalone=3), "standalone must be a text"),
        (a_row("2", key="(40"), "key is no regular expression"),
        (a_row("2", key="40", kind="unanswerable"), "an unanswerable question has a key"),
        (a_row("2", support="The fee is 40."), "support must be a list"),
        (a_row("2", support=[{"file": "a.md"}]), "each support needs a quote"),
        (a_row("2", support=["a.md"]), "each support needs a quote"),
        (a_row("1"), "the id '1' stands twice"),
    ],
)
def test_a_fault_is_one_line_that_names_file_and_line(tmp_path: Path, row: object, told: str) -> None:
    folder = a_folder(tmp_path, "a", a_row("1"), row)
    with pytest.raises(InvalidInput) as fault:
        load_questions(folder)
    assert str(fault.value).startswith(f"{folder / 'turns.jsonl'}:2: {told}")
    assert "\n" not in str(fault.value)


def test_a_folder_without_documents_or_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="docs is no folder"):
        load_questions(tmp_path)
    with pytest.raises(InvalidInput, match="there is no question"):
        load_questions(a_folder(tmp_path, "empty", ""))


class _System:
    """Keeps what it is asked, thread by thread; fails on the word given."""

    def __init__(self, fails_on: str = "never") -> None:
        self.opened: list[Path] = []
        self.threads: list[list[str]] = []
        self._fails_on = fails_on

    @asynccontextmanager
    async def open_documents(self, path: Path) -> AsyncGenerator[NewThread]:
        self.opened.append(path)

        async def new_thread() -> Send:
            thread: list[str] = []
            self.threads.append(thread)

            async def send(text: str) -> Replied:
                thread.append(text)
                if self._fails_on in text:
                    raise StoreUnavailable("The database does not answer.")
                return REFUSAL

            return send

        yield new_thread


def untold(what: str, done: int, total: int) -> None:
    """Nobody watches."""


async def asked(folders: Sequence[Path], **options: Any) -> _System:
    system = _System()
    await evaluate(folders, system.open_documents, untold, **options)
    return system


async def test_a_conversation_is_a_thread_in_its_order_over_its_own_documents(tmp_path: Path) -> None:
    first = a_folder(tmp_path, "a", a_row("1"), a_row("2", conversation="d"), a_row("3"))
    second = a_folder(tmp_path, "b", a_row("1"))

    system = await asked([first, second])
    assert system.opened == [first / "docs", second / "docs"]
    assert system.threads == [["1?", "3?"], ["2?"], ["1?"]]
    assert (await asked([first], limit=1)).threads == [["1?", "3?"]]
    assert (await asked([first], standalone=True)).threads == [["All of 1?"], ["All of 2?"], ["All of 3?"]]
    assert (await asked([first], standalone=True, limit=2)).threads == [["All of 1?"], ["All of 2?"]]


async def test_two_folders_of_one_name_are_refused_before_anything_is_asked(tmp_path: Path) -> None:
    folders = [a_folder(tmp_path / name, "same", a_row("1")) for name in ("a", "b")]
    system = _System()
    with pytest.raises(InvalidInput, match="same name"):
        await evaluate(folders, system.open_documents, untold)
    assert system.opened == []


async def test_a_turn_that_fails_is_wrong_and_the_others_are_measured(tmp_path: Path) -> None:
    folder = a_folder(tmp_path, "a", a_row("1", key="x"), a_row("2", key="x"))
    system = _System(fails_on="1?")
    rows = await evaluate([folder], system.open_documents, untold)
    assert [row.replied.failed for row in rows] == ["store_unavailable", ""]
    assert figures(rows).failed == 1
    assert figures(rows).right.n == 2


def test_the_command_measures_a_small_library(tmp_path: Path) -> None:
    """The product itself: the documents are taken in, both turns are put, and the configured library stays empty."""
    marked = [{"file": "fees.md", "quote": "The lab fee is 40 dollars a visit.", "role": "answer"}]
    painter = {"text": "Who painted the ceiling of the Sistine Chapel?", "standalone": ""}
    folder = a_folder(
        tmp_path,
        "clinic",
        a_row("1", text="What is the lab fee?", kind="fact", relation="first", key="40 dollars", support=marked),
        a_row("2", **painter, kind="unanswerable", relation="new_topic", key=""),
    )
    (folder / "docs" / "fees.md").write_text("# Fees\n\nThe lab fee is 40 dollars a visit.\n")
    data = tmp_path / "data"
    told = json.loads(run_command(folder, "--json", data=data).out)
    assert set(told) == {"folders", "all", "by_kind", "by_relation", "questions"}
    found = told["folders"]["clinic"]
    assert (found["right"], found["cited"], found["wrongly_refused"], found["refused"]) == (1.0, 1.0, 0.0, 1.0)
    assert (found["false_resolved"], found["n_answerable"], found["n"]) == (0.0, 1, 2)
    assert told["all"] == found
    assert set(told["by_kind"]) == {"fact", "unanswerable"}
    assert told["by_relation"]["new_topic"]["right"] is None
    assert not list(data.rglob("*.lance"))


def run_command(*arguments: object, data: Path) -> Done:
    return followthrough("eval", "answers", *arguments, data=data)


def a_small_library(root: Path, name: str, fee: int) -> Path:
    folder = a_folder(root, name, a_row("1", text="What is the lab fee?", kind="fact", key=f"{fee} dollars"))
    (folder / "docs" / "fees.md").write_text(f"# Fees\n\nThe lab fee is {fee} dollars a visit.\n")
    (folder / "docs" / "parking.md").write_text("# Parking\n\nThe garage closes at nine.\n")
    return folder


OPTIONS: dict[str, Any] = {
    "standalone": False,
    "limit": None,
    "is_crossed": False,
    "model": None,
    "json_output": True,
}


async def test_folders_are_cross_validated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [a_small_library(tmp_path, name, fee) for name, fee in (("one", 40), ("two", 50))]
    assert await run_answers(only(), folders, **OPTIONS | {"is_crossed": True}) == 0
    told = json.loads(capsys.readouterr().out)
    assert {name: figures["n"] for name, figures in told["folders"].items()} == {"one": 1, "two": 1}
    assert ["40 dollars" in told["questions"][0]["reply"], "50 dollars" in told["questions"][1]["reply"]] == [
        True
    ] * 2


async def test_with_a_model_both_are_measured_and_only_one_asks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)
    folder = a_small_library(tmp_path, "one", 40)
    async with model_server() as server:
        settings = only(model_base_url=server.then(says("A visit to the lab is 40 dollars [1].")).url)
        assert await run_answers(settings, [folder], **OPTIONS | {"model": "openai:tiny"}) == 0
        assert server.requests
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"without_model", "with_model", "better", "worse"}
    replies = [told[name]["questions"][0]["reply"] for name in ("without_model", "with_model")]
    assert ["A visit to the lab" in reply for reply in replies] == [False, True]
    assert (told["better"], told["worse"]) == ([], [])


def test_a_model_that_no_provider_has_is_told_before_anything_is_measured(tmp_path: Path) -> None:
    done = run_command(a_small_library(tmp_path, "one", 40), "--model", "nobody:tiny", data=tmp_path / "data")
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert "'nobody:tiny' names no model" in done.err


def test_what_is_right_in_one_run_only_is_named() -> None:
    def rows(*replies: Replied) -> list[Judged]:
        return [judge("f", replace(A_QUESTION, id=str(n)), reply) for n, reply in enumerate(replies)]

    told = compared_as_json(rows(RIGHT, WRONG, RIGHT), rows(RIGHT, RIGHT, REFUSAL))
    assert (told["better"], told["worse"]) == (["f/1"], ["f/2"])


BENCH = Path(__file__).parents[3] / "shared" / "bench"


@pytest.mark.skipif(not BENCH.exists(), reason="the development data are not beside the repository")
def test_its_figures_are_those_of_the_script_that_defines_them(tmp_path: Path) -> None:
    """Real conversations over the documents that answer them, measured by both, question by question."""
    source, folder = BENCH / "real-dev" / "login", tmp_path / "login"
    rows = [json.loads(line) for line in (source / "turns.jsonl").read_text().splitlines()][:12]
    (folder / "docs").mkdir(parents=True)
    (folder / "turns.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    for name in {one["file"] for row in rows for one in row["support"]}:
        (folder / "docs" / Path(name).name).write_bytes((source / "docs" / name).read_bytes())

    ours = json.loads(run_command(folder, "--json", data=tmp_path / "data").out)
    script = [
        sys.executable,
        BENCH / "answers.py",
        folder,
        f"--home={tmp_path}",
        f"--json={tmp_path / 'theirs.json'}",
    ]
    printed = subprocess.run(script, capture_output=True, text=True, timeout=300, check=True).stdout

    theirs = json.loads((tmp_path / "theirs.json").read_text())
    shared = ("id", "reply", "quotes", "right", "cited")
    assert [[row[k] for k in shared] for row in ours["questions"]] == [[row[k] for k in shared] for row in theirs]
    whole = next(line for line in printed.splitlines() if line.startswith("all"))
    for name in ("right", "cited", "wrongly refused", "refused", "false resolved"):
        value = ours["all"][name.replace(" ", "_")]
        assert f"  {name} {'-' if value is None else f'{value:.3f}'}" in f" {whole}"
    assert f"shown {ours['all']['shown_median']}" in whole


def test_the_command_says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    folder = a_folder(tmp_path, "a", a_row("1"), "{")
    done = run_command(folder, data=tmp_path / "data")
    assert (done.code, done.out, len(done.err.splitlines())) == (1, "", 1)
    assert f"{folder / 'turns.jsonl'}:2: this is no JSON." in done.err
