"""A model whose outputs mostly fail is not asked for the task for a while."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.language_model.track_record import NO_RECORD, noted, rests, trust
from followthrough.tuning import Tuning

TUNING = Tuning(model_outputs=4, model_task_rest_s=10, written_memory=8, written_unknown=4, written_proven=0.25)


def after(*outputs: bool, now_ms: float = 0.0):
    record = NO_RECORD
    for held in outputs:
        record = noted(record, now_ms, TUNING, held=held)
    return record


def test_more_than_half_of_the_latest_failed_so_the_task_rests_and_begins_anew() -> None:
    record = after(True, False, False, False)
    assert rests(record, 9_999)
    assert not rests(record, 10_000)
    assert not rests(noted(record, 10_000, TUNING, held=False), 10_000)


def test_half_is_not_more_than_half_and_few_outputs_say_nothing() -> None:
    assert not rests(after(False, False, True, True), 0)
    assert not rests(after(False, False, False), 0)


@given(outputs=st.lists(st.booleans(), max_size=30))
def test_old_outputs_are_forgotten(outputs: list[bool]) -> None:
    record = after(*outputs, True, True, True, True)
    assert record.held[-3:] == (True, True, True)
    assert len(record.held) <= 4


def trusted(*better: bool | None, held: bool = True) -> float:
    record = NO_RECORD
    for one in better:
        record = noted(record, 0, TUNING, held=held, better=one)
    return trust(record, TUNING)


def test_a_model_that_nothing_is_known_of_is_barely_proven_and_its_answers_tell_more() -> None:
    assert trusted() == TUNING.written_proven
    assert trusted(False) < TUNING.written_proven < trusted(False, True)
    assert trusted(None, None) == TUNING.written_proven  # nobody looked


def test_what_is_known_of_its_answers_outlives_a_rest_and_is_forgotten_with_age() -> None:
    assert trusted(*[False] * 6, held=False) == 1 / 10
    assert trusted(*[False] * 9, *[True] * 8) == 9 / 12
