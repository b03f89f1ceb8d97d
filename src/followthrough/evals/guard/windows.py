"""Which decisions are compared: those of a period, or those of threads in which a flag did something."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from followthrough.domain.decision_record import DecisionRecord
from followthrough.domain.rollout import Flag, Mode
from followthrough.errors import InvalidInput
from followthrough.rules.records.window import Window, read_window
from followthrough.tuning import Tuning

_COHORT = re.compile(r"cohort:(?:(?P<flag>[a-z_]+)(?:=(?P<of>[a-z]+))?)", re.IGNORECASE)
_MODES = {mode.value: mode for mode in Mode}
_FLAGS = {flag.value.removesuffix("_enabled"): flag for flag in Flag}
_FIX = (
    "Give a length such as 7d, two days such as 2026-11-01..2026-11-08, or a cohort: cohort:on, cohort:off, "
    "cohort:shadow, or a flag with one of these, such as cohort:selection_lane=on."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two sets that are compared: a period, and within it, of a cohort, one mode of a flag."""

    window: Window
    flag: Flag = Flag.GROUNDING_CONTINUITY
    mode: Mode | None = None

    @property
    def name(self) -> str:
        """What the user wrote."""
        return self.window.name

    def has(self, decision: DecisionRecord) -> bool:
        """Whether the decision is in it."""
        inside = self.window.start <= decision.at < self.window.end
        return inside and (self.mode is None or decision.flags.mode_of(self.flag) is self.mode)


def read_side(text: str, now: datetime, tuning: Tuning) -> Side:
    """The set that the text names; a cohort is that of the last days, as many as the table of numbers says.

    Raises:
        InvalidInput: it names none.
    """
    text = text.strip()
    if not text.lower().startswith("cohort:"):
        try:
            return Side(window=read_window(text, now))
        except InvalidInput as error:
            raise InvalidInput(error.what, fix=_FIX, field="window") from None
    found = _COHORT.fullmatch(text)
    name, of = (found["flag"].lower(), (found["of"] or "on").lower()) if found else ("", "")
    if name in _MODES and found and found["of"] is None:
        name, of = Flag.GROUNDING_CONTINUITY.value, name
    flag, mode = _FLAGS.get(name.removesuffix("_enabled")), _MODES.get(of)
    if flag is None or mode is None:
        raise InvalidInput("There is no such cohort.", fix=_FIX, field="window")
    window = Window(name=text, start=now - timedelta(days=tuning.guard_cohort_days), end=now)
    return Side(window=window, flag=flag, mode=mode)
