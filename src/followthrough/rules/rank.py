"""Rank: the order of what a question and its conversation found, by a few weighed signals.

Nothing of the conversation is put into the query. Instead each candidate is compared with the question, with what
was asked before, and with what was answered, and a linear ranker weighs these signals. Its weights are fitted by
``benchmarks/fit_ranker.py`` and shipped as data; a weight times a value is what a signal brought, so every rank can
say why it is one.

A signal of vectors gives three values a candidate (cosine, place on the scale of its best hundred, logarithm of its
rank), a signal of words two; all are relative to the other candidates of the same question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from followthrough.domain.ids import PassageId
from followthrough.domain.resolution import Exchange, Followup
from followthrough.domain.retrieval import NO_HISTORY, History, Hit, Ranked
from followthrough.ports.embedder import Vectors
from followthrough.rules.fuse import Lists, fuse
from followthrough.tuning import Tuning

Floats = npt.NDArray[np.float64]

MEANING = ("question", "history", "earlier", "pair", "conversation", "feedback", "answer")
WORDS = ("question", "previous", "answer")
FUSED = ("fused", "fused_history")
FEATURES = (
    *(f"meaning.{name}.{value}" for name in MEANING for value in ("cosine", "scaled", "rank")),
    *(f"words.{name}.{value}" for name in WORDS for value in ("scaled", "rank")),
    *FUSED,
)
_SIGNALS = tuple(dict.fromkeys(name.rpartition(".")[0] or "fused" for name in FEATURES))
_SIGNAL_OF_FEATURE: Floats = np.array(
    [[(f.rpartition(".")[0] or "fused") == s for s in _SIGNALS] for f in FEATURES], dtype=float
)
_RANKED = 400  # candidates that get a rank: many more than are read or judged
_EXPLAINED = 50  # ranks that say what brought them; far more than are read
_SCALE_OVER = 100  # a list's scale ends at its hundredth, as in fuse
_NO_RANK = float(np.log1p(400))  # of a passage that a search for words did not find
_FEEDBACK = 3  # passages that a first ranking trusts


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranker:
    """A fitted ranker: one weight for each of ``FEATURES``, and what it was fitted on.

    ``fitted_on`` holds short hashes of the conversations (``evals.retrieval.folds.mark``), so that an evaluation can
    tell that its data is not new to the ranker.
    """

    version: str
    weights: Floats
    fitted_on: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The texts of one question in its conversation, by what they are for.

    Attributes:
        query: what is searched.
        raw: the user's own words; searched beside ``query`` where the two differ.
        earlier: the user's earlier turns, oldest first, at most ``tuning.history_turns``.
        answer: the last answer, cut to ``tuning.history_answer_chars``; None without one.
    """

    query: str
    raw: str
    earlier: tuple[str, ...]
    answer: str | None

    @property
    def has_history(self) -> bool:
        """Whether there is more to compare than the user's own words alone."""
        return bool(self.earlier) or self.answer is not None or self.query != self.raw

    @property
    def pair(self) -> str:
        """The previous turn and this one."""
        return "\n".join((*self.earlier[-1:], self.query))

    @property
    def conversation(self) -> str:
        """The latest turns and this one; not so many that the embedder's window would cut the question off."""
        return "\n".join((*self.earlier[-5:], self.query))

    def to_embed(self) -> tuple[str, ...]:
        """Every text whose vector is needed, each once."""
        texts = (self.query, self.raw, *self.earlier, self.pair, self.conversation, *filter(None, (self.answer,)))
        return tuple(dict.fromkeys(texts))

    def to_search(self) -> tuple[str, ...]:
        """Every text whose words are searched, each once."""
        return tuple(dict.fromkeys((self.query, self.raw, *self.earlier[-1:], *filter(None, (self.answer,)))))


