"""The name of a link is what its certificate is checked for, though the connection goes to a number."""

from __future__ import annotations

import datetime as dt
import ipaddress
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from tests.adapters.web_site import answer, reader_of, web_site

from followthrough.domain.web import Page, PageRefusal
from followthrough.testing.contracts.web import ARTICLE, assert_refused


def authority(tmp_path: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server for ``name`` shows, and what a client that trusts its authority checks by."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Test")])
    now = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now.replace(year=2090))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([_alternative(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / f"{name.replace(':', '_')}.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


async def test_the_name_of_the_link_is_what_the_certificate_is_checked_for(tmp_path: Path) -> None:
    server, client = authority(tmp_path, "pages.example")
    async with web_site({"/": answer(ARTICLE.encode())}, server) as site:
        url = f"https://pages.example:{site.port}/"
        assert isinstance(await reader_of(site, tls=client).read(url), Page)
        assert site.names == ["pages.example"]
        assert site.asked[0][1]["host"] == f"pages.example:{site.port}"


@pytest.mark.parametrize("certified", ["other.example", "127.0.0.1"])
async def test_a_certificate_for_another_name_is_refused(tmp_path: Path, certified: str) -> None:
    server, client = authority(tmp_path, certified)
    async with web_site({"/": answer(ARTICLE.encode())}, server) as site:
        found = await reader_of(site, tls=client).read(f"https://pages.example:{site.port}/")
        assert_refused(found, PageRefusal.UNREACHABLE, "pages.example")
        assert site.asked == []


async def test_an_unknown_authority_is_refused(tmp_path: Path) -> None:
    server, _ = authority(tmp_path, "pages.example")
    async with web_site({"/": answer(ARTICLE.encode())}, server) as site:
        found = await reader_of(site).read(f"https://pages.example:{site.port}/")
        assert_refused(found, PageRefusal.UNREACHABLE, "pages.example")
