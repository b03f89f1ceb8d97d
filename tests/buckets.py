"""Object storage for tests: an S3-compatible server in a process of its own, and an empty bucket for each test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

#: What an operator would set for a bucket that is not at AWS. Nothing here opens anything.
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "no-key",
    "AWS_SECRET_ACCESS_KEY": "no-secret",
    "AWS_REGION": "us-east-1",
    "AWS_ALLOW_HTTP": "true",
}
# Says its address, and ends with its standard input. A client that is killed in the middle of a request leaves the
# server with a half-closed connection; in a process of its own no other test hears of it.
_SERVER = """
import logging, sys
from moto.server import ThreadedMotoServer
logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("http://%s:%s" % server.get_host_and_port(), flush=True)
sys.stdin.read()
"""
_names = iter(range(1_000_000))


@pytest.fixture(scope="session")
def s3_endpoint() -> Iterator[str]:
    """The address of the server, started for this session."""
    pytest.importorskip("moto", reason="no object storage to test on: moto[server] is not installed")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-c", _SERVER], **pipes, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.communicate("")


@pytest.fixture
def bucket(s3_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a folder in an empty bucket, with the environment set to reach it."""
    import boto3

    for name, value in {**CREDENTIALS, "AWS_ENDPOINT_URL": s3_endpoint}.items():
        monkeypatch.setenv(name, value)
    name = f"followthrough-{os.getpid()}-{next(_names)}"
    boto3.client("s3", endpoint_url=s3_endpoint, region_name="us-east-1").create_bucket(Bucket=name)
    return f"s3://{name}/index"
