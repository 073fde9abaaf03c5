"""Two clubs side by side, with real arguments for every address of the site.

"toren" is the club that is looked at: three competitions, so that every step can be made in one
of them. "buiten" is another club, whose numbers and keys do not occur in the first.
"""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache as kept
from django.db import connection, transaction
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubcomp.doors.links import CALENDAR, PERSONAL, token_of
from clubcomp.doors.readers import OWN_LINK, remember
from clubcomp.flow.accounts import invitations
from clubcomp.flow.accounts.other_devices import device_token
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.entries import change_entry, forbid_pair
from clubcomp.flow.competitions.groups import groups_digest
from clubcomp.flow.competitions.start_order import new_numbers, numbers_digest
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.documents.federation_reports import ReportChoice, make_report
from clubcomp.flow.evenings import close_evening, games_left
from clubcomp.flow.pairings.adding import add_board
from clubcomp.flow.pairings.proposal import of_record, pairing_digest, proposal_digest
from clubcomp.flow.pairings.proposing import fix_board, propose_round
from clubcomp.flow.pairings.publishing import publish_next, record_digest
from clubcomp.flow.wishes import choose, stop_token
from clubcomp.models import Club, Competition, Game, Player, Role, Round, SentReport, User
from clubcomp.pages.progress import byes_of
from pairing.core.types import Result
from tests.make import make_club, make_evening, make_membership, make_players, make_user, play_game
from tests.views.asked_clubs import asked_club, sign_up_marks
from tests.views.claims import own_and_claimed, own_game
from tests.views.level import level_competition, other_order
from tests.views.own_rules import options_as_shown, own_rules_competition
from tests.views.pictures import crest_of
from tests.views.site_map import ADDRESSES, STEPS, WHY, Step

TODAY = datetime.date(2024, 9, 5)
WEEK = datetime.timedelta(weeks=1)
#: Pages of a member, who goes by the number of the row.
OF_MEMBER = "member-kept forget-person member member-away member-link remove-member".split()


#: What an address with a token of a player is for.
PURPOSES = {"open-link": PERSONAL, "my-calendar": CALENDAR}


