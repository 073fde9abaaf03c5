"""No page, file, feed or screen says more than its reader may see. Every address x reader x choice.

A surname that is hidden is looked for in every byte of every answer, whoever asked before.
"""

import io
import re
import zipfile
from copy import deepcopy
from itertools import product
from urllib.parse import quote

import pytest
from django.core.cache import caches
from django.db.models import F
from django.utils.html import escape

from clubcomp.doors.links import club_token
from clubcomp.doors.names import Naming, initialled, name_by, whole_names
from clubcomp.flow.accounts.readers import set_shown_name
from clubcomp.flow.people.identities import update_suffixes
from clubcomp.models import Club, Competition, Player, TrailEntry
from tests.attempts import attempts
from tests.how_many import IS_EXHAUSTIVE
from tests.make import make_club, make_player
from tests.views.test_access import COME_IN, KIND_OF, SEE, SITE, TAKE_PART
from tests.views.two_clubs import hold_link, tried

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

SURNAMES = [b"adema", b"bakker", b"cornelis", b"dekker", b"evers", b"faber", b"gerritsen"]
SURNAME = re.compile(rb"\b(?:%s)" % b"|".join(SURNAMES))
#: The same page as others ask for it: in another form, for a name, by a page that follows.
ASKED = {
    "standings-file": ["?format=xlsx"],
    "games-file": ["?format=xlsx"],
    "tonight": ["?find=ad", "?player=adema", "?version=1"],
    "players": ["?search=ad"],
    "standings": ["?columns=all", "?version=1", "?player=adema"],
    "places": ["?show=adema"],
    "why": ["?instead=adema"],
    "club-hall": ["?version=1"],
}
ADDRESSES = [
    (name, query)
    for name, kind in KIND_OF.items()
    if kind is SEE
    for query in ("", *ASKED.get(name, ()))
]
#: The stranger owns another club; who is elsewhere holds the link of a player there.
OUTSIDE = ("anonymous", "link", "stranger", "elsewhere")
INSIDE = ("holder", "member", "leader", "owner")
#: Which of the club asks beside the leader; exhaustively also where no name is hidden.
ASKS_TOO = {"hidden": ["member", "owner"], "initial": ["holder"]}
if IS_EXHAUSTIVE:
    ASKS_TOO = {names: ["member", "holder", "owner"] for names in ("hidden", "initial", "full")}
READERS = {
    "everybody": {*OUTSIDE, *INSIDE},
    "link": {"link", *INSIDE},
    "members": {*INSIDE},
}


def say(clubs, audience="everybody", names="full", of_competition=("", "")):
    """What the club and its competition "intern" say, and that pages are others now."""
    Club.objects.filter(pk=clubs.club.pk).update(
        audience=audience, names_shown=names, version=F("version") + 1
    )
    Competition.objects.filter(pk=clubs.competition.pk).update(
        audience=of_competition[0], names_shown=of_competition[1], version=F("version") + 1
    )


def browser(clubs, visitor):
    """The browser of a visitor; one has opened the club's link."""
    client = clubs.client("anonymous" if visitor in ("link", "elsewhere") else visitor)
    if visitor == "elsewhere":
        hold_link(client, clubs.other_player)
    if visitor == "link":
        club = Club.objects.get(pk=clubs.club.pk)
        assert client.get(f"/toren/link/{club_token(club)}/").status_code == 302
    return client


def ask(client, clubs, name, query, place=None):
    """An answer of one address, with all that is in it in small letters."""
    asked = {"accept-language": "en"}
    if "version=" in query:
        asked["hx-request"] = "true"
    # The evening that has a round with a bye.
    at = {"competition": "lopend", "evening": 1} if name in ("why-bye",) else {}
    url = clubs.url(name, **at | (place or {})) + query
    answer = client.get(url, headers=asked)
    content = answer.content
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"".join(book.read(part) for part in book.namelist())
    # Whoever asks knows what they asked: it stands in the link to sign in.
    for said in (url, quote(url), escape(url)):
        content = content.replace(said.encode(), b"")
    return answer, content.lower()


def surnames_in(content):
    return sorted(set(SURNAME.findall(content)))


