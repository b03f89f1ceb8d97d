"""What a language model may add to a plan: better words for a follow-up, and the questions of a long message.

The rules have decided already; what a model proposes is checked and joins what is searched, it takes the place of
nothing (architecture rule 6). Invariants: without a proposal that passes the plan is the very same; the user's words
and the rules' query are searched whatever a model says; a plan's kind, class and aim never change here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.conversation import TurnClass
from followthrough.domain.model_calls import ModelTask
from followthrough.domain.model_results import Planned
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Begins, Decided, Plan
from followthrough.domain.planned_part import PlannedPart
from followthrough.domain.resolution import Exchange
from followthrough.rules.language.words import keys_of, phrase_at
from followthrough.rules.objective.lifecycle import ACCEPTED
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.proposals.check_plan import check_plan
from followthrough.rules.proposals.check_rewrite import Said, check_rewrite, same_question
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.slots.stated import scoped, searched_values
from followthrough.tuning import Tuning

_RESOLVED = frozenset(("depends_on_slot", ACCEPTED))  # follow-ups that are whole as the rules have them
_CLASSES = frozenset((TurnClass.NEW_QUESTION, TurnClass.CONTINUATION))


@dataclass(frozen=True, slots=True, kw_only=True)
class Consultation:
    """What a model is asked about a plan.

    Attributes:
        task: ``plan`` or ``rewrite``.
        said: the user's words in question and what was said before; what the proposal is held against.
        parts: the places of the plan's parts that are the message's own.
    """

    task: ModelTask
    said: Said
    parts: tuple[int, ...]

    @property
    def is_wording(self) -> bool:
        """Whether it can only bring other words for the same parts, which are searched beside the rules'."""
        return self.task is ModelTask.REWRITE or len(self.parts) > 1


def consultation(plan: Plan, history: Sequence[Exchange], pack: Pack) -> Consultation | None:
    """What a model is asked about the plan; None where it could not help.

    A question that stands alone is not reworded (field report 11), and nothing is without a conversation (report 9).
    """
    if not isinstance(plan, AnswerQuestion) or plan.turn_class not in _CLASSES or plan.stated or plan.replaces:
        return None
    own = tuple(place for place, part in enumerate(plan.parts) if part.id not in plan.again)
    if len(own) > 1 or (len(own) == 1 and _may_be_several(plan.parts[own[0]], pack)):
        return Consultation(task=ModelTask.PLAN, said=_said(plan, own, history), parts=own)
    if len(own) == 1 and history and plan.followup.is_followup and plan.followup.why not in _RESOLVED:
        return Consultation(task=ModelTask.REWRITE, said=_said(plan, own, history), parts=own)
    return None


def _may_be_several(part: SubObjective, pack: Pack) -> bool:
    """Whether a part that the rules left whole is long and joins things."""
    keys = keys_of(part.text)
    joins = any(phrase_at(keys, place, pack.joining.coordinators) for place in range(len(keys)))
    return joins and len(telling_stems(part.text, pack)) >= _MANY


_MANY = 8  # telling words


def _said(plan: AnswerQuestion, own: Sequence[int], history: Sequence[Exchange]) -> Said:
    return Said(
        message=" ".join(dict.fromkeys(plan.planned[place].spoken for place in own)),
        query=" ".join(dict.fromkeys(plan.planned[place].query for place in own)),
        users=tuple(text for one in history for text in (one.message, one.query) if text),
        replies=tuple(one.reply for one in history if one.reply),
    )


def consulted(
    decided: Decided, asked: Consultation, proposal: str | Planned | None, pack: Pack, tuning: Tuning
) -> Decided:
    """What was decided, with what a model proposed as far as it passes its check.

    Args:
        decided: by the rules.
        asked: what the model was asked.
        proposal: what it said; None when it said nothing.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    plan = decided.plan
    if not isinstance(plan, AnswerQuestion) or proposal is None:
        return decided
    if isinstance(proposal, str):
        return replace(decided, plan=_beside(plan, {asked.parts[0]: proposal}, asked.said, pack, tuning))
    if check_plan(proposal.texts, asked.said, pack, tuning) is not None:
        return decided
    if len(proposal.texts) == len(asked.parts):
        pairs = _paired(plan, asked.parts, proposal.texts, pack)
        return replace(decided, plan=_beside(plan, pairs, asked.said, pack, tuning))
    if isinstance(plan.aim, Begins) and len(proposal.texts) > 1:
        return replace(decided, plan=_divided(plan, proposal.texts, decided, pack))
    return decided


def holds(proposal: str | Planned, asked: Consultation, pack: Pack, tuning: Tuning) -> bool:
    """Whether what a model proposed passes its check, whether it adds anything or not."""
    if isinstance(proposal, Planned):
        return check_plan(proposal.texts, asked.said, pack, tuning) is None
    text = " ".join(proposal.split())
    return same_question(text, asked.said.message) or check_rewrite(text, asked.said, pack, tuning) is None


def _beside(plan: AnswerQuestion, proposed: dict[int, str], said: Said, pack: Pack, tuning: Tuning) -> AnswerQuestion:
    """The plan with the proposals that pass, each beside the query of its part."""
    planned = list(plan.planned)
    for place, words in proposed.items():
        own, query = planned[place].spoken, planned[place].query
        text = " ".join(words.split())
        if same_question(text, query) or same_question(text, own):
            continue
        part = replace(said, message=own, query=query, users=(*said.users, said.message))
        if check_rewrite(text, part, pack, tuning) is None:
            planned[place] = replace(planned[place], proposed=text)
    return replace(plan, planned=tuple(planned))


def _paired(plan: AnswerQuestion, own: Sequence[int], texts: Sequence[str], pack: Pack) -> dict[int, str]:
    """Each proposed question with the part that it is about; none where two are about the same."""
    stems = {place: telling_stems(plan.parts[place].query, pack) for place in own}
    pairs: dict[int, str] = {}
    for text in texts:
        told = telling_stems(text, pack)
        best = max(own, key=lambda place: len(stems[place] & told) / (len(stems[place]) or 1))
        if best in pairs:
            return {}
        pairs[best] = text
    return pairs


def _divided(plan: AnswerQuestion, texts: Sequence[str], decided: Decided, pack: Pack) -> AnswerQuestion:
    """The plan for these questions; each is searched beside the user's words that it came from."""
    values = searched_values(decided.jurisdiction, pack) if plan.followup.is_followup else ()
    queries = tuple(scoped(" ".join(text.split()), values, pack) for text in texts)
    return replace(plan, planned=tuple(_came_from(plan, query, pack) for query in queries), rewritten_by="model")


def _came_from(plan: AnswerQuestion, query: str, pack: Pack) -> PlannedPart:
    """The question as a part, beside the user's words that share most with it."""
    stems = telling_stems(query, pack)
    spoken = max((one.spoken for one in plan.planned), key=lambda own: len(telling_stems(own, pack) & stems))
    return PlannedPart(part=replace(sub_objective(query), effective=query), query=query, spoken=spoken)
