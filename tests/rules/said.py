"""Passages and parts for tests of the answering rules, made in a line each."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId, SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.retrieval import Ranked, RankedPassage, Retrieval
from followthrough.rules.evidence.answer import answer_part
from followthrough.tuning import Tuning

PACK = load_pack("general")
TUNING = Tuning()


def part(text: str, context: str = "", part_id: str = "sub") -> SubObjective:
    return SubObjective(id=SubObjectiveId(part_id), text=text, context=context)


def passage(
    text: str,
    *,
    name: str = "Guide",
    heading: tuple[str, ...] = (),
    context: str = "",
    document: str = "",
    ordinal: int = 1,
    start: int = 100,
) -> Passage:
    return Passage(
        id=PassageId(f"{document or name}#{ordinal}"),
        document_id=DocumentId(document or name),
        document_name=name,
        collection="default",
        ordinal=ordinal,
        text=text,
        start=start,
        end=start + len(text),
        heading=heading,
        context=context or " > ".join((name, *heading)),
    )


def ranked(
    found: Passage, *, score: float = 0.5, similarity: float | None = 0.6, superseded: bool = False
) -> RankedPassage:
    return RankedPassage(
        passage=found,
        ranked=Ranked(passage_id=found.id, score=score, dense_raw=similarity),
        superseded=superseded,
    )


def retrieval(*found: Passage | RankedPassage) -> Retrieval:
    passages = tuple(one if isinstance(one, RankedPassage) else ranked(one) for one in found)
    return Retrieval(query="q", passages=passages)


def answer(question: str, *found: Passage | RankedPassage | str, context: str = "") -> PartAnswer:
    """The answer from these passages; a text alone is a passage of a guide."""
    passages = [passage(one, ordinal=n) if isinstance(one, str) else one for n, one in enumerate(found, start=1)]
    return answer_part(part(question, context), retrieval(*passages), PACK, TUNING)


def texts(found: PartAnswer) -> list[str]:
    return [extract.text for extract in found.extracts]
