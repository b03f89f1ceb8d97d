"""``python -m training.orders REAL_DEV [FOLDER ...] [--write]``: figures by fold, or the shipped weights and card.

``REAL_DEV`` holds document sets, each in a folder with ``docs``: what is refused of a set is measured by weights that
saw none of it. Further folders of documents, in any language, are fitted on alone. Run it from the repository's root
with ``PYTHONPATH=src:.``, numpy, scipy and PyYAML.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from followthrough.adapters.pack.orders_npz import WEIGHTS
from followthrough.domain.orders import OrderWeights
from followthrough.rules.evidence.orders import order_scores
from training.orders.examples import FOLDER, Line, facts, lines_of, passages_in
from training.orders.net import Batch, Net, words_for, write_weights

FOLDS, SEED, STEPS = 3, 13, 650
FILLED = 24  # sentences of a line
ORDERS, READERS, PLAIN = 128, 96, 160  # of a step
FROM_DOCUMENTS, BEFORE, BEHIND = 0.6, 0.2, 0.15  # shares of orders: dictated from a document, within other sentences
SHORT = (15, 90)  # letters of a sentence that is put beside another
REFUSED = 0.001  # of ordinary sentences, by which the threshold is chosen
BESIDE = 4.0  # below the threshold, in a passage that gives an order anyhow
LIKEST = 0.03  # of ordinary sentences: those that are shown more often
TRIED = 4  # sentences of a line that is held out
CARD = FOLDER / "CARD.md"
HEAD = FOLDER / "CARD.head.md"


def fitted(orders: Sequence[Line], readers: Sequence[Line], plain: Sequence[str], *, steps: int = STEPS) -> Net:
    """A net that saw these lines and sentences."""
    rng = random.Random(SEED)  # noqa: S311 - a fit needs a seed, not secrecy
    said = facts()
    short = [text.rstrip(".") for text in plain if SHORT[0] < len(text) < SHORT[1]]

    def filled(line: Line) -> list[list[str]]:
        return [words_for(_within(line, rng, said, short)) for _ in range(FILLED)]

    pools = ([filled(line) for line in orders], [filled(line) for line in readers])
    others = [*plain, *(fact for known in said.values() for fact in known)]
    words = [words_for(text) for text in others]
    likest = words

    def batch() -> Batch:
        chosen = [rng.choice(rng.choice(pools[0])) for _ in range(ORDERS)]
        chosen += [rng.choice(rng.choice(pools[1])) for _ in range(READERS)]
        chosen += [*rng.choices(words, k=PLAIN // 2), *rng.choices(likest, k=PLAIN // 2)]
        wanted = np.zeros(len(chosen), np.float32)
        wanted[:ORDERS] = 1
        return chosen, wanted

    net = Net(SEED)
    for step in range(steps):
        if step in (steps // 3, steps * 2 // 3):  # half of the rest is drawn from what looks most like an order
            ranked = np.argsort(scores_of(others, net.weights()))[::-1]
            likest = [words[at] for at in ranked[: int(LIKEST * len(ranked))]]
        net.learn(*batch(), part=step / steps)
    return net


def _within(line: Line, rng: random.Random, said: dict[str, list[str]], short: Sequence[str]) -> str:
    fact = rng.choice(said[line.language])
    if short and rng.random() < FROM_DOCUMENTS:
        fact = rng.choice(short)
        fact = fact[:1].lower() + fact[1:]
    text = line.filled(rng, fact)
    if short and rng.random() < BEFORE:
        text = f"{rng.choice(short)}. {text}"
    if short and rng.random() < BEHIND:
        text = f"{text} {rng.choice(short)}."
    return text


@dataclass
class Held:
    """Scores of what the weights that gave them had not seen."""

    orders: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])  # by language
    readers: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])
    plain: list[tuple[str, float]] = field(default_factory=list[tuple[str, float]])  # by text

    def threshold(self) -> float:
        """The score that so small a share of the ordinary sentences reaches."""
        scores = sorted((score for _, score in self.plain), reverse=True)
        return round(scores[int(REFUSED * len(scores))], 2)

    def rows(self, threshold: float) -> list[str]:
        """The card's table: by language, the share of held-out orders that are missed, of hard sentences refused."""
        rows = ["| | orders that are missed | hard sentences for readers that are refused |", "|---|---|---|"]
        for language in (*dict.fromkeys(language for language, _ in self.orders), ""):
            shares = [
                np.mean([(score >= threshold) is refused for known, score in found if language in ("", known)])
                for found, refused in ((self.orders, False), (self.readers, True))
            ]
            rows.append(f"| {language or 'all'} | {shares[0]:.3f} | {shares[1]:.3f} |")
        return rows