def search_history(history: Sequence[Exchange], followup: Followup) -> History:
    """What a search compares a message with: the conversation, for a follow-up; nothing where it stands alone (F41).

    Args:
        history: the earlier turns, oldest first.
        followup: whether and how the message follows up.
    """
    if not history or not followup.is_followup:
        return NO_HISTORY
    return History(earlier=tuple(turn.message for turn in history), answer=history[-1].reply or None)


def wording(query: str, raw: str, history: History, tuning: Tuning) -> Wording:
    """The texts of a question, its history bounded."""
    answer = (history.answer or "").strip()[: tuning.history_answer_chars]
    earlier = tuple(turn for turn in history.earlier if turn.strip())[-tuning.history_turns :]
    return Wording(query=query, raw=raw, earlier=earlier, answer=answer or None)


def question_vectors(words: Wording, vectors: Mapping[str, Vectors]) -> dict[str, Vectors]:
    """The vector of each signal of meaning that can be had before anything is searched."""
    question = unit(vectors[words.query] + vectors[words.raw])
    earlier = [vectors[text] for text in words.earlier]
    history = question
    if earlier:
        history = unit(question + 0.3 * unit(np.sum(earlier, axis=0)))
    signals = {
        "question": question,
        "history": history,
        "earlier": unit(np.mean(earlier, axis=0)) if earlier else question,
        "pair": vectors[words.pair],
        "conversation": vectors[words.conversation],
    }
    if words.answer is not None:
        signals["answer"] = vectors[words.answer]
    return signals


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """What the searches found for one question.

    Attributes:
        words: hits by searched text.
        meaning: hits of each searched signal of meaning.
        vectors: the vectors of the candidates that have one.
    """

    words: Mapping[str, tuple[Hit, ...]]
    meaning: Mapping[str, tuple[Hit, ...]]
    vectors: Mapping[PassageId, Vectors]

    @property
    def ids(self) -> tuple[PassageId, ...]:
        """Every candidate once, sorted."""
        return tuple(
            sorted({hit.passage_id for hits in (*self.words.values(), *self.meaning.values()) for hit in hits})
        )


def rank(
    words: Wording, signals: Mapping[str, Vectors], found: Candidates, *, ranker: Ranker, tuning: Tuning
) -> tuple[Ranked, ...]:
    """The best candidates, best first, ties by passage id.

    Scores are on the scale that the best hundred span, 0 to 1, as those of ``fuse`` are.
    """
    ids = found.ids
    if not ids:
        return ()
    values = features(words, signals, found)
    raw = values @ ranker.weights
    scores = np.minimum(_scaled(raw), 1.0)
    fused = {r.passage_id: r for r in fuse(lists_of(words, found), tuning)}
    order = [int(n) for n in np.argsort(-raw, kind="stable")[:_RANKED]]  # ids are sorted, so ties go by id
    brought = _brought(values, order[:_EXPLAINED], ranker)
    return tuple(
        _ranked(ids[n], float(scores[n]), fused.get(ids[n]), brought[place] if place < _EXPLAINED else ())
        for place, n in enumerate(order)
    )


def lists_of(words: Wording, found: Candidates) -> Lists:
    """The lists of the question alone, as a search without a conversation has them."""
    return Lists(lexical=found.words.get(words.query, ()), dense=found.meaning.get("question", ()))


