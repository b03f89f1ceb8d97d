"""``python -m training.selection fit|further|measure|words``: weights and card of what chooses, or figures by fold.

Run it from the repository's root with ``PYTHONPATH=src:.``, numpy, scipy, PyYAML, onnxruntime and tokenizers.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, vstack

from followthrough.adapters.embedder.minilm import MODEL_ID, MiniLmEmbedder
from followthrough.adapters.hearer import framing
from followthrough.adapters.hearer.frame_network import FRAMES_NETWORK_SHA256
from followthrough.adapters.hearer.framing import (
    NAME,
    ORDINAL,
    VERSION,
    ahead,
    cheap_facts,
    deciding,
    frame_row,
    is_held,
    readable,
    tail,
    words_in,
)
from followthrough.domain.framing import CHOOSES, OPTION, PLACE, Does, Framed
from followthrough.ports.embedder import Tokens
from followthrough.rules.lists.framing import is_sure
from followthrough.tuning import DEFAULT_TUNING
from training.hearer.model import softmax, temperature_of, together
from training.hearer.shipped import write_arrays
from training.selection.examples import FOLDS, WANTED, Example, examples, fold_of, newer
from training.selection.shipped import network_held_out

Matrix = npt.NDArray[np.float32]
DOES = tuple(Does)
STRENGTH = 3.0
AXES, SAMPLE, BEND = 320, 10_000, 0.1  # of the facts that are always there; what they are taken from
CARD = Path(__file__).parent / "CARD.md"
CODE = Path(framing.__file__)


def seen_of(every: Sequence[Example]) -> tuple[dict[str, Tokens], frozenset[int]]:
    """The frames token by token as the product sees them, and the ids of the marks' readings."""

    async def run() -> tuple[dict[str, Tokens], frozenset[int]]:
        embedder = MiniLmEmbedder(threads=1)
        texts = list(dict.fromkeys(readable(e.frame) for e in every))
        marks = [seen.ids[0] for seen in await embedder.embed_tokens([NAME, ORDINAL])]
        found: dict[str, Tokens] = {}
        for at in range(0, len(texts), 256):
            some = texts[at : at + 256]
            found |= dict(zip(some, await embedder.embed_tokens(some), strict=True))
        await embedder.aclose()
        return found, frozenset(marks)

    return asyncio.run(run())


