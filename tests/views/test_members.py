"""Who plays at the club? The list, and one player."""

import re

import pytest

from clubcomp.models import Evening, Player, Role, TrailEntry
from tests.make import entry, make_club, make_competition, make_evening, play_game
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def add(leader: Visitor, *names: str) -> list[Player]:
    for name in names:
        leader.fill_in("add-member", name=name, is_member="on")
    return [Player.objects.get(name=name) for name in names]


# The list ---------------------------------------------------------------------------------
def test_the_list_stands_by_surname_in_the_readers_alphabet(leader):
    add(leader, "Öz, Ali", "Zandstra, Bo", "Pot, Kees", "Ozan, Can")
    as_a_vowel, as_a_letter = "Öz Ozan Pot Zandstra", "Ozan Öz Pot Zandstra"
    for language, order in (("nl", as_a_vowel), ("de", as_a_vowel), ("tr", as_a_letter)):
        leader.client.cookies["language"] = language
        said = text(leader.see("members"))
        places = [said.index(f"<b>{surname}</b>") for surname in order.split()]
        assert places == sorted(places)


def test_a_name_is_found_without_its_accents_and_apostrophes(leader):
    add(leader, "Öztürk, Ayşe", "O'Brien, Sean", "Jansen, Piet")
    assert "<b>Öztürk</b>" in text(leader.see("members", q="ozturk"))
    said = text(leader.see("members", q="obrien"))
    assert "<b>O’Brien</b>" in said
    assert "<b>Jansen</b>" not in said


def test_who_was_added_while_a_competition_runs_enters_it_with_one_press(leader):
    competition = make_competition(4, club=leader.club)
    to = leader.fill_in("add-member", name="Niels de Boer", is_member="on").url
    page = text(leader.client.get(to))
    niels = Player.objects.get(name="Niels de Boer")
    assert "Niels de Boer plays in no competition yet." in page
    form = re.search(r'<form method="post" action="([^"]+)">(?:(?!</form>).)*Let them play', page)
    sent = {"players": re.search(r'name="players" value="(\d+)"', page)[1]}
    leader.client.post(form[1], sent)
    assert competition.entries.filter(player=niels).exists()
    again = text(leader.see("members", added=niels.pk))
    assert "plays in no competition yet" not in again


def test_where_nothing_runs_nothing_is_said_of_entering(leader):
    to = leader.fill_in("add-member", name="Niels de Boer", is_member="on").url
    page = text(leader.client.get(to))
    assert "Niels de Boer is added." in page
    assert "plays in no competition yet" not in page


def test_a_member_sees_the_list_without_links_to_change_it(leader):
    (jan,) = add(leader, "Jan Jansen")
    member = Visitor(Role.MEMBER, club=leader.club, name="Bob")
    said = text(member.see("members"))
    assert "Jansen" in said
    assert leader.address("member", jan.pk) not in said
    assert member.see("member", jan.pk).status_code == 403


def test_a_stranger_is_asked_to_sign_in(leader):
    answer = Visitor("", club=leader.club).see("members")
    assert answer.status_code == 302
    assert "/sign-in/" in answer.url


def test_the_list_says_in_which_competitions_a_player_is(leader):
    competition = make_competition(2, club=leader.club)
    # What holds for everybody is said once.
    page = text(leader.see("members"))
    assert "All of them play in Interne competitie" in page
    assert page.count(f'">{competition}</a>') == 0
    add(leader, "Vries, Jan de")
    page = text(leader.see("members"))
    assert "All of them" not in page
    assert page.count(f'">{competition}</a>') == 2


# One player -------------------------------------------------------------------------------
def test_a_member_is_added_and_changed_with_a_line_in_the_trail(leader):
    (jan,) = add(leader, "Vries, Jan de")
    leader.fill_in("member", jan.pk, name="Vries, Jan de", rating="1512", is_member="on")
    jan.refresh_from_db()
    assert (str(jan), jan.rating, jan.is_member) == ("Jan de Vries", 1512, True)
    actions = list(TrailEntry.objects.values_list("action", flat=True))
    assert actions == ["change_member", "add_member"]


