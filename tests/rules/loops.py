"""Loops, documents and passages for the tests of clarification."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.clarification import ClarificationContext, LoopAnswer, LoopMode
from followthrough.domain.conversation import Message, Thread
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, ObjectiveId, OwnerId, PassageId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, SubObjective

PACK = load_pack("general")
NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
GUIDE = DocumentId("doc-guide")
PART = SubObjective(id=SubObjectiveId("sub-1"), text="My phone shows an error")
OBJECTIVE = Objective(
    id=ObjectiveId("obj-1"),
    status=ObjectiveStatus.ACTIVE,
    summary=PART.text,
    subs=(PART,),
    origin_turn=TurnId("turn-1"),
    created_at=NOW,
    updated_at=NOW,
)
QUESTIONS = ("Which version is it?", "Which light is on?", "Where is the phone?")


def document(text: str, document_id: DocumentId = GUIDE, name: str = "Device Guide") -> tuple[Passage, ...]:
    """A text as passages: one a section; a line with ``#`` is a heading, one with ``|`` a row as readers write it."""
    passages: list[Passage] = []
    path: list[str] = []
    body: list[str] = []
    start = 0

    def close() -> None:
        nonlocal start
        words = "\n".join(body).strip()
        if words:
            ordinal = len(passages)
            passages.append(
                Passage(
                    id=PassageId(f"{document_id}-{ordinal}"),
                    document_id=document_id,
                    document_name=name,
                    collection="default",
                    ordinal=ordinal,
                    text=words,
                    start=start,
                    end=start + len(words),
                    heading=tuple(path),
                )
            )
            start += len(words) + 2
        body.clear()

    for line in text.strip().splitlines():
        marks = len(line) - len(line.lstrip("#"))
        if marks:
            close()
            path[marks - 1 :] = [line.lstrip("# ")]
        else:
            body.append(line.strip("| ") if line.startswith("| ") else line)
    close()
    return tuple(passages)


TEXT = """
# Device Guide
What to do depends on the version and the light.
## Version 10 to 11
A red light means that the cable is loose. Press the cable in.
## Version 12
A red light means that the power supply is weak. Replace the power supply.
"""


def loop(*answers: str | None, questions: tuple[str, ...] = QUESTIONS, **changes: object) -> ClarificationContext:
    """A running loop with these answers."""
    given = tuple(LoopAnswer(question=q, answer=a) for q, a in zip(questions, answers, strict=False))
    context = ClarificationContext(
        mode=LoopMode.RUNNING,
        questions=questions,
        current_index=len(given),
        answers=given,
        original_query=PART.text,
        original_text=PART.text,
        document_id=GUIDE,
        document_name="Device Guide",
        passages=document(TEXT),
        objective_id=OBJECTIVE.id,
        begun_at_turn=1,
    )
    return replace(context, **changes)


def thread(context: ClarificationContext | None, *objectives: Objective) -> Thread:
    """A thread in which the loop stands."""
    return Thread(
        id=ThreadId("thr-1"),
        owner=OwnerId("ann"),
        collection="default",
        pack="general",
        created_at=NOW,
        updated_at=NOW,
        clarification=context,
        objectives=objectives or (OBJECTIVE,),
        active_objective_id=OBJECTIVE.id,
    )


def message(text: str, index: int = 2) -> Message:
    """A message of the thread."""
    return Message(
        turn_id=TurnId(f"turn-{index}"), thread_id=ThreadId("thr-1"), index=index, text=text, received_at=NOW
    )
