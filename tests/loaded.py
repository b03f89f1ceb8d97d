"""What processes that tests fork start with: the product, loaded, what it reads once read, and nothing of it open."""

from __future__ import annotations

import warnings
from contextlib import nullcontext

warnings.filterwarnings("ignore", "lancedb fork support")  # it fears for indexes that are open when a process forks

import alembic.command  # noqa: E402 - the filter comes first
import uvicorn  # noqa: E402 - as above

import followthrough.testing.fake_embedder  # noqa: E402 - as above
from followthrough.adapters.database import codec  # noqa: E402 - as above
from followthrough.bootstrap import load_packs  # noqa: E402 - as above
from followthrough.channels.http.app import create_app  # noqa: E402 - as above
from followthrough.settings import only  # noqa: E402 - as above

__all__ = ["alembic", "followthrough", "uvicorn"]

for make in (codec.thread_codec, codec.message_codec, codec.record_codec, codec.events_codec):
    make()
load_packs(only())
create_app(only(), nullcontext)  # pyright: ignore[reportArgumentType] - nobody opens it
