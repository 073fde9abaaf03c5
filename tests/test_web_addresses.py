"""Is an address read once, by one parser, and followed only where that leads?"""

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.doors.web_addresses import page_of_site, parsed_address
from clubcomp.flow.checks import checked_sites
from clubcomp.flow.errors import StepError
from tests.make import PASSWORD, make_user

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "https:/evil.example",
    "https://toren.nl\\.evil.example/",
    "https://toren.nl@evil.example/",
    "https://toren.nl.evil.example/",
    "https://toren.nl:8443/",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/\n/evil.example",
    " /club/",
    "/a b",
    "/a\\b",
    "club/",
    "",
]
HERE = {
    "/club/?a=1#b": "/club/?a=1#b",
    "/": "/",
    "https://toren.nl": "/",
    "https://toren.nl/club/": "/club/",
    "http://TOREN.nl:80/club/?a=//b": "/club/?a=//b",
    "https://toren.nl?x=1": "/",
}


@pytest.mark.parametrize("written", ELSEWHERE)
def test_no_address_leads_away_from_the_site(written):
    assert page_of_site(written, "toren.nl") == ""


@pytest.mark.parametrize("written", HERE)
def test_of_an_address_of_the_site_the_path_is_followed(written):
    assert page_of_site(written, "toren.nl") == HERE[written]
    assert page_of_site(written.replace("toren.nl", "elsewhere.nl"), "toren.nl") in (
        "",
        HERE[written],
    )


@pytest.mark.parametrize("port", ["0", "65536", "99999", "٤٤٣"])
def test_a_port_is_one_of_those_that_there_are(port):
    assert parsed_address(f"https://toren.nl:{port}/") is None


NO_SITES = ["https://toren.nl;script-src", "https://*", "https://a'b.nl", "https://[::1]/"]
NO_SITES += ["https://toren.nl\\.evil.example", "https://user@toren.nl", "ftp://toren.nl"]
NO_SITES += ["https://.nl", "https://tóren.nl", "https://toren.nl:0"]


@pytest.mark.parametrize("site", NO_SITES)
def test_a_site_for_frames_is_a_plain_one(site):
    with pytest.raises(StepError, match="is not the address of a site"):
        checked_sites(site)


@pytest.mark.django_db
@pytest.mark.parametrize("written", [one for one in ELSEWHERE if one])
def test_signing_in_and_choosing_a_language_lead_to_no_other_site(written):
    make_user("Anna")
    data = {"username": "anna@example.org", "password": PASSWORD, "next": written}
    assert is_here(Client().post(reverse("sign-in"), data))
    headers = {"sec-fetch-site": "same-origin", "referer": written.replace("\n", "")}
    data = {"language": "nl", "next": written}
    assert is_here(Client().post(reverse("set_language"), data, headers=headers))


def is_here(answer):
    page = answer["Location"]
    return page.startswith("/") and page_of_site(page, "toren.nl") == page


@pytest.mark.django_db
def test_a_language_is_chosen_on_the_page_that_one_reads():
    headers = {"sec-fetch-site": "same-origin"}
    data = {"language": "nl", "next": "/club/?q=Öztürk"}
    answer = Client().post(reverse("set_language"), data, headers=headers)
    assert answer["Location"] == "/club/?q=%C3%96zt%C3%BCrk"
