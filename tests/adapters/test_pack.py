"""A pack is checked before anything uses it; a fault is named with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack, read_pack, shipped_packs
from followthrough.errors import ConfigurationError

HEAD = "name: mine\nlanguage: en\ndescription: A pack of my own.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pack.yaml").write_text(HEAD)
    return tmp_path


def faults(folder: Path) -> list[str]:
    found = read_pack(folder)
    assert isinstance(found, list)
    return [str(fault).removeprefix(f"{folder}/") for fault in found]


def test_the_general_pack_ships() -> None:
    pack = load_pack("general")

    assert "general" in shipped_packs()
    assert (pack.name, pack.language) == ("general", "en")
    assert "thanks" in pack.phrases.thanks
    assert "the" in pack.words.stop


def test_words_that_yaml_takes_for_truth_values_stay_words() -> None:
    pack = load_pack("general")

    assert {"no", "yes", "ok"} <= pack.phrases.acknowledgements
    assert {"on", "off", "no"} <= pack.words.stop


def test_an_unknown_pack_is_answered_with_what_ships() -> None:
    with pytest.raises(ConfigurationError, match="general") as refused:
        load_pack("no_such_pack")

    assert refused.value.field == "pack"


def test_a_folder_without_a_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"pack\.yaml"):
        load_pack(str(tmp_path))


def test_a_pack_takes_from_general_what_it_leaves_out(folder: Path) -> None:
    (folder / "texts.yaml").write_text("greeting: Welcome to the office.\n")
    pack, general = load_pack(str(folder)), load_pack("general")

    assert pack.name == "mine"
    assert pack.texts.greeting == "Welcome to the office."
    assert pack.texts.thanks == general.texts.thanks
    assert pack.words == general.words


def test_words_are_read_as_rules_compare_them(folder: Path) -> None:
    (folder / "phrases.yaml").write_text("greetings: [Grüß  Gott!, 'What’s new?']\n")

    assert load_pack(str(folder)).phrases.greetings == {"grüss gott", "what's new"}


@pytest.mark.parametrize(
    ("file", "content", "fault"),
    [
        ("texts.yaml", "greeting: Hi\ngoodnight: Bye\n", "texts.yaml:2: unknown key 'goodnight'"),
        ("texts.yaml", "greeting: Hi\ngreeting: Ho\n", "texts.yaml:2: greeting stands here a second time"),
        ("texts.yaml", "greeting: [Hi]\n", "texts.yaml:1: must be a text"),
        ("texts.yaml", "greeting: Hi {name}\n", "texts.yaml:1: greeting must have nothing to fill in"),
        ("texts.yaml", "\nnot_found: Nothing.\n", "texts.yaml:2: not_found must have {part} to fill in"),
        ("texts.yaml", "greeting: Hi {\n", "texts.yaml:1: greeting: "),
        ("texts.yaml", "greeting: 'Hi\n", "texts.yaml:2: not YAML"),
        ("texts.yaml", "- Hi\n", "texts.yaml:1: must be keys with values"),
        ("phrases.yaml", "thanks: ta\n", "phrases.yaml:1: must be a list"),
        ("phrases.yaml", "thanks:\n  - ta\n  - [x]\n", "phrases.yaml:3: must be a text"),
        ("phrases.yaml", "thanks:\n  - ta\n  - '?!'\n", "phrases.yaml:3: a list holds a text without a word"),
        ("words.yaml", "families: [pay, paid]\n", "words.yaml:1: must be a list"),
        ("pack.yaml", "name: mine\nlanguage: en\n", "pack.yaml: description is missing"),
        ("pack.yaml", "name: mine\nlanguage: ''\ndescription: d\n", "pack.yaml:2: language is empty"),
        ("colours.yaml", "a: b\n", "colours.yaml: no such section"),
    ],
)
def test_a_fault_names_file_and_line(folder: Path, file: str, content: str, fault: str) -> None:
    (folder / file).write_text(content)

    assert faults(folder)[0].startswith(fault)
    with pytest.raises(ConfigurationError) as refused:
        load_pack(str(folder))
    assert fault.rstrip() in str(refused.value)


def test_every_fault_is_found_at_once(folder: Path) -> None:
    (folder / "texts.yaml").write_text("goodnight: Bye\nnot_found: Nothing.\n")
    (folder / "phrases.yaml").write_text("thanks: ta\n")

    assert [line.split(": ")[0] for line in faults(folder)] == ["phrases.yaml:1", "texts.yaml:1", "texts.yaml:2"]
    with pytest.raises(ConfigurationError, match=r"\(2 more\)"):
        load_pack(str(folder))


def test_a_file_that_is_not_utf8_is_named(folder: Path) -> None:
    (folder / "texts.yaml").write_bytes(b"greeting: \xff\n")

    assert faults(folder) == ["texts.yaml: the file is not UTF-8"]
