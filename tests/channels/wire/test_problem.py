"""Issue 2: errors are problem documents with stable codes, and they give nothing away."""

from __future__ import annotations

import re

import pytest

from followthrough import errors
from followthrough.channels.wire.problem import STATUS_OF_CODE, problem, problem_of
from followthrough.errors import ConfigurationError, FollowthroughError, NotFound


def _tree() -> list[tuple[str, str, str]]:
    """Name, status and code of each leaf in the tree that errors.py draws."""
    return re.findall(r"[├└]── (\w+)\s+(\d{3}|—)\s+(\w+)", errors.__doc__ or "")


def test_the_tree_is_read() -> None:
    assert ("NotFound", "404", "not_found") in _tree()


@pytest.mark.parametrize(("name", "status", "code"), _tree())
def test_every_error_has_the_status_that_the_tree_draws(name: str, status: str, code: str) -> None:
    assert getattr(errors, name).code == code
    if status != "—":
        assert STATUS_OF_CODE[code] == int(status)


@pytest.mark.parametrize("error", FollowthroughError.__subclasses__())
def test_a_branch_of_the_tree_never_reaches_a_caller_as_an_unknown_code(error: type[FollowthroughError]) -> None:
    assert problem_of(error("what")).status in {500, 503}


def test_a_problem_says_what_and_what_to_do() -> None:
    found = problem_of(NotFound("There is no thread with this id.", fix="Check the id."))
    assert found.model_dump(exclude_none=True) == {
        "type": "urn:followthrough:problem:not_found",
        "title": "Not found",
        "status": 404,
        "detail": "There is no thread with this id.",
        "code": "not_found",
        "fix": "Check the id.",
    }


def test_what_is_wrong_with_the_servers_settings_is_not_for_callers() -> None:
    found = problem_of(ConfigurationError("postgresql://user:secret@db can't be reached"))
    assert found.status == 500
    assert "secret" not in found.model_dump_json()


def test_a_field_with_half_a_character_can_still_be_named() -> None:
    assert problem("invalid_input", "There is no field \ud800.", field="\ud800").model_dump_json()
