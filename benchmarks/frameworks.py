"""What a turn costs beside frameworks that one would build it with: an instant model and an index that has nothing.

    python3 -m venv /tmp/frameworks && /tmp/frameworks/bin/pip install \
        langgraph langgraph-checkpoint-sqlite aiosqlite llama-index-core haystack-ai
    .venv/bin/python benchmarks/frameworks.py --python /tmp/frameworks/bin/python [--turns 400] [--rounds 3]

Each does the least that a turn of a conversation needs: what was said so far is loaded by the thread's id, the
question is put in words of its own, searched and answered, and the turn is kept. The rounds take them in turn, each
in a process of its own, so that another load on the machine meets all of them; a figure is of all rounds together.
Followthrough does all that it does: the message is kept first, taken apart, searched for each part, judged; its
events and its decision are kept.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

QUESTION = "What is the copay for a visit to a specialist under Plan Silver, and what is the deductible?"
ANSWER = "I found nothing about this."
TURNS_A_THREAD = 8  # as in machinery.py
WARM_UP = 40
Turn = Callable[[str], Awaitable[object]]  # one turn of the thread with this id


@asynccontextmanager
async def plain(_: Path) -> AsyncIterator[Turn]:
    """Functions that await each other, and a dictionary."""
    kept: dict[str, list[tuple[str, str]]] = {}

    async def rewrite(text: str, history: list[tuple[str, str]]) -> str:
        return text if not history else f"{history[-1][0]} {text}"

    async def search(_: str) -> list[str]:
        return []

    async def generate(text: str, found: list[str]) -> str:
        return found[0] if found else ANSWER

    async def turn(thread: str) -> str:
        history = kept.setdefault(thread, [])
        said = await generate(QUESTION, await search(await rewrite(QUESTION, history)))
        history.append((QUESTION, said))
        return said

    yield turn


def langgraph(saver: Any) -> Turn:
    """Three nodes over the messages of a thread, kept by this checkpointer after each."""
    from langchain_core.messages import AIMessage, HumanMessage
    from langgraph.graph import END, START, MessagesState, StateGraph

    class State(MessagesState):
        query: str
        found: list[str]

    async def rewrite(state: State) -> dict[str, Any]:
        return {"query": " ".join(str(m.content) for m in state["messages"][-3::2])}

    async def search(_: State) -> dict[str, Any]:
        return {"found": []}

    async def generate(state: State) -> dict[str, Any]:
        return {"messages": [AIMessage(state["found"][0] if state["found"] else ANSWER)]}

    graph = StateGraph(State)
    order = [START, "rewrite", "search", "generate", END]
    for name, node in (("rewrite", rewrite), ("search", search), ("generate", generate)):
        graph.add_node(name, node)
    for before, after in pairwise(order):
        graph.add_edge(before, after)
    compiled: Any = graph.compile(checkpointer=saver)

    async def turn(thread: str) -> object:
        said = {"messages": [HumanMessage(QUESTION)]}
        return await compiled.ainvoke(said, {"configurable": {"thread_id": thread}})

    return turn


@asynccontextmanager
async def langgraph_memory(_: Path) -> AsyncIterator[Turn]:
    """LangGraph with its checkpointer in memory."""
    from langgraph.checkpoint.memory import InMemorySaver

    yield langgraph(InMemorySaver())


@asynccontextmanager
async def langgraph_sqlite(folder: Path) -> AsyncIterator[Turn]:
    """LangGraph with its checkpointer in SQLite."""
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    async with AsyncSqliteSaver.from_conn_string(str(folder / "langgraph.sqlite")) as saver:
        yield langgraph(saver)


@asynccontextmanager
async def llama_index(_: Path) -> AsyncIterator[Turn]:
    """LlamaIndex's chat engine that condenses the question, retrieves and answers; memory in the process."""
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.chat_engine import CondensePlusContextChatEngine
    from llama_index.core.llms import MockLLM
    from llama_index.core.memory import ChatMemoryBuffer

    class Nothing(BaseRetriever):
        def _retrieve(self, query_bundle: Any) -> list[Any]:
            return []

    engines: dict[str, Any] = {}

    async def turn(thread: str) -> object:
        if thread not in engines:
            memory = ChatMemoryBuffer.from_defaults(token_limit=3_000, tokenizer_fn=str.split)
            engines[thread] = CondensePlusContextChatEngine.from_defaults(
                retriever=Nothing(), llm=MockLLM(max_tokens=8), memory=memory
            )
        return await engines[thread].achat(QUESTION)

    yield turn


