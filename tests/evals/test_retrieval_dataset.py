import gzip
import json
from pathlib import Path

import pytest

from followthrough.errors import InvalidInput
from followthrough.evals.retrieval.dataset import load_corpus, load_dataset, load_rewrites, load_run

ROW = {"id": "r1", "title": "Fees", "text": "The fee is 5.", "url": ""}
QUERY = {"id": "q1", "conversation": "c1", "messages": [{"role": "user", "content": "What is the fee?"}]}


def write(folder: Path, *, queries: str | None = None, qrels: str | None = None, corpus: str | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "queries.jsonl").write_text(json.dumps(QUERY) if queries is None else queries)
    (folder / "qrels.tsv").write_text("query\tpassage\tscore\nq1\tr1\t1\n" if qrels is None else qrels)
    (folder / "corpus.jsonl").write_text(json.dumps(ROW) if corpus is None else corpus)
    return folder


def test_a_folder_is_read(tmp_path: Path):
    dataset = load_dataset(write(tmp_path / "shop"))
    assert dataset.name == f"{tmp_path.name}/shop"
    assert dataset.queries[0].relevant == {"r1": 1}
    assert dataset.queries[0].text == "What is the fee?"


def test_a_question_without_judgement_is_counted_and_not_scored(tmp_path: Path):
    other = json.dumps({**QUERY, "id": "q2"})
    dataset = load_dataset(write(tmp_path / "shop", queries=f"{json.dumps(QUERY)}\n{other}\n"))
    assert ([q.id for q in dataset.queries], dataset.unjudged) == (["q1"], 1)


def test_dataset_json_points_to_a_corpus_elsewhere(tmp_path: Path):
    folder = write(tmp_path / "shop")
    (folder / "corpus.jsonl").unlink()
    with gzip.open(tmp_path / "corpus.jsonl.gz", "wt") as file:
        file.write(json.dumps(ROW))
    (folder / "dataset.json").write_text('{"corpus": "../corpus.jsonl.gz"}')
    assert load_corpus(load_dataset(folder).corpus).rows[0].id == "r1"


def test_rows_without_text_are_counted_and_equal_texts_kept(tmp_path: Path):
    rows = [ROW, {**ROW, "id": "r2"}, {**ROW, "id": "r3", "text": " \n"}]
    corpus = load_corpus(write(tmp_path, corpus="\n".join(map(json.dumps, rows))) / "corpus.jsonl")
    assert ([r.id for r in corpus.rows], corpus.blank) == (["r1", "r2"], 1)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"queries": "{oops"}, "queries.jsonl:1: this is no JSON"),
        ({"queries": "\n[]"}, "queries.jsonl:2: a line must hold an object"),
        ({"queries": json.dumps({**QUERY, "messages": []})}, "queries.jsonl:1: messages must be a list"),
        (
            {"queries": json.dumps({**QUERY, "messages": [{"role": "assistant", "content": "Hi"}]})},
            "the last message must be the user's question",
        ),
        (
            {"queries": f"{json.dumps(QUERY)}\n{json.dumps(QUERY)}"},
            ":2: the query 'q1' stands on line 1",
        ),
        ({"qrels": "query passage score\n"}, "qrels.tsv:1: the header must be"),
        ({"qrels": "query\tpassage\tscore\nq1\tr1\n"}, "qrels.tsv:2: a judgement has 3 fields"),
        ({"qrels": "query\tpassage\tscore\nq1\tr1\thigh\n"}, "qrels.tsv:2: 'high' is no whole number"),
        ({"qrels": "query\tpassage\tscore\nq9\tr1\t1\n"}, "no query has a relevant passage"),
    ],
)
def test_a_fault_is_named_by_file_and_line(tmp_path: Path, fields: dict[str, str], fault: str):
    with pytest.raises(InvalidInput) as error:
        load_dataset(write(tmp_path / "shop", **fields))
    assert fault in str(error.value)


def test_a_fault_in_a_corpus_a_run_or_rewrites_is_named_too(tmp_path: Path):
    cases = (
        (load_corpus, json.dumps({"id": "r1"}), ":1: text must be a text"),
        (load_corpus, f"{json.dumps(ROW)}\n{json.dumps(ROW)}", ":2: the id 'r1' stands twice"),
        (load_run, "q1 Q0 r1 1 0.5", ":1: a line of a run has 6 fields"),
        (load_run, "q1 Q0 r1 1 best run", ":1: 'best' is no score"),
        (load_rewrites, '{"id": "q1"}', ":1: rewrite must be a text"),
    )
    for number, (load, text, fault) in enumerate(cases):
        path = tmp_path / f"file{number}"
        path.write_text(text)
        with pytest.raises(InvalidInput) as error:
            load(path)
        assert f"{path}{fault}" in str(error.value)
    with pytest.raises(InvalidInput, match="can't be read"):
        load_run(tmp_path / "missing")


def test_a_run_is_ordered_by_its_scores(tmp_path: Path):
    path = tmp_path / "run.txt"
    path.write_text("q1 Q0 low 1 0.1 x\nq1 Q0 high 2 0.9 x\nq2 Q0 only 1 1 x\n")
    assert load_run(path) == {"q1": ("high", "low"), "q2": ("only",)}
