"""A pack's examples: read with their place in a conversation; a fault is named with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from followthrough.adapters.pack import examples_yaml
from followthrough.adapters.pack.yaml_folder import load_pack, read_pack, shipped_examples
from followthrough.domain.hearing import NO_EXAMPLES, Act, ActExample, SaidAt, Spot

TALK = """\
- state: which_one
  assistant: Which one?
  options: [Red, "no"]
  user_before: the form
  lang: de
  messages:
    select: |
      den roten

      nimm den da
    wants_out: "yes"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pack.yaml").write_text("name: mine\nlanguage: en\ndescription: A pack of my own.\n")
    (tmp_path / "examples").mkdir()
    return tmp_path


def faults(folder: Path) -> list[str]:
    found = read_pack(folder)
    assert isinstance(found, list)
    return [str(fault).removeprefix(f"{folder}/") for fault in found]


def test_examples_are_read_with_the_place_they_are_said_in(folder: Path) -> None:
    (folder / "examples" / "talk.yaml").write_text(TALK)
    said = SaidAt(spot=Spot.WHICH_ONE, assistant="Which one?", options=("Red", "no"), user_before="the form")
    assert load_pack(str(folder)).examples.all == (
        ActExample(text="den roten", said=said, act=Act.SELECT, lang="de"),
        ActExample(text="nimm den da", said=said, act=Act.SELECT, lang="de"),
        ActExample(text="yes", said=said, act=Act.WANTS_OUT, lang="de"),
    )


def test_the_digest_changes_with_what_is_said_and_with_nothing_else(folder: Path) -> None:
    digests: list[str] = []
    for text in (
        TALK,
        f"# a remark\n{TALK}",
        TALK.replace("den da", "den dort"),
        TALK.replace("which_one", "confirm"),
    ):
        (folder / "examples" / "talk.yaml").write_text(text)
        digests.append(load_pack(str(folder)).examples.digest)
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


def test_what_ships_is_in_the_weights_and_in_no_pack() -> None:
    assert {load_pack(name).examples for name in ("general", "it_support")} == {NO_EXAMPLES}
    assert len(shipped_examples().all) >= 1_000


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("state: start\n", "examples/a.yaml:1: must be a list"),
        ("- state: start\n", "examples/a.yaml:1: messages is missing"),
        ("- messages: {thanks: ta}\n", "examples/a.yaml:1: state is missing"),
        (
            "- state: later\n  messages: {thanks: ta}\n",
            "examples/a.yaml:1: there is no state 'later'; known: start, ",
        ),
        ("- state: start\n  messages:\n    thank: ta\n", "examples/a.yaml:3: there is no act 'thank'; known: about_"),
        ("- state: start\n  mesages: {thanks: ta}\n", "examples/a.yaml:2: unknown key 'mesages'; known: state, "),
        ("- state: start\n  messages:\n    thanks: [ta]\n", "examples/a.yaml:3: must be a text"),
        ("- state: start\n  messages:\n    thanks: ''\n", "examples/a.yaml:3: no message stands here"),
        ("- state: start\n  options: one\n  messages: {thanks: ta}\n", "examples/a.yaml:2: must be a list"),
        ("- state: [start\n", "examples/a.yaml:2: not YAML: "),
        (f"- state: start\n  messages: {{thanks: {'x' * 601}}}\n", "examples/a.yaml:2: a message is longer than 600"),
    ],
)
def test_a_fault_is_named_with_its_place(folder: Path, content: str, fault: str) -> None:
    (folder / "examples" / "a.yaml").write_text(content)
    assert any(found.startswith(fault) for found in faults(folder))


def test_more_examples_than_can_be_learned_in_seconds_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples_yaml, "MOST", 2)
    (folder / "examples" / "talk.yaml").write_text(TALK)
    assert faults(folder) == ["examples: 3 examples; a pack has at most 2"]
