"""The demo club on the real server stack: hashed and compressed files, gzip, strict headers."""

import datetime
import tempfile
import threading
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.test import override_settings
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubcomp.demo import blitz, club, season
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.models import Competition, Round, User
from clubcomp.settings import STORAGES

TODAY = datetime.date(2026, 11, 24)


class QuietHandler(WSGIRequestHandler):
    """Serves without a line in the terminal for each request."""

    def log_message(self, *_: Any) -> None:
        """Nothing is written down."""


class DemoSite:
    """A running site with the demo club as it is on `TODAY`.

    `url` is its address. Everything is taken away in the end.
    """

    def __enter__(self) -> "DemoSite":
        self.files = tempfile.TemporaryDirectory(prefix="clubcomp-browser-")
        self.settings = override_settings(
            STORAGES=STORAGES,
            STATIC_ROOT=self.files.name,
            WHITENOISE_AUTOREFRESH=False,
            WHITENOISE_USE_FINDERS=False,
        )
        self.settings.enable()
        call_command("collectstatic", interactive=False, verbosity=0, ignore=["admin"])
        self.club = club.load(today=TODAY, say=lambda _line: None)
        self.blitz: Competition = self.club.competitions.get(slug=blitz.SLUG)
        self.season: Competition = self.club.competitions.get(slug=season.SLUG)
        # The owner founded the site as well, so that he sees every page there is.
        User.objects.filter(email=club.OWNER.email).update(is_staff=True)
        self.invited = User.objects.create_user("nieuw@testtoren.example", name="Ingrid")
        self.playing: Round = Round.objects.filter(evening__competition=self.blitz).last()
        self.server = ThreadedWSGIServer(("127.0.0.1", 0), QuietHandler, connections_override={})
        self.server.daemon_threads = True
        self.server.set_app(get_wsgi_application())
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        call_command("flush", interactive=False, verbosity=0)
        cache.clear()
        self.settings.disable()
        self.files.cleanup()
        connections.close_all()

    def propose(self) -> None:
        """Pair the season's next evening: from now on there is a proposal to look at."""
        evening = self.season.evenings.opened().get()
        leader = User.objects.get(email=club.LEADER.email)
        self.proposal: Round = propose_round(evening, by=leader)
        # Called while a browser runs this has a connection of its own, which nobody else closes.
        connections.close_all()

    @property
    def welcome_link(self) -> str:
        """The address with which somebody who was invited chooses a password."""
        person = urlsafe_base64_encode(force_bytes(self.invited.pk))
        token = default_token_generator.make_token(self.invited)
        return reverse("welcome", args=[person, token])

    def address(self, name: str, *arguments: object, competition: str = blitz.SLUG) -> str:
        """The address of a page of one of the demo club's competitions."""
        return reverse(name, args=[club.SLUG, competition, *arguments])
