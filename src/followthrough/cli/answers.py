"""``eval answers``: how well the questions about folders of documents are answered."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from rich.progress import Progress

from followthrough.bootstrap import Followthrough, build_parts, build_reader
from followthrough.cli.ingest import ingest_with_progress
from followthrough.cli.output import Bars, console, notes, print_json
from followthrough.domain.reading import Asked, Readable
from followthrough.errors import InvalidInput
from followthrough.evals.answers.cross import cross_validate
from followthrough.evals.answers.fit import Seen
from followthrough.evals.answers.judge import Judged, Replied
from followthrough.evals.answers.report import as_json, compared_as_json, print_compared, print_figures
from followthrough.evals.answers.run import NewThread, OpenDocuments, Send, evaluate
from followthrough.rules.reading.chances import Alike, WeightSets
from followthrough.settings import Settings


async def run_answers(
    settings: Settings,
    folders: Sequence[Path],
    *,
    standalone: bool,
    limit: int | None,
    is_crossed: bool,
    model: str | None,
    json_output: bool,
) -> int:
    """Evaluates and prints; with ``model`` without any model and with this one, side by side. Returns 0.

    Raises:
        InvalidInput: a folder is malformed, nothing in it can be read, or it can't be cross-validated.
        ConfigurationError: the model is not known or has no key, or its library is not installed.
    """
    with tempfile.TemporaryDirectory() as root:
        examiner = _Examiner(Path(root))

        async def measure(by: Settings) -> list[Judged]:
            def opening(weights: WeightSets | None) -> OpenDocuments:
                # what is read does not depend on a model: what is fitted on is made without its calls
                is_read_only = is_crossed and weights is None
                return examiner.opening(_without_model(by) if is_read_only else by, weights)

            if is_crossed:
                return await cross_validate(folders, opening, examiner.told, standalone=standalone, limit=limit)
            return await evaluate(folders, opening(None), examiner.told, standalone=standalone, limit=limit)

        if model is not None:
            by_model = settings.model_copy(update={"model": (model,), "model_tasks": ()})
            await build_parts(_in_folder(by_model, Path(root))).aclose()  # one that can't be asked is told at once
            without, given = await measure(_without_model(settings)), await measure(by_model)
            return _print_compared(without, given, model, json_output=json_output)
        rows = await measure(settings)
    if json_output:
        print_json(as_json(rows))
    else:
        print_figures(rows, console())
    return 0


def _print_compared(without: list[Judged], given: list[Judged], model: str, *, json_output: bool) -> int:
    if json_output:
        print_json(compared_as_json(without, given))
    else:
        print_compared(without, given, model, console())
    return 0


def _without_model(settings: Settings) -> Settings:
    return settings.model_copy(update={"model": (), "model_tasks": ()})


def _in_folder(settings: Settings, folder: Path) -> Settings:
    own = {"data_dir": folder, "database_url": None, "index_uri": None, "redis_url": None}
    return settings.model_copy(update=own)


class _Examiner:
    """Opens systems in data folders below a folder that is thrown away; the configured one is not read or written.

    The documents of a path are taken in once, and asked as often as wanted.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._taken: dict[Path, Path] = {}
        self._bars: Bars | None = None

    def told(self, what: str, done: int, total: int) -> None:
        """Moves the bar of the questions."""
        if self._bars is not None:
            self._bars.show(what, done, total)

    def opening(self, settings: Settings, weights: WeightSets | None) -> OpenDocuments:
        """How systems of these settings are opened that read by these weights, by the shipped ones without."""

        @asynccontextmanager
        async def open_documents(path: Path) -> AsyncGenerator[NewThread]:
            scratch = await self._take_in(path, settings)
            parts, seen = build_parts(scratch), _Seen()
            parts = replace(parts, judge=build_reader(parts.embedder, weights, seen.note))
            async with AsyncExitStack() as stack:
                stack.push_async_callback(parts.aclose)
                # without background work: no hand-off of an evaluation is delivered to anyone
                opened = Followthrough.open(scratch, parts=parts, background=False)
                system = await stack.enter_async_context(opened)
                self._bars = Bars(stack.enter_context(Progress(console=notes(), transient=True)))
                yield _Examined(system, seen).new_thread

        return open_documents

    async def _take_in(self, path: Path, settings: Settings) -> Settings:
        is_new = path not in self._taken
        folder = self._taken.setdefault(path, self._root / str(len(self._taken)))
        scratch = _in_folder(settings, folder)
        if is_new:
            await asyncio.to_thread(folder.mkdir)
            summary = await ingest_with_progress(scratch, [path])
            if not summary.passages:
                raise InvalidInput(f"{path} has no document that can be read.", fix="Put the documents there.")
        return scratch


class _Seen:
    """What a reader was given since it was last asked for."""

    def __init__(self) -> None:
        self._seen: list[Seen] = []

    def note(self, asked: Asked, units: Sequence[Readable], alike: Sequence[Alike]) -> None:
        """One reading."""
        self._seen.append(Seen(asked=asked, units=tuple(units), alike=tuple(alike)))

    def take(self) -> tuple[Seen, ...]:
        """All of it, once."""
        taken, self._seen = self._seen, []
        return tuple(taken)


class _Examined:
    def __init__(self, system: Followthrough, seen: _Seen) -> None:
        self._system, self._seen = system, seen

    async def new_thread(self) -> Send:
        """A new thread (``evals.answers.run.NewThread``)."""
        thread = await self._system.create_thread()

        async def send(text: str) -> Replied:
            self._seen.take()  # of a turn that failed
            turn = await self._system.send(thread.id, text)
            quotes = tuple(citation.quote for citation in turn.reply.citations)
            return Replied(text=turn.reply.text, quotes=quotes, status=turn.objective_status, read=self._seen.take())

        return send
