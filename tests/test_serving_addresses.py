"""How do phones get in? What a start says, and at which addresses the site then answers."""

import socket
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.template import Context, Template

from clubcomp.management.commands.serve import Command, check_free
from clubcomp.running.serving.addresses import (
    address_taken,
    for_phones,
    own_address,
    take_address,
    words_on_phones,
)

TEMPLATES = Path(__file__).parent.parent / "templates"
EVERYWHERE = "0.0.0.0"  # noqa: S104 -- nothing listens there


@pytest.fixture(autouse=True)
def local(settings, tmp_path, monkeypatch):
    """A site as `make club` serves it."""
    monkeypatch.delenv("SITE_URL", raising=False)
    settings.HOME, settings.IS_PUBLIC, settings.IS_DEMO = tmp_path, False, False
    settings.SITE_URL = "http://localhost:8000"
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    return settings


def test_phones_are_told_the_path_too(settings):
    settings.ALLOWED_HOSTS, settings.SITE_PATH = ["192.168.1.20"], "/chess"
    assert for_phones(EVERYWHERE, 8000) == ["http://192.168.1.20:8000/chess/"]


def test_on_this_computer_only_it_says_what_lets_phones_in(local):
    assert take_address("127.0.0.1", 8471) == local.SITE_URL == "http://localhost:8471"
    assert words_on_phones("127.0.0.1", 8471).endswith(": make club HOST=0.0.0.0 PORT=8471")
    assert words_on_phones("127.0.0.1", 8000).endswith(": make club HOST=0.0.0.0")
    assert local.ALLOWED_HOSTS == ["localhost", "127.0.0.1", "[::1]"]
    local.IS_DEMO = True
    assert words_on_phones("localhost", 8000).endswith(": make run HOST=0.0.0.0")


def test_a_page_names_the_command_of_this_site_and_its_port(local):
    take_address("127.0.0.1", 8471)
    told = "{% load club %}{% served host='0.0.0.0' %}"
    assert Template(told).render(Context()) == "make club HOST=0.0.0.0 PORT=8471"
    local.IS_DEMO = True
    assert Template(told).render(Context()) == "make run HOST=0.0.0.0 PORT=8471"
    pages = [path for path in TEMPLATES.rglob("*.html") if "% typed 'serve" in path.read_text()]
    assert [path.name for path in pages] == ["base.html"]  # which names the club, to the demo


def test_to_the_whole_network_it_answers_at_its_own_address_and_says_it(local, monkeypatch):
    asked = "clubcomp.running.serving.addresses.own_address"
    monkeypatch.setattr(asked, lambda host: "192.168.1.20")
    assert take_address(EVERYWHERE, 8471) == "http://localhost:8471"
    assert words_on_phones(EVERYWHERE, 8471).endswith("hall: http://192.168.1.20:8471/")
    assert "192.168.1.20" in local.ALLOWED_HOSTS
    assert local.SITE_URL == "http://192.168.1.20:8471"  # where links in messages lead


def test_names_that_were_given_are_said_too(local, monkeypatch):
    monkeypatch.setattr("clubcomp.running.serving.addresses.own_address", lambda host: "")
    local.ALLOWED_HOSTS += ["chess.local", ".example.org", "*"]
    assert words_on_phones(EVERYWHERE, 80).endswith("hall: http://chess.local:80/")
    local.ALLOWED_HOSTS = ["localhost"]
    assert "ALLOWED_HOSTS" in words_on_phones(EVERYWHERE, 80)


def test_an_address_that_was_asked_for_is_the_address():
    assert own_address("192.168.1.20") == "192.168.1.20"
    assert own_address("127.0.0.1") == own_address("localhost") == ""


def test_the_link_to_set_up_knows_the_port_of_the_last_start(local):
    take_address("127.0.0.1", 8471)
    local.SITE_URL = "http://localhost:8000"  # as the next program begins
    assert address_taken() == "http://localhost:8471"
    local.IS_PUBLIC, local.SITE_URL = True, "https://club.example"
    assert address_taken() == "https://club.example"


@pytest.mark.parametrize(("is_demo", "told"), [(False, "make club"), (True, "make run")])
def test_a_port_that_is_taken_is_told_with_the_command_for_another(local, is_demo, told):
    local.IS_DEMO = is_demo
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        local.SITE_PATH = "/chess"
        where = f"localhost:{port}/chess/"
        with pytest.raises(CommandError, match=f"run already.*{where}.*{told} PORT=8001"):
            check_free("127.0.0.1", port)


def asked_to_listen(*words):
    options = Command().create_parser("manage.py", "serve").parse_args([*words])
    return options.host, options.port


def test_a_host_that_gives_a_port_is_listened_to_there(local, monkeypatch):
    monkeypatch.delenv("HOST", raising=False)
    monkeypatch.delenv("PORT", raising=False)
    assert asked_to_listen() == ("127.0.0.1", local.PORT)
    monkeypatch.setenv("HOST", EVERYWHERE)
    monkeypatch.setenv("PORT", "10000")
    assert asked_to_listen() == (EVERYWHERE, 10000)
    assert asked_to_listen("--port", "8001", "--host", "127.0.0.1") == ("127.0.0.1", 8001)


def test_a_port_that_is_no_number_is_refused_in_words(local, monkeypatch):
    monkeypatch.setenv("PORT", "http")
    with pytest.raises(CommandError, match="--port: invalid int value: 'http'"):
        asked_to_listen()
