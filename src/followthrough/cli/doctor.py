"""``doctor``: checks every configured dependency and says what to do."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from followthrough.bootstrap import build_parts, build_search, database_status, load_packs
from followthrough.channels.telegram import bot_of
from followthrough.cli.output import console, print_json
from followthrough.cli.unfinished import unfinished
from followthrough.domain.documents import DocumentStatus
from followthrough.domain.model_calls import ModelFailure, ModelHealth
from followthrough.domain.web import SearchNotConfigured
from followthrough.effective import unknown_names
from followthrough.errors import FollowthroughError
from followthrough.rules.decisions.rollout import value_of
from followthrough.settings import Settings

_LEAST_FREE_BYTES = 500 * 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check: what was looked at, whether it is well, what was seen, and what to do when it is not."""

    check: str
    ok: bool
    seen: str
    fix: str = ""


async def run_doctor(settings: Settings, *, json_output: bool) -> int:
    """Runs every check and prints the findings. Returns 0 when all are well, else 1."""
    findings = [await _checked(name, check, settings) for name, check in _CHECKS.items()]
    if json_output:
        print_json({"ok": all(f.ok for f in findings), "checks": [asdict(f) for f in findings]})
    else:
        out = console()
        for f in findings:
            mark = "[green]ok  [/green]" if f.ok else "[red]FAIL[/red]"
            out.print(f"{mark} {f.check}: ", end="")
            out.print(f"{f.seen} {f.fix}".strip(), markup=False)
    return 0 if all(f.ok for f in findings) else 1


async def _checked(name: str, check: Callable[[Settings], Awaitable[Finding]], settings: Settings) -> Finding:
    if name != "model":  # a wrong model is one finding, not a fault of everything that is built beside it
        settings = settings.model_copy(update={"model": (), "model_tasks": ()})
    try:
        return await check(settings)
    except FollowthroughError as error:
        return Finding(check=name, ok=False, seen=error.what, fix=error.fix)


async def _python(_: Settings) -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Finding(check="python", ok=sys.version_info >= (3, 11), seen=version, fix="")


async def _names(_: Settings) -> Finding:
    names = unknown_names()
    if not names:
        return Finding(check="settings", ok=True, seen="every name is known.")
    return Finding(
        check="settings",
        ok=False,
        seen=f"{', '.join(names)} names no setting of this version.",
        fix="`followthrough config` lists them.",
    )


async def _data_dir(settings: Settings) -> Finding:
    folder = settings.data_dir
    existing = next(p for p in (folder, *folder.parents) if p.exists())
    free = shutil.disk_usage(existing).free
    writable = os.access(existing, os.W_OK)
    return Finding(
        check="data_dir",
        ok=writable and free >= _LEAST_FREE_BYTES,
        seen=f"{folder}, {free / 2**30:.1f} GiB free{'' if writable else ', not writable'}.",
        fix="" if writable and free >= _LEAST_FREE_BYTES else "Set FOLLOWTHROUGH_DATA_DIR to a folder with room.",
    )


async def _database(settings: Settings) -> Finding:
    build_parts(settings)  # makes the data folder, so that a first run is well
    status = await database_status(settings)
    if status.is_current or (status.current is None and settings.database_url is None):
        return Finding(check="database", ok=True, seen=f"answers, schema {status.current or 'made at first use'}.")
    return Finding(
        check="database",
        ok=False,
        seen=f"answers, but has schema {status.current or 'none'}; {status.needed} is needed.",
        fix="Run `followthrough migrate`.",
    )


async def _index(settings: Settings) -> Finding:
    parts = build_parts(settings)
    try:
        passages = await parts.index.count()
        documents = 0
        if not passages and (await database_status(settings)).is_current:
            counts = await parts.documents.count_by_status()
            documents = counts.get(DocumentStatus.READY, 0)
    finally:
        await parts.aclose()
    of_documents = f" of {documents:,} documents" if documents else ""
    return Finding(
        check="index",
        ok=not documents,
        seen=f"{settings.index_location}, {passages:,} passages{of_documents}.",
        fix="Its passages are gone: ingest the documents again." if documents else "",
    )


async def _ingest(settings: Settings) -> Finding:
    left = unfinished(settings)
    return Finding(check="ingest", ok=not left, seen=left or "none was interrupted.")


async def _embedder(settings: Settings) -> Finding:
    embedder = build_parts(settings).embedder
    try:
        vectors = await embedder.embed_queries(["Does it work?"])
    finally:
        await embedder.aclose()
    return Finding(check="embedder", ok=True, seen=f"{embedder.model_id}, {vectors.shape[1]} dimensions.")


