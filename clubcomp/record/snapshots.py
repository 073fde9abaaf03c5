"""How do the rows of a competition become the `Snapshot` that a pairing system works on?"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.core.cache import cache

from clubcomp.inside_django.rows import Rows
from clubcomp.models import (
    Attendance,
    Competition,
    Entry,
    Evening,
    Event,
    ForbiddenPair,
    Game,
    GivenPoints,
    Identity,
    Rating,
    Round,
    Tempo,
    Unpaired,
)
from clubcomp.models.plans import Plan, statuses_in
from clubcomp.models.unplayed import OWN, key_of
from pairing.core import beside_games, federations, types
from pairing.core.unplayed import NAMED, Unplayed


def snapshot_of(competition: Competition, *, with_proposal: bool = True) -> types.Snapshot:
    """The competition now: players, calendar, and the rounds on record.

    With `with_proposal` the proposed round is included as the round to be paired: who is
    present, the boards that the leader fixed, the byes that they named.
    """
    rows = Rows(competition)
    snapshot = snapshot_from(rows, competition)
    for round_ in rows.proposed(competition) if with_proposal else ():
        snapshot = with_proposed(snapshot, rows, round_)
    return snapshot


def with_proposed(
    snapshot: types.Snapshot, rows: Rows, round_: Round, plans: Mapping[int, Plan] | None = None
) -> types.Snapshot:
    """The competition with a proposal, stored or not, as the round to be paired.

    `rows` are those of the snapshot, `plans` those of the round's evening: without them one query.
    """
    evening = round_.evening
    statuses = statuses_in(evening, round_.number, rows.entries, plans)
    snapshot = as_on(snapshot, evening.competition, evening.number)
    made = round_to_pair(statuses, fixed=round_.fixed, byes=round_.named_byes)
    made = replace(made, drawn=tuple(round_.drawn), away_results=dict(round_.elsewhere))
    last = len(snapshot.evenings[evening.number - 1].rounds)
    return snapshot.with_round(evening.number, last + 1, made)


def as_on(snapshot: types.Snapshot, competition: Competition, evening: int) -> types.Snapshot:
    """The snapshot under the options that hold on an evening, by its number."""
    options = competition.options_on(evening)
    return snapshot if options == snapshot.options else replace(snapshot, options=options)


def recorded_under(evening: Evening) -> types.Snapshot:
    """The rounds on record, under the options that hold on an evening."""
    competition = evening.competition
    return as_on(snapshot_of(competition, with_proposal=False), competition, evening.number)


def snapshot_from(rows: Rows, competition: Competition) -> types.Snapshot:
    """The competition with its rounds on record, from its rows."""
    keys = {pk: entry.key for pk, entry in rows.entries.items()}
    games = _grouped(
        rows.values(
            Game, "round_id", "board", "white_id", "black_id", "result", "played_on", "fixed"
        )
    )
    unpaired = _grouped(rows.values(Unpaired, "round_id", "kind", "entry_id", "result"))
    rounds: dict[int, list[types.Round]] = defaultdict(list)
    recorded = _recorded_before(competition, keys)
    for evening, pk, status, paired_by, drawn in rows.values(
        Round, "evening_id", "id", "status", "paired_by", "drawn"
    ):
        if status == Round.Status.PROPOSED:
            continue
        read = (games.get(pk, ()), unpaired.get(pk, ()), paired_by, drawn)
        known, made = recorded.get(pk, (None, None))
        if known != read:
            made = _round_on_record(*read, keys)
            recorded[pk] = read, made
        rounds[evening].append(made)
    tempos = rows.values(
        Tempo, "key", "name", "games_per_evening", "last_n", "absence_limit", "weight"
    )
    return types.Snapshot(
        name=competition.name,
        system=competition.system,
        tempos=tuple(
            types.Tempo(key, name, games, last_n, limit, Fraction(weight))
            for key, name, games, last_n, limit, weight in tempos
        ),
        players=tuple(map(_player, rows.entries.values())),
        evenings=tuple(
            types.Evening(
                tempo=rows.tempos[tempo].key, rounds=tuple(rounds.get(pk, ())), date=date or ""
            )
            for pk, tempo, date in rows.values(Evening, "id", "tempo_id", "date")
        ),
        **_kept_apart(rows, keys, sum(map(len, rounds.values())) + 1, competition),
        options=competition.options,
        ties=competition.ties,
        game=competition.game,
        club=competition.club.name,
        country=competition.club.country,
        extra=_extra(rows, keys),
    )


def _extra(rows: Rows, keys: dict[int, str]) -> tuple[beside_games.Extra, ...]:
    """The points given by hand."""
    numbers = dict(rows.values(Evening, "id", "number"))
    return tuple(
        beside_games.Extra(keys[entry], numbers[evening], Fraction(points), reason)
        for evening, entry, points, reason in rows.values(
            GivenPoints, "evening_id", "entry_id", "points", "reason"
        )
    )


def _kept_apart(
    rows: Rows, keys: Mapping[int, str], number: int, competition: Competition
) -> dict[str, Any]:
    """The pairs that may not meet in round `number`, and those that meet only if unavoidable.

    Where the schedule is fixed both are forbidden: the lots keep them apart, as far as they can.
    """
    forbidden, avoided = dict[tuple[str, str], None](), dict[tuple[str, str], None]()
    for first, second, until, if_possible in rows.values(
        ForbiddenPair, "one_id", "other_id", "until_round", "if_possible"
    ):
        if until is None or number <= until:
            is_hard = not if_possible or competition.abilities.schedule_is_fixed
            (forbidden if is_hard else avoided)[keys[first], keys[second]] = None
    return {
        "forbidden_pairs": tuple(forbidden),
        "apart": tuple(pair for pair in avoided if pair not in forbidden),
    }


def _recorded_before(competition: Competition, keys: dict[int, str]) -> dict[int, Any]:
    """The rows of each round with the round made of them, kept while players have these keys.

    After a result the rows of one round differ from those read before, and only it is made again.
    """
    name = f"recorded:{competition.pk}"
    recorded: dict[int, Any]
    known, recorded = cache.get(name, (None, {}))
    if known != keys:
        recorded = {}
        cache.set(name, (keys, recorded))
    return recorded


def _player(entry: Entry) -> types.Player:
    player = entry.player
    return types.Player(
        entry.key,
        entry.start,
        player.name,
        entry.rating,
        player.title,
        player.grade,
        birth_year=player.birth_year,
        sex=player.sex,
        club=player.other_club,
        joined=entry.joined,
        left=entry.left,
        guest=entry.guest,
        group=entry.group,
        moves=tuple(beside_games.GroupMove(*move) for move in entry.moves),
        start_points=_start_points(*entry.start_points) if entry.start_points else None,
    )


def _start_points(points: str, until: int | None) -> beside_games.StartPoints:
    return beside_games.StartPoints(Fraction(points), until)


def whole_snapshot(
    competition: Competition, *, with_proposal: bool = True, for_federation: bool = False
) -> types.Snapshot:
    """The snapshot with what only files need, not pairing. Five queries more.

    Numbers at federations, ratings on lists, federation, date of birth; and what federations
    ask about the competition. Numbers that a state gives people only `for_federation`.
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
    identities = _grouped(
        row
        for row in numbers.values_list("player_id", "issuer", "number")
        if for_federation or not federations.is_of_the_state(*row[1:])
    )
    lists = Rating.objects.filter(**in_competition).order_by("pk")
    ratings = _grouped(lists.values_list("player_id", "list", "value", "tempo", "date"))

    def with_numbers(player: types.Player) -> types.Player:
        if player.id not in people:
            return player
        key, federation, born = people[player.id]
        return replace(
            player,
            identities=tuple(federations.Identity(*row) for row in identities.get(key, ())),
            ratings=tuple(
                federations.ListedRating(name, value, tempo, date.isoformat() if date else "")
                for name, value, tempo, date in ratings.get(key, ())
            ),
            federation=federation,
            birth_date=born,
        )

    seeding = federations.SeedingList(competition.seeding_list, competition.seeding_tempo)
    return replace(
        snapshot,
        options=competition.options,
        players=tuple(map(with_numbers, snapshot.players)),
        event=event_of(competition),
        seeding=seeding if seeding.list else None,
        by_fide_rules=competition.by_fide_rules,
        members_may_read=tuple(readable.order_by("pk").values_list("one__key", "other__key")),
    )


