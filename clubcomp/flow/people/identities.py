"""Which numbers and ratings has a player, and which suffix tells namesakes apart?"""

import datetime
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from clubcomp.doors.names import initial_suffixes, name_suffixes
from clubcomp.flow.checks import check_rating, check_row, check_texts
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import raise_versions
from clubcomp.models import Club, Competition, Identity, Player, Rating

#: Issuer and number.
Number = tuple[str, str]
#: List, tempo, date and value.
ListedRating = tuple[str, str, datetime.date | None, int]

Issuer = Identity.Issuer
LONGEST_NUMBER = 40


def numbers_of(player: Player) -> list[Number]:
    """The numbers of a player; none of one who is not stored yet."""
    return [(row.issuer, row.number) for row in player.identities.all()] if player.pk else []


def ratings_of(player: Player) -> list[ListedRating]:
    """The ratings of a player on lists; none of one who is not stored yet."""
    rows = player.ratings.all() if player.pk else ()
    return [(row.list, row.tempo, row.date, row.value) for row in rows]


def seeding_rating(competition: Competition, player: Player) -> int | None:
    """The rating with which a player enters: the newest on the competition's list.

    Without one, the rating that the club uses.
    """
    if not competition.seeding_list:
        return player.rating
    listed = [
        (row.date or datetime.date.min, row.value)
        for row in player.ratings.all()
        if (row.list, row.tempo) == (competition.seeding_list, competition.seeding_tempo)
    ]
    return max(listed)[1] if listed else player.rating


def lists_of(club: Club) -> list[tuple[str, str]]:
    """The lists, with their tempos, on which somebody of the club has a rating."""
    rows = Rating.objects.filter(player__club=club).values_list("list", "tempo").distinct()
    return sorted(rows)


def number_at(player: Player, issuer: str) -> str:
    """The number of a player at one federation; "" for none."""
    return next((number for at, number in numbers_of(player) if at == issuer), "")


def owners(club: Club) -> dict[Number, Player]:
    """The players of the club by their numbers. One query."""
    rows = Identity.objects.filter(club=club).select_related("player")
    return {(row.issuer, row.number): row.player for row in rows}


def set_numbers(player: Player, numbers: Iterable[Number]) -> None:
    """Replace the numbers of a stored player; StepError when one of them cannot be theirs."""
    numbers = list(dict.fromkeys((issuer, "".join(number.split())) for issuer, number in numbers))
    before = {(row.issuer, row.number): row for row in player.identities.all()}
    new = [number for number in numbers if number not in before]
    if sum(issuer == Issuer.UNKNOWN for issuer, _number in numbers) > 1:
        raise StepError(_("Say of the numbers which federation gave them: only one may be open."))
    if new:
        _check_new(new, owners(player.club))
    removed = [row.pk for number, row in before.items() if number not in numbers]
    Identity.objects.filter(pk__in=removed).delete()
    Identity.objects.bulk_create(
        Identity(player=player, club_id=player.club_id, issuer=issuer, number=number)
        for issuer, number in new
    )
    _forget_read(player)


def set_ratings(player: Player, ratings: Iterable[ListedRating]) -> None:
    """Replace the ratings on lists of a stored player; StepError for an impossible one."""
    listed: dict[tuple[str, str, datetime.date | None], int] = {}
    for name, tempo, date, value in ratings:
        key = (name.strip(), tempo, date)
        if listed.setdefault(key, value) != value:
            words = _("The list %(list)s has two ratings for the same tempo and date.")
            raise StepError(words, list=key[0])
    rows = [
        Rating(player=player, list=name, tempo=tempo, date=date, value=value)
        for (name, tempo, date), value in listed.items()
    ]
    for row in rows:
        if not row.list:
            raise StepError(_("Say of each rating which list it comes from."))
        check_rating(row.value)
        check_texts(row)
    if ratings_of(player) != [(row.list, row.tempo, row.date, row.value) for row in rows]:
        player.ratings.all().delete()
        Rating.objects.bulk_create(rows)
        _forget_read(player)


def _check_new(numbers: list[Number], owned: Mapping[Number, Player]) -> None:
    for issuer, number in numbers:
        if issuer not in Issuer.values:
            raise StepError(_("There is no federation “%(issuer)s” here."), issuer=issuer)
        check_number(issuer, number)
        if owner := owned.get((issuer, number)):
            raise StepError(taken(number, owner))


def check_number(issuer: str, number: str) -> None:
    """StepError when a federation gives no such numbers."""
    if len(number) > LONGEST_NUMBER:
        words = _("The field “%(field)s” has at most %(most)s letters.")
        raise StepError(words, field=_("number"), most=LONGEST_NUMBER)
    check_row(Identity(issuer=issuer, number=number))


def taken(number: str, owner: object) -> str:
    """The sentence that says whose a number is."""
    return _("The federation number %(number)s is that of %(player)s.") % {
        "number": number,
        "player": owner,
    }


def _forget_read(player: Player) -> None:
    """Drop what was prefetched, as it has changed."""
    getattr(player, "_prefetched_objects_cache", {}).clear()


def update_suffixes(club: Club, *loaded: Player, without: Player | None = None) -> None:
    """Update `apart` and `initial_apart` of the club's players, also of those that are
    `loaded` already; as if the player `without`, who is about to be removed, were gone.

    Every step that adds, changes or removes a player calls this, with the club held. The version
    of each competition that such a player is in rises: names are kept by it.
    One query when nothing changes, otherwise five.
    """
    players = [player for player in club.players.order_by("pk") if player != without]
    wholes, initials = name_suffixes(players), initial_suffixes(players)

    def suffixes(player: Player) -> tuple[str, str]:
        return wholes.get(player.pk, ""), initials.get(player.pk, "")

    changed = [
        player.pk for player in players if (player.apart, player.initial_apart) != suffixes(player)
    ]
    if changed:
        raise_versions(changed)
        locked = list(
            club.players.filter(pk__in=changed).order_by("pk").select_for_update(no_key=True)
        )
        for player in locked:
            player.apart, player.initial_apart = suffixes(player)
        Player.objects.bulk_update(locked, ["apart", "initial_apart"])
    for player in loaded:
        player.apart, player.initial_apart = suffixes(player)
