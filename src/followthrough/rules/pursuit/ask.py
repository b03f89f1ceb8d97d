"""The ask: what the user is asked for when parts of the objective are stuck, and when not (C4, R0-17 to R0-28).

Invariants: at most one ask a turn, naming every part that is newly missing; the same part again only after the user
gave something and from an angle not used for it; never together with a solved objective; never the same (part, angle)
twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from followthrough.domain.conversation import PendingOffer, Thread
from followthrough.domain.objective import (
    Angle,
    Ask,
    Objective,
    ObjectiveStatus,
    SearchAngle,
    StuckReason,
    SubObjective,
    SubStatus,
)
from followthrough.domain.outcome import Progress
from followthrough.domain.pack import Pack
from followthrough.rules.language.wording import named
from followthrough.rules.objective.unsolved import unsolved, was_shown
from followthrough.tuning import Tuning

OPEN = frozenset((SubStatus.PARTIAL, SubStatus.FAILED))


def ask_for_help(
    progress: Progress, thread: Thread, pack: Pack, tuning: Tuning, *, turn: int, now: datetime
) -> Progress:
    """The progress with this turn's ask, written into the objective's ledger; where it is solved, with an offer.

    Args:
        progress: where the objective stands.
        thread: its other objectives.
        pack: the texts.
        tuning: the table of numbers.
        turn: the turn's index. Only parts that it searched are asked for.
        now: when it ends.
    """
    objective = progress.objective
    if objective is None:
        return progress
    if objective.status is ObjectiveStatus.SOLVED:
        offer = progress.offer or _offer(progress, objective, thread, pack)
        return replace(progress, offer=offer)
    if objective.status is not ObjectiveStatus.ACTIVE:
        return progress
    known = _answered(thread)
    tried = [sub for sub in objective.subs if sub.last_tried_turn == turn and sub.name not in known]
    due = [sub for sub in tried if next_angle(objective, sub, turn, tuning)]
    if not due:
        return progress
    asks = _asks(objective, due, pack, tuning, turn)
    objective = replace(objective, asks=(*objective.asks, *asks), last_user_ask=now)
    return replace(progress, objective=objective, asks=asks, offer=None)


def _answered(thread: Thread) -> frozenset[str]:
    """What the thread's answered parts are called: what only tells of one's case behind them is called so too."""
    return frozenset(sub.called for one in thread.objectives for sub in one.subs if sub.status is SubStatus.ANSWERED)


def _offer(progress: Progress, solved: Objective, thread: Thread, pack: Pack) -> PendingOffer | None:
    """The newest parked objective that was not offered yet: it is offered once, in words (C10).

    One whose document's questions are offered to go on with in this reply is none (C21).
    """
    loop = progress.clarification
    waiting = None if loop is None else loop if loop.is_active else loop.resumable
    is_held = waiting is not None and (waiting.is_active or waiting.offered_at_turn is not None)
    held = (solved.id, waiting.objective_id) if waiting is not None and is_held else (solved.id,)
    parked = [o for o in thread.objectives if o.id not in held and _waits(o)]
    if not parked:
        return None
    called = [sub.called for sub in unsolved(parked[-1])] or [parked[-1].summary]
    text = pack.texts.parked.format(parts=named(called, pack.texts))
    return PendingOffer(text=text, objective_id=parked[-1].id)


def _waits(parked: Objective) -> bool:
    """Whether something is waited for in it, and it was not offered yet."""
    is_shown = bool(parked.subs) and all(map(was_shown, unsolved(parked)))
    return parked.status is ObjectiveStatus.ACTIVE and not parked.offered and not is_shown


def next_angle(objective: Objective, sub: SubObjective, turn: int, tuning: Tuning) -> Angle | None:
    """The angle from which the part may be asked for now, None when it may not (C4).

    An objective is asked for once, and again only after the user gave something.
    """
    if sub.status not in OPEN or sub.stuck_reason is None:
        return None
    used = {ask.angle for ask in objective.asks if ask.sub_id == sub.id}
    unused = next((angle for angle in Angle if angle not in used), None)
    if not objective.asks or unused is None:
        return unused
    last = objective.asks[-1].turn
    gave_since = any(given > last for given in objective.given_turns)
    waited = 0 < tuning.ask_again_turns <= turn - last
    return unused if gave_since or waited else None


def _asks(
    objective: Objective, due: Sequence[SubObjective], pack: Pack, tuning: Tuning, turn: int
) -> tuple[Ask, ...]:
    """One ask for all of them, from the first angle that is new for each, else the first part's."""
    used = {(ask.sub_id, ask.angle) for ask in objective.asks}
    fresh = [angle for angle in Angle if all((sub.id, angle) not in used for sub in due)]
    angle = fresh[0] if fresh else next_angle(objective, due[0], turn, tuning) or Angle.DOCUMENT
    meant = [sub for sub in due if (sub.id, angle) not in used]
    text = ask_text(meant, angle, pack)
    return tuple(
        Ask(turn=turn, sub_id=sub.id, stuck_reason=sub.stuck_reason, angle=angle, text=text)
        for sub in meant
        if sub.stuck_reason is not None
    )


def ask_text(subs: Sequence[SubObjective], angle: Angle, pack: Pack) -> str:
    """The ask for these parts in the words of their reason; of several different ones, of the plain miss."""
    reasons = {sub.stuck_reason for sub in subs}
    reason = next(iter(reasons)) if len(reasons) == 1 else None
    parts = named([sub.called for sub in subs], pack.texts)
    return pack.asks.text(reason or StuckReason.NO_EVIDENCE, angle).format(parts=parts, tried=tried(subs, pack))


def tried(subs: Sequence[SubObjective], pack: Pack) -> str:
    """What was searched for every one of these parts: the web is named only where it was."""
    on_the_web = all(SearchAngle.WEB in sub.tried for sub in subs)
    return pack.texts.tried_web if on_the_web else pack.texts.tried_documents
