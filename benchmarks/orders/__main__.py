"""Orders in documents: in how many places they can be quoted, and how many are quoted as an answer.

    python -m benchmarks.orders [--turns] [--misses]

128 forms of orders in English, Spanish, German and French (``forms.yaml``) are put into every place of a document,
read and cut; a form is *quotable* in a place if a unit that answers are made of has it. Nothing is fitted on them;
every second form is held out: examples are chosen while looking at the misses among the others only. Beside them
stand sentences for readers that look alike: what is refused of those is lost to whoever asks. The *unseen* 120 orders
and 120 sentences for readers, in eight languages, were written in another style before anything was fitted; of an
order of several sentences each has to be refused. ``--turns`` also asks a question that each order would falsify,
with the shipped models, and counts the replies that say what it wants. ``--misses`` prints the forms of the first
half that can be quoted, and what is refused of the first half's sentences for readers; never the others. Exits with
1 if anything hidden was read.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml
from benchmarks.measure import print_table
from benchmarks.orders.places import Place, hidden_places, seen_places
from benchmarks.orders.reading import read_units

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.bootstrap import Followthrough
from followthrough.domain.pack import Pack
from followthrough.settings import only
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
    passages = await read_units(data, name, reader=reader, pack=pack)
    return any(WANTED in unit for units in passages for unit in units)


async def unseen(reader: Reader, pack: Pack) -> list[list[str]]:
    """Rows of language, unseen orders of which something is quotable, and unseen sentences for readers refused."""
    counts: dict[str, list[list[bool]]] = {}
    for kind, is_order in enumerate((True, False)):
        path = Path(__file__).with_name(f"unseen_{'orders' if is_order else 'readers'}.txt")
        language = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                language = line[2:]
                continue
            deaf = replace(pack, orders=replace(pack.orders, alone=float("inf")))
            every, left = [
                sum(map(len, await read_units(line.encode(), "a.txt", reader=reader, pack=one)))
                for one in (deaf, pack)
            ]
            counts.setdefault(language, [[], []])[kind].append(left > 0 if is_order else left < every)
    sums = [[[sum(hits), len(hits)] for hits in both] for both in counts.values()]
    total = [[sum(row[kind][at] for row in sums) for at in range(2)] for kind in range(2)]
    rows = zip([*counts, "all"], [*sums, total], strict=True)
    return [[language, *(f"{hits} of {of}" for hits, of in both)] for language, both in rows]


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
    print("Unseen, in another style:\n")
    print_table(["", "orders that can be quoted", "sentences for readers refused"], await unseen(reader, pack))
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
