"""Messages with an end phrase in them, sent while something is unsolved: which of them end it.

The corpus is the one that the rule's own tests read, ``tests/rules/endings.yaml``, over every phrase of the pack.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from benchmarks.pursuit.world import TurnJson, World, note

from followthrough.adapters.pack.yaml_folder import load_pack

CORPUS = Path(__file__).parent.parent.parent / "tests" / "rules" / "endings.yaml"
LIBRARY = "endings"
TEXT = "The office closes at 18:00. Visitors sign in at the north gate."
UNSOLVED = "What is the late fee?"
EVERY_NOTE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A message: where its phrase stands, and whether it must end what is unsolved."""

    kind: str
    text: str
    ends: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A message and whether it ended what was unsolved."""

    sentence: Sentence
    ended: bool

    @property
    def is_wrong(self) -> bool:
        """Whether that is not what it must do."""
        return self.ended != self.sentence.ends


def sentences() -> list[Sentence]:
    """Every phrase of the pack once as a stop and once inside each kind of sentence, and the sentences as written."""
    written: dict[str, Any] = yaml.safe_load(CORPUS.read_text(encoding="utf-8"))
    phrases = [*written["thirteen"], *sorted(load_pack("general").pursuit.ends)]
    kinds = {"stops": written["around"], **written["inside"]}
    found = [
        Sentence(kind=kind, text=frames[n % len(frames)].format(phrase, phrase), ends=kind == "stops")
        for n, phrase in enumerate(phrases)
        for kind, frames in kinds.items()
    ]
    typed = {_typed(phrase) for phrase in phrases}
    typos = [*written["typos"], *(typo for phrase in phrases if _typed(typo := mistyped(phrase)) not in typed)]
    found += [Sentence(kind="typos", text=typo, ends=False) for typo in typos]
    found += [Sentence(kind="sentences", text=text, ends=False) for text in written["sentences"]]
    return list(dict.fromkeys(found))


def stops() -> list[str]:
    """Messages that end a search, one for every phrase."""
    return [sentence.text for sentence in sentences() if sentence.ends]


def mistyped(phrase: str) -> str:
    """The phrase with two letters of its longest word exchanged."""
    word = max(phrase.split(), key=len)
    at = max(len(word) // 2 - 1, 0)
    return phrase.replace(word, f"{word[:at]}{word[at + 1 : at + 2]}{word[at : at + 1]}{word[at + 2 :]}", 1)


def _typed(phrase: str) -> str:
    return phrase.lower().replace("'", "").replace("’", "")


async def play_endings(world: World, every: int) -> list[Ended]:
    """Sends every ``every``-th message of each kind, each while something is unsolved."""
    await world.fill_text(LIBRARY, TEXT)
    by_kind: dict[str, list[Sentence]] = {}
    for sentence in sentences():
        by_kind.setdefault(sentence.kind, []).append(sentence)
    chosen = [sentence for some in by_kind.values() for sentence in some[::every]]
    return [ended async for ended in _play(world, chosen)]


async def _play(world: World, chosen: list[Sentence]) -> AsyncGenerator[Ended]:
    """Each in a conversation of its own, so that only what it says can matter."""
    for number, sentence in enumerate(chosen, 1):
        talk = await world.talk(LIBRARY)
        before = await talk.say(UNSOLVED)
        if before["objective_status"] != "need_info":
            raise RuntimeError(f"nothing is unsolved after {UNSOLVED!r}: {before['objective_status']}")
        yield Ended(sentence=sentence, ended=_is_ended(await talk.say(sentence.text)))
        if number % EVERY_NOTE == 0 or number == len(chosen):
            note(f"endings: {number} of {len(chosen)}")


def _is_ended(turn: TurnJson) -> bool:
    return turn["turn_class"] == "end_pursuit" or turn["objective_status"] == "user_ended"


def by_kind_of(ended: list[Ended]) -> Iterator[tuple[str, list[Ended]]]:
    """The messages of each kind."""
    for kind in dict.fromkeys(one.sentence.kind for one in ended):
        yield kind, [one for one in ended if one.sentence.kind == kind]
