"""A new secretary's first evening: from signing in to a published pairing, page by page."""

import html
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubcomp.models import Competition, Player, Role, Round
from tests.make import PASSWORD, make_club, make_membership, make_user
from tests.views.visitor import text

pytestmark = pytest.mark.django_db

OTHERS = """
    Adema Bakker Cornelis Dekker Evers Faber Gerritsen Hoekstra
    Ibrahim Jansen Kuipers Laan Mulder Nauta Oosting
""".split()
NAMES = [
    "Sean O'Brien\t1745",
    "Öztürk, Ayşe\t1640",
    "J. de Vries\t1512",
    "J. de Vries\t1333",
    "Quirine van der Heijden\t1811",
    *(f"{surname}, Piet\t{1700 - 20 * n}" for n, surname in enumerate(OTHERS)),
]


class Secretary:
    """Goes where links lead and presses what the pages have; nothing else."""

    def __init__(self):
        self.client = Client(headers={"accept-language": "en"})
        self.page: HttpResponse | None = None

    def go(self, address: str) -> None:
        """Follow a link, which the page has to have."""
        if self.page is not None:
            assert f'href="{address}"' in text(self.page), f"no link to {address}"
        self.page = self.client.get(address, follow=True)
        assert self.page.status_code == 200

    def send(self, address: str = "", **data) -> None:
        """Fill in the page's form, with the hidden fields that it has."""
        said = self.page.content.decode()
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', said)
        kept = re.findall(r'<textarea name="(\w+)" hidden>\n?(.*?)</textarea>', said, re.DOTALL)
        values = {name: html.unescape(value) for name, value in [*hidden, *kept]} | data
        here = self.page.request["PATH_INFO"]
        assert not address or f'action="{address}"' in text(self.page), f"no form for {address}"
        self.page = self.client.post(address or here, values, follow=True)
        assert self.page.status_code == 200
        assert "Something is not right yet" not in text(self.page)


def test_twenty_pasted_names_are_a_published_pairing_in_a_dozen_pages():
    club = make_club()
    make_membership(club, make_user("Nora"), Role.OWNER)
    me = Secretary()
    me.go(reverse("sign-in"))
    me.send(username="nora@example.org", password=PASSWORD)

    # Twenty names and ratings from a spreadsheet.
    me.go(reverse("club", args=["toren"]))
    me.go(reverse("members", args=["toren"]))
    me.go(reverse("paste-members", args=["toren"]))
    me.send(act="look", text="\r\n".join(NAMES))
    assert "Add 20 members" in text(me.page)
    assert "J. de Vries stands on line 3 as well: two persons?" in text(me.page)
    me.send(act="add", **{"line-4": "yes"})
    assert "20 members added." in text(me.page)
    names = [str(player) for player in Player.objects.all()]
    assert len(names) == 20
    assert {"Sean O’Brien", "Ayşe Öztürk", "Quirine van der Heijden"} <= set(names)
    assert {"J. de Vries (1512)", "J. de Vries (1333)"} <= set(names)

    # AttaCalc, long.
    me.go(reverse("club", args=["toren"]))
    me.go(reverse("new-competition", args=["toren"]))
    me.go(reverse("new-competition", args=["toren"]) + "?system=attacalc")
    numbers = dict(re.findall(r'name="(\w+-\w+)" value="(\d+)"', text(me.page)))
    started = {"name": "Intern", "game": "chess", "long-use": "on", "who": "all"}
    me.send(**started, **numbers)
    competition = Competition.objects.get()
    assert (competition.system, competition.entries.count()) == ("attacalc", 20)

    # The evening, opened, with everybody there but one.
    place = ["toren", "intern"]
    me.go(reverse("dashboard", args=place))
    me.go(reverse("plan-evening", args=place))
    me.send(tempo=competition.tempos.get().pk, date=timezone.localdate())
    me.go(reverse("dashboard", args=place))
    evening = [*place, 1]
    me.send(reverse("open-evening", args=evening))
    for entry in competition.entries.order_by("start")[:19]:
        me.send(reverse("mark-attendance", args=[*evening, entry.key]), present="1")

    # The first pairing.
    me.go(reverse("pairing", args=evening))
    me.send()
    me.send(reverse("publish", args=evening))
    round_ = Round.objects.on_record().get()
    assert round_.games.count() == 9
    said = " ".join(text(Client().get(reverse("round", args=[*evening, 1]))).split())
    for name in ("O’Brien", "Öztürk", "J. de Vries", "van der Heijden"):
        assert name in re.sub(r"</?b>", "", said)