class TwoClubs:
    """Both clubs, who can sign in, and the addresses of "toren"."""

    def __init__(self) -> None:
        self.club, self.other_club = make_club(), make_club("Buiten", "buiten")
        self.people = self._people()
        players = make_players(self.club, 7)
        self.competition = proposed_competition(self.club, players)
        self.playing = playing_competition(self.club, players)
        for make in (quiet_competition, early_competition, own_rules_competition):
            make(self.club, players)
        self.swiss = swiss_competition(self.club, players)
        self.level = level_competition(self.club, players[3:5], TODAY - WEEK)
        self.holder = Player.objects.get(club=self.club, name="Bakker")
        choose(self.holder, {"email": ["board"]}, language="nl")
        self.own, self.claim = own_and_claimed(self.playing, self.holder)
        self.loose = Player.objects.create(club=self.club, name="Los, Lotte", rating=1500)
        self.place = {
            "club": "toren",
            "competition": "intern",
            "evening": 2,
            "number": 1,
            "board": 1,
            "player": "bakker",
            "scope": "blitz",
            "tempo": "blitz",
            "sheet": "standings",
            "system": "attacalc",
            "picture": crest_of(self.club),
            "season": self.competition.season_id,
            "deputy": 1,
            "report": make_report(self.competition, ReportChoice("table"), by=None).pk,
            "person": urlsafe_base64_encode(force_bytes(self.invited.pk)),
            "name": "clubcomp-2026-01-01-000000.backup",
            "token": default_token_generator.make_token(self.invited),
        }
        self.elsewhere = self.place | self._other_place()
        self.asked = asked_club()
        self.data_marks = self._marks()
        self.sessions = {name: session_of(user) for name, user in self.people.items() if user}

    def _people(self) -> dict[str, User | None]:
        """Who comes by: with a role here, with one elsewhere, with none at all."""
        people = {name: make_user(name.capitalize()) for name in ("member", "leader", "owner")}
        for name, user in people.items():
            make_membership(self.club, user, Role(name))
        stranger = make_user("Stranger")
        self.other_person = make_membership(self.other_club, stranger, Role.OWNER)
        staff = make_user("Staff")
        User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
        self.invited = User.objects.create_user("invited@example.org", name="Ingrid")
        self.person = make_membership(self.club, self.invited, Role.MEMBER)
        asked = User.objects.create_user("asked@example.org", name="Asked")
        self.invitation = self.club.memberships.create(user=asked, role="member", is_pending=True)
        return {"anonymous": None, "stranger": stranger, **people, "staff": staff}

    def _other_place(self) -> dict[str, Any]:
        """The same arguments for the other club, none of which is one of this club's."""
        players = [
            Player.objects.create(club=self.other_club, name=f"Vreemd{letter}") for letter in "abcd"
        ]
        competition = start(self.other_club, "elders", players, tempo="snel")
        for _number in range(4):
            make_evening(competition, "snel", is_open=False)
        self.other_player, self.other_tempo = players[0], competition.tempos.get()
        self.other_report = SentReport.objects.create(competition=competition, name="vreemd.csv")
        return {
            "picture": crest_of(self.other_club, 6),
            "report": self.other_report.pk,
            "competition": "elders",
            "season": competition.season_id,
            "evening": 4,
            "number": 4,
            "board": 9,
            "player": "vreemda",
            "scope": "snel",
            "tempo": "snel",
            "sheet": "photo",
        }

    def _marks(self) -> dict[str, Any]:
        """What the forms of "toren" send that is not known beforehand."""
        proposal = Round.objects.proposed().get(evening__competition=self.competition)
        games = Round.objects.get(evening__competition=self.playing).games.order_by("board")
        return {
            **sign_up_marks(self.asked),
            "@seen": proposal_digest(proposal),
            "@seen_playing": pairing_digest(1, of_record(games, byes_of(games[0].round))),
            "@unplayed": games_left(proposal.evening),
            "@own": self.own.seating,
            "@own_board": self.own.board,
            "@claim": self.claim.state,
            "@withdrawn": record_digest(games[0].round),
            "@playing": games[0].seating,
            "@added": Game.objects.get(
                round__evening__competition__slug="rust", round__evening__number=1, board=3
            ).seating,
            "@game": Game.objects.get(
                round__evening__competition=self.competition,
                round__evening__number=2,
                round__number=1,
                board=1,
            ).seating,
            "@white": proposal.fixed[0][0],
            "@black": proposal.fixed[0][1],
            "@white1": games[0].white.key,
            "@white2": games[1].white.key,
            "@loose": self.loose.pk,
            "@holder": self.holder.pk,
            "@seen_groups": groups_digest(self.competition),
            "@apart": [entry.pk for entry in self.competition.entries.order_by("pk")[:3]],
            "@seen_numbers": numbers_digest(new_numbers(self.swiss)),
            "@document": export_document(self.competition),
        }

    def url(self, name: str, /, **place: Any) -> str:
        """An address, with this club's arguments where `place` has no others."""
        if name == "favicon.ico":
            return "/favicon.ico"
        wanted = ADDRESSES[name].arguments
        given = self.place | {"task": "evening", "slug": "toren"} | self._keys(name) | place
        given = {key: self.data_marks.get(value, value) for key, value in given.items()}
        return reverse(name, kwargs={argument: given[argument] for argument in wanted})

    def _keys(self, name: str) -> dict[str, Any]:
        """Members and people go by the number of their row."""
        if name in OF_MEMBER:
            return {"player": self.holder.pk}
        if name in ("open-link", "my-calendar"):
            return {"token": token_of(self.holder, PURPOSES[name])}
        if name == "start-device":
            return {"token": device_token(self.invited)}
        if name == "stop-messages":
            return {"token": stop_token(self.holder, "board", "email")}
        if name == "invitation":
            return {"token": invitations.token_of(self.invitation)}
        if name == "own-result":
            return {"board": own_game(self.competition, self.holder).board}
        if name == "print-round":
            return {"sheet": "slips"}
        return {"person": self.person.pk} if name == "person" else {}

    def elsewhere_in(self, name: str, argument: str) -> Any:
        """What the other club has for an argument of an address."""
        if name in ("open-link", "my-calendar"):
            return token_of(self.other_player, PURPOSES[name])
        if name == "stop-messages":
            return stop_token(self.other_player, "board", "email")
        if name == "invitation":
            return invitations.token_of(self.other_person)
        if name in OF_MEMBER:
            return {"player": self.other_player.pk}.get(argument, self.elsewhere[argument])
        if name == "person":
            return self.other_person.pk
        return self.elsewhere[argument]

    def step_url(self, name: str) -> str:
        """The address of a step, in the place where it can be made."""
        return self.url(name, **STEPS[name].place) if name in STEPS else self.url(name)

    def data(self, name: str) -> dict[str, Any]:
        """What the form of a step sends."""
        step = STEPS.get(name, Step())
        data = {key: self.data_marks.get(value, value) for key, value in step.data.items()}
        if "@tempo" in data.values():
            competition = Competition.objects.get(
                club=self.club, slug=step.place.get("competition", "intern")
            )
            data["tempo"] = competition.tempos.get(key="blitz").pk
        if data.pop("@options", None) is not None:
            data |= options_as_shown() | {"first_value": "44"}
        if data.pop("@level", None) is not None:
            data |= other_order(self.level)
        if name == "import":
            data |= {f"is-{entry.key}": "new" for entry in self.competition.entries.all()}
        if name == "rating-list":
            data[f"is-{self.loose.pk}"] = "1234567"
        return data

    def client(self, visitor: str, **settings: Any) -> Client:
        """A browser in which `visitor` is signed in; it says on which site a form stands."""
        said = {"headers": {"origin": "http://testserver"}} | settings
        client = Client(raise_request_exception=False, **said)
        if visitor in self.sessions:
            client.cookies["sessionid"] = self.sessions[visitor]
        if visitor == "holder":
            hold_link(client, self.holder)
        return client


