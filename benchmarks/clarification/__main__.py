"""Loop answers of every kind over a dozen documents: captured, searched, wrongly left, wrongly kept (issue 5).

``python -m benchmarks.clarification [--json]``. Every message meets every question of every document, through the
rule that decides in the product; the searches are counted on the plans, which search nothing by their kind.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.clarification import ClarificationContext, LoopMode
from followthrough.domain.conversation import Message, Thread, TurnClass
from followthrough.domain.ids import DocumentId, ObjectiveId, OwnerId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, SubObjective
from followthrough.domain.plan import AskLoop, Conclude, FinishLoop
from followthrough.ports.hearer import Hearer
from followthrough.rules.hearing.certainty import Hearing, said_at
from followthrough.rules.pursuit.interrupt import interrupt
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
WANTED_OUT = ("leave", "pause")


@dataclass(frozen=True, slots=True)
class Seen:
    """What was done with one message at one question."""

    kind: str
    wanted: str
    message: str
    question: str


def thread_of(name: str, questions: list[str], place: int) -> Thread:
    """A thread that waits for the answer to the question at ``place``."""
    objective = Objective(
        id=ObjectiveId("obj"),
        status=ObjectiveStatus.ACTIVE,
        summary="s",
        subs=(SubObjective(id=SubObjectiveId("sub"), text="s"),),
        origin_turn=TurnId("t1"),
        created_at=NOW,
        updated_at=NOW,
    )
    loop = ClarificationContext(
        mode=LoopMode.RUNNING,
        questions=tuple(questions),
        current_index=place,
        answers=(),
        original_query="s",
        original_text="s",
        document_id=DocumentId("doc"),
        document_name=name,
        passages=(),
        objective_id=objective.id,
        begun_at_turn=1,
    )
    return Thread(
        id=ThreadId("thr"),
        owner=OwnerId("me"),
        collection="default",
        pack="general",
        created_at=NOW,
        updated_at=NOW,
        objectives=(objective,),
        active_objective_id=objective.id,
        clarification=loop,
    )


async def what_happened(text: str, thread: Thread, hearer: Hearer) -> str:
    """What the product makes of the message while the question waits."""
    message = Message(turn_id=TurnId("t2"), thread_id=thread.id, index=2, text=text, received_at=NOW)
    hearing = Hearing(await hearer.hear(text, said_at(thread, ())), DEFAULT_TUNING)
    decided = interrupt(message, thread, (), PACK, DEFAULT_TUNING, hearing=hearing)
    before = thread.clarification
    if decided is None:
        return "pause"
    plan = decided.plan
    if isinstance(plan, Conclude):
        return "leave"
    if not isinstance(plan, AskLoop | FinishLoop) or before is None:
        return "person" if plan.turn_class is TurnClass.HUMAN_REQUEST else plan.turn_class.value
    if plan.context.current_index == before.current_index:
        return "explain" if plan.turn_class is TurnClass.LOOP_QUESTION else "again"
    if plan.context.current_index != before.current_index + 1:
        return "several"
    given = plan.context.answers[-1].answer
    return "unknown" if given is None else "answer" if given == text else "altered"


async def run(part: str = "messages") -> list[Seen]:
    """Every message of the part at every question; what ships was fitted on them too.

    ``python -m training.hearer measure`` tells those of new ones, each set by what was fitted before it.
    """
    hearer = FittedHearer(MiniLmEmbedder())
    data: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "cases.yaml").read_text(encoding="utf-8"))
    seen: list[Seen] = []
    for document in data["documents"]:
        for place, question in enumerate(document["questions"]):
            thread = thread_of(document["name"], document["questions"], place)
            for wanted, messages in data[part].items():
                seen += [
                    Seen(await what_happened(str(m), thread, hearer), wanted, str(m), question) for m in messages
                ]
    return seen


def figures(seen: list[Seen]) -> dict[str, Any]:
    """The shares that the issue bounds."""
    answers = [s for s in seen if s.wanted in ("answer", "unknown")]
    stays = [s for s in seen if s.wanted not in WANTED_OUT]
    out = [s for s in seen if s.wanted in WANTED_OUT]
    return {
        "messages": len(seen),
        "captured": sum(s.kind == s.wanted for s in answers) / len(answers),
        "wrongly_left": sum(s.kind in WANTED_OUT for s in stays) / len(stays),
        "wrongly_kept": sum(s.kind not in WANTED_OUT for s in out) / len(out),
        "as_meant": sum(s.kind == s.wanted for s in seen) / len(seen),
    }


def main() -> None:
    """Prints the figures, and with ``--wrong`` what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    parts = {
        part: asyncio.run(run(part))
        for part in ("messages", "held_out", "third", "fourth", "fifth", "sixth", "seventh")
    }
    print(json.dumps({part: figures(seen) for part, seen in parts.items()}, indent=None if options.json else 2))
    seen = [one for some in parts.values() for one in some]
    if options.wrong:
        wrong = Counter((s.wanted, s.kind, s.message) for s in seen if s.kind != s.wanted)
        for (wanted, kind, message), times in wrong.most_common():
            print(f"{times:3} wanted {wanted}, was {kind}: {message}")


if __name__ == "__main__":
    main()
