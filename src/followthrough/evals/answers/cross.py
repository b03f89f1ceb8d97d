"""Each folder measured by weights of the reader that were fitted on the other folders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from followthrough.errors import InvalidInput
from followthrough.evals.answers.dataset import Question
from followthrough.evals.answers.fit import Lesson, Seen, fit_all
from followthrough.evals.answers.judge import Judged, is_right, overlaps
from followthrough.evals.answers.run import OpenDocuments, Told, evaluate
from followthrough.rules.reading.chances import WeightSets

#: Systems that read by these weights, by the shipped ones without.
Opening: TypeAlias = Callable[[WeightSets | None], OpenDocuments]


async def cross_validate(
    folders: Sequence[Path], opening: Opening, told: Told, *, standalone: bool = False, limit: int | None = None
) -> list[Judged]:
    """Judges the questions of each folder, read by weights fitted on those of the others.

    Everything is asked twice: first to see what the reader is given for each question, then by the fitted weights.

    Args:
        folders: as ``run.evaluate`` takes them.
        opening: opens the system by weights; its replies must say what was read for them.
        told: as there.
        standalone: as there.
        limit: as there.

    Raises:
        InvalidInput: a folder is malformed, there is only one, or the others of one teach nothing.
    """
    if len(folders) < 2:
        raise InvalidInput(
            "To cross-validate needs two folders: each is read by weights that were fitted on the others.",
            fix="Name another folder, or leave the option out.",
        )
    first = await evaluate(folders, opening(None), told, standalone=standalone, limit=limit)
    lessons = [(row.folder, lesson) for row in first if (lesson := lesson_of(row.question, row.replied.read))]
    rows: list[Judged] = []
    for folder in folders:
        others = [lesson for name, lesson in lessons if name != folder.resolve().name]
        if not others:
            raise InvalidInput(
                f"There is nothing to fit on beside {folder}: nothing was read for the others' questions.",
                fix="Name another folder.",
            )
        rows += await evaluate([folder], opening(fit_all(others)), told, standalone=standalone, limit=limit)
    return rows


def lesson_of(question: Question, read: Sequence[Seen]) -> Lesson | None:
    """What a question teaches: one reading made for it, the first that saw an answer before others.

    None where nothing was read for it, and where it is none that a reply can be judged by (``Question.counts``).
    """
    if not question.counts:
        return None
    lessons = [
        Lesson(
            asked=one.asked,
            units=one.units,
            alike=one.alike,
            right=tuple(_answers(question, u.text) for u in one.units),
        )
        for one in read
    ]
    return next((lesson for lesson in lessons if any(lesson.right)), lessons[0] if lessons else None)


def _answers(question: Question, text: str) -> bool:
    return is_right(question.key, text) or any(overlaps(text, marked) for marked in question.support)
