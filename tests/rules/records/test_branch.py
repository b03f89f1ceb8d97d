"""A branch begins with what stood before the turn that it leaves, and with nothing after it."""

from __future__ import annotations

from tests.rules.records.test_apply import NOW, ended

from followthrough.domain.ids import DocumentId, ThreadId, TurnId
from followthrough.domain.records import DocumentAttached, Renamed, TurnEnded
from followthrough.rules.records.branch import before, branched

_BRANCH = ThreadId("t-branch")
_IDS = {TurnId("turn1"): TurnId("b1"), TurnId("turn2"): TurnId("b2")}
_RECORDS = [ended(1), Renamed(title="Fees", at=NOW), ended(2), ended(3)]


def test_the_past_ends_with_the_turn_that_is_left() -> None:
    assert list(before(_RECORDS, 3)) == _RECORDS[:3]
    assert list(before(_RECORDS, 1)) == []


def test_the_branch_has_what_stood_before_the_turn_as_its_own() -> None:
    found = branched(_RECORDS[:3], thread_id=_BRANCH, ids=_IDS, documents={})
    turns = [record.turn for record in found if isinstance(record, TurnEnded)]
    assert [(t.message.turn_id, t.message.thread_id, t.copied) for t in turns] == [
        ("b1", _BRANCH, True),
        ("b2", _BRANCH, True),
    ]
    assert Renamed(title="Fees", at=NOW) in found


def test_files_are_attached_under_the_ids_that_they_have_in_the_branch() -> None:
    plan, lost = DocumentId("plan"), DocumentId("lost")
    records = [DocumentAttached(document_id=one, at=NOW) for one in (plan, lost)]
    found = branched(records, thread_id=_BRANCH, ids=_IDS, documents={plan: DocumentId("copy")})
    assert found == [DocumentAttached(document_id=DocumentId("copy"), at=NOW)]
