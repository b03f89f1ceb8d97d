"""What a model's answer offers to tell next, and what a yes to that asks (field report 3).

An offer is a question at the end of an answer that settles everything; it is kept only where a passage speaks of what
it offers. A plain yes in the next message asks for that, and the passage's document is heard (C39).
"""

from __future__ import annotations

from itertools import pairwise

from followthrough.domain.conversation import Decision, Lane, PendingOffer, Thread, TurnClass
from followthrough.domain.objective import Objective
from followthrough.domain.outcome import Found
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Begins, Continues
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.resolution import Followup, FollowupKind
from followthrough.rules.language.asking import content
from followthrough.rules.language.words import words_of
from followthrough.rules.objective.lifecycle import ACCEPTED, COPIED
from followthrough.rules.objective.unsolved import telling_words
from followthrough.rules.questions.plan import sub_objective


def offer_in(found: Found, objective: Objective, pack: Pack) -> PendingOffer | None:
    """What the written answer offers; None where it offers nothing."""
    wording = next((wording for wording in found.written if wording.is_offer), None)
    about = "" if wording is None else _about(wording.text, pack)
    if wording is None or not about:
        return None
    return PendingOffer(
        text=wording.text,
        objective_id=objective.id,
        about=about,
        document_ids=tuple(dict.fromkeys(extract.passage.document_id for extract in wording.extracts)),
    )


def _about(text: str, pack: Pack) -> str:
    """What is offered: "Would you like the appeal steps?" offers appeal steps."""
    words = words_of(text)
    says = content(words, pack)
    telling = [word.start for word in telling_words(text, pack)]
    named = [b.start for a, b in pairwise(words) if a.key in pack.joining.determiners and b in says]
    begins = min((*telling, *named), default=None)
    return "" if begins is None else text[begins : says[-1].end]


def take_offer(offer: PendingOffer, thread: Thread) -> AnswerQuestion:
    """The plan for a yes to what an answer offered to tell."""
    objective = next((o for o in thread.objectives if o.id == offer.objective_id), None)
    joins = objective is not None and objective.status not in COPIED
    return AnswerQuestion(
        turn_class=TurnClass.CONTINUATION,
        decision=Decision(lane=Lane.ANSWER, reason=ACCEPTED),
        summary=offer.about,
        planned=tuple(as_it_stands(sub_objective(text)) for text in offer.about.splitlines()),
        followup=Followup(kind=FollowupKind.DEICTIC, why=ACCEPTED),
        rewritten_by="rules",
        previous_document_ids=offer.document_ids,
        aim=Continues(objective_id=offer.objective_id) if joins else Begins(),
    )
