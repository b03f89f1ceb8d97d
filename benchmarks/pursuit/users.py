"""The three kinds of users, each from the first message to where they have nothing more to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.pursuit.objectives import Scripted, User
from benchmarks.pursuit.world import Talk, TurnJson

HANDING_OVER = ("Here is the document.", "", "Please have a look at the attached file.")
PASTING = ("Here's what it says: {}", "I found this in our documents:\n\n{}", "This is from the manual: {}")
TYPING = ("{}", "It is {}.")
#: None stands for the question again, an empty text for another question.
IGNORING: tuple[str | None, ...] = ("ok", None, "", None, "ok", None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A message of the user's and the turn that it led to.

    Attributes:
        turn: the turn.
        gave: whether the message gave something new for the objective.
        in_scope: whether the conversation has the withheld document, or the part of it that answers.
        about: whether the message is about the objective, not about something else.
    """

    turn: TurnJson
    gave: bool = False
    in_scope: bool = False
    about: bool = True

    @property
    def is_resolved(self) -> bool:
        """Whether the turn says that the objective is solved."""
        return self.about and self.turn["objective_status"] == "resolved"


@dataclass(slots=True)
class Story:
    """A conversation as it went."""

    objective: Scripted
    heard: list[Heard] = field(default_factory=list[Heard])
    stop: str = ""

    @property
    def last(self) -> TurnJson:
        """The turn before the user's next message."""
        return self.heard[-1].turn

    @property
    def is_resolved(self) -> bool:
        """Whether the objective was solved."""
        return any(heard.is_resolved for heard in self.heard)


async def play(objective: Scripted, talk: Talk, stops: Sequence[str]) -> Story:
    """The conversation of the objective's user.

    Args:
        objective: what is asked, and what its user could give.
        talk: a new conversation.
        stops: messages that end a search; users take turns in them.
    """
    story = Story(objective)
    story.heard.append(Heard(turn=await talk.say(objective.question)))
    if not story.is_resolved:
        match objective.user:
            case User.GIVES:
                await _gives(story, talk)
            case User.IGNORES:
                await _ignores(story, talk)
            case User.ENDS:
                story.stop = stops[objective.number * 7 % len(stops)]
                await _ends(story, talk)
    return story


async def _gives(story: Story, talk: Talk) -> None:
    """The code where one is asked for and the user has it, then the document: as a file or copied, else the other."""
    given, number = story.objective.given, story.objective.number
    if story.last["ask"] is None:
        return
    if given.code and story.last["ask"]["stuck_reason"] == "missing_code":
        story.heard.append(Heard(turn=await talk.say(TYPING[number % len(TYPING)].format(given.code)), gave=True))
    for form in range(number, number + 2):
        if story.is_resolved:
            return
        if form % 2:
            turn = await talk.say(PASTING[number % len(PASTING)].format(given.excerpt))
        else:
            turn = await talk.attach(HANDING_OVER[number % len(HANDING_OVER)], given)
        story.heard.append(Heard(turn=turn, gave=True, in_scope=True))
        if turn["ask"] is None:
            return


async def _ignores(story: Story, talk: Talk) -> None:
    objective = story.objective
    for text in IGNORING:
        if story.is_resolved or story.last["objective_status"] == "incomplete":
            return
        said = objective.question if text is None else text or objective.unrelated
        story.heard.append(Heard(turn=await talk.say(said), about=text != ""))


async def _ends(story: Story, talk: Talk) -> None:
    story.heard.append(Heard(turn=await talk.say(story.stop)))
    for text in ("thanks", story.objective.unrelated):
        story.heard.append(Heard(turn=await talk.say(text), about=False))
