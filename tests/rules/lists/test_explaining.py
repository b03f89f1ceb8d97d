"""What a message wants explained (2.7)."""

from __future__ import annotations

import pytest
from tests.rules.listed import PACK

from followthrough.domain.plan import SemanticIntent
from followthrough.rules.lists.explaining import asks_what_was_done, wonders

WHY, LAST = SemanticIntent.REFLECTIVE_WHY_FOLLOWUP, SemanticIntent.EXPLAIN_LAST_ACTION
SO_FAR, MEANING = SemanticIntent.SUMMARIZE_RECENT_ACTIVITY, SemanticIntent.EXPLAIN_ENTITY_MEANING


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("why did you pick that one?", WHY),
        ("Why did you open that", WHY),
        ("what happened?", LAST),
        ("so, what did you just do?", LAST),
        ("what have we done so far?", SO_FAR),
        ("recap please", SO_FAR),
        ("what is that form for?", MEANING),
        ("explain it", MEANING),
        ("tell me about the appeals form", MEANING),
        ("why did you deny my claim", None),
        ("what happened to my claim", None),
        ("what have we paid so far for imaging", None),
        ("open the form", None),
    ],
)
def test_only_whole_utterances_ask_about_what_was_done(text: str, intent: SemanticIntent | None) -> None:
    found = wonders(text, PACK)
    assert (found.intent if found is not None else None) is intent


@pytest.mark.parametrize(
    ("text", "thing", "refers"),
    [("what is that for", "that", True), ("what does the roster mean?", "the roster", False)],
)
def test_the_thing_is_named_or_referred_to(text: str, thing: str, refers: bool) -> None:
    found = wonders(text, PACK)
    assert found is not None
    assert (found.thing, found.refers) == (thing, refers)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("did you already open the handbook?", True),
        ("have we used the form", True),
        ("did I choose the second one", True),
        ("did you know that the fee rose", False),
        ("have you a list of forms", False),
        ("open the handbook", False),
    ],
)
def test_whether_something_was_done(text: str, asks: bool) -> None:
    assert asks_what_was_done(text, PACK) is asks


@pytest.mark.parametrize(
    ("text", "intent", "bare"),
    [
        ("why?", WHY, True),
        ("tell me why", WHY, True),
        ("but why", WHY, True),
        ("how come?", WHY, True),
        ("explain why please", WHY, True),
        ("why is that", WHY, True),
        ("how come you picked it", WHY, False),
        ("why did you take this one just now", WHY, False),
        ("what made you choose it", WHY, False),
        ("wat hapened", LAST, False),
        ("which ones have I opened", LAST, False),
        ("what did you do exactly", LAST, False),
        ("tell me what you did", LAST, False),
        ("what did we open today", SO_FAR, False),
        ("what was done until now", SO_FAR, False),
        ("summarize", SO_FAR, True),
        ("summarise please", SO_FAR, True),
        ("give me a summary", SO_FAR, True),
        ("sumarize what we did", SO_FAR, False),
        ("sum up everything you did", SO_FAR, False),
    ],
)
def test_fault_8_a_question_of_words_for_doing_alone_is_about_what_was_done(
    text: str, intent: SemanticIntent, bare: bool
) -> None:
    found = wonders(text, PACK)
    assert found is not None
    assert (found.intent, found.bare) == (intent, bare)


@pytest.mark.parametrize(
    "text",
    [
        "why not",
        "why is the copay 20",
        "why do you ask",
        "what do you do",
        "what do I do now",
        "what should I do",
        "what did the plan pay",
        "what is done with it",
        "summarize the member handbook",
        "summarize it",
        "what did they deny",
        "which forms have I to sign",
    ],
)
def test_any_other_word_makes_it_another_question(text: str) -> None:
    found = wonders(text, PACK)
    assert found is None or found.intent is MEANING
