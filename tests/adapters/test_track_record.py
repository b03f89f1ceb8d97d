"""A model whose outputs mostly fail is not asked for the task for a while."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.language_model.track_record import NO_RECORD, noted, rests
from followthrough.tuning import Tuning

TUNING = Tuning(model_outputs=4, model_task_rest_s=10)


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
