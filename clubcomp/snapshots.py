"""How do the rows of a competition become the `Snapshot` that a pairing system works on?

The number of queries does not depend on the size of the season. Rows that refer to players are
read before the players, so that a row added meanwhile never refers to an unknown player.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from clubcomp.models import (
    Attendance,
    Competition,
    Entry,
    Evening,
    Event,
    ForbiddenPair,
    Game,
    Identity,
    Rating,
    Round,
    Tempo,
    Unpaired,
)
from clubcomp.models.plans import statuses_in
from pairing.core import types
from pairing.core.unplayed import NAMED, Unplayed


def snapshot_of(competition: Competition, *, with_proposal: bool = True) -> types.Snapshot:
    """The competition now: players, calendar, and the rounds on record.

    With `with_proposal` the proposed round is included as the round to be paired: who is
    present, the boards that the leader fixed, the bye that they named.
    """
    forbidden = list(
        ForbiddenPair.objects.filter(competition=competition).values_list("one_id", "other_id")
    )
    games = _games_of(competition)
    unpaired = _unpaired_of(competition)
    attendance = _attendance_of(competition) if with_proposal else {}
    rounds = _rounds_of(competition, with_proposal)
    evenings = list(
        Evening.objects.filter(competition=competition)
        .order_by("number")
        .values_list("pk", "tempo__key", "date")
    )
    tempos = _tempos_of(competition)
    players, keys = _players_of(competition)

    def to_round(row: tuple[Any, ...]) -> types.Round:
        pk, status, paired_by, fixed, named_bye = row
        if status == Round.Status.PROPOSED:
            return round_to_pair(attendance.get(pk, ()), fixed=fixed, bye=keys.get(named_bye))
        return _round_on_record(games.get(pk, ()), unpaired.get(pk, ()), paired_by, keys)

    return types.Snapshot(
        name=competition.name,
        system=competition.system,
        tempos=tempos,
        players=players,
        evenings=tuple(
            types.Evening(
                tempo=tempo,
                rounds=tuple(to_round(row) for row in rounds.get(pk, ())),
                date=date.isoformat() if date else "",
            )
            for pk, tempo, date in evenings
        ),
        forbidden_pairs=tuple((keys[player], keys[other]) for player, other in forbidden),
        options=competition.options,
        game=competition.game,
        club=competition.club.name,
        country=competition.club.country,
    )


def whole_snapshot(competition: Competition, *, with_proposal: bool = True) -> types.Snapshot:
    """The snapshot with what only files need, not pairing. Five queries more.

    Numbers at federations, ratings on lists, federation, date of birth; and what federations
    ask about the competition.
    """
    snapshot = snapshot_of(competition, with_proposal=with_proposal)
    entered = Entry.objects.filter(competition=competition)
    people = {
        key: (player, federation, born.isoformat() if born else "")
        for key, player, federation, born in entered.values_list(
            "key", "player_id", "player__federation", "player__birth_date"
        )
    }
    readable = ForbiddenPair.objects.filter(competition=competition, members_may_read=True)
    in_competition = {"player__entries__competition": competition}
    numbers = Identity.objects.filter(**in_competition).order_by("pk")
    identities = _grouped(numbers.values_list("player_id", "issuer", "number"))
    lists = Rating.objects.filter(**in_competition).order_by("pk")
    ratings = _grouped(lists.values_list("player_id", "list", "value", "tempo", "date"))

    def with_numbers(player: types.Player) -> types.Player:
        if player.id not in people:
            return player
        key, federation, born = people[player.id]
        return replace(
            player,
            identities=tuple(types.Identity(*row) for row in identities.get(key, ())),
            ratings=tuple(
                types.ListedRating(name, value, tempo, date.isoformat() if date else "")
                for name, value, tempo, date in ratings.get(key, ())
            ),
            federation=federation,
            birth_date=born,
        )

    seeding = types.SeedingList(competition.seeding_list, competition.seeding_tempo)
    return replace(
        snapshot,
        players=tuple(map(with_numbers, snapshot.players)),
        event=event_of(competition),
        seeding=seeding if seeding.list else None,
        members_may_read=tuple(readable.order_by("pk").values_list("one__key", "other__key")),
    )


def event_of(competition: Competition) -> types.Event:
    """The competition as federations describe it. One query."""
    row = Event.objects.filter(competition=competition).first()
    if row is None:
        return types.Event()
    return types.Event(
        place=row.place,
        federation=row.federation,
        start=row.start.isoformat() if row.start else "",
        end=row.end.isoformat() if row.end else "",
        chief_arbiter=row.chief_arbiter,
        arbiters=tuple(filter(None, map(str.strip, row.arbiters.splitlines()))),
        time_control=row.time_control,
        type=row.type,
    )


def round_to_pair(
    statuses: Iterable[tuple[str, str]],
    *,
    fixed: Iterable[tuple[str, str, str] | list[str]] = (),
    bye: str | None = None,
) -> types.Round:
    """The round to be paired, from each player's status in it (`plans.statuses_in`).

    `present` are those neither on a fixed board nor with the named bye. Players without a status
    are absent with notice, and so are named nowhere.
    """
    boards = tuple(
        types.Game(board, white, black, fixed=reason)
        for board, (white, black, reason) in enumerate(fixed, start=1)
    )
    seated = {player for game in boards for player in game.players} | {bye}
    others = [(key, status) for key, status in statuses if key not in seated]
    unplayed = {key: Unplayed(status) for key, status in others if status in NAMED}
    return types.Round(
        games=boards,
        unplayed=unplayed | ({bye: Unplayed.BYE} if bye else {}),
        present=tuple(key for key, status in others if status == Attendance.Status.PRESENT),
    )


def _attendance_of(competition: Competition) -> dict[int, list[tuple[str, str]]]:
    """Each player's status in the proposed round, by round."""
    proposed = Round.objects.proposed().filter(evening__competition=competition)
    return {
        round_.pk: statuses_in(round_.evening, round_.number)
        for round_ in proposed.select_related("evening")
    }