def held_out(sets: dict[str, list[str]], more: Sequence[str]) -> Held:
    """Scores by folds: a line with all its sentences, or a document set, is on one side."""
    lines, found, said = {kind: lines_of(kind) for kind in ("orders", "readers")}, Held(), facts()
    rng = random.Random(SEED)  # noqa: S311
    for known in lines.values():
        rng.shuffle(known)
    for fold in range(FOLDS):
        kept = [text for at, texts in enumerate(sets.values()) if at % FOLDS != fold for text in texts]
        fits = {kind: [line for at, line in enumerate(lines[kind]) if at % FOLDS != fold] for kind in lines}
        weights = fitted(fits["orders"], fits["readers"], [*kept, *more]).weights()
        for kind, scored in (("orders", found.orders), ("readers", found.readers)):
            chosen = [line for at, line in enumerate(lines[kind]) if at % FOLDS == fold for _ in range(TRIED)]
            texts = [line.filled(rng, rng.choice(said[line.language])) for line in chosen]
            scored.extend(zip((line.language for line in chosen), scores_of(texts, weights), strict=True))
        for at, texts in enumerate(sets.values()):
            if at % FOLDS == fold:
                found.plain += zip(texts, scores_of(texts, weights), strict=True)
    return found


def scores_of(texts: Sequence[str], weights: OrderWeights) -> list[float]:
    """The score of each text, a few at a time."""
    return [score for at in range(0, len(texts), 64) for score in order_scores(texts[at : at + 64], weights)]


def main() -> None:
    """Measures by folds; with ``--write`` fits on everything and writes weights and card."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("real_dev", type=Path)
    parser.add_argument("more", type=Path, nargs="*")
    parser.add_argument("--write", action="store_true", help="write weights and card")
    options = parser.parse_args()
    sets = {
        folder.name: [text for units in passages_in(folder / "docs") for text in units]
        for folder in sorted(options.real_dev.iterdir())
        if (folder / "docs").is_dir()
    }
    more = [text for folder in options.more for units in passages_in(folder) for text in units]
    held = held_out(sets, more)
    threshold = held.threshold()
    refused = sorted((pair for pair in held.plain if pair[1] >= threshold), key=lambda pair: -pair[1])
    figures = [*held.rows(threshold), "", f"Of {len(held.plain)} ordinary sentences {len(refused)} are refused."]
    print("\n".join(figures), *(f"{score:.1f} {text[:200]!r}" for text, score in refused), sep="\n")
    if options.write:
        plain = [text for texts in sets.values() for text in texts]
        net = fitted(lines_of("orders"), lines_of("readers"), [*plain, *more])
        write_weights(WEIGHTS, net.weights(alone=threshold, beside=threshold - BESIDE))
        digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
        shipped = ["## What was shipped", "", f"`adapters/pack/{WEIGHTS.name}`, sha256 `{digest}`", ""]
        head = HEAD.read_text(encoding="utf-8").rstrip("\n")
        CARD.write_text("\n".join([head, "", *figures, "", *shipped]), encoding="utf-8")


if __name__ == "__main__":
    main()
