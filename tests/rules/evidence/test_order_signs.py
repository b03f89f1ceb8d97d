"""Orders in four languages and every place of a document: figures as they were measured, and none may get worse."""

from __future__ import annotations

import pytest
from benchmarks.orders.__main__ import Form, forms, quotable
from benchmarks.orders.places import hidden_places, seen_places
from tests.rules.said import PACK

from followthrough.adapters.document_reader.reader import Reader
from followthrough.rules.evidence.orders import given_orders
from followthrough.tuning import DEFAULT_TUNING

FORMS = forms()
ORDERS = [form for form in FORMS if form.kind]
LANGUAGES = ("en", "es", "de", "fr")
FIRST = [next(form for form in ORDERS if form.language == language) for language in LANGUAGES]


def refused(form: Form) -> bool:
    return given_orders([form.text], PACK) == {0}


def test_the_table_has_as_many_forms_as_issue_16_asks_for() -> None:
    assert len(ORDERS) >= 120
    assert {form.language for form in ORDERS} == set(LANGUAGES)
    assert len({form.text for form in FORMS}) == len(FORMS)


@pytest.mark.parametrize(("half", "least"), [(0, 51), (1, 30)])
def test_as_many_orders_are_refused_as_were_when_it_was_measured(half: int, least: int) -> None:
    assert sum(refused(form) for form in ORDERS if form.half == half) >= least


def test_nothing_that_is_said_to_readers_is_refused() -> None:
    assert [form.text for form in FORMS if not form.kind and refused(form)] == []


@pytest.mark.parametrize("form", FIRST, ids=LANGUAGES)
async def test_an_order_that_is_refused_is_quoted_from_no_place_and_read_where_it_is_hidden_from_none(
    form: Form,
) -> None:
    reader = Reader(DEFAULT_TUNING)
    places = {**seen_places(form.question), **hidden_places()}
    assert [name for name, place in places.items() if await quotable(form, place, reader, PACK)] == []


async def test_a_true_sentence_is_quoted_from_every_place_that_is_seen() -> None:
    reader, form = Reader(DEFAULT_TUNING), next(form for form in FORMS if not form.kind)
    places = seen_places(form.question)
    assert [name for name, place in places.items() if not await quotable(form, place, reader, PACK)] == ["a heading"]
