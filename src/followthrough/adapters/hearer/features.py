"""What a message is judged by: its vector, its words and letters by hash, and a few cheap facts.

Fitting and hearing use this one module, so that weights mean the same in both. ``VERSION`` changes with anything that
changes a number here; weights of another version are refused.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from followthrough.domain.hearing import SaidAt, Spot

Row = npt.NDArray[np.float32]

VERSION = 1
HASHED = 8192
_SPOTS = tuple(Spot)
_TOKEN = re.compile(r"\w+(?:['’]\w+)?|[?!¿]")
_WORD = re.compile(r"\w+")
_LONGEST = 600  # characters of a message that are looked at


def texts_of(message: str, said: SaidAt) -> list[str]:
    """The texts whose vectors are needed: the message, the assistant's last words, the user's before, the options."""
    return [message[:_LONGEST], said.assistant[-_LONGEST:] or ".", said.user_before[-_LONGEST:] or ".", *said.options]


def row_of(message: str, said: SaidAt, vectors: Row) -> Row:
    """The facts of one message.

    Args:
        message: what was said.
        said: where.
        vectors: those of ``texts_of``, in its order.
    """
    text = message[:_LONGEST]
    own, assistant, before, options = vectors[0], vectors[1], vectors[2], vectors[3:]
    spot = np.zeros(len(_SPOTS), dtype=np.float32)
    spot[_SPOTS.index(said.spot)] = 1.0
    near = np.array([own @ assistant, own @ before], dtype=np.float32)
    dense = (own, spot, _cheap(text, said), _of_options(text, said.options, own, options), near)
    return np.concatenate([*dense, hashed(text, said.spot)]).astype(np.float32)


def _cheap(text: str, said: SaidAt) -> Row:
    words = text.split()
    count = len(words)
    has_digit = any(ch.isdigit() for ch in text)
    facts = (
        np.log1p(count),
        count == 1,
        count <= 3,
        count > 12,
        text.strip().endswith("?"),
        "?" in text,
        "!" in text,
        has_digit,
        count == 1 and has_digit,
        "://" in text,
        '"' in text or "„" in text or "«" in text,
        "," in text,
        "\n" in text,
        text[:1].isupper(),
        said.assistant.strip().endswith("?"),
    )
    return np.array([float(fact) for fact in facts], dtype=np.float32)


def _of_options(text: str, options: Sequence[str], own: Row, vectors: Row) -> Row:
    if not options:
        return np.zeros(6, dtype=np.float32)
    near = np.sort(vectors @ own)[::-1]
    said = frozenset(_WORD.findall(text.casefold()))
    shares: list[float] = []
    for option in options:
        words = frozenset(_WORD.findall(option.casefold()))
        shares.append(len(said & words) / max(1, len(words)))
    whole = any(option.casefold() in text.casefold() for option in options)
    second = near[1] if len(near) > 1 else 0.0
    return np.array([1.0, near[0], near[0] - second, max(shares), float(whole), near.mean()], dtype=np.float32)


def hashed(text: str, spot: Spot) -> Row:
    """Letters in groups within words, words and pairs, and words where they were said; each kind of length 1."""
    tokens = _TOKEN.findall(text.casefold())
    letters = [f"c{part}" for token in tokens for part in _groups(f" {token} ")]
    words = [f"w{token}" for token in tokens] + [f"w{a} {b}" for a, b in pairwise(tokens)]
    there = [f"{spot}|{token}" for token in tokens] + [f"{spot}^{' '.join(tokens[:2])}"]
    out = np.zeros(HASHED, dtype=np.float32)
    for kind, weight in ((letters, 1.0), (words, 0.8), (there, 0.6)):
        one = np.zeros(HASHED, dtype=np.float32)
        for feature in kind:
            one[zlib.crc32(feature.encode()) % HASHED] += 1.0
        if (norm := float(np.linalg.norm(one))) > 0:
            out += one * (weight / norm)
    return out


def _groups(word: str) -> list[str]:
    return [word[at : at + size] for size in (2, 3, 4, 5) for at in range(len(word) - size + 1)]