@pytest.mark.parametrize("names", ASKS_TOO)
@pytest.mark.parametrize("audience", READERS)
def test_nobody_reads_more_than_they_may_whoever_asked_before(clubs, audience, names):
    # Of the first two there is a page that is kept when the leader has asked as well.
    visitors = ["link", "anonymous", "leader", *OUTSIDE, *ASKS_TOO[names]]
    of_player = {"player": f"~{Player.objects.get(club=clubs.club, name='Bakker').pk}"}
    with tried():
        say(clubs, audience, names)
        browsers = {visitor: browser(clubs, visitor) for visitor in set(visitors)}
        with attempts() as attempt:
            for name, query in ADDRESSES:
                for visitor in visitors:
                    with attempt(name, query, "for", visitor):
                        place = of_player if "player" in name else {}
                        answer, content = ask(browsers[visitor], clubs, name, query, place)
                        if visitor not in READERS[audience]:
                            assert answer.status_code == 403
                            assert not surnames_in(content)
                            assert b"intern" not in content.replace(b"/intern/", b"")
                        else:
                            assert answer.status_code == 200
                            if visitor in OUTSIDE and names != "full":
                                assert not surnames_in(content)


def test_who_belongs_to_the_club_reads_whole_names_and_who_does_not_something_instead(clubs):
    with tried():
        say(clubs, names="initial")
        for visitor, words in (("anonymous", b">a.<"), ("member", b">adema<")):
            assert words in ask(browser(clubs, visitor), clubs, "standings", "")[1]
        say(clubs, names="hidden")
        number = Player.objects.get(club=clubs.club, name="Adema").pk
        page = ask(browser(clubs, "anonymous"), clubs, "standings", "")[1]
        assert f">member {number}<".encode() in page
        assert f'href="/toren/intern/players/~{number}/'.encode() in page
        at = {"player": f"~{number}"}
        for visitor in ("anonymous", "member"):
            answer, content = ask(browser(clubs, visitor), clubs, "player", "", at)
            assert answer.status_code == 200
            assert (b"adema" in content) is (visitor == "member")
        # Nobody learns by guessing whose number it is.
        for visitor, status in (("anonymous", 404), ("member", 200)):
            client = browser(clubs, visitor)
            assert ask(client, clubs, "player", "", {"player": "adema"})[0].status_code == status


def test_what_is_chosen_counts_from_the_next_question_on(clubs):
    client = clubs.client("anonymous")
    with tried():
        for names, is_named in (("full", True), ("hidden", False), ("full", True)):
            say(clubs, names=names)
            for _time in range(2):
                assert bool(surnames_in(ask(client, clubs, "standings", "")[1])) is is_named
        for audience, status in (("members", 403), ("everybody", 200), ("link", 403)):
            say(clubs, audience)
            assert ask(client, clubs, "standings", "")[0].status_code == status


# A competition, a player, the young -----------------------------------------------------------


def test_a_competition_for_fewer_readers_stands_on_no_page_for_more(clubs):
    of_club = [("club", ""), ("club-hall", ""), ("club-calendar-file", "")]
    with tried():
        say(clubs)
        Competition.objects.filter(slug="lopend").update(audience="members")
        other = {"competition": "rust", "evening": 1}
        with attempts() as attempt:
            for (name, query), visitor in product(ADDRESSES, ("anonymous", "member")):
                if name in ("evening-report", "standings-of", "cross-table-of", "places-of"):
                    continue
                with attempt(name, query, "for", visitor):
                    place = {} if (name, query) in of_club else other
                    content = ask(browser(clubs, visitor), clubs, name, query, place)[1]
                    if visitor == "anonymous":
                        assert b"lopend" not in content
                    elif name in ("club", "competition"):
                        assert b"lopend" in content
        of_lopend = {"competition": "lopend", "evening": 9}
        answer, content = ask(clubs.client("anonymous"), clubs, "evening", "", of_lopend)
        assert answer.status_code == 403
        assert not surnames_in(content)


def test_a_competition_may_show_more_or_less_than_its_club(clubs):
    with tried():
        say(clubs, "members", "hidden", ("everybody", "full"))
        client = clubs.client("anonymous")
        assert surnames_in(ask(client, clubs, "standings", "")[1])
        assert ask(client, clubs, "club", "")[0].status_code == 403
        other = {"competition": "rust"}
        assert ask(client, clubs, "standings", "", other)[0].status_code == 403
        # A page of the whole club shows the least of what its competitions show.
        say(clubs, "everybody", "hidden", ("", "full"))
        assert not surnames_in(ask(client, clubs, "club", "")[1])


