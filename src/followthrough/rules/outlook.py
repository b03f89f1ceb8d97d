"""How a reply ends: what is still open, and what can be done about it (R0-28, R0-32, R0-33).

One of four: the ask, the offer where nothing may be asked, why the search is over, or an earlier question to pick up.
"""

from __future__ import annotations

from collections.abc import Collection

from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import Objective, ObjectiveStatus, SubStatus
from followthrough.domain.outcome import Progress
from followthrough.domain.pack import Pack
from followthrough.rules.ask import OPEN, tried
from followthrough.rules.wording import named, shown


def what_next(told: Collection[SubObjectiveId], progress: Progress, pack: Pack) -> list[str]:
    """The last paragraphs of a reply that answers.

    Args:
        told: the parts that the reply has spoken of.
        progress: where the objective stands.
        pack: the texts.
    """
    objective = progress.objective
    if objective is None:
        return []
    match objective.status:
        case ObjectiveStatus.ACTIVE:
            return _open(objective, told, progress, pack)
        case ObjectiveStatus.INCOMPLETE:
            stuck = named([sub.called for sub in objective.subs if sub.status in OPEN], pack.texts)
            return [pack.texts.incomplete.format(parts=stuck), pack.texts.closure_incomplete]
        case ObjectiveStatus.BLOCKED:
            return given_up_on(objective, pack)
        case ObjectiveStatus.SOLVED | ObjectiveStatus.ABANDONED:
            offer = progress.offer
            return [offer.text] if offer is not None and not offer.about else []


def _open(objective: Objective, told: Collection[SubObjectiveId], progress: Progress, pack: Pack) -> list[str]:
    """What is open from before, then the ask; where nothing may be asked, what sharing something would do (R0-28)."""
    stuck = [sub for sub in objective.subs if sub.status in OPEN]
    before = [sub.called for sub in stuck if sub.id not in told]
    blocks = [_still_open(before, pack)] if before else []
    if progress.asks:
        return [*blocks, progress.asks[0].text]
    return [*blocks, pack.texts.offer] if stuck else blocks


def _still_open(before: list[str], pack: Pack) -> str:
    """The line on parts of earlier messages: the last few by their words, the others by their number."""
    newest, others = before[-_SHOWN_OPEN:], len(before[:-_SHOWN_OPEN])
    if not others:
        return pack.texts.still_open.format(parts=named(newest, pack.texts))
    quoted = pack.texts.list_comma.join(pack.texts.quoted.format(part=shown(text)) for text in newest)
    return pack.texts.still_open_more.format(parts=quoted, count=others)


_SHOWN_OPEN = 3  # parts of earlier messages that are named


def given_up_on(objective: Objective, pack: Pack) -> list[str]:
    """What stays open although everything was tried, what is known, and where else the user can turn (R0-33)."""
    texts = pack.texts
    blocked = [sub for sub in objective.subs if sub.status is SubStatus.BLOCKED]
    answered = [sub.called for sub in objective.subs if sub.status is SubStatus.ANSWERED]
    blocks = [texts.blocked.format(parts=named([sub.called for sub in blocked], texts), tried=tried(blocked, pack))]
    blocks += [texts.known.format(parts=named(answered, texts))] if answered else []
    return [*blocks, texts.alternatives]
