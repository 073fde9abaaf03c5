"""Through how many files of the program does a tap go? Never through more by chance."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client

from clubcomp.doors.links import token_of
from tests.attempts import attempts
from tests.make import finish_round, make_competition, make_evening
from tests.views.leader import Leader

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
#: At most so many files; who needs fewer writes them down, and who needs more says why.
DOORS = {
    "a result": 25,
    "attendance, an even number comes": 26,
    "attendance, an odd number comes": 39,
    "a proposal": 41,
    "the next game": 40,
    "a public standing, made anew": 38,
    "a personal link, opened": 10,
}


@contextmanager
def gone_through() -> Iterator[set[str]]:
    """Gives the files of the program in which a function is called within.

    What an earlier test left unfinished, a generator, is not collected, and so not closed, in the
    middle of it.
    """
    files: set[str] = set()

    def called(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    known = sys.getprofile()
    gc.collect()
    gc.disable()
    sys.setprofile(called)
    try:
        yield files
    finally:
        sys.setprofile(known)
        gc.enable()
        own = tuple(str(ROOT / folder) for folder in ("clubcomp/", "pairing/"))
        files -= {name for name in files if not name.startswith(own)}


def test_a_tap_goes_through_no_more_files_than_it_did():
    competition = make_competition(24)
    leader = Leader(make_evening(competition, "blitz"))
    leader.press("next-game", after="0")
    finish_round(leader.evening.rounds.get())
    leader.press("next-game", after="1")
    entries = make_competition(24, club=leader.club, slug="spring").entries.order_by("-start")
    early = Leader(make_evening(entries[0].competition, "blitz"), name="Hendrik Postma")
    link = f"/{leader.club.slug}/me/{token_of(competition.club.players.first())}/"

    def result(board: int) -> HttpResponse:
        return leader.tap("record-result", 2, board, result="1-0", seen="*")

    def away(number: int) -> HttpResponse:
        return early.tap("mark-attendance", entries[number].key, present="0")

    def press(name: str, **data: object) -> HttpResponse:
        return leader.client.post(leader.address(name), leader.shown_by(name) | data)

    def look(address: str) -> HttpResponse:
        for kept in caches.all():
            kept.clear()
        return Client().get(address)

    standing = f"/{leader.club.slug}/{competition.slug}/standings/"
    #: What is done once before, since what a process keeps is not made for one tap; and then.
    journeys = {
        "a result": (lambda: result(1), lambda: result(2)),
        "attendance, an odd number comes": (lambda: (away(0), away(1)), lambda: away(2)),
        "attendance, an even number comes": (lambda: None, lambda: away(3)),
        "a public standing, made anew": (lambda: look(standing), lambda: look(standing)),
        "a personal link, opened": (lambda: look(link), lambda: look(link)),
        "a proposal": (
            lambda: finish_round(leader.evening.rounds.last()),
            lambda: press("pairing"),
        ),
        "the next game": (lambda: None, lambda: press("next-game", after="2")),
    }
    with attempts() as attempt:
        for journey, (before, act) in journeys.items():
            before()
            with gone_through() as files:
                answer = act()
            with attempt(journey):
                assert answer.status_code in (200, 302, 303)
                assert len(files) <= DOORS[journey], sorted(files)
