"""The scripted objectives: a question, what is withheld from the library, and what its user could give."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

import yaml
from benchmarks.pools import POOLS, Row, rows

from followthrough.adapters.document_reader.reader import Reader
from followthrough.ports.document_reader import Refused
from followthrough.samples import SampleSet, sample_sets
from followthrough.tuning import DEFAULT_TUNING

FACTS = Path(__file__).parent.parent.parent / "tests" / "samples" / "facts.yaml"
LINES_AROUND = 12  # what a person copies out of a document around the place that answers
PASTED_MAX_CHARS = 12_000  # a message takes 16,000
TWO_PARTS_EVERY = 3


class Source(StrEnum):
    """Where an objective comes from."""

    SAMPLES = "samples, one part"
    TWO_PARTS = "samples, two parts"
    MTRAG = "mtrag-dev"


class User(StrEnum):
    """What its user does when asked for help."""

    GIVES = "gives what is asked for"
    IGNORES = "ignores the ask"
    ENDS = "ends early"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What the user has: a file, the part of it that they would copy, and the code if the answer is one."""

    name: str
    data: bytes
    excerpt: str
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """An objective and its user.

    Attributes:
        source: where it comes from.
        question: the first message.
        collection: the library that lacks the document.
        withheld: values that only the withheld document is known to give; empty where nobody judged values.
        known: values that the library gives.
        given: what the user could give.
        unrelated: another question, to which the library has the answer.
        user: what the user does.
        number: place within the source; users take turns in how they put things by it.
    """

    source: Source
    question: str
    collection: str
    given: Given
    unrelated: str
    withheld: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    user: User = User.GIVES
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A question with the value that its document gives."""

    group: SampleSet
    question: str
    expect: str
    document: str

    @property
    def place(self) -> Path:
        """The document's file."""
        return self.group.folder / self.document

    @property
    def collection(self) -> str:
        """The library that lacks the document."""
        return f"without-{re.sub(r'[^a-z0-9]+', '-', f'{self.group.name}-{self.document}'.lower())}"


def plain(text: str) -> str:
    """The text up to white space and the signs of tables and lists."""
    return re.sub(r"[\s|*]+", " ", text).strip()


def facts() -> list[Fact]:
    """The facts of the samples, those of a document together.

    Left out: questions of several values, and those whose older document would answer in place of a withheld one.
    """
    found: list[Fact] = []
    written: dict[str, Any] = yaml.safe_load(FACTS.read_text(encoding="utf-8"))
    for group in sample_sets():
        singles = [f for f in written[group.name]["answered"] if "several" not in f and "outdated" not in f]
        found += [Fact(group=group, **{k: f[k] for k in ("question", "expect", "document")}) for f in singles]
    return sorted(found, key=lambda fact: (fact.group.name, fact.document))


def files_without(collection: str) -> list[Path]:
    """All sample documents but the one that the collection lacks."""
    return [
        file
        for group in sample_sets()
        for file in sorted(group.folder.rglob("*"))
        if file.is_file()
        and not file.name.endswith(".meta.yaml")
        and Fact(group=group, question="", expect="", document=str(file.relative_to(group.folder))).collection
        != collection
    ]


async def from_samples() -> list[Scripted]:
    """Each fact with its document withheld, and every third behind another question that the library answers."""
    reader, all_facts = Reader(DEFAULT_TUNING), facts()
    texts: dict[Path, str] = {}
    for place in {fact.place for fact in all_facts}:
        parsed = await reader.read(place.read_bytes(), place.name)
        if isinstance(parsed, Refused):
            raise TypeError(f"{place.name}: {parsed.reason}")
        texts[place] = parsed.text
    return [
        *_for_all_users(_one_part(fact, texts[fact.place], all_facts) for fact in all_facts),
        *_for_all_users(_two_parts(fact, texts[fact.place], all_facts) for fact in all_facts[::TWO_PARTS_EVERY]),
    ]


