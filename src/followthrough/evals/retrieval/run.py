"""Runs the systems over the data sets, and scores what they found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from followthrough.domain.pack import Pack
from followthrough.errors import InvalidInput
from followthrough.evals.retrieval.dataset import (
    Corpus,
    Dataset,
    JudgedQuery,
    load_corpus,
    load_dataset,
    load_run,
)
from followthrough.evals.retrieval.fit import Lesson, fit_ranker
from followthrough.evals.retrieval.folds import FOLDS, fold_of, groups_of, marks
from followthrough.evals.retrieval.library import OpenIndex, Told, open_library, row_of
from followthrough.evals.retrieval.metrics import score
from followthrough.evals.retrieval.systems import BUILT_IN, Engine, Understood, rows_of, understand
from followthrough.ports.embedder import Embedder
from followthrough.ports.passage_index import PassageIndex
from followthrough.rules.retrieval.rank import Ranker, rank
from followthrough.rules.retrieval.rank_signals import features
from followthrough.rules.retrieval.rank_weights import SHIPPED
from followthrough.tuning import Tuning
from followthrough.turn.retrieve import Searched

FULL, LAST_TURN, REWRITES = "full", "last_turn", "rewrites"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What the ranker can learn from one question, and what it ranks again; the lesson of a follow-up."""

    searched: Searched
    lesson: Lesson | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One question of one data set: what each system ranked, and how good that is."""

    dataset: str
    query: JudgedQuery
    group: str
    kind: str
    searched: str
    rankings: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    learned: Learned | None = None
    in_sample: bool = False

    def scores(self, system: str) -> dict[str, float]:
        """Every metric of a system on this question."""
        return score(self.rankings[system], self.query.relevant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """Everything that was run. ``systems`` by data set: one that lacks rewrites has no figures for them."""

    results: tuple[Result, ...]
    datasets: tuple[Dataset, ...]
    systems: Mapping[str, tuple[str, ...]]
    blank_rows: Mapping[str, int]
    cross_validated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What the evaluation works with. ``folder`` keeps an index for each corpus."""

    folder: Path
    open_index: OpenIndex
    embedder: Embedder
    pack: Pack
    tuning: Tuning
    told: Told


async def evaluate(
    folders: Sequence[Path],
    systems: Sequence[str],
    means: Means,
    *,
    cross_validate: bool = False,
    rewrites: Mapping[str, str] | None = None,
) -> Findings:
    """Runs the systems over the data sets.

    Args:
        folders: the data sets.
        systems: names in ``BUILT_IN``, or paths of TREC run files.
        means: what is worked with.
        cross_validate: refit the ranker for each fold of conversations, so that no question is ranked by what was
            learned from its own conversation.
        rewrites: query rewrites from elsewhere by query id; they become a system.

    Raises:
        InvalidInput: a data set is malformed, or there is no such system.
    """
    datasets = tuple(load_dataset(folder) for folder in folders)
    if len({d.name for d in datasets}) < len(datasets):
        raise InvalidInput("Two data sets have the same name.", fix="Name each folder once.")
    runs = {name: load_run(Path(name)) for name in systems if name not in BUILT_IN and _is_file(name)}
    engines = _Engines(means)
    groups = groups_of(query for dataset in datasets for query in dataset.queries)
    results: list[Result] = []
    try:
        for dataset in datasets:
            engine = await engines.of(dataset)
            for done, query in enumerate(dataset.queries):
                means.told(f"questions of {dataset.name}", done, len(dataset.queries))
                runner = _Runner(engine, systems, rewrites or {}, runs, learn=cross_validate)
                results.append(await runner.run(dataset, query, groups[query.conversation]))
    finally:
        await engines.aclose()
    if cross_validate and FULL in systems:
        _cross_validate(results, means.tuning)
    return Findings(
        results=tuple(results),
        datasets=datasets,
        systems={d.name: _complete(results, d.name) for d in datasets},
        blank_rows=engines.blank_rows(datasets),
        cross_validated=cross_validate,
    )


def _is_file(name: str) -> bool:
    if not Path(name).is_file():
        known = ", ".join(BUILT_IN)
        raise InvalidInput(f"There is no system {name!r}.", fix=f"Choose of {known}, or name a TREC run file.")
    return True


def _complete(results: Iterable[Result], dataset: str) -> tuple[str, ...]:
    """The systems that have a ranking for every question of a data set."""
    own = [result for result in results if result.dataset == dataset]
    return tuple(name for name in own[0].rankings if all(name in result.rankings for result in own))


