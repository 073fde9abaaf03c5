"""Of what fewer may read a stranger learns nothing: not that it changed, not that it exists."""

import re
from contextvars import Context

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.doors.links import token_of
from clubcomp.models import Audience, Competition
from tests import make
from tests.views.visitor import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition() -> Competition:
    """A competition for members, in a club that everybody may read."""
    competition = make.make_competition(4)
    make.make_evening(competition)
    Competition.objects.filter(pk=competition.pk).update(audience=Audience.MEMBERS)
    competition.refresh_from_db()
    return competition


def address(name, slug="intern"):
    return reverse(name, args=["toren", slug])


def poll(client, competition, version):
    page = address("tonight", competition.slug)
    return client.get(page, {"version": version}, headers={"HX-Request": "true"})


@pytest.mark.parametrize("kind", ["stranger", "link of another", "signed in"])
def test_a_stranger_does_not_learn_that_something_changed(competition, kind):
    client = Client()
    if kind == "link of another":
        other = make.make_player(make.make_club(name="Paard", slug="paard"), "Vreemd")
        client.get(reverse("open-link", args=["paard", token_of(other)]))
    elif kind == "signed in":
        client.force_login(make.make_user("Vreemd"))
    answers = [poll(client, competition, number) for number in (competition.version, 1, 99)]
    assert [answer.status_code for answer in answers] == [403] * 3


def test_a_member_who_follows_is_told_that_nothing_is_new(competition):
    member = Client()
    player = competition.entries.first().player
    member.get(reverse("open-link", args=["toren", token_of(player)]))
    assert poll(member, competition, competition.version).status_code == 204
    assert poll(member, competition, 1).status_code == 200


@pytest.mark.parametrize("who", ["stranger", "signed in"])
def test_what_is_not_there_is_answered_as_what_is_not_for_this_reader(competition, who):
    client = Client(headers={"accept-language": "en"})
    if who == "signed in":
        client.force_login(make.make_user("Vreemd"))
    for name in ("standings", "options"):
        there, not_there = (client.get(address(name, slug)) for slug in ("intern", "nergens"))
        assert there.status_code == not_there.status_code != 404
        said = [
            re.sub('FToken": "[^"]*"|n" value="[^"]*"|y" value="[^"]*"', "", text(page))
            for page in (there, not_there)
        ]
        assert said[0].replace("intern", "") == said[1].replace("nergens", "")
    gone = client.get(reverse("evening", args=["toren", "nergens", 1]))
    there = [client.get(reverse("evening", args=["toren", "intern", n])) for n in (1, 7)]
    assert {answer.status_code for answer in (gone, *there)} == {403}
    lead = [
        client.get(reverse("lead", args=["toren", slug, number])).status_code
        for slug, number in (("nergens", 1), ("intern", 1), ("intern", 7))
    ]
    assert len({*lead}) == 1


def test_a_club_without_secrets_and_who_belongs_to_it_read_that_there_is_nothing(competition):
    leader = Client()
    user = make.make_user("Ruud")
    make.make_membership(competition.club, user, "leader")
    leader.force_login(user)
    assert leader.get(address("standings", "nergens")).status_code == 404
    Competition.objects.update(audience="")
    assert Client().get(address("standings", "nergens")).status_code == 404


def test_where_nobody_says_who_reads_no_name_is_shown(competition):
    player = competition.entries.first().player
    assert str(player) == str(player.parts)
    assert Context().run(str, player) == f"Lid {player.pk}"
