"""``eval conversations``: scripted conversations through the whole system, each in one of its own.

A conversation gets the real parts in a folder of its own: SQLite, LanceDB, the embedding model. Only the clock is
the script's. What conversations start from, the tables or a corpus in them too, is made once and copied.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from followthrough.bootstrap import Followthrough, build_embedder, build_parts
from followthrough.channels.wire.turn import turn as wire_turn
from followthrough.cli.output import console, notes, print_json
from followthrough.domain.continuity import Option, OptionSet, Scope, Selection, SetOrigin
from followthrough.domain.conversation import Thread
from followthrough.domain.documents import DocumentMetadata
from followthrough.domain.events import Event, kind_of
from followthrough.domain.ids import DocumentId, ThreadId, TurnId
from followthrough.errors import DocumentRefused
from followthrough.evals.conversations.model_script import scripted
from followthrough.evals.conversations.report import as_json, print_result, print_summary
from followthrough.evals.conversations.run import read, run
from followthrough.evals.conversations.script import Attachment, ScriptedOptions
from followthrough.evals.conversations.system import OnEvent, Setup, TurnJson
from followthrough.ports.document_reader import Refused
from followthrough.ports.embedder import Embedder
from followthrough.settings import Settings, only
from followthrough.testing.fake_model import ScriptedModel
from followthrough.testing.fake_web import FakePageReader, FakeWebSearch
from followthrough.testing.manual_clock import ManualClock
from followthrough.turn.event_log import Observer


async def run_conversations(settings: Settings, paths: Sequence[Path], *, json_output: bool) -> int:
    """Plays the conversations at ``paths`` and prints what they came to. Returns 0 when all pass, else 1."""
    scripts = read(paths)
    out = console()
    async with open_workshop(settings) as workshop:
        results = await run(
            scripts, workshop.open_system, on_result=None if json_output else lambda r: print_result(r, out)
        )
    if json_output:
        print_json(as_json(results))
        for refusal in results.refusals:
            notes().print(f"invalid_input: {refusal}", markup=False)
    else:
        print_summary(results, out)
    return 0 if results.failed == 0 else 1


@asynccontextmanager
async def open_workshop(settings: Settings) -> AsyncGenerator[Workshop]:
    """Where systems for conversations are made; everything in it is thrown away at the end."""
    with tempfile.TemporaryDirectory(prefix="followthrough-") as folder:
        embedder = build_embedder(settings)
        try:
            yield Workshop(settings, Path(folder), embedder)
        finally:
            await embedder.aclose()


#: What a conversation's system takes over from the configuration; the model only where the file scripts none.
_KEPT = ("collection", "tuning", "embedder")
_MODEL = tuple(
    sorted(name for name in Settings.model_fields if name.startswith("model") or name.endswith("_api_key"))
)


class Workshop:
    """Opens a fresh system for each conversation."""

    def __init__(self, settings: Settings, folder: Path, embedder: Embedder) -> None:
        self._settings = settings
        self._folder = folder
        self._embedder = embedder
        self._made = 0
        self._starts: dict[Path | None, Path] = {}

    @asynccontextmanager
    async def open_system(self, setup: Setup, clock: ManualClock) -> AsyncGenerator[ScriptedSystem]:
        """The system of one conversation (``evals.conversations.system.OpenSystem``)."""
        start = await self._start(setup.corpus)
        data_dir = self._new_folder()
        await asyncio.to_thread(shutil.copytree, start, data_dir)
        settings = self._settings_for(data_dir, setup)
        async with self._open(settings, clock, setup) as system:
            for document in setup.documents:
                await _add(system, name=document.name, text=document.text, metadata=document.metadata)
            await system.library.run_until_idle()
            thread = await system.create_thread()
            yield ScriptedSystem(system, thread)
        await asyncio.to_thread(shutil.rmtree, data_dir, ignore_errors=True)

    async def _start(self, corpus: Path | None) -> Path:
        """The data folder that conversations over this corpus start from; without one it has the tables alone."""
        if corpus not in self._starts:
            data_dir = self._new_folder()
            settings = self._settings_for(data_dir, Setup())
            async with self._open(settings, ManualClock(), Setup()) as system:
                paths = [] if corpus is None else [corpus]
                summary = await system.library.ingest_paths(paths, collection=settings.collection)
            if summary.failures:
                raise DocumentRefused(
                    f"{summary.failures[0].path}: {summary.failures[0].reason}", fix="Correct it or take it out."
                )
            self._starts[corpus] = data_dir
        return self._starts[corpus]

    @asynccontextmanager
    async def _open(self, settings: Settings, clock: ManualClock, setup: Setup) -> AsyncGenerator[Followthrough]:
        web = setup.web
        parts = replace(build_parts(settings, embedder=self._embedder), clock=clock)
        parts = replace(parts, pages=FakePageReader(parts.reader, dict(web.pages) if web else {}))
        if web is not None and web.search:
            parts = replace(parts, search=FakeWebSearch(dict(web.search)))
        if setup.model:
            parts = replace(parts, model=ScriptedModel(scripted(setup.model)))
        async with AsyncExitStack() as stack:
            stack.push_async_callback(parts.model.aclose)
            stack.push_async_callback(parts.index.aclose)
            if parts.database is not None:
                stack.push_async_callback(parts.database.aclose)
            yield await stack.enter_async_context(Followthrough.open(settings, parts=parts, background=False))

    def _settings_for(self, data_dir: Path, setup: Setup) -> Settings:
        kept = _KEPT if setup.model else (*_KEPT, *_MODEL)
        chosen = {name: getattr(self._settings, name) for name in kept}
        own = {"pack": setup.pack or self._settings.pack}
        return only(
            **{**chosen, **own, **dict(setup.settings)},
            data_dir=data_dir,
            sqlite_synchronous="NORMAL",
        )

    def _new_folder(self) -> Path:
        self._made += 1
        return self._folder / f"system-{self._made}"


class ScriptedSystem:
    """One thread of one system (``evals.conversations.system.System``)."""

    def __init__(self, system: Followthrough, thread: Thread) -> None:
        self.system = system
        self._thread_id: ThreadId = thread.id

    async def attach(self, attachment: Attachment) -> str:
        """Puts a file into the thread's scope."""
        document_id = await _add(self.system, name=attachment.name, text=attachment.text, thread_id=self._thread_id)
        await self.system.library.run_until_idle()
        await self.system.turns.attach(self._thread_id, document_id)
        return document_id

    async def send(
        self,
        text: str,
        *,
        attachments: Sequence[str] = (),
        links: Sequence[str] = (),
        on_event: OnEvent | None = None,
    ) -> TurnJson:
        """Sends a message and waits for its turn."""
        documents = [DocumentId(a) for a in attachments]
        message = await self.system.turns.submit(
            self._thread_id, text, attachments=documents, links=links, observe=_telling(on_event)
        )
        record = await self.system.turns.result(self._thread_id, message.turn_id)
        return wire_turn(record).model_dump(mode="json")

    async def offer(self, options: ScriptedOptions) -> str:
        """Registers the list that a host shows."""
        shown = OptionSet(
            id="",
            scope=Scope(options.scope),
            scope_instance_id=options.scope_instance_id,
            scope_label=options.scope_label,
            origin=SetOrigin.HOST,
            excerpt=options.excerpt or "",
            options=tuple(Option(id=o.id, label=o.label, **dict(o.details)) for o in options.options),
        )
        return (await self.system.turns.register_options(self._thread_id, shown)).id

    async def select(self, option_set_id: str, option_id: str, *, on_event: OnEvent | None = None) -> TurnJson:
        """Clicks an option and waits for its turn."""
        clicked = Selection(option_set_id=option_set_id, option_id=option_id)
        message = await self.system.turns.submit(self._thread_id, "", selection=clicked, observe=_telling(on_event))
        record = await self.system.turns.result(self._thread_id, message.turn_id)
        return wire_turn(record).model_dump(mode="json")

    async def retry(self, turn_id: str, *, on_event: OnEvent | None = None) -> TurnJson:
        """Tries a past turn again and waits for the new one."""
        message = await self.system.turns.retry(self._thread_id, TurnId(turn_id), observe=_telling(on_event))
        record = await self.system.turns.result(self._thread_id, message.turn_id)
        return wire_turn(record).model_dump(mode="json")

    async def stop(self) -> None:
        """Presses stop."""
        await self.system.turns.stop(self._thread_id)


def _telling(on_event: OnEvent | None) -> Observer:
    """Tells the player of each event by its kind."""

    async def observe(event: Event) -> None:
        if on_event is not None:
            await on_event(kind_of(event.body).value)

    return observe


async def _add(
    system: Followthrough,
    *,
    name: str,
    text: str,
    metadata: DocumentMetadata | None = None,
    thread_id: ThreadId | None = None,
) -> DocumentId:
    added = await system.library.add(
        data=text.encode(),
        name=name,
        source=f"upload:{name}",
        collection=system.settings.collection,
        thread_id=thread_id,
        metadata=metadata,
    )
    if isinstance(added, Refused):
        raise DocumentRefused(f"{name}: {added.reason}", fix="Correct the document.")
    return added.document.id
