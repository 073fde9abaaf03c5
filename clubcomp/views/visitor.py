"""Which player is looking? Nobody has to sign in to see their own board.

Players say once who they are (`?player=key`, which a QR code can hold too), and a signed cookie of
the club remembers it. Somebody who is signed in or holds a personal link is known already
(`request.me`). This decides what is highlighted, never what may be seen.
"""

from dataclasses import dataclass, field
from typing import TypedDict

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from clubcomp.doors.names import search_key
from clubcomp.doors.readers import SignedCookie
from clubcomp.doors.requests import ClubRequest, CompetitionRequest
from clubcomp.flow.checks import first_unordered
from clubcomp.models import Competition, Entry

#: Which player the visitor said to be, for a season.
COOKIE = SignedCookie("player", max_age=60 * 60 * 24 * 300)


@dataclass
class Visitor:
    """The visitor as a player of the competition, if they are one.

    `is_chosen`: they said so themselves, and may take it back. `asked` is the name that they looked
    for, `hits` the players of that name.
    """

    entry: Entry | None = None
    is_chosen: bool = False
    asked: str = ""
    hits: list[Entry] = field(default_factory=list)
    forgets: bool = False

    @property
    def key(self) -> str:
        """The player's key, "" for a stranger."""
        return self.entry.key if self.entry else ""

    @property
    def address(self) -> str:
        """How addresses name the player, "" for a stranger."""
        return self.entry.address if self.entry else ""

    def remember(self, request: ClubRequest, response: HttpResponse) -> HttpResponse:
        """The response, which lets the browser remember, or forget, who is looking."""
        club, player = request.club, self.entry.player_id if self.entry else None
        if self.forgets:
            COOKIE.delete(response, club)
        elif self.is_chosen and player and chosen_before(request, club.pk) != player:
            COOKIE.set(request, response, club, str(player))
        return response


def visitor_of(request: CompetitionRequest) -> Visitor:
    """Who is looking. At most two queries."""
    competition = request.competition
    if request.me and (entry := _entry_of(competition, request.me.pk)):
        return Visitor(entry)
    if asked := request.GET.get("find", "").strip()[:100]:
        return _called(competition.entries.select_related("player"), asked)
    key = request.GET.get("player")
    if key:
        return Visitor(competition.entries.at(key), is_chosen=True)
    chosen = None if key == "" else chosen_before(request, request.club.pk)
    entry = _entry_of(competition, chosen) if chosen else None
    return Visitor(entry, is_chosen=bool(chosen), forgets=key == "")


def _entry_of(competition: Competition, player: int) -> Entry | None:
    return first_unordered(competition.entries.select_related("player").filter(player=player))


class Looking(TypedDict):
    """The player who is looking, for calendars; `is_own`: it is certainly that player."""

    player: int | None
    is_own: bool


def player_of(request: ClubRequest) -> Looking:
    """The player of the club who is looking, in whichever competition. No query."""
    if request.me:
        return Looking(player=request.me.pk, is_own=True)
    return Looking(player=chosen_before(request, request.club.pk), is_own=False)


def chosen_before(request: HttpRequest, club: int) -> int | None:
    """The player that the visitor said to be, by the cookie of the club with this id."""
    try:
        return int(COOKIE.read(request, club))
    except ValueError:
        return None


def _called(entries: QuerySet[Entry], asked: str) -> Visitor:
    """The players of that name; if there is just one, that is the visitor."""
    words = search_key(asked).split()
    hits = [
        entry
        for entry in sorted(entries, key=lambda entry: (entry.player.order, entry.pk))
        if words and all(word in entry.player.search_text for word in words)
    ]
    if len(hits) == 1:
        return Visitor(hits[0], is_chosen=True)
    return Visitor(asked=asked, hits=hits)
