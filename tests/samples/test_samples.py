"""The sample documents are what the tests and the demo rely on: complete, readable, and of one mind."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import docx
import pypdfium2
import pytest
import yaml

from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import read_metadata_yaml
from followthrough.samples import sample_sets

ROOT = Path(__file__).parents[2]
SETS = {s.name: s for s in sample_sets()}
FACTS = yaml.safe_load((Path(__file__).parent / "facts.yaml").read_text(encoding="utf-8"))
DOCUMENTS = sorted(f for s in SETS.values() for f in s.folder.rglob("*") if f.is_file() and ".meta" not in f.suffixes)


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def pages(file: Path) -> list[str]:
    """The text of each page; one page where there are none."""
    match file.suffix:
        case ".pdf":
            with pypdfium2.PdfDocument(str(file)) as document:
                return [plain(page.get_textpage().get_text_range()) for page in document]
        case ".docx":
            body = docx.Document(str(file)).element.body
            return [plain(" ".join(p.text or "" for p in body.iter() if p.tag.endswith("}t")))]
        case _:
            return [plain(file.read_text(encoding="utf-8"))]


def metadata(file: Path) -> DocumentMetadata:
    side = file.with_name(f"{file.name}.meta.yaml")
    text = side.read_text(encoding="utf-8") if side.exists() else file.read_text(encoding="utf-8").split("---\n")[1]
    read = read_metadata_yaml(text)
    assert isinstance(read, DocumentMetadata), read
    return read


def facts() -> Iterator[tuple[str, str, str, Path, int | None]]:
    for name, part in FACTS.items():
        for fact in part["answered"]:
            for value in fact.get("several", [fact]):
                file = SETS[name].folder / value["document"]
                yield name, fact["question"], value["expect"], file, value.get("page")


def test_the_manifest_names_every_folder_and_three_things_to_try() -> None:
    folders = {f.name for f in (ROOT / "src/followthrough/samples").iterdir() if f.is_dir() and f.name[0] not in "_."}
    assert folders == set(SETS) == set(FACTS)
    for sample in SETS.values():
        assert len(set(sample.questions)) == 3
        assert sample.title
        assert sample.about


def test_the_samples_come_as_markdown_pdf_and_word() -> None:
    assert {f.suffix for f in DOCUMENTS} == {".md", ".pdf", ".docx"}
    assert len(DOCUMENTS) >= 30


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda f: f.name)
def test_every_document_says_what_it_is(file: Path) -> None:
    says = metadata(file)
    assert says.title
    assert says.language == "en"
    assert says.extra == ()


def test_a_bulletin_supersedes_an_older_one_that_is_there() -> None:
    pairs = [(f, f.parent / older) for f in DOCUMENTS for older in metadata(f).supersedes]
    assert len(pairs) == 3
    for newer, older in pairs:
        assert older in DOCUMENTS
        dates = metadata(older).effective_date, metadata(newer).effective_date
        assert dates[0] is not None
        assert dates[1] is not None
        assert dates[0] < dates[1]


def test_pdf_pages_are_numbered() -> None:
    for file in DOCUMENTS:
        if file.suffix == ".pdf":
            found = pages(file)
            assert len(found) >= 3
            assert [f"Page {n} of {len(found)}" in page for n, page in enumerate(found, start=1)] == [True] * len(
                found
            )


def test_documents_with_clarifying_questions_and_one_with_a_hand_off_are_there() -> None:
    support = [metadata(f) for f in DOCUMENTS if f.parent == SETS["it_support"].folder]
    assert len([m for m in support if m.clarifying_questions]) >= 2
    assert [m.title for m in support if m.requires_handoff] == ["Laptop Trouble"]


def test_what_is_made_from_sources_says_what_the_sources_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "tools")
    tool = importlib.import_module("make_samples")
    tool.make_all(tmp_path)
    made = sorted(f.name for f in tmp_path.iterdir())
    assert len(made) == 2 * len(tool.MADE)
    for name in made:
        shipped = SETS["healthcare_payer"].folder / name
        if name.endswith(".yaml"):
            assert shipped.read_text(encoding="utf-8") == (tmp_path / name).read_text(encoding="utf-8")
        else:
            assert pages(shipped) == pages(tmp_path / name), "run tools/make_samples.py and commit its files"


def test_there_are_enough_facts_and_enough_questions_without_an_answer() -> None:
    assert len(list(facts())) >= 60
    assert sum(len(part["unanswered"]) for part in FACTS.values()) >= 10


@pytest.mark.parametrize(("name", "question", "value", "file", "page"), list(facts()))
def test_a_fact_stands_where_the_facts_say(
    name: str, question: str, value: str, file: Path, page: int | None
) -> None:
    assert file in DOCUMENTS, question
    found = [n for n, text in enumerate(pages(file), start=1) if value in text]
    assert found, f"{value!r} is not in {file.name}"
    assert page is None or page in found
    superseded = {f.parent / older for f in DOCUMENTS for older in metadata(f).supersedes}
    assert file not in superseded


def test_an_outdated_value_stands_in_a_superseded_document_of_the_same_payer_only() -> None:
    superseded = {f.parent / older for f in DOCUMENTS for older in metadata(f).supersedes}
    outdated = [
        (fact["outdated"], metadata(SETS[name].folder / fact["document"]).payor)
        for name, part in FACTS.items()
        for fact in part["answered"]
        if "outdated" in fact
    ]
    assert len(outdated) >= 4
    for value, payer in outdated:
        where = {f for f in DOCUMENTS if metadata(f).payor == payer and any(value in page for page in pages(f))}
        assert where, value
        assert where <= superseded, value


def test_the_things_to_try_have_answers_in_the_facts() -> None:
    for name, sample in SETS.items():
        known = [f["question"] for f in FACTS[name]["answered"]]
        assert set(sample.questions[:1]) <= set(known), name
