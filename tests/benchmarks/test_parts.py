"""Messages are taken apart into the questions that they hold."""

from __future__ import annotations

from benchmarks.parts.__main__ import HERE, is_exact, measure, read

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.questions.dividing import Piece

PACK = load_pack("general")


def test_a_single_question_is_left_whole_and_most_others_are_found() -> None:
    figures, missed = measure([case for path in sorted(HERE.glob("*.txt")) for case in read(path)], PACK)
    assert figures.single_kept >= 0.95 * figures.single, missed
    assert figures.exact >= 0.75 * figures.messages, missed


def test_what_two_questions_share_may_stand_beside_them() -> None:
    wanted = ["do I tell hr moved", "does my tax change moved"]
    assert is_exact([Piece("I moved, do I tell hr"), Piece("does my tax change", "I moved")], wanted)
    assert not is_exact([Piece("I moved, do I tell hr"), Piece("does my tax change")], wanted)
    assert not is_exact([Piece("I moved, do I tell hr and does my tax change")], wanted)
