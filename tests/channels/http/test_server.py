"""Over a real server and real connections: streaming, readers that leave, bodies that trickle."""

from __future__ import annotations

import socket
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest

from .rig import FEES, QUESTION, read_frames, said
from .serving import Served, serving


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    with serving(tmp_path, heartbeat_s=0.05, rate_per_minute=1_000_000) as started:
        yield started


@pytest.fixture
def client(served: Served) -> Generator[httpx.Client]:
    with httpx.Client(base_url=served.url, timeout=30) as made:
        yield made


def _thread(client: httpx.Client) -> str:
    client.post("/v1/documents", json={"text": FEES, "name": "fees.md"})
    return client.post("/v1/threads").json()["thread_id"]


def _events_of_a_message(client: httpx.Client, thread_id: str) -> AbstractContextManager[httpx.Response]:
    """A turn's events, as they arrive."""
    return client.stream(
        "POST",
        f"/v1/threads/{thread_id}/messages",
        json={"text": QUESTION, "client_message_id": "m-1"},
        headers={"Accept": "text/event-stream"},
    )


def _read_until(lines: Iterator[str], mark: str) -> list[str]:
    """Lines up to the first that begins with ``mark``, and that one."""
    read: list[str] = []
    for line in lines:
        read.append(line)
        if line.startswith(mark):
            return read
    pytest.fail(f"ended before {mark!r}: {read}")


