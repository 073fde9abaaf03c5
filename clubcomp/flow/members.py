"""Who is a member of the club?"""

import hashlib
import re
from collections.abc import Container, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Count, F, Max
from django.utils.translation import gettext as _

from clubcomp.flow.competitions import add_entries
from clubcomp.flow.errors import StepError
from clubcomp.flow.given import check_lengths
from clubcomp.flow.identities import (
    Listed,
    Number,
    set_numbers,
    set_ratings,
)
from clubcomp.flow.namesakes import tell_apart
from clubcomp.flow.pasted_list import FACTS, PastedLine, PastedList
from clubcomp.flow.pasting import (
    MOST_LINES,
    doubt_about,
    read_pasted,
)
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, Competition, Entry, Player, User

__all__ = [
    "MOST_LINES",
    "PastedLine",
    "PastedList",
    "add_member",
    "add_members",
    "change_member",
    "list_mark",
    "member_mark",
    "read_pasted",
    "remove_member",
]

#: What is known of a player, in the order the trail writes it.
FIELDS = (
    "name",
    "rating",
    "title",
    "grade",
    "federation",
    "email",
    "birth_date",
    "birth_year",
    "sex",
    "other_club",
    "is_member",
    "is_occasional",
)


@all_or_nothing
def add_member(
    club: Club,
    *,
    name: str,
    identities: Iterable[Number] = (),
    ratings: Iterable[Listed] = (),
    by: User | None,
    **values: Any,
) -> Player:
    """A new player of the club; `values` are other fields of `Player`."""
    with club_held(club) as now:
        namesakes = now.players.filter(name=name.strip())
        others = [_as_json(one) for one in namesakes.prefetch_related("identities", "ratings")]
        player = _checked(Player(club=now), name=name, **values)
        player.save()
        set_numbers(player, identities)
        set_ratings(player, ratings)
        if _as_json(player) in others:
            raise StepError(
                _(
                    "%(player)s is in the list already, with the same data. If this is another"
                    " person, say by what: a rating, a number or a year of birth."
                )
                % {"player": player}
            )
        tell_apart(now, player)
        write_trail(now, "add_member", by=by, facts={"player": str(player)}, after=_as_json(player))
    return player


@all_or_nothing
def change_member(
    player: Player,
    *,
    identities: Iterable[Number] | None = None,
    ratings: Iterable[Listed] | None = None,
    seen: str = "",
    by: User | None,
    **values: Any,
) -> Player:
    """Other facts about a player; a competition goes on with the rating that it has.

    `identities` and `ratings` are all that there are from now on; not given, they stay. `seen` is
    the mark of what the page showed: it is refused when that is no longer so.
    """
    with club_held(player.club) as club:
        now = _player_now(club, player)
        if seen and seen != member_mark(now):
            raise StepError(
                _("%(player)s was changed meanwhile. Open the page again to see how.")
                % {"player": now}
            )
        before = _as_json(now)
        _checked(now, **values)
        if identities is not None:
            set_numbers(now, identities)
        if ratings is not None:
            set_ratings(now, ratings)
        after = _as_json(now)
        if after != before:
            # First the competitions and then the player, the order in which steps lock.
            mine = Competition.objects.filter(entries__player=now)
            mine.update(version=F("version") + 1)
            now.save()
            tell_apart(club, now)
            changed = [name for name in after if after[name] != before[name]]
            write_trail(
                club,
                "change_member",
                by=by,
                facts={"player": str(now)},
                before={name: before[name] for name in changed},
                after={name: after[name] for name in changed},
            )
    return now


@all_or_nothing
def remove_member(player: Player, *, by: User | None) -> None:
    """A player who is in no competition; else he stays, as somebody who is no member."""
    with club_held(player.club) as club:
        now = _player_now(club, player)
        entry = Entry.objects.filter(player=now).select_related("competition").first()
        if entry:
            raise StepError(
                _(
                    "%(player)s plays in “%(competition)s” and cannot be removed. Leave that"
                    " competition first, or note that this player is no longer a member."
                )
                % {"player": now, "competition": entry.competition}
            )
        before = _as_json(now)
        now.delete()
        tell_apart(club)
        write_trail(club, "remove_member", by=by, facts={"player": str(now)}, before=before)


def member_mark(player: Player) -> str:
    """What is another one when something about the player is."""
    return hashlib.sha256(repr(_as_json(player)).encode()).hexdigest()[:16]


def list_mark(club: Club) -> str:
    """What is another one when a player came or went: a page with doubts sends it back."""
    known = club.players.aggregate(count=Count("pk"), last=Max("pk"))
    return f"{known['count']}-{known['last'] or 0}"


@all_or_nothing
def add_members(
    club: Club,
    lines: Iterable[PastedLine],
    *,
    confirmed: Container[int] = (),
    seen: str = "",
    competition: Competition | None = None,
    by: User | None,
) -> list[Player]:
    """The members of a pasted list, all of them or none; they enter the `competition` as well.

    A line with a doubt is only added when its number is in `confirmed`: the doubts are looked
    at again here, and that answer counts only for the list of players that was `seen`, so that
    a second press of the button does not double the club.
    """
    with club_held(club) as now:
        known = list(now.players.all())
        is_as_seen = not seen or seen == list_mark(now)
        players = []
        for line in lines:
            if line.problem:
                raise StepError(
                    _("Line %(number)s: %(problem)s")
                    % {"number": line.number, "problem": line.problem}
                )
            doubt = doubt_about(line.name, known)
            if doubt and not (is_as_seen and line.number in confirmed):
                raise StepError(
                    _("Line %(number)s: %(problem)s") % {"number": line.number, "problem": doubt}
                )
            player = _checked(
                Player(club=now),
                name=line.name,
                **{fact: getattr(line, fact) for fact in FACTS},
            )
            player.save()
            set_numbers(player, line.identities)
            players.append(player)
            known.append(player)
        if players:
            tell_apart(now, *players)
            names = [str(player) for player in players]
            write_trail(
                now, "add_members", by=by, facts={"count": len(names)}, after={"players": names}
            )
        if competition:
            add_entries(competition, players, by=by)
    return players


def _player_now(club: Club, player: Player) -> Player:
    now = club.players.filter(pk=player.pk).first()
    if now is None:
        raise StepError(_("This player is no longer a player of the club."))
    return now


def _checked(player: Player, **values: Any) -> Player:
    """The player with these values, which have to be possible."""
    for name, value in values.items():
        if name not in FIELDS:
            raise TypeError(f"a player has no {name}")
        setattr(player, name, value.strip() if isinstance(value, str) else value)
    if not player.name:
        raise StepError(_("A player needs a name."))
    check_lengths(player)
    if player.rating is not None and not 0 <= player.rating <= 4000:
        raise StepError(_("A rating lies between 0 and 4000."))
    if player.birth_date:
        player.birth_year = player.birth_date.year
    if player.federation and not re.fullmatch("[A-Z]{3}", player.federation):
        raise StepError(_("A federation is three capital letters: NED, TUR."))
    if player.email:
        try:
            validate_email(player.email)
        except ValidationError as error:
            raise StepError(
                _("“%(email)s” is not an e-mail address.") % {"email": player.email}
            ) from error
    return player


def _as_json(player: Player) -> dict[str, Any]:
    """What the trail keeps of a stored player."""
    known = {name: getattr(player, name) for name in FIELDS}
    if player.birth_date:
        known["birth_date"] = player.birth_date.isoformat()
    known["identities"] = [str(one) for one in player.identities.all()]
    return known | {"ratings": [str(one) for one in player.ratings.all()]}
