"""Playing scripted conversations: what reaches the system, and what is reported."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.console import Console

from followthrough.errors import DocumentRefused, InvalidInput
from followthrough.evals.conversations.parse import parse_script
from followthrough.evals.conversations.report import as_json, print_result, print_summary
from followthrough.evals.conversations.run import Results, read, run
from followthrough.evals.conversations.script import Attachment, GivenDocument, Refusal, Script
from followthrough.evals.conversations.system import OnEvent, Setup, TurnJson
from followthrough.testing.manual_clock import START, ManualClock


class EchoSystem:
    """Answers with the words it was sent, one delta a word; ``refuse`` makes it refuse that message."""

    def __init__(self, setup: Setup, clock: ManualClock) -> None:
        self.setup = setup
        self.clock = clock
        self.sent: list[tuple[str, tuple[str, ...]]] = []
        self.attached: list[Attachment] = []
        self.running = 0
        self.most_running = 0
        self.stops = 0
        self._stopped = False

    async def attach(self, attachment: Attachment) -> str:
        self.attached.append(attachment)
        return f"doc_{len(self.attached)}"

    async def send(
        self,
        text: str,
        *,
        attachments: Sequence[str] = (),
        links: Sequence[str] = (),
        on_event: OnEvent | None = None,
    ) -> TurnJson:
        if text == "refuse":
            raise InvalidInput("The message is refused.", fix="Say something else.")
        self.sent.append((text, tuple(attachments)))
        index = len(self.sent)
        self.running += 1
        self.most_running = max(self.running, self.most_running)
        await asyncio.sleep(0)
        self._stopped = False
        said = ""
        for kind, piece in (("started", ""), *(("delta", f"{word} ") for word in text.split()), ("committed", "")):
            said += piece
            if on_event:
                await on_event(kind)
            if self._stopped:
                break
        self.running -= 1
        reply: TurnJson = {"text": said, "citations": []}
        return {
            "turn_id": f"t{index}",
            "index": index,
            "status": "stopped" if self._stopped else "completed",
            "reply": reply,
            "timings_ms": {"clock": (self.clock.now() - START).total_seconds()},
        }

    async def retry(self, turn_id: str, *, on_event: OnEvent | None = None) -> TurnJson:
        return await self.send(f"again {turn_id}", on_event=on_event)

    async def stop(self) -> None:
        self.stops += 1
        self._stopped = True


class Systems:
    """Opens echo systems and remembers them."""

    def __init__(self) -> None:
        self.opened: list[EchoSystem] = []
        self.closed = 0

    @asynccontextmanager
    async def __call__(self, setup: Setup, clock: ManualClock) -> AsyncIterator[EchoSystem]:
        if any(d.name == "broken" for d in setup.documents):
            raise DocumentRefused("broken can't be read.", fix="Mend it.")
        self.opened.append(EchoSystem(setup, clock))
        yield self.opened[-1]
        self.closed += 1


def scripts(*texts: str) -> list[Script | Refusal]:
    return [parse_script(Path(f"{i}.yaml"), text.encode()) for i, text in enumerate(texts, start=1)]


async def play(*texts: str) -> tuple[Results, Systems]:
    systems = Systems()
    return await run(scripts(*texts), systems), systems


async def test_each_conversation_has_a_fresh_system_with_what_its_file_says() -> None:
    results, systems = await play(
        "name: one\npack: general\nsettings: {log_level: ERROR}\n"
        "documents: [{name: a, text: b}]\nturns: [{user: x}]\n",
        "name: two\nturns: [{user: y, expect: {index: 1}}]\n",
    )
    assert results.passed == 2
    assert systems.closed == 2
    assert systems.opened[0].setup == Setup(
        pack="general", settings=(("log_level", "ERROR"),), documents=(GivenDocument(name="a", text="b"),)
    )
    assert systems.opened[1].setup == Setup()


async def test_a_failed_expectation_is_reported_with_its_turn() -> None:
    results, _ = await play(
        "name: one\nturns:\n  - user: a\n  - wait: 1m\n"
        "  - user: b c\n    expect: {reply.text: {contains: z}, status: completed, index: {max: 1}}\n"
    )
    assert as_json(results) == {
        "conversations": [
            {
                "name": "one",
                "file": "1.yaml",
                "passed": False,
                "failures": [
                    {"turn": 2, "path": "reply.text", "expected": {"contains": "z"}, "got": "b c "},
                    {"turn": 2, "path": "index", "expected": {"max": 1}, "got": 2},
                ],
            }
        ],
        "passed": 0,
        "failed": 1,
    }


async def test_wait_moves_the_clock_and_nothing_else_does() -> None:
    results, _ = await play(
        "name: one\nturns:\n  - user: a\n    expect: {timings_ms.clock: 0}\n  - wait: 11m\n  - wait: 30s\n"
        "  - user: b\n    expect: {timings_ms.clock: 690}\n"
    )
    assert results.failed == 0


async def test_messages_sent_together_are_under_way_at_the_same_moment_and_judged_in_order() -> None:
    results, systems = await play(
        "name: one\nturns:\n  - together: [a, b, c]\n"
        "    expect: [{reply.text: 'a '}, null, {reply.text: x}]\n  - user: d\n    expect: {index: 9}\n"
    )
    assert systems.opened[0].most_running == 3
    assert [(f.turn, f.path) for f in results.conversations[0].failures] == [(3, "reply.text"), (4, "index")]


@pytest.mark.parametrize(("key", "said"), [("stop_after: 2", "tell me "), ("stop_after: 0", ""), ("stop: true", "")])
async def test_stop_is_pressed_after_that_many_deltas(key: str, said: str) -> None:
    results, systems = await play(
        f"name: one\nturns:\n  - user: tell me everything now\n    {key}\n"
        f"    expect: {{status: stopped, reply.text: '{said}'}}\n"
    )
    assert results.failed == 0, results
    assert systems.opened[0].stops == 1


async def test_stop_between_turns_looks_at_the_last_turn() -> None:
    results, systems = await play(
        "name: one\nturns:\n  - user: a\n  - stop: true\n    expect: {status: completed, index: 2}\n"
    )
    assert systems.opened[0].stops == 1
    assert [(f.turn, f.path) for f in results.conversations[0].failures] == [(1, "index")]


async def test_a_retry_names_the_turn_by_its_number_in_the_file() -> None:
    results, _ = await play(
        "name: one\nturns:\n  - user: a\n  - user: b\n  - retry: 1\n    expect: {reply.text: {contains: again t1}}\n"
    )
    assert results.failed == 0


async def test_attachments_are_put_into_the_thread_and_sent_with_the_message() -> None:
    _, systems = await play(
        "name: one\nturns:\n  - user: read it\n    attach: [{name: a.txt, text: A}, {name: b.txt, text: B}]\n"
        "  - attach: [{name: c.txt, text: C}]\n"
    )
    system = systems.opened[0]
    assert [a.name for a in system.attached] == ["a.txt", "b.txt", "c.txt"]
    assert system.sent == [("read it", ("doc_1", "doc_2")), ("", ("doc_3",))]


async def test_an_error_ends_its_conversation_and_the_others_go_on() -> None:
    results, systems = await play(
        "name: one\nturns: [{user: a}, {user: refuse}, {user: b}]\n", "name: two\nturns: [{user: a}]\n"
    )
    assert [(f.turn, f.path, f.got) for f in results.conversations[0].failures] == [
        (2, "error", "invalid_input: The message is refused. Say something else.")
    ]
    assert systems.opened[0].sent == [("a", ())]
    assert (results.passed, results.failed) == (1, 1)


async def test_a_system_that_can_not_be_opened_is_a_failure_before_the_first_turn() -> None:
    results, _ = await play("name: one\ndocuments: [{name: broken, text: x}]\nturns: [{user: a}]\n")
    assert [(f.turn, f.path, f.got) for f in results.conversations[0].failures] == [
        (0, "error", "document_refused: broken can't be read. Mend it.")
    ]


async def test_a_refused_file_fails_and_the_others_go_on() -> None:
    results, systems = await play(
        "name: one\nturns: [{user: a}]\npack: aviation\n", "name: two\nturns: [{user: a}]\n"
    )
    assert (results.passed, results.failed) == (1, 1)
    assert [str(r) for r in results.refusals] == ["1.yaml:3: the pack 'aviation' is not in this version"]
    assert as_json(results)["conversations"][0] == {  # type: ignore[index,call-overload] # JSON
        "name": "1",
        "file": "1.yaml",
        "passed": False,
        "failures": [
            {
                "turn": 0,
                "path": "file",
                "expected": "a conversation that can be played",
                "got": "1.yaml:3: the pack 'aviation' is not in this version",
            }
        ],
    }
    assert len(systems.opened) == 1


async def test_results_are_told_as_they_come_and_are_json() -> None:
    told: list[str] = []
    results = await run(
        scripts("name: one\nturns: [{user: a}]\n", "name: two\nturns: [{user: ä}]\n"),
        Systems(),
        on_result=lambda r: told.append(r.name),
    )
    assert told == ["one", "two"]
    assert json.loads(json.dumps(as_json(results))) == as_json(results)


def write(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("name: x\nturns: [{user: hi}]\n", encoding="utf-8")


def test_folders_are_searched_all_the_way_down_in_order(tmp_path: Path) -> None:
    write(tmp_path, "b.yaml", "a/z.yaml", "a/b/c.yml", "a/doc.md", "a/doc.pdf.meta.yaml", ".git/x.yaml", ".y.yaml")
    (tmp_path / "folder.yaml").mkdir()
    found = [s.file.relative_to(tmp_path).as_posix() for s in read([tmp_path])]
    assert found == ["a/b/c.yml", "a/z.yaml", "b.yaml"]


def test_a_named_file_is_read_whatever_it_is_called_and_once(tmp_path: Path) -> None:
    write(tmp_path, "talk.txt", "a.yaml")
    found = [s.file.name for s in read([tmp_path / "talk.txt", tmp_path, tmp_path / "a.yaml"])]
    assert found == ["talk.txt", "a.yaml"]


def test_no_conversation_and_no_path_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="No conversation was found"):
        read([tmp_path])
    with pytest.raises(InvalidInput, match="does not exist"):
        read([tmp_path / "gone"])


async def shown(console: Console) -> str:
    results, _ = await play(
        "name: '[red]one[/red]'\nturns: [{user: a}]\n",
        "name: two\nturns: [{user: a, expect: {reply.text: b}}]\n",
        "name: three\n",
        "name: four\nturns: [{user: refuse}]\n",
    )
    for result in results.conversations:
        print_result(result, console)
    print_summary(results, console)
    return console.file.getvalue()  # type: ignore[attr-defined] # a StringIO below


async def test_people_read_what_passed_and_what_failed_why() -> None:
    text = await shown(Console(file=io.StringIO(), width=60))
    assert "\x1b" not in text
    assert text.splitlines() == [
        "pass  [red]one[/red]  1.yaml",
        "FAIL  two  2.yaml",
        "      turn 1  reply.text",
        '        expected  "b"',
        '        got       "a "',
        "FAIL  3  3.yaml",
        "      3.yaml:1: the conversation needs the key 'turns'",
        "FAIL  four  4.yaml",
        "      turn 1  error",
        '        expected  "a turn"',
        '        got       "invalid_input: The message is refused. Say something else."',
        "1 passed, 3 failed",
    ]


async def test_colour_comes_on_a_terminal_only() -> None:
    assert "\x1b[" in await shown(Console(file=io.StringIO(), force_terminal=True, color_system="standard"))


def test_the_clock_does_not_go_back() -> None:
    with pytest.raises(ValueError, match="back"):
        ManualClock().advance(-1)