def _post(served: Served, path: str, *, length: int, body: bytes = b"", **headers: str) -> bytes:
    """A request as bytes, for clients that don't keep to what they say."""
    lines = [f"POST {path} HTTP/1.1", f"Host: localhost:{served.port}", f"Content-Length: {length}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def _answer(connection: socket.socket, mark: bytes) -> bytes:
    """What the server says up to ``mark``."""
    data = b""
    while mark not in data:
        piece = connection.recv(65_536)
        assert piece, f"closed before {mark!r}: {data!r}"
        data += piece
    return data


def test_events_arrive_while_the_turn_runs_and_quiet_is_filled(served: Served, client: httpx.Client) -> None:
    thread_id = _thread(client)
    served.rig.index.hold()
    with _events_of_a_message(client, thread_id) as answer:
        lines = answer.iter_lines()
        assert "event: delta" not in _read_until(lines, "event: planned")
        _read_until(lines, ": ")
        served.release()
        assert "event: delta" in _read_until(lines, "event: committed")


def test_a_reader_that_leaves_does_not_stop_the_turn_and_comes_back_without_a_gap(
    served: Served, client: httpx.Client
) -> None:
    thread_id = _thread(client)
    served.rig.index.hold()
    with _events_of_a_message(client, thread_id) as answer:
        seen = _read_until(answer.iter_lines(), "id: 1010001")
    assert [line for line in seen if line.startswith("event: ")] == ["event: started", "event: planned"]
    served.release()
    rest = read_frames(client.get(f"/v1/threads/{thread_id}/events", headers={"Last-Event-ID": "1010001"}).text)
    assert [f.id for f in rest] == list(range(1_010_002, 1_010_002 + len(rest)))
    assert rest[-1].event == "committed"
    assert said(rest) == rest[-1].data["reply"]["text"]
    assert client.get(f"/v1/threads/{thread_id}/turns").json()["turns"] == [rest[-1].data]
    again = client.post(f"/v1/threads/{thread_id}/messages", json={"text": QUESTION, "client_message_id": "m-1"})
    assert again.json() == rest[-1].data


def test_a_caller_that_leaves_without_waiting_for_its_json_finds_the_turn_later(
    served: Served, client: httpx.Client
) -> None:
    thread_id = _thread(client)
    served.rig.index.hold()
    body = b'{"text": "' + QUESTION.encode() + b'"}'
    with served.connect() as leaving:
        path = f"/v1/threads/{thread_id}/messages"
        leaving.sendall(_post(served, path, length=len(body), body=body, Content_Type="application/json"))
        served.wait_for_search()
    served.release()
    events = read_frames(client.get(f"/v1/threads/{thread_id}/events").text)
    assert events[-1].event == "committed"


def test_two_readers_of_one_turn_read_the_same(served: Served, client: httpx.Client) -> None:
    thread_id = _thread(client)
    served.rig.index.hold()
    with (
        _events_of_a_message(client, thread_id) as first,  # the message is kept when the answer begins
        client.stream("GET", f"/v1/threads/{thread_id}/events") as second,
    ):
        readers = [answer.iter_lines() for answer in (first, second)]
        begun = [_read_until(lines, "id: 1010001") for lines in readers]
        served.release()
        texts = [
            "\n".join([*early, *_read_until(lines, "event: committed"), *lines])
            for early, lines in zip(begun, readers, strict=True)
        ]
    assert read_frames(texts[0]) == read_frames(texts[1])
    assert read_frames(texts[0])[-1].event == "committed"


def test_a_body_that_stops_coming_is_given_up_while_others_are_served(tmp_path: Path) -> None:
    with serving(tmp_path, body_idle_s=0.2) as served, served.connect() as slow:
        slow.sendall(_post(served, "/v1/threads", body=b'{"coll', length=100, Content_Type="application/json"))
        assert httpx.get(f"{served.url}/healthz", timeout=30).status_code == 200
        assert _answer(slow, b'"code":"request_timeout"').startswith(b"HTTP/1.1 408")
        assert slow.recv(1) == b""


def test_a_client_that_leaves_in_the_middle_of_its_upload_leaves_nothing_behind(
    served: Served, client: httpx.Client
) -> None:
    half = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nhalf'
    form = "multipart/form-data; boundary=x"
    with served.connect() as leaving:
        leaving.sendall(_post(served, "/v1/documents", body=half, length=10_000, Content_Type=form))
    assert client.get("/v1/documents").json()["documents"] == []
    assert client.get("/readyz").status_code == 200


def test_an_oversized_upload_is_refused_before_it_has_arrived(served: Served) -> None:
    with served.connect() as flood:
        form = "multipart/form-data; boundary=x"
        flood.sendall(_post(served, "/v1/documents", length=10**12, Content_Type=form))
        assert _answer(flood, b'"code":"too_large"').startswith(b"HTTP/1.1 413")


def test_a_body_without_a_declared_length_is_cut_off_at_its_bound(served: Served, client: httpx.Client) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while True:
            sent += 65_536
            yield b"x" * 65_536

    try:
        answer = client.post("/v1/threads", content=endless(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
    except httpx.TransportError:  # the server may hang up before its answer is read
        pass
    assert sent < 2**26, "the server must not go on reading; what is in flight is a few buffers"
    assert client.get("/readyz").status_code == 200


def test_a_request_without_a_valid_key_is_answered_before_its_body_has_arrived(served: Served) -> None:
    with served.connect() as connection:
        connection.sendall(_post(served, "/v1/documents", length=1_000_000, Authorization="Bearer ft_wrong"))
        assert _answer(connection, b'"code":"unauthorized"').startswith(b"HTTP/1.1 401")


def test_a_foreign_host_is_refused_on_the_wire(served: Served) -> None:
    with served.connect() as connection:
        connection.sendall(b"GET /v1/threads HTTP/1.1\r\nHost: rebound.example:8000\r\n\r\n")
        assert _answer(connection, b'"code":"forbidden"').startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("head", [b"", b"GET /healthz HTTP/1.1\r\nHost: local", b"GET / HTTP/1.1\r\nX: y\r\n"])
def test_a_head_that_does_not_come_closes_its_connection(tmp_path: Path, head: bytes) -> None:
    with serving(tmp_path, header_s=0.2) as served, served.connect() as slow:
        slow.sendall(head)
        assert slow.recv(1) == b""


def test_a_second_head_on_a_kept_connection_has_the_same_limit(tmp_path: Path) -> None:
    with serving(tmp_path, header_s=0.2) as served, served.connect() as slow:
        slow.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost:{served.port}\r\n\r\n".encode())
        assert _answer(slow, b'{"status":"ok"}').startswith(b"HTTP/1.1 200")
        slow.sendall(b"GET /healthz HT")
        assert slow.recv(1) == b""


def test_a_head_in_time_leaves_the_answer_all_the_time_that_it_takes(tmp_path: Path) -> None:
    with serving(tmp_path, header_s=0.2, heartbeat_s=0.1) as served, httpx.Client(base_url=served.url) as client:
        thread_id = _thread(client)
        served.rig.index.hold()
        with _events_of_a_message(client, thread_id) as answer:
            lines = answer.iter_lines()
            for _ in range(4):  # heartbeats: longer than the limit on heads
                _read_until(lines, ": ")
            served.release()
            assert "event: committed" in _read_until(lines, "event: committed")
