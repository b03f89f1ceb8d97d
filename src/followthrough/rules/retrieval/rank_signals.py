"""What a question and its conversation say of each candidate, as numbers that a ranker can weigh.

Nothing of the conversation is put into the query. Instead each candidate is compared with the question, with what
was asked before, with what was answered, and with what the best candidates have in common. A signal of meaning gives
three values a candidate (cosine, place on the scale of its best hundred, logarithm of its rank), a signal of words
two, a fusion of both one; all but the cosines are relative to the other candidates of the same question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from followthrough.domain.ids import PassageId
from followthrough.domain.resolution import Exchange, Followup
from followthrough.domain.retrieval import NO_HISTORY, History, Hit
from followthrough.ports.embedder import Vectors
from followthrough.tuning import Tuning

Floats = npt.NDArray[np.float64]

MEANING = (
    "raw",
    "question",
    "history",
    "previous",
    "earlier",
    "pair",
    "conversation",
    "answer",
    "history_answer",
    "feedback",
    "feedback_raw",
    "previous_passages",
)
WORDS = ("raw", "question", "previous", "answer")
FUSED = ("raw", "question", "history", "previous")
FEATURES = (
    *(f"meaning.{name}.{value}" for name in MEANING for value in ("cosine", "scaled", "rank")),
    *(f"words.{name}.{value}" for name in WORDS for value in ("scaled", "rank")),
    *(f"fused.{name}" for name in FUSED),
)
LATEST = 5  # turns that are read as one text with the question
_SCALE_OVER = 100  # a list's scale ends at its hundredth, as in fuse
_NO_RANK = float(np.log1p(400))  # of a passage that a search for words did not find
_TRUSTED = 3  # passages that a first ranking trusts
_TRUSTED_BEFORE = 5  # the same of the previous question, whose best were read together
_HISTORY_SHARE, _ANSWER_SHARE, _FEEDBACK_SHARE = 0.3, 0.3, 0.5  # of a vector beside the question's


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The texts of one question in its conversation, by what they are for.

    Attributes:
        query: what is searched.
        raw: the user's own words; searched beside ``query`` where the two differ.
        earlier: the user's earlier turns, oldest first, at most ``tuning.history_turns``.
        answer: the last answer, cut to ``tuning.history_answer_chars``; None without one.
        stands_alone: the question says everything itself, so only its own words are searched, and the conversation
            moves a passage only where it is much surer.
    """

    query: str
    raw: str
    earlier: tuple[str, ...]
    answer: str | None
    stands_alone: bool = False

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
        return "\n".join((*self.earlier[-LATEST:], self.query))

    def to_embed(self) -> tuple[str, ...]:
        """Every text whose vector is needed, each once."""
        texts = (self.query, self.raw, *self.earlier, self.pair, self.conversation, *filter(None, (self.answer,)))
        return tuple(dict.fromkeys(texts))

    def to_search(self) -> tuple[str, ...]:
        """Every text whose words are searched, each once."""
        told = () if self.stands_alone else (*self.earlier[-1:], *filter(None, (self.answer,)))
        return tuple(dict.fromkeys((self.query, self.raw, *told)))


def search_history(history: Sequence[Exchange], followup: Followup) -> History:
    """What a search compares a message with: the conversation, unless a new topic begins (F41).

    Args:
        history: the earlier turns, oldest first.
        followup: whether and how the message follows up.
    """
    alone = followup.why == "stands_alone"
    if not history or not (followup.is_followup or alone):
        return NO_HISTORY
    earlier = tuple(turn.message for turn in history)
    return History(earlier=earlier, answer=history[-1].reply or None, stands_alone=alone)


def wording(query: str, raw: str, history: History, tuning: Tuning) -> Wording:
    """The texts of a question, its history bounded."""
    answer = (history.answer or "").strip()[: tuning.history_answer_chars]
    earlier = tuple(turn for turn in history.earlier if turn.strip())[-tuning.history_turns :]
    return Wording(query=query, raw=raw, earlier=earlier, answer=answer or None, stands_alone=history.stands_alone)


