from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.model_calls import NOTHING_USED, ModelCall, ModelFailure, ModelTask, ModelUse
from followthrough.rules.records.model_use import added, use_of

CALLS = st.lists(
    st.builds(
        ModelCall,
        task=st.sampled_from(ModelTask),
        model=st.just("m"),
        input_tokens=st.integers(0, 10**6),
        output_tokens=st.integers(0, 10**6),
        cost_usd=st.none() | st.integers(0, 100).map(float),
    ),
    max_size=5,
)


def test_failed_calls_count_and_an_unknown_price_costs_nothing() -> None:
    failed = ModelCall(task=ModelTask.PLAN, model="a", input_tokens=5, failure=ModelFailure.MALFORMED)
    paid = ModelCall(task=ModelTask.ANSWER, model="b", input_tokens=90, output_tokens=9, cost_usd=0.25)
    assert use_of([failed, paid]) == ModelUse(calls=2, input_tokens=95, output_tokens=9, cost_usd=0.25)
    assert use_of([failed, paid]).tokens == 104


@given(CALLS, CALLS)
def test_adding_up_at_once_or_one_after_the_other_is_the_same(some: list[ModelCall], more: list[ModelCall]) -> None:
    assert added(use_of(some), use_of(more)) == use_of([*some, *more])
    assert added(use_of(some), NOTHING_USED) == use_of(some)
