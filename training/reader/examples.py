"""Turns of real conversations as what a reader sees of them, with the blocks that answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from followthrough.adapters.reader.fitted import alike_by_token
from followthrough.domain.ids import DocumentId
from followthrough.domain.pack import Pack
from followthrough.domain.reading import Asked, Readable
from followthrough.evals.answers.fit import Lesson
from followthrough.rules.reading.answering import shown_together
from followthrough.rules.reading.chances import Weights, chances_of
from followthrough.rules.reading.signals import Weighed, readable, shortlist, weigh
from training.reader.search import TUNING, Folder, Vectors

FORMS = ("as typed", "standalone")
_RUN = 8  # words in a row that a block shares with a marked place


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Lesson):
    """One turn in one wording.

    Attributes:
        folder, turn, form: which it is.
        is_first: no question stands before it.
        kind: of the question, as the data says.
        key: a right reply matches it; empty where nothing answers.
        blocks: those of the units.
    """

    folder: str
    turn: str
    form: str
    is_first: bool
    kind: str
    key: str
    blocks: tuple[Weighed, ...]

    def cites(self, weights: Weights | None) -> frozenset[tuple[DocumentId, int | None]]:
        """The places that are cited where these weights choose what is shown."""
        if weights is None:
            shown = [self.blocks[0]]
        else:
            chances = chances_of(self.asked, self.units, self.alike, weights)
            shown = [weighed for weighed, _ in shown_together(self.blocks, chances, TUNING)]
        passages = (weighed.block.passage for weighed in shown)
        return frozenset((passage.document_id, passage.ordinal) for passage in passages)

    def shows_right(self, chances: Sequence[float]) -> tuple[bool, int, float]:
        """Whether what is shown holds the answer, how many characters it has, and how likely it was to."""
        chosen = shown_together(self.blocks, chances, TUNING)
        text = "\n\n".join(self.units[self.blocks.index(weighed)].text for weighed, _ in chosen)
        return bool(self.key) and matches(self.key, text[:1500]), len(text), sum(chance for _, chance in chosen)


def examples_of(folder: Path, vectors: Vectors, pack: Pack, weights: Weights | None) -> Iterator[Example]:
    """Every turn of the folder that asks something, as typed and in complete wording.

    Args:
        folder: the documents and turns.
        vectors: embeds.
        pack: the words to look for.
        weights: by which the turn before was answered: what it cited is known of the next. None answers by the first
            look.
    """
    library = Folder(folder / "docs", vectors, pack)
    conversations: dict[str, list[dict[str, Any]]] = {}
    for line in (folder / "turns.jsonl").read_text().splitlines():
        if line.strip():
            turn = json.loads(line)
            conversations.setdefault(turn["conversation"], []).append(turn)
    for turns in conversations.values():
        cited: frozenset[tuple[DocumentId, int | None]] = frozenset()
        for place, turn in enumerate(turns):
            if turn["kind"] in ("chat", "vague"):
                continue
            before = [t["text"] for t in turns[:place]]
            for form in FORMS:
                said = before if form == FORMS[0] else []
                question = turn["text"] if form == FORMS[0] else turn["standalone"]
                asked = Asked(
                    question=question,
                    before=said[-1] if said else "",
                    cited=cited if said else frozenset(),
                )
                one = _example(library, vectors, pack, turn, asked=asked, before=said)
                if one is None:
                    continue
                one = replace(one, folder=folder.name, form=form, is_first=place == 0)
                if form == FORMS[0]:
                    cited = one.cites(weights)
                yield one


def _example(
    library: Folder, vectors: Vectors, pack: Pack, turn: dict[str, Any], *, asked: Asked, before: Sequence[str]
) -> Example | None:
    question = asked.question
    beside = weigh(asked, library.search(question, before, TUNING.heard_places), pack)
    blocks = shortlist(beside, TUNING.read_blocks if asked.before else TUNING.read_blocks_alone)
    if not blocks:
        return None
    units = tuple(map(readable, blocks))
    said = (asked.before, f"{asked.before}\n{question}") if asked.before else ()
    tokens = vectors.tokens_of([question, *said, *(f"{unit.above}\n{unit.text}" for unit in units)])
    return Example(
        folder="",
        turn=turn["id"],
        form="",
        is_first=False,
        kind=turn["kind"],
        key=turn["key"],
        asked=replace(asked, unheard=beside.unheard, words=beside.words),
        units=units,
        alike=tuple(alike_by_token(tokens, len(said))),
        blocks=tuple(blocks),
        right=tuple(_answers(weighed, unit, turn) for weighed, unit in zip(blocks, units, strict=True)),
    )


def _answers(weighed: Weighed, unit: Readable, turn: dict[str, Any]) -> bool:
    block = weighed.block
    lead = (block.lead,) if block.lead else ()
    as_it_stands = " ".join(block.passage.text[u.start : u.end] for u in (*lead, *block.units))
    marked = any(_shares(as_it_stands, s["quote"]) or _shares(unit.text, s["quote"]) for s in turn["support"])
    return marked or (bool(turn["key"]) and matches(turn["key"], unit.text))


def matches(key: str, text: str) -> bool:
    """Whether a reply with this text counts as right."""
    return any(re.search(key, t, re.IGNORECASE | re.DOTALL) for t in (text, re.sub(r"[*_`]", "", text)))


def _shares(text: str, quote: str) -> bool:
    have, want = _words(text), _words(quote)
    run = min(_RUN, len(want))
    if run < 2:
        return False
    joined = f" {' '.join(have)} "
    return any(f" {' '.join(want[n : n + run])} " in joined for n in range(len(want) - run + 1))


def _words(text: str) -> list[str]:
    return re.sub(r"[\W_]+", " ", text).lower().split()