def features(words: Wording, signals: Mapping[str, Vectors], found: Candidates) -> Floats:
    """One row a candidate (in the order of ``found.ids``), one column for each of ``FEATURES``."""
    ids = found.ids
    place = {passage_id: n for n, passage_id in enumerate(ids)}
    matrix = _matrix(ids, found.vectors, dim=len(signals["question"]))
    cosines = {name: matrix @ vector for name, vector in signals.items()}
    lexical = _lexical(words, found.words, place)
    fused = 0.3 * _scaled(lexical["question"]) + 0.7 * _scaled(cosines["question"])
    with_previous = lexical["question"] + 0.3 * lexical["previous"]
    fused_history = 0.3 * _scaled(with_previous) + 0.7 * _scaled(cosines["history"])
    best = np.argsort(-fused_history, kind="stable")[:_FEEDBACK]
    cosines["feedback"] = matrix @ unit(signals["history"] + 0.5 * unit(matrix[best].mean(axis=0)))
    nothing = np.zeros(len(ids))
    columns: list[Any] = []
    for name in MEANING:
        if name not in cosines:
            columns += [nothing] * 3
            continue
        columns += [cosines[name], _scaled(cosines[name], clip=False), np.log1p(_ranks(cosines[name]))]
    for name in WORDS:
        top = lexical[name].max(initial=0.0)
        if top <= 0.0:
            columns += [nothing] * 2
            continue
        ranks = np.where(lexical[name] > 0, np.log1p(_ranks(lexical[name])), _NO_RANK)
        columns += [lexical[name] / top, ranks]
    return np.stack([*columns, fused, fused_history], axis=1).astype(np.float64)


def unit(vector: Any) -> Vectors:
    """The vector at length 1; a zero vector stays."""
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length if length > 0 else vector, dtype=np.float32)


def _lexical(
    words: Wording, hits: Mapping[str, tuple[Hit, ...]], place: Mapping[PassageId, int]
) -> dict[str, Floats]:
    """Scores by words: the query and the user's own words count half each where they differ."""

    def scores(text: str | None) -> Floats:
        out = np.zeros(len(place))
        for hit in hits.get(text or "", ()):
            out[place[hit.passage_id]] = hit.score
        return out

    return {
        "question": (scores(words.query) + scores(words.raw)) / 2,
        "previous": scores(words.earlier[-1] if words.earlier else None),
        "answer": scores(words.answer),
    }


def _matrix(ids: Sequence[PassageId], vectors: Mapping[PassageId, Vectors], *, dim: int) -> Vectors:
    """The candidates' vectors; zeros, which are near nothing, for one that has none yet."""
    out = np.zeros((len(ids), dim), dtype=np.float32)
    for n, passage_id in enumerate(ids):
        if (vector := vectors.get(passage_id)) is not None:
            out[n] = vector
    return out


def _scaled(values: Any, *, clip: bool = True) -> Floats:
    """1 for the best, 0 for the hundredth; below 0 for worse ones unless clipped."""
    best_first = np.sort(values)[::-1]
    high, low = best_first[0], best_first[min(_SCALE_OVER, len(values)) - 1]
    scaled = (values - low) / (high - low + 1e-9)
    return np.maximum(scaled, 0.0) if clip else scaled


def _ranks(values: Any) -> npt.NDArray[np.int64]:
    """Each value's place from 0, the highest first, ties in the order given."""
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[np.argsort(-values, kind="stable")] = np.arange(len(values))
    return ranks


def _brought(values: Floats, chosen: Sequence[int], ranker: Ranker) -> list[tuple[tuple[str, float], ...]]:
    """What each signal brought over the average candidate, strongest first, for the chosen candidates.

    Signals are named ``meaning.NAME``, ``words.NAME`` and ``fused``.
    """
    parts = (values[list(chosen)] - values.mean(axis=0)) * ranker.weights
    rows: list[list[float]] = (parts @ _SIGNAL_OF_FEATURE).round(3).tolist()
    return [
        tuple(sorted(((s, v) for s, v in zip(_SIGNALS, row, strict=True) if v), key=lambda pair: -abs(pair[1])))
        for row in rows
    ]


def _ranked(
    passage_id: PassageId, score: float, fused: Ranked | None, signals: tuple[tuple[str, float], ...]
) -> Ranked:
    """A rank with what the question alone says of the passage."""
    if fused is None:
        return Ranked(passage_id=passage_id, score=score, signals=signals)
    return Ranked(
        passage_id=passage_id,
        score=score,
        lexical=fused.lexical,
        dense=fused.dense,
        dense_raw=fused.dense_raw,
        lexical_rank=fused.lexical_rank,
        dense_rank=fused.dense_rank,
        signals=signals,
    )