def test_a_player_is_shown_as_he_wishes_and_never_more_than_the_club_shows(clubs):
    with tried():
        Player.objects.filter(name="Adema").update(shown_as="hidden")
        Player.objects.filter(name="Bakker").update(shown_as="full")
        for names, seen in (("full", SURNAMES[1:]), ("initial", [])):
            say(clubs, names=names)
            for name, query in ADDRESSES:
                page = ask(clubs.client("anonymous"), clubs, name, query)[1]
                assert set(surnames_in(page)) <= set(seen), (name, query)
        assert ask(clubs.client("member"), clubs, "standings", "")[1].count(b">adema<") == 1


def test_the_young_are_shown_by_an_initial_unless_the_club_says_otherwise():
    young = Naming("full", shows_youth=False, year=2026)
    assert [young.of("", year) for year in (2009, 2010, None)] == ["full", "initial", "full"]
    assert young.of("hidden", 2015) == "hidden"
    assert young._replace(shows_youth=True).of("", 2015) == "full"
    assert young._replace(shown="hidden").of("full", 1970) == "hidden"


# Names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Visser, Anna", "Anna V."),
        ("Anna Visser", "Anna V."),
        ("Daan de Boer", "Daan B."),
        ("Garcia Lopez, Ana Maria", "Ana Maria G."),
        # Of "Garcia Lopez" the first half may be a part of the surname.
        ("Ana Garcia Lopez", "Ana L."),
        ("Özlem Şahin", "Özlem Ş."),
        ("Adema", "A."),
    ],
)
def test_an_initial_says_nothing_of_the_rest_of_a_surname(written, shown):
    assert str(initialled(written)) == shown


def test_those_with_the_same_initial_are_told_apart():
    club = make_club("Derde", "derde")
    names = ["Visser, Anna", "Vos, Anna", "Bos, Anna", "Anna Veenstra"]
    players = [make_player(club, name) for name in names]
    update_suffixes(club)
    name_by(Naming("initial", shows_youth=False, year=2026))
    shown = [str(player) for player in Player.objects.filter(club=club).order_by("pk")]
    with whole_names():
        assert [str(player.parts) for player in players] == [str(player) for player in players]
    name_by(None)
    assert shown == ["Anna V.", "Anna V. (2)", "Anna B.", "Anna V. (3)"]


# The link of the club ----------------------------------------------------------------------------


def test_the_link_of_the_club_lets_in_until_there_is_another(clubs):
    with tried():
        say(clubs, "link")
        client = browser(clubs, "link")
        assert ask(client, clubs, "standings", "")[0].status_code == 200
        cookie = client.cookies["link"]
        assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/toren/", True, "Lax")
        # The link of another club, and one that somebody made up, open nothing.
        other = Club.objects.get(slug="buiten")
        stranger = clubs.client("anonymous")
        for token in (club_token(other), "0" * 32):
            assert stranger.get(f"/toren/link/{token}/").status_code == 404
            assert ask(stranger, clubs, "standings", "")[0].status_code == 403
        Club.objects.filter(pk=clubs.club.pk).update(link_generation=2, version=F("version") + 1)
        assert ask(client, clubs, "standings", "")[0].status_code == 403
        for kept in caches.all():
            kept.clear()
        assert ask(client, clubs, "standings", "")[0].status_code == 403
        assert ask(browser(clubs, "link"), clubs, "standings", "")[0].status_code == 200


def test_a_cookie_that_was_made_up_is_nobodys(clubs):
    with tried():
        say(clubs, "link")
        client = clubs.client("anonymous")
        client.cookies["link"] = "1:made:up"
        assert ask(client, clubs, "standings", "")[0].status_code == 403


# Search engines ----------------------------------------------------------------------------------


def is_listed(answer):
    """Whether search engines may list a page; its header and its head say the same."""
    says_not = "noindex" in answer.get("X-Robots-Tag", "")
    if answer["Content-Type"].startswith("text/html") and b"<head>" in answer.content:
        assert (b'<meta name="robots" content="noindex">' in answer.content) is says_not
    return not says_not


