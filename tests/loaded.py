"""What processes that tests fork start with: the product, loaded, and nothing of it open."""

from __future__ import annotations

import warnings

warnings.filterwarnings("ignore", "lancedb fork support")  # it fears for indexes that are open when a process forks

import uvicorn  # noqa: E402 - the filter comes first

import followthrough.bootstrap  # noqa: E402 - as above
import followthrough.channels.http.app  # noqa: E402 - as above
import followthrough.testing.fake_embedder  # noqa: E402 - as above

__all__ = ["followthrough", "uvicorn"]