def _one_part(fact: Fact, text: str, others: Sequence[Fact]) -> Scripted:
    return Scripted(
        source=Source.SAMPLES,
        question=fact.question,
        collection=fact.collection,
        withheld=(fact.expect,),
        given=Given(
            name=fact.place.name,
            data=fact.place.read_bytes(),
            excerpt=excerpt(text, fact.expect),
            code=fact.expect if re.fullmatch(r"[A-Z]+\d\w*", fact.expect) else "",
        ),
        unrelated=next(f.question for f in others if f.group != fact.group),
    )


def _two_parts(fact: Fact, text: str, others: Sequence[Fact]) -> Scripted:
    """The question behind one of another document, as two sentences or as one."""
    at = others.index(fact)
    beside = [f for f in (*others[at:], *others) if f.group == fact.group and f.document != fact.document]
    known = beside[at % 5]
    own = fact.question[0].lower() + fact.question[1:]
    joined = f"{known.question.rstrip('?')}, and {own}" if at % 2 else f"{known.question} {fact.question}"
    alone = _one_part(fact, text, others)
    return replace(alone, source=Source.TWO_PARTS, question=joined, known=(known.expect,))


def excerpt(text: str, value: str) -> str:
    """The lines around the value, the whole text where it can't be found line by line."""
    lines = text.splitlines()
    for width in (1, 2, 3, 6):
        for at in range(len(lines)):
            if plain(value) in plain("\n".join(lines[at : at + width])):
                some = "\n".join(lines[max(at - LINES_AROUND, 0) : at + width + LINES_AROUND])
                return some[:PASTED_MAX_CHARS]
    return text[:PASTED_MAX_CHARS]


def _for_all_users(objectives: Iterator[Scripted]) -> Iterator[Scripted]:
    for number, objective in enumerate(objectives):
        yield from (replace(objective, user=user, number=number) for user in User)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Rows of a domain without any that was judged relevant, and the objectives that lack those."""

    name: str
    rows: list[Row]
    objectives: list[Scripted]


def from_pools(bench: Path, size: int, each: int) -> Iterator[Pool]:
    """``each`` questions of every domain as a person rewrote them, and ``size`` rows, near ones first.

    Rows of the same documents as the judged ones come first: they are the most likely to mislead. Users take turns.
    """
    for pool in POOLS:
        judged: defaultdict[str, list[str]] = defaultdict(list)
        for line in (bench / pool / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            query, row_id, _ = line.split("\t")
            judged[query].append(row_id)
        held = {row_id for ids in judged.values() for row_id in ids}
        near = {_document_of(row_id) for row_id in held}
        everything = list(rows(bench, (pool,)))
        texts = {row.id: row for row in everything if row.id in held}
        rest = sorted((r for r in everything if r.id not in held), key=lambda r: _document_of(r.id) not in near)
        lines = (bench / pool / "queries.jsonl").read_text(encoding="utf-8").splitlines()
        asked = [query for query in map(json.loads, lines) if any(i in texts for i in judged[query["id"]])]
        chosen = asked[:: max(len(asked) // each, 1)][:each]
        objectives = [
            _from_query(pool, query, [texts[i] for i in judged[query["id"]] if i in texts], number)
            for number, query in enumerate(chosen)
        ]
        yield Pool(name=pool, rows=list(islice(rest, size)), objectives=objectives)


def _document_of(row_id: str) -> str:
    """The document that the row is a piece of, by the form of the pools' ids."""
    found = re.match(r"[a-z]+_\d+|\d+", row_id)
    return found.group() if found else row_id


def _from_query(pool: str, query: dict[str, Any], relevant: Sequence[Row], number: int) -> Scripted:
    text = "\n\n".join(row.text.strip() for row in relevant)
    return Scripted(
        source=Source.MTRAG,
        question=query["human_rewrite"].strip(),
        collection=f"pool-{pool}",
        given=Given(name=f"{pool}-{number}.txt", data=text.encode(), excerpt=text[:PASTED_MAX_CHARS]),
        unrelated="What is the VPN error 809?",
        user=list(User)[number % len(User)],
        number=number,
    )
