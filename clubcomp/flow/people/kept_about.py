"""All data about one person, as JSON, for that person."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from clubcomp.models import (
    Attendance,
    CategoryPlayer,
    Claim,
    Consent,
    ForbiddenPair,
    Game,
    GameAhead,
    GameAttendance,
    GivenPoints,
    Habit,
    Membership,
    Message,
    Player,
    Prize,
    TrailEntry,
    Unpaired,
)
from clubcomp.models.rounds import GameQuerySet

#: Writes dates and times.
ENCODER = DjangoJSONEncoder
#: Columns that say nothing about the person.
OURS = ("id", "club", "sort_key", "user", "player", "password")


def kept_about(player: Player) -> dict[str, Any]:
    """Everything that names the player or belongs to them; other people are named as in the log."""
    by_player = Q(white__player=player) | Q(black__player=player)
    with_names = ("evening__competition", "white__player", "black__player")
    membership = Membership.objects.filter(player=player).select_related("user").first()
    pairs = ForbiddenPair.objects.filter(Q(one__player=player) | Q(other__player=player))
    return {
        "player": _columns(player),
        "numbers": [str(row) for row in player.identities.all()],
        "ratings": [str(row) for row in player.ratings.all()],
        "holidays": [_columns(row) for row in player.away.all()],
        "account": _account(membership) if membership else None,
        "wishes": [_columns(row) for row in player.wishes.all()],
        "devices": [_columns(row) for row in player.devices.all()],
        "messages": [_columns(row) for row in Message.objects.filter(player=player)],
        "competitions": [
            {"competition": str(entry.competition), **_columns(entry)}
            for entry in player.entries.select_related("competition")
        ],
        "categories": [str(row.category) for row in _rows(CategoryPlayer, player, "category")],
        "prizes": [str(row) for row in Prize.objects.filter(winner__player=player)],
        "habits": [
            {"tempo": str(row.tempo), **_columns(row)} for row in _rows(Habit, player, "tempo")
        ],
        "attendance": [
            {"evening": str(row.evening), **_columns(row)}
            for row in _rows(Attendance, player, "evening__competition")
        ],
        "attendance_in_games": [
            {"evening": str(row.evening), **_columns(row)}
            for row in _rows(GameAttendance, player, "evening__competition")
        ],
        "games": _games(Game.objects.filter(by_player)),
        "entered_results": [
            {"game": str(row.game), **_columns(row)}
            for row in _rows(Claim, player, "game__white__player", "game__black__player")
        ],
        "consents": [
            {"game": str(row.game or ""), **_columns(row)}
            for row in Consent.objects.filter(player=player)
            .select_related(
                "game__white__player", "game__black__player", "game__round__evening__competition"
            )
            .defer("game__round__paired_from")
        ],
        "played_ahead": [
            {"evening": str(row.evening), "white": str(row.white), "black": str(row.black)}
            | {"result": row.result, "played_on": row.played_on, "reason": row.reason}
            for row in GameAhead.objects.filter(by_player).select_related(*with_names)
        ],
        "not_paired": [
            {"evening": str(row.round.evening), "game": row.round.number}
            | {"kind": _kind(row), "result_elsewhere": row.result}
            for row in _rows(Unpaired, player, "round__evening__competition").defer(
                "round__paired_from"
            )
        ],
        "given_points": [
            {"evening": str(row.evening), "points": row.points, "reason": row.reason}
            for row in _rows(GivenPoints, player, "evening__competition")
        ],
        "never_paired": [_columns(row) for row in pairs],
        "log": _log(player),
    }


def _rows(model: Any, player: Player, *related: str) -> QuerySet[Any]:
    """The rows of a table about the player's entries, with their `related` rows."""
    rows: QuerySet[Any] = model.objects.filter(entry__player=player).select_related(*related)
    return rows


def _games(games: GameQuerySet) -> list[dict[str, Any]]:
    """The games of the player, by names."""
    games = games.with_round().select_related(
        "round__evening__competition", "white__player", "black__player"
    )
    return [
        {
            "competition": str(game.round.evening.competition),
            "evening": game.round.evening.date or game.round.evening.number,
            "game": game.round.number,
            "board": game.board,
            "white": str(game.white),
            "black": str(game.black),
            "result": game.result,
        }
        for game in games.order_by("pk")
    ]


def _account(membership: Membership) -> dict[str, Any]:
    """The account: how it signs in, where it is signed in, and which evenings it leads or led."""
    account = membership.user
    account_messages = Message.objects.filter(user=account).order_by("pk")
    return {
        "name": account.name,
        "email": account.email,
        "role": membership.role,
        "since": account.date_joined,
        "signed_in_at": account.last_login,
        "browsers": [
            {name: data[name] for name in ("browser", "since", "used") if name in data}
            for data in (SessionStore().decode(row.session_data) for row in account.sessions.all())
        ],
        "second_factors": [
            {"kind": row.kind, "name": row.name, "made_at": row.made_at, "used_at": row.used_at}
            for row in account.second_factors.all()
        ],
        "recovery_codes_left": account.recovery_codes.count(),
        "deputy_for": [
            {"evening": str(row.evening), **_columns(row)}
            for row in account.deputy_for.filter(
                evening__competition__club=membership.club_id
            ).select_related("evening__competition")
        ],
        # Not their contents: a leader who fetches the file must not read a link to sign in.
        "messages": list(account_messages.values("kind", "address", "made_at", "sent_at")),
    }


def _log(player: Player) -> list[dict[str, Any]]:
    """The lines of the club's log that name the player or are by them."""
    name = str(player)
    facts = ("action", "facts", "before", "after", "reason")
    return [
        {"at": line.at, "by": line.by_name}
        | {field: _of_oneself(line, getattr(line, field), name) for field in facts}
        for line in TrailEntry.objects.filter(club=player.club_id).order_by("pk")
        if _names(line, player, name)
    ]


def _of_oneself(line: TrailEntry, value: Any, name: str) -> Any:
    """The value of a line; of a line about several who are away only the player's part, since it is
    not theirs to know why others are."""
    names = line.facts.get("players")
    if not (line.says_why_absent and isinstance(names, list) and isinstance(value, dict)):
        return value
    own = {key: part for key, part in value.items() if key == name or key not in names}
    return own | ({"players": [name]} if "players" in own else {})


def _names(line: TrailEntry, player: Player, name: str) -> bool:
    text = repr((line.by_name, line.facts, line.before, line.after, line.reason))
    return line.by_player_id == player.pk or name in text or player.name in text


def _kind(row: Unpaired) -> str:
    """How the player was without a game, by the name that the club has for it."""
    competition = row.round.evening.competition
    return competition.kind_names.get(row.kind, row.kind)


def _columns(row: Model) -> dict[str, Any]:
    return {
        field.name: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in OURS
    }
