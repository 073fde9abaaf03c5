"""The answers of the API: what the pages show, made from the same rows and standings."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.urls import reverse

from clubcomp.flow.standings import (
    After,
    RoundLine,
    StandingLine,
    cached_rows,
    rounds_of,
    standings_of,
    statement_of,
)
from clubcomp.flow.tables.cross_table import (
    MeetingsCell,
    RoundCell,
    player_by_player,
    round_by_round,
)
from clubcomp.flow.tables.shadow_tables import shadow_of
from clubcomp.models import Category, Club, Competition, Entry, Evening, Game, Round
from clubcomp.models.unplayed import unplayed
from clubcomp.pages import api_schema as api
from clubcomp.pages.report_text import language_of
from clubcomp.pages.scopes import Scope, standings_scopes
from clubcomp.pages.seasons import without_reasons
from clubcomp.words.tie_breaks import WHOLE
from clubcomp.words.values import counted
from pairing.core.standing import StatementEntry
from pairing.core.types import OVERALL, Colour, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.form import written_number
from pairing.sentences.words import shown_points

#: The serial of each evening, by its number in the order of play.
Serials = Mapping[int, int]


def points_of(value: Fraction | int) -> api.Points:
    """Exact points, written as documents write them."""
    return api.Points(exact=str(written_number(Fraction(value))), number=float(value))


def _or_none(value: Fraction | int | None) -> api.Points | None:
    return None if value is None else points_of(value)


def page_of(name: str, competition: Competition, *args: object) -> str:
    """The address of a page for people."""
    return reverse(name, args=[competition.club.slug, competition.slug, *args])


def named(entry: Entry) -> api.Named:
    """A player, by their key in addresses and the name that the reader may see."""
    return api.Named(key=entry.address, name=str(entry))


def scope_key(scope: Scope) -> api.Key:
    """The tempo (or all tempos) of a standing."""
    return api.Key(key=scope.key, name=scope.name)


# Clubs and competitions ----------------------------------------------------------------------


def clubs_answer(clubs: Iterable[Club]) -> api.Clubs:
    """The clubs of the site."""
    return api.Clubs(clubs=[api.ClubLine(**_club(club)) for club in clubs])


def club_answer(club: Club, competitions: Iterable[Competition]) -> api.Club:
    """A club with its competitions."""
    lines = [api.CompetitionLine(**_competition(competition)) for competition in competitions]
    language = language_of(club)
    return api.Club(**_club(club), country=club.country, language=language, competitions=lines)


def competition_answer(competition: Competition, categories: Iterable[Category]) -> api.Competition:
    """A competition: its tempos and standings, and its last round."""
    rounds = rounds_of(competition, OVERALL)
    tempos = cached_rows(competition).tempos.values()
    return api.Competition(
        **_competition(competition),
        tempos=[api.Key(key=tempo.key, name=str(tempo)) for tempo in tempos],
        standings=[scope_key(scope) for scope in standings_scopes(competition)],
        rounds_are_games=competition.abilities.uses_tempos,
        last=_moment(rounds[-1]) if rounds else None,
        categories=[_category_key(category) for category in categories],
    )


def _category_key(category: Category) -> api.Key:
    return api.Key(key=str(category.pk), name=category.name)


def _club(club: Club) -> dict[str, str]:
    return {"slug": club.slug, "name": club.name, "page": reverse("club", args=[club.slug])}


def _competition(competition: Competition) -> dict[str, str]:
    return {
        "slug": competition.slug,
        "name": competition.name,
        "game": competition.game,
        "system": competition.system,
        "season": str(competition.season),
        "stage": competition.stage,
        "page": page_of("competition", competition),
    }


def _moment(line: RoundLine) -> api.Moment:
    return api.Moment(evening=line.serial, game=line.number)


def _moment_of(competition: Competition, scope: str, after: After | None) -> api.Moment | None:
    rounds = rounds_of(competition, scope)
    return next((_moment(line) for line in rounds if line.round_key == after), None)


# Evenings and rounds -------------------------------------------------------------------------


def calendar_answer(competition: Competition) -> api.Calendar:
    """The evenings in order of play."""
    evenings = cached_rows(competition).evenings(competition)
    return api.Calendar(evenings=[_evening_line(evening) for evening in evenings])


def evening_answer(evening: Evening) -> api.Evening:
    """An evening with its rounds on record."""
    competition = evening.competition
    rows = cached_rows(competition)
    counts = {line.round_key: line.count for line in rounds_of(competition, OVERALL)}
    rounds = [
        round_answer(round_, counts.get((evening.number, round_.number), 0))
        for round_ in rows.rounds_of(evening)
    ]
    return api.Evening(**dict(_evening_line(evening)), rounds=rounds)


def round_answer(round_: Round, count: int) -> api.Round:
    """The boards of a round with their results, and the players without a game."""
    evening = round_.evening
    competition = evening.competition
    rows = cached_rows(competition)
    return api.Round(
        evening=evening.serial,
        game=round_.number,
        count=count,
        boards=[_board(game, competition.game) for game in rows.games_of(round_)],
        without_game=[
            api.WithoutGame(player=named(row.entry), kind=row.kind)
            for row in rows.unpaired_of(round_)
            if unplayed(row.kind).is_public
        ],
        page=page_of("round", competition, evening.serial, round_.number),
    )


def _evening_line(evening: Evening) -> api.EveningLine:
    return api.EveningLine(
        serial=evening.serial,
        number=evening.number,
        day=evening.date,
        starts_at=evening.starts_at,
        tempo=api.Key(key=evening.tempo.key, name=str(evening.tempo)),
        games=evening.games,
        status=evening.status,
        page=page_of("evening", evening.competition, evening.serial),
    )


def _board(game: Game, kind: str) -> api.Board:
    result = Result.parse(game.result)
    white, black = (
        None if score is None else points_of(shown_points(score, kind))
        for score in map(result.score, Colour)
    )
    return api.Board(
        number=game.board,
        white=named(game.white),
        black=named(game.black),
        result=result.value.removesuffix("F"),
        is_forfeit=result.is_forfeit,
        white_points=white,
        black_points=black,
        put_off="" if game.is_decided else game.put_off,
        played_on=game.played_on,
    )


# Standings -----------------------------------------------------------------------------------


def standings_answer(
    competition: Competition, scope: Scope, after: After | None, category: Category | None = None
) -> api.Standings:
    """A standing after a round (None: before the first), of all players or of a category."""
    lines = standings_of(competition, scope.key, after)
    if category:
        lines = shadow_of(lines, competition, category)
    return api.Standings(
        of=scope_key(scope),
        category=_category_key(category) if category else None,
        after=_moment_of(competition, scope.key, after),
        lines=[_standing_line(line, competition) for line in lines],
        page=page_of("standings-of", competition, scope.key),
    )


def _standing_line(line: StandingLine, competition: Competition) -> api.StandingLine:
    row = line.row
    same = "value_number games wins draws losses byes external missed credits_used credits_left"
    return api.StandingLine(
        place=line.place,
        overall_place=line.overall,
        change=line.change,
        player=named(line.entry),
        rating=line.entry.rating,
        is_guest=line.entry.guest,
        group=row.group,
        points=points_of(counted(row.points, competition)),
        white_share=_or_none(row.white_share),
        decided=row.decided,
        tie_breaks=[
            api.TieBreak(
                key=key, value=points_of(value if key in WHOLE else counted(value, competition))
            )
            for key, value in row.tiebreaks.items()
        ],
        **{name: getattr(row, name) for name in same.split()},
    )


# Players -------------------------------------------------------------------------------------


def players_answer(competition: Competition) -> api.Players:
    """The players by start number."""
    entries = sorted(cached_rows(competition).entries.values(), key=lambda entry: entry.start)
    return api.Players(players=[_player(entry, competition) for entry in entries])


def statement_answer(competition: Competition, entry: Entry, scope: Scope) -> api.Statement:
    """Where a player's points come from."""
    entries = cached_rows(competition).by_key
    serials: Serials = dict(cached_rows(competition).values(Evening, "number", "serial"))
    statement = without_reasons(statement_of(competition, entry, scope.key))
    return api.Statement(
        player=_player(entry, competition),
        of=scope_key(scope),
        points=points_of(counted(statement.points, competition)),
        lines=[
            api.StatementLine(
                code=line.code,
                points=points_of(counted(line.points, competition)),
                entries=[_item(item, competition, entries, serials) for item in line.entries],
            )
            for line in statement.lines
        ],
    )