def test_what_was_typed_stays_when_it_is_refused(leader):
    said = text(leader.fill_in("add-member", name="Jan", rating="-5", title="FM"))
    assert "Something is not right yet" in said
    assert 'value="FM"' in said
    assert not Player.objects.exists()


def test_a_federation_number_that_is_taken_is_said_with_whose_it_is(leader):
    rows = {"identities-TOTAL_FORMS": 1, "identities-INITIAL_FORMS": 0}
    rows |= {"ratings-TOTAL_FORMS": 0, "ratings-INITIAL_FORMS": 0}
    rows |= {"identities-0-issuer": "KNSB", "identities-0-number": "123"}
    for name in ("Jan Jansen", "Piet Smit"):
        answer = leader.fill_in("add-member", name=name, is_member="on", **rows)
    assert "The federation number 123 is that of Jan Jansen." in text(answer)
    assert 'value="Piet Smit"' in text(answer)


@pytest.mark.parametrize(
    "name",
    ["x" * 3_000_000, "Jan\x00Jansen", "", "   ", "\ufdfa" * 200, "𝒥" * 201],
    ids=["3 MB", "NUL", "empty", "blank", "ligatures", "long"],
)
def test_a_strange_name_is_refused_or_kept_and_never_breaks(leader, name):
    assert leader.fill_in("add-member", name=name, is_member="on").status_code < 500
    assert leader.see("members", q=name[:2000]).status_code < 500


def test_emoji_and_apostrophes_are_names(leader):
    add(leader, "♞ 🐎", "d'Arc, Jeanne", "<b>Bold</b>, Bo")
    said = leader.see("members").content.decode()
    assert "♞ <b>🐎</b>" in said
    assert "d’Arc" in said
    assert "<b>Bold</b>" not in said


def test_a_player_without_games_is_removed_after_a_page_that_says_what_is_lost(leader):
    (jan,) = add(leader, "Jan Jansen")
    assert "The log keeps them" in text(leader.see("remove-member", jan.pk))
    leader.fill_in("remove-member", jan.pk)
    assert not Player.objects.exists()


def test_a_player_with_games_stays_and_the_way_out_is_named(leader):
    competition = make_competition(4, club=leader.club)
    play_game(make_evening(competition))
    adema = entry(competition, "adema").player
    assert "enter a last evening" in text(leader.see("remove-member", adema.pk))
    answer = leader.client.post(leader.address("remove-member", adema.pk), follow=True)
    assert "cannot be removed" in text(answer)
    assert Player.objects.filter(pk=adema.pk).exists()


def test_a_player_of_another_club_is_not_found(leader):
    stranger = Player.objects.create(club=make_club("De Dame", "dame"), name="X Y")
    assert leader.see("member", stranger.pk).status_code == 404
    assert leader.see("member", 10**30).status_code == 404


# Numbers and ratings -----------------------------------------------------------------------


def rows_of(numbers=(), ratings=()):
    """The rows of the form about a member as a browser sends them."""
    sent = {}
    for prefix, rows in (("identities", numbers), ("ratings", ratings)):
        sent |= {f"{prefix}-TOTAL_FORMS": len(rows), f"{prefix}-INITIAL_FORMS": 0}
        for number, row in enumerate(rows):
            sent |= {f"{prefix}-{number}-{name}": value for name, value in row.items()}
    return sent


NUMBERS = [
    {"issuer": "KNSB", "number": " 8123 402 "},
    {"issuer": "", "number": "17"},
    {"issuer": "FIDE", "number": ""},
]
RATINGS = [
    {"list": "KNSB", "tempo": "rapid", "date": "2026-11-01", "value": "1600"},
    {"list": "", "tempo": "", "date": "", "value": ""},
]


