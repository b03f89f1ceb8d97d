"""Fits the network of ``adapters.hearer.frame_network`` in torch, and writes it as int8 ONNX.

``python -m training.selection.network BASE [--hold]``: ``BASE`` as for ``training.hearer.network``, whose table of
words it keeps: fit it again after that. With ``--hold`` it is fitted without a fifth of the families, and how it
judges their frames is kept for ``python -m training.selection fit``. With ``--further`` the shipped one is fitted on
what was written after it, with some of the rest, in a tenth of the time.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from transformers import AutoModel

from followthrough.adapters.hearer import frame_network, network
from followthrough.domain.framing import CHOOSES, Does
from training.fitting import batches
from training.hearer.shipped import write_arrays
from training.selection.examples import SEED, WANTED, Example, examples, fold_of, newer
from training.selection.shipped import HELD

EPOCHS, BATCH, RATE, RATE_OF_HEAD, DECAY = 2, 48, 8e-5, 1e-3, 0.01
WARM_UP, SMOOTH, DROPPED = 200, 0.03, 0.1
_DOES = tuple(Does)


class Net(nn.Module):
    """The encoder, and what the means of its states say: of all, and of those of the marks that stand for options."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(str(base))
        size = self.encoder.config.hidden_size
        self.encoder.embeddings.position_embeddings.weight = nn.Parameter(
            self.encoder.embeddings.position_embeddings.weight[: frame_network.TOKENS + 2].clone()
        )
        self.mark = nn.Embedding(4, size)
        nn.init.zeros_(self.mark.weight)
        self.drop = nn.Dropout(DROPPED)
        self.out = nn.Linear(2 * size, len(_DOES))

    def forward(self, words: torch.Tensor, marks: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """The scores of what a frame may do, one row a frame."""
        states = self.encoder(inputs_embeds=words + self.mark(marks), attention_mask=attention_mask).last_hidden_state
        there = attention_mask[:, :, None].float()
        named = ((marks == 1) | (marks == 2))[:, :, None].float()
        means = [(states * mask).sum(1) / mask.sum(1).clamp(min=1) for mask in (there, named)]
        return self.out(self.drop(torch.cat(means, -1)))


def inputs_of(frames: Sequence[str]) -> list[torch.Tensor]:
    """What the net takes: the words' vectors, the marks, the mask, padded."""
    read = [frame_network.ids_of(frame) for frame in frames]
    longest = max(len(ids) for ids, _ in read)
    words = torch.zeros((len(read), longest, network.minilm.DIM))
    marks, mask = torch.zeros((2, len(read), longest), dtype=torch.long)
    for place, (ids, marked) in enumerate(read):
        words[place, : len(ids)] = torch.tensor(frame_network.words_of(ids))
        marks[place, : len(ids)] = torch.tensor(marked)
        mask[place, : len(ids)] = 1
    return [words, marks, mask]


def shipped(net: Net) -> Net:
    """The net with the weights that are shipped, as int8 has them."""
    graph = onnx.load(frame_network.SHIPPED).graph
    held: dict[str, Any] = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    whole = {name: value for name, value in held.items() if value.dtype == np.float32 and not name.endswith("_scale")}
    for name in (one.removesuffix("_quantized") for one in held if one.endswith(".weight_quantized")):
        codes = held[f"{name}_quantized"].astype(np.float32) - held[f"{name}_zero_point"]
        whole[name] = codes * held[f"{name}_scale"]
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            name = node.input[1].removesuffix("_quantized")
            layer = node.name.strip("/").rpartition("/")[0].replace("/", ".")
            whole[f"{layer}.weight"] = (held[f"{name}_quantized"].astype(np.float32) * held[f"{name}_scale"]).T
    missing, unknown = net.load_state_dict({name: torch.tensor(value) for name, value in whole.items()}, strict=False)
    if unknown or any("word_embeddings" not in name and "pooler" not in name for name in missing):
        raise SystemExit(f"The shipped net is of another shape: {missing}, {unknown}")
    return net


def fit(net: Net, every: Sequence[Example], *, epochs: int = EPOCHS) -> Net:
    """The net fitted on the examples."""
    torch.manual_seed(SEED)
    rng = random.Random(SEED)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    apart = {*map(id, net.out.parameters()), *map(id, net.encoder.embeddings.word_embeddings.parameters())}
    rates = [
        {"params": [one for one in net.parameters() if id(one) not in apart], "lr": RATE},
        {"params": list(net.out.parameters()), "lr": RATE_OF_HEAD},
    ]
    descent = torch.optim.AdamW(rates, weight_decay=DECAY)
    steps = epochs * -(-len(every) // BATCH)
    warm = min(WARM_UP, steps // 5)
    slope = torch.optim.lr_scheduler.LambdaLR(
        descent, lambda step: min(1.0, step / warm) * max(0.0, (steps - step) / steps)
    )
    done, since = 0, time.monotonic()
    net.train()
    for _ in range(epochs):
        for batch in batches(every, lambda e: len(e.frame), rng, size=BATCH):
            weight = torch.tensor([e.weight * (WANTED if e.does in CHOOSES else 1) for e in batch])
            wanted = torch.tensor([_DOES.index(e.does) for e in batch])
            with torch.autocast("cpu", torch.bfloat16):
                scores = net(*inputs_of([e.frame for e in batch]))
            losses = nn.functional.cross_entropy(scores.float(), wanted, reduction="none", label_smoothing=SMOOTH)
            loss = (losses * weight).sum() / weight.sum()
            descent.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            descent.step()
            slope.step()
            done += 1
            if done % 50 == 0:
                print(f"{done} of {steps}, {time.monotonic() - since:.0f} s: {loss.item():.3f}", file=sys.stderr)
    return net.eval()


def write(net: Net, path: Path) -> None:
    """The net as int8 ONNX."""
    example: Any = tuple(inputs_of(["not ~, @", "the # please"]))
    names = ["words", "marks", "attention_mask"]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            net,
            example,
            str(whole),
            input_names=names,
            output_names=["scores"],
            dynamic_axes={name: {0: "frames", 1: "tokens"} for name in names} | {"scores": {0: "frames"}},
            dynamo=False,
        )
        quantize_dynamic(str(whole), str(path), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)


def main() -> None:
    """Fits on everything and ships it, or without a fifth of the families and keeps how their frames are judged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("--hold", action="store_true")
    parser.add_argument("--further", action="store_true")
    chosen = parser.parse_args()
    every = examples()
    if not chosen.hold:
        net = Net(chosen.base)
        net = fit(shipped(net), newer(every), epochs=1) if chosen.further else fit(net, every)
        write(net, frame_network.SHIPPED)
        digest = hashlib.sha256(frame_network.SHIPPED.read_bytes()).hexdigest()
        code = Path(frame_network.__file__)
        text = re.sub(r'(FRAMES_NETWORK_SHA256 = )"[^"]*"', rf'\1"{digest}"', code.read_text(encoding="utf-8"))
        code.write_text(text, encoding="utf-8")
        return
    fold = fold_of(every, "family")
    net = fit(Net(chosen.base), [e for e, number in zip(every, fold, strict=True) if number])
    held = list(dict.fromkeys(e.frame for e, number in zip(every, fold, strict=True) if not number and e.weight == 1))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "held.onnx"
        write(net, path)
        scores = frame_network.FrameNetwork(path, sha256=None).read(held)
    if scores is None:
        raise SystemExit("The net can't be read again.")
    write_arrays(HELD, {"frames": np.array(held), "scores": scores.astype(np.float16)})


if __name__ == "__main__":
    main()
