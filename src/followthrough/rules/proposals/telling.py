"""Which parts of a question are told by what a model wrote, so that the rules' words for them are not needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import PartAnswer, Wording
from followthrough.domain.pack import Pack
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
        shares: how likely it answers each part, beside the likeliest of what was found (1: as likely).
        settled: the values that settle what a part asks, by its question.
        is_only: the message has one part.
        pack: the words to look for.
        tuning: the table of numbers.
    """

    def __init__(
        self,
        cited: Sequence[Wording],
        *,
        stands: bool,
        shares: Mapping[SubObjectiveId, float],
        settled: Mapping[str, frozenset[str]],
        is_only: bool,
        pack: Pack,
        tuning: Tuning,
    ) -> None:
        self._cited, self._stands, self._shares, self._is_only = cited, stands, shares, is_only
        self._settled, self._pack, self._tuning = settled, pack, tuning
        self._text = " ".join(wording.text for wording in cited)
        extracts = [extract for wording in cited for extract in wording.extracts]
        above = [" ".join((e.passage.document_name, *e.passage.heading)) for e in extracts]
        self._passages = {extract.passage.id for extract in extracts}
        self._spoken = telling_stems(" ".join((self._text, *(e.quote for e in extracts), *above)), pack)

    def tells(self, part: SubObjective, answer: PartAnswer) -> bool:
        """Whether what was written answers the part, so that the rules' words for it are not needed.

        Where the rules found a value, it has that; elsewhere a reader finds it likely enough beside what was found.
        Where something was refused, it says most of what they would.
        """
        if not self._cited or (not self._stands and answer.extracts and not self._says_it(answer)):
            return False
        if not answer.extracts and self._is_only:
            return True
        if answer.complete and wanted(keys_of(part.text), self._pack).kind in SHAPED:
            return self.speaks_of(part, answer) and self._has_value(part, answer)
        return self._shares.get(part.id, 0.0) >= self._tuning.written_least

    def speaks_of(self, part: SubObjective, answer: PartAnswer) -> bool:
        """Whether it has most of what the part asks, or rests on what the rules would show."""
        asked = telling_stems(part.text, self._pack)
        covers = bool(asked) and len(asked & self._spoken) >= self._tuning.written_min_cover * len(asked)
        return covers or any(extract.passage.id in self._passages for extract in answer.extracts)

    def _has_value(self, part: SubObjective, answer: PartAnswer) -> bool:
        """Whether it shows the kind of value that was asked for, one of those that the rules found."""
        if not any(shows_value(wording.text, part, self._pack) for wording in self._cited):
            return False
        shown = (values_in(extract.text, self._pack) for extract in answer.extracts)
        known = self._settled.get(part.query) or frozenset[str]().union(*shown)
        return not known or not known.isdisjoint(values_in(self._text, self._pack))

    def _says_it(self, answer: PartAnswer) -> bool:
        """Whether it says most of the first that the rules would show."""
        first = telling_stems(answer.extracts[0].text, self._pack) if answer.extracts else frozenset[str]()
        said = telling_stems(self._text, self._pack)
        return len(first & said) >= self._tuning.written_min_cover * len(first)
