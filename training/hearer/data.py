"""The examples that the hearer is fitted on, each with the context it was said in and where it comes from."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from followthrough.adapters.pack.examples_yaml import examples_of
from followthrough.domain.hearing import Act, SaidAt, Spot

ROOT = Path(__file__).parents[2]
ACTS = next(
    (found for up in ROOT.parents if (found := up / "shared" / "bench" / "acts-dev" / "acts.jsonl").is_file()),
    ROOT.parent / "shared" / "bench" / "acts-dev" / "acts.jsonl",
)
SHIPPED = ROOT / "src" / "followthrough" / "packs" / "general"
LOOPS = ROOT / "benchmarks" / "clarification" / "cases.yaml"
REAL = ACTS.parents[1] / "real-dev"
REAL_WEIGHT = 0.36  # of a real question: there are many, all of one kind
WRITTEN, WRITTEN_WEIGHT = Path(__file__).parent, 0.7  # examples to fit on; they do not ship with the product
LATER = WRITTEN / "later"  # as WRITTEN, after the network was fitted on these: it went on from there
OFTEN, OFTEN_WEIGHT = Path(__file__).parent / "often", 0.12  # many ways to say one thing, all in one context
WEIGHT = 1.0  # of a loop message, however many questions it is put to
SHORT = 4  # words; "never mind" and "yes" are in every set, what is longer must not be on both sides
SETS = ("messages", "held_out", "third", "fourth", "fifth", "sixth", "seventh")

_OF_KIND = {
    "answer": Act.ANSWER,
    "unknown": Act.DOES_NOT_KNOW,
    "explain": Act.ASKS_ABOUT_QUESTION,
    "leave": Act.WANTS_OUT,
    "person": Act.WANTS_PERSON,
    "pause": Act.QUESTION,
    "again": Act.THANKS,
}


_OF_RELATION = {
    "first": Act.QUESTION,
    "standalone": Act.QUESTION,
    "new_topic": Act.QUESTION,
    "followup": Act.FOLLOWUP,
    "statement": Act.STATEMENT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One message: what it does where, in which language, from which source, with which weight."""

    text: str
    said: SaidAt
    act: Act
    also: tuple[Act, ...] = ()
    lang: str = "en"
    source: str = ""
    weight: float = 1.0


def acts_dev(path: Path = ACTS) -> list[Example]:
    """The development messages; none where the data are absent."""
    if not path.is_file():
        return []
    return [_from_line(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _from_line(line: dict[str, Any]) -> Example:
    context = line["context"]
    said = SaidAt(
        spot=Spot(context["state"]),
        assistant=context["assistant"] or "",
        options=tuple(context["options"] or ()),
        user_before=context["user_before"] or "",
    )
    also = tuple(Act(one) for one in line["also"])
    return Example(
        text=line["text"], said=said, act=Act(line["act"]), also=also, lang=line["lang"], source="acts-dev"
    )


def real_dev(folder: Path = REAL, *, leave_out: tuple[str, ...] = ()) -> list[Example]:
    """Questions as people type them over real documents: after an answer, and after nothing was found.

    What only chats is left out: nobody said which courtesy it is.
    """
    found: list[Example] = []
    for path in sorted(folder.glob("*/turns.jsonl")):
        if path.parent.name in leave_out:
            continue
        before: dict[str, dict[str, Any]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            turn = json.loads(line)
            act = _OF_RELATION.get(turn["relation"])
            if act is not None and turn["kind"] != "chat":
                found += _asked(turn, before.get(turn["conversation"]), act)
            before[turn["conversation"]] = turn
    return found


def _asked(turn: dict[str, Any], before: dict[str, Any] | None, act: Act) -> Iterator[Example]:
    if before is None:
        yield Example(text=turn["text"], said=SaidAt(), act=Act.QUESTION, source="real-dev", weight=REAL_WEIGHT)
        return
    for spot in (Spot.AFTER_ANSWER, Spot.AFTER_REFUSAL):
        said = before["answer"] or "" if spot is Spot.AFTER_ANSWER else "I found nothing about that in the documents."
        where = SaidAt(spot=spot, assistant=said, user_before=before["text"])
        yield Example(text=turn["text"], said=where, act=act, source="real-dev", weight=REAL_WEIGHT / 2)


def of_folder(folder: Path = SHIPPED, *, source: str = "examples", weight: float = 1.0) -> list[Example]:
    """The examples in a folder's ``examples/``, in the format of a pack's.

    Raises:
        ConfigurationError: one has a fault.
        FileNotFoundError: there is none.
    """
    found = examples_of(folder, most=sys.maxsize).all
    if not found:
        raise FileNotFoundError(f"no examples in {folder}")
    return [
        Example(text=one.text, said=one.said, act=one.act, lang=one.lang, source=source, weight=weight)
        for one in found
    ]


def loop_messages(part: str, *, questions: int = 3) -> list[Example]:
    """A set of loop messages, each at a few of its questions; what only keeps a question up counts as thanks."""
    data = yaml.safe_load(LOOPS.read_text(encoding="utf-8"))
    asked = [(d["name"], q) for d in data["documents"] for q in d["questions"]]
    found: list[Example] = []
    for kind, messages in data[part].items():
        for place, text in enumerate(messages):
            for step in range(questions):
                _, question = asked[(place * 5 + step * 7) % len(asked)]
                said = SaidAt(spot=Spot.LOOP_QUESTION, assistant=question)
                found.append(
                    Example(
                        text=str(text),
                        said=said,
                        act=_OF_KIND[kind],
                        source=f"loop:{part}",
                        weight=WEIGHT / questions,
                    )
                )
    return found


def plain(text: str) -> str:
    """A message without case and punctuation."""
    return re.sub(r"\W+", " ", text.casefold()).strip()


def context_of(example: Example) -> str:
    """What must not stand on both sides of a fold: the whole context."""
    said = example.said
    return "\n".join((said.spot, said.assistant, "|".join(said.options), said.user_before))
