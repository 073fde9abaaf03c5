"""Which player is looking? Nobody has to sign in for his own board.

A player says once who he is (`?player=key`, which a QR code can hold too) and a signed cookie
of the club remembers it. Who came by the personal link, or is signed in, is known already
(`request.me`). It decides what is yellow, never what may be seen.
"""

from dataclasses import dataclass, field

from django.core.signing import BadSignature
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from clubcomp.flow.checks import only
from clubcomp.models import Competition, Entry
from clubcomp.names import search_key
from clubcomp.requests import ClubRequest, CompetitionRequest

COOKIE = "player"
A_SEASON = 60 * 60 * 24 * 300


@dataclass
class Visitor:
    """The visitor's place in the competition, if he has one.

    `is_chosen`: he said so himself, and may take it back. `asked` is the name he looked for,
    `hits` who is called so.
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
        """The player's word in addresses, "" for a stranger."""
        return self.entry.address if self.entry else ""

    def remember(self, request: ClubRequest, response: HttpResponse) -> HttpResponse:
        """The response that makes the browser know, or forget, who is looking."""
        path = f"/{request.club.slug}/"
        if self.forgets:
            response.delete_cookie(COOKIE, path=path, samesite="Lax")
        elif (
            self.is_chosen
            and self.entry
            and chosen_before(request, request.club.pk) != self.entry.player_id
        ):
            response.set_signed_cookie(
                COOKIE,
                str(self.entry.player_id),
                salt=_salt(request.club.pk),
                max_age=A_SEASON,
                path=path,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
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
    return only(competition.entries.select_related("player").filter(player=player))


def chosen_before(request: HttpRequest, club: int) -> int | None:
    """The player that the visitor said he is, by the cookie of the club with this id."""
    if COOKIE not in request.COOKIES:
        return None
    try:
        return int(request.get_signed_cookie(COOKIE, "", salt=_salt(club)) or "")
    except (BadSignature, ValueError):
        return None


def _called(entries: QuerySet[Entry], asked: str) -> Visitor:
    """Who is called so; the only one it can be is the visitor."""
    words = search_key(asked).split()
    hits = [
        entry
        for entry in sorted(entries, key=lambda entry: (entry.player.order, entry.pk))
        if words and all(word in entry.player.search_text for word in words)
    ]
    if len(hits) == 1:
        return Visitor(hits[0], is_chosen=True)
    return Visitor(asked=asked, hits=hits)


def _salt(club: int) -> str:
    return f"{COOKIE}:{club}"
