"""The members of the club: adding, changing and removing them."""

import hashlib
from collections.abc import Container, Iterable
from typing import Any

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.checks import check_email, check_rating, check_row, check_texts
from clubcomp.flow.competitions.entries import add_entries
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.pasted_list import FACTS, PastedLine
from clubcomp.flow.people.identities import (
    ListedRating,
    Number,
    set_numbers,
    set_ratings,
    update_suffixes,
)
from clubcomp.flow.people.who_is import players_known
from clubcomp.flow.rows_now import player_now
from clubcomp.flow.step import all_or_nothing, club_held, raise_versions, write_trail
from clubcomp.models import Club, Competition, Doer, Entry, Evening, Player, User
from pairing.core.titles import official

#: The facts about a player, in the order in which the trail writes them.
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
    "shown_as",
)


@all_or_nothing
def add_member(
    club: Club,
    *,
    name: str,
    identities: Iterable[Number] = (),
    ratings: Iterable[ListedRating] = (),
    competition: Competition | None = None,
    evening: Evening | None = None,
    by: User | None,
    **values: Any,
) -> Player:
    """A new player of the club, who enters the `competition` and is present on its `evening`.

    `values` are fields of `Player`.
    """
    with club_held(club) as now:
        namesakes = now.players.filter(name=name.strip())
        existing = [*map(_as_json, namesakes.prefetch_related("identities", "ratings"))]
        player = _checked(Player(club=now), name=name, **values)
        player.save()
        set_numbers(player, identities)
        set_ratings(player, ratings)
        if _as_json(player) in existing:
            words = _(
                "%(player)s is in the list already, with the same data. If this is another"
                " person, say by what: a rating, a number or a year of birth."
            )
            raise StepError(words, player=player)
        update_suffixes(now, player)
        write_trail(now, "add_member", by=by, facts={"player": str(player)}, after=_as_json(player))
        if competition:
            [entry] = add_entries(competition, [player], by=by)
            if evening:
                mark_present(evening, entry, present=True, by=by)
    return player


@all_or_nothing
def change_member(
    player: Player,
    *,
    identities: Iterable[Number] | None = None,
    ratings: Iterable[ListedRating] | None = None,
    seen: str = "",
    by: Doer,
    **values: Any,
) -> Player:
    """Change the facts about a player; competitions keep the ratings that they have.

    `identities` and `ratings` replace the present ones; None keeps them. `seen` is the digest of
    what the page showed: StepError when the player has changed since.
    """
    with club_held(player.club) as club:
        now = player_now(club, player)
        if seen and seen != member_digest(now):
            words = _("%(player)s was changed meanwhile. Open the page again to see how.")
            raise StepError(words, player=now)
        before = _as_json(now)
        _checked(now, **values)
        if identities is not None:
            set_numbers(now, identities)
        if ratings is not None:
            set_ratings(now, ratings)
        after = _as_json(now)
        if changed := [name for name in after if after[name] != before[name]]:
            raise_versions([now])
            now.save()
            update_suffixes(club, now)
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
    """Remove a player who is in no competition."""
    with club_held(player.club) as club:
        now = player_now(club, player)
        # It locks competitions, so it comes before the player's row, for which an entry waits.
        update_suffixes(club, without=now)
        entry = Entry.objects.filter(player=now).select_related("competition").first()
        if entry:
            words = _(
                "%(player)s plays in “%(competition)s” and cannot be removed. Leave that"
                " competition first, or note that this player is no longer a member."
            )
            raise StepError(words, player=now, competition=entry.competition)
        before = _as_json(now)
        now.delete()
        write_trail(club, "remove_member", by=by, facts={"player": str(now)}, before=before)


def member_digest(player: Player) -> str:
    """A digest of the facts about the player, to notice changes."""
    return hashlib.sha256(repr(_as_json(player)).encode()).hexdigest()[:16]


def members_digest(club: Club) -> str:
    """A digest of the list of players; a page with questions sends it back."""
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
    again: Iterable[Player] = (),
    are_guests: bool = False,
    by: User | None,
) -> list[Player]:
    """The members of a pasted list, all of them or none; they enter the `competition` as well.

    `again` are players of the club who enter it with them. `are_guests`: the new players are no
    members. A line with a doubt is only added when its number is in `confirmed`. The doubts are
    worked out again here, and an answer counts only for the list of players that was `seen`, so
    that submitting the form twice adds nobody twice.
    """
    with club_held(club) as now:
        known = players_known(now)
        is_as_seen = not seen or seen == members_digest(now)
        players = []
        for line in lines:
            is_confirmed = is_as_seen and line.number in confirmed
            problem = line.problem or ("" if is_confirmed else known.who_is(line.person).objection)
            if problem:
                raise StepError(
                    _("Line %(number)s: %(problem)s"), number=line.number, problem=problem
                )
            player = _checked(
                Player(club=now, is_member=not are_guests),
                name=line.name,
                **{fact: getattr(line, fact) for fact in FACTS},
            )
            player.save()
            set_numbers(player, line.identities)
            players.append(player)
            known.add(player, line.person)
        if players:
            update_suffixes(now, *players)
            names = [str(player) for player in players]
            write_trail(
                now, "add_members", by=by, facts={"count": len(names)}, after={"players": names}
            )
        if competition:
            entered = {*competition.entries.values_list("player_id", flat=True)}
            also = {player.pk: player for player in again if player.pk not in entered}
            add_entries(competition, [*players, *also.values()], by=by)
    return players


def _checked(player: Player, **values: Any) -> Player:
    """The player with these values; StepError for an impossible one."""
    for name, value in values.items():
        if name not in FIELDS:
            raise TypeError(f"a player has no {name}")
        setattr(player, name, value.strip() if isinstance(value, str) else value)
    player.title = official(player.title)
    check_rating(player.rating)
    check_texts(player)
    if player.birth_date:
        player.birth_year = player.birth_date.year
    check_row(player)
    if player.email:
        check_email(player.email)
    return player


def _as_json(player: Player) -> dict[str, Any]:
    """A stored player, for the trail."""
    known = {name: getattr(player, name) for name in FIELDS}
    if player.birth_date:
        known["birth_date"] = player.birth_date.isoformat()
    numbers = list(player.identities.all())
    known["identities"] = [str(row) for row in numbers if not row.is_of_the_state]
    known["national_number"] = ", ".join(row.number for row in numbers if row.is_of_the_state)
    return known | {"ratings": [*map(str, player.ratings.all())]}
