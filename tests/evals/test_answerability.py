"""`followthrough eval answerability` (interface.md, "Data sets for eval")."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.commands import followthrough

from followthrough.cli.output import console
from followthrough.domain.conversation import DialogState, TurnClass, TurnRecord
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import Angle, Ask, OutwardStatus, StuckReason
from followthrough.errors import InvalidInput
from followthrough.evals.answerability.dataset import Label, Task, load_tasks
from followthrough.evals.answerability.report import print_findings
from followthrough.evals.answerability.run import Answer, Findings, evaluate
from followthrough.evals.answerability.scores import Decided, Judged, decision_of, scores
from followthrough.testing.contracts.values import a_message, a_turn

AN_ASK = Ask(turn=1, sub_id=SubObjectiveId("s"), stuck_reason=StuckReason.NO_EVIDENCE, angle=Angle.DOCUMENT, text="?")


def a_record(**fields: object) -> TurnRecord:
    record = a_turn(a_message("t", "t/1", 1))
    nothing = {"reply": replace(record.reply, citations=()), "dialog_state": DialogState.INITIAL}
    return replace(record, **{**nothing, **fields})


def test_a_decision_is_read_from_the_turns_fields() -> None:
    cited = a_turn(a_message("t", "t/1", 1)).reply
    cases = {
        Decided.ANSWERED: a_record(reply=cited, objective_status=OutwardStatus.RESOLVED),
        Decided.PARTIAL: a_record(reply=cited, objective_status=OutwardStatus.NEED_INFO, ask=AN_ASK),
        Decided.REFUSED: a_record(objective_status=OutwardStatus.NEED_INFO, ask=AN_ASK),
        Decided.REFUSED_WITHOUT_ASK: a_record(objective_status=OutwardStatus.NEED_INFO),
        Decided.CLARIFIED: a_record(reply=cited, dialog_state=DialogState.NEEDS_CLARIFICATION),
        Decided.CHAT: a_record(turn_class=TurnClass.ACK),
    }
    assert {wanted: decision_of(turn) for wanted, turn in cases.items()} == {d: d for d in Decided}


def judged(label: Label, decided: Decided, count: int, conversation: str = "c") -> list[Judged]:
    return [
        Judged(task_id=f"{label}{decided}{n}", conversation=f"{conversation}{n}", label=label, decided=decided)
        for n in range(count)
    ]


def test_figures_are_those_of_the_confusion() -> None:
    """Worked by hand: of 5 answers 3 are right, of 4 answerable questions 3 are answered."""
    found = scores(
        [
            *judged(Label.ANSWERABLE, Decided.ANSWERED, 3),
            *judged(Label.ANSWERABLE, Decided.REFUSED, 1),
            *judged(Label.UNANSWERABLE, Decided.ANSWERED, 2),
            *judged(Label.UNANSWERABLE, Decided.REFUSED, 1),
            *judged(Label.UNANSWERABLE, Decided.REFUSED_WITHOUT_ASK, 1),
        ]
    )
    answerable, unanswerable = found.by_class[Label.ANSWERABLE], found.by_class[Label.UNANSWERABLE]
    assert answerable["precision"].value == pytest.approx(3 / 5)
    assert answerable["recall"].value == pytest.approx(3 / 4)
    assert answerable["f1"].value == pytest.approx(2 / 3)
    assert unanswerable["precision"].value == pytest.approx(1 / 2)
    assert unanswerable["recall"].value == pytest.approx(1 / 4)
    assert found.macro_f1.value == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert found.macro_f1.low <= found.macro_f1.value <= found.macro_f1.high
    assert set(found.by_class) == {Label.ANSWERABLE, Label.UNANSWERABLE}
    assert found.confusion[Label.UNANSWERABLE][Decided.REFUSED_WITHOUT_ASK] == 1


def test_a_refusal_without_an_ask_is_not_right() -> None:
    found = scores(judged(Label.UNANSWERABLE, Decided.REFUSED_WITHOUT_ASK, 4))
    assert found.by_class[Label.UNANSWERABLE]["recall"].value == 0.0


def test_the_shares_of_the_right_decisions_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Of answerable questions an answer in part counts, of unanswerable ones a refusal with an ask alone."""
    rows = [
        *judged(Label.ANSWERABLE, Decided.ANSWERED, 2),
        *judged(Label.ANSWERABLE, Decided.PARTIAL, 1),
        *judged(Label.ANSWERABLE, Decided.CLARIFIED, 1),
        *judged(Label.UNANSWERABLE, Decided.REFUSED, 1),
        *judged(Label.UNANSWERABLE, Decided.REFUSED_WITHOUT_ASK, 1),
    ]
    print_findings(Findings(judged={"one": tuple(rows)}), console())
    told = capsys.readouterr().out
    assert "answerable: answered, at least in part 0.750 (4), unanswerable: refused with an ask 0.500 (2)" in told
    assert "underspecified: asked back" not in told


