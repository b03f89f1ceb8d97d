"""Twenty turns of a strong model's recorded replies, written by hand from the prompts, through the whole product."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.strong_model.recorded import RecordedModel, Written, cited_sentences, read_replies
from benchmarks.strong_model.replay import REPLIES, figures, play

BENCH = Path(__file__).parents[3] / "shared" / "bench" / "real-dev"


@pytest.mark.skipif(not BENCH.exists(), reason="the development data are not beside the repository")
async def test_what_a_strong_model_writes_reaches_the_user(tmp_path: Path) -> None:
    model = RecordedModel(read_replies(REPLIES))
    found = figures(await play(BENCH, tmp_path, model, ["login"]), model)
    assert not model.unwritten
    assert found["turns"] == 20
    assert found["calls_a_turn"] <= 1.2
    assert found["cited_sentences_said"] >= 0.85
    assert found["replies_whole"] >= 0.7
    assert found["prompt_tokens_median"] <= 2_500


def test_a_written_reply_cites_the_passages_that_it_was_written_for() -> None:
    written = Written(text="It is due on Friday [2]. The fee is not mentioned [0].", cites={"2": "Due on Friday."})
    prompt = '<passage n="1" document="a">\nDue on Friday.\n</passage>'
    assert written.for_prompt(prompt) == "It is due on Friday [1]. The fee is not mentioned [0]."
    assert written.for_prompt("") == "It is due on Friday [99]. The fee is not mentioned [0]."
    assert cited_sentences(written.text) == ["It is due on Friday", "The fee is not mentioned"]
