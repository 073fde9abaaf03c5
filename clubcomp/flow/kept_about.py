"""All data about one person, as JSON, for that person."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q

from clubcomp.models import (
    Attendance,
    CategoryPlayer,
    Claim,
    ForbiddenPair,
    Game,
    GameAhead,
    GameAttendance,
    Habit,
    Membership,
    Message,
    Player,
    Prize,
    TrailEntry,
    Unpaired,
)

#: Writes dates and times.
ENCODER = DjangoJSONEncoder
#: Columns that say nothing about the person.
OURS = ("id", "club", "sort_key", "user", "player", "password")


def kept_about(player: Player) -> dict[str, Any]:
    """Everything that names the player or belongs to them; it names others as the log does."""
    name = str(player)
    games = Game.objects.filter(Q(white__player=player) | Q(black__player=player))
    games = games.select_related("round__evening__competition", "white__player", "black__player")
    membership = Membership.objects.filter(player=player).select_related("user").first()
    pairs = ForbiddenPair.objects.filter(Q(one__player=player) | Q(other__player=player))
    lines = TrailEntry.objects.filter(club=player.club_id).order_by("pk")
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
        "categories": [
            str(row.category)
            for row in CategoryPlayer.objects.filter(entry__player=player).select_related(
                "category"
            )
        ],
        "prizes": [str(row) for row in Prize.objects.filter(winner__player=player)],
        "habits": [str(row.tempo) for row in Habit.objects.filter(entry__player=player)],
        "attendance": [
            {"evening": str(row.evening), **_columns(row)}
            for row in Attendance.objects.filter(entry__player=player).select_related(
                "evening__competition"
            )
        ],
        "attendance_in_games": [
            {"evening": str(row.evening), **_columns(row)}
            for row in GameAttendance.objects.filter(entry__player=player).select_related(
                "evening__competition"
            )
        ],
        "games": [
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
        ],
        "entered_results": [
            {"game": str(row.game), **_columns(row)}
            for row in Claim.objects.filter(entry__player=player).select_related(
                "game__white__player", "game__black__player"
            )
        ],
        "played_ahead": [
            {"evening": str(row.evening), "white": str(row.white), "black": str(row.black)}
            | {"result": row.result, "played_on": row.played_on, "reason": row.reason}
            for row in GameAhead.objects.filter(
                Q(white__player=player) | Q(black__player=player)
            ).select_related("evening__competition", "white__player", "black__player")
        ],
        "not_paired": [
            {"evening": str(row.round.evening), "game": row.round.number, "kind": row.kind}
            for row in Unpaired.objects.filter(entry__player=player).select_related(
                "round__evening__competition"
            )
        ],
        "never_paired": [_columns(row) for row in pairs],
        "log": [
            {
                "at": line.at,
                "by": line.by_name,
                "action": line.action,
                "facts": line.facts,
                "before": line.before,
                "after": line.after,
                "reason": line.reason,
            }
            for line in lines
            if _names(line, player, name)
        ],
    }


def _account(membership: Membership) -> dict[str, Any]:
    """The account: how it signs in, where it is signed in, and which evenings it leads or led."""
    account = membership.user
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
        "messages": [
            {
                "kind": row.kind,
                "address": row.address,
                "made_at": row.made_at,
                "sent_at": row.sent_at,
            }
            for row in Message.objects.filter(user=account).order_by("pk")
        ],
    }


def _names(line: TrailEntry, player: Player, name: str) -> bool:
    text = repr((line.by_name, line.facts, line.before, line.after, line.reason))
    return line.by_player_id == player.pk or name in text or player.name in text


def _columns(row: Model) -> dict[str, Any]:
    return {
        field.name: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if field.name not in OURS
    }
