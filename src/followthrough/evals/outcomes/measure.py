"""Objectives over a period, counted by how they ended, what they took and what was left unsolved.

Invariant: an objective and its retries are one question of the user's; where the last of them stands is where the
question stands (C11).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import mean, median

from followthrough.domain.conversation import TurnClass, TurnRecord, TurnStatus
from followthrough.domain.feedback import Feedback, Rating
from followthrough.domain.ids import ObjectiveId
from followthrough.domain.objective import Ask, Objective, OutwardStatus, Source, StuckReason, SubStatus
from followthrough.evals.outcomes.interval import Share, share
from followthrough.rules.objective.status import outward_status

KeyWords = Callable[[str], frozenset[str]]
_SAME_TOPIC = 0.6  # of the words of both: a reworded question is the same topic, another value asked of it is not


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something that was asked and not solved.

    Attributes:
        text: the part as it was asked last.
        questions: objectives that it is open in.
        reasons: why it is open, most frequent first; ties by name.
    """

    text: str
    questions: int
    reasons: tuple[tuple[StuckReason, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Middle, mean and longest of ``n`` counts."""

    median: float
    mean: float
    longest: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """What became of the questions of a period. Shares are of ``objectives``, with 95 % Wilson intervals.

    Attributes:
        turns: turns that ended, of any kind.
        objectives: questions of users; a retry belongs to the question that it tries again.
        by_status: each outward status with its count, in the enum's order.
        shares: the same as shares.
        solved_alone: solved from the library, with nothing from the user but the question.
        solved_with_help: solved after the user gave a document, a link or a fact.
        partly_answered: open questions with at least one part answered.
        turns_to_solution: turns that worked on a solved question; None when none was solved.
        asks: times that the user was asked for help.
        asks_by_reason: the same by why, most frequent first; ties by name.
        asks_answered: asks after which the user gave something for that question.
        asks_each: asks a question, on average; 0 without questions.
        unsolved: topics that are open, those of most questions first; ties by text.
        feedback: what readers thought of answers in the period, oldest first.
    """

    turns: int
    objectives: int
    by_status: tuple[tuple[OutwardStatus, int], ...]
    shares: tuple[tuple[OutwardStatus, Share], ...]
    solved_alone: int
    solved_with_help: int
    partly_answered: int
    turns_to_solution: Spread | None
    asks: int
    asks_by_reason: tuple[tuple[StuckReason, int], ...]
    asks_answered: int
    asks_each: float
    unsolved: tuple[Topic, ...]
    feedback: tuple[Feedback, ...] = ()

    def rated(self, rating: Rating) -> int:
        """How many readers' verdicts were this one."""
        return sum(one.rating is rating for one in self.feedback)


@dataclass(slots=True)
class _Question:
    """One question of a user's while its turns are read."""

    last: Objective
    turns: int = 0
    helped: bool = False
    asked: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    reasons: Counter[StuckReason] = field(default_factory=Counter[StuckReason])
    unanswered: int = 0
    answered: int = 0


class Tally:
    """Reads turns in the order in which they came and keeps what the counts need, not the turns.

    Args:
        keywords: the words of a part that say what it is about; parts that share most of them are one topic.
    """

    def __init__(self, keywords: KeyWords) -> None:
        self._keywords = keywords
        self._turns = 0
        self._questions: dict[ObjectiveId, _Question] = {}
        self._roots: dict[ObjectiveId, ObjectiveId] = {}

    def add(self, turn: TurnRecord) -> None:
        """Counts one more. One that was stopped or failed says nothing of its objective; a copy counts once."""
        if turn.copied:
            return
        self._turns += 1
        objective = turn.objective
        if objective is None or turn.status is not TurnStatus.COMPLETED:
            return
        question = self._question(objective)
        question.last = objective
        question.turns += 1
        if gave_help(turn):
            question.helped = True
            question.answered += question.unanswered
            question.unanswered = 0
        if turn.ask is not None:
            self._count_ask(question, turn.ask)

    def outcomes(self) -> Outcomes:
        """The counts so far."""
        questions = list(self._questions.values())
        solved = [q for q in questions if outward_status(q.last) is OutwardStatus.RESOLVED]
        with_help = [q for q in solved if q.helped or _rests_on_user(q.last)]
        statuses = Counter(outward_status(q.last) for q in questions)
        reasons = sum((q.reasons for q in questions), Counter[StuckReason]())
        asks = sum(len(q.asked) for q in questions)
        open_parts = [q.last for q in questions if outward_status(q.last) is OutwardStatus.NEED_INFO]
        return Outcomes(
            turns=self._turns,
            objectives=len(questions),
            by_status=tuple((status, statuses[status]) for status in OutwardStatus),
            shares=tuple((status, share(statuses[status], len(questions))) for status in OutwardStatus),
            solved_alone=len(solved) - len(with_help),
            solved_with_help=len(with_help),
            partly_answered=sum(any(s.status is SubStatus.ANSWERED for s in o.subs) for o in open_parts),
            turns_to_solution=_spread([q.turns for q in solved]),
            asks=asks,
            asks_by_reason=_ranked(reasons),
            asks_answered=sum(q.answered for q in questions),
            asks_each=asks / len(questions) if questions else 0.0,
            unsolved=_topics(
                [q.last for q in questions if outward_status(q.last) is not OutwardStatus.RESOLVED], self._keywords
            ),
        )

    def _question(self, objective: Objective) -> _Question:
        before = objective.retry_of or objective.reopened_from
        root = self._roots.get(before, before) if before is not None else objective.id
        root = self._roots.setdefault(objective.id, root)
        return self._questions.setdefault(root, _Question(objective))

    @staticmethod
    def _count_ask(question: _Question, ask: Ask) -> None:
        if (ask.turn, ask.text) in question.asked:
            return
        question.asked.add((ask.turn, ask.text))
        question.reasons[ask.stuck_reason] += 1
        question.unanswered += 1


def gave_help(turn: TurnRecord) -> bool:
    """Whether the user gave something with this turn: a document, a link, or words taken as information."""
    message = turn.message
    return turn.turn_class is TurnClass.INFO_PROVIDED or bool(message.attachments or message.links)


def _rests_on_user(objective: Objective) -> bool:
    return any(sub.source is Source.USER_PROVIDED for sub in objective.subs)


def _spread(counts: list[int]) -> Spread | None:
    if not counts:
        return None
    return Spread(median=float(median(counts)), mean=mean(counts), longest=max(counts), n=len(counts))


def _ranked(counts: Mapping[StuckReason, int]) -> tuple[tuple[StuckReason, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0].value)))