def question_vectors(words: Wording, vectors: Mapping[str, Vectors]) -> dict[str, Vectors]:
    """The vector of each signal of meaning that can be had before anything is searched."""
    raw = vectors[words.raw]
    question = unit(vectors[words.query] + raw)
    signals = {"raw": raw, "question": question}
    if words.earlier:
        earlier = [vectors[text] for text in words.earlier]
        signals |= {
            "history": _with_earlier(question, earlier),
            "previous": _with_earlier(earlier[-1], earlier[:-1]),
            "earlier": unit(np.mean(earlier, axis=0)),
            "pair": vectors[words.pair],
            "conversation": vectors[words.conversation],
        }
    if words.answer is not None:
        answer = signals["answer"] = vectors[words.answer]
        signals["history_answer"] = unit(signals.get("history", question) + _ANSWER_SHARE * answer)
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


def features(words: Wording, signals: Mapping[str, Vectors], found: Candidates, ids: Sequence[PassageId]) -> Floats:
    """One row a candidate (``ids`` are those of ``found``), one column for each of ``FEATURES``."""
    matrix = _matrix(ids, found.vectors, dim=len(signals["question"]))
    lexical = _lexical(words, found.words, {passage_id: n for n, passage_id in enumerate(ids)})
    cosines = _cosines(matrix, signals)
    fused = _fusions(cosines, lexical)
    cosines |= _cosines(matrix, _feedback(matrix, signals, fused))
    out = np.zeros((len(FEATURES), len(ids)))
    at = [MEANING.index(name) * 3 for name in cosines]
    for values, place in zip(_three(np.stack(list(cosines.values()))), range(3), strict=True):
        out[[n + place for n in at]] = values
    for n, name in enumerate(WORDS):
        top = lexical[name].max(initial=0.0)
        if top > 0.0:
            place = len(MEANING) * 3 + n * 2
            out[place] = lexical[name] / top
            out[place + 1] = np.where(lexical[name] > 0, np.log1p(_ranks(lexical[name][None])[0]), _NO_RANK)
    for name, values in fused.items():
        out[FUSED.index(name) - len(FUSED)] = values
    return np.ascontiguousarray(out.T)


def heard(
    words: Wording, signals: Mapping[str, Vectors], found: Candidates, ids: Sequence[PassageId]
) -> dict[PassageId, float]:
    """How near each candidate is to the question in its conversation, 0 to 1.

    The message, the one before it and the latest ones read as one text are weighed together; what the words of a
    follow-up leave out is in the questions before it, the one that opened the topic among them. Half of the
    follow-ups of real conversations lead elsewhere when they are searched alone (docs/benchmarks.md, "Reading").
    """
    vector = signals["raw"]
    if len(words.earlier) > 1:
        vector = in_conversation(vector, signals["pair"], signals["conversation"])
    elif words.earlier:
        vector = in_turn(vector, signals["previous"], signals["pair"])
    by_id = {passage_id: n for n, passage_id in enumerate(ids)}
    lexical = np.zeros(len(ids))
    for text, share in ((words.raw, 1.0), *((text, _PREVIOUS_WORDS_SHARE) for text in words.earlier[-1:])):
        for hit in found.words.get(text, ()):
            lexical[by_id[hit.passage_id]] += share * hit.score
    meaning = _matrix(ids, found.vectors, dim=len(vector)) @ vector
    near = (1 - _WORDS_SHARE) * scaled(meaning, at_least=_UNRELATED)
    fused = _WORDS_SHARE * scaled(lexical, at_least=0.0) + near
    return {passage_id: float(value) for passage_id, value in zip(ids, fused, strict=True)}


def in_turn(question: Vectors, previous: Vectors, pair: Vectors) -> Vectors:
    """The vector of a question in its conversation.

    Args:
        question: its own, at length 1.
        previous: that of the question before.
        pair: that of both read as one text.
    """
    return unit(unit(question + _PREVIOUS_SHARE * previous) + pair)


def in_conversation(question: Vectors, pair: Vectors, conversation: Vectors) -> Vectors:
    """The vector of a question with several before it.

    Args:
        question: its own, at length 1.
        pair: that of the question before and this one, read as one text.
        conversation: that of the latest questions and this one, read as one text.
    """
    return unit(question + pair + conversation)


_PREVIOUS_SHARE = 0.6  # of the vector of the question before, beside this one's
_PREVIOUS_WORDS_SHARE = 0.4  # of what the words of the question before score
_WORDS_SHARE = 0.3  # of the words beside meaning, as where nothing was said before


def unit(vector: Any) -> Vectors:
    """The vector at length 1; a zero vector stays."""
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length if length > 0 else vector, dtype=np.float32)


