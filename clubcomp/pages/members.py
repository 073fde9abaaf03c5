"""The list of members, the players of a competition, and the page of a member."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import models
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubcomp.doors.names import search_key, sort_key
from clubcomp.flow.standings import StandingLine, cached_snapshot, standings_of
from clubcomp.models import Club, Competition, Identity, Player
from clubcomp.pages.sorting import Sorting
from clubcomp.pages.spreadsheets import Cell, FileTable
from pairing.core.season_facts import evenings_of_players
from pairing.sentences.words import capitalised

#: The headings of the numbers of federations that a pasted list understands.
_NUMBERS = {
    Identity.Issuer.FIDE: "fide",
    Identity.Issuer.KNSB: "knsb",
    Identity.Issuer.KNDB: "kndb",
    Identity.Issuer.TSF: "tsf",
    Identity.Issuer.EGD: "egd",
    Identity.Issuer.OWN: "club_number",
    Identity.Issuer.UNKNOWN: "federation_number",
}


def named_like(query: str) -> Callable[[Player], bool]:
    """A test that every word of a query occurs in a player's name."""
    words = search_key(query).split()
    return lambda player: all(word in player.search_text for word in words)


def members_page(club: Club, query: str, sorting: Sorting) -> dict[str, Any]:
    """The players of the club by surname or sorted as chosen, narrowed by a query."""
    everybody = club.players.prefetch_related("entries__competition", "identities")
    players = list(filter(named_like(query[:100]), everybody))
    names = {player.pk: sort_key(player.shown, get_language()) for player in players}
    players.sort(key=lambda player: names[player.pk])
    values: dict[str, Callable[[Player], Any]] = {
        "name": lambda player: names[player.pk],
        "rating": lambda player: player.rating or None,
    }
    players = sorting.ordered(players, values)
    members = [player for player in players if player.is_member]
    plays_in = [{entry.competition for entry in player.entries.all()} for player in members]
    return {
        "query": query,
        "sorting": sorting,
        "members": members,
        # The competitions that all members play in are named once, not in each row.
        "common": set.intersection(*plays_in) if len(plays_in) > 1 else set(),
        "others": [player for player in players if not player.is_member],
        "has_competitions": club.competitions.exists(),
    }


def waiting_to_enter(club: Club, pk: int) -> dict[str, Any]:
    """A player of the club who is in no competition, and the competitions that are running."""
    added = club.players.filter(pk=pk, entries=None).first()
    running = club.competitions.filter(stage=Competition.Stage.RUNNING)
    return {"added": added, "running": running} if added else {}


class Participant(NamedTuple):
    """A player in the list of the competition, with the number of evenings they came to."""

    line: StandingLine
    attendance: int


def participants(
    competition: Competition, scope: str, query: str, sorting: Sorting
) -> list[Participant]:
    """The players by surname in the reader's alphabet, or sorted as chosen, narrowed by a query."""
    is_named, language = named_like(query), get_language() or ""
    evenings = evenings_of_players(cached_snapshot(competition))
    known = [
        Participant(line, evenings[line.entry.key])
        for line in standings_of(competition, scope, everybody=True)
        if is_named(line.entry.player)
    ]
    known.sort(
        key=lambda participant: (
            sort_key(participant.line.entry.player.shown, language),
            participant.line.entry.pk,
        )
    )
    return sorting.ordered(
        known,
        {
            "name": lambda participant: sort_key(participant.line.entry.player.shown, language),
            "place": lambda participant: participant.line.place,
            "rating": lambda participant: participant.line.entry.rating or None,
            "games": lambda participant: participant.line.row.games,
            "attendance": lambda participant: participant.attendance,
        },
    )


def without_their_link(club: Club) -> set[int]:
    """The members who, as far as the site knows, do not have their link: since it was made it has
    been neither sent nor used, and they have no account. Links handed out on paper are not known.
    """
    used = club.trail.filter(by_player__isnull=False).values_list("by_player")
    since: dict[int, int] = dict(used.annotate(models.Max("pk")).order_by())
    made: dict[str, int] = {}
    sent: dict[str, int] = {}
    # A player who makes a new link while using the old one has it.
    about = club.trail.filter(action__in=("renew_link", "send_links"), by_player=None)
    for line in about.only("action", "facts", "after").order_by("pk"):
        if line.action == "renew_link":
            made[line.facts.get("player", "")] = line.pk
        else:
            sent |= dict.fromkeys((line.after or {}).get("players", []), line.pk)
    members = club.players.filter(is_member=True).exclude(membership__is_pending=False)
    return {
        member.pk
        for member in members
        if max(since.get(member.pk, 0), sent.get(str(member), 0)) <= made.get(str(member), 0)
    }


def members_table(club: Club) -> FileTable:
    """The club's data of its members; CSV has headings that a pasted list understands.

    Empty columns are left out, and so are numbers issued by the state.
    """
    players = list(club.players.filter(is_member=True).prefetch_related("identities"))
    players.sort(key=lambda player: sort_key(player.parts, get_language()))
    numbers = [
        {row.issuer: row.number for row in player.identities.all() if not row.is_of_the_state}
        for player in players
    ]
    columns: dict[str, tuple[str, list[Cell]]] = {
        "name": (_("Name"), [player.name for player in players]),
        "rating": (_("Rating"), [player.rating or "" for player in players]),
        "title": (_("Title"), [player.title for player in players]),
        "grade": (_("Grade"), [player.grade for player in players]),
    }
    for issuer, key in _NUMBERS.items():
        title = capitalised(str(issuer.label))
        columns[key] = title, [known.get(issuer, "") for known in numbers]
    born = [str(player.birth_date or player.birth_year or "") for player in players]
    columns |= {
        "born": (_("Born"), [*born]),
        "email": (_("E-mail"), [player.email for player in players]),
    }
    used = {key: column for key, column in columns.items() if any(column[1])}
    head = {key: title for key, (title, _cells) in used.items()}
    rows = list(zip(*(cells for _title, cells in used.values()), strict=True))
    return FileTable(f"{club.slug}-members", head, rows)


def member_page(club: Club, member: Player) -> dict[str, Any]:
    """A player's competitions, account and holidays."""
    return {
        "player": member,
        "entries": member.entries.select_related("competition"),
        "person": club.memberships.filter(player=member).first(),
        "holidays": member.away.filter(last__gte=timezone.localdate()),
    }
