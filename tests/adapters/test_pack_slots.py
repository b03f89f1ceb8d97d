"""The slots of a pack: what is read, and every fault by its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack, read_pack
from followthrough.domain.pack import Pack

HEAD = "name: mine\nlanguage: en\ndescription: A pack of my own.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pack.yaml").write_text(HEAD)
    return tmp_path


def faults(folder: Path) -> list[str]:
    found = read_pack(folder)
    assert isinstance(found, list)
    return [str(fault).removeprefix(f"{folder}/") for fault in found]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["slots:", "  plan:", "    colour: red", "    ask: Which?"], "slots.yaml:3: unknown key 'colour'"),
        (["slots:", "  plan: {many: true}"], "slots.yaml:2: the slot plan needs ask"),
        (["slots:", "  My Plan: {ask: Which?}"], "slots.yaml:2: the slot 'My Plan' must be small letters"),
        (["slots:", "  plan: {ask: Which?, many: maybe}"], "slots.yaml:2: must be true or false"),
        (["slots:", "  plan: {ask: Which?, metadata: colour}"], "slots.yaml:2: metadata must be one of payor"),
        (["slots:", "  plan: {ask: Which?, dimensions: [My Plan]}"], "slots.yaml:2: dimensions must be names"),
        (
            ["slots:", "  plan:", "    ask: Which?", "    values:", "      Alpha: {site: 'https://alpha.example'}"],
            "slots.yaml:5: site must be a host",
        ),
        (["slots:", "  plan: {ask: Which?, resets: [area]}"], "slots.yaml:2: resets names 'area', which is no slot"),
        (
            ["slots: {}", "needs:", "  - slots: [plan]", "    ask: Which?", "    words: [fee]"],
            "slots.yaml:3: slots names",
        ),
        (["slots: {}", "needs:", "  - ask: Which?"], "slots.yaml:3: a need must have slots, words"),
        (
            ["slots: {}", "needs:", "  - {slots: [a], ask: Which?, words: [fee + ]}"],
            "slots.yaml:3: a list holds a text",
        ),
        (
            ["slots:", "  a: {ask: Which?, dimensions: [x]}", "  b: {ask: Which?, dimensions: [x]}"],
            "slots.yaml:3: the slots a and b have the same dimension 'x'",
        ),
        (
            [
                "slots:",
                "  plan:",
                "    ask: Which?",
                "    values:",
                "      Alpha: {aliases: [al]}",
                "      Beta: {aliases: [al]}",
            ],
            "slots.yaml:6: Alpha and Beta have the same alias 'al'",
        ),
        (
            [
                "slots:",
                "  plan:",
                "    ask: Which?",
                "    values:",
                "      Alpha: {aliases: [beta]}",
                "      Beta: {aliases: [alpha]}",
            ],
            "slots.yaml:5: the alias 'beta' of Alpha is the name of another value, Beta",
        ),
        (["slots: &all", "  plan: *all"], "slots.yaml:"),
        (["negations: &all [*all]"], "slots.yaml:1: must be a text"),
    ],
)
def test_a_fault_names_file_and_line(folder: Path, lines: list[str], fault: str) -> None:
    (folder / "slots.yaml").write_text("\n".join(lines))

    assert any(line.startswith(fault) for line in faults(folder)), faults(folder)


def test_both_ends_of_a_cyclic_alias_are_named(folder: Path) -> None:
    values = "      Alpha: {aliases: [beta]}\n      Beta: {aliases: [alpha]}\n"
    (folder / "slots.yaml").write_text(f"slots:\n  plan:\n    ask: Which?\n    values:\n{values}")

    assert [line.split(": ")[0] for line in faults(folder)] == ["slots.yaml:5", "slots.yaml:6"]


def test_a_pack_takes_from_general_the_words_around_names(folder: Path) -> None:
    (folder / "slots.yaml").write_text("slots:\n  plan: {ask: Which plan?, values: {Alpha: , Beta: }}\n")
    pack = load_pack(str(folder))

    assert [value.name for value in pack.slots.named("plan").values] == ["Alpha", "Beta"]
    assert pack.slots.named("plan").dimensions == ("plan",)
    assert pack.slots.negations == load_pack("general").slots.negations


@pytest.mark.parametrize("name", ["general", "healthcare_payer", "it_support"])
def test_the_shipped_packs_are_in_order(name: str) -> None:
    assert isinstance(load_pack(name), Pack)
