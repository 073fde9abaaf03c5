"""What does the database hold of a competition, as the value that a pairing system works on?

The only translator from rows to `Snapshot`. Whatever the size of the season it takes the same
number of queries. Whatever refers to players is read before the players are, so that reading
while another device adds something never meets a reference that it does not know.
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
from pairing.formats.document import read_document


def snapshot_of(competition: Competition, *, with_proposal: bool = True) -> types.Snapshot:
    """The competition as it stands: players, calendar, and the rounds on record.

    With `with_proposal` the round that the leader is still looking at comes along as the round
    to be paired: who is there, the boards he has fixed, the bye he has named.
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
        pk, _evening, _number, status, paired_by, fixed, named_bye = row
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
        forbidden_pairs=tuple((keys[one], keys[other]) for one, other in forbidden),
        options=competition.options,
        game=competition.game,
        club=competition.club.name,
        country=competition.club.country,
    )


def whole_snapshot(competition: Competition, *, with_proposal: bool = True) -> types.Snapshot:
    """The competition with what no pairing asks and files say: who its players are elsewhere.

    Numbers at federations, ratings on lists, federation, date of birth; and what federations
    ask about the competition. Five queries more.
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
    mine = {"player__entries__competition": competition}
    numbers = Identity.objects.filter(**mine).order_by("pk")
    identities = _grouped(
        numbers.values_list("player_id", "issuer", "number"),
        lambda row: (row[0], types.Identity(*row[1:])),
    )
    lists = Rating.objects.filter(**mine).order_by("pk")
    ratings = _grouped(
        lists.values_list("player_id", "list", "value", "tempo", "date"),
        lambda row: (
            row[0],
            types.ListedRating(*row[1:4], date=row[4].isoformat() if row[4] else ""),
        ),
    )

    def known(player: types.Player) -> types.Player:
        if player.id not in people:
            return player
        key, federation, born = people[player.id]
        return replace(
            player,
            identities=tuple(identities.get(key, ())),
            ratings=tuple(ratings.get(key, ())),
            federation=federation,
            birth_date=born,
        )

    seeding = types.SeedingList(competition.seeding_list, competition.seeding_tempo)
    return replace(
        snapshot,
        players=tuple(map(known, snapshot.players)),
        event=event_of(competition),
        seeding=seeding if seeding.list else None,
        members_may_read=tuple(readable.order_by("pk").values_list("one__key", "other__key")),
    )


def event_of(competition: Competition) -> types.Event:
    """What was said of the competition for federations. One query."""
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


def round_snapshot(round_: Round) -> types.Snapshot:
    """What a round was paired from, as it was stored with it; only for a round paired here."""
    return read_document(round_.paired_from.encode())


def round_to_pair(
    statuses: Iterable[tuple[str, str]],
    *,
    fixed: Iterable[tuple[str, str, str] | list[str]] = (),
    bye: str | None = None,
) -> types.Round:
    """The round to be paired, from what each player is in it (`plans.statuses_in`).

    Who is present and neither on a fixed board nor the named bye stands in `present`; who is
    not marked is absent with notice, and so is named nowhere.
    """
    boards = tuple(
        types.Game(board, white, black, fixed=reason)
        for board, (white, black, reason) in enumerate(fixed, start=1)
    )
    placed = {player for game in boards for player in (game.white, game.black)} | {bye}
    there: dict[str, list[str]] = {status: [] for status in Attendance.Status.values}
    for key, status in statuses:
        if key not in placed:
            there[status].append(key)
    return types.Round(
        games=boards,
        bye=bye,
        present=tuple(there[Attendance.Status.PRESENT]),
        external=tuple(there[Attendance.Status.EXTERNAL]),
        no_notice=tuple(there[Attendance.Status.NO_NOTICE]),
        exempt=tuple(there[Attendance.Status.EXEMPT]),
        half_point_byes=tuple(there[Attendance.Status.HALF_POINT_BYE]),
        full_point_byes=tuple(there[Attendance.Status.FULL_POINT_BYE]),
    )


def _attendance_of(competition: Competition) -> dict[int, list[tuple[str, str]]]:
    """What each player is in the round that is proposed, by round."""
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
    return _grouped(rows, lambda row: (row[0], row[1:]))


def _unpaired_of(competition: Competition) -> dict[int, list[tuple[str, int]]]:
    """Who does not play and is not merely absent, by round."""
    rows = (
        Unpaired.objects.filter(round__evening__competition=competition)
        .order_by("pk")
        .values_list("round_id", "kind", "entry_id")
    )
    return _grouped(rows, lambda row: (row[0], row[1:]))


def _rounds_of(competition: Competition, with_proposal: bool) -> dict[int, list[tuple[Any, ...]]]:
    """The rounds in order of play, by evening."""
    rounds = Round.objects.filter(evening__competition=competition)
    if not with_proposal:
        rounds = rounds.on_record()
    rows = rounds.order_by("number").values_list(
        "pk", "evening_id", "number", "status", "paired_by", "fixed", "named_bye_id"
    )
    return _grouped(rows, lambda row: (row[1], row))


def _grouped(rows: Iterable[tuple[Any, ...]], split: Any) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = {}
    for row in rows:
        group, rest = split(row)
        groups.setdefault(group, []).append(rest)
    return groups


def _round_on_record(
    games: Iterable[tuple[Any, ...]],
    unpaired: Iterable[tuple[str, int]],
    paired_by: str,
    keys: dict[int, str],
) -> types.Round:
    kinds: dict[str, list[str]] = {kind: [] for kind in Unpaired.Kind.values}
    for kind, entry in unpaired:
        kinds[kind].append(keys[entry])
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
        bye=next(iter(kinds[Unpaired.Kind.BYE]), None),
        half_point_byes=tuple(kinds[Unpaired.Kind.HALF_POINT_BYE]),
        full_point_byes=tuple(kinds[Unpaired.Kind.FULL_POINT_BYE]),
        external=tuple(kinds[Unpaired.Kind.EXTERNAL]),
        no_notice=tuple(kinds[Unpaired.Kind.NO_NOTICE]),
        exempt=tuple(kinds[Unpaired.Kind.EXEMPT]),
        paired_by=paired_by,
    )


def _tempos_of(competition: Competition) -> tuple[types.Tempo, ...]:
    rows = (
        Tempo.objects.filter(competition=competition)
        .order_by("pk")
        .values_list("key", "name", "games_per_evening", "last_n", "absence_limit", "weight")
    )
    return tuple(types.Tempo(*numbers, weight=Fraction(weight)) for *numbers, weight in rows)


def _players_of(
    competition: Competition,
) -> tuple[tuple[types.Player, ...], dict[int, str]]:
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
            "player__birth_year",
            "player__sex",
            "player__other_club",
            "joined",
            "left",
            "guest",
        )
    )
    names = ("birth_year", "sex", "club", "joined", "left", "guest")
    players = tuple(
        types.Player(*row[1:7], **dict(zip(names, row[7:], strict=True))) for row in rows
    )
    return players, {row[0]: row[1] for row in rows}
