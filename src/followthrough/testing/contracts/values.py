"""Values for contracts: plausible, with every field that a backend could lose."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from followthrough.domain.access import Role
from followthrough.domain.conversation import (
    Citation,
    Decision,
    DialogState,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    Thread,
    TurnClass,
    TurnRecord,
    TurnSource,
    TurnStatus,
)
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus
from followthrough.domain.given import Given, GivenKind, Material
from followthrough.domain.ids import (
    DocumentId,
    KeyId,
    ObjectiveId,
    OwnerId,
    PassageId,
    SubObjectiveId,
    ThreadId,
    TurnId,
)
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelTask
from followthrough.domain.objective import (
    Objective,
    ObjectiveStatus,
    OutwardStatus,
    Source,
    StuckReason,
    SubObjective,
    SubStatus,
)
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.domain.tools import Tool, ToolOutcome, ToolUse
from followthrough.ports.key_store import ApiKey

#: Not a whole second: a store that drops microseconds is found out.
NOON = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=UTC)
#: Text that databases trip over: NUL, quotes, a percent sign, an emoji, letters of three scripts, a line break.
DIFFICULT = 'O\'Brien "100%" \x00 ü Ж 漢字 👩‍⚕️ \\ ; -- \n end'


def moment(seconds: float) -> datetime:
    """So many seconds after ``NOON``."""
    return NOON + timedelta(seconds=seconds)


def a_thread(name: str, *, owner: str = "ann", created: float = 0, title: str | None = None) -> Thread:
    """A new thread, created so many seconds after ``NOON``."""
    return Thread(
        id=ThreadId(name),
        owner=OwnerId(owner),
        collection="default",
        pack="general",
        created_at=moment(created),
        updated_at=moment(created),
        title=title,
        language="en",
        user_id="u-1",
    )


def an_objective(name: str, message: Message) -> Objective:
    """An objective with an answered and a failed part."""
    answered = SubObjective(
        id=SubObjectiveId(f"{name}-a"),
        text="copay for Molina",
        status=SubStatus.ANSWERED,
        answer=f"It is $5. {DIFFICULT}",
        source=Source.RAG,
        evidence=(PassageId("p-1"), PassageId("p-2")),
        last_tried_turn=message.index,
    )
    failed = SubObjective(
        id=SubObjectiveId(f"{name}-b"),
        text="copay for Aetna",
        status=SubStatus.FAILED,
        stuck_reason=StuckReason.NO_EVIDENCE,
        last_tried_turn=message.index,
    )
    return Objective(
        id=ObjectiveId(name),
        status=ObjectiveStatus.ACTIVE,
        summary="copay for Molina and Aetna",
        subs=(answered, failed),
        origin_turn=message.turn_id,
        created_at=message.received_at,
        updated_at=message.received_at,
        attempts=1,
    )


MATERIAL = Material(
    given=(
        Given(kind=GivenKind.LINK, text="https://example.org/a", document_id=DocumentId("d-3"), name="A"),
        Given(kind=GivenKind.LINK, text="https://example.org/b", refused="not_found"),
        Given(kind=GivenKind.STATEMENT, text=DIFFICULT),
    ),
    for_parts=(SubObjectiveId("sub-1"),),
)
"""What a message gave: a page, a link that could not be read, a statement."""


def a_turn(
    message: Message, *, status: TurnStatus = TurnStatus.COMPLETED, objective: str | None = "obj"
) -> TurnRecord:
    """The record of a turn that found one passage of two."""
    source = TurnSource(
        document_id=DocumentId("d-1"), document_name="Manual", passage_id=PassageId("p-1"), score=0.1 + 0.2, page=12
    )
    citation = Citation(
        n=1,
        document_id=source.document_id,
        document_name=source.document_name,
        passage_id=source.passage_id,
        quote=DIFFICULT,
        page=12,
        heading=("Benefits", "Copays"),
        start=100,
        end=140,
        url="https://example.org/manual",
    )
    return TurnRecord(
        message=message,
        status=status,
        turn_class=TurnClass.NEW_QUESTION,
        query=Query(message=message.text, effective=("copay for Molina", "copay for Aetna")),
        retrieval=RetrievalSummary(searches=2, passages=(source,), signal=RetrievalSignal.LOW),
        reply=Reply(text=f"{DIFFICULT} [1]", citations=(citation,), footer="A person will answer."),
        decision=Decision(lane=Lane.ANSWER, reason="answered_in_part"),
        ended_at=message.received_at + timedelta(seconds=1),
        objective=an_objective(objective, message) if objective else None,
        objective_status=OutwardStatus.NEED_INFO if objective else None,
        dialog_state=DialogState.ANSWER_PROVIDED,
        model_calls=(
            ModelCall(task=ModelTask.PLAN, model="small", ms=3.5, failure=ModelFailure.TIMEOUT, prompt="p1"),
            ModelCall(task=ModelTask.ANSWER, model="large", input_tokens=90, output_tokens=9, cost_usd=0.001),
        ),
        tools=(
            ToolUse(
                tool=Tool.SCRAPE,
                argument="https://example.org/manual",
                outcome=ToolOutcome.OK,
                turn=message.index,
                part_id=SubObjectiveId("obj-a"),
                document_id=DocumentId("d-9"),
            ),
        ),
        material=MATERIAL,
        error_code="internal" if status is TurnStatus.FAILED else None,
        timings_ms=(("load", 0.1), ("total", 12.3)),
    )


def some_events(message: Message) -> tuple[tuple[int, str, str], ...]:
    """Events of a turn as its log stores them."""
    first = message.index * 1_000_000
    return ((first, "started", "{}"), (first + 1, "delta", '{"text":"\\u0000 é"}'))


def a_document(
    name: str,
    *,
    source: str | None = None,
    collection: str = "default",
    thread: str | None = None,
    status: DocumentStatus = DocumentStatus.INDEXING,
    created: float = 0,
    supersedes: tuple[str, ...] = (),
) -> Document:
    """A document, created so many seconds after ``NOON``."""
    return Document(
        id=DocumentId(name),
        collection=collection,
        source=source if source is not None else f"/docs/{name}.md",
        name=f"{name}.md",
        media_type="text/markdown",
        content_hash=f"hash of {name}",
        size_bytes=3_000_000_000,
        status=status,
        metadata=DocumentMetadata(
            title=DIFFICULT,
            effective_date=date(2026, 1, 31),
            payor=("Molina", "Aetna"),
            state=("FL",),
            program="Medicaid",
            language="en",
            source_url="https://example.org/doc",
            clarifying_questions=("Which version?", "What do you see?"),
            requires_handoff=True,
            supersedes=supersedes,
            extra=(("owner", '"claims"'), ("weight", "1.5")),
        ),
        created_at=moment(created),
        updated_at=moment(created + 1),
        passages=7,
        embedded=3,
        pages=2,
        reason="waiting",
        thread_id=ThreadId(thread) if thread else None,
        superseded_by=DocumentId("newer"),
        pending_hash="hash of the next",
    )


def a_key(name: str, *, created: float = 0) -> ApiKey:
    """An API key in force."""
    return ApiKey(
        id=KeyId(name),
        owner=OwnerId("ann"),
        name=f"laptop of {name} 漢字",
        key_hash=f"{name:0>64}",
        hint="wxyz",
        created_at=moment(created),
        rate_per_minute=1_200,
        role=Role.EDITOR,
    )


def a_message(thread: str, turn: str, index: int, *, received: float = 0, text: str = DIFFICULT) -> Message:
    """A message as ``accept`` returns it when given the same words."""
    return Message(
        turn_id=TurnId(turn), thread_id=ThreadId(thread), index=index, text=text, received_at=moment(received)
    )
