"""The list of members, and the page of a member."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from clubcomp.models import Club, Player
from clubcomp.names import search_key, sort_key


def named_like(query: str) -> Callable[[Player], bool]:
    """A test whether every word of a query occurs in a player's name."""
    words = search_key(query).split()
    return lambda player: all(word in player.search_text for word in words)


def members_page(club: Club, query: str) -> dict[str, Any]:
    """The players of the club by surname, narrowed by a query."""
    everybody = club.players.prefetch_related("entries__competition", "identities")
    players = list(filter(named_like(query[:100]), everybody))
    players.sort(key=lambda player: sort_key(player.shown, get_language()))
    members = [player for player in players if player.is_member]
    plays_in = [{entry.competition for entry in player.entries.all()} for player in members]
    return {
        "query": query,
        "members": members,
        # The competitions that everybody plays in are named once, not in each row.
        "common": set.intersection(*plays_in) if len(plays_in) > 1 else set(),
        "others": [player for player in players if not player.is_member],
        "has_competitions": club.competitions.exists(),
    }


def member_page(club: Club, member: Player) -> dict[str, Any]:
    """A player's competitions, the account of the player, and their holidays."""
    return {
        "player": member,
        "entries": member.entries.select_related("competition"),
        "person": club.memberships.filter(player=member).first(),
        "holidays": member.away.filter(last__gte=timezone.localdate()),
    }