def event_of(competition: Competition) -> federations.Event:
    """The competition as federations describe it. One query."""
    row = Event.objects.filter(competition=competition).first()
    if row is None:
        return federations.Event()
    return federations.Event(
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
    byes: Iterable[str] = (),
) -> types.Round:
    """The round to be paired, from each player's status in it (`plans.statuses_in`).

    `present` are the players there without a fixed board or a named bye. Players without a status
    are absent with notice, so the round does not name them.
    """
    boards = tuple(
        types.Game(board, white, black, fixed=reason)
        for board, (white, black, reason) in enumerate(fixed, start=1)
    )
    seated = {player for game in boards for player in game.players}.union(byes)
    to_pair = [(key, status) for key, status in statuses if key not in seated]
    unplayed = {key: Unplayed(status) for key, status in to_pair if status in NAMED}
    return types.Round(
        games=boards,
        unplayed=unplayed | dict.fromkeys(byes, Unplayed.BYE),
        away={key: key_of(status) for key, status in to_pair if status.startswith(OWN)},
        present=tuple(key for key, status in to_pair if status == Attendance.Status.PRESENT),
    )


def _grouped(rows: Iterable[Sequence[Any]]) -> dict[int, list[Any]]:
    """The rows by their first column, without it."""
    groups: dict[int, list[Any]] = defaultdict(list)
    for key, *columns in rows:
        groups[key].append(columns)
    return groups


def _round_on_record(
    games: Iterable[tuple[Any, ...]],
    unpaired: Sequence[tuple[str, int, str]],
    paired_by: str,
    drawn: list[str],
    keys: dict[int, str],
) -> types.Round:
    return types.Round(
        games=tuple(
            types.Game(
                board, keys[white], keys[black], types.Result.parse(result), played_on or "", fixed
            )
            for board, white, black, result, played_on, fixed in games
        ),
        unplayed={keys[entry]: Unplayed(kind) for kind, entry, _ in unpaired if kind in NAMED},
        away={keys[entry]: key_of(kind) for kind, entry, _ in unpaired if kind.startswith(OWN)},
        away_results={keys[entry]: result for _, entry, result in unpaired if result},
        drawn=tuple(drawn),
        paired_by=paired_by,
    )
