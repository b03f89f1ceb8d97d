"""What the reply says of the user's material (C13, R0-31)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from tests.rules.giving import CODE, open_part
from tests.rules.said import PACK, answer, passage

from followthrough.domain.given import Given, GivenKind, Material
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.domain.objective import Source
from followthrough.domain.outcome import Doubt
from followthrough.rules.replies.credit import credited, doubtful, not_taken, note_of, noted, on_their_word, was_read

TEXTS = PACK.texts
FEES = Given(kind=GivenKind.FILE, document_id=DocumentId("fees"), name="fees.txt")
WAITS = Given(kind=GivenKind.FILE, document_id=DocumentId("big"), name="big.pdf", refused="still_reading")
LOST = Given(kind=GivenKind.TEXT, text="The fee is", refused="not_kept")


def test_what_was_read_is_named_and_what_was_not_says_so() -> None:
    material = Material(given=(FEES, WAITS, LOST))

    (read,) = was_read(material, TEXTS)
    assert "fees.txt" in read
    assert "big.pdf" not in read
    waits, lost = not_taken(material, TEXTS)
    assert waits == TEXTS.material_waits.format(name="“big.pdf”")
    assert lost == TEXTS.material_failed.format(name="“The fee is”")


def test_nothing_given_says_nothing() -> None:
    words = Material(given=(Given(kind=GivenKind.STATEMENT, text="90 days"),))

    assert was_read(None, TEXTS) == not_taken(None, TEXTS) == []
    assert was_read(words, TEXTS) == []


def test_material_without_a_question_is_noted() -> None:
    assert noted(Material(given=(FEES,)), TEXTS) == TEXTS.material_noted.format(names="“fees.txt”")
    assert noted(Material(given=(LOST,)), TEXTS) == TEXTS.material_failed.format(name="“The fee is”")


def test_c13_an_answer_from_the_users_document_is_credited_to_it() -> None:
    own = replace(passage("The late fee is 35 euros.", name="fees.txt"), thread_id=ThreadId("thr"))
    theirs = replace(answer("What is the late fee?", own), source=Source.USER_PROVIDED)
    library = answer("What is the late fee?", "The late fee is 35 euros.")

    (line,) = credited([library, theirs, theirs], TEXTS)
    assert line == TEXTS.from_user.format(names="“fees.txt”")
    assert credited([library], TEXTS) == []


def test_f19_the_users_word_is_shown_as_unverified() -> None:
    part = replace(open_part(CODE), answer="I think it's H0038", source=Source.USER_PROVIDED)

    said = on_their_word(part, TEXTS)
    assert "I think it's H0038" in said
    assert "unverified" in said


def test_r0_20_sources_that_disagree_are_named_with_their_dates() -> None:
    dated = replace(passage("The late fee is 35 euros.", name="Terms"), effective_date=date(2024, 1, 1))
    newer = replace(passage("The late fee is 50 euros.", name="Update"), effective_date=date(2025, 1, 1))
    old, new = (answer("What is the late fee?", one).extracts[0] for one in (dated, newer))
    both = replace(answer("What is the late fee?", dated), extracts=(new, old), doubt=Doubt.DISAGREEMENT)

    assert note_of(old, TEXTS, dated=True) == f" {TEXTS.dated.format(name='Terms', date='2024-01-01')}"
    assert note_of(old, TEXTS, dated=False) == ""
    assert doubtful(both, TEXTS) == TEXTS.doubt_newer.format(name="Update")
    undated = replace(old, passage=replace(old.passage, effective_date=None))
    assert note_of(undated, TEXTS, dated=True) == f" {TEXTS.undated.format(name='Terms')}"
    assert doubtful(replace(both, extracts=(new, undated)), TEXTS) == TEXTS.doubt_disagreement
    assert doubtful(replace(both, doubt=Doubt.EXPIRED), TEXTS) == TEXTS.doubt_expired
    assert doubtful(replace(both, doubt=Doubt.SUPERSEDED), TEXTS) == TEXTS.doubt_superseded


def test_r0_41_a_link_says_why_it_was_not_read_and_whether_it_was_tried() -> None:
    link = Given(kind=GivenKind.LINK, text="https://example.org/a", refused="needs_login")

    said = TEXTS.link_needs_login.format(link="https://example.org/a")
    assert not_taken(Material(given=(link,)), TEXTS) == [said]
    assert not_taken(Material(given=(replace(link, known=True),)), TEXTS) == [f"{said} {TEXTS.link_known}"]
