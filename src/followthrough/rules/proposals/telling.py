"""Which parts of a question are told by what a model wrote, so that the rules' words for them are not needed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import PartAnswer, Wording
from followthrough.domain.pack import Pack
from followthrough.domain.reading import Chance
from followthrough.rules.claims.settled import values_in
from followthrough.rules.language.kinds import wanted
from followthrough.rules.language.values import SHAPED
from followthrough.rules.language.words import keys_of
from followthrough.rules.objective.unsolved import shows_value, telling_stems
from followthrough.tuning import Tuning


class Telling:
    """Which parts are told by what was written.

    Args:
        cited: the sentences that rest on passages.
        stands: they can be the answer: less was lost than said.
        chances: how likely it answers each part that it cites something of.
        trust: how often the model's latest answers were better than what was found.
        is_only: the message has one part.
        pack: the words to look for.
        tuning: the table of numbers.
    """

    def __init__(
        self,
        cited: Sequence[Wording],
        *,
        stands: bool,
        chances: Mapping[SubObjectiveId, Chance],
        trust: float,
        is_only: bool,
        pack: Pack,
        tuning: Tuning,
    ) -> None:
        self._cited, self._stands, self._chances, self._is_only = cited, stands, chances, is_only
        self._pack, self._tuning = pack, tuning
        self._least = _least_share(trust, tuning)
        self._text = " ".join(wording.text for wording in cited)
        extracts = [extract for wording in cited for extract in wording.extracts]
        above = [" ".join((e.passage.document_name, *e.passage.heading)) for e in extracts]
        self._passages = {extract.passage.id for extract in extracts}
        self._spoken = telling_stems(" ".join((self._text, *(e.quote for e in extracts), *above)), pack)

    def tells(self, part: SubObjective, answer: PartAnswer) -> bool:
        """Whether what was written answers the part, so that the rules' words for it are not needed.

        Where the rules found a value, it has that; elsewhere a reader finds it likely enough beside what was found,
        the likelier the less the model is trusted. Where as much was refused as said, the rules' words follow, and
        behind all that a model says whose latest answers were no better.
        """
        if not answer.extracts and self._is_only:
            return bool(self._cited)
        return self._least < math.inf and self._answers(part, answer, self._least)

    def better(self, parts: Sequence[SubObjective], answers: Sequence[PartAnswer]) -> bool | None:
        """Whether it answers each of the parts better than anything that was found; None where it agrees with that.

        To say of what the rules have settled what they say shows nothing: whoever copies their words does so.
        """
        least, agrees = self._tuning.written_better, self._tuning.written_agrees
        if self._cited and all(self._chance(part).odds >= least and not self._echoes(part) for part in parts):
            return True
        found = {answer.part_id: answer for answer in answers if answer.complete}
        is_agreed = all(part.id in found and self._answers(part, found[part.id], agrees) for part in parts)
        return None if is_agreed else False

    def _answers(self, part: SubObjective, answer: PartAnswer, least: float) -> bool:
        if not self._cited or (answer.extracts and not self._stands):
            return False
        if answer.complete and wanted(keys_of(part.text), self._pack).kind in SHAPED:
            return self.speaks_of(part, answer) and self._has_value(part, answer)
        says_yes = self._pack.values.rulings & (frozenset(keys_of(self._text)) - frozenset(keys_of(part.text)))
        return self._chance(part).share >= least and (bool(says_yes) or not self._echoes(part))

    def _chance(self, part: SubObjective) -> Chance:
        return self._chances.get(part.id, _NO_CHANCE)

    def _echoes(self, part: SubObjective) -> bool:
        """Whether it tells nothing but what was asked: likely as that looks to a reader, it says nothing."""
        told, asked = (telling_stems(t, self._pack) | values_in(t, self._pack) for t in (self._text, part.text))
        return told <= asked

    def speaks_of(self, part: SubObjective, answer: PartAnswer) -> bool:
        """Whether it has most of what the part asks, or rests on what the rules would show."""
        asked = telling_stems(part.text, self._pack)
        covers = bool(asked) and len(asked & self._spoken) >= self._tuning.written_min_cover * len(asked)
        return covers or any(extract.passage.id in self._passages for extract in answer.extracts)

    def _has_value(self, part: SubObjective, answer: PartAnswer) -> bool:
        """Whether it shows the kind of value that was asked for, one of those that the rules found."""
        known = frozenset[str]().union(*(values_in(extract.text, self._pack) for extract in answer.extracts))
        has_one = not known or not known.isdisjoint(values_in(self._text, self._pack))
        return has_one and any(shows_value(wording.text, part, self._pack) for wording in self._cited)


_NO_CHANCE = Chance(own=0.0, best=1.0, sentence=0.0)


def _least_share(trust: float, tuning: Tuning) -> float:
    """The least share of the best chance with which what a model so trusted wrote stands alone."""
    if trust >= tuning.written_proven:
        return tuning.written_least
    return tuning.written_least_unproven if trust >= tuning.written_doubted else math.inf
