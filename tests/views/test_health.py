"""What programs that watch the site are told: health, numbers, and the lines of the log."""

import io
import json
import logging
import os
import re
import subprocess
import sys

import pytest
from django.db import OperationalError, connection
from django.test import Client

from clubcomp import __version__
from clubcomp.models import User
from clubcomp.running.logs import JsonFormatter, ReferenceFilter
from tests.make import make_user
from tests.postgres.conftest import CHECKOUT
from tests.views.test_errors import browser  # noqa: F401 -- a fixture

pytestmark = pytest.mark.django_db


def test_health_says_to_everybody_that_it_is_up_after_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        answer = Client().get("/health/", headers={"authorization": "Bearer "})
    assert (answer.status_code, answer.json()) == (200, {"database": "up"})


def test_health_says_both_versions_to_who_keeps_the_site(settings, django_assert_num_queries):
    settings.METRICS_TOKEN = "x" * 20
    with django_assert_num_queries(1):
        answer = Client().get("/health/", headers={"authorization": f"Bearer {'x' * 20}"})
    member, keeper = make_user("Mia"), make_user("Kees")
    User.objects.filter(pk=keeper.pk).update(is_staff=True)
    for user, sees in ((member, False), (keeper, True)):
        client = Client()
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        assert ("version" in client.get("/health/").json()) is sees
    assert answer.status_code == 200
    server = connection.pg_version // 10000
    assert answer.json()["version"] == __version__
    assert answer.json()["database"].startswith(f"PostgreSQL {server}.")
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_health_of_a_site_without_its_database_is_503(monkeypatch):
    def away():
        raise OperationalError("secret")

    monkeypatch.setattr(connection, "cursor", away)
    answer = Client().get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {"database": "away"}


def test_on_a_public_site_health_needs_no_https(settings):
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/health/").status_code == 200
    assert Client().get("/sign-in/").status_code == 301


def test_there_are_no_numbers_without_a_token_and_none_for_who_has_not_got_it(settings):
    assert Client().get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "let me"
    for given in ("", "let me", "Bearer wrong", "Bearer né"):
        assert Client().get("/metrics", headers={"Authorization": given}).status_code == 401


COUNTED = """
import os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()
from django.conf import settings
from django.db import connection
settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = os.environ["NAME"]
from django.test import Client
from clubcomp.flow.pairings.turns import _turn
if not os.fork():
    assert Client().get("/sign-in/").status_code == 200
    with _turn():
        pass
    os._exit(0)
os.wait()
Client().get("/nothing/here/at/all/")
print(Client().get("/metrics", headers={"Authorization": "Bearer token"}).content.decode())
"""


def test_the_numbers_are_of_all_processes_and_have_no_address():
    environment = os.environ | {
        "METRICS_TOKEN": "token",
        "NAME": connection.settings_dict["NAME"],
    }
    done = subprocess.run(
        [sys.executable, "-c", COUNTED],
        cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    count = r'clubcomp_request_seconds_count\{method="GET",page="%s",status="%s"\} 1\.0'
    assert re.search(count % ("sign-in", 200), done.stdout), done.stdout
    assert re.search(count % (".*", 404), done.stdout)
    assert "clubcomp_pairing_seconds_count 1.0" in done.stdout
    assert "clubcomp_messages_waiting 0" in done.stdout
    assert 'clubcomp_pool{what="size"}' in done.stdout
    assert "/" not in re.sub("(?m)^#.*", "", done.stdout)


def test_an_error_page_has_the_reference_that_stands_in_the_log(browser, caplog):  # noqa: F811
    caplog.handler.addFilter(ReferenceFilter())
    answer = browser.get("/fails/500/", headers={"accept-language": "en"})
    (reference,) = re.findall(
        r"Reference, for who keeps the site: (\w{8})", answer.content.decode()
    )
    (line,) = [record for record in caplog.records if record.name == "django.request"]
    assert f"(reference {reference}, Clubcomp {__version__})" in line.getMessage()


def test_the_servers_own_lines_are_json_too_and_say_nothing_that_was_sent(settings, monkeypatch):
    from gunicorn.config import Config

    from clubcomp.running.serving.by_gunicorn import Log

    settings.LOGS_JSON = True
    said = io.StringIO()
    ours = logging.StreamHandler(said)
    ours.setFormatter(JsonFormatter())
    monkeypatch.setattr(logging.getLogger(), "handlers", [ours])
    log = Log(Config())
    log.warning("Invalid request from ip=10.0.0.7: Invalid HTTP Header: 'Bad Header Anna'")
    log.error("Worker (pid:%s) was sent %s!", 12, "SIGKILL")
    log.error_log.propagate = False
    sent, killed = map(json.loads, said.getvalue().splitlines())
    assert "nna" not in str(sent)
    assert (sent["level"], killed["event"]) == ("warning", "Worker (pid:%s) was sent %s!")


def test_a_line_of_json_says_where_and_what_kind_but_no_name():
    try:
        raise ValueError("Anna de Vries is no number")
    except ValueError:
        given = ("clubcomp", logging.ERROR, __file__, 1, "%s: %s", ("Oops", "/toren/x/anna/"))
        record = logging.LogRecord(*given, sys.exc_info())
    record.status_code = 500
    ReferenceFilter().filter(record)
    said = JsonFormatter().format(record)
    assert "nna" not in said
    line = json.loads(said)
    assert (line["level"], line["error"], line["status"]) == ("error", "builtins.ValueError", 500)
    assert "test_health.py" in line["where"][0]
    assert line["version"] == __version__
