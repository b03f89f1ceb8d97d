"""``python -m training.hearer fit|whole|measure|reference [--model FILE]``: its weights and card, or figures by fold.

Run it from the repository's root with ``PYTHONPATH=src:.``, numpy, scipy, PyYAML, onnxruntime and tokenizers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from followthrough.adapters.embedder.minilm import MODEL_ID
from followthrough.adapters.hearer.features import VERSION
from followthrough.adapters.hearer.network import NETWORK_SHA256
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.rules.hearing.certainty import COURTESIES, REMARKS, Hearing
from followthrough.rules.hearing.loop_reading import HEARD_IN_LOOP
from followthrough.tuning import DEFAULT_TUNING
from training.hearer import data, model
from training.hearer.data import Example
from training.hearer.shipped import key_of_example, network_held_out, write_arrays, write_reference

FOLDER = data.ROOT / "src" / "followthrough" / "adapters" / "hearer"
WEIGHTS, CARD = FOLDER / "weights.npz", Path(__file__).parent / "CARD.json"
LEAVES = (Act.WANTS_OUT, Act.WANTS_PERSON)


def collected() -> tuple[list[Example], list[Example]]:
    """The messages that are measured on, and the others that are fitted on."""
    loops = [e for part in data.SETS for e in data.loop_messages(part)]
    written = data.of_folder(data.WRITTEN, source="written", weight=data.WRITTEN_WEIGHT)
    written += data.of_folder(data.LATER, source="later", weight=data.WRITTEN_WEIGHT)
    often = data.of_folder(data.OFTEN, source="often", weight=data.OFTEN_WEIGHT)
    return data.acts_dev(), [*data.of_folder(), *written, *often, *data.real_dev(), *loops]


def held_out(dev: list[Example], more: list[Example], x: model.Matrix) -> model.Matrix:
    """The scores of each development message by a model that saw nothing of its context."""
    size = len(dev)
    y, weight = model.targets([*dev, *more]), np.array([e.weight for e in (*dev, *more)], dtype=np.float32)
    fold = model.folds(dev)
    seen = {data.plain(e.text) for e in dev}
    extra = [
        size + place
        for place, e in enumerate(more)
        if data.plain(e.text) not in seen or len(e.text.split()) < data.SHORT
    ]
    scores = np.zeros((size, len(model.ACTS)), dtype=np.float32)
    for number in range(model.FOLDS):
        chosen = np.concatenate([np.flatnonzero(fold != number), np.array(extra, dtype=np.int64)])
        w, b = model.fit(x[chosen], y[chosen], weight[chosen])
        scores[fold == number] = x[:size][fold == number] @ w + b
    return scores


def figures(dev: list[Example], scores: model.Matrix) -> dict[str, Any]:
    """Accuracy, macro-F1, calibration, and what the policy makes of it.

    Of the linear model on all development messages, and of both on those that a network was fitted without.
    """
    every, told = model.targets(dev), network_held_out()
    temperature, alone = model.temperature_of(scores, every), scores.argmax(axis=1)
    of_english = np.array([e.lang == "en" for e in dev], dtype=bool)
    linear = {"accuracy": _share(alone == every, of_english), "macro_f1": _f1(alone[of_english], every[of_english])}
    kept = [n for n, e in enumerate(dev) if key_of_example(e) in told]
    dev, y = [dev[n] for n in kept], every[kept]
    read = np.stack([told[key_of_example(e)] for e in dev])
    beside, share = model.together(scores[kept], read, y)
    chances = model.softmax(scores[kept] / beside + share * read)
    best = chances.argmax(axis=1)
    english = np.array([e.lang == "en" for e in dev], dtype=bool)
    found: dict[str, Any] = {
        "messages": len(dev),
        "english": {"accuracy": _share(best == y, english), "macro_f1": _f1(best[english], y[english])},
        "linear_alone": _share(alone[kept] == y, english),
        "network_alone": _share(read.argmax(axis=1) == y, english),
        "linear_on_all": {"messages": len(every), **linear},
        "temperature": round(temperature, 4),
        "beside": [round(beside, 4), round(share, 4)],
    }
    for lang in ("es", "de"):
        found[lang] = {"accuracy": _share(best == y, np.array([e.lang == lang for e in dev], dtype=bool))}
    found["right_among_also"] = _share(_fits(dev, best), english)
    found["at_policy"] = _at_policy(dev, chances)
    found["by_act"] = {
        a.value: {"precision": _share(y == n, best == n), "recall": _share(best == n, y == n)}
        for n, a in enumerate(model.ACTS)
    }
    return found


def _fits(dev: list[Example], best: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    pairs = zip(dev, best, strict=True)
    return np.array([model.ACTS[b] is e.act or model.ACTS[b] in e.also for e, b in pairs], dtype=bool)


def _at_policy(dev: list[Example], chances: model.Matrix) -> dict[str, Any]:
    """What the product acts on by ``tuning``: how much, how much rightly, and what was left or called wrongly."""
    found: dict[str, list[bool]] = {"left": [], "called": [], "aside": [], "courtesy": [], "remark": []}
    for example, row in zip(dev, chances, strict=True):
        heard = HeardActs(spot=example.said.spot, acts=_ranked(row))
        named = any(example.text.strip(" .!").casefold() in option.casefold() for option in example.said.options)
        kind, acts = _done(Hearing(heard))
        if kind and not (named and kind == "left"):  # the choice of what is in sight comes before any end (C35)
            found[kind].append(example.act in acts or not set(acts).isdisjoint(example.also))
    every = [hit for hits in found.values() for hit in hits]
    wrongly = sum(not hit for kind in ("left", "called") for hit in found[kind])
    return {
        "taken": len(every),
        "right": round(sum(every) / max(1, len(every)), 4),
        "left_or_called_wrongly": round(wrongly / max(1, len(every)), 4),
        "by_kind": {kind: [len(hits), round(sum(hits) / max(1, len(hits)), 4)] for kind, hits in found.items()},
    }


def _ranked(row: model.Matrix) -> tuple[tuple[Act, float], ...]:
    return tuple((model.ACTS[place], float(row[place])) for place in np.argsort(-row))


def _done(hearing: Hearing) -> tuple[str, tuple[Act, ...]]:
    """What the rules do with what was heard, as in ``rules``; nothing for an answer or a question."""
    in_question = hearing.heard.spot in (Spot.LOOP_QUESTION, Spot.SLOT_QUESTION, Spot.WHICH_ONE)
    tuning, pairs = hearing.tuning, (Act.WANTS_OUT, Act.GOODBYE)
    if hearing.is_any((Act.WANTS_PERSON,), tuning.hear_person if in_question else tuning.hear_person_later):
        return "called", (Act.WANTS_PERSON,)
    if hearing.is_any(
        pairs if in_question else pairs[:1], tuning.hear_leaves_in_question if in_question else tuning.hear_leaves
    ):
        return "left", pairs
    if hearing.heard.spot is Spot.LOOP_QUESTION:
        for acts, _ in HEARD_IN_LOOP:
            if hearing.takes(*acts):
                return "aside", acts
    if not in_question and hearing.is_any(COURTESIES, tuning.hear_courtesy):
        return "courtesy", COURTESIES
    if hearing.heard.spot in (Spot.AFTER_ANSWER, Spot.AFTER_PARTIAL, Spot.AFTER_REFUSAL):
        return next((("remark", acts) for acts in REMARKS if hearing.remarks(*acts)), ("", ()))
    return "", ()


def _share(hits: npt.NDArray[np.bool_], of: npt.NDArray[np.bool_] | None = None) -> float:
    chosen = hits if of is None else hits[of]
    return round(float(chosen.mean()), 4) if len(chosen) else 0.0


def _f1(best: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> float:
    each: list[float] = []
    for act in range(len(model.ACTS)):
        hits = int(((best == act) & (y == act)).sum())
        each.append(2 * hits / max(1, int((best == act).sum()) + int((y == act).sum())))
    return round(sum(each) / len(each), 4)


def of_loops(x_of: dict[int, model.Matrix], sets: list[list[Example]], base: list[Example]) -> dict[str, Any]:
    """Each set of loop messages by a model that saw only the sets before it, and the examples of everything else."""
    found: dict[str, Any] = {}
    for place, part in enumerate(data.SETS[1:], start=1):
        train = [*base, *(e for some in sets[:place] for e in some)]
        x = np.concatenate([x_of[0], *(x_of[n + 1] for n in range(place))])
        weight = np.array([e.weight for e in train], dtype=np.float32)
        w, b = model.fit(x, model.targets(train), weight)
        chances = model.chances_of(x_of[place + 1], w, b)
        found[part] = _of_loop(sets[place], chances)
    return found


def _of_loop(messages: list[Example], chances: model.Matrix) -> dict[str, float]:
    """At the policy's threshold in a question: wanting out that is kept, answers that are lost."""
    out = [model.ACTS.index(a) for a in (Act.WANTS_OUT, Act.GOODBYE)]
    lost_by = [model.ACTS.index(a) for a in (*LEAVES, Act.GOODBYE, Act.QUESTION, Act.FOLLOWUP)]
    wanting = np.array([e.act is Act.WANTS_OUT for e in messages], dtype=bool)
    answers = np.array([e.act is Act.ANSWER for e in messages], dtype=bool)
    best = chances.argmax(axis=1)
    left = np.isin(best, out) & (chances[:, out].sum(axis=1) >= THRESHOLD)
    gone = np.isin(best, lost_by) & (chances[:, lost_by].sum(axis=1) >= THRESHOLD)
    return {"wanting_out_kept": _share(~left, wanting), "answers_lost": _share(gone, answers)}


