"""Fits the network of ``adapters.hearer.parts_network`` in torch, and writes it as int8 ONNX."""

from __future__ import annotations

import hashlib
import random
import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from torch.nn import functional
from transformers import AutoModel

from followthrough.adapters.hearer import parts_network
from followthrough.adapters.hearer.frame_network import words_of
from followthrough.domain.pack import Pack
from followthrough.domain.parts import SCORES
from followthrough.rules.questions.places import Placed, places_in
from followthrough.rules.questions.tagging import Cut
from training.fitting import batches
from training.parts.data import Marked, groups_of, labels_of

LAYERS = 5
BATCH, RATE, RATE_OF_HEAD, DECAY = 48, 1e-4, 1e-3, 0.01
WARM_UP, DROPPED = 200, 0.1
SMOOTH, OF_BOUNDS, OF_WEAK = 0.05, 0.5, 0.3
LONGEST = 60  # words of a message that is learned from


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A message to learn from.

    Attributes:
        ids: its tokens.
        firsts: of them, the first of each word, and the last mark.
        cuts: what begins at each word; -1 where it may not be cut.
        groups: several things: where the first may begin and does, where the last may end and does.
        weak: whether it is known only that it asks one thing.
    """

    ids: list[int]
    firsts: list[int]
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
    return Lesson(
        *_tokens(placed), _cuts(placed, [int(one) for one in labels]), tuple(groups_of(placed, labels, spans))
    )


def weak_lesson(text: str, pack: Pack) -> Lesson:
    """What a message teaches of which it is known that it asks one thing."""
    placed = places_in(text, pack)
    return Lesson(*_tokens(placed), _cuts(placed, [0] * len(placed.places)), weak=True)


def _tokens(placed: Placed) -> tuple[list[int], list[int]]:
    return parts_network.tokens_of(placed.text, [(word.start, word.end) for word in placed.words])


def _cuts(placed: Placed, labels: Sequence[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    cuts = np.full(len(placed.words) + 1, -1)
    cuts[[place.word for place in placed.places]] = labels
    return cuts


def lessons_of(messages: Iterable[Marked], pack: Pack) -> list[Lesson]:
    """The lessons, without what is cut where there is no place."""
    found: list[Lesson] = []
    for marked in messages:
        try:
            found.append(lesson_of(marked, pack))
        except ValueError:
            continue
    return [one for one in found if len(one.ids) <= parts_network.TOKENS + 2]


class Net(nn.Module):
    """The encoder, and what its states say of each token."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(str(base))
        self.encoder.encoder.layer = self.encoder.encoder.layer[:LAYERS]
        places = self.encoder.embeddings.position_embeddings
        places.weight = nn.Parameter(places.weight[: parts_network.TOKENS + 2].clone())
        self.drop = nn.Dropout(DROPPED)
        self.out = nn.Linear(self.encoder.config.hidden_size, SCORES)

    def forward(self, words: torch.Tensor, attention_mask: torch.Tensor | None = None) -> torch.Tensor:
        """The scores of each token."""
        states = self.encoder(inputs_embeds=words, attention_mask=attention_mask).last_hidden_state
        return self.out(self.drop(states))


def fit(base: Path, epochs: Iterator[list[Lesson]], steps: int, seed: int) -> Net:
    """The network for the lessons, which may differ from epoch to epoch; ``steps`` batches are in all of them."""
    torch.manual_seed(seed)
    rng = random.Random(seed)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    net = Net(base)
    apart = {*map(id, net.out.parameters()), *map(id, net.encoder.embeddings.word_embeddings.parameters())}
    rates = [
        {"params": [one for one in net.parameters() if id(one) not in apart], "lr": RATE},
        {"params": list(net.out.parameters()), "lr": RATE_OF_HEAD},
    ]
    descent = torch.optim.AdamW(rates, weight_decay=DECAY)
    slope = torch.optim.lr_scheduler.LambdaLR(
        descent, lambda step: min(1.0, step / WARM_UP) * max(0.0, (steps - step) / steps)
    )
    since = time.monotonic()
    net.train()
    for number, lessons in enumerate(epochs):
        lost: list[float] = []
        for batch in batches(lessons, lambda one: len(one.ids), rng, size=BATCH):
            loss = _loss(net, batch)
            descent.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            descent.step()
            slope.step()
            lost.append(loss.item())
        print(f"epoch {number}: {np.mean(lost):.4f}, {time.monotonic() - since:.0f} s", flush=True)
    return net.eval()


def _read(net: Net, batch: Sequence[Lesson]) -> torch.Tensor:
    """The scores of each word, padded."""
    longest = max(len(one.ids) for one in batch)
    words = torch.zeros((len(batch), longest, net.encoder.config.hidden_size))
    mask = torch.zeros((len(batch), longest), dtype=torch.long)
    firsts = torch.zeros((len(batch), max(len(one.firsts) for one in batch)), dtype=torch.long)
    for at, one in enumerate(batch):
        words[at, : len(one.ids)] = torch.tensor(words_of(one.ids))
        mask[at, : len(one.ids)] = 1
        firsts[at, : len(one.firsts)] = torch.tensor(one.firsts)
    with torch.autocast("cpu", torch.bfloat16):
        scores = net(words, mask)
    return torch.gather(scores.float(), 1, firsts[:, :, None].expand(-1, -1, SCORES))


def _loss(net: Net, batch: Sequence[Lesson]) -> torch.Tensor:
    scores = _read(net, batch)
    cuts = nn.utils.rnn.pad_sequence([torch.tensor(one.cuts) for one in batch], batch_first=True, padding_value=-1)
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


def write(net: Net, path: Path) -> None:
    """The net as int8 ONNX."""
    example: Any = (torch.tensor(words_of([101, 2129, 102]))[None],)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            net,
            example,
            str(whole),
            input_names=["words"],
            output_names=["scores"],
            dynamic_axes={"words": {1: "tokens"}, "scores": {1: "tokens"}},
            dynamo=False,
        )
        quantize_dynamic(str(whole), str(path), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)


def sign() -> str:
    """The digest of what ships, written into the adapter."""
    digest = hashlib.sha256(parts_network.SHIPPED.read_bytes()).hexdigest()
    code = Path(parts_network.__file__)
    text = re.sub(r'(PARTS_SHA256 = )"[^"]*"', rf'\1"{digest}"', code.read_text(encoding="utf-8"))
    code.write_text(text, encoding="utf-8")
    return digest