async def _pack(settings: Settings) -> Finding:
    return Finding(check="pack", ok=True, seen=f"{settings.pack}; installed: {', '.join(load_packs(settings))}.")


async def _web_search(settings: Settings) -> Finding:
    search = build_search(settings)
    try:
        found = await search.search("followthrough", limit=1)
    finally:
        await search.aclose()
    if isinstance(found, SearchNotConfigured):
        return Finding(check="web_search", ok=True, seen="not configured; answers come from documents only.")
    return Finding(check="web_search", ok=True, seen="answers.")


async def _model(settings: Settings) -> Finding:
    parts = build_parts(settings)
    try:
        models = await parts.model.check()
    finally:
        await parts.aclose()
    if not models:
        return Finding(check="model", ok=True, seen="not configured; everything works by rules.")
    failed = next((m.failure for m in models if m.failure is not None), None)
    unfit = [m.model for m in models if m.failure is None and not m.structured]
    fix = _MODEL_FIXES.get(failed, "Try again, or configure another one.") if failed is not None else ""
    if unfit and not fix:
        fix = f"{', '.join(unfit)} can write answers only: give the other tasks another model in model_tasks."
    return Finding(
        check="model", ok=failed is None and not unfit, seen="; ".join(_model_line(m) for m in models) + ".", fix=fix
    )


def _model_line(model: ModelHealth) -> str:
    if model.failure is not None:
        return f"{model.model} does not answer ({model.failure.value})"
    able = "keeps" if model.structured else "does not keep"
    return f"{model.model} answers, {able} to a schema, {'streams' if model.streams else 'does not stream'}"


_MODEL_FIXES = {
    ModelFailure.REFUSED: "Check the model's name, its key and model_base_url.",
    ModelFailure.TRANSPORT_ERROR: "Check that its server runs and that model_base_url is its address.",
    ModelFailure.TIMEOUT: "It is too slow or still loading: try again, or configure a smaller one.",
    ModelFailure.RATE_LIMITED: "Its limit is reached: wait, or configure a second one after it.",
    ModelFailure.MALFORMED: "It says nothing that can be read: check that model_base_url ends in /v1.",
}


async def _flags(settings: Settings) -> Finding:
    if not (await database_status(settings)).is_current:
        return Finding(check="flags", ok=True, seen="nothing is held back.")
    parts = build_parts(settings)
    try:
        held = await parts.flags.holds()
    finally:
        await parts.aclose()
    if not held:
        return Finding(check="flags", ok=True, seen="nothing is held back.")
    return Finding(
        check="flags",
        ok=True,
        seen="; ".join(f"{hold.flag.value} is held at {value_of(hold.at_most)} ({hold.why})" for hold in held) + ".",
        fix="`followthrough guard --release FLAG` lets one follow its setting again.",
    )


async def _sessions(settings: Settings) -> Finding:
    if settings.redis_url is None:
        return Finding(check="sessions", ok=True, seen="in the database; no Valkey or Redis is configured.")
    parts = build_parts(settings)
    try:
        trouble = await parts.near_sessions.ping() if parts.near_sessions is not None else None
    finally:
        await parts.aclose()
    if trouble is None:
        return Finding(check="sessions", ok=True, seen="Valkey or Redis answers.")
    return Finding(
        check="sessions",
        ok=False,
        seen=f"Valkey or Redis is configured, and {trouble}.",
        fix="Start it or correct redis_url; meanwhile the database serves.",
    )


async def _webhook(settings: Settings) -> Finding:
    if settings.handoff_webhook is None:
        return Finding(check="handoff_webhook", ok=True, seen="not configured; hand-offs are listed only.")
    return Finding(check="handoff_webhook", ok=True, seen="configured; see `followthrough handoffs`.")


async def _telegram(settings: Settings) -> Finding:
    if settings.telegram_token is None and not settings.telegram:
        return Finding(check="telegram", ok=True, seen="not configured.")
    bot = bot_of(settings.model_copy(update={"telegram": True}))
    name = None if bot is None else await bot.check()
    if name is None:
        return Finding(
            check="telegram",
            ok=False,
            seen="Telegram can't be reached.",
            fix="Check the network, a proxy, or telegram_api_url.",
        )
    return Finding(check="telegram", ok=True, seen=f"answers, the bot is @{name}.")


_CHECKS: dict[str, Callable[[Settings], Awaitable[Finding]]] = {
    "python": _python,
    "settings": _names,
    "data_dir": _data_dir,
    "database": _database,
    "index": _index,
    "ingest": _ingest,
    "embedder": _embedder,
    "pack": _pack,
    "web_search": _web_search,
    "model": _model,
    "flags": _flags,
    "sessions": _sessions,
    "handoff_webhook": _webhook,
    "telegram": _telegram,
}