class _Engines:
    """One engine for each corpus; data sets may share one."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._kept: dict[Path, tuple[Corpus, PassageIndex]] = {}

    async def of(self, dataset: Dataset) -> Engine:
        """The engine of a data set's corpus."""
        means, path = self._means, dataset.corpus.resolve()
        if path not in self._kept:
            corpus = load_corpus(path)
            index = await open_library(
                corpus, folder=means.folder, open_index=means.open_index, embedder=means.embedder, told=means.told
            )
            self._kept[path] = (corpus, index)
        return Engine(index=self._kept[path][1], embedder=means.embedder, pack=means.pack, tuning=means.tuning)

    def blank_rows(self, datasets: Iterable[Dataset]) -> dict[str, int]:
        """How many rows without text each data set's corpus has."""
        return {d.name: self._kept[d.corpus.resolve()][0].blank for d in datasets}

    async def aclose(self) -> None:
        """Closes every index."""
        for _, index in self._kept.values():
            await index.aclose()


@dataclass(frozen=True, slots=True)
class _Runner:
    """Runs the systems over one question."""

    engine: Engine
    systems: Sequence[str]
    rewrites: Mapping[str, str]
    runs: Mapping[str, Mapping[str, tuple[str, ...]]]
    learn: bool

    async def run(self, dataset: Dataset, query: JudgedQuery, group: str) -> Result:
        understood = understand(query, self.engine.pack, self.engine.tuning)
        result = Result(
            dataset=dataset.name,
            query=query,
            group=group,
            kind=kind_of(understood),
            searched=understood.query,
            in_sample=bool(marks(query) & SHIPPED.fitted_on),
        )
        for name in self.systems:
            if name == FULL:
                searched = await self.engine.full(understood)
                result.rankings[name] = rows_of(r.passage_id for r in searched.ranking)
                if self.learn:
                    result = replace(result, learned=learn(searched, query))
            elif (ranking := await self._ranking(name, query)) is not None:
                result.rankings[name] = ranking
        if self.rewrites and (rewrite := self.rewrites.get(query.id)) is not None:
            result.rankings[REWRITES] = await self.engine.fused(rewrite)
        return result

    async def _ranking(self, name: str, query: JudgedQuery) -> tuple[str, ...] | None:
        """None where the data set has nothing for the system."""
        match name:
            case "last_turn":
                return await self.engine.fused(query.text.strip())
            case "human_rewrite":
                return None if query.human_rewrite is None else await self.engine.fused(query.human_rewrite)
            case "lexical":
                return await self.engine.lexical(query.text)
            case "dense":
                return await self.engine.dense(query.text)
            case _:
                return self.runs[name].get(query.id, ())


def kind_of(understood: Understood) -> str:
    """The class of a question: first_turn, topic_shift, deictic, topical or standalone."""
    followup = understood.followup
    if followup.kind is not None:
        return followup.kind.value
    return {"no_history": "first_turn", "topic_shift": "topic_shift"}.get(followup.why, "standalone")


def learn(searched: Searched, query: JudgedQuery) -> Learned:
    """What a question teaches: nothing where it stands alone."""
    if not searched.by_conversation or searched.words.stands_alone:
        return Learned(searched=searched, lesson=None)
    ids = searched.found.ids
    values = features(searched.words, searched.signals, searched.found, ids)
    relevant = [float(query.relevant.get(row_of(i), 0) > 0) for i in ids]
    return Learned(searched=searched, lesson=Lesson(features=values, relevant=np.array(relevant)))


def lessons_of(results: Iterable[Result]) -> list[Lesson]:
    """What the questions teach, in their order."""
    return [r.learned.lesson for r in results if r.learned is not None and r.learned.lesson is not None]


def _cross_validate(results: Sequence[Result], tuning: Tuning) -> None:
    """Ranks each fold's questions by a ranker that was fitted on the other folds."""
    for fold in range(FOLDS):
        apart = [r for r in results if fold_of(r.group) == fold]
        lessons = lessons_of(r for r in results if fold_of(r.group) != fold)
        if apart and lessons:
            rerank(apart, fit_ranker(lessons, f"fold {fold}"), tuning)


def rerank(results: Iterable[Result], ranker: Ranker, tuning: Tuning) -> None:
    """Gives questions with a conversation the ranking of another ranker, in place."""
    for result in results:
        if result.learned is not None and (s := result.learned.searched).by_conversation:
            ranking = rank(s.words, s.signals, s.found, ranker=ranker, tuning=tuning)
            result.rankings[FULL] = rows_of(r.passage_id for r in ranking)
