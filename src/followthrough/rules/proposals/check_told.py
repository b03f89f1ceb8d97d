"""A model's telling of facts that the product has: a summary for a person, an explanation for the user.

The facts are held against what is told as passages are against an answer. Invariant: what passes holds no number,
code, name or address that the facts lack, and denies nothing that they say.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.pack import Pack
from followthrough.rules.claims.chances import supports_of
from followthrough.rules.claims.check import ClaimCheck, Flaw
from followthrough.rules.claims.weights import SHIPPED
from followthrough.rules.proposals.speaking import whole_sentences
from followthrough.tuning import Tuning

_CITED = " [1]"


def check_told(text: str, facts: Sequence[str], pack: Pack, tuning: Tuning, *, most: int) -> str:
    """The sentences that the facts bear, at most so many, as one paragraph; empty when the first does not pass.

    Args:
        text: what the model told.
        facts: what it was given, one a line.
        pack: the words to look for.
        tuning: the table of numbers.
        most: the most sentences.
    """
    told = "\n".join(f"- {' '.join(fact.split())}" for fact in facts)  # each fact is one unit, whatever is in it
    check = ClaimCheck("", {1: _as_passage(told)}, pack)
    kept: list[str] = []
    for place, piece in enumerate(whole_sentences(text, pack, is_all=True)[0]):
        weighed = check.weigh(piece.text + _CITED) if "[" not in piece.text else Flaw.MARKUP
        if isinstance(weighed, Flaw) or supports_of([weighed[0].claim], SHIPPED)[0] < tuning.claim_least:
            if place == 0:
                return ""
            continue
        kept.append(weighed[0].text)
    return " ".join(kept[:most])


def _as_passage(text: str) -> Passage:
    return Passage(
        id=PassageId("facts"),
        document_id=DocumentId("facts"),
        document_name="",
        collection="",
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
    )
