"""What a question takes for granted and a source contradicts: "since the limit is 30" where it is 10 (report 19).

A cited sentence that says "10, not 30" corrects the question; with the source's value in the place of the user's the
question can be answered as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Wording
from followthrough.domain.pack import Pack
from followthrough.rules.language.facts import Facts, Known, facts_of, key_of
from followthrough.rules.language.words import words_of


def corrected(part: SubObjective, said: Sequence[Wording], pack: Pack) -> SubObjective | None:
    """The part with the source's value for the one that it assumes; None where no cited sentence corrects it.

    Args:
        part: the question.
        said: sentences that passed their check, so that what they deny of the question stands in no source of theirs.
        pack: the words to look for.
    """
    asked = _figures(facts_of(part.text, pack))
    for wording in said:
        if not wording.extracts:
            continue
        told = _figures(facts_of(wording.text, pack))
        held = Known((extract.quote for extract in wording.extracts), pack)
        denied = [key for key in told & asked if key in held.lacks(facts_of(wording.text, pack))]
        right = told - asked
        if len(denied) == 1 and len(right) == 1:
            return _with(part, denied[0], _as_written(wording, next(iter(right))))
    return None


def _figures(facts: Facts) -> frozenset[str]:
    return facts.numbers | facts.codes


def _as_written(wording: Wording, key: str) -> str:
    return next(w.text for w in words_of(wording.text) if key_of(w.key) == key)


def _with(part: SubObjective, wrong: str, right: str) -> SubObjective:
    text = part.text
    for word in reversed([w for w in words_of(text) if key_of(w.key) == wrong]):
        text = text[: word.start] + right + text[word.end :]
    return replace(part, text=text)
