"""Points, results, names, places, dates and fields are written as the look says."""

import datetime
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django import forms
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import get_script_prefix, resolve, set_script_prefix
from django.utils import translation

from clubcomp.doors.names import Name
from clubcomp.forms.readers import CompetitionReadersForm
from clubcomp.models import Competition, Deputy, Player
from clubcomp.templatetags import everywhere
from clubcomp.templatetags.everywhere import address
from clubcomp.templatetags.layout import navigation
from clubcomp.words import values
from pairing.core.types import Colour, Result
from pairing.sentences.words import points_text
from tests.attempts import every


@pytest.fixture(autouse=True)
def english():
    """Msgids are English, so these tests need no compiled language files."""
    with translation.override("en"):
        yield


def rendered(source: str, **context) -> str:
    return Template(source).render(Context(context)).strip()


def slots(value) -> tuple[str, str]:
    """What stands before and in the slot of the fraction."""
    whole, part = everywhere.points(value).split("<span", 2)[1:]
    return whole.partition(">")[2], part.partition(">")[2].removesuffix("</span></span>")


@every(
    "value, whole, part",
    [
        (Fraction(2773, 6), "462", "⅙"),
        (431, "431", ""),
        (Fraction(431), "431", ""),
        (Fraction(113, 2), "56", "½"),
        (Fraction(86, 3), "28", "⅔"),
        (Fraction(1, 3), "", "⅓"),
        (Fraction(5, 6), "", "⅚"),
        (Fraction(1, 2), "", "½"),
        (0, "0", ""),
        (-2, "−2", ""),
        (Fraction(-3, 2), "−1", "½"),
        (Fraction(-1, 2), "−", "½"),
    ],
)
def test_points_stand_in_two_slots(value, whole, part):
    assert slots(value) == (whole, part)
    assert points_text(value) == whole + part


@pytest.mark.parametrize(("language", "text"), [("nl", "12,57"), ("de", "12,57"), ("en", "12.57")])
def test_a_fraction_without_a_glyph_has_two_decimals_of_the_language(language, text):
    with translation.override(language):
        assert points_text(Fraction(88, 7)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 8), "0.13"),
        (Fraction(1, 200), "0.01"),
        (Fraction(-1, 200), "−0.01"),
        (Fraction(1999, 1000), "2.00"),
    ],
)
def test_decimals_are_rounded_with_halves_away_from_zero(value, text):
    assert points_text(value) == text


def test_no_points_are_no_text():
    assert everywhere.points(None) == ""
    assert points_text(None) == ""


def test_points_are_markup_in_a_template():
    assert rendered("{% points p %}", p=Fraction(1, 2)) == (
        '<span class="points"><span class="part">½</span></span>'
    )


@pytest.mark.parametrize(
    ("language", "text"), [("nl", "45\u202f%"), ("de", "45\u202f%"), ("tr", "%45")]
)
def test_a_percentage_is_whole_and_in_the_language_s_order(language, text):
    with translation.override(language):
        assert values.percent(Fraction(9, 20)) == text


def test_a_percentage_rounds_half_up_and_a_missing_share_is_a_dash():
    assert values.percent(Fraction(1, 8)) == "13\u202f%"
    assert values.percent(None) == "–"


def test_a_disc_is_spoken_unless_its_word_is_seen():
    hidden = everywhere.disc(Colour.BLACK)
    assert 'class="disc disc-black" aria-hidden="true"' in hidden
    assert '<span class="visually-hidden">black </span>' in hidden
    assert everywhere.disc("white", "shown").endswith("</span> white")
    assert everywhere.disc(Colour.WHITE, "none") == '<span class="disc" aria-hidden="true"></span>'


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Result.WHITE_WINS, "1‑0"),
        ("0-1", "0‑1"),
        (Result.DRAW, "½‑½"),
        (Result.WHITE_WINS_FORFEIT, "1‑0 r"),
        (Result.BOTH_LOSE_FORFEIT, "0‑0 r"),
        (Result.UNFINISHED, ""),
        ("", ""),
        (None, ""),
    ],
)
def test_a_result_is_written_as_it_is_read(result, text):
    assert values.page_result(result) == text


@pytest.mark.parametrize(
    ("places", "sign", "words"),
    [
        (2, "▲ 2", "2 places up"),
        (1, "▲ 1", "1 place up"),
        (-1, "▼ 1", "1 place down"),
        (0, "–", "same place"),
    ],
)
def test_a_change_of_place_has_a_sign_and_words(places, sign, words):
    html = everywhere.change(places)
    assert f'<span aria-hidden="true">{sign}</span>' in html
    assert f'<span class="visually-hidden">{words}</span>' in html


def test_who_is_new_in_the_table_has_no_change_of_place():
    assert everywhere.change(None) == ""


