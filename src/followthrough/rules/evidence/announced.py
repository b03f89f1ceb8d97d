"""The list, steps or table that a unit announces or is one of: it is read whole or not at all.

"Follow these steps:" says nothing without the steps, and one step of five is no way to do a thing.
"""

from __future__ import annotations

from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.coverage import Candidate, Evidence
from followthrough.rules.language.kinds import Kind

WANT_ALL = frozenset((Kind.HOW_TO, Kind.ENUMERATION))  # kinds answered by a whole list
_LEADS_IN = ":"
_BLOCK_UNITS = 3  # of prose or code that a colon announces


def announces(candidate: Candidate) -> bool:
    """Whether the unit leads in to what stands behind it."""
    return candidate.unit.kind is ExtractKind.SENTENCE and candidate.text.endswith(_LEADS_IN)


def run_of(first: Candidate, evidence: Evidence) -> list[Candidate]:
    """The unit with what it announces, or the list around it where all is asked for; empty when it stands alone."""
    siblings = [c for c in evidence.candidates if c.rank == first.rank]
    if first.unit.kind is ExtractKind.SENTENCE:
        return _after(first, siblings, evidence)
    if evidence.question.kind not in WANT_ALL:
        return []
    before = [c for c in _block(siblings, first.unit.block - 1) if c.unit.kind is ExtractKind.SENTENCE][-1:]
    items = _block(siblings, first.unit.block)
    return [*(c for c in before if announces(c)), *items] if len(items) > 1 else []


def steps_after(first: Candidate, evidence: Evidence, pack: Pack) -> list[Candidate]:
    """Where a way to do something is asked for: the instructions that go on right after the first unit."""
    if evidence.question.kind is not Kind.HOW_TO or first.unit.kind is not ExtractKind.SENTENCE:
        return []
    steps: list[Candidate] = []
    for candidate in evidence.candidates:
        if candidate.rank != first.rank or candidate.place <= first.place:
            continue
        if candidate.unit.block != first.unit.block or not _instructs(candidate, pack):
            break
        steps.append(candidate)
    return steps


def _after(first: Candidate, siblings: list[Candidate], evidence: Evidence) -> list[Candidate]:
    """What a lead-in announces; numbered steps may follow a sentence without a colon."""
    after = _block(siblings, first.unit.block + 1)
    items = [c for c in after if c.unit.kind is not ExtractKind.SENTENCE]
    if announces(first):
        return [first, *(items or after[:_BLOCK_UNITS])] if after else []
    wants_steps = evidence.question.kind in WANT_ALL and items and items[0].unit.kind is ExtractKind.STEP
    return [first, *items] if wants_steps and items[0].place == first.place + 1 else []


def _block(siblings: list[Candidate], block: int) -> list[Candidate]:
    return [c for c in siblings if c.unit.block == block]


def _instructs(candidate: Candidate, pack: Pack) -> bool:
    return candidate.keys[:1] != [] and candidate.keys[0] in pack.values.steps
