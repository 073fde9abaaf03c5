"""Does the question after advisories tell what is known from what nobody was asked?"""

import json
import os
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests import advisories
from tests.test_architecture import ROOT

pytestmark = pytest.mark.slow
LOCK = """# What is locked.
django==5.2.19 \\
    --hash=sha256:00
psycopg[binary]==3.3.9 ; sys_platform == 'nowhere' \\
    --hash=sha256:00
"""


@pytest.fixture(autouse=True)
def pip_audit():
    if "CI" not in os.environ:
        pytest.importorskip("pip_audit")


@contextmanager
def service(known):
    """It answers as OSV does, and knows this against a package."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            name = asked["package"]["name"]
            affected = [{"package": {"name": name, "ecosystem": "PyPI"}, "versions": ["1"]}]
            affected[0]["ranges"] = [{"type": "ECOSYSTEM", "events": [{"fixed": "5.2.99"}]}]
            found = [{"id": one, "affected": affected} for one in known.get(name, ())]
            body = json.dumps({"vulns": found} if found else {}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield ["-s", "osv", "--osv-url", f"http://127.0.0.1:{server.server_port}/"]
        server.shutdown()
        thread.join()


def test_what_is_known_is_told_with_the_version_that_mends_it():
    with service({"django": ["CVE-2026-1"]}) as asked:
        found, unanswered = advisories.known(LOCK, *asked)
    assert (found, unanswered) == (["django 5.2.19: CVE-2026-1, mended in 5.2.99"], [])


def test_what_is_needed_on_another_machine_is_asked_too():
    with service({"psycopg": ["CVE-2026-2"]}) as asked:
        found, _unanswered = advisories.known(LOCK, *asked)
    assert [line.partition(":")[0] for line in found] == ["psycopg 3.3.9"]


def test_nothing_known_is_no_line():
    with service({}) as asked:
        assert advisories.known(LOCK, *asked) == ([], [])


def test_where_nobody_answers_nothing_is_claimed():
    nowhere = ["-s", "osv", "--osv-url", "http://127.0.0.1:1/"]
    assert advisories.known(LOCK, *nowhere) == ([], ["django", "psycopg"])


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ((["django 5: CVE-1, mended in 6"], []), 1, "CVE-1"),
        (([], ["django"]), 0, "NOT ASKED"),
        (([], []), 0, "Nothing is known"),
    ],
)
def test_only_what_is_known_fails(monkeypatch, capsys, answer, status, said):
    monkeypatch.setattr(advisories, "known", lambda lock: answer)
    assert advisories.main() == status
    assert said in capsys.readouterr().out


def test_ci_warns_and_make_fails():
    ci, make = (ROOT / ".ci/run").read_text(), (ROOT / "Makefile").read_text()
    assert "make advisories || " in ci
    assert "-m tests.advisories" in make
