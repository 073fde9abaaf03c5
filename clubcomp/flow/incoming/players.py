"""Which players of an imported file are players of the club, and which are new?

A person who was forgotten does not come back with a file: their number gives them away.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.utils.translation import gettext as _

from clubcomp.doors.names import parse_name
from clubcomp.flow.checks import check_texts
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import Incoming
from clubcomp.flow.people.forgetting import forgotten_of, sign_of_number
from clubcomp.flow.people.identities import owners, taken, update_suffixes
from clubcomp.flow.people.who_is import Person, check_chosen, players_known
from clubcomp.flow.step import raise_versions
from clubcomp.models import Club, Identity, Player, Rating
from pairing.core import types
from pairing.core.titles import official

Matches = Mapping[types.PlayerId, int | None]

#: Fields of a club player that are filled from a file where they are empty.
_FILLED = ("title", "grade", "federation", "birth_date", "birth_year", "sex")


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would do with the players of a file.

    `known` are players of the club by their federation number; `doubtful` may be one of the
    candidates, so the page asks the leader and offers the `likely` one first; `new` are added to
    the club.
    """

    incoming: Incoming
    known: list[tuple[types.Player, Player]] = field(default_factory=list)
    doubtful: list[tuple[types.Player, list[Player]]] = field(default_factory=list)
    likely: dict[types.PlayerId, Player | None] = field(default_factory=dict)
    new: list[types.Player] = field(default_factory=list)

    @property
    def other_numbers(self) -> list[tuple[Player, str]]:
        """Known players for whom the file has another number at a federation than the club."""
        differing = []
        for player, member in self.known:
            on_record = member.identities.all()
            issuers = {row.issuer for row in on_record if row.issuer}
            numbers = {row.number for row in on_record}
            differing += [
                (member, f"{identity.issuer} {identity.number}")
                for identity in player.identities
                if identity.issuer in issuers and identity.number not in numbers
            ]
        return differing

    @property
    def snapshot(self) -> types.Snapshot:
        """The competition in the file."""
        return self.incoming.snapshot


def preview_of(club: Club, incoming: Incoming) -> ImportPreview:
    """The players of a file, matched with those of the club."""
    preview = ImportPreview(incoming)
    forgotten = forgotten_of(club)
    players = preview.snapshot.players
    answers = players_known(club).who_are(map(_person, players))
    for player, answer in zip(players, answers, strict=True):
        signs = (sign_of_number(identity.issuer, identity.number) for identity in player.identities)
        former = next((forgotten[sign] for sign in signs if sign in forgotten), None)
        if member := former or answer.sure:
            preview.known.append((player, member))
        elif answer.candidates:
            preview.doubtful.append((player, answer.candidates))
            preview.likely[player.id] = answer.likely
        else:
            preview.new.append(player)
    return preview


def _person(player: types.Player) -> Person:
    numbers = [(identity.issuer, identity.number) for identity in player.identities]
    return Person(player.name, numbers, player.birth_year, player.rating)


@dataclass(frozen=True, slots=True)
class Brought:
    """The players that the people in a file are, and the facts that the club did not have.

    `new` are players; what was `filled` in for others is listed by field, `numbers` and `ratings`
    are the rows that they got.
    """

    players: dict[types.PlayerId, Player]
    new: list[Player]
    filled: list[tuple[Player, dict[str, object]]]
    numbers: list[Identity]
    ratings: list[Rating]


def incoming_players(club: Club, incoming: Incoming, matches: Matches) -> Brought:
    """Match everybody in the file with a player of the club; new players are added to it.

    Facts in the file that the club does not know of a player are added to the player.
    """
    players = {player.id: member for player, member in preview_of(club, incoming).known}
    members = club.players.in_bulk()
    new = []
    for player in incoming.snapshot.players:
        if player.id in players:
            continue
        match = matches.get(player.id)
        if match is None:
            players[player.id] = _new_player(club, player)
            new.append(players[player.id])
        elif match in members:
            players[player.id] = members[match]
        else:
            words = _("The player chosen for %(player)s is no longer there. Look at it again.")
            raise StepError(words, player=player.name)
    named = {player.id: parse_name(player.name) for player in incoming.snapshot.players}
    check_chosen((named[key], member) for key, member in players.items() if member.pk)
    known = [
        (player, players[player.id])
        for player in incoming.snapshot.players
        if players[player.id].pk
    ]
    Player.objects.bulk_create(new)
    filled = _fill_in(known)
    new_keys = {player.pk for player in new}
    numbers, ratings = _note_numbers(club, incoming.snapshot, players, new_keys)
    update_suffixes(club, *players.values())
    return Brought(
        players,
        new,
        filled,
        numbers=[row for row in numbers if row.player_id not in new_keys],
        ratings=[row for row in ratings if row.player_id not in new_keys],
    )


def date_of(written: str) -> date | None:
    """A date as documents write it; None for ""."""
    return date.fromisoformat(written) if written else None


def _new_player(club: Club, player: types.Player) -> Player:
    new = Player(
        club=club,
        name=player.name,
        rating=player.rating or None,  # a TRF writes 0 for a missing one
        other_club=player.club,
        is_member=not player.guest,
        **_facts(player),
    )
    check_texts(new)
    return new


def _facts(player: types.Player) -> dict[str, object]:
    facts = {name: getattr(player, name) for name in _FILLED}
    return facts | {"birth_date": date_of(player.birth_date), "title": official(player.title)}


def _fill_in(known: list[tuple[types.Player, Player]]) -> list[tuple[Player, dict[str, object]]]:
    """Fill in from the file the facts that the club does not know; returns them by player."""
    filled = []
    for player, member in known:
        if member.is_forgotten:
            continue
        facts = _facts(player)
        if member.birth_year not in (None, player.birth_year):
            del facts["birth_date"]
        gaps = {name: value for name, value in facts.items() if value and not getattr(member, name)}
        for name, value in gaps.items():
            setattr(member, name, value)
        if gaps:
            check_texts(member)
            filled.append((member, gaps))
    members = [member for member, _gaps in filled]
    raise_versions(members)
    Player.objects.bulk_update(members, _FILLED)
    return filled


def _note_numbers(
    club: Club, snapshot: types.Snapshot, players: Mapping[types.PlayerId, Player], new: set[int]
) -> tuple[list[Identity], list[Rating]]:
    """Add numbers and ratings that the club does not have; what it has stays."""
    owned = owners(club)
    issuers = {(owner.pk, issuer) for (issuer, _number), owner in owned.items()}
    numbers, ratings = [], []
    for player in snapshot.players:
        member = players[player.id]
        if member.is_forgotten:
            continue
        for identity in player.identities:
            issuer, number = identity.issuer, identity.number
            owner = owned.get((issuer, number))
            if owner is not None and owner != member and member.pk in new:
                raise StepError(taken(number, owner))
            if owner is None and (member.pk in new or (member.pk, issuer) not in issuers):
                numbers.append(Identity(player=member, club=club, issuer=issuer, number=number))
        ratings += [
            Rating(
                player=member,
                list=rating.list,
                tempo=rating.tempo,
                date=date_of(rating.date),
                value=rating.value,
            )
            for rating in player.ratings
        ]
    known = Rating.objects.filter(player__in=[row.player_id for row in ratings])
    existing = {*known.values_list("player", "list", "tempo", "date")}
    ratings = [
        row for row in ratings if (row.player_id, row.list, row.tempo, row.date) not in existing
    ]
    Identity.objects.bulk_create(numbers)
    Rating.objects.bulk_create(ratings, ignore_conflicts=True)
    return numbers, ratings
