"""``eval claims``: the file's format, and what its figures count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.rules.said import PACK

from followthrough.adapters.reader.fitted import FittedReader
from followthrough.errors import InvalidInput
from followthrough.evals.claims.dataset import read_claims
from followthrough.evals.claims.judge import figures, judge
from followthrough.evals.claims.report import as_json
from followthrough.rules.claims.check import Flaw
from followthrough.testing.fake_embedder import FakeEmbedder

PASSAGE = {"name": "Fees", "heading": "Copies", "text": "A copy of the record costs 12 dollars at the desk."}


def row(number: int, claim: str, label: str, why: str = "") -> dict[str, object]:
    return {
        "id": f"k{number}",
        "corpus": "fees",
        "question": "what is a copy",
        "user_said": "",
        "passages": [PASSAGE],
        "claim": claim,
        "cites": [1],
        "label": label,
        "why": why,
    }


ROWS = (
    row(1, "A copy of the record costs 12 dollars at the desk.", "supported"),
    row(2, "A copy of the record costs 15 dollars at the desk.", "contradicted", "12"),
    row(3, "They are printed within a fortnight by somebody else.", "not_in_source", "invented"),
    row(4, "Would you like to know more?", "meta"),
)


def written(folder: Path, *rows: dict[str, object]) -> Path:
    path = folder / "claims.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in rows), encoding="utf-8")
    return path


async def test_what_is_said_is_counted_by_what_is_right_and_wrong(tmp_path: Path) -> None:
    claims = read_claims(written(tmp_path, *ROWS))
    rows = await judge(claims, FittedReader(FakeEmbedder()).supports, PACK, least=0.5)
    assert [one.flaw for one in rows[:3]] == [None, Flaw.NOT_IN_SOURCE, Flaw.NOT_SUPPORTED]
    found = figures(rows)
    assert (found.right.value, found.right.n) == (1.0, 1)
    assert (found.wrong.value, found.wrong.n) == (0.0, 2)
    assert (found.wrong_value.value, found.wrong_value.n) == (0.0, 1)
    told = as_json(rows)
    assert told["all"] == {"right_accepted": 1.0, "wrong_accepted": 0.0, "wrong_value_accepted": 0.0}
    assert told["by_corpus"] == {"fees": told["all"]}


async def test_from_no_chance_on_only_exact_rules_refuse(tmp_path: Path) -> None:
    claims = read_claims(written(tmp_path, *ROWS))
    rows = await judge(claims, FittedReader(FakeEmbedder()).supports, PACK, least=0.0)
    assert [one.accepted for one in rows[:3]] == [True, False, True]


@pytest.mark.parametrize("line", ["{", "{}", '["a"]', json.dumps({**ROWS[0], "cites": [9]})])
def test_a_line_that_is_no_claim_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.jsonl"
    path.write_text(f"{json.dumps(ROWS[0])}\n{line}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"claims\.jsonl:2 is no claim"):
        read_claims(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="can't be read"):
        read_claims(tmp_path / "none.jsonl")
