"""What lies in the dump of a release: the demo, and a club where nothing is simple.

All names are invented. Made by the steps that the pages take, the same every time.
"""

from datetime import date, timedelta

from django.utils import timezone

from clubcomp.demo import club as demo
from clubcomp.flow.absences.notice import correct_notice
from clubcomp.flow.attendance.marks import mark_present, plan_attendance
from clubcomp.flow.clubs import found_club, give_role
from clubcomp.flow.competitions.apart import keep_apart
from clubcomp.flow.competitions.categories import add_category
from clubcomp.flow.competitions.competition import (
    change_competition,
    change_options,
    start_competition,
)
from clubcomp.flow.competitions.entries import add_entry, change_entry, forbid_pair
from clubcomp.flow.competitions.fide_rules import mark_by_fide
from clubcomp.flow.competitions.groups import POINTS, set_groups
from clubcomp.flow.competitions.prizes import add_prizes, change_prize_rule
from clubcomp.flow.competitions.stages import move_competition
from clubcomp.flow.competitions.start_order import draw_lots
from clubcomp.flow.competitions.ties import decide_tie, ties_in
from clubcomp.flow.evenings import (
    close_evening,
    open_evening,
    plan_evening,
    remove_evening,
    reopen_evening,
)
from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.proposing import fix_board, name_bye, propose_round
from clubcomp.flow.pairings.publishing import publish_next, publish_round, withdraw_round
from clubcomp.flow.pairings.swapping import swap_players
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.people.members import add_member, change_member
from clubcomp.flow.results import correct_result, put_off, record_result
from clubcomp.flow.seasons import change_season
from clubcomp.flow.standings import rows_of
from clubcomp.models import Club, Competition, Entry, Evening, Role, Round, User
from pairing.core.types import Result
from tests.upgrade.by_members import make_quiet_club
from tests.upgrade.own_rules import make_own_rules
from tests.views.asked_clubs import asked_club, let_sign_up

#: The real one: a step refuses what is said of an evening that is over.
TODAY = date.today()
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS)
NOT_YET = str(Result.UNFINISHED)

#: Name, rating and what else is known; two Jan Jansen told apart by year, two Ali Demir by rating.
MEMBERS = [
    ("Jansen, Jan", 1912, {"birth_year": 1958, "identities": [("KNSB", "9000011")]}),
    ("Jansen, Jan", 1644, {"birth_year": 1990}),
    ("Demir, Ali", 1833, {}),
    ("Demir, Ali", 1710, {"title": "FM"}),
    ("'t Hooft, Ans", 1795, {"sex": "w"}),
    ("Öztürk, Işıl", 1760, {"sex": "w", "birth_year": 2009}),
    ("Van 't Veer - De Boer, Daan", 1702, {}),
    ("Søren Ærøskøbing", 1688, {"other_club": "SK Elders"}),
    ("O'Neill, Maeve", 1655, {}),
    ("=1+1, Formula", 1500, {}),
    ("Zonder Rating", None, {}),
    ("Peeters, Lut", 1430, {"is_occasional": True}),
    ("Wit & Zwart, <b>", 1402, {}),
    ("Nieuw, Iris", 1380, {}),
]


def make_contents() -> None:
    """Everything; nobody can sign in to it."""
    demo.load(today=TODAY, say=lambda line: None)
    _crooked_tower()
    for user in User.objects.all():
        user.set_unusable_password()
        user.save()


def _crooked_tower() -> Club:
    owner = User.objects.create_user("owner@scheef.example", None, name="Olga van Scheef")
    club = found_club("De Scheve Toren", "scheef", owner, country="NL", by=owner)
    members = [
        add_member(club, name=name, rating=rating, by=owner, **known)
        for name, rating, known in MEMBERS
    ]
    leader = give_role(
        club,
        email="leader@scheef.example",
        name="Leo Leider",
        role=Role.LEADER,
        player=members[4],
        by=owner,
    )
    give_role(club, email="member@scheef.example", name="Mia Lid", role=Role.MEMBER, by=owner)
    change_member(members[9], rating=1510, by=leader.user)
    _by_fide(club, members, leader.user)
    _swiss(club, members, leader.user)
    _cup(club, members, leader.user)
    _season(club, members, leader.user)
    _by_lot(club, members, leader.user)
    _over(club, members, leader.user)
    _in_groups(club, members, leader.user)
    make_own_rules(club, leader.user)
    make_quiet_club(owner, TODAY)
    let_sign_up(most_clubs=40, changed_by=owner)
    asked_club(approved_at=timezone.now())
    return club