def vocabulary(every: Sequence[Example]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Words of several families; words of frames that choose; those of several of these.

    What is said beside a frame is left out: it may be of anything, so that it is fitted as what nobody knows.
    """
    families: dict[str, set[int]] = {}
    choosing: dict[str, set[int]] = {}
    for one in every:
        for word in () if one.beside else words_in(one.frame):
            families.setdefault(word, set()).add(one.family)
            if one.does in CHOOSES:
                choosing.setdefault(word, set()).add(one.origin)
    known = frozenset(word for word, some in families.items() if len(some) > 1)
    return known, frozenset(choosing), frozenset(word for word, some in choosing.items() if len(some) > 1)


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of frames: the few that are always there, and the many hashed ones of which each frame has some."""

    dense: Matrix
    hashed: csr_matrix

    def where(self, some: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Facts:
        """Those of some frames."""
        return Facts(self.dense[some], self.hashed[some])

    def scores(self, w: Matrix, b: Matrix) -> Matrix:
        """Scores by weights (facts x columns) and biases."""
        size = self.dense.shape[1]
        return self.dense @ w[:size] + self.hashed @ w[size:] + b


def axes(x: Matrix) -> Matrix:
    """The directions in which facts differ most: fitted in these, the many facts of the embedder cost little."""
    sample = x[:: max(1, len(x) // SAMPLE)]
    return np.linalg.eigh(sample.T @ sample)[1][:, ::-1][:, :AXES].astype(np.float32)


def fit(
    x: Facts, y: npt.NDArray[np.int64], weight: Matrix, columns: int, base: Matrix | float = 0.0
) -> tuple[Matrix, Matrix]:
    """Softmax regression, L2, to convergence: weights (facts x columns) and biases, beside the scores in ``base``.

    Each fact is scaled by how much it bends the cost, or the few common ones hold up the many rare ones.
    """
    size, turn = len(y), axes(x.dense)
    dense, facts = x.dense @ turn, AXES + framing.HASHED
    wanted = np.zeros((size, columns), dtype=np.float32)
    wanted[np.arange(size), y] = 1.0
    turned = x.hashed.T.tocsr()
    bends = np.concatenate([weight @ (dense * dense), x.hashed.multiply(x.hashed).T @ weight]) * BEND
    scale = (1.0 / np.sqrt(bends + 1.0 / STRENGTH)).astype(np.float32)[:, None]

    def cost(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        w = flat[:-columns].reshape(facts, columns).astype(np.float32) * scale
        scores = dense @ w[:AXES] + x.hashed @ w[AXES:] + flat[-columns:].astype(np.float32) + base
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        loss = -(weight * np.log(chances[np.arange(size), y] + 1e-9)).sum() + (w * w).sum() / (2 * STRENGTH)
        off = (chances - wanted) * weight[:, None]
        slope = (np.concatenate([dense.T @ off, turned @ off]) + w / STRENGTH) * scale
        return float(loss), np.concatenate([slope.ravel(), off.sum(axis=0)]).astype(np.float64)

    start = np.zeros(facts * columns + columns)
    done = minimize(cost, start, jac=True, method="L-BFGS-B", options={"maxiter": 600, "ftol": 1e-5, "maxcor": 20})
    print(f"fitted in {done.nit} steps, {done.message}", flush=True)
    w = done.x[:-columns].reshape(facts, columns).astype(np.float32) * scale
    return np.concatenate([turn @ w[:AXES], w[AXES:]]), done.x[-columns:].astype(np.float32)


class Fitting:
    """The examples with what the embedder sees of them."""

    def __init__(self, every: list[Example]) -> None:
        self.every = every
        seen, marks = seen_of(every)
        none: frozenset[str] = frozenset()
        rows = [frame_row(e.frame, seen[readable(e.frame)], marks, none, none) for e in every]
        self._seen = np.stack([row[: -framing.HASHED] for row in rows])
        self._hashed = csr_matrix(vstack([csr_matrix(row[-framing.HASHED :]) for row in rows]))
        self.y = np.array([DOES.index(e.does) for e in every])
        self.weight = np.array([e.weight * (WANTED if e.does in CHOOSES else 1) for e in every], dtype=np.float32)

    def rows(self, known: frozenset[str], often: frozenset[str]) -> Facts:
        """The facts of all, with the words of those that are fitted on."""
        cheap = np.stack([cheap_facts(e.frame, known, often) for e in self.every])
        return Facts(np.concatenate([self._seen[:, : -cheap.shape[1]], cheap], axis=1), self._hashed)

    def held_out(self, by: str, folds: int) -> tuple[Matrix, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """The scores of each in these folds without its frame or family; strange words, hold-ups; who is in them."""
        fold = np.array(fold_of(self.every, by))
        scores = np.zeros((len(self.every), len(DOES)), dtype=np.float32)
        strange = np.zeros((len(self.every), 2), dtype=bool)
        for number in range(folds):
            chosen, out = fold != number, np.flatnonzero(fold == number)
            known, choosing, often = vocabulary([e for e, use in zip(self.every, chosen, strict=True) if use])
            x = self.rows(known, often)
            w, b = fit(x.where(chosen), self.y[chosen], self.weight[chosen], len(DOES))
            scores[out] = x.where(out).scores(w, b)
            fitted = [e for e, use in zip(self.every, chosen, strict=True) if use]
            stands, tails = _ahead(fitted), _tails(fitted)
            for place in out:
                frame = self.every[place].frame
                strange[place] = not choosing.issuperset(deciding(frame)), is_held(frame, stands, tails)
        return scores, strange, fold < folds


def measured_of(fitting: Fitting, by: str, folds: int) -> tuple[dict[str, Any], list[str]]:
    """Accuracy, and what the policy's thresholds execute of choices and of near misses; the wrong ones by name.

    Of one fold of families, by the linear model alone and with the network beside it.
    """
    scores, strange, some = fitting.held_out(by, folds)
    temperature = temperature_of(scores[some], fitting.y[some])
    found: dict[str, Any] = {"temperature": round(temperature, 4)}
    figures, wrong = figures_of(fitting, softmax(scores / temperature), strange, some)
    told = network_held_out()
    places = [n for n in np.flatnonzero(some) if fitting.every[n].frame in told and fitting.every[n].weight == 1.0]
    if by != "family" or folds > 1 or not places:
        return found | figures, wrong
    read = np.zeros_like(scores)
    read[places] = [told[fitting.every[n].frame] for n in places]
    beside, share = together(scores[places], read[places], fitting.y[places])
    both, wrong = figures_of(fitting, softmax(scores / beside + share * read), strange, some)
    alone, _ = figures_of(fitting, softmax(read), strange, some)
    return found | {"beside": [beside, share], "linear": figures, "network": alone, "both": both}, wrong


def figures_of(
    fitting: Fitting, chances: Matrix, strange: npt.NDArray[np.bool_], some: npt.NDArray[np.bool_]
) -> tuple[dict[str, Any], list[str]]:
    """The figures of some frames by these chances, by language; near misses that would be executed."""
    found: dict[str, Any] = {}
    wrong: list[str] = []
    for name, english in (("english", True), ("spanish_german", False)):
        all_ = ((n, fitting.every[n]) for n in np.flatnonzero(some))
        here = [n for n, e in all_ if e.english is english and e.weight == 1.0]
        named = [n for n in here if OPTION in fitting.every[n].frame or PLACE in fitting.every[n].frame]
        sure = {n: is_sure(_framed(chances[n], *map(bool, strange[n])), DEFAULT_TUNING) for n in named}
        choices = [n for n in named if fitting.every[n].does in CHOOSES]
        misses = [n for n in named if fitting.every[n].does not in CHOOSES]
        wrong += [f"{fitting.every[n].frame} ({fitting.every[n].does})" for n in misses if sure[n]]
        found[name] = {
            "frames": len(here),
            "right": round(float(np.mean([chances[n].argmax() == fitting.y[n] for n in here])), 4),
            "choices": [len(choices), round(float(np.mean([sure[n] for n in choices])), 4)],
            "near_misses": [len(misses), sum(sure[n] for n in misses)],
        }
    return found, wrong


def _framed(row: Matrix, strange: bool, held: bool) -> Framed:
    return Framed(does=tuple((DOES[n], float(row[n])) for n in np.argsort(-row)), strange=strange, held=held)


def _ahead(every: Sequence[Example]) -> frozenset[str]:
    """The few words that stand apart before the mark in frames that choose."""
    return frozenset(words for e in every if e.does in CHOOSES for words in ahead(e.frame))


def _tails(every: Sequence[Example]) -> frozenset[str]:
    """The words that stand apart behind the mark in frames that choose."""
    return frozenset(tail(e.frame) for e in every if e.does in CHOOSES and not e.beside)


def write(fitting: Fitting, measured: dict[str, Any]) -> str:
    """The weights and their digest in the adapter; gives the digest."""
    known, _, often = vocabulary(fitting.every)
    x = fitting.rows(known, often)
    w, b = fit(x, fitting.y, fitting.weight, len(DOES))
    wants = np.array([int(e.explains) for e in fitting.every])
    some = np.array([e.does in CHOOSES for e in fitting.every], dtype=bool)
    ew, eb = fit(x.where(some), wants[some], fitting.weight[some], 2)
    w = np.concatenate([w, ew[:, 1:] - ew[:, :1]], axis=1)
    b = np.concatenate([b, eb[1:] - eb[:1]])
    held = {
        "does": np.array([one.value for one in DOES]),
        "model_id": np.array(MODEL_ID),
        "version": np.array(VERSION),
        "biases": b.astype(np.float32),
        "temperature": np.array(measured["temperature"], dtype=np.float32),
        "beside": np.array(measured.get("beside", (1.0, 0.0)), dtype=np.float32),
        "known": np.array(sorted(known)),
        "often": np.array(sorted(often)),
    }
    return _keep(held | _coded(w) | _words(fitting.every))


def write_further() -> str:
    """The weights moved by what was written after them, with some of the rest; gives the digest.

    What they know stays as it is: only what is moved costs something, and words are known by the fit before.
    """
    with np.load(framing.SHIPPED, allow_pickle=False) as file:
        held: dict[str, Any] = {name: file[name] for name in file.files}
    every = examples()
    fitting = Fitting(newer(every))
    x = fitting.rows(*(frozenset(held[name].tolist()) for name in ("known", "often")))
    before = held["codes"].astype(np.float32) * held["scale"]
    base = x.scores(before[:, :-1], held["biases"][:-1])
    w, b = fit(x, fitting.y, fitting.weight, len(DOES), base)
    before[:, :-1] += w
    held["biases"][:-1] += b
    return _keep(held | _coded(before) | _words(every))


def _coded(w: Matrix) -> dict[str, Any]:
    """The weights in 8 bits each."""
    scale = np.maximum(np.abs(w).max(axis=0, keepdims=True), 1e-9) / 127
    return {"codes": np.round(w / scale).astype(np.int8), "scale": scale.astype(np.float32)}


def _words(every: Sequence[Example]) -> dict[str, Any]:
    """The words that frames are strange, foreign or held up without."""
    found = {
        "seen": {word for e in every for word in words_in(e.frame)},
        "chosen": vocabulary(every)[1],
        "ahead": _ahead(every),
        "tails": _tails(every),
    }
    return {name: np.array(sorted(words)) for name, words in found.items()}


def write_words() -> str:
    """The words that stand apart before a mark anew, the weights as they are; gives the digest."""
    with np.load(framing.SHIPPED, allow_pickle=False) as file:
        held: dict[str, Any] = {name: file[name] for name in file.files}
    return _keep(held | _words(examples()))


def _keep(held: dict[str, Any]) -> str:
    """The weights in the adapter, and their digest in its code."""
    write_arrays(framing.SHIPPED, held)
    digest = hashlib.sha256(framing.SHIPPED.read_bytes()).hexdigest()
    text = re.sub(r'FRAMES_SHA256 = "[^"]*"', f'FRAMES_SHA256 = "{digest}"', CODE.read_text(encoding="utf-8"))
    CODE.write_text(text, encoding="utf-8")
    return digest


def card(digest: str, measured: dict[str, Any]) -> None:
    """What was fitted on what, and how well."""
    head = (CARD.parent / "CARD.head.md").read_text(encoding="utf-8")
    size = framing.SHIPPED.stat().st_size
    facts = f"weights_sha256: {digest}\nnetwork_sha256: {FRAMES_NETWORK_SHA256}\n"
    facts += f"weights_bytes: {size}\nembedder: {MODEL_ID}\n"
    CARD.write_text(f"{head}\n```\n{facts}```\n\n```json\n{json.dumps(measured, indent=2)}\n```\n", encoding="utf-8")


def main() -> None:
    """Fits or measures; ``further`` keeps the figures and shares of the fit before, ``words`` the weights too."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("do", choices=("fit", "further", "measure", "words"))
    parser.add_argument("--wrong", action="store_true", help="lists the near misses that would be executed")
    options = parser.parse_args()
    if options.do in ("further", "words"):
        _, _, figures = CARD.read_text(encoding="utf-8").partition("```json")
        kept = json.loads(figures.partition("```")[0])
        card(write_words() if options.do == "words" else write_further(), kept)
        return
    fitting = Fitting(examples())
    measured: dict[str, Any] = {}
    digest = ""
    for by in ("origin", "family") if options.do == "measure" else ("family",):
        found, wrong = measured_of(fitting, by, FOLDS if options.do == "measure" else 1)
        measured[f"held out by {'frame' if by == 'origin' else by}"] = found
        if options.do == "fit":
            digest = write(fitting, found)
        if options.wrong:
            print("\n".join((f"-- {by}", *wrong)))
    if options.do == "fit":
        card(digest, measured)
    print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