def _item(
    item: StatementEntry, competition: Competition, entries: Mapping[str, Entry], serials: Serials
) -> api.StatementEntry:
    opponent = entries.get(item.opponent) if item.opponent else None
    return api.StatementEntry(
        evening=serials[item.evening],
        game=item.number,
        points=points_of(counted(item.points, competition)),
        worth=_or_none(counted(item.worth, competition)),
        fraction=_or_none(item.fraction),
        added=points_of(counted(item.added, competition)),
        weight=points_of(item.weight),
        opponent=named(opponent) if opponent else None,
        colour=item.colour and item.colour.value,
        result=item.result and item.result.value,
        is_credited=item.credited,
    )


def _player(entry: Entry, competition: Competition) -> api.Player:
    return api.Player(
        **dict(named(entry)),
        title=entry.player.title,
        rating=entry.rating,
        start_number=entry.start,
        is_guest=entry.guest,
        page=page_of("player", competition, entry.address),
    )


# Who met whom --------------------------------------------------------------------------------


def cross_table_answer(
    competition: Competition, scope: Scope, after: After | None
) -> api.CrossTable:
    """The cross table of a standing, player by player or round by round as the page has it."""
    lines: list[api.CrossTableLine] = []
    if after and competition.abilities.uses_tempos:
        by_player = player_by_player(competition, scope.key, after)
        players = [named(row.line.entry) for row in by_player]
        for row in by_player:
            meetings = [
                _meeting(cell, opponent, competition)
                for cell, opponent in zip(row.cells, players, strict=True)
                if cell and cell.games
            ]
            name = named(row.line.entry)
            lines.append(api.CrossTableLine(player=name, meetings=meetings, rounds=[]))
    elif after:
        by_round = round_by_round(competition, scope.key, after)
        players = [named(player.line.entry) for player in by_round]
        rounds = rounds_of(competition, scope.key)
        for player, name in zip(by_round, players, strict=True):
            # A round that was published meanwhile is not in the table yet.
            played = [
                _round_of_player(cell, line, players, competition)
                for cell, line in zip(player.cells, rounds, strict=False)
            ]
            lines.append(api.CrossTableLine(player=name, meetings=[], rounds=played))
    return api.CrossTable(
        of=scope_key(scope),
        after=_moment_of(competition, scope.key, after),
        lines=lines,
        page=page_of("cross-table-of", competition, scope.key),
    )


def _meeting(cell: MeetingsCell, opponent: api.Named, competition: Competition) -> api.Meeting:
    points = points_of(shown_points(cell.score, competition.game))
    return api.Meeting(opponent=opponent, games=cell.games, points=points)


def _round_of_player(
    cell: RoundCell, line: RoundLine, players: list[api.Named], competition: Competition
) -> api.RoundOfPlayer:
    is_named = cell.kind == "game" or Unplayed(cell.kind).is_public
    score = None if cell.score is None else shown_points(cell.score, competition.game)
    return api.RoundOfPlayer(
        evening=line.serial,
        game=line.number,
        kind=cell.kind if is_named else "absent",
        opponent=players[cell.number - 1] if cell.number else None,
        colour=cell.colour and cell.colour.value,
        points=_or_none(score),
        is_forfeit=cell.is_forfeit,
    )
