"""What does a competition document say of its players, and what of the event they play in?

A version 1 knows one number of a player, `federation_id`, and not whose it is. Version 2 has
`identities` beside it; `federation_id` then is still a number of which nobody knows the issuer.
"""

import re

from pairing.core.types import (
    ISSUERS,
    UNKNOWN_ISSUER,
    Event,
    Identity,
    ListedRating,
    Player,
    SeedingList,
)
from pairing.formats.nodes import Node, Once, clipped

NAME_LIMIT = 200
WORD_LIMIT = 10
IDENTITY_LIMIT = 40
LIST_LIMIT = 20
HIGHEST_RATING = 4000
#: More evenings, or a higher start number, than any club has.
NUMBER_LIMIT = 99_999
#: The tempos that lists have ratings for; the first need not be said.
LIST_TEMPOS = ("classical", "rapid", "blitz")
_FIRST_YEAR, _LAST_YEAR = 1850, 2150
_FEDERATION = re.compile(r"[A-Z]{3}", re.ASCII)

_OPTIONAL = (
    "start",
    "rating",
    "title",
    "grade",
    "federation_id",
    "birth_year",
    "sex",
    "club",
    "joined",
    "left",
    "guest",
)
_SINCE_VERSION_2 = ("identities", "ratings", "federation", "birth_date")

Members = dict[str, Node]


def read_players(node: Node, version: int) -> tuple[Player, ...]:
    """The players; without start numbers their numbers in the list are the start numbers."""
    known = (*_OPTIONAL, *_SINCE_VERSION_2) if version > 1 else _OPTIONAL
    ids, starts, numbers = Once("duplicate_id"), Once("duplicate_start"), _Numbers()
    players: list[Player] = []
    has_start = False
    for number, item in enumerate(node.items(), start=1):
        members = item.members(("id", "name"), known)
        if number == 1:
            has_start = "start" in members
        if has_start != ("start" in members):
            Node(None, item, "start").refuse("start_for_some")
        player = _read_player(members, number, numbers)
        ids.take(members["id"], player.id, id=player.id)
        if has_start:
            starts.take(members["start"], player.start, start=player.start)
        players.append(player)
    return tuple(players)


def read_event(node: Node | None) -> Event:
    """What federations ask about the competition."""
    if node is None:
        return Event()
    members = node.members((), tuple(Event.__dataclass_fields__))
    event = Event(
        place=text_of(members, "place", NAME_LIMIT),
        federation=_federation(members),
        start=_date(members, "start"),
        end=_date(members, "end"),
        chief_arbiter=text_of(members, "chief_arbiter", NAME_LIMIT),
        arbiters=tuple(
            arbiter.text(NAME_LIMIT, required=True)
            for arbiter in (members["arbiters"].items() if "arbiters" in members else ())
        ),
        time_control=text_of(members, "time_control", NAME_LIMIT),
        type=text_of(members, "type", NAME_LIMIT),
    )
    if event.start and event.end and event.end < event.start:
        members["end"].refuse("end_before_start", start=event.start, end=event.end)
    return event


def read_seeding(node: Node | None) -> SeedingList | None:
    """The list that ratings were taken from: its name alone, or with a tempo."""
    if node is None:
        return None
    if isinstance(node.value, str):
        return SeedingList(node.text(LIST_LIMIT, required=True))
    members = node.members(("list",), ("tempo",))
    return SeedingList(members["list"].text(LIST_LIMIT, required=True), _tempo(members))


def text_of(members: Members, key: str, limit: int) -> str:
    """An optional text; "" is the same as none."""
    return members[key].text(limit) if key in members else ""


def _integer(members: Members, key: str, low: int, high: int) -> int | None:
    """An optional whole number."""
    return members[key].integer(low, high) if key in members else None


def _date(members: Members, key: str) -> str:
    return members[key].date() if key in members else ""


