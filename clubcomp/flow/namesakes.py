"""What tells players of one name apart, wherever they are shown?"""

from clubcomp.models import Club, Player
from clubcomp.names import told_apart


def tell_apart(club: Club, *in_hand: Player) -> None:
    """Bring `apart` of the club's players up to date, and of those that the caller holds.

    To be called by every step that adds, changes or removes a player, with the club held.
    One query while nobody's changes, else three.
    """
    players = list(club.players.order_by("pk"))
    marks = told_apart(players)
    changed = [player.pk for player in players if player.apart != marks.get(player.pk, "")]
    if changed:
        # Locked in one order, so that two steps at once wait for each other.
        locked = list(
            club.players.filter(pk__in=changed).order_by("pk").select_for_update(no_key=True)
        )
        for player in locked:
            player.apart = marks.get(player.pk, "")
        Player.objects.bulk_update(locked, ["apart"])
    for player in in_hand:
        player.apart = marks.get(player.pk, "")
