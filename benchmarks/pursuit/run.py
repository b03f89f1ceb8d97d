"""Plays all conversations in one system, or a few of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.pursuit.endings import play_endings, sentences, stops
from benchmarks.pursuit.judge import Outcome, judge
from benchmarks.pursuit.objectives import Scripted, Source, from_pools, from_samples
from benchmarks.pursuit.report import Report
from benchmarks.pursuit.users import play
from benchmarks.pursuit.world import World, note, open_world

EVERY_NOTE = 25


async def run(
    bench: Path, *, limit: int | None = None, data: Path | None = None, pool: int = 1000, each: int = 20
) -> Report:
    """Plays the conversations and judges them.

    Args:
        bench: the folder of ``mtrag-dev``; where it is absent, its objectives are left out.
        limit: how many objectives and about how many messages with end phrases; None plays all.
        data: a data folder that keeps the libraries for the next run.
        pool: rows of each domain.
        each: questions of each domain.
    """
    from_documents = await from_samples()
    async with open_world(data) as world:
        outcomes = await _play_all(world, _some(from_documents, limit))
        if not bench.is_dir():
            note(f"mtrag-dev is left out: there is no {bench}")
        elif limit is None:
            for domain in from_pools(bench, pool, each):
                await world.fill_pool(f"pool-{domain.name}", domain.rows)
                outcomes += await _play_all(world, domain.objectives, filled=True)
        every = 1 if limit is None else max(len(sentences()) // limit, 1)
        return Report(outcomes=outcomes, ended=await play_endings(world, every))


def _some(objectives: Sequence[Scripted], limit: int | None) -> list[Scripted]:
    """All, or as many of one part and of two from as few libraries as can be."""
    if limit is None:
        return list(objectives)
    single = [o for o in objectives if o.source is Source.SAMPLES]
    library = next(o.collection for o in objectives if o.source is Source.TWO_PARTS)
    double = [o for o in objectives if o.source is Source.TWO_PARTS and o.collection == library]
    single.sort(key=lambda o: o.collection != library)
    double = double[: max(limit // 4, 1)]
    return [*single[: limit - len(double)], *double]


async def _play_all(world: World, objectives: Sequence[Scripted], *, filled: bool = False) -> list[Outcome]:
    if not filled:
        await world.fill_samples(o.collection for o in objectives)
    texts, outcomes = stops(), list[Outcome]()
    for number, objective in enumerate(objectives, 1):
        story = await play(objective, await world.talk(objective.collection), texts)
        outcomes.append(judge(story, world.max_attempts))
        if number % EVERY_NOTE == 0 or number == len(objectives):
            note(f"{objective.source}: {number} of {len(objectives)}")
    return outcomes