@asynccontextmanager
async def haystack(_: Path) -> AsyncIterator[Turn]:
    """A Haystack pipeline: a retriever over an empty store, a prompt, an instant model; history in a dictionary."""
    import haystack as hs
    from haystack.components.builders import ChatPromptBuilder
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.dataclasses import ChatMessage
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    @hs.component
    class Instant:
        def __init__(self) -> None:
            hs.component.set_input_types(self, messages=list[ChatMessage])

        @hs.component.output_types(replies=list[ChatMessage])
        def run(self, **_: Any) -> dict[str, Any]:
            return {"replies": [ChatMessage.from_assistant(ANSWER)]}

        @hs.component.output_types(replies=list[ChatMessage])
        async def run_async(self, **_: Any) -> dict[str, Any]:
            return self.run()

    template = [ChatMessage.from_user("{% for d in documents %}{{ d.content }}{% endfor %} {{ query }}")]
    pipeline = getattr(hs, "AsyncPipeline", hs.Pipeline)()
    pipeline.add_component("search", InMemoryBM25Retriever(InMemoryDocumentStore()))
    pipeline.add_component("prompt", ChatPromptBuilder(template=template, required_variables="*"))
    pipeline.add_component("model", Instant())
    pipeline.connect("search.documents", "prompt.documents")
    pipeline.connect("prompt.prompt", "model.messages")
    kept: dict[str, list[ChatMessage]] = {}

    async def turn(thread: str) -> object:
        history = kept.setdefault(thread, [])
        query = " ".join([*(m.text or "" for m in history[-2::2]), QUESTION])
        found = await pipeline.run_async({"search": {"query": query}, "prompt": {"query": query}})
        history += [ChatMessage.from_user(QUESTION), *found["model"]["replies"]]
        return found

    yield turn


@asynccontextmanager
async def followthrough(folder: Path, store: str = "memory") -> AsyncIterator[Turn]:
    """The machinery of ``machinery.py`` on this store."""
    from followthrough.bootstrap.process import settle
    from followthrough.domain.ids import OwnerId, ThreadId
    from machinery import serving, stores

    settle()
    async with stores(store, folder) as (threads, documents), serving(threads, documents) as service:
        known: dict[str, ThreadId] = {}

        async def turn(thread: str) -> object:
            if thread not in known:
                made = await service.create_thread(owner=OwnerId("me"), collection="default", pack="general")
                known[thread] = made.id
            message = await service.submit(known[thread], QUESTION)
            return await service.result(known[thread], message.turn_id)

        yield turn


@asynccontextmanager
async def followthrough_sqlite(folder: Path) -> AsyncIterator[Turn]:
    """On SQLite as it is shipped: ``synchronous`` FULL."""
    async with followthrough(folder, "FULL") as turn:
        yield turn


PEERS = {
    "plain asyncio, a dictionary": plain,
    "Haystack, a dictionary": haystack,
    "LlamaIndex, memory": llama_index,
    "LangGraph, memory": langgraph_memory,
    "Followthrough, memory": followthrough,
    "LangGraph, SQLite": langgraph_sqlite,
    "Followthrough, SQLite FULL": followthrough_sqlite,
}


async def alone(name: str, turns: int) -> list[float]:
    """Milliseconds of each turn, and at the end those of CPU of a turn."""
    spent: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with PEERS[name](Path(folder)) as turn:
            for number in range(WARM_UP):
                await turn(f"warm-up-{number // TURNS_A_THREAD}")
            cpu = time.process_time()
            for number in range(turns):
                began = time.perf_counter()
                await turn(f"thread-{number // TURNS_A_THREAD}")
                spent.append((time.perf_counter() - began) * 1000)
            return [*spent, (time.process_time() - cpu) * 1000 / turns]


def main() -> None:
    """Measures each in a process of its own, or one of them in this."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=Path, help="where the frameworks are installed")
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--alone", choices=list(PEERS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        print(json.dumps(asyncio.run(alone(options.alone, options.turns))))
        return
    from measure import percentile, print_machine, print_table

    print_machine()
    spent: dict[str, list[float]] = {name: [] for name in PEERS}
    cpu: dict[str, list[float]] = {name: [] for name in PEERS}
    for _ in range(options.rounds):
        for name in PEERS:
            is_own = name.startswith(("plain", "Followthrough"))
            python = sys.executable if is_own else str(options.python)
            command = [python, __file__, "--alone", name, "--turns", str(options.turns)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            *each, of_cpu = json.loads(done.stdout.splitlines()[-1])
            spent[name] += each
            cpu[name].append(of_cpu)
    lines = [
        [name, *(f"{percentile(spent[name], share):.2f}" for share in (0.5, 0.95)), f"{min(cpu[name]):.2f}"]
        for name in PEERS
    ]
    print_table(["", "median ms", "p95", "CPU ms a turn, least of the rounds"], lines)


if __name__ == "__main__":
    main()
