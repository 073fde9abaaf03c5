"""A browser that takes notifications, and the service that its maker runs for it."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


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