def _over(club: Club, members: list, by: User) -> None:
    """A competition that is finished, in a season with a name and days of its own."""
    tempos = [{"key": "blitz", "games_per_evening": 7}]
    named = {"name": "Zomer", "slug": "zomer", "system": "attacalc", "options": {}}
    last_year = {"season": TODAY - timedelta(weeks=52)}
    summer = start_competition(
        club, **named, tempos=tempos, players=members[:4], **last_year, by=by
    )
    season = summer.season
    days = {"first": season.first, "last": season.last - timedelta(days=30)}
    change_season(season, name="Het jaar van de toren", **days, by=by)
    move_competition(summer, to="finished", seen="running", by=by)


def _in_groups(club: Club, members: list, by: User) -> None:
    """Two groups, and one who was moved after the first evening, with the points."""
    named = {"name": "Groepen", "slug": "groepen", "system": "knsb-rating"}
    tempos, options = [{"key": "standard"}], {"rounds": 5}
    competition = start_competition(
        club, **named, options=options, tempos=tempos, players=members[:8], by=by
    )
    entries = _entries(competition)
    groups = {entry.key: "A" if at < 4 else "B" for at, entry in enumerate(entries)}
    set_groups(competition, groups, goes_up=1, goes_down=1, by=by)
    evening = _evening(competition, TODAY - timedelta(weeks=1), by)
    _everybody(evening, by)
    _play(evening, by)
    close_evening(evening, by=by)
    set_groups(competition, {entries[0].key: "B"}, counts=POINTS, by=by)
    add_prizes(competition, group="B", place=1, by=by)


def _cup(club: Club, members: list, by: User) -> None:
    """A cup whose first round counts in a competition of its own evening."""
    day = TODAY - timedelta(weeks=3)
    named = {"tempos": [{"key": "long"}], "options": {}, "by": by}
    other = start_competition(
        club, name="Ladder", slug="ladder", system="attacalc", players=members[:4], **named
    )
    cup = start_competition(
        club, name="Beker", slug="beker", system="knockout", players=members[:2], **named
    )
    cup = change_competition(cup, name="Beker", slug="beker", counts_in=other, by=by)
    draw_lots(cup, seed=24, by=by)
    evening, of_cup = _evening(other, day, by), _evening(cup, day, by)
    _everybody(of_cup, by)
    round_ = publish_next(of_cup, after=0, by=by)
    _everybody(evening, by)
    _play(evening, by)
    record_result(round_.games.get(), result=Result.WHITE_WINS, seen=NOT_YET, by=by)
    for one in (evening, of_cup):
        close_evening(one, by=by)


def _by_fide(club: Club, members: list, by: User) -> None:
    """By FIDE's rules, with what an arbiter gave."""
    competition = start_competition(
        club,
        name="Open",
        slug="open",
        system="fide-dutch",
        options={"rounds": 3},
        tempos=[{"key": "standard"}],
        players=members[:4],
        by=by,
    )
    mark_by_fide(competition, by_fide_rules=True, by=by)
    evening = _evening(competition, TODAY - timedelta(weeks=2), by)
    _everybody(evening, by)
    round_ = _play(evening, by)
    close_evening(evening, by=by)
    game = round_.games.get(board=1)
    odd = {"result": Result.HALF_FOR_WHITE, "reason": "Telefoon"}
    correct_result(game, seen=game.result, **odd, by=by)