class _Numbers:
    """Numbers at federations: each of them is one player's."""

    def __init__(self) -> None:
        self._unknown = Once("duplicate_federation_id")
        self._known = Once("duplicate_identity")

    def of(self, members: Members) -> tuple[Identity, ...]:
        """The identities of a player."""
        identities: list[Identity] = []
        for item in members["identities"].items() if "identities" in members else ():
            listed = item.members(("issuer", "number"))
            issuer = listed["issuer"].choice(*ISSUERS)
            number = listed["number"].text(IDENTITY_LIMIT, required=True)
            self._known.take(listed["number"], (issuer, number), issuer=issuer, number=number)
            identities.append(Identity(issuer, number))
        number = text_of(members, "federation_id", IDENTITY_LIMIT)
        if number:
            self._unknown.take(members["federation_id"], number, id=number)
            identities.append(Identity(UNKNOWN_ISSUER, number))
        return tuple(identities)


def _read_player(members: Members, number: int, numbers: _Numbers) -> Player:
    joined = _integer(members, "joined", 1, NUMBER_LIMIT) or 1
    left = _integer(members, "left", 1, NUMBER_LIMIT)
    if left is not None and left < joined:
        members["left"].refuse("left_before_joined", joined=joined, left=left)
    birth_date, birth_year = _birth(members)
    return Player(
        # "0" is nobody, where pairings are written as numbers.
        id=members["id"].id("0"),
        start=_integer(members, "start", 1, NUMBER_LIMIT) or number,
        name=members["name"].text(NAME_LIMIT, required=True),
        rating=_integer(members, "rating", 0, HIGHEST_RATING),
        title=text_of(members, "title", WORD_LIMIT),
        grade=text_of(members, "grade", WORD_LIMIT),
        identities=numbers.of(members),
        ratings=_ratings(members),
        federation=_federation(members),
        birth_date=birth_date,
        birth_year=birth_year,
        sex=text_of(members, "sex", WORD_LIMIT),
        club=text_of(members, "club", NAME_LIMIT),
        joined=joined,
        left=left,
        guest="guest" in members and members["guest"].boolean(),
    )


def _ratings(members: Members) -> tuple[ListedRating, ...]:
    once = Once("duplicate_rating")
    ratings: list[ListedRating] = []
    for item in members["ratings"].items() if "ratings" in members else ():
        listed = item.members(("list", "value"), ("tempo", "date"))
        rating = ListedRating(
            list=listed["list"].text(LIST_LIMIT, required=True),
            value=listed["value"].integer(0, HIGHEST_RATING),
            tempo=_tempo(listed),
            date=_date(listed, "date"),
        )
        once.take(item, (rating.list, rating.tempo, rating.date), list=rating.list)
        ratings.append(rating)
    return tuple(ratings)


def _tempo(members: Members) -> str:
    """The tempo of a list; the usual one is not said."""
    tempo = members["tempo"].choice(*LIST_TEMPOS) if "tempo" in members else LIST_TEMPOS[0]
    return tempo if tempo != LIST_TEMPOS[0] else ""


def _federation(members: Members) -> str:
    federation = text_of(members, "federation", WORD_LIMIT)
    if federation and not _FEDERATION.fullmatch(federation):
        members["federation"].refuse("bad_federation", text=clipped(federation))
    return federation


def _birth(members: Members) -> tuple[str, int | None]:
    """The date of birth, and its year or the year that is known alone."""
    year = _integer(members, "birth_year", _FIRST_YEAR, _LAST_YEAR)
    date = _date(members, "birth_date")
    if not date:
        return "", year
    of_date = int(date[:4])
    low, high = _FIRST_YEAR, _LAST_YEAR
    if not low <= of_date <= high:
        members["birth_date"].refuse("out_of_range", low=low, high=high, value=of_date)
    if year is not None and year != of_date:
        members["birth_year"].refuse("birth_year_contradicts", year=year, date=date)
    return date, of_date
