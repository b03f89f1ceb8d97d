"""What examples change in the weights: numbers, without a model."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

from followthrough.adapters.hearer.features import HASHED, row_of, texts_of
from followthrough.adapters.hearer.learning import (
    AIM,
    Lesson,
    chances_of,
    kept_of,
    lesson_of,
    raised,
    rise_of,
    said_of,
    scores_of,
    without_itself,
)
from followthrough.adapters.hearer.remembered import KEPT, Remembered, key_of
from followthrough.adapters.hearer.weights import Weights
from followthrough.domain.hearing import Act, ActExample, ActExamples, SaidAt, Spot

DIM = 16
ACTS = tuple(Act)
RANDOM = np.random.default_rng(5)


def example(text: str, act: Act = Act.THANKS, spot: Spot = Spot.AFTER_ANSWER) -> ActExample:
    return ActExample(text=text, said=SaidAt(spot=spot, assistant="It is 12."), act=act)


def vectors(count: int) -> np.ndarray:
    found = RANDOM.normal(size=(count, DIM)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


FACTS = len(row_of("x", SaidAt(), np.zeros((3, DIM), dtype=np.float32)))
WEIGHTS = Weights(
    acts=ACTS,
    model_id="m",
    version=1,
    matrix=(RANDOM.normal(size=(FACTS, len(ACTS))) * 0.1).astype(np.float32),
    biases=np.zeros(len(ACTS), dtype=np.float32),
    temperature=1.5,
)


def rows_of(examples: list[ActExample], own: np.ndarray) -> np.ndarray:
    found: list[np.ndarray] = []
    for one, vector in zip(examples, own, strict=True):
        around = np.zeros((len(texts_of(one.text, one.said)), DIM), dtype=np.float32)
        around[0] = vector
        found.append(row_of(one.text, one.said, around))
    return np.stack(found)


def lesson(own: list[ActExample], kept: list[ActExample]) -> tuple[Lesson, np.ndarray]:
    held = vectors(len(own) + len(kept))
    said = np.stack([said_of(one, vector) for one, vector in zip((*own, *kept), held, strict=True)])
    rows = rows_of([*own, *kept], held)
    return lesson_of(WEIGHTS, own, kept, rows=rows[: len(own)], said=said), rows


OWN = [example("blimmo"), example("big blimmo"), example("blimmo mate"), example("zonk", Act.WANTS_OUT)]
SHIPPED = [example("how much is it", Act.QUESTION), example("when is it due", Act.QUESTION)]


def test_examples_come_near_the_chance_that_is_aimed_at_and_what_ships_stays() -> None:
    made, rows = lesson(OWN, SHIPPED)
    before = chances_of(scores_of(rows, WEIGHTS))
    after = chances_of(scores_of(rows, raised(WEIGHTS, rise_of(WEIGHTS, made))))
    for place, one in enumerate(OWN):
        assert before[place, ACTS.index(one.act)] < 0.3
        assert 0.75 < after[place, ACTS.index(one.act)] <= AIM + 0.02
    assert np.abs(after[len(OWN) :] - before[len(OWN) :]).max() < 0.1


def test_only_what_a_message_says_is_changed_and_no_state_or_length() -> None:
    made, _ = lesson(OWN, SHIPPED)
    changed = np.flatnonzero(np.abs(raised(WEIGHTS, rise_of(WEIGHTS, made)).matrix - WEIGHTS.matrix).sum(axis=1))
    assert len(changed) > 0
    assert set(changed.tolist()) <= {*range(DIM), *range(FACTS - HASHED, FACTS)}


def test_what_is_heard_already_changes_nothing() -> None:
    sure = Weights(
        acts=ACTS,
        model_id="m",
        version=1,
        matrix=WEIGHTS.matrix,
        biases=np.where(np.array(ACTS) == Act.THANKS, 20.0, 0.0).astype(np.float32),
        temperature=1.0,
    )
    held = vectors(1)
    made = lesson_of(sure, OWN[:1], [], rows=rows_of(OWN[:1], held), said=np.stack([said_of(OWN[0], held[0])]))
    assert not rise_of(sure, made).any()


def test_how_each_is_heard_by_the_others_is_what_fitting_without_it_gives() -> None:
    doubled = [*OWN, example("Blimmo!", spot=Spot.START)]  # the same words elsewhere are no other example
    made, rows = lesson(doubled, SHIPPED)
    moved = without_itself(made)
    for out in ([0, 4], [1], [3], [5]):
        left = [n for n in range(len(made.said)) if n not in out]
        own = [n for n in left if n < len(doubled)]
        less = Lesson(said=made.said[left], asked=made.asked[left], groups=tuple(range(len(left))), own=len(own))
        taught = raised(WEIGHTS, rise_of(WEIGHTS, less))
        scores = rows @ (taught.matrix - WEIGHTS.matrix) / WEIGHTS.temperature
        assert np.allclose(moved[out], scores[out], atol=1e-3)


def test_what_ships_steps_back_where_the_pack_says_otherwise_in_the_same_state() -> None:
    shipped = [example("Cancel", Act.WANTS_OUT), example("cancel", Act.NO, Spot.CONFIRM)]
    assert kept_of(shipped, [example("cancel!", Act.COMMAND)]) == shipped[1:]


def test_what_was_worked_out_is_kept_under_all_that_it_was_made_of(tmp_path: Path) -> None:
    made, _ = lesson(OWN, SHIPPED)
    rise, kept = rise_of(WEIGHTS, made), Remembered(tmp_path / "hearing")
    own, shipped = ActExamples(digest="a"), ActExamples(digest="b")
    key = key_of(WEIGHTS, own, shipped)
    assert kept.read(key) is None
    kept.write(key, rise)
    again = kept.read(key)
    assert again is not None
    assert np.array_equal(again, rise)
    other = raised(WEIGHTS, rise)
    assert len({key, key_of(other, own, shipped), key_of(WEIGHTS, shipped, own)}) == 3


def test_a_damaged_file_is_made_again_and_an_unwritable_folder_is_not_missed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger = logging.getLogger("followthrough")
    monkeypatch.setattr(logger, "propagate", True)  # whatever a test before it configured
    monkeypatch.setattr(logger, "disabled", False)
    (tmp_path / "cut.npy").write_bytes(b"\x93NUMPY")
    (tmp_path / "file").write_text("no folder")
    with caplog.at_level(logging.WARNING, logger="followthrough"):
        assert Remembered(tmp_path).read("cut") is None
        Remembered(tmp_path / "file").write("key", np.zeros(3, dtype=np.float32))
    told = dict.fromkeys(record.getMessage() for record in caplog.records)  # twice where another test's handler stays
    assert list(told) == ["hearer.forgotten", "hearer.not_kept"]


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    kept = Remembered(tmp_path)
    for number in range(KEPT + 3):
        kept.write(str(number), np.zeros(1, dtype=np.float32))
    assert len(list(tmp_path.iterdir())) == KEPT
    assert kept.read(str(KEPT + 2)) is not None


def test_what_a_pack_moves_is_heard_by_the_network_the_less() -> None:
    scores, read = np.zeros((1, 2), dtype=np.float32), np.array([[0.0, -4.0]], dtype=np.float32)
    unmoved = chances_of(scores, read)[0, 1]
    added = chances_of(scores + np.array([[0.0, 3.0]], dtype=np.float32), read)[0, 1]
    taught = chances_of(scores, read, np.array([[0.0, 3.0]], dtype=np.float32))[0, 1]
    assert unmoved < added < 0.5 < taught