@dataclass(slots=True, eq=False)
class _Group:
    words: frozenset[str]
    text: str
    objectives: set[ObjectiveId] = field(default_factory=set[ObjectiveId])
    reasons: Counter[StuckReason] = field(default_factory=Counter[StuckReason])


def _topics(unsolved: list[Objective], keywords: KeyWords) -> tuple[Topic, ...]:
    """Open parts, those that say the same in other words together."""
    groups: list[_Group] = []
    by_word: defaultdict[str, list[_Group]] = defaultdict(list)
    for objective in unsolved:
        for part in objective.subs:
            if part.status is SubStatus.ANSWERED:
                continue
            words = keywords(part.text) or frozenset((part.text,))
            near = (group for word in sorted(words) for group in by_word[word])
            group = next((g for g in near if _overlap(g.words, words) >= _SAME_TOPIC), None)
            if group is None:
                group = _Group(words=words, text=part.text)
                groups.append(group)
                for word in words:
                    by_word[word].append(group)
            group.text = part.text
            group.objectives.add(objective.id)
            if part.stuck_reason is not None:
                group.reasons[part.stuck_reason] += 1
    topics = [Topic(text=g.text, questions=len(g.objectives), reasons=_ranked(g.reasons)) for g in groups]
    return tuple(sorted(topics, key=lambda topic: (-topic.questions, topic.text)))


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)
