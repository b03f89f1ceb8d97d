"""Object storage for tests: an S3-compatible server of this process, and an empty bucket for each test."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest

#: What an operator would set for a bucket that is not at AWS. Nothing here opens anything.
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "no-key",
    "AWS_SECRET_ACCESS_KEY": "no-secret",
    "AWS_REGION": "us-east-1",
    "AWS_ALLOW_HTTP": "true",
}
_names = iter(range(1_000_000))


@pytest.fixture(scope="session")
def s3_endpoint() -> Iterator[str]:
    """The address of the server, started for this session."""
    moto = pytest.importorskip("moto.server", reason="no object storage to test on: moto[server] is not installed")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it logs every request
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a folder in an empty bucket, with the environment set to reach it."""
    import boto3

    for name, value in {**CREDENTIALS, "AWS_ENDPOINT_URL": s3_endpoint}.items():
        monkeypatch.setenv(name, value)
    name = f"followthrough-{os.getpid()}-{next(_names)}"
    boto3.client("s3", endpoint_url=s3_endpoint, region_name="us-east-1").create_bucket(Bucket=name)
    return f"s3://{name}/index"
