"""The players, evenings and competitions of a club that match a search."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import get_language

from clubcomp.doors.names import search_key, sort_key
from clubcomp.models import Club, Competition, Entry, Evening, Player
from clubcomp.pages.members import named_like
from clubcomp.words.values import Few, few
from pairing.formats.pasted_text import date_in

#: At most so many results of each kind are shown.
MOST = 20
#: A leap year, to read a day without a year in.
ANY_YEAR = 2024


class SearchResults(NamedTuple):
    """The first results of each kind.

    A player comes with the entry in the newest competition that the reader may read, if any.
    """

    players: Few[tuple[Player, Entry | None]]
    evenings: Few[Evening]
    competitions: list[Competition]

    @property
    def is_nothing(self) -> bool:
        """Whether there are no results at all."""
        return not (self.players or self.evenings or self.competitions)


def search_in(
    club: Club, competitions: Sequence[Competition], query: str, *, is_inside: bool
) -> SearchResults:
    """The matches of a query in the `competitions` that the reader may read.

    Names are compared as the reader sees them, so hidden names match nothing. `is_inside`: the
    reader may see every member of the club. At most three queries.
    """
    players = club.players.all()
    if not is_inside:
        players = players.filter(entries__competition__in=competitions).distinct()
    language, is_match = get_language() or "", named_like(query)
    matching = list(filter(is_match, players))
    matching.sort(key=lambda player: (sort_key(player.shown, language), player.pk))
    words = search_key(query).split()
    return SearchResults(
        _entered(few(matching, MOST), competitions),
        _on_day(competitions, query),
        [row for row in competitions if all(word in search_key(str(row)) for word in words)],
    )


def _entered(
    players: Few[Player], competitions: Sequence[Competition]
) -> Few[tuple[Player, Entry | None]]:
    """The players, each with their entry in the newest of the competitions, if any."""
    entries = Entry.objects.filter(player__in=players, competition__in=competitions)
    newest: dict[int, Entry] = {}
    for entry in entries.select_related("competition", "player").order_by("competition", "pk"):
        newest[entry.player_id] = entry
    return players.made(lambda player: (player, newest.get(player.pk)))


def _on_day(competitions: Sequence[Competition], query: str) -> Few[Evening]:
    """The evenings on a day, in every year if the query has none, the newest first."""
    day = date_in(query, as_played=True)
    of_day = Q(date=day)
    if day is None:
        every = (date_in(f"{query}{sign}{ANY_YEAR}", as_played=True) for sign in (" ", "-"))
        any_day: date | None = next(filter(None, every), None)
        if any_day is None:
            return Few()
        of_day = Q(date__month=any_day.month, date__day=any_day.day)
    evenings = Evening.objects.filter(of_day, competition__in=competitions)
    return few(evenings.select_related("competition", "tempo").order_by("-date", "pk"), MOST)
