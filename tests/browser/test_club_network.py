"""A club's own network: plain http at an address that is not loopback, and a real loss of it.

A browser gives such a page no secure context: no service worker, no locks, no new clipboard. The
device is a Chromium in a network namespace of its own, joined to this machine by one cable.
"""

import os
import shutil
import subprocess

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.models import Game, Role
from tests import make
from tests.browser.screens import BY_ITSELF, CHROMIUM, FLAGS, PHONE, Screens, lead

pytestmark = pytest.mark.django_db(transaction=True)

HERE, THERE = "192.168.213.1", "192.168.213.2"


class Device:
    """A namespace `name` with one cable to this machine; `is_joined` plugs it in or out."""

    def __init__(self, name: str):
        self.name, self.near, self.far = name, f"{name}a", f"{name}b"

    def __enter__(self) -> "Device":
        self.ip("netns", "add", self.name)
        self.ip("link", "add", self.near, "type", "veth", "peer", self.far, "netns", self.name)
        self.ip("address", "add", f"{HERE}/30", "dev", self.near)
        self.ip("link", "set", self.near, "up")
        self.ip("-n", self.name, "address", "add", f"{THERE}/30", "dev", self.far)
        self.join(True)
        return self

    def __exit__(self, *_: object) -> None:
        self.ip("netns", "delete", self.name)

    def ip(self, *arguments: str) -> None:
        subprocess.run(["ip", *arguments], check=True, capture_output=True)

    def join(self, is_joined: bool) -> None:
        """The cable is in, or out."""
        self.ip("-n", self.name, "link", "set", self.far, "up" if is_joined else "down")


@pytest.fixture
def device():
    """A device in a network of its own; making one needs root, which CI has."""
    if os.geteuid() or not shutil.which("ip"):
        missing = "needs root and iproute2 for a network namespace"
        if os.environ.get("CI"):
            raise pytest.UsageError(f"In CI this test must run: {missing}.")
        pytest.skip(missing)
    with Device(f"cc{os.getpid()}") as device:
        yield device


@pytest.fixture
def screen(device, browser_type, tmp_path):
    """The screen of that device, at the site as the network reaches it."""
    command = tmp_path / "chromium"
    command.write_text(f'#!/bin/sh\nexec ip netns exec {device.name} {CHROMIUM} "$@"\n')
    command.chmod(0o755)
    site = LiveServer(HERE)
    browser = browser_type.launch(executable_path=command, args=FLAGS)
    with Screens(browser) as screens:
        yield screens.new(site.url, PHONE, locale="en-GB")
    browser.close()
    site.stop()


def test_a_result_waits_without_a_secure_context_and_is_sent_when_the_page_is_open_again(
    device, screen
):
    competition = make.make_competition(4)
    evening = make.make_evening(competition, "blitz", date=timezone.localdate())
    publish_next(evening, after=0, by=None)
    leader = make.make_user("Ria")
    make.make_membership(competition.club, leader, Role.LEADER)
    screen.sign_in(leader, then=lead("results", evening))
    assert not screen.page.evaluate("isSecureContext || 'serviceWorker' in navigator")
    device.join(False)
    screen.find('#board-1 button[value="1-0"]').click()
    screen.find('#board-2 button[value="0-1"]').click()
    expect(screen.find("#kept [data-count]")).to_contain_text("2 results wait", timeout=BY_ITSELF)
    expect(screen.find("#board-1 .unsent-note")).to_be_visible()
    screen.page.close()
    device.join(True)
    screen.page = screen.page.context.new_page()
    screen.open(lead("results", evening))
    expect(screen.find("#title .count b")).to_have_text("2", timeout=BY_ITSELF)
    expect(screen.find("#kept")).to_be_hidden()
    entered = Game.objects.filter(round__evening=evening).values_list("board", "result")
    assert dict(entered) == {1: "1-0", 2: "0-1"}
