"""A round, an evening and a board stay on one line with their number, in every language."""

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.words.values import unbroken
from tests import make
from tests.views.public import address, reader

SAID = [
    ("en", "Saturday 28 November, blitz, game 4", "Saturday 28 November, blitz, game\u00a04"),
    ("en", "Round 3 of 7. Evening 12 is over.", "Round\u00a03 of 7. Evening\u00a012 is over."),
    (
        "nl",
        "Je speelt niet in partij 4, bord 12.",
        "Je speelt niet in partij\u00a04, bord\u00a012.",
    ),
    ("tr", "Blitz, 4. oyun; 3. tur", "Blitz, 4.\u00a0oyun; 3.\u00a0tur"),
    ("de", "Blitz, Partie 4 von 7, Abend 2", "Blitz, Partie\u00a04 von 7, Abend\u00a02"),
    ("nl", "Rapid 25 minuten, 3 partijen", "Rapid 25 minuten, 3 partijen"),
]


@pytest.mark.parametrize(("language", "text", "kept"), SAID)
def test_a_line_is_never_broken_before_the_number(language, text, kept):
    with override(language):
        assert unbroken(text) == kept


def test_what_is_no_plain_text_is_left_as_it_is():
    with override("en"):
        shown = Template("{{ said|unbroken }}").render(Context({"said": "<b> game 4"}))
    assert shown == "&lt;b&gt; game\u00a04"


@pytest.mark.django_db
def test_the_pages_of_players_keep_them_together():
    competition = make.make_competition(7)
    evening = make.make_evening(competition, "blitz", date=timezone.localdate(), present=6)
    publish_next(evening, after=0, by=None)
    absent = make.entries(competition).order_by("pk").last()
    page = reader().get(address(competition, f"tonight/?player={absent.address}"))
    assert "You do not play in game\u00a01." in page.content.decode()
    assert "blitz, game\u00a01" in reader().get("/toren/").content.decode().lower()
