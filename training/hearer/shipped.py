"""What is written beside the weights: the scores of the examples that ship, each by a model without its block."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from followthrough.adapters.embedder.minilm import MODEL_ID
from followthrough.adapters.hearer.features import VERSION
from followthrough.adapters.hearer.reference import SHIPPED, key_of
from followthrough.domain.hearing import ActExample
from training.hearer import data, model
from training.hearer.data import Example


def write_reference(every: Sequence[Example], x: model.Matrix) -> dict[str, Any]:
    """Writes the scores of the shipped examples; says how many are heard rightly."""
    places = np.array([n for n, e in enumerate(every) if e.source == "examples"], dtype=np.int64)
    shipped = [every[n] for n in places]
    scores = _held_out(every, x, places)
    held = {
        "acts": np.array([a.value for a in model.ACTS]),
        "model_id": np.array(MODEL_ID),
        "version": np.array(VERSION),
        "keys": np.array([key_of_example(e) for e in shipped]),
        "scores": scores.astype(np.float16),
    }
    write_arrays(SHIPPED, held)
    right = scores.argmax(axis=1) == model.targets(shipped)
    return {"examples": len(shipped), "accuracy": round(float(right.mean()), 4)}


def _held_out(every: Sequence[Example], x: model.Matrix, places: np.ndarray[Any, np.dtype[np.int64]]) -> model.Matrix:
    shipped = [every[n] for n in places]
    y, weight = model.targets(every), np.array([e.weight for e in every], dtype=np.float32)
    texts = [data.plain(e.text) for e in every]
    fold = model.folds(shipped)
    scores = np.zeros((len(shipped), len(model.ACTS)), dtype=np.float32)
    for number in range(model.FOLDS):
        out = set(places[fold == number].tolist())
        unseen = {texts[n] for n in out if len(texts[n].split()) >= data.SHORT}
        chosen = np.array([n for n in range(len(every)) if n not in out and texts[n] not in unseen], dtype=np.int64)
        w, b = model.fit(x[chosen], y[chosen], weight[chosen])
        scores[fold == number] = x[places[fold == number]] @ w + b
    return scores


def write_arrays(path: Path, held: Mapping[str, Any]) -> None:
    """An npz file that is the same to the byte for the same numbers."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, values in held.items():
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, np.asarray(values), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            file.writestr(entry, buffer.getvalue(), zipfile.ZIP_DEFLATED)


HELD = Path(__file__).parent / "network_held.npz"


def network_held_out() -> dict[str, model.Matrix]:
    """How networks that saw nothing of their folds hear the development messages, by ``key_of_example``."""
    if not HELD.exists():
        return {}
    kept = np.load(HELD)
    return dict(zip(kept["keys"].tolist(), kept["scores"].astype(np.float32), strict=True))


def key_of_example(example: Example) -> str:
    """What a message is found again by."""
    return key_of(ActExample(text=example.text, said=example.said, act=example.act, lang=example.lang))