def _swiss(club: Club, members: list, by: User) -> None:
    """Nine rounds over several evenings, two on the third; the fourth is open, with a proposal."""
    competition = start_competition(
        club,
        name="Zwitsers “Najaar” 2026",
        slug="najaar",
        system="knsb-rating",
        options={"rounds": 9},
        tempos=[{"key": "standard"}],
        players=members[:12],
        by=by,
    )
    forbid_pair(competition, *_entries(competition)[:2], reason="Zus en broer", by=by)
    family = {"group": "School", "members": _entries(competition)[8:11]}
    keep_apart(competition, **family, how="first", rounds=2, by=by)
    family = {"group": "Familie", "members": _entries(competition)[4:6]}
    keep_apart(competition, **family, how="possible", by=by)
    first = TODAY - timedelta(weeks=6)
    for week in range(2):
        evening = _evening(competition, first + timedelta(weeks=week), by)
        if week == 1:
            away = _entries(competition)[3]
            plan_attendance(evening, away, status="half_point_bye", note="Verjaardag", by=by)
            plan_attendance(evening, _entries(competition)[8], status="absent", by=by)
        _everybody(evening, by)
        _play(evening, by, forfeit=2 if week else 0)
        close_evening(evening, by=by)
    add_entry(competition, members[12], by=by)
    evening = _evening(competition, first + timedelta(weeks=2), by, games=2)
    _everybody(evening, by)
    _play(evening, by)
    round_ = _play(evening, by, put_off_board=1)
    close_evening(evening, by=by)
    game = round_.games.get(board=2)
    correct_result(game, result=Result.DRAW, seen=game.result, reason="Verkeerd ingevuld", by=by)
    change_entry(_entries(competition)[-1], **_as_it_is(_entries(competition)[-1], left=3), by=by)
    evening = _evening(competition, TODAY, by)
    plan_attendance(evening, _entries(competition)[5], status="full_point_bye", by=by)
    plan_attendance(evening, _entries(competition)[7], status="external", note="Team", by=by)
    _everybody(evening, by, leave_out=1)
    propose_round(evening, by=by)
    for week, games in ((1, 2), (2, 1), (3, 1)):
        _plan(competition, TODAY + timedelta(weeks=week), by, games=games)
    level = next(ties_in(rows_of(competition, "standard", None), competition.entries.by_key()))
    order = level.entries[::-1]
    decide_tie(competition, scope="standard", order=order, reason="Geloot", by=by)
    change_options(competition, options={"rounds": 9, "last_round_byes": False}, since=5, by=by)


def _season(club: Club, members: list, by: User) -> None:
    """Two tempos under AttaCalc, a guest, one without notice, a game withdrawn and a swap."""
    competition = start_competition(
        club,
        name="Interne competitie",
        slug="intern",
        system="attacalc",
        options={},
        tempos=[
            {"key": "long", "name": "Lang", "games_per_evening": 1, "last_n": 4},
            {"key": "snel", "name": "Snel", "games_per_evening": 3, "last_n": 7, "weight": "1/2"}
            | {"minutes": 10, "increment": 5},
        ],
        players=[*members[:7], *members[9:]],
        by=by,
    )
    one, *_others, other = _entries(competition)
    years, rule = {"born_from": 1950, "born_until": 2008}, {"is_women": True, "is_newcomers": True}
    rating = {"rating_from": 1000, "rating_until": 1800}
    second = add_category(
        competition, name="Klasse 2", is_public=True, **years, **rule, **rating, by=by
    )
    add_category(competition, name="Bestuur", picked=[one, other], by=by)
    tempo = competition.tempos.get(key="snel")
    add_prizes(competition, tempo=tempo, category=second, place=1, until=2, worth=40, by=by)
    add_prizes(competition, name="Trouwste bezoeker", winner=one, is_apart=True, by=by)
    rule = {"one_prize_each": False, "dearest_prize_first": True, "ties_share_prizes": True}
    change_prize_rule(competition, **rule, by=by)
    forbid_pair(competition, one, other, by=by)
    first = TODAY - timedelta(weeks=4)
    evening = _evening(competition, first, by, tempo="long")
    plan_attendance(evening, _entries(competition)[2], status="no_notice", by=by)
    plan_attendance(evening, _entries(competition)[4], status="external", by=by)
    _everybody(evening, by)
    _play(evening, by)
    close_evening(evening, by=by)
    correct_notice(
        evening, _entries(competition)[2], number=1, kind="absent", reason="Had gebeld", by=by
    )
    evening = _evening(competition, first + timedelta(weeks=1), by, tempo="snel")
    add_guest(evening, name="Gast, Greetje", rating=1550, by=by)
    _everybody(evening, by, leave_out=2)
    _play(evening, by)
    mark_present(evening, _entries(competition)[1], present=True, by=by)
    plan_attendance(
        evening, _entries(competition)[0], status="present", from_game=1, until_game=2, by=by
    )
    _play(evening, by)
    _play(evening, by)
    close_evening(evening, by=by)
    reopen_evening(evening, reason="Nog een uitslag vergeten", by=by)
    close_evening(evening, by=by)
    remove_evening(_plan(competition, TODAY + timedelta(weeks=1), by, tempo="snel"), by=by)
    _plan(competition, None, by, tempo="long")
    evening = _evening(competition, TODAY, by, tempo="snel")
    _everybody(evening, by, leave_out=1)
    round_ = _play(evening, by, boards=2)
    withdraw_round(round_, give_up_results=True, by=by)
    round_ = _now(round_)
    there = [row.entry for row in evening.attendance.select_related("entry").order_by("pk")]
    fix_board(round_, white=there[5], black=there[3], reason="Beloofd", by=by)
    if len(there) % 2:
        name_bye(_now(round_), player=there[6], by=by)
    round_ = _now(round_)
    seated = [pair for pair in round_.proposal["pairs"] if there[5].key not in pair.values()]
    by_key = {entry.key: entry for entry in there}
    swap_players(
        round_,
        (by_key[seated[0]["white"]], by_key[seated[1]["white"]]),
        reason="Speelden vorige week",
        seen=proposal_digest(round_),
        by=by,
    )
    round_ = _now(round_)
    publish_round(round_, seen=proposal_digest(round_), by=by)
    propose_round(evening, by=by)


