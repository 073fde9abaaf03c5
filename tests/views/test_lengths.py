"""A text that is longer than its place in the database is answered with a sentence, never a 500."""

import pytest
from django.core.cache import cache

from tests.views.site_map import STEPS
from tests.views.two_clubs import TwoClubs, undone

#: Around the lengths that our columns, Django's and those of the sign-in's record have.
LENGTHS = [11, 21, 41, 61, 151, 201, 255, 256, 421, 501, 1026]


@pytest.fixture(scope="module")
def clubs(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        yield TwoClubs()


@pytest.mark.django_db
@pytest.mark.parametrize("length", [254, 255, 256, 300_000])
@pytest.mark.parametrize("address", ["/sign-in/", "/admin/login/"])
def test_an_e_mail_address_of_any_length_is_answered_at_the_sign_in(clubs, address, length):
    client = clubs.client("anonymous")
    sent = {"username": "a" * length, "password": "x"}
    answer = client.post(address, sent, headers={"accept-language": "en"})
    assert answer.status_code == 200
    if length > 254:
        assert "at most 254 characters" in answer.content.decode()


@pytest.mark.django_db
def test_what_a_browser_says_of_itself_may_be_of_any_length(clubs):
    headers = {"user-agent": "x" * 2000, "accept": "y" * 2000, "x-forwarded-for": "1.2.3.4," * 200}
    for address in ("/sign-in/", f"/admin/login/?next=/{'z' * 2000}"):
        client = clubs.client("anonymous")
        answer = client.post(address, {"username": "a", "password": "x"}, headers=headers)
        assert answer.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", STEPS)
def test_a_field_one_letter_longer_than_its_column_is_answered(clubs, name):
    visitor = {"found-club": "staff", "welcome": "anonymous"}.get(name, "owner")
    client, url, data = clubs.client(visitor), clubs.step_url(name), clubs.data(name)
    for field, length in ((field, length) for field in data for length in LENGTHS):
        with undone():
            answer = client.post(url, data | {field: "x" * length})
            assert answer.status_code < 500, (field, length)
        cache.clear()
