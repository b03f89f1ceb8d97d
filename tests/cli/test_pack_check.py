"""`followthrough pack check`, and docs/how-to/teach-it-how-your-users-talk.md as it stands there."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.bootstrap import Followthrough
from followthrough.cli.packs import run_check
from followthrough.settings import only

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "teach-it-how-your-users-talk.md"


@pytest.fixture
def depot(tmp_path: Path) -> Path:
    """The pack of the page."""
    for block in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL):
        text = textwrap.dedent(block)
        path = tmp_path / "depot" / text.splitlines()[0].removeprefix("# ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "depot"


async def test_the_page_says_what_its_examples_change(depot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_check(str(depot), json_output=True) == 0
    found = json.loads(capsys.readouterr().out)
    own, shipped = found["examples"]["own"], found["examples"]["shipped"]
    told = re.search(
        r"Its (\d+) examples, each heard by the others: (\S+) right without them, (\S+) with", PAGE.read_text()
    )
    assert told is not None
    assert own["messages"] == int(told[1])
    assert own["before"]["accuracy"] == pytest.approx(float(told[2]), abs=0.11)  # other weights: about the same
    assert own["after"]["accuracy"] == pytest.approx(float(told[3]), abs=0.11)
    assert abs(shipped["after"]["right"] - shipped["before"]["right"]) <= 10
    assert set(own["after"]["would_wrongly_end"]) <= set(own["before"]["would_wrongly_end"])
    assert found["examples"]["warnings"] == []


async def test_a_pack_with_a_fault_in_its_examples_is_one_line(
    depot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (depot / "examples" / "drivers.yaml").write_text("- state: start\n  messages: {thank: ta}\n")
    assert await run_check(str(depot), json_output=False) == 1
    said = capsys.readouterr()
    [line] = said.out.splitlines()
    assert line.startswith(f"{depot}/examples/drivers.yaml:2: there is no act 'thank'; known: about_option, ")
    assert said.err == "pack: 1 fault. Correct the lines named above.\n"


async def test_a_pack_without_examples_is_checked_without_a_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pack.yaml").write_text("name: mine\nlanguage: en\ndescription: Mine.\n")
    assert await run_check(str(tmp_path), json_output=True) == 0
    assert json.loads(capsys.readouterr().out) == {"pack": str(tmp_path), "faults": []}


async def test_what_a_pack_says_is_heard_in_its_conversations_and_in_no_other(depot: Path, tmp_path: Path) -> None:
    (tmp_path / "leave.md").write_text("# Leave\n\nEmployees get 28 days of leave a year.\n")
    more = "- state: after_answer\n  assistant: It is 12.\n  messages:\n    thanks: |\n"
    more += "".join(f"      {said}\n" for said in ("zonkers", "zonkers mate", "well zonkers", "zonkers then"))
    (depot / "examples" / "more.yaml").write_text(more)
    settings = only(data_dir=tmp_path / "data", pack=str(depot))
    async with Followthrough.open(settings, background=False) as system:
        await system.library.ingest_paths([tmp_path / "leave.md"], collection="default", embed=True)
        said: list[str] = []
        for pack in (None, "general"):
            thread = await system.create_thread(pack=pack)
            await system.send(thread.id, "How many days of leave do employees get?")
            said.append((await system.send(thread.id, "zonkers")).reply.text)
    courtesy = load_pack(str(depot)).texts.acknowledged
    assert said[0] == courtesy
    assert said[1] != courtesy
    assert list((tmp_path / "data" / "hearing").glob("*.npy"))
