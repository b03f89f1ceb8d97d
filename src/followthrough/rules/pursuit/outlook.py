"""How a reply ends: what is still open, and what can be done about it (R0-28, R0-32, R0-33).

One of three: the ask, why the search is over, or an earlier question to pick up.
"""

from __future__ import annotations

from followthrough.domain.objective import Objective, ObjectiveStatus, SubStatus
from followthrough.domain.outcome import Progress
from followthrough.domain.pack import Pack
from followthrough.rules.language.wording import named
from followthrough.rules.pursuit.ask import OPEN, tried


def what_next(progress: Progress, pack: Pack) -> list[str]:
    """The last paragraphs of a reply that answers.

    Args:
        progress: where the objective stands.
        pack: the texts.
    """
    objective = progress.objective
    if objective is None:
        return []
    match objective.status:
        case ObjectiveStatus.ACTIVE:
            return _open(progress)
        case ObjectiveStatus.INCOMPLETE:
            stuck = named([sub.called for sub in objective.subs if sub.status in OPEN], pack.texts)
            return [pack.texts.incomplete.format(parts=stuck), pack.texts.closure_incomplete]
        case ObjectiveStatus.BLOCKED:
            return given_up_on(objective, pack)
        case ObjectiveStatus.SOLVED | ObjectiveStatus.ABANDONED:
            offer = progress.offer
            return [offer.text] if offer is not None and not offer.about else []


def _open(progress: Progress) -> list[str]:
    """The ask, where there is one: what is open from before is not dragged along."""
    return [progress.asks[0].text] if progress.asks else []


def given_up_on(objective: Objective, pack: Pack) -> list[str]:
    """What stays open although everything was tried, what is known, and where else the user can turn (R0-33)."""
    texts = pack.texts
    blocked = [sub for sub in objective.subs if sub.status is SubStatus.BLOCKED]
    answered = [sub.called for sub in objective.subs if sub.status is SubStatus.ANSWERED]
    blocks = [texts.blocked.format(parts=named([sub.called for sub in blocked], texts), tried=tried(blocked, pack))]
    blocks += [texts.known.format(parts=named(answered, texts))] if answered else []
    return [*blocks, texts.alternatives]
