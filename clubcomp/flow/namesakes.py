"""Which suffix distinguishes a player from others of the same name?"""

from clubcomp.models import Club, Player
from clubcomp.names import name_suffixes


def update_suffixes(club: Club, *loaded: Player) -> None:
    """Update `apart` of the club's players, also of those that the caller has `loaded`.

    Every step that adds, changes or removes a player calls this, with the club held.
    One query when nothing changes, otherwise three.
    """
    players = list(club.players.order_by("pk"))
    suffixes = name_suffixes(players)
    changed = [player.pk for player in players if player.apart != suffixes.get(player.pk, "")]
    if changed:
        # Always locked in the same order, so that two steps never deadlock.
        locked = list(
            club.players.filter(pk__in=changed).order_by("pk").select_for_update(no_key=True)
        )
        for player in locked:
            player.apart = suffixes.get(player.pk, "")
        Player.objects.bulk_update(locked, ["apart"])
    for player in loaded:
        player.apart = suffixes.get(player.pk, "")