_UNRELATED = 0.2  # similarity in meaning of what has nothing to do with a question


def scaled(values: Any, *, at_least: float | None = None) -> Floats:
    """1 for the best, 0 for the hundredth and all that are worse.

    Where fewer were found, ``at_least`` stands in for the hundredth: the worse of two may be good as well.
    """
    best_first = np.sort(values)[::-1]
    high, low = best_first[0], best_first[min(_SCALE_OVER, len(values)) - 1]
    if at_least is not None and len(values) < _SCALE_OVER:
        low = min(low, at_least)
    return np.maximum((values - low) / (high - low + 1e-9), 0.0)


def _with_earlier(question: Vectors, earlier: Sequence[Vectors]) -> Vectors:
    """A question with a little of what was asked before it."""
    return unit(question + _HISTORY_SHARE * unit(np.sum(earlier, axis=0))) if earlier else unit(question)


def _cosines(matrix: Vectors, signals: Mapping[str, Vectors]) -> dict[str, Floats]:
    found = np.stack(list(signals.values())) @ matrix.T if signals else np.zeros((0, len(matrix)))
    return dict(zip(signals, found.astype(np.float64), strict=True))


def _fusions(cosines: Mapping[str, Floats], lexical: Mapping[str, Floats]) -> dict[str, Floats]:
    """First rankings: words and meaning together, of this question and of the one before."""
    words = dict(lexical)
    words["history"] = words["question"] + _HISTORY_SHARE * words["previous"]
    return {name: 0.3 * scaled(words[name]) + 0.7 * scaled(cosines[name]) for name in FUSED if name in cosines}


def _feedback(matrix: Vectors, signals: Mapping[str, Vectors], fused: Mapping[str, Floats]) -> dict[str, Vectors]:
    """Vectors of what the first rankings found best."""

    def best(name: str, most: int) -> Vectors:
        return unit(matrix[np.argsort(-fused[name], kind="stable")[:most]].mean(axis=0))

    of = "history" if "history" in fused else "question"
    found = {
        "feedback": unit(signals[of] + _FEEDBACK_SHARE * best(of, _TRUSTED)),
        "feedback_raw": unit(signals["raw"] + _FEEDBACK_SHARE * best("raw", _TRUSTED)),
    }
    return found | ({"previous_passages": best("previous", _TRUSTED_BEFORE)} if "previous" in fused else {})


def _lexical(
    words: Wording, hits: Mapping[str, tuple[Hit, ...]], place: Mapping[PassageId, int]
) -> dict[str, Floats]:
    """Scores by words: the query and the user's own words count half each where they differ."""

    def scores(text: str | None) -> Floats:
        out = np.zeros(len(place))
        for hit in hits.get(text or "", ()):
            out[place[hit.passage_id]] = hit.score
        return out

    raw = scores(words.raw)
    return {
        "raw": raw,
        "question": (scores(words.query) + raw) / 2,
        "previous": scores(words.earlier[-1] if words.earlier else None),
        "answer": scores(words.answer),
    }


def _matrix(ids: Sequence[PassageId], vectors: Mapping[PassageId, Vectors], *, dim: int) -> Vectors:
    """The candidates' vectors; zeros, which are near nothing, for one that has none yet."""
    nothing = np.zeros(dim, dtype=np.float32)
    return np.concatenate([vectors.get(passage_id, nothing) for passage_id in ids]).reshape(len(ids), dim)


def _three(cosines: Floats) -> tuple[Floats, Floats, Floats]:
    """Of each row of cosines: themselves, their place on the scale of the best hundred, their ranks' logarithms."""
    best_first = -np.sort(-cosines, axis=1)
    high, low = best_first[:, :1], best_first[:, [min(_SCALE_OVER, cosines.shape[1]) - 1]]
    return cosines, (cosines - low) / (high - low + 1e-9), np.log1p(_ranks(cosines))


def _ranks(rows: Floats) -> npt.NDArray[np.int64]:
    """Each value's place in its row from 0, the highest first, ties in the order given."""
    ranks = np.empty(rows.shape, dtype=np.int64)
    places = np.tile(np.arange(rows.shape[1], dtype=np.int64), (rows.shape[0], 1))
    np.put_along_axis(ranks, np.argsort(-rows, axis=1, kind="stable"), places, axis=1)
    return ranks