def test_a_name_is_plain_text_with_a_curly_apostrophe():
    assert values.name(Name("Bert", "van 't", "Hof")) == "Bert van ’t Hof"
    assert values.name("O'Brien, Joop") == "Joop O’Brien"
    assert values.name(Player(name="De Vries, Jan")) == "Jan de Vries"


def test_the_surname_is_bold_and_its_prefix_is_not():
    assert everywhere.bold_surname(Name("Jan", "de", "Vries")) == "Jan de <b>Vries</b>"
    assert everywhere.bold_surname(Player(name="Anna Öztürk")) == "Anna <b>Öztürk</b>"
    assert everywhere.bold_surname(Name("", "", "Pelé")) == "<b>Pelé</b>"


def test_a_name_with_markup_in_it_stays_text():
    evil = Name("<i>Jan", "&", "<script>")
    assert rendered("{{ who|bold_surname }}", who=evil) == (
        "&lt;i&gt;Jan &amp; <b>&lt;script&gt;</b>"
    )
    assert rendered("{{ who|name }}", who=evil) == "&lt;i&gt;Jan &amp; &lt;script&gt;"


def test_a_time_is_on_the_club_s_clock():
    moment = datetime.datetime(2026, 11, 24, 18, 58, tzinfo=datetime.UTC)
    assert values.clock(moment) == "19:58"
    assert values.clock(datetime.time(20, 7)) == "20:07"
    assert values.clock(None) == ""


@pytest.mark.parametrize(
    ("language", "length", "text"),
    [
        ("en", "long", "Tuesday 24 November"),
        ("en", "short year", "Tue 24 November 2026"),
        ("nl", "year", "dinsdag 24 november 2026"),
        ("tr", "year", "24 Kasım 2026 Salı"),
        ("tr", "short year", "24 Kasım 2026 Sal"),
        ("nl", "long", "dinsdag 24 november"),
        ("nl", "short", "di 24 november"),
        ("tr", "long", "24 Kasım Salı"),
        ("de", "long", "Dienstag, 24. November"),
        ("de", "short year", "Di, 24. November 2026"),
        ("de", "shortest", "24. Nov"),
        ("nl", "shortest", "24 nov"),
    ],
)
def test_a_day_is_in_the_reader_s_language(language, length, text):
    with translation.override(language):
        assert values.day(datetime.date(2026, 11, 24), length) == text


def test_a_moment_just_after_midnight_is_on_the_club_s_day():
    late = datetime.datetime(2026, 11, 24, 23, 30, tzinfo=datetime.UTC)
    assert values.day(late) == "Wednesday 25 November"


class MemberForm(forms.Form):
    name = forms.CharField(label="Name & prefix", help_text="As you write it")
    rating = forms.IntegerField(label="Rating", required=False)
    guest = forms.BooleanField(label="Guest", required=False)
    tempo = forms.ChoiceField(label="Tempo", choices=[("long", "Long")], widget=forms.RadioSelect)


def field_of(form: forms.Form, name: str) -> str:
    return rendered("{% field bound %}", bound=form[name])


def test_a_field_has_its_label_above_then_hint_then_input():
    html = field_of(MemberForm(), "name")
    assert '<label for="id_name">Name &amp; prefix</label>' in html
    assert html.index("<label") < html.index("As you write it") < html.index("<input")
    assert 'aria-describedby="id_name_helptext"' in html
    assert 'id="id_name_helptext"' in html


def test_only_a_field_that_may_be_empty_says_so():
    assert "(optional)" in field_of(MemberForm(), "rating")
    assert "(optional)" not in field_of(MemberForm(), "name")
    assert "(optional)" not in field_of(MemberForm(), "guest")
    choices = CompetitionReadersForm(competition=Competition())
    assert "(optional)" not in field_of(choices, "names_shown")


def test_an_error_stands_at_its_field_is_tied_to_it_and_keeps_what_was_typed():
    html = field_of(MemberForm({"rating": "<b>"}), "rating")
    assert '<div class="field-error" id="id_rating_error">' in html
    assert 'aria-describedby="id_rating_error"' in html
    assert 'aria-invalid="true"' in html
    assert 'value="&lt;b&gt;"' in html


def test_a_checkbox_has_its_label_around_it_and_radios_have_a_legend():
    tick = field_of(MemberForm(), "guest")
    assert tick.index("<label") < tick.index("<input") < tick.index("Guest")
    group = field_of(MemberForm(), "tempo")
    assert "<legend>Tempo</legend>" in group
    assert group.startswith('<fieldset class="field group"')


def test_the_list_of_errors_links_to_the_fields():
    html = rendered('{% include "_errors.html" %}', form=MemberForm({}))
    assert '<a href="#id_name">Name &amp; prefix</a' in html
    assert rendered('{% include "_errors.html" %}', form=MemberForm()) == ""


def visit(path="/toren/intern/standings/", **place):
    """As access leaves a request; the club's competitions have been read."""
    request = RequestFactory().get(path)
    request.resolver_match = resolve(path)
    nobody = {"competition": None, "is_inside": False, "may_lead": False, "deputy": None}
    vars(request).update(nobody | {"competitions": []} | place)
    return request


