"""`followthrough eval answers --cross-validate`: the reader fitted on other folders' questions."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.evals.test_answers import A_QUESTION, a_folder, a_row, untold

from followthrough.domain.reading import Asked, Readable
from followthrough.errors import InvalidInput
from followthrough.evals.answers.cross import cross_validate, lesson_of
from followthrough.evals.answers.dataset import Question
from followthrough.evals.answers.fit import Lesson, Seen, fit, fit_all
from followthrough.evals.answers.judge import Replied
from followthrough.evals.answers.run import NewThread, OpenDocuments, Send
from followthrough.rules.reading.chances import Alike, Weights, WeightSets, chances_of
from followthrough.rules.reading.signals import Signal

ASKED = Asked(question="What is the lab fee?", unheard=0.1, words=3)


def a_unit(text: str = "", **signals: float) -> Readable:
    return Readable(text=text, signals=tuple(signals.get(signal.name.lower(), 0.0) for signal in Signal))


def a_lesson(right: Sequence[bool], *near: float, alike: Sequence[Alike] = ()) -> Lesson:
    units = tuple(a_unit(near=value) for value in near)
    return Lesson(asked=ASKED, units=units, alike=tuple(alike), right=tuple(right))


LESSONS = [
    a_lesson([True, False, False], 0.9, 0.2, 0.1),
    a_lesson([False, True], 0.3, 0.8),
    a_lesson([True, True, False], 0.7, 0.6, 0.2),
    a_lesson([False, False], 0.2, 0.1),
    a_lesson([False, True], 0.5, 0.4),
]


def loss_of(weights: Weights, lessons: Sequence[Lesson]) -> float:
    """What is to be made small, by the product's own chances."""
    loss = sum(w * w for w in weights.block) * 1.0 / 2 + sum(w * w for w in weights.nothing) * 0.3 / 2
    for one in lessons:
        chances = chances_of(one.asked, one.units, one.alike, weights)
        hit = sum(c for c, right in zip(chances, one.right, strict=True) if right)
        loss -= math.log(hit if any(one.right) else 1 - sum(chances))
    return loss


def test_no_weights_beside_the_fitted_ones_fit_better() -> None:
    fitted = fit(LESSONS, likenesses=0)
    least = loss_of(fitted, LESSONS)
    for size in (0.01, -0.01):
        for n, weight in enumerate(fitted.block):
            other = replace(fitted, block=(*fitted.block[:n], weight + size, *fitted.block[n + 1 :]))
            assert loss_of(other, LESSONS) > least
        for n, weight in enumerate(fitted.nothing):
            other = replace(fitted, nothing=(*fitted.nothing[:n], weight + size, *fitted.nothing[n + 1 :]))
            assert loss_of(other, LESSONS) > least


def test_what_tells_the_answer_gets_weight_and_what_never_differs_gets_none() -> None:
    fitted = fit(LESSONS, likenesses=0)
    assert fitted.block[Signal.NEAR] > 0.5
    assert fitted.block[Signal.LISTED] == pytest.approx(0.0)


def test_each_number_of_likenesses_has_weights_from_the_lessons_that_have_so_many() -> None:
    assert set(fit_all(LESSONS)) == {0}
    with_meaning = a_lesson([True, False], 0.1, 0.9, alike=[(0.9, 0.8), (0.1, 0.2)])
    fitted = fit_all([*LESSONS, with_meaning])
    assert set(fitted) == {2, 0}
    assert len(fitted[2].block) == len(fitted[0].block) + 2
    assert fitted[2] == fit([with_meaning], likenesses=2)
    assert fit_all([]) == {}


def seen(*texts: str) -> Seen:
    return Seen(asked=ASKED, units=tuple(map(a_unit, texts)), alike=())


@pytest.mark.parametrize(
    ("question", "read", "right"),
    [
        (A_QUESTION, [seen("Parking.", "It is 40 dollars.")], (False, True)),
        (replace(A_QUESTION, key="x"), [seen("So: the lab fee is 40 dollars a visit, always.")], (True,)),
        (A_QUESTION, [seen("Parking."), seen("40 dollars", "Ten.")], (True, False)),
        (replace(A_QUESTION, key="", support=()), [seen("Parking."), seen("40 dollars")], (False,)),
        (A_QUESTION, [], None),
        (replace(A_QUESTION, kind="chat"), [seen("40 dollars")], None),
    ],
    ids=[
        "the key matches",
        "the marked words stand in it",
        "of several readings the one that saw the answer",
        "nothing answers",
        "nothing was read",
        "it is no question",
    ],
)
def test_what_a_question_teaches(question: Question, read: list[Seen], right: tuple[bool, ...] | None) -> None:
    lesson = lesson_of(question, read)
    assert (lesson.right if lesson else None) == right


class _System:
    """In folder ``a`` what is near answers, in ``b`` a list does; keeps by which weights each was opened."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, WeightSets | None]] = []

    def opening(self, weights: WeightSets | None) -> OpenDocuments:
        @asynccontextmanager
        async def open_documents(path: Path) -> AsyncGenerator[NewThread]:
            folder = path.parent.name
            self.opened.append((folder, weights))
            answer = a_unit("40 dollars", **{"near" if folder == "a" else "listed": 1.0})
            read = (Seen(asked=ASKED, units=(answer, a_unit("Ten.")), alike=()),)

            async def send(text: str) -> Replied:
                return Replied(text="40 dollars", read=read if folder != "mute" else ())

            async def new_thread() -> Send:
                return send

            yield new_thread

        return open_documents


async def test_each_folder_is_read_by_weights_that_have_not_seen_it(tmp_path: Path) -> None:
    folders = [a_folder(tmp_path, name, a_row("1", key="40"), a_row("2", key="40")) for name in ("a", "b")]
    system = _System()
    rows = await cross_validate(folders, system.opening, untold)
    assert [(row.folder, row.question.id) for row in rows] == [("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]
    assert [(name, weights is None) for name, weights in system.opened] == [
        ("a", True),
        ("b", True),
        ("a", False),
        ("b", False),
    ]
    of_a, of_b = (weights[0].block for _, weights in system.opened[2:] if weights)
    assert of_a[Signal.LISTED] > 0.3
    assert of_a[Signal.NEAR] == pytest.approx(0.0)
    assert of_b[Signal.NEAR] > 0.3
    assert of_b[Signal.LISTED] == pytest.approx(0.0)


async def test_one_folder_or_others_that_teach_nothing_are_refused(tmp_path: Path) -> None:
    one, mute = (a_folder(tmp_path, name, a_row("1", key="40")) for name in ("a", "mute"))
    with pytest.raises(InvalidInput, match="needs two folders"):
        await cross_validate([one], _System().opening, untold)
    with pytest.raises(InvalidInput, match="nothing to fit on beside"):
        await cross_validate([one, mute], _System().opening, untold)
