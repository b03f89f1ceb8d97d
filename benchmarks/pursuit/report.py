"""The figures of a run, and which of them must be what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from benchmarks.measure import percentile, print_table
from benchmarks.pursuit.endings import Ended, by_kind_of
from benchmarks.pursuit.judge import Outcome
from benchmarks.pursuit.objectives import Source, User

from followthrough.evals.outcomes.interval import share

Test = Callable[[Outcome], bool]
EXAMPLES = 20

#: What must never happen in a conversation.
MUSTS: dict[str, Test] = {
    "called resolved without the withheld value": lambda o: o.false_resolved is True,
    "asked twice for a part without anything new": lambda o: o.asks > 1,
    "asked twice in the same words": lambda o: o.same_asks > 0,
    "ended by the user, or tried as often as is allowed, and not called so": lambda o: not o.ended_as_wished,
}
WRONG_ENDINGS = "ended, or not ended, against the user's words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The judged conversations, and the messages that end something or don't."""

    outcomes: Sequence[Outcome]
    ended: Sequence[Ended]

    @property
    def broken(self) -> dict[str, list[str]]:
        """What must never happen and did, with the messages by which it did."""
        found = {name: [o.question for o in self.outcomes if test(o)] for name, test in MUSTS.items()}
        found[WRONG_ENDINGS] = [one.sentence.text for one in self.ended if one.is_wrong]
        return {name: examples for name, examples in found.items() if examples}

    def as_json(self) -> dict[str, Any]:
        """All figures."""
        return {
            "objectives": len(self.outcomes),
            "rates": [row.as_json() for row in self._rates()],
            "turns_to_solution": {"mean": fmean(turns) if (turns := self._turns()) else None, "n": len(turns)},
            "musts": {
                name: {"count": sum(map(test, self.outcomes)), "n": len(self.outcomes)}
                for name, test in MUSTS.items()
            }
            | {WRONG_ENDINGS: {"count": sum(one.is_wrong for one in self.ended), "n": len(self.ended)}},
            "endings": {
                kind: {"n": len(some), "ended": sum(one.ended for one in some)}
                for kind, some in by_kind_of(list(self.ended))
            },
            "broken": {name: examples[:EXAMPLES] for name, examples in self.broken.items()},
            "unaided": [o.question for o in self.outcomes if o.unaided],
            "not_solved_though_given": [
                {"source": o.source, "question": o.question}
                for o in self.outcomes
                if o.user is User.GIVES and not o.solved
            ],
        }

    def print(self) -> None:
        """Tables, then what is broken."""
        print(f"{len(self.outcomes)} objectives, {len(self.ended)} messages with an end phrase\n")
        print_table(["source", "user", "what", "count", "n", "share", "95 %"], [r.cells() for r in self._rates()])
        if turns := self._turns():
            lines = [f"{fmean(turns):.2f}", *(str(percentile(turns, p)) for p in (0.5, 0.95)), str(len(turns))]
            print_table(["turns to solution, document given: mean", "median", "p95", "n"], [lines])
        kinds = [
            [kind, str(len(some)), str(sum(one.ended for one in some)), "all" if some[0].sentence.ends else "none"]
            for kind, some in by_kind_of(list(self.ended))
        ]
        print_table(["end phrase", "n", "ended", "must"], kinds)
        lines = [[name, str(figure["count"]), str(figure["n"])] for name, figure in self.as_json()["musts"].items()]
        print_table(["must be 0", "count", "n"], lines)
        for name, examples in self.broken.items():
            print(f"BROKEN: {name}: {len(examples)}", *(f"  {text}" for text in examples[:EXAMPLES]), sep="\n")

    def _turns(self) -> list[int]:
        return [o.turns for o in self.outcomes if o.user is User.GIVES and o.solved and not o.unaided]

    def _rates(self) -> Iterator[Rate]:
        for source in Source:
            of_source = [o for o in self.outcomes if o.source is source]
            for user in User:
                yield from _rates_of(source, user, [o for o in of_source if o.user is user])


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How many of the conversations with one kind of user are so."""

    source: Source
    user: User
    what: str
    count: int
    n: int

    def cells(self) -> list[str]:
        """A row of the table."""
        part = share(self.count, self.n)
        interval = f"{part.low:.3f} to {part.high:.3f}"
        return [self.source, self.user, self.what, str(self.count), str(self.n), f"{part.value:.3f}", interval]

    def as_json(self) -> dict[str, Any]:
        """The same as values."""
        part = share(self.count, self.n)
        return {
            "source": self.source,
            "user": self.user,
            "what": self.what,
            "count": self.count,
            "n": self.n,
            "share": part.value,
            "low": part.low,
            "high": part.high,
        }


def _rates_of(source: Source, user: User, some: Sequence[Outcome]) -> Iterator[Rate]:
    """What is told of each kind of user. Nothing is told of none."""
    unsolved = [o for o in some if not o.unaided]
    rows: list[tuple[str, Test, Sequence[Outcome]]] = [
        ("solved from other documents", lambda o: o.unaided, some),
        ("asked for help, else unsolved", lambda o: o.asked, unsolved),
    ]
    match user:
        case User.GIVES:
            rows.append(("solved with what was given", lambda o: o.solved, unsolved))
            if source is not Source.MTRAG:
                solved = [o for o in unsolved if o.solved]
                rows.append(("of those: the value stands in the reply", lambda o: bool(o.shown), solved))
        case User.IGNORES:
            rows.append(("incomplete at the cap", lambda o: o.end == "incomplete", unsolved))
        case User.ENDS:
            rows.append(("user_ended", lambda o: o.end == "user_ended", unsolved))
    for what, test, of in rows:
        if of:
            yield Rate(source=source, user=user, what=what, count=sum(map(test, of)), n=len(of))
