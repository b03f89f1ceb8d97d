"""What a conversation shows, judged from its messages and turns alone, as a caller of the product sees them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from benchmarks.pursuit.objectives import Source, User, plain
from benchmarks.pursuit.users import Heard, Story


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A judged conversation.

    Attributes:
        source: where the objective comes from.
        user: its user.
        question: the first message.
        solved: it was called resolved.
        unaided: it was called resolved before the withheld document was in scope.
        false_resolved: ... and its withheld value stood in no reply. None where nobody judged values.
        shown: the withheld value stood in a reply by the end. None where nobody judged values.
        asked: an ask was put.
        turns: messages until it was solved, else all.
        asks: the most asks for one part with nothing new from the user between them.
        same_asks: asks whose words had been put before.
        reached_cap: it was tried as often as is allowed.
        end: the outward status that the objective had last.
    """

    source: Source
    user: User
    question: str
    solved: bool
    unaided: bool
    false_resolved: bool | None
    shown: bool | None
    asked: bool
    turns: int
    asks: int
    same_asks: int
    reached_cap: bool
    end: str

    @property
    def ended_as_wished(self) -> bool:
        """Whether what the user ended is ended, and what reached the cap is incomplete."""
        if self.user is User.ENDS and not self.solved:
            return self.end == "user_ended"
        return not self.reached_cap or self.end == "incomplete"


def judge(story: Story, max_attempts: int) -> Outcome:
    """Judges a conversation; ``max_attempts`` is the cap that the product ran with."""
    objective = story.objective
    about = [heard for heard in story.heard if heard.about]
    resolved = next((n for n, heard in enumerate(story.heard) if heard.is_resolved), None)
    early = [heard for heard in story.heard if heard.is_resolved and not heard.in_scope]
    values, judged = objective.withheld, bool(objective.withheld)
    return Outcome(
        source=objective.source,
        user=objective.user,
        question=objective.question,
        solved=resolved is not None,
        unaided=bool(early),
        false_resolved=bool(early) and not _shown(story, values) if judged else None,
        shown=_shown(story, values) if judged else None,
        asked=any(heard.turn["ask"] is not None for heard in about),
        turns=len(story.heard) if resolved is None else resolved + 1,
        asks=_most_asks(story.heard),
        same_asks=_same_asks(story.heard),
        reached_cap=any((h.turn["objective"] or {}).get("attempts", 0) >= max_attempts for h in about),
        end=about[-1].turn["objective_status"] or "none",
    )


def _shown(story: Story, values: tuple[str, ...]) -> bool:
    said = plain(" ".join(heard.turn["reply"]["text"] for heard in story.heard if heard.about)).lower()
    return all(plain(value).lower() in said for value in values)


def _most_asks(heard: list[Heard]) -> int:
    """For one part, by its words: an objective that is taken up again has other ids."""
    since: defaultdict[str, int] = defaultdict(int)
    most = 0
    for one in heard:
        if one.gave:
            since.clear()
        for part in _asked_for(one):
            since[part] += 1
            most = max(most, since[part])
    return most


def _asked_for(heard: Heard) -> list[str]:
    """The parts that the ask names."""
    ask, objective = heard.turn["ask"], heard.turn["objective"]
    if ask is None or objective is None:
        return []
    named = [part for part in objective["sub_objectives"] if part["status"] in ("failed", "partial")]
    return [
        plain(part["text"]).lower()
        for part in named
        if part["id"] == ask["sub_objective_id"] or plain(part["text"]) in plain(ask["text"])
    ]


def _same_asks(heard: list[Heard]) -> int:
    texts = [one.turn["ask"]["text"] for one in heard if one.turn["ask"] is not None]
    return len(texts) - len(set(texts))
