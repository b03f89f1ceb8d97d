"""Splitting a question loses nothing and settles at once, whatever was written (R0-10)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Message, Thread, TurnClass
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.plan import AnswerQuestion
from followthrough.rules.hearing.classify import classify
from followthrough.rules.language import asking
from followthrough.rules.language.guard import guard, has_words
from followthrough.rules.language.words import Word, has_digit, keys_of, words_of
from followthrough.rules.questions import plan as plan_rules
from followthrough.rules.questions.places import joints
from followthrough.rules.questions.plan import plan, split_question
from followthrough.tuning import Tuning

PACK = load_pack("general")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
THREAD = Thread(
    id=ThreadId("thr"), owner=OwnerId("me"), collection="c", pack="general", created_at=NOW, updated_at=NOW
)

# Messages built from what people write: questions, stories, names, codes, lists, quotations, joining words.
PIECES = st.sampled_from(
    [
        "What is the copay",
        "what is the deductible",
        "Does it need prior authorization",
        "is H0036 covered",
        "how many visits",
        "If so",
        "For Plan Silver",
        "I have Plan Gold.",
        "My claim of 3 March 2025 was denied.",
        "copay for Molina",
        "Molina",
        "Aetna",
        "Plan Silver",
        "90837",
        "T1017",
        "the fax number",
        "the mailing address",
        "terms and conditions",
        "not more than 12",
        '"search and rescue, what is it?"',
        "(Molina and Aetna)",
        "https://example.org/a?b=1,2",
        "what about imaging",
        "tell me",
        "Thanks!",
        "Hi",
        "when I call",
        "in Florida",
        "between 9 and 5",
        "中文",
        "Kolik stojí vstupné",
    ]
)
JOINTS = st.sampled_from([" and ", ", ", "? ", ". ", "\n", "\n- ", "\n1. ", "\n2. ", " ", " or ", "; ", ", and "])
MESSAGES = st.lists(st.tuples(PIECES, JOINTS), min_size=1, max_size=8).map(
    lambda pairs: "".join(piece + joint for piece, joint in pairs)
)
ANYTHING = st.text(max_size=200) | MESSAGES


def dropped_on_purpose() -> frozenset[str]:
    """Words of lead-ins, courtesies and joints, which ask nothing."""
    asking, phrases = PACK.asking, PACK.phrases
    lists = (
        asking.fillers,
        asking.joiners,
        asking.openers,
        joints(PACK),
        phrases.thanks,
        phrases.greetings,
        phrases.acknowledgements,
        phrases.asides,
    )
    return frozenset(word for phrase_list in lists for phrase in phrase_list for word in phrase.split())


DROPPED = dropped_on_purpose()


@given(ANYTHING)
@example('WHAT;0"00"AND:WHAT:0')
def test_no_word_that_says_something_is_lost(text: str) -> None:
    pieces = split_question(text, PACK)
    kept = {key for piece in pieces for key in keys_of(piece.text)}
    telling = {key for key in keys_of(text) if key not in DROPPED and (len(key) > 1 or not key.isascii())}

    assert {key for key in telling if not _is_marker(key, text)} <= kept


def _is_marker(key: str, text: str) -> bool:
    """A number that only counts the items of a list."""
    return key.isdigit() and len(key) < 3 and (f"{key}. " in text or f"{key}) " in text)


@given(ANYTHING)
def test_codes_and_long_numbers_are_in_some_part_as_written(text: str) -> None:
    pieces = split_question(text, PACK)
    whole = "\n".join(piece.text for piece in pieces)

    for word in text.split():
        bare = word.strip(".,;:?!()\"'")
        if has_digit(bare) and len(bare) > 3 and bare.isalnum():
            assert bare in whole


@given(MESSAGES)
@example('What is the copay and "search and rescue, what is it?" and What is the copay and ')
def test_a_quotation_is_never_cut(text: str) -> None:
    quoted = '"search and rescue, what is it?"'
    assume(text.count('"') == 2 * text.count(quoted))

    assert sum(piece.text.count(quoted) for piece in split_question(text, PACK)) >= (quoted in text)


@given(ANYTHING)
def test_no_part_is_empty_and_none_stands_twice(text: str) -> None:
    assume(text.strip())
    pieces = split_question(text, PACK)

    assert pieces
    assert all(piece.text.strip() for piece in pieces)
    assert len(set(pieces)) == len(pieces)


@given(ANYTHING)
def test_a_single_part_is_the_message_as_it_stands(text: str) -> None:
    pieces = split_question(text, PACK)

    if len(pieces) == 1:
        assert pieces[0].text == text.strip()
        assert pieces[0].context == ""


@given(ANYTHING)
def test_splitting_a_part_again_gives_the_part(text: str) -> None:
    for piece in split_question(text, PACK):
        assert [again.text for again in split_question(piece.text, PACK)] == [piece.text.strip()]


@given(ANYTHING, st.integers(min_value=1, max_value=4))
def test_a_plan_has_distinct_parts_within_the_cap(text: str, cap: int) -> None:
    assume(has_words(text))
    message = Message(turn_id=TurnId("t"), thread_id=THREAD.id, index=1, text=text, received_at=NOW)
    turn_class = classify(text, PACK)
    decided = plan(message, turn_class, THREAD, PACK, Tuning(plan_max_parts=cap))

    assert guard(message) is None
    assert isinstance(decided, AnswerQuestion) == (turn_class is TurnClass.NEW_QUESTION)
    if isinstance(decided, AnswerQuestion):
        assert 1 <= len(decided.parts) <= cap
        assert len({part.id for part in decided.parts}) == len(decided.parts)
        assert decided.summary
        assert "\n" not in decided.summary


@pytest.mark.parametrize(
    "unit",
    [
        "what is a? ",
        "what is 1,2,3,4,5 and ",
        "[1] ",
        "e\u0301",
        "Molina and Aetna and ",
        "- is it?\n",
        "copay, ",
        "1",
    ],
)
def test_the_work_on_a_message_grows_with_its_length_and_no_faster(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(chars: int) -> int:
        read = 0

        def counted(text: str) -> list[Word]:
            nonlocal read
            found = words_of(text)
            read += len(found) + 1
            return found

        for module in (asking, plan_rules):
            monkeypatch.setattr(module, "words_of", counted)
        split_question((unit * chars)[:chars], PACK)
        return read

    assert work(16_000) <= 6 * work(4_000) + 1_000


def test_of_more_questions_than_a_plan_has_parts_every_word_is_kept() -> None:
    text = " ".join(f"What is the fee for item{n}?" for n in range(300))

    kept = " ".join(piece.text for piece in split_question(text, PACK))

    assert set(keys_of(text)) <= set(keys_of(kept))