def test_chat_counts_in_the_confusion_and_not_in_the_average() -> None:
    found = scores([*judged(Label.CONVERSATIONAL, Decided.CHAT, 2), *judged(Label.PARTIAL, Decided.PARTIAL, 1)])
    assert set(found.by_class) == {Label.PARTIAL}
    assert found.confusion[Label.CONVERSATIONAL][Decided.CHAT] == 2
    assert found.macro_f1.value == 1.0


def a_folder(root: Path, name: str, *rows: dict[str, object]) -> Path:
    folder = root / "set" / name
    folder.mkdir(parents=True)
    (folder / "tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    passages = [
        {"id": "fees", "title": "Fees", "text": "The lab fee is 40 dollars a visit."},
        {"id": "parking", "title": "Parking", "text": "Visitors park behind the east building."},
    ]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in passages))
    return folder


def a_row(task: str, label: str, *said: str) -> dict[str, object]:
    roles = ("user", "assistant")
    messages = [{"role": roles[n % 2], "content": text} for n, text in enumerate(said)]
    return {"id": task, "conversation": task, "messages": messages, "answerability": label}


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (a_row("1", "maybe", "Q?"), "answerability must be one of"),
        (a_row("1", "partial", "Q?", "A."), "the last message must be the user's"),
        ({"id": "1", "answerability": "partial", "messages": []}, "messages must be a list that is not empty"),
        ({"id": "1", "messages": [{"role": "user", "content": "Q?"}]}, "answerability must be a text"),
    ],
)
def test_a_fault_is_named_by_file_and_line(tmp_path: Path, row: dict[str, object], fault: str) -> None:
    folder = a_folder(tmp_path, "a", a_row("0", "partial", "Q?"), row)
    with pytest.raises(InvalidInput, match=rf"tasks\.jsonl:2: .*{fault}"):
        load_tasks(folder)


def test_a_task_that_stands_twice_is_refused(tmp_path: Path) -> None:
    folder = a_folder(tmp_path, "a", a_row("1", "partial", "Q?"), a_row("1", "partial", "Q?"))
    with pytest.raises(InvalidInput, match="stands twice"):
        load_tasks(folder)


async def test_every_task_is_put_to_its_own_corpus(tmp_path: Path) -> None:
    folders = [a_folder(tmp_path, name, a_row(name, "answerable", f"{name}?")) for name in ("a", "b")]
    put: list[tuple[Path, str]] = []

    @asynccontextmanager
    async def open_corpus(path: Path) -> AsyncGenerator[Answer]:
        async def answer(task: Task) -> TurnRecord:
            put.append((path, task.messages[-1].content))
            return a_record()

        yield answer

    found = await evaluate(folders, open_corpus, lambda what, done, total: None)
    assert put == [(folders[0] / "corpus.jsonl", "a?"), (folders[1] / "corpus.jsonl", "b?")]
    assert [one.decided for rows in found.judged.values() for one in rows] == [Decided.REFUSED_WITHOUT_ASK] * 2
    with pytest.raises(InvalidInput, match="same name"):
        await evaluate([folders[0], folders[0]], open_corpus, lambda what, done, total: None)


def test_the_command_measures_the_product(tmp_path: Path) -> None:
    """A real system over the corpus; the follow-up is understood from messages that came from elsewhere (C38)."""
    folder = a_folder(
        tmp_path,
        "a",
        a_row("1", "answerable", "What is the lab fee?"),
        a_row("2", "answerable", "What is the lab fee?", "40 dollars a visit.", "Where do visitors park?"),
        a_row("3", "unanswerable", "Who painted the ceiling of the Sistine Chapel?"),
        a_row("4", "conversational", "What is the lab fee?", "40 dollars a visit.", "thanks!"),
    )
    command = ("eval", "answerability", folder)
    done = followthrough(*command, "--json", data=tmp_path / "data")
    metrics = json.loads(done.out)["macro"]["full"]["metrics"]
    assert metrics["confusion"]["answerable"]["answered"] == 2
    assert metrics["confusion"]["unanswerable"]["answered"] == 0
    assert metrics["confusion"]["conversational"]["chat"] == 1
    assert metrics["recall"]["answerable"]["value"] == 1.0
    shown = followthrough(*command, data=tmp_path / "data").out
    assert "set/a (4 tasks)" in shown
