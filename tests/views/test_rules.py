"""The regulations, for everybody: in three languages, and in English for readers of another."""

import re

import pytest
from django.conf import settings

from clubcomp.doors.slugs import SITE_WORDS
from pairing.registry import system_keys
from pairing.rules import regulation
from tests.attempts import every
from tests.views.public import address, reader, season, words

pytestmark = pytest.mark.django_db


def ids(response):
    return re.findall(r'\sid="([^"]+)"', response.content.decode())


@every("language", [code for code, _name in settings.LANGUAGES])
@every("system", system_keys())
def test_a_regulation_has_an_anchor_for_every_article(client, system, language):
    response = client.get(f"/rules/{system}/", headers={"accept-language": language})
    assert f'<html lang="{language}"' in response.content.decode()
    found = ids(response)
    assert len(set(found)) == len(found)
    assert set(regulation(system, language).anchors()) <= set(found)


def test_the_list_leads_to_every_regulation():
    written = reader().get("/rules/").content.decode()
    for system in system_keys():
        assert f'href="/rules/{system}/"' in written


def test_a_regulation_in_another_language_than_the_page_says_so_and_is_marked():
    german = reader().get("/rules/berger/", headers={"accept-language": "de"}).content.decode()
    assert "Dieses Reglement gibt es bisher nur auf Englisch." in german
    assert '<h1 lang="en">' in german
    assert '<h2 id="contents" lang="de">' in german
    dutch = reader().get("/rules/berger/", headers={"accept-language": "nl"}).content.decode()
    assert "alleen in het Engels" not in dutch
    assert '<h1 lang="nl">' in dutch


def test_a_system_that_is_not_there_is_not_found():
    assert reader().get("/rules/toss-a-coin/").status_code == 404


def test_no_club_can_have_the_address_of_the_regulations():
    assert "rules" in SITE_WORDS


def test_the_page_of_a_competition_has_its_numbers_and_the_whole_text():
    response = reader().get(address(season(first_value=50), "rules/"))
    assert {"kleur.1", "afwezigheid"} <= set(ids(response))
    said = words(response)
    assert "In this competition" in said
    assert "The numbers of each tempo" in said


def test_tables_have_a_head_and_notes_say_that_they_are_ours():
    response = reader().get("/rules/knsb-rating/")
    assert '<th scope="col">from S2</th>' in response.content.decode()
    assert "How we read it: A missing rating counts as 0." in words(response)