def test_numbers_and_ratings_are_shown_and_changed_in_rows(leader):
    known = {"name": "Jan Jansen", "is_member": "on"}
    leader.fill_in("add-member", **known, **rows_of(NUMBERS, RATINGS))
    jan = leader.club.players.get()
    assert [str(one) for one in jan.identities.all()] == ["KNSB 8123402", "17 (not known whose)"]
    assert [str(one) for one in jan.ratings.all()] == ["KNSB rapid 1600 (2026-11-01)"]
    shown = text(leader.see("member", jan.pk))
    assert 'value="8123402"' in shown
    assert "not known: which federation?" in shown
    assert 'value="2026-11-01"' in shown
    leader.fill_in("member", jan.pk, **known, **rows_of([{"issuer": "TSF", "number": "17"}]))
    assert [str(one) for one in jan.identities.all()] == ["TSF 17"]
    assert not jan.ratings.exists()
    line = TrailEntry.objects.first()
    assert (line.before["identities"], line.after["identities"]) == (
        ["KNSB 8123402", "17 (not known whose)"],
        ["TSF 17"],
    )
    leader.fill_in("member", jan.pk, **known)
    assert jan.identities.count() == 1  # a form without rows says nothing of them


@pytest.mark.parametrize(
    ("numbers", "ratings", "said"),
    [
        ([{"issuer": "FIDE", "number": "12a"}], [], "“12a” is not a number of the FIDE"),
        ([{"issuer": "KNZB", "number": "1"}], [], "Given by, row 1"),
        ([{"number": "1"}, {"number": "2"}], [], "only one may be open"),
        ([], [{"list": "", "value": "1600"}], "Say which list the rating comes from."),
        ([], [{"list": "KNSB", "value": ""}], "Give the rating, or leave the whole row empty."),
        ([], [{"list": "KNSB", "value": "4001"}], "Rating, row 1"),
        ([], [{"list": "KNSB", "value": "1"}, {"list": "KNSB", "value": "2"}], "two ratings"),
    ],
)
def test_a_row_that_cannot_be_is_said_and_stays(leader, numbers, ratings, said):
    known = {"name": "Jan Jansen", "is_member": "on"}
    answer = text(leader.fill_in("add-member", **known, **rows_of(numbers, ratings)))
    assert said in answer
    assert 'value="Jan Jansen"' in answer
    assert not leader.club.players.exists()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"birth_date": "1990-05-01", "birth_year": "1991"}, "not the year of the date"),
        ({"birth_date": "1790-05-01"}, "At least 1850-01-01"),
        ({"email": "jan"}, "This is no e-mail address."),
        ({"federation": "N1"}, "three capital letters"),
    ],
)
def test_a_birth_address_or_federation_that_cannot_be_is_said(leader, facts, said):
    answer = text(leader.fill_in("add-member", name="Jan Jansen", is_member="on", **facts))
    assert said in answer
    assert not leader.club.players.exists()


def test_the_date_of_birth_gives_the_year_and_small_letters_are_a_federation(leader):
    known = {"birth_date": "1990-05-01", "federation": "ned", "email": "jan@example.org"}
    leader.fill_in("add-member", name="Jan Jansen", is_member="on", **known)
    jan = leader.club.players.get()
    assert (jan.birth_year, jan.federation, jan.email) == (1990, "NED", "jan@example.org")


def test_a_page_that_is_no_longer_so_changes_nothing(leader):
    jan = Player.objects.create(club=leader.club, name="Jan Jansen")
    shown = text(leader.see("member", jan.pk))
    mark = shown.split('name="seen" value="')[1].split('"')[0]
    jan.ratings.create(list="KNSB", value=1600)
    known = {"name": "Jan Jansen", "is_member": "on", "seen": mark}
    answer = text(leader.fill_in("member", jan.pk, **known, **rows_of()))
    assert "Jan Jansen was changed meanwhile." in answer
    assert jan.ratings.exists()


def test_after_the_members_the_next_step_is_a_competition(leader):
    assert "The next step" not in text(leader.see("members"))
    leader.fill_in("add-member", name="Jan Jansen", is_member="on")
    assert leader.address("new-competition") in text(leader.see("members"))
    make_competition(2, club=leader.club)
    assert "The next step" not in text(leader.see("members"))


