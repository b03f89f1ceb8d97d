"""Threads with open parts and messages to them, for tests of what a user gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Message, Thread
from followthrough.domain.given import Offered
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.ids import DocumentId, ObjectiveId, OwnerId, ThreadId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, StuckReason, SubObjective, SubStatus
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.given import read_given
from followthrough.rules.hearing.rephrase import reworded
from followthrough.rules.questions.plan import sub_objective
from followthrough.tuning import Tuning

PACK = load_pack("healthcare_payer")
TUNING = Tuning()
NOW = datetime(2026, 3, 1, tzinfo=UTC)

LIMIT = "What is the timely filing limit for claims?"
CODE = "Which HCPCS code is used for peer support?"
COVERED = "Is acupuncture covered?"
FEE = "What is the late fee?"
WHO = "Who approves travel requests?"
WHEN = "When does the warranty end?"
FAX = "What is the fax number for appeals?"


def open_part(text: str, *, status: SubStatus = SubStatus.FAILED, last_tried: int = 1) -> SubObjective:
    return replace(
        sub_objective(text),
        status=status,
        last_tried_turn=last_tried,
        stuck_reason=StuckReason.NO_EVIDENCE,
        effective=text,
    )


def objective(*parts: SubObjective, status: ObjectiveStatus = ObjectiveStatus.ACTIVE) -> Objective:
    return Objective(
        id=ObjectiveId("obj"),
        status=status,
        summary=parts[0].text,
        subs=parts,
        origin_turn=TurnId("turn-1"),
        created_at=NOW,
        updated_at=NOW,
        attempts=1,
    )


def thread(*parts: SubObjective | str, turns: int = 1) -> Thread:
    """A thread whose last turn left these parts open; a thread without an objective when there are none."""
    subs = tuple(open_part(part) if isinstance(part, str) else part for part in parts)
    pursued = (objective(*subs),) if subs else ()
    return Thread(
        id=ThreadId("thr"),
        owner=OwnerId("ann"),
        collection="default",
        pack=PACK.name,
        created_at=NOW,
        updated_at=NOW,
        turns=turns,
        objectives=pursued,
        active_objective_id=pursued[0].id if pursued else None,
    )


def message(text: str, *, files: Sequence[str] = (), links: Sequence[str] = ()) -> Message:
    return Message(
        turn_id=TurnId("turn-2"),
        thread_id=ThreadId("thr"),
        index=2,
        text=text,
        received_at=NOW,
        attachments=tuple(map(DocumentId, files)),
        links=tuple(links),
    )


def offered(
    text: str,
    *parts: SubObjective | str,
    files: Sequence[str] = (),
    links: Sequence[str] = (),
    turns: int = 1,
    act: Act | None = None,
) -> Offered:
    """What the message gives beside these open parts, where it is heard to do this."""
    acts = HeardActs(spot=Spot.AFTER_PARTIAL, acts=() if act is None else ((act, 0.9),))
    said = message(text, files=files, links=links)
    return read_given(said, thread(*parts, turns=turns), PACK, TUNING, Hearing(acts, TUNING))


def kinds(text: str, *parts: SubObjective | str, act: Act | None = None) -> str:
    """The kinds of what is given, joined by "+", and "?" behind them where something else is asked."""
    given = offered(text, *parts, act=act)
    return "+".join(given.kinds) + ("?" if given.question else "")


def in_other_words(text: str, part: str) -> str:
    """The open part as the message rewords it; empty when it does not."""
    said = offered(text, part).rephrased
    return "" if said is None else reworded(open_part(part), said, PACK)
