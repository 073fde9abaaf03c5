"""A browser that takes notifications, and the service that its maker runs for it."""

import base64
import json
import os
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID


class Browser:
    """What a browser makes of itself when it takes notifications, and what it can read then."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint, self.secret = endpoint, os.urandom(16)
        self.key = ec.generate_private_key(ec.SECP256R1())

    @property
    def subscription(self) -> str:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": written(point), "auth": written(self.secret)}
        return json.dumps({"endpoint": self.endpoint, "expirationTime": None, "keys": keys})

    def read(self, body: bytes) -> dict:
        """What was sent to it."""
        return json.loads(
            http_ece.decrypt(
                body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
            )
        )


def written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class PushService(ThreadingHTTPServer):
    """On this machine: what it `got`, and what it `answers` (by default 201, "made") and `says`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.got: list[tuple[str, Any, bytes]] = []
        self.answers: list[int] = []
        self.says = b""


class Taking(BaseHTTPRequestHandler):
    """One notification."""

    server: PushService

    def do_POST(self) -> None:
        """Keep it, and answer; a 307 leads elsewhere."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, self.headers, body))
        status = self.server.answers.pop(0) if self.server.answers else 201
        self.send_response(status)
        if status == 307:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", str(len(self.server.says)))
        self.end_headers()
        self.wfile.write(self.server.says)

    def log_message(self, *_: Any) -> None:
        """Nothing is written down."""


@contextmanager
def push_service() -> Iterator[PushService]:
    """It listens meanwhile."""
    with PushService() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@contextmanager
def secured_service(
    host: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PushService]:
    """The same with a certificate for this host alone, which this machine trusts meanwhile."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    today = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
    )
    file, key_file = folder / "cert.pem", folder / "key.pem"
    file.write_bytes(made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    key_file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, key_file)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(file))
    with push_service() as service:
        service.socket = context.wrap_socket(service.socket, server_side=True)
        yield service
