"""A competition of which nothing was played yet: every page of it is there, in every system."""

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.models import Role
from pairing.registry import get_system, system_keys
from tests.attempts import attempts
from tests.make import make_club, make_evening, make_membership, make_one_tempo, make_user
from tests.views.site_map import ADDRESSES
from tests.views.test_access import KIND_OF, LEAD, SEE

pytestmark = pytest.mark.django_db

OF_COMPETITION = [
    name
    for name, address in ADDRESSES.items()
    if KIND_OF[name] in (SEE, LEAD) and set(address.arguments) == {"club", "competition"}
]


@pytest.mark.parametrize("system", system_keys())
def test_every_page_is_there_before_anything_was_played(system):
    club, leader, led = make_club(), make_user("Greetje Postma"), Client()
    make_membership(club, leader, Role.LEADER)
    led.force_login(leader)
    options = {"rounds": 7} if get_system(system).abilities.needs_round_count else {}
    competition = make_one_tempo(system, 6, club, "nieuw", options=options)
    make_evening(competition, "standard", present=0)
    with attempts() as attempt:
        for name in OF_COMPETITION:
            client = led if KIND_OF[name] is LEAD else Client()
            with attempt(name):
                assert client.get(reverse(name, args=[club.slug, "nieuw"])).status_code < 400
