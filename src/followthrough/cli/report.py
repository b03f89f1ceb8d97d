"""``report``: the success metric over a period."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from followthrough.bootstrap import Followthrough, load_packs
from followthrough.cli.output import console, print_json, write_page
from followthrough.domain.pack import Pack
from followthrough.evals.outcomes.measure import Outcomes, Tally
from followthrough.evals.outcomes.report import as_json, as_page, print_outcomes
from followthrough.rules.window import Window, read_window
from followthrough.rules.words import Stems, words_of
from followthrough.settings import Settings

_AT_ONCE = 500  # turns a query


async def run_report(settings: Settings, *, window: str, html: Path | None, json_output: bool) -> None:
    """Counts the period's turns and prints or writes what became of their questions.

    Raises:
        InvalidInput: the window is none, or the page can't be written.
    """
    keywords = _keywords(load_packs(settings)[settings.pack])
    async with Followthrough.open(settings, background=False) as system:
        period = read_window(window, system.clock.now())
        found = await _count(system, period, keywords)
        given = await system.parts.feedback.between(since=period.start, until=period.end)
        found = replace(found, feedback=tuple(given))
    if html is not None:
        write_page(html, as_page(found, period))
    if json_output:
        print_json(as_json(found, period))
    elif html is None:
        print_outcomes(found, period, console())


async def _count(system: Followthrough, period: Window, keywords: Callable[[str], frozenset[str]]) -> Outcomes:
    tally, after = Tally(keywords), None
    while True:
        turns = await system.threads.ended(since=period.start, until=period.end, after=after, limit=_AT_ONCE)
        for turn in turns:
            tally.add(turn)
        if len(turns) < _AT_ONCE:
            return tally.outcomes()
        last = turns[-1].message
        after = (last.received_at, last.turn_id)


def _keywords(pack: Pack) -> Callable[[str], frozenset[str]]:
    stems, little = Stems(pack), pack.words.stop | pack.words.light | pack.asking.question_words

    def of(text: str) -> frozenset[str]:
        return frozenset(stems.of([word.key for word in words_of(text) if word.key not in little]))

    return of