def _games_of(competition: Competition) -> dict[int, list[tuple[Any, ...]]]:
    """The games on record in board order, by round."""
    rows = (
        Game.objects.filter(round__evening__competition=competition)
        .order_by("board")
        .values_list("round_id", "board", "white_id", "black_id", "result", "played_on", "fixed")
    )
    return _grouped(rows)


def _unpaired_of(competition: Competition) -> dict[int, list[tuple[str, int]]]:
    """The players without a game other than those absent with notice, by round."""
    rows = (
        Unpaired.objects.filter(round__evening__competition=competition)
        .order_by("pk")
        .values_list("round_id", "kind", "entry_id")
    )
    return _grouped(rows)


def _rounds_of(competition: Competition, with_proposal: bool) -> dict[int, list[tuple[Any, ...]]]:
    """The rounds in order of play, by evening."""
    rounds = Round.objects.filter(evening__competition=competition)
    if not with_proposal:
        rounds = rounds.on_record()
    rows = rounds.order_by("number").values_list(
        "evening_id", "pk", "status", "paired_by", "fixed", "named_bye_id"
    )
    return _grouped(rows)


def _grouped(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[Any]]:
    """The rows by their first column, without it."""
    groups: dict[int, list[Any]] = {}
    for key, *columns in rows:
        groups.setdefault(key, []).append(columns)
    return groups


def _round_on_record(
    games: Iterable[tuple[Any, ...]],
    unpaired: Iterable[tuple[str, int]],
    paired_by: str,
    keys: dict[int, str],
) -> types.Round:
    return types.Round(
        games=tuple(
            types.Game(
                board,
                keys[white],
                keys[black],
                types.Result.parse(result),
                played_on.isoformat() if played_on else "",
                fixed,
            )
            for board, white, black, result, played_on, fixed in games
        ),
        unplayed={keys[entry]: Unplayed(kind) for kind, entry in unpaired},
        paired_by=paired_by,
    )


def _tempos_of(competition: Competition) -> tuple[types.Tempo, ...]:
    rows = (
        Tempo.objects.filter(competition=competition)
        .order_by("pk")
        .values_list("key", "name", "games_per_evening", "last_n", "absence_limit", "weight")
    )
    return tuple(types.Tempo(*row[:-1], Fraction(row[-1])) for row in rows)


def _players_of(competition: Competition) -> tuple[tuple[types.Player, ...], dict[int, str]]:
    """The players in the order they were entered, and the key of every entry."""
    rows = list(
        Entry.objects.filter(competition=competition)
        .order_by("pk")
        .values_list(
            "pk",
            "key",
            "start",
            "player__name",
            "rating",
            "player__title",
            "player__grade",
            *_MORE.values(),
        )
    )
    players = tuple(
        types.Player(*row[1:7], **dict(zip(_MORE, row[7:], strict=True))) for row in rows
    )
    return players, {row[0]: row[1] for row in rows}


#: Fields of a player in a snapshot that are given by name, and their columns.
_MORE = {
    "birth_year": "player__birth_year",
    "sex": "player__sex",
    "club": "player__other_club",
    "joined": "joined",
    "left": "left",
    "guest": "guest",
}
