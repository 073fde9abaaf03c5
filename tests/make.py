"""Test data, made by the real steps: each function makes one thing and says so in its name.

Only the taps on an attendance sheet are written as rows: they are most of what an evening takes.
"""

from datetime import date as Date

from django.db.models import QuerySet

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.documents.documents import import_document
from clubcomp.flow.evenings import close_evening, open_evening, plan_evening
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.pairings.proposal import proposal_boards, proposal_digest
from clubcomp.flow.pairings.publishing import publish_next, publish_round
from clubcomp.flow.results import put_off, record_result
from clubcomp.models import (
    Attendance,
    Club,
    Competition,
    Entry,
    Evening,
    Identity,
    Membership,
    Player,
    Role,
    Round,
    User,
)
from pairing.core.types import Result

PASSWORD = "correct horse battery"


def make_user(name: str = "Anna", *, email: str = "") -> User:
    """An account that can sign in with `PASSWORD`."""
    return User.objects.create_user(email or f"{name.lower()}@example.org", PASSWORD, name=name)


def make_club(name: str = "De Toren", slug: str = "toren") -> Club:
    """A club without people."""
    return Club.objects.create(name=name, slug=slug, country="NL")


def make_membership(club: Club, user: User, role: str = Role.MEMBER) -> Membership:
    """A role of `user` in `club`."""
    return Membership.objects.create(club=club, user=user, role=role)


def import_file(club: Club, file: str | bytes, *, by=None, **chosen) -> Competition:
    """A competition from a file, or its text."""
    data = file.encode() if isinstance(file, str) else file
    said = {name: chosen.pop(name) for name in {"system", "rounds", "issuer"} & chosen.keys()}
    return import_document(club, read_incoming(data, **said), by=by, **chosen)


# A competition and its evenings -----------------------------------------------------------

SURNAMES = [
    *("Adema", "Bakker", "Cornelis", "Dekker", "Evers", "Faber", "Gerritsen", "Hoekstra"),
    *("Ibrahim", "Jansen", "Kuipers", "Laan", "Mulder", "Nauta", "Oosting", "Postma", "Quist"),
    *("Ridder", "Smit", "Terpstra", "Ubbink", "Visser", "Wiersma", "Xanten", "Yilmaz"),
    "Zijlstra",
]


TEMPOS = [
    {"key": "long", "games_per_evening": 1, "last_n": 4, "absence_limit": 3},
    {"key": "bmw", "games_per_evening": 4, "last_n": 4, "absence_limit": 4},
    {"key": "blitz", "games_per_evening": 7, "last_n": 7, "absence_limit": 7},
]


def make_players(club: Club, count: int) -> list[Player]:
    """Members of the club in order of strength: Adema 2000, Bakker 1990, ..."""
    numbered = [f"{SURNAMES[n % 26]}{'' if n < 26 else n // 26}" for n in range(count)]
    return [
        Player.objects.create(club=club, name=surname, rating=2000 - 10 * n)
        for n, surname in enumerate(numbered)
    ]


def make_player(club: Club, name: str, number: str = "", issuer: str = "KNSB", **values) -> Player:
    """A player with a number at a federation."""
    player = Player.objects.create(club=club, name=name, **values)
    if number:
        give_number(player, number, issuer)
    return player


def give_number(player: Player, number: str, issuer: str = "KNSB") -> None:
    """The player has this number at a federation."""
    Identity.objects.create(player=player, club=player.club, issuer=issuer, number=number)


def make_competition(
    count: int = 6, *, club: Club | None = None, slug: str = "intern", **options: object
) -> Competition:
    """An AttaCalc competition of `count` players with the tempos long, bmw and blitz."""
    club = club or make_club()
    return start_competition(
        club,
        name="Interne competitie" if slug == "intern" else slug.capitalize(),
        slug=slug,
        system="attacalc",
        options=options,
        tempos=TEMPOS,
        players=make_players(club, count),
        by=None,
    )


def make_led_competition(count: int) -> Competition:
    """The same, in a club with a leader, Ruud."""
    competition = make_competition(count)
    make_membership(competition.club, make_user("Ruud"), Role.LEADER)
    return competition


def make_swiss(
    count: int = 6,
    *,
    club: Club | None = None,
    rounds: int = 7,
    slug: str = "zwitsers",
    **options: object,
) -> Competition:
    """A Swiss competition on rating of `count` players, new ones where the club has some."""
    return make_one_tempo("knsb-rating", count, club, slug, options={"rounds": rounds, **options})


def make_berger(
    count: int = 6, *, club: Club | None = None, slug: str = "groep", **options: object
) -> Competition:
    """A round robin of `count` players, numbered by rating: Adema is 1, Bakker 2, ..."""
    return make_one_tempo("berger", count, club, slug, options={"numbers": "rating", **options})