def _by_lot(club: Club, members: list, by: User) -> None:
    """A go competition by lot, of which nothing was played."""
    competition = start_competition(
        club,
        name="Go",
        slug="go-lot",
        system="knsb-resistance",
        game=Competition.GameKind.GO,
        options={"rounds": 4},
        tempos=[{"key": "standard"}],
        players=members[:8],
        by=by,
    )
    draw_lots(competition, seed=32, by=by)
    _plan(competition, TODAY + timedelta(weeks=2), by)


def _entries(competition: Competition) -> list[Entry]:
    return list(competition.entries.select_related("player").order_by("start"))


def _as_it_is(entry: Entry, **other: object) -> dict:
    kept = {"start": entry.start, "rating": entry.rating, "joined": entry.joined}
    return {**kept, "left": entry.left, **other}


def _plan(
    competition: Competition,
    day: date | None,
    by: User,
    *,
    tempo: str = "",
    games: int | None = None,
) -> Evening:
    found = competition.tempos.get(key=tempo) if tempo else competition.tempos.get()
    evening = plan_evening(competition, tempo=found, date=day, games=games, by=by)
    evening.competition = competition
    return evening


def _evening(competition: Competition, day: date, by: User, **planned: object) -> Evening:
    evening = open_evening(_plan(competition, day, by, **planned), by=by)
    evening.competition = competition
    return evening


def _everybody(evening: Evening, by: User, *, leave_out: int = 0) -> None:
    """All of whom nothing is known are there, but for the last few."""
    unknown = evening.competition.entries.exclude(attendance__evening=evening)
    coming = [e for e in unknown.select_related("player").order_by("start") if e.left is None]
    for entry in coming[: len(coming) - leave_out]:
        mark_present(evening, entry, present=True, by=by)


def _play(
    evening: Evening,
    by: User,
    *,
    forfeit: int = 0,
    put_off_board: int = 0,
    boards: int | None = None,
) -> Round:
    """The next game, played on the first `boards` or all."""
    round_ = publish_next(evening, after=evening.rounds.on_record().count(), by=by)
    for game in round_.games.still_playing().order_by("board")[:boards]:
        if game.board == put_off_board:
            put_off(game, kind="postponed", played_on=TODAY, seen=NOT_YET, by=by)
            continue
        result = RESULTS[(round_.number + game.board) % len(RESULTS)]
        if game.board == forfeit:
            result = Result.BLACK_WINS_FORFEIT
        record_result(game, result=result, seen=NOT_YET, by=by)
    return round_


def _now(round_: Round) -> Round:
    return Round.objects.get(pk=round_.pk)
