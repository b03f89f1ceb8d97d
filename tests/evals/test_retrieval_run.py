"""The whole evaluation on a small data set, with the memory index and the fake embedder."""

import io
import json
import runpy
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from followthrough.bootstrap import load_packs
from followthrough.errors import InvalidInput
from followthrough.evals.retrieval.report import as_json, print_findings
from followthrough.evals.retrieval.run import Findings, Means, evaluate
from followthrough.settings import only
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.testing.memory_index import MemoryIndex
from followthrough.tuning import DEFAULT_TUNING

ROOT = Path(__file__).parent.parent.parent
TOPICS = ("router", "printer", "phone", "laptop", "camera", "screen", "keyboard", "mouse")


def write(folder: Path, topics: Sequence[str] = TOPICS) -> Path:
    """Two questions on each thing: the second names it no more."""
    folder.mkdir()
    rows = [
        {"id": f"{t}-{a}", "title": "", "text": f"The {a} of the {t}."} for t in topics for a in ("price", "color")
    ]
    rows.append({"id": "long", "title": "Long", "text": "word " * 900})
    rows.append({"id": "blank", "title": "Blank", "text": "  "})
    queries: list[dict[str, object]] = []
    judged = ["query\tpassage\tscore"]
    for topic in topics:
        first = {"role": "user", "content": f"What is the price of the {topic}?"}
        queries.append(
            {"id": f"{topic}1", "conversation": topic, "messages": [first], "human_rewrite": first["content"]}
        )
        second = {"role": "user", "content": "And its color?"}
        queries.append({"id": f"{topic}2", "conversation": topic, "messages": [first, second]})
        judged += [f"{topic}1\t{topic}-price\t1", f"{topic}2\t{topic}-color\t1"]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)))
    (folder / "qrels.tsv").write_text("\n".join(judged))
    return folder


class World:
    """What the evaluation works with; an index is opened as often as its folder is asked for, and kept."""

    def __init__(self, folder: Path) -> None:
        self.embedder = FakeEmbedder()
        self.opened: list[Path] = []
        self._kept = folder / "kept"

    async def run(self, *folders: Path, systems: tuple[str, ...] = ("full", "last_turn"), **more: object) -> Findings:
        means = Means(
            folder=self._kept,
            open_index=self._open,
            embedder=self.embedder,
            pack=load_packs(only(data_dir=self._kept))["general"],
            tuning=DEFAULT_TUNING,
            told=lambda what, done, total: None,
        )
        return await evaluate(folders, systems, means, **more)  # type: ignore[arg-type] # options by name

    def _open(self, place: Path) -> MemoryIndex:
        self.opened.append(place)
        return MemoryIndex()


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


async def test_a_follow_up_finds_what_its_last_turn_alone_does_not(tmp_path: Path, world: World):
    found = as_json(await world.run(write(tmp_path / "things"), cross_validate=True))
    macro = found["macro"]
    assert macro["full"]["metrics"]["ndcg@5"]["value"] > macro["last_turn"]["metrics"]["ndcg@5"]["value"]
    assert macro["full"]["p_against_last_turn"] < 0.05
    assert "in_sample" not in macro["full"]
    assert found["blank_rows"] == {f"{tmp_path.name}/things": 1}


async def test_first_turns_are_ranked_as_the_last_turn_is(tmp_path: Path, world: World):
    findings = await world.run(write(tmp_path / "things"))
    firsts = [r for r in findings.results if r.kind == "first_turn"]
    assert len(firsts) == len(TOPICS)
    assert all(r.rankings["full"] == r.rankings["last_turn"] for r in firsts)


async def test_the_same_run_gives_the_same_document(tmp_path: Path):
    folder = write(tmp_path / "things")
    one = as_json(await World(tmp_path / "a").run(folder, cross_validate=True))
    assert one == as_json(await World(tmp_path / "b").run(folder, cross_validate=True))


async def test_json_has_the_shape_of_the_contract(tmp_path: Path, world: World):
    found = as_json(await world.run(write(tmp_path / "things"), systems=("lexical", "dense", "human_rewrite")))
    of_set = found["datasets"][f"{tmp_path.name}/things"]
    assert set(of_set) == {"lexical", "dense"}  # not every question has a rewrite
    assert set(of_set["dense"]["metrics"]["ndcg@5"]) == {"value", "low", "high", "n"}
    assert set(found["macro"]["dense"]["metrics"]) == {
        "ndcg@3", "ndcg@5", "ndcg@10", "recall@5", "recall@10", "recall@100", "mrr@10",
    }  # fmt: skip
    json.dumps(found)


async def test_a_run_file_and_rewrites_are_systems(tmp_path: Path, world: World):
    folder = write(tmp_path / "things")
    run = tmp_path / "best.run"
    run.write_text("\n".join(f"{t}{n} Q0 {t}-{a} 1 1.0 x" for t in TOPICS for n, a in ((1, "price"), (2, "color"))))
    rewrites = {f"{t}{n}": f"the {a} of the {t}" for t in TOPICS for n, a in ((1, "price"), (2, "color"))}
    found = as_json(await world.run(folder, systems=(str(run),), rewrites=rewrites))
    assert found["macro"][str(run)]["metrics"]["mrr@10"]["value"] == 1.0
    assert found["macro"]["rewrites"]["metrics"]["mrr@10"]["value"] > 0.9


async def test_an_unknown_system_is_refused_by_name(tmp_path: Path, world: World):
    with pytest.raises(InvalidInput, match="There is no system 'magic'"):
        await world.run(write(tmp_path / "things"), systems=("magic",))


async def test_the_script_writes_the_same_ranker_for_the_same_data(tmp_path: Path):
    script = runpy.run_path(str(ROOT / "benchmarks" / "fit_ranker.py"))
    folder = write(tmp_path / "things")
    one, two = [
        script["module_of"](await World(tmp_path / name).run(folder, cross_validate=True)) for name in ("a", "b")
    ]
    assert one == two
    written: dict[str, Any] = {}
    exec(one, written)  # noqa: S102 - the script's own output
    assert np.any(written["SHIPPED"].near)
    assert np.any(written["SHIPPED"].wide)


async def test_what_is_learned_is_tried_on_a_corpus_that_it_was_not_learned_on(tmp_path: Path, world: World):
    script = runpy.run_path(str(ROOT / "benchmarks" / "fit_ranker.py"))
    folders = [write(tmp_path / name, topics) for name, topics in (("one", TOPICS[:4]), ("two", TOPICS[4:]))]
    findings = await world.run(*folders, cross_validate=True)
    rows = script["across_domains"](findings, DEFAULT_TUNING)
    assert [name for name, *_ in rows] == [f"{tmp_path.name}/one", f"{tmp_path.name}/two"]
    assert all(other > last for _, last, _, other in rows)


async def test_what_the_shipped_ranker_was_fitted_on_is_marked(tmp_path: Path, world: World):
    findings = await world.run(write(tmp_path / "things"))
    assert as_json(findings)["macro"]["full"]["in_sample"] is False
    known = replace(findings, results=tuple(replace(r, in_sample=True) for r in findings.results))
    assert as_json(known)["macro"]["full"]["in_sample"] is True


async def test_a_person_reads_every_system_and_the_worst_questions(tmp_path: Path, world: World):
    out = io.StringIO()
    print_findings(await world.run(write(tmp_path / "things")), Console(file=out, width=80))
    text = out.getvalue()
    assert "full" in text
    assert "last_turn" in text
    assert "What is the price of the phone?" in text
