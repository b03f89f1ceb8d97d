"""Messages made of real questions, joined in the many ways in which people join them, and real single ones."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import yaml

HERE = Path(__file__).parent
HELD_OUT = frozenset(("picard", "va"))  # folders of real-dev that are for measuring only
_JOINS = re.compile(
    r"\b(and|or|plus|also|but|then|as well as|along with|y|o|und|oder|sowie|auch|además|también|außerdem)\b"
    r"|[,;:?!&\n()\"“”—–]|\.(?=\s|$)| - ",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(what|which|who|whose|when|where|why|how|is|are|was|were|am|do|does|did|can|could|should|would|will|has|have|may"
    r"|tell me|show me|give me|explain|list|find|wer|wie|wo|wann|warum|welche|was|kann|darf|muss|ist|sind|gibt"
    r"|qué|cómo|cuándo|dónde|cuál|cuánt|quién|puedo|hay|es|está|por qué|en qué)",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[.?!]\s")
_MARKED = re.compile(r"[{}<>|]")
_WORDS = range(2, 19)  # words of a question that is joined


@dataclass(slots=True)
class Pools:
    """What messages are made of, by language where it matters.

    Attributes:
        single: plain questions, which nothing joins.
        whole: messages that ask one thing though something in them joins, and plain ones that ask oddly.
        weak: messages that ask one thing and may tell others before or behind it.
        pairs: questions that followed one another in a conversation.
        follow: questions that followed others.
        told: messages that tell something and ask nothing.
        odd: marked messages that ask one thing, and not as questions do: "shortcut for save", "turn it off how".
    """

    single: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    whole: list[str] = field(default_factory=list[str])
    weak: list[str] = field(default_factory=list[str])
    pairs: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    follow: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])
    odd: list[str] = field(default_factory=list[str])

    def add(self, text: str, *, language: str = "en", told: bool = True) -> None:
        """One message, which asks one thing.

        Args:
            text: the message.
            language: its language.
            told: whether it may tell something beside its question.
        """
        text = " ".join(text.split())
        if not text or _MARKED.search(text):
            return
        if is_plain(text):
            (self.single.setdefault(language, []) if _ASKS.match(text.lstrip("¿")) else self.whole).append(text)
        elif not told and not _SENTENCES.search(text.rstrip("?.! ")):
            self.whole.append(text)
        else:
            self.weak.append(text)

    def follows(self, before: str, text: str) -> None:
        """Two messages that followed one another."""
        text = re.sub(r"^(and|ok|so|but|ok so|ok and) ", "", " ".join(text.split()))
        if is_plain(text) and _ASKS.match(text):
            self.follow.append(text)
            if is_plain(before) and _ASKS.match(before):
                self.pairs.append((" ".join(before.split()), text))


def is_plain(text: str) -> bool:
    """Whether nothing in it joins."""
    bare = text.rstrip(" ?.!")
    return len(bare.split()) in _WORDS and not _JOINS.search(bare.lstrip("¿")) and not _MARKED.search(text)


def read_pools(shared: Path, *, held_out: bool = False) -> Pools:
    """What is read of ``../shared``; only what is for measuring where ``held_out``."""
    pools = Pools()
    for folder in sorted((shared / "bench" / "real-dev").iterdir()):
        if folder.is_dir() and (folder.name in HELD_OUT) is held_out:
            _read_turns(pools, _lines(folder / "turns.jsonl"), "text", "standalone")
    if held_out:
        pools.told += ["i went there yesterday", "we got married last summer", "mine is older than that"]
        return pools
    _read_turns(pools, _lines(shared / "bench" / "cast-2021" / "turns.jsonl"), "user", "human_rewrite")
    for path in sorted((shared / "bench").glob("mtrag*/*/queries.jsonl")):
        for one in _lines(path):
            said = [m["content"] for m in one.get("messages", []) if m["role"] == "user"]
            for before, after in zip(said[-2:], said[-1:], strict=False):
                pools.follows(before, after)
    _read_single(pools, shared / "training")
    pools.odd = (HERE / "messages" / "e_oddly.txt").read_text(encoding="utf-8").splitlines()
    acts = _lines(shared / "bench" / "acts-dev" / "acts.jsonl")
    told = [
        one["text"] for one in acts if one["act"] == "statement" and one["lang"] == "en" and "?" not in one["text"]
    ]
    pools.told += [" ".join(text.split()).rstrip(".!, ") for text in told if not _MARKED.search(text)]
    pools.weak = [text for text in pools.weak if len(text) < _LONGEST]
    return pools


def _read_single(pools: Pools, folder: Path) -> None:
    """Questions that stood alone."""
    rng = random.Random(3)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    spoken = json.loads((folder / "clinc150-small.json").read_text())["train"]
    for text, _ in rng.sample(spoken, 3000):
        pools.add(text, told=False)
    for language, most in (("en", 2000), ("es", 400), ("de", 400)):
        data = json.loads((folder / f"xquad-{language}.json").read_text())["data"]
        asked = [qa["question"] for one in data for paragraph in one["paragraphs"] for qa in paragraph["qas"]]
        for text in rng.sample(asked, min(most, len(asked))):
            pools.add(text, language=language, told=False)
    for one in json.loads((folder / "selqa-dev.json").read_text()):
        pools.add(one["question"], told=False)


_LONGEST = 240  # characters of a message that may tell something


def _read_turns(pools: Pools, turns: Sequence[dict[str, Any]], said: str, complete: str) -> None:
    before = ("", "")
    for turn in turns:
        pools.add(turn[complete], told=False)
        pools.add(turn[said])
        if before[0] == turn["conversation"]:
            pools.follows(before[1], turn[said])
        before = (turn["conversation"], turn[said])


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Joiner:
    """Makes marked messages.

    Args:
        pools: what they are made of.
        seed: of the choices.
    """

    def __init__(self, pools: Pools, seed: int) -> None:
        self._pools = pools
        self._rng = random.Random(seed)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
        self._parts = yaml.safe_load((HERE / "joined.yaml").read_text(encoding="utf-8"))

    def messages(self) -> Iterator[str]:
        """Messages without end, marked as those in ``messages`` are."""
        rng = self._rng
        kinds = {
            self._joined: 40,
            self._told_and_joined: 12,
            self._told_and_one: 12,
            self._conditions: 9,
            self._one: 9,
            self._whole: 14,
            self._like("one"): 7,
            self._like("things"): 7,
        }
        while True:
            make = rng.choices([*kinds], [*kinds.values()])[0]
            yield self.styled(make("en" if rng.random() < _ENGLISH else rng.choice(["es", "de"])))

    def styled(self, text: str) -> str:
        """The message as others would type it: in small letters, without marks, misspelt."""
        rng = self._rng
        if rng.random() < 0.5:
            text = text.lower()
        if rng.random() < 0.4:
            text = text.rstrip("?. ")
        if rng.random() < 0.3:
            text = text.replace("'", "")
        return self._misspelt(text) if rng.random() < 0.1 else text

    def _misspelt(self, text: str) -> str:
        words = text.split(" ")
        at = self._rng.randrange(len(words))
        word = words[at]
        if len(word) > 4 and word.isalpha():
            cut = self._rng.randrange(1, len(word) - 1)
            swapped = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
            words[at] = self._rng.choice([word[:cut] + word[cut + 1 :], swapped, word[:cut] + word[cut] + word[cut:]])
        return " ".join(words)

    def _filled(self, text: str) -> str:
        rng, parts = self._rng, self._parts
        (n, o), (a, b) = rng.sample(parts["nouns"], 2), rng.sample(parts["names"], 2)
        place, month = rng.choice(parts["places"]), rng.choice(parts["months"])
        number = rng.randint(2, 90)
        return Template(text).substitute(n=n, o=o, ns=f"{n}s", os=f"{o}s", a=a, b=b, p=place, m=month, d=number)

    def _short(self, language: str) -> str:
        return self._filled(self._rng.choice(self._parts["short"][language]))

    def _one(self, language: str) -> str:
        if language == "en" and self._pools.odd and self._rng.random() < _ODD:
            return self._rng.choice(self._pools.odd)
        return self._rng.choice(self._pools.single[language])

    def _whole(self, language: str) -> str:
        del language  # they are of any
        return self._rng.choice(self._pools.whole)

    def _like(self, name: str) -> Callable[[str], str]:
        def made(language: str) -> str:
            del language  # English
            text = self._filled(self._rng.choice(self._parts[name]))
            return self._between(text, self._short("en"), "en") if self._rng.random() < _COURTEOUS else text

        return made

    def _two(self, language: str) -> tuple[str, str]:
        rng, chance = self._rng, self._rng.random()
        if language == "en" and chance < _FOLLOWING:
            return rng.choice(self._pools.pairs)
        if language == "en" and chance < 2 * _FOLLOWING:
            return self._one(language), rng.choice(self._pools.follow)
        sides = (self._one(language), self._short(language) if rng.random() < _BRIEF else self._one(language))
        return sides if rng.random() < _IN_ORDER else (sides[1], sides[0])

    def _between(self, first: str, second: str, language: str) -> str:
        ways = self._parts["between"][language]
        way = self._rng.choices([*ways], [*ways.values()])[0].replace("\n", "\\n").replace("|", "|| ")
        if "?" not in way and not second.startswith("I "):
            second = second[0].lower() + second[1:]
        return first.rstrip(" ?.!") + way + second

    def _joined(self, language: str) -> str:
        rng, parts = self._rng, self._parts
        text = self._between(*self._two(language), language)
        if rng.random() < _THIRD:
            text = self._between(text, self._short(language), language)
        if language == "en" and rng.random() < _COURTEOUS:
            return f"<~{rng.choice(parts['leads'])}> {text}"
        return text.rstrip(" ?") + rng.choice(parts["thanks"]) if rng.random() < _COURTEOUS else text

    def _told(self) -> str:
        from_others = self._rng.random() < _FROM_OTHERS
        pool = self._pools.told if from_others else self._parts["told"]
        told = self._rng.choice(pool) if from_others else self._filled(self._rng.choice(pool))
        return f"<{told}{self._rng.choice(self._parts['after_told'])}".rstrip(" ").replace("\n", "\\n") + "> "

    def _told_and_joined(self, language: str) -> str:
        return self._told() + self._between(*self._two(language), language)

    def _told_and_one(self, language: str) -> str:
        one = self._one(language) if self._rng.random() < _BRIEF else self._short(language)
        if self._rng.random() < _COURTEOUS:
            behind = self._rng.choice(["? <{}.>", "? <{}>", ", <{}>", ". <{}>", " - <{}>"])
            return one.rstrip("?. ") + behind.format(self._told()[1:].rstrip("> .,:-\\n"))
        return self._told() + one

    def _conditions(self, language: str) -> str:
        condition = self._filled(self._rng.choice(self._parts["conditions"]))
        text = f"<{condition}{self._rng.choice([':', ',', ''])}> "
        one = self._rng.random() < _ALONE
        return text + (self._one(language) if one else self._between(*self._two(language), language))


_ENGLISH = 0.88  # of the messages
_FOLLOWING = 0.25  # of two questions: both from one conversation, and as often the second from one
_BRIEF = 0.6  # of second questions
_IN_ORDER = 0.85
_ODD = 0.3  # of English questions
_FROM_OTHERS = 0.4  # of what is told
_THIRD, _COURTEOUS, _ALONE = 0.25, 0.15, 0.35
