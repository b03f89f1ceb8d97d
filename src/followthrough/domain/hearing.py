"""What a message does where it was said: the acts, the states that they are said in, and how sure one can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Act(StrEnum):
    """What a message does. The values are the names in examples and in fitted weights."""

    ABOUT_OPTION = "about_option"
    ANSWER = "answer"
    ASKS_ABOUT_QUESTION = "asks_about_question"
    ASKS_WHY = "asks_why"
    COMMAND = "command"
    CORRECTS = "corrects"
    DOES_NOT_KNOW = "does_not_know"
    DOUBTS = "doubts"
    FOLLOWUP = "followup"
    GIVES_MATERIAL = "gives_material"
    GOODBYE = "goodbye"
    GREETING = "greeting"
    HAS_NOTHING = "has_nothing"
    NO = "no"
    QUESTION = "question"
    REJECTS = "rejects"
    RETRY = "retry"
    SELECT = "select"
    SMALLTALK = "smalltalk"
    STATEMENT = "statement"
    SUMMARY = "summary"
    THANKS = "thanks"
    WANTS_OUT = "wants_out"
    WANTS_PERSON = "wants_person"
    YES = "yes"


class Spot(StrEnum):
    """The state of the conversation that a message is said in."""

    START = "start"
    AFTER_ANSWER = "after_answer"
    AFTER_PARTIAL = "after_partial"
    AFTER_REFUSAL = "after_refusal"
    LOOP_QUESTION = "loop_question"
    SLOT_QUESTION = "slot_question"
    WHICH_ONE = "which_one"
    LIST_IN_SIGHT = "list_in_sight"
    CONFIRM = "confirm"
    WITH_PERSON = "with_person"


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidAt:
    """Where a message is said.

    Attributes:
        spot: the state of the conversation.
        assistant: the assistant's last words; the question where one waits.
        options: what can be chosen, as it is shown.
        user_before: the user's message before it.
    """

    spot: Spot = Spot.START
    assistant: str = ""
    options: tuple[str, ...] = ()
    user_before: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardActs:
    """What a message does, each act with its calibrated chance, the likeliest first.

    Attributes:
        spot: where it was said.
        acts: empty where nothing could be heard: no model, or an embedder that the weights are not for.
        denies_call: what sounds like a call for a person denies it.
        asks_for_titles: it asks what the assistant has and can be asked, wherever it is said.
    """

    spot: Spot = Spot.START
    acts: tuple[tuple[Act, float], ...] = field(default=())
    denies_call: bool = False
    asks_for_titles: bool = False

    @property
    def best(self) -> Act | None:
        """The likeliest act; None where nothing was heard."""
        return self.acts[0][0] if self.acts else None

    def chance(self, *acts: Act) -> float:
        """How likely the message does one of these."""
        return sum(chance for act, chance in self.acts if act in acts)


NOTHING_HEARD = HeardActs()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActExample:
    """What one message does, as somebody who knows says.

    Attributes:
        text: the message.
        said: where.
        act: what it does there.
        lang: its language, ISO 639-1.
    """

    text: str
    said: SaidAt
    act: Act
    lang: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActExamples:
    """A pack's examples.

    Attributes:
        all: in the order of their files.
        digest: of all that they say; what was fitted on the same examples has the same.
    """

    all: tuple[ActExample, ...] = ()
    digest: str = ""


NO_EXAMPLES = ActExamples()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reheard:
    """How an example is heard without a pack's examples and with them, itself never among those it is heard by."""

    example: ActExample
    before: HeardActs
    after: HeardActs
