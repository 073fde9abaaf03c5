"""Who reads that two players are never paired? Leaders always, members where it is ticked."""

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.pairings.proposing import propose_round
from clubcomp.flow.step import raise_version
from clubcomp.models import Game, Role
from tests import make
from tests.views.public import words

pytestmark = pytest.mark.django_db

NEVER = "never paired"
NEUTRAL = "these two could not be paired"
REASON = "father and daughter"


def someone(club, role):
    """A reader in English with this role in the club; "" is a stranger."""
    client = Client(headers={"accept-language": "en"})
    if role:
        user = make.make_user(role)
        make.make_membership(club, user, role)
        client.force_login(user)
    return client


def everything_said(competition, client):
    """What all pages of the published pairings say together."""
    place = (competition.club.slug, competition.slug)
    pages = [reverse("tonight", args=place), reverse("competition", args=place)]
    for game in Game.objects.filter(round__evening__competition=competition):
        number = game.round.evening.number
        pages.append(reverse("why", args=[*place, number, game.round.number, game.board]))
        pages.append(reverse("why-round", args=[*place, number, game.round.number]))
        pages.append(reverse("round", args=[*place, number, game.round.number]))
    return " ".join(words(client.get(page)) for page in pages)


def paired_apart(competition, tempo):
    """A published round in which two who would have met stay apart because they are forbidden."""
    evening = make.make_evening(competition, tempo)
    round_ = propose_round(evening, by=None)
    one, other = (make.entry(competition, key) for key in make.proposed_pairs(round_)[0])
    forbid_pair(competition, one, other, reason=REASON, by=None)
    make.publish(round_)
    return competition.forbidden_pairs.get()


@pytest.fixture(params=["attacalc", "knsb-rating"])
def forbidden(request):
    """A forbidden pair whose absence the why pages explain."""
    if request.param == "attacalc":
        competition, tempo = make.make_competition(6), "long"
    else:
        competition, tempo = make.make_swiss(6), "standard"
    return paired_apart(competition, tempo)


@pytest.mark.parametrize("role", ["", Role.MEMBER])
def test_members_and_strangers_read_of_a_forbidden_pair_only_where_it_is_ticked(forbidden, role):
    client = someone(forbidden.competition.club, role)
    said = everything_said(forbidden.competition, client)
    assert NEVER not in said
    assert NEUTRAL in said
    forbidden.members_may_read = True
    forbidden.save()
    raise_version(forbidden.competition.club_id)
    said = everything_said(forbidden.competition, someone(forbidden.competition.club, ""))
    assert NEVER in said
    assert NEUTRAL not in said


def test_a_leader_always_reads_of_a_forbidden_pair(forbidden):
    leader = someone(forbidden.competition.club, Role.LEADER)
    said = everything_said(forbidden.competition, leader)
    assert NEVER in said
    assert NEUTRAL not in said


def trail(client, competition):
    return words(client.get(reverse("trail", args=[competition.club.slug])))


def test_the_trail_keeps_the_names_of_a_pair_from_members_until_they_may_read_it(forbidden):
    competition = forbidden.competition
    member = someone(competition.club, Role.MEMBER)
    leader = someone(competition.club, Role.LEADER)
    assert REASON in trail(leader, competition)
    assert REASON not in trail(member, competition)
    assert NEVER in trail(leader, competition)
    assert "Who is never paired was changed" in trail(member, competition)
    page = reverse("forbidden-pairs", args=[competition.club.slug, competition.slug])
    leader.post(page, {"tell": forbidden.pk})
    forbidden.refresh_from_db()
    assert forbidden.members_may_read
    names = f"{forbidden.one} and {forbidden.other} are never paired"
    assert f"Members may read that {names}" in trail(member, competition)
    leader.post(page, {"hide": forbidden.pk})
    forbidden.refresh_from_db()
    assert not forbidden.members_may_read
    assert f"Only leaders read that {names}" not in trail(member, competition)


def test_a_pair_is_for_leaders_unless_the_tick_is_set():
    competition = make.make_competition(4)
    leader = someone(competition.club, Role.LEADER)
    page = reverse("forbidden-pairs", args=[competition.club.slug, competition.slug])
    leader.post(page, {"one": "adema", "other": "bakker", "reason": REASON})
    assert not competition.forbidden_pairs.get(one__key="adema").members_may_read
    ticked = {"one": "cornelis", "other": "dekker", "members_may_read": "on"}
    leader.post(page, ticked)
    assert competition.forbidden_pairs.get(one__key="cornelis").members_may_read
    shown = words(leader.get(page))
    assert "Only leaders read this." in shown
    assert "Members may read this." in shown