CLUB = SimpleNamespace(slug="toren")
COMPETITION = Competition(pk=1, slug="intern", name="Intern", system="attacalc")
EVENING = SimpleNamespace(serial=12)


def places_of(request, **context) -> list[tuple[str, bool]]:
    shown = navigation(Context({"request": request, **context}))
    return [(str(place.word), place.is_current) for place in shown["sections"]]


def test_a_stranger_goes_to_the_public_sections():
    request = visit(club=CLUB, competition=COMPETITION)
    assert places_of(request, section="standings") == [
        ("Club", False),
        ("Today", False),
        ("Standings", True),
        ("Players", False),
        ("Calendar", False),
    ]


def test_the_inside_of_a_club_is_shown_to_its_people_only():
    words = [("Members", True), ("Log", False)]
    assert places_of(visit(club=CLUB, is_inside=True), section="members") == words
    assert places_of(visit(club=CLUB), section="members") == []


def test_the_row_inside_the_club_never_shrinks_while_there_is_a_competition():
    """Members and the log are the club's; the evening and the competition are those of now."""
    request = visit(club=CLUB, is_inside=True, may_lead=True, competitions=[COMPETITION])
    words = [word for word, _ in places_of(request, section="members")]
    assert words == ["Evening", "Competition", "Members", "Log"]


def test_a_page_for_leaders_without_a_section_has_the_leaders_row():
    request = visit("/toren/import/", club=CLUB, is_inside=True, may_lead=True)
    assert places_of(request) == [("Members", False), ("Log", False)]


def test_one_chooses_between_the_competitions_of_the_club_on_every_section():
    both = [
        Competition(pk=pk, slug=slug, name=slug.capitalize(), system="attacalc")
        for pk, slug in ((1, "intern"), (2, "zomer"))
    ]
    both[0].is_on, both[1].is_on = True, False
    request = visit(club=CLUB, competition=both[1], competitions=both)
    shown = navigation(Context({"request": request, "section": "standings"}))
    assert [(one.word, one.address, one.is_current) for one in shown["competitions"]] == [
        ("Zomer", "/toren/zomer/standings/", True),
        ("Intern, today", "/toren/intern/standings/", False),
    ]
    # So does every other page for everybody.
    elsewhere = visit("/toren/intern/players/anna/", club=CLUB, competitions=both)
    assert len(navigation(Context({"request": elsewhere}))["competitions"]) == 2
    # A deputy has one evening, and is offered no other.
    request.deputy, request.evening = Deputy(), EVENING
    assert "competitions" not in navigation(Context({"request": request, "section": "standings"}))
    request.deputy = None
    # Where there is no choice nothing is asked.
    request.competitions = both[1:]
    shown = navigation(Context({"request": request, "section": "standings"}))
    assert shown["competitions"] == []


def test_only_a_leader_has_the_evening_among_the_inside_sections():
    request = visit(club=CLUB, competition=COMPETITION, is_inside=True)
    assert ("Evening", False) not in places_of(request, section="trail")
    request.may_lead = True
    assert ("Evening", False) in places_of(request, section="trail")


def test_the_steps_of_an_evening_know_what_is_done_and_what_is_current():
    request = visit(club=CLUB, competition=COMPETITION, evening=EVENING)
    shown = navigation(Context({"request": request, "step": 3, "done_steps": {1, 2}}))
    assert [place.is_done for place in shown["steps"]] == [True, True, False, False, False]
    assert [place.is_current for place in shown["steps"]] == [False, False, True, False, False]
    assert shown["steps"][0].address == "/toren/intern/evenings/12/lead/attendance/"


def test_a_page_outside_any_club_has_no_navigation():
    assert rendered("{% load layout %}{% navigation %}", request=visit(club=None)).strip() == ""


@pytest.mark.parametrize(
    ("language", "words", "written"),
    [("tr", "ikili averaj", "İkili averaj"), ("tr", "ılık", "Ilık"), ("nl", "in één", "In één")],
)
def test_a_sentence_begins_with_the_capital_of_its_language(language, words, written):
    with translation.override(language):
        assert rendered("{{ words|capfirst }}", words=words) == written


def test_a_kept_address_is_of_the_place_it_was_made_for():
    before = get_script_prefix()
    try:
        set_script_prefix("/elsewhere/")
        assert address("regulation", "berger") == "/elsewhere/rules/berger/"
    finally:
        set_script_prefix(before)
    assert address("regulation", "berger") == "/rules/berger/"


@pytest.mark.django_db
def test_the_site_is_at_the_top_of_its_host_whatever_a_request_says():
    page = Client().get("/rules/berger/", SCRIPT_NAME="/evil", headers={"accept-language": "en"})
    assert page.status_code == 200
    assert 'href="/evil' not in page.content.decode()