def test_search_engines_list_nothing_of_a_club_before_it_says_so(clubs):
    everywhere = [(name, "") for name in KIND_OF if name not in ("sign-out", "favicon.ico")]
    with tried():
        say(clubs)
        for may, browser_of in product((False, True), ("anonymous", "member")):
            Club.objects.filter(pk=clubs.club.pk).update(is_findable=may, version=F("version") + 1)
            client, cookies = clubs.client("anonymous"), browser(clubs, browser_of).cookies
            # As it is made, and as it is kept; of who is signed in nothing is.
            times = range(1 if browser_of == "member" else 2)
            with attempts() as attempt:
                for (name, query), _time in product(everywhere, times):
                    with attempt(name, browser_of, may):
                        client.cookies = deepcopy(cookies)
                        answer = ask(client, clubs, name, query)[0]
                        is_open = KIND_OF[name] is SEE and may and name != "search"
                        of_site = name in ("regulations", "regulation")
                        if answer.status_code == 200:
                            assert is_listed(answer) is (is_open or of_site)
                        elif "X-Robots-Tag" not in answer:
                            assert answer.status_code == 304
        Competition.objects.filter(slug="lopend").update(audience="link")
        for slug, listed in (("rust", True), ("lopend", False)):
            place = {"competition": slug}
            answer = ask(browser(clubs, "link"), clubs, "standings", "", place)[0]
            assert (answer.status_code, is_listed(answer)) == (200, listed)


def test_robots_are_barred_from_private_paths_only(clubs):
    lines = clubs.client("anonymous").get("/robots.txt").content.decode().splitlines()
    barred = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ")]
    assert barred
    patterns = [re.compile(re.escape(path).replace(r"\*", "[^/]*")) for path in barred]
    for name, kind in KIND_OF.items():
        if kind in (SEE, SITE, COME_IN, TAKE_PART):
            assert not any(one.match(clubs.url(name)) for one in patterns), name


def test_the_address_of_a_page_is_told_to_no_other_site(clubs):
    for name in ("home", "standings", "open-club-link", "open-link", "club-link"):
        answer = ask(clubs.client("leader"), clubs, name, "")[0]
        assert answer["Referrer-Policy"] in ("same-origin", "strict-origin")


# The choices -------------------------------------------------------------------------------------


def test_an_owner_says_who_reads_and_the_log_tells_it(clubs):
    owner, stranger = clubs.client("owner"), clubs.client("anonymous")
    english = {"accept-language": "en"}
    with tried():
        assert stranger.get("/toren/intern/standings/").status_code == 200
        page = owner.get("/toren/readers/", headers=english).content.decode()
        assert "Who may read the pages of the club?" in page
        said = {"audience": "link", "names_shown": "initial", "shows_youth_names": "on"}
        assert owner.post("/toren/readers/", said, headers=english).status_code == 302
        club = Club.objects.get(slug="toren")
        assert (club.audience, club.names_shown, club.shows_youth_names) == (
            "link",
            "initial",
            True,
        )
        assert stranger.get("/toren/intern/standings/").status_code == 403
        log = owner.get("/toren/trail/", headers=english).content.decode()
        assert "who may read: everybody → who has the link of the club" in log
        # Once more is no change, and what is no choice is refused.
        owner.post("/toren/readers/", said)
        assert Club.objects.get(slug="toren").version == club.version
        assert owner.post("/toren/readers/", said | {"audience": "x"}).status_code == 200


def test_a_leader_says_it_of_a_competition_and_gives_the_club_another_link(clubs):
    leader, stranger = clubs.client("leader"), clubs.client("anonymous")
    english = {"accept-language": "en"}
    with tried():
        said = {"audience": "members", "names_shown": ""}
        assert leader.post("/toren/intern/readers/", said).status_code == 302
        assert stranger.get("/toren/intern/").status_code == 403
        assert b"/toren/intern/" not in stranger.get("/toren/").content
        say(clubs, "link")
        page = leader.get("/toren/link/", headers=english).content.decode()
        link = re.search(r'value="http://testserver(/toren/link/\w+/)"', page).group(1)
        assert stranger.get(link).status_code == 302
        assert stranger.get("/toren/lopend/standings/").status_code == 200
        for _time in range(2):  # a second press renews nothing
            leader.post("/toren/link/", {"seen": "1"})
        assert Club.objects.get(slug="toren").link_generation == 2
        assert stranger.get("/toren/lopend/standings/").status_code == 403
        assert clubs.client("anonymous").get(link).status_code == 404


def test_a_players_own_wish_is_kept_with_the_other_facts(clubs):
    player = Player.objects.get(club=clubs.club, name="Bakker")
    with tried():
        set_shown_name(player, "hidden", by=player)
        page = ask(clubs.client("anonymous"), clubs, "standings", "")[1]
        assert surnames_in(page) == sorted(set(SURNAMES) - {b"bakker"})
        line = TrailEntry.objects.filter(action="change_member").first()
        assert (line.by_name, line.after) == ("Bakker", {"shown_as": "hidden"})
        with pytest.raises(ValueError, match="whatever"):
            set_shown_name(player, "whatever", by=player)
