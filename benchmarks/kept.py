"""A greeting's turn over one kept connection to ``serve``: what HTTP, the machinery and the store cost a person.

    .venv/bin/python benchmarks/kept.py [--turns 200]

Measured from sending the request to having the whole answer, as JSON and as an event stream, and ``/healthz`` beside
them. Each message goes to one thread.
"""

from __future__ import annotations

import argparse
import http.client
import json
import tempfile
import time

from measure import print_machine, print_table, row_of, run_followthrough

WARM_UP = 20


def ask(connection: http.client.HTTPConnection, method: str, path: str, body: str = "", accept: str = "*/*") -> bytes:
    """The body of a successful response."""
    connection.request(method, path, body or None, {"Content-Type": "application/json", "Accept": accept})
    response = connection.getresponse()
    data = response.read()
    assert response.status < 300, data
    return data


def measure(address: str, turns: int) -> list[list[str]]:
    """Rows of milliseconds."""
    connection = http.client.HTTPConnection(address, timeout=60)
    thread = json.loads(ask(connection, "POST", "/v1/threads"))["thread_id"]
    messages = f"/v1/threads/{thread}/messages"
    said = json.dumps({"text": "Hello"})
    cases = {
        "greeting, JSON": ("POST", messages, said, "application/json"),
        "greeting, event stream": ("POST", messages, said, "text/event-stream"),
        "`/healthz`": ("GET", "/healthz", "", "*/*"),
    }
    rows: list[list[str]] = []
    for name, request in cases.items():
        spent: list[float] = []
        for _ in range(WARM_UP + turns):
            began = time.perf_counter()
            ask(connection, *request)
            spent.append((time.perf_counter() - began) * 1000)
        rows.append([name, *row_of(spent[WARM_UP:])])
    return rows


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=200)
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as data:
        environment = {
            "FOLLOWTHROUGH_DATA_DIR": data,
            "FOLLOWTHROUGH_TUNING": json.dumps({"rate_per_minute": 1_000_000}),
        }
        process = run_followthrough("serve", "--port", "0", **environment)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert "http://" in line, f"serve said {line!r}"
            address = line.split("http://")[1].split()[0].rstrip("/")
            print_table(["ms", "median", "p95", "largest"], measure(address, options.turns))
        finally:
            process.terminate()
            process.communicate(timeout=60)


if __name__ == "__main__":
    main()
