"""What does a competition document say about its players, and about the event they play in?

Version 1 has one number of a player, `federation_id`, without its issuer. Version 2 has
`identities` besides; `federation_id` is then still a number of an unknown issuer.
"""

import re
from functools import partial
from typing import Any

from pairing.core.beside_games import GroupMove, StartPoints
from pairing.core.federations import (
    ISSUERS,
    UNKNOWN_ISSUER,
    Event,
    Identity,
    ListedRating,
    SeedingList,
)
from pairing.core.types import Player
from pairing.formats.form import Form, Reader
from pairing.formats.nodes import YEARS, Node, Once, clipped

NAME_LIMIT = 200
WORD_LIMIT = 10
IDENTITY_LIMIT = 40
LIST_LIMIT = 20
HIGHEST_RATING = 4000
#: More evenings, or a higher start number, than any club has.
NUMBER_LIMIT = 99_999
#: The tempos that lists have ratings for; the first is the default.
LIST_TEMPOS = ("classical", "rapid", "blitz")
_FEDERATION = re.compile(r"[A-Z]{3}", re.ASCII)

NAME = partial(Node.text, limit=NAME_LIMIT, required=True)
TEXT = partial(Node.text, limit=NAME_LIMIT)
_ID = partial(Node.text, limit=IDENTITY_LIMIT, required=True)
_WORD = partial(Node.text, limit=WORD_LIMIT)
_LIST = partial(Node.text, limit=LIST_LIMIT, required=True)
_NUMBER = partial(Node.integer, low=1, high=NUMBER_LIMIT)
#: The bounds of points given by hand.
MOST_POINTS, FINEST_POINTS = 999, 10_000
POINTS = partial(Node.fraction, low=-MOST_POINTS, high=MOST_POINTS, finest=FINEST_POINTS)
_RATING = partial(Node.integer, low=0, high=HIGHEST_RATING)
_YEAR = partial(Node.integer, low=YEARS[0], high=YEARS[-1])


def _all(read: Reader) -> Reader:
    return lambda node: tuple(map(read, node.items()))


def _federation(node: Node) -> str:
    federation = _WORD(node)
    if federation and not _FEDERATION.fullmatch(federation):
        node.refuse("bad_federation", text=clipped(federation))
    return federation


def _group(node: Node) -> str:
    """A group, or none: the time before there were groups."""
    return "" if node.value == "" else node.id()


def _tempo(node: Node) -> str:
    """The tempo of a list; "" for the default one."""
    tempo = node.choice(*LIST_TEMPOS)
    return tempo if tempo != LIST_TEMPOS[0] else ""


_IDENTITY = Form(Identity, {"issuer": lambda node: node.choice(*ISSUERS), "number": _ID})
_LISTED = Form(ListedRating, {"list": _LIST, "tempo": _tempo, "date": Node.date, "value": _RATING})
_SEEDING = Form(SeedingList, {"list": _LIST, "tempo": _tempo})
_EVENT = Form(
    Event,
    {
        "place": TEXT,
        "federation": _federation,
        "start": Node.date,
        "end": Node.date,
        "chief_arbiter": TEXT,
        "arbiters": _all(NAME),
        "time_control": TEXT,
        "type": TEXT,
    },
)
_MOVE = Form(GroupMove, {"group": _group, "until": _NUMBER, "is_kept": Node.boolean})
_START_POINTS = Form(StartPoints, {"points": POINTS, "until": _NUMBER})
_PLAYER = Form(
    Player,
    {
        # "0" stands for no opponent in pairings written as numbers.
        "id": lambda node: node.id("0"),
        "start": _NUMBER,
        "name": NAME,
        "rating": _RATING,
        "title": _WORD,
        "grade": _WORD,
        "federation_id": partial(Node.text, limit=IDENTITY_LIMIT),
        "identities": _all(lambda node: (node, Identity(**_IDENTITY.read(node)))),
        "ratings": _all(lambda node: (node, ListedRating(**_LISTED.read(node)))),
        "federation": _federation,
        "birth_date": Node.date,
        "birth_year": _YEAR,
        "sex": _WORD,
        "club": TEXT,
        "joined": _NUMBER,
        "left": _NUMBER,
        "guest": Node.boolean,
        "group": _group,
        "moves": _all(lambda node: GroupMove(**_MOVE.read(node))),
        "start_points": lambda node: StartPoints(**_START_POINTS.read(node)),
    },
    optional=("start",),
    derived={
        "federation_id": lambda player: player.number_of(UNKNOWN_ISSUER),
        "identities": lambda player: [known for known in player.identities if known.issuer],
        "birth_year": lambda player: None if player.birth_date else player.birth_year,
    },
)
_SINCE_VERSION_2 = ("identities", "ratings", "federation", "birth_date", "group", "moves")
_PAIRED_WITH = ("start_points",)


def read_players(node: Node, version: int, *, with_points: bool = False) -> tuple[Player, ...]:
    """The players; without start numbers, their order in the list gives these.

    `with_points`: they may have start points, which count for the pairing besides their own.
    """
    unknown = (*(() if version > 1 else _SINCE_VERSION_2), *(() if with_points else _PAIRED_WITH))
    ids, starts = Once("duplicate_id"), Once("duplicate_start")
    issued, unissued = Once("duplicate_identity"), Once("duplicate_federation_id")
    players: list[Player] = []
    has_start = False
    for number, item in enumerate(node.items(), start=1):
        values = _PLAYER.read(item, unknown)
        if number == 1:
            has_start = "start" in values
        if has_start != ("start" in values):
            item.at("start").refuse("start_for_some")
        for at, identity in values.get("identities", ()):
            facts = {"issuer": identity.issuer, "number": identity.number}
            issued.take(at.at("number"), identity, **facts)
        if federation_id := values.get("federation_id"):
            unissued.take(item.at("federation_id"), federation_id, id=federation_id)
        ids.take(item.at("id"), values["id"], id=values["id"])
        if has_start:
            starts.take(item.at("start"), values["start"], start=values["start"])
        players.append(_player(item, {"start": number} | values))
    return tuple(players)


def read_event(node: Node | None) -> Event:
    """What federations ask about the competition."""
    if node is None:
        return Event()
    event = Event(**_EVENT.read(node))
    if event.start and event.end and event.end < event.start:
        node.at("end").refuse("end_before_start", start=event.start, end=event.end)
    return event


def read_seeding(node: Node | None) -> SeedingList | None:
    """The list that ratings were taken from: its name alone, or with a tempo."""
    if node is None:
        return None
    if isinstance(node.value, str):
        return SeedingList(_LIST(node))
    return SeedingList(**_SEEDING.read(node))


def _player(node: Node, values: dict[str, Any]) -> Player:
    joined, left = values.get("joined", 1), values.get("left")
    if left is not None and left < joined:
        node.at("left").refuse("left_before_joined", joined=joined, left=left)
    if date := values.get("birth_date"):
        year = values.setdefault("birth_year", int(date[:4]))
        if year != int(date[:4]):
            node.at("birth_year").refuse("birth_year_contradicts", year=year, date=date)
    once = Once("duplicate_rating")
    for at, rating in values.get("ratings", ()):
        once.take(at, (rating.list, rating.tempo, rating.date), list=rating.list)
    unknown = values.pop("federation_id", "")
    for key in ("identities", "ratings"):
        values[key] = tuple(listed for _, listed in values.get(key, ()))
    values["identities"] += (Identity(UNKNOWN_ISSUER, unknown),) if unknown else ()
    return Player(**values)