THRESHOLD = DEFAULT_TUNING.hear_leaves_in_question


def write(dev: list[Example], more: list[Example], x: model.Matrix, measured: dict[str, Any]) -> None:
    """Weights, the card, and the weights' digest in the adapter."""
    every = [*dev, *more]
    weight = np.array([e.weight for e in every], dtype=np.float32)
    w, b = model.fit(x, model.targets(every), weight)
    scale = np.maximum(np.abs(w).max(axis=0, keepdims=True), 1e-9) / 127
    held = {
        "acts": np.array([a.value for a in model.ACTS]),
        "model_id": np.array(MODEL_ID),
        "version": np.array(VERSION),
        "codes": np.round(w / scale).astype(np.int8),
        "scale": scale.astype(np.float32),
        "biases": b.astype(np.float32),
        "temperature": np.array(measured["temperature"], dtype=np.float32),
        "beside": np.array(measured["beside"], dtype=np.float32),
    }
    write_arrays(WEIGHTS, held)
    digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
    code = FOLDER / "weights.py"
    text = re.sub(r'WEIGHTS_SHA256 = "[^"]*"', f'WEIGHTS_SHA256 = "{digest}"', code.read_text(encoding="utf-8"))
    code.write_text(text, encoding="utf-8")
    sources: dict[str, int] = {}
    for one in every:
        sources[one.source] = sources.get(one.source, 0) + 1
    card = {
        "what": "softmax regression on the frozen all-MiniLM-L6-v2 (int8) and cheap facts of a message, 25 acts; "
        "beside it all-MiniLM-L6-v2 (Apache 2.0) fitted further on the same messages, int8: the linear scores over "
        "their temperature and a share of the network's are added. Chances, figures and the policy are of both; "
        "'loops' is of the linear model alone",
        "network_sha256": NETWORK_SHA256,
        "weights_sha256": digest,
        "weights_bytes": WEIGHTS.stat().st_size,
        "embedder": MODEL_ID,
        "facts_version": VERSION,
        "seed": model.SEED,
        "strength": model.STRENGTH,
        "data": {
            "acts-dev": "written for this project; not in the repository",
            "real-dev": "questions over public documents, written for this project; not in the repository",
            "examples": "packs/general/examples, MIT, part of the repository",
            "written, later, often": "training/hearer/{,later/,often/}examples, MIT, part of the repository",
            "loop:*": "benchmarks/clarification/cases.yaml, MIT, part of the repository",
            "counts": sources,
        },
        "figures": measured,
    }
    CARD.write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Fits, measures, or writes how the shipped examples are heard by the others; ``whole`` keeps the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("do", choices=("fit", "whole", "measure", "reference"))
    parser.add_argument("--model", type=Path, help="the embedder's ONNX file; by default the installed package's")
    options = parser.parse_args()
    dev, more = collected()
    x = model.rows([*dev, *more], options.model)
    if options.do == "whole":
        write(dev, more, x, json.loads(CARD.read_text(encoding="utf-8"))["figures"])
        return
    if options.do != "measure":
        print(json.dumps(write_reference([*dev, *more], x), indent=2))
    if options.do == "reference":
        return
    measured = figures(dev, held_out(dev, more, x))
    sets = [data.loop_messages(part) for part in data.SETS]
    base = [e for e in (*dev, *more) if not e.source.startswith("loop:")]
    ends = np.cumsum([len(base), *map(len, sets)])
    x_of = dict(enumerate(np.split(x, ends[:-1])))
    measured["loops"] = of_loops(x_of, sets, base)
    if options.do == "fit":
        write(dev, more, x, measured)
    print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