@pytest.mark.parametrize(
    "sent",
    [
        {"identities-TOTAL_FORMS": "x", "identities-INITIAL_FORMS": "0"},
        {"identities-TOTAL_FORMS": "1000000", "identities-INITIAL_FORMS": "0"},
        {"identities-TOTAL_FORMS": "1"},
        {"identities-TOTAL_FORMS": "0", "identities-INITIAL_FORMS": "0"},
    ],
)
def test_rows_that_no_browser_sends_change_nothing(leader, sent):
    answer = leader.fill_in("add-member", name="Jan Jansen", is_member="on", **sent)
    assert answer.status_code == 200
    assert not leader.club.players.exists()


def test_who_adds_somebody_of_a_name_that_is_there_is_asked_who_that_is(leader):
    (jan,) = add(leader, "Jan de Vries")
    for name in ("Jan de Vries", "J. de Vries", "De Vries"):
        answer = leader.fill_in("add-member", name=name, is_member="on")
        asked = text(answer)
        assert "Jan de Vries is a player of the club already: is this another person?" in asked
        assert "It is somebody else of that name" in asked
    assert leader.club.players.get() == jan
    sent = {"name": "Jan de Vries", "birth_year": "1991", "is_member": "on"}
    assert leader.fill_in("add-member", is_other="on", **sent).status_code == 302
    assert leader.club.players.count() == 2
    # Of who is changed nothing is asked, nor of somebody new.
    assert "somebody else" not in text(leader.see("member", jan.pk))
    assert leader.fill_in("add-member", name="Els Smit", is_member="on").status_code == 302


def test_a_member_added_from_a_competition_plays_in_it(leader):
    competition = make_competition(2, club=leader.club)
    address = leader.address("entries", competition.slug)
    where = f"{leader.address('add-member')}?competition={competition.slug}"
    assert where in text(leader.client.get(address))
    assert competition.name in text(leader.client.get(where))
    answer = leader.client.post(where, {"name": "Ömer Kaya", "is_member": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == address
    assert "Ömer Kaya is in Interne competitie now." in text(answer)
    assert competition.entries.get(player__name="Ömer Kaya").player.is_member


def test_who_walks_in_is_added_under_the_name_that_was_searched_and_is_here(leader):
    competition = make_competition(2, club=leader.club)
    evening = make_evening(competition, present=0)
    sheet = leader.address("attendance", competition.slug, evening.serial)
    page = text(leader.client.get(sheet, {"q": "Ömer Kaya"}))
    where = f"{leader.address('add-member')}?competition={competition.slug}"
    where = f"{where}&evening={evening.serial}&name=%C3%96mer%20Kaya"
    assert where in page
    assert 'value="Ömer Kaya"' in text(leader.client.get(where))
    answer = leader.client.post(where, {"name": "Ömer Kaya", "is_member": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == sheet
    new = competition.entries.get(player__name="Ömer Kaya")
    row = next(row for row in answer.context["rows"] if row.entry == new)
    assert row.is_here
    guest = leader.address("add-guest", competition.slug, evening.serial)
    assert f"{guest}?name=%C3%96mer%20Kaya" in page
    assert 'value="Ömer Kaya"' in text(leader.client.get(guest, {"name": "Ömer Kaya"}))


def test_an_evening_that_is_over_takes_nobody_who_walks_in(leader):
    competition = make_competition(2, club=leader.club)
    evening = make_evening(competition)
    Evening.objects.update(status=Evening.Status.CLOSED)
    where = f"{leader.address('add-member')}?competition={competition.slug}"
    before = evening.attendance.count()
    for serial in (evening.serial, "x", 99):
        answer = leader.client.post(f"{where}&evening={serial}", {"name": f"Kaya {serial}"})
        assert answer.url == leader.address("entries", competition.slug)
    assert evening.attendance.count() == before


def test_who_adds_a_member_with_an_address_of_no_competition_adds_the_member_only(leader):
    where = f"{leader.address('add-member')}?competition=none"
    leader.client.post(where, {"name": "Ömer Kaya", "is_member": "on"})
    assert not Player.objects.get(name="Ömer Kaya").entries.exists()


def test_the_form_says_what_the_year_of_birth_hides_from_strangers(leader):
    assert "Without a year nobody counts as young." in text(leader.see("add-member"))
