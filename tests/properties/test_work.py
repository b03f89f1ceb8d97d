"""No message costs work beyond its length: measured by what is called and read, never by a clock (issue 16)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.rules.cases.test_placing import hubs
from tests.rules.loops import message, thread

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Message, Thread
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.rules.language import words
from followthrough.rules.language.words import keys_of
from followthrough.rules.loop.clarification import clarify
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.rules.which_one.referents import unnamed
from followthrough.tuning import Tuning
from followthrough.turn.deps import Situation
from followthrough.turn.pipeline import decide

PACK = load_pack("healthcare_payer")
KNOWN = Gazetteer(PACK)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SHORT = 800  # characters
DOUBLED = 3.0  # twice the text: 2 is linear, 4 quadratic
SLACK = 6_000  # calls; what a rule does once for a text that is long enough
LONG = 4_000  # characters; what is a small part of the work of a short text shows here
DOUBLED_LONG = 2.3
READERS = frozenset(("words_of", "keys_of", "sentence_spans", "phrases_in", "protected_spans"))

SEPARATORS = [*".,;:!?-–—/\\|()[]{}<>\"'“”‘’*_#=+~`@&%$^\n\t ", "...", " - ", "\n\n", "\n- ", "\n1. ", "> ", ""]
PIECES = ["a", "the", "and", "or", "not", "if", "is", "are", "can", "what", "how", "it", "that", "no", "yes", "my"]
PIECES += ["please", "agent", "human", "search", "online", "stop", "instead", "Molina", "H0036", "CO-29", "12", "x"]
PIECES += ["1,234", "問題", "🙂", "a@b.c", "www.a.b", "can I talk to an agent", "search the web for it", ""]
PIECES += ["what is the fee", "From the manual", '"the fee is 12 dollars a copy"']
UNITS = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(SEPARATORS)), min_size=1, max_size=3).map(
    lambda pairs: "".join(piece + mark for piece, mark in pairs)
)


def work_of(rule: Callable[[], Any]) -> int:
    """How much the rule calls, and how many characters its readers are given; what is kept of texts is no help."""
    for remembered in (words._short_text, words._long_text):  # pyright: ignore[reportPrivateUsage] - no rule needs to
        remembered.cache_clear()
    done = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal done
        if event == "c_call":
            done += 1
        elif event == "call":
            done += 1
            if frame.f_code.co_name in READERS:
                done += len(frame.f_locals[frame.f_code.co_varnames[0]]) // 8

    sys.setprofile(count)
    try:
        rule()
    finally:
        sys.setprofile(None)
    return done


def deciding(text: str) -> Callable[[], Any]:
    thread = Thread(
        id=ThreadId("t"), owner=OwnerId("o"), collection="default", pack=PACK.name, created_at=NOW, updated_at=NOW
    )
    message = Message(turn_id=TurnId("m"), thread_id=thread.id, index=1, text=text, received_at=NOW)
    return lambda: decide(Situation(message=message, thread=thread, pack=PACK, known=KNOWN), Tuning())


def repeated(unit: str, size: int) -> str:
    return (unit * (size // max(1, len(unit)) + 1))[:size]


@settings(max_examples=12, deadline=None)
@given(UNITS)
@example("a; ")
@example("a: ")
@example("a\n")
@example("no=")
@example("connect me to an agent. ")
@example("From the manual: ")
@example("is-From the manual.")
@example("can-From the manual.")
@example('"the fee is 12 dollars a copy" ')
@example("search the web for it, ")
@example("the,")
@example("and,")
@example("not?")
def test_twice_the_text_is_twice_the_work(unit: str) -> None:
    once = work_of(deciding(repeated(unit, SHORT)))
    twice = work_of(deciding(repeated(unit, 2 * SHORT)))
    assert twice <= DOUBLED * once + SLACK, f"{once} calls became {twice} for {unit!r}"


@pytest.mark.parametrize("unit", ["Molina ", "a\n", "a! ", "a,", "compare Molina and Humana on appeals vs "])
def test_long_texts_that_once_were_dear_stay_linear(unit: str) -> None:
    once = work_of(deciding(repeated(unit, LONG)))
    assert work_of(deciding(repeated(unit, 2 * LONG))) <= DOUBLED_LONG * once


@settings(max_examples=6, deadline=None)
@given(UNITS, st.sampled_from([(), ("Hub 5",)]))
@example("a( ", ())
@example("a-", ())
@example("two ", ())
@example("no wait ", ())
@example("red or ", ("Hub 5",))
@example("both, ", ("Hub 5",))
def test_twice_the_answer_to_a_documents_question_is_twice_the_work(unit: str, given_before: tuple[str, ...]) -> None:
    now = thread(hubs(*given_before))
    once, twice = (
        work_of(lambda size=size: clarify(message(repeated(unit, size)), now, PACK)) for size in (LONG, 2 * LONG)
    )
    assert twice <= DOUBLED_LONG * once + SLACK, f"{once} calls became {twice} for {unit!r}"


@pytest.mark.parametrize("unit", ["this cat ", "is this cat ", "From the manual "])
def test_what_is_pointed_at_is_found_in_one_reading(unit: str) -> None:
    once, twice = (
        work_of(lambda size=size: unnamed(repeated(unit, size), (), PACK, most=8)) for size in (SHORT, 2 * SHORT)
    )
    assert twice <= DOUBLED_LONG * once


def test_the_counter_tells_a_rule_that_reads_the_rest_from_every_word() -> None:
    def reads_the_rest(count: int) -> Callable[[], Any]:
        return lambda: [keys_of("a " * (count - place)) for place in range(count)]

    assert work_of(reads_the_rest(800)) > DOUBLED * work_of(reads_the_rest(400)) + SLACK
