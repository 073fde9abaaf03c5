"""A text that is longer than its place in the database is answered with a sentence, never a 500."""

from itertools import product

import pytest

from tests.attempts import attempts
from tests.views.site_map import STEPS
from tests.views.two_clubs import digest, tried

ENGLISH = {"accept-language": "en"}
#: Around the lengths that our columns, Django's and those of the sign-in's record have.
LENGTHS = [11, 21, 41, 61, 151, 201, 255, 256, 421, 501, 1026]


pytestmark = pytest.mark.django_db


def test_an_e_mail_address_of_any_length_is_answered_at_the_sign_in(clubs):
    with attempts(tried) as attempt:
        for address, length in product(["/sign-in/", "/admin/login/"], [254, 255, 256, 300_000]):
            with attempt(address, length):
                sent = {"username": "a" * length, "password": "x"}
                answer = clubs.client("anonymous").post(address, sent, headers=ENGLISH)
                assert answer.status_code == 200
                assert length == 254 or "At most 254 characters" in answer.content.decode()


def test_what_a_browser_says_of_itself_may_be_of_any_length(clubs):
    headers = {"user-agent": "x" * 2000, "accept": "y" * 2000, "x-forwarded-for": "1.2.3.4," * 200}
    for address in ("/sign-in/", f"/admin/login/?next=/{'z' * 2000}"):
        client = clubs.client("anonymous")
        answer = client.post(address, {"username": "a", "password": "x"}, headers=headers)
        assert answer.status_code == 200


@pytest.mark.parametrize("name", STEPS)
def test_a_field_one_letter_longer_than_its_column_is_answered(clubs, before, name):
    visitor = {"found-club": "staff", "welcome": "anonymous"}.get(name, "owner")
    client, url, data = clubs.client(visitor), clubs.step_url(name), clubs.data(name)
    with attempts(tried) as attempt:
        for field in data:
            # What is refused at a length is so at every longer one (test_hostile.py sends
            # megabytes), so after the shortest what is left is halved.
            left, at = LENGTHS, 0
            while left:
                is_taken = False
                with attempt(field, left[at]):
                    assert client.post(url, data | {field: "x" * left[at]}).status_code < 500
                    is_taken = digest() != before
                left = left[at + 1 :] if is_taken else left[:at]
                at = len(left) // 2
