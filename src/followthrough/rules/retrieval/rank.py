"""Rank: the order of what a question and its conversation found, by a few weighed signals.

Two linear rankers weigh the values of ``rules.retrieval.rank_signals``: ``near`` says which of the good candidates
are best, ``wide`` which of all of them are any good; the first orders the top, the second what is below. Their
weights are fitted by ``benchmarks/fit_ranker.py`` and shipped as data; a weight times a value is what a signal
brought, so every rank can say why it is one.

A question that stands alone keeps the order that its own words give, except where the ranker is surer than
``tuning.standalone_margin`` that a passage belongs before another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from followthrough.domain.ids import PassageId
from followthrough.domain.retrieval import Ranked
from followthrough.ports.embedder import Vectors
from followthrough.rules.retrieval.fuse import Lists, fuse
from followthrough.rules.retrieval.rank_signals import FEATURES, Candidates, Floats, Wording, features, scaled
from followthrough.tuning import Tuning

_SIGNALS = tuple(dict.fromkeys(".".join(name.split(".")[:2]) for name in FEATURES))
_SIGNAL_OF_FEATURE: Floats = np.array(
    [[".".join(f.split(".")[:2]) == s for s in _SIGNALS] for f in FEATURES], dtype=float
)
_RANKED = 250  # candidates that get a rank: many more than are read or judged
_TOP = 25  # ranks that the near ranker orders and that say what brought them: as many as are looked at
_SETTLED = 12  # places of a question that stands alone that keep its own order


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranker:
    """A fitted ranker: for each of ``FEATURES`` a weight near the top and one for the rest.

    ``fitted_on`` holds short hashes of the conversations (``evals.retrieval.folds.mark``), so that an evaluation can
    tell that its data is not new to the ranker.
    """

    version: str
    near: Floats
    wide: Floats
    fitted_on: frozenset[str] = frozenset()


def rank(
    words: Wording, signals: Mapping[str, Vectors], found: Candidates, *, ranker: Ranker, tuning: Tuning
) -> tuple[Ranked, ...]:
    """The best candidates, best first, ties by passage id.

    Scores never rise. They are on the scale that the best hundred span, 0 to 1, as those of ``fuse`` are; a question
    that stands alone has the very scores that ``fuse`` gives its first places.
    """
    ids = found.ids
    if not ids:
        return ()
    values = features(words, signals, found, ids)
    near, wide = values @ ranker.near, values @ ranker.wide
    plain = fuse(lists_of(words, found), tuning)
    top = _best(near)[:_TOP]  # ids are sorted, so ties go by id
    scores = [float(s) for s in scaled(near)[top]]
    if words.stands_alone:
        place = {passage_id: n for n, passage_id in enumerate(ids)}
        top = _settled([place[r.passage_id] for r in plain[:_SETTLED]], top, near, tuning.standalone_margin)
        scores = [r.score for r in plain[: len(top)]]
    chosen = set(top)
    below = [n for n in _best(wide)[:_RANKED] if n not in chosen]
    least = min(scores, default=1.0)
    scores += [min(least, float(s)) for s in scaled(wide)[below]]
    order = top + below
    by_id = {r.passage_id: r for r in plain}
    brought = _brought(values, order[:_TOP], ranker)
    return tuple(
        _ranked(ids[n], score, by_id.get(ids[n]), brought[at] if at < _TOP else ())
        for at, (n, score) in enumerate(zip(order, scores, strict=True))
    )


def lists_of(words: Wording, found: Candidates) -> Lists:
    """The lists of the question alone, as a search without a conversation has them."""
    return Lists(lexical=found.words.get(words.query, ()), dense=found.meaning.get("question", ()))


def _best(scores: Floats) -> list[int]:
    return [int(n) for n in np.argsort(-scores, kind="stable")]


def _settled(own: Sequence[int], by_conversation: Sequence[int], near: Floats, margin: float) -> list[int]:
    """The question's own order, in which a candidate climbs past each that it beats by more than the margin."""
    kept: list[int] = []
    for n in dict.fromkeys((*own, *by_conversation)):
        at = len(kept)
        while at and near[n] > near[kept[at - 1]] + margin:
            at -= 1
        kept.insert(at, n)
    return kept[: len(own)]


def _brought(values: Floats, chosen: Sequence[int], ranker: Ranker) -> list[tuple[tuple[str, float], ...]]:
    """What each signal brought over the average candidate, strongest first, for the chosen candidates.

    Signals are named ``meaning.NAME``, ``words.NAME`` and ``fused.NAME``.
    """
    parts = (values[list(chosen)] - values.mean(axis=0)) * ranker.near
    rows: list[list[float]] = (parts @ _SIGNAL_OF_FEATURE).round(3).tolist()
    return [
        tuple(sorted(((s, v) for s, v in zip(_SIGNALS, row, strict=True) if v), key=lambda pair: -abs(pair[1])))
        for row in rows
    ]


def _ranked(
    passage_id: PassageId, score: float, plain: Ranked | None, signals: tuple[tuple[str, float], ...]
) -> Ranked:
    """A rank with what the question alone says of the passage."""
    if plain is None:
        return Ranked(passage_id=passage_id, score=score, signals=signals)
    return Ranked(
        passage_id=passage_id,
        score=score,
        lexical=plain.lexical,
        dense=plain.dense,
        dense_raw=plain.dense_raw,
        lexical_rank=plain.lexical_rank,
        dense_rank=plain.dense_rank,
        signals=signals,
    )
