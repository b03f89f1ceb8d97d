"""No test leaves this machine (architecture.md, "Tests")."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import netban


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A report of their own for processes that try to leave, so that this test itself passes."""
    file = tmp_path / "report.txt"
    monkeypatch.setenv(netban.REPORT_VARIABLE, str(file))
    return file


@pytest.mark.parametrize(
    "attempt",
    [
        "socket.create_connection(('192.0.2.1', 80), timeout=1)",
        "socket.create_connection(('2001:db8::1', 80), timeout=1)",
        "socket.getaddrinfo('example.org', 443)",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
        "import urllib.request; urllib.request.urlopen('http://192.0.2.1/', timeout=1)",
    ],
)
def test_leaving_loopback_is_refused_and_reported_even_when_swallowed(attempt: str, report: Path) -> None:
    code = f"import socket\ntry:\n    {attempt}\nexcept Exception: pass"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "NetworkBanned" in done.stderr
    assert len(report.read_text().splitlines()) == 1


def test_loopback_and_unix_sockets_are_free(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=10).close()
    place = str(tmp_path / "s")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(place)
        server.listen()
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(place)
    assert socket.getaddrinfo("localhost", 80)


def test_no_setting_of_this_machine_reaches_a_test() -> None:
    assert not [n for n in os.environ if n.startswith("FOLLOWTHROUGH_") or n == "DATABASE_URL"]