def make_cup(
    count: int = 8, *, club: Club | None = None, slug: str = "beker", **options: object
) -> Competition:
    """A cup of `count` players, numbered by rating: Adema is 1, Bakker 2, ..."""
    return make_one_tempo("knockout", count, club, slug, options={"numbers": "rating", **options})


#: Kinds of absence of a club's own, with and without a limit, and one that pays by the result.
KINDS = [
    {
        "key": "absent",
        "name": "With notice",
        "tiers": [{"times": 2, "amount": "1/2"}],
        "then": "late",
    },
    {"key": "late", "name": "Rang too late", "tiers": [{"times": 1, "amount": "1/5"}]},
    {
        "key": "external",
        "tiers": [{"amount": 0}],
        "win": 1,
        "draw": "1/2",
        "loss": {"points": 1},
    },
    {"key": "duty", "name": "Behind the bar", "tiers": [{"amount": "2/3"}]},
]


def make_keizer(
    count: int = 6,
    *,
    club: Club | None = None,
    slug: str = "keizer",
    kinds: list[dict[str, object]] = KINDS,
    **options: object,
) -> Competition:
    """A competition of `count` players by a club's own regulation, with these kinds of absence."""
    options = {"absences": {"kinds": kinds}, **options}
    return make_one_tempo("keizer", count, club, slug, options=options)


def make_one_tempo(
    system: str,
    count: int = 6,
    club: Club | None = None,
    slug: str = "toernooi",
    *,
    options: dict[str, object],
) -> Competition:
    """A competition of any system with one tempo."""
    club = club or make_club()
    return start_competition(
        club,
        name=slug.capitalize(),
        slug=slug,
        system=system,
        options=options,
        tempos=[{"key": "standard"}],
        players=make_players(club, count),
        by=None,
    )


def play_swiss_round(
    competition: Competition, *results: Result, adjourned: int = 0
) -> tuple[Evening, Round]:
    """An evening of one round, closed, with these results in turn, board after board.

    Board number `adjourned` is not finished.
    """
    evening = make_evening(competition, "standard")
    round_ = publish_next(evening, after=0, by=None)
    for number, game in enumerate(round_.games.order_by("board")):
        if game.board == adjourned:
            put_off(game, kind="adjourned", seen=str(Result.UNFINISHED), by=None)
        else:
            result = results[number % len(results)]
            record_result(game, result=result, seen=str(Result.UNFINISHED), by=None)
    close_evening(evening, by=None)
    return evening, round_


def make_evening(
    competition: Competition,
    tempo: str = "long",
    *,
    games: int | None = None,
    present: int | None = None,
    date: Date | None = None,
    is_open: bool = True,
) -> Evening:
    """The next evening, open, with the first `present` players there (None: everybody)."""
    evening = plan_evening(
        competition, tempo=competition.tempos.get(key=tempo), date=date, games=games, by=None
    )
    evening.competition = competition
    if is_open:
        open_evening(evening, by=None)
        evening.refresh_from_db(fields=["status"])
        belonging = [entry for entry in entries(competition) if entry.belongs_to(evening.number)]
        Attendance.objects.bulk_create(
            Attendance(evening=evening, entry=entry, status=Attendance.Status.PRESENT)
            for entry in belonging[:present]
        )
    return evening


def entries(competition: Competition) -> QuerySet[Entry]:
    """The competition's players in start order."""
    return competition.entries.select_related("player").order_by("start")


def entry(competition: Competition, key: str) -> Entry:
    """The player with this key: the surname in lower case."""
    return entries(competition).get(key=key)


def play_game(
    evening: Evening, result: Result = Result.WHITE_WINS, *, by: User | None = None
) -> Round:
    """Pair and publish the next game of the evening, and let every board end so."""
    round_ = publish_next(evening, after=evening.rounds.on_record().count(), by=by)
    finish_round(round_, result, by=by)
    return round_


def finish_round(
    round_: Round, result: Result = Result.WHITE_WINS, *, by: User | None = None
) -> None:
    """Enter the result of every board that is still playing."""
    for game in round_.games.still_playing():
        record_result(game, result=result, seen=str(Result.UNFINISHED), by=by)
    round_.refresh_from_db()


def publish(round_: Round, *, by: User | None = None) -> Round:
    """Publish a proposal as it stands."""
    round_ = Round.objects.get(pk=round_.pk)
    return publish_round(round_, seen=proposal_digest(round_), by=by)


def proposed_pairs(round_: Round) -> list[tuple[str, str]]:
    """The boards of a proposal as it stands: the keys of White and Black."""
    shown = proposal_boards(Round.objects.get(pk=round_.pk))
    return [(board.white.key, board.black.key) for board in shown.boards]
