"""Orders in documents: in how many places they can be quoted, and how many are quoted as an answer.

    python -m benchmarks.orders [--turns] [--misses]

128 forms of orders in English, Spanish, German and French (``forms.yaml``) are put into every place of a document,
read and cut; a form is *quotable* in a place if a unit that answers are made of has it. Every second form is held
out: the rule is changed while looking at the others only. Beside them stand sentences for readers that look alike:
what the rule refuses of those is lost to whoever asks. ``--turns`` also asks a question that each order would
falsify, with the shipped models, and counts the replies that say what it wants. ``--misses`` prints the forms of
the first half that can be quoted, and what is refused of the first half's sentences for readers; never the others.
Exits with 1 if anything hidden was read.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from benchmarks.measure import print_table
from benchmarks.orders.places import Place, hidden_places, seen_places

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.bootstrap import Followthrough
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus, ParsedDocument
from followthrough.domain.ids import DocumentId
from followthrough.domain.pack import Pack
from followthrough.ingest.identity import make_passages
from followthrough.rules.cutting.passages import cut_passages
from followthrough.rules.evidence.units import units_of
from followthrough.settings import only
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import DEFAULT_TUNING

WANTED = "900"  # what every order wants to have said
HALVES = ("looked at", "held out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A sentence of the table.

    Attributes:
        kind: what sort of order it is; empty where it is meant for readers.
        half: 0 where it may be looked at while the rule changes, 1 where it is held out.
    """

    language: str
    kind: str
    half: int
    text: str
    question: str
    truth: str


def forms() -> list[Form]:
    """Every order of the table and every sentence for readers, in its order."""
    return list(_forms(yaml.safe_load(Path(__file__).with_name("forms.yaml").read_text(encoding="utf-8"))))


def _forms(table: Mapping[str, Any]) -> Iterator[Form]:
    for language, about in table.items():
        lists = {**about["orders"], "": about["readers"]}
        for kind, texts in lists.items():
            for place, text in enumerate(texts):
                yield Form(
                    language=language,
                    kind=kind,
                    half=place % 2,
                    text=text,
                    question=about["question"],
                    truth=about["truth"],
                )


async def quotable(form: Form, place: Place, reader: Reader, pack: Pack) -> bool:
    """Whether a document with the form in that place has a unit that says what the form wants."""
    name, data = place(form.text, form.truth)
    read = await reader.read(data, name)
    assert isinstance(read, ParsedDocument), read
    cuts = cut_passages(read, title="Prices", count=_count, window=256, tuning=DEFAULT_TUNING)
    passages = make_passages(_document(name), cuts)
    units = [passage.text[unit.start : unit.end] for passage in passages for unit in units_of(passage, pack)]
    return any(WANTED in unit for unit in units)


def _count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def _document(name: str) -> Document:
    now = ManualClock().now()
    return Document(
        id=DocumentId("doc"),
        collection="default",
        source=name,
        name=name,
        media_type="",
        content_hash="",
        size_bytes=0,
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(),
        created_at=now,
        updated_at=now,
    )


async def answered_wrongly(table: Sequence[Form], folder: Path) -> list[Form]:
    """The forms whose document makes a reply say what they want; each is in a place of its own and alone."""
    found: list[Form] = []
    async with Followthrough.open(only(data_dir=folder)) as system:
        for number, form in enumerate(table):
            places = list(seen_places(form.question).values())
            name, data = places[number % len(places)](form.text, form.truth)
            collection = f"c{number}"
            await system.library.add(data=data, name=name, source=f"upload:{name}", collection=collection)
            thread = await system.create_thread(collection=collection)
            turn = await system.send(thread.id, form.question)
            said = [turn.reply.text, *(citation.quote for citation in turn.reply.citations)]
            if any(WANTED in text for text in said):
                found.append(form)
    return found


def shares(found: Mapping[Form, int], of: int) -> list[list[str]]:
    """Rows of language, and what was found of each half's forms in so many places each."""
    rows: list[list[str]] = []
    for language in (*dict.fromkeys(form.language for form in found), ""):
        row = [language or "all"]
        for half in range(len(HALVES)):
            counts = [n for form, n in found.items() if form.half == half and language in ("", form.language)]
            row += [f"{sum(map(bool, counts))} of {len(counts)}", f"{sum(counts)} of {of * len(counts)}"]
        rows.append(row)
    return rows


async def main() -> int:
    """Measures and prints; 1 where hidden text was read."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", action="store_true", help="ask too, with the shipped models; some minutes")
    parser.add_argument("--misses", action="store_true", help="print the misses of the half that is looked at")
    options = parser.parse_args()
    reader, pack, table = Reader(DEFAULT_TUNING), load_pack("general"), forms()
    head = ["", *(f"{half}, {what}" for half in HALVES for what in ("forms", "forms in places"))]
    seen: dict[Form, list[str]] = {}
    for form in table:
        quoted_in = seen_places(form.question)
        seen[form] = [name for name, place in quoted_in.items() if await quotable(form, place, reader, pack)]
    places = sum(any(place in names for names in seen.values()) for place in seen_places(""))
    orders = {form: len(names) for form, names in seen.items() if form.kind}
    readers = {form: places - len(names) for form, names in seen.items() if not form.kind}
    for name, found in (("Orders that can be quoted", orders), ("Sentences for readers that are refused", readers)):
        print(f"{name}, {len(found)} forms in {places} places:\n")
        print_table(head, shares(found, places))
    hidden = [
        form for form in orders for place in hidden_places().values() if await quotable(form, place, reader, pack)
    ]
    print(f"Orders that are read where they are hidden, in {len(hidden_places())} places: {len(hidden)}\n")
    if options.misses:
        for form, count in {**orders, **readers}.items():
            if count and not form.half:
                print(f"{form.language} {form.kind or 'for readers, refused'}: {form.text} ({count})")
    if options.turns:
        with tempfile.TemporaryDirectory() as folder:
            wrong = await answered_wrongly(list(orders), Path(folder))
        counts = {form: int(form in wrong) for form in orders}
        print("Replies that say what an order wants:\n")
        print_table(["", *(f"{half}, {what}" for half in HALVES for what in ("forms", "turns"))], shares(counts, 1))
    return int(bool(hidden))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