def session_of(user: User) -> str:
    """The key of a session in which somebody is signed in."""
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client.cookies["sessionid"].value


def hold_link(client: Client, player: Player) -> None:
    """The browser holds the personal link of a player."""
    response = HttpResponse()
    remember(RequestFactory().get("/"), response, player.club, player)
    client.cookies[OWN_LINK.name] = response.cookies[OWN_LINK.name].value


def start(club: Club, slug: str, players: list[Player], *, tempo: str = "blitz") -> Competition:
    """A competition with one tempo of three games an evening."""
    tempos = [{"key": tempo, "games_per_evening": 3, "last_n": 3, "absence_limit": 3}]
    return start_competition(
        club,
        name=slug.capitalize(),
        slug=slug,
        system="attacalc",
        options={"first_value": 30},
        tempos=tempos,
        players=players,
        by=None,
    )


def proposed_competition(club: Club, players: list[Player]) -> Competition:
    """ "intern": an evening that is over, then one with game 1 played and game 2 proposed."""
    competition = start(club, "intern", players)
    evening = make_evening(competition, "blitz", date=TODAY)
    play_game(evening)
    close_evening(evening, by=None)
    evening = make_evening(competition, "blitz", date=TODAY + WEEK)
    play_game(evening)
    make_evening(competition, "blitz", date=TODAY + 2 * WEEK, is_open=False)
    entries = {entry.key: entry for entry in competition.entries.all()}
    proposal = propose_round(evening, by=None)
    fix_board(proposal, white=entries["dekker"], black=entries["evers"], reason=WHY, by=None)
    forbid_pair(competition, entries["bakker"], entries["gerritsen"], reason=WHY, by=None)
    return competition


def playing_competition(club: Club, players: list[Player]) -> Competition:
    """ "lopend": game 1 is being played, no board is in; the last two are not there."""
    competition = start(club, "lopend", players)
    publish_next(make_evening(competition, "blitz", present=5, date=TODAY), after=0, by=None)
    return competition


def quiet_competition(club: Club, players: list[Player]) -> Competition:
    """ "rust": an evening that is over, with one who was away, and one that is still to come.

    Board 3 of it was added, for two who played on another day.
    """
    competition = start(club, "rust", players)
    evening = make_evening(competition, "blitz", present=4, date=TODAY)
    round_ = play_game(evening)
    close_evening(evening, by=None)
    one, other = (competition.entries.get(key=key) for key in ("evers", "faber"))
    add_board(round_, (one, other), result=Result.DRAW, reason=WHY, by=None)
    make_evening(competition, "blitz", date=TODAY + WEEK, is_open=False)
    return competition


def early_competition(club: Club, players: list[Player]) -> None:
    """ "vroeg": an evening that was opened, and nothing published on it."""
    make_evening(start(club, "vroeg", players), "blitz", date=TODAY)


def swiss_competition(club: Club, players: list[Player]) -> Competition:
    """ "zwitsers": before round 1, with a start list in the leader's order."""
    competition = start_competition(
        club,
        name="Zwitsers",
        slug="zwitsers",
        system="fide-dutch",
        options={"rounds": 5},
        tempos=[{"key": "standard"}],
        players=players,
        by=None,
    )
    change_entry(competition.entries.get(key="gerritsen"), start=1, by=None)
    return competition


# What is in the database -----------------------------------------------------------------


def digest() -> dict[str, str]:
    """What stands in every table of the club, in a few letters; a sign-in is no change.

    And the "versions" of the competitions, each after its number.
    """
    with connection.cursor() as cursor:
        cursor.execute(_digests())
        return dict(cursor.fetchall())


#: Kept for some days only, and nothing that anybody reads.
PASSING = {*"AttemptCount DonePress OldTableSearch Session Upload".split()}
#: Columns that say nothing new: when somebody came, and what is worked out from the rest and kept.
#: Versions of competitions are looked at beside.
DERIVED = {"last_login", "seal", "version"}


VERSIONS = """SELECT 'versions', coalesce(string_agg(id || ':' || version, ' ' ORDER BY id), '')
    FROM clubcomp_competition"""


@cache
def _digests() -> str:
    return " UNION ALL ".join([VERSIONS, *(_digest_of(model) for model in _models())])


def _models() -> Iterator[type[Model]]:
    everything = apps.get_app_config("clubcomp").get_models(include_auto_created=True)
    return (model for model in everything if model.__name__ not in PASSING)


def _digest_of(model: type[Model]) -> str:
    table, columns = model._meta.db_table, [one.column for one in model._meta.concrete_fields]
    chosen = ", ".join(f'"{column}"' for column in columns if column not in DERIVED)
    return (
        f"SELECT '{table}', md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), ''))"  # noqa: S608
        f' FROM (SELECT {chosen} FROM "{table}") t'
    )


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def tried() -> Iterator[None]:
    """One attempt of several: afterwards everything is as it was."""
    with undone():
        yield
    kept.clear()
