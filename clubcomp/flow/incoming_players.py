"""Who is everybody in a file that comes in: a player of the club, or somebody new?

A number at a federation decides. A number of which nobody knows the federation decides only
together with the name; else it makes a question, as a name does.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from django.db.models import F
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.given import check_lengths
from clubcomp.flow.identities import taken
from clubcomp.flow.incoming import Incoming
from clubcomp.flow.namesakes import tell_apart
from clubcomp.models import Club, Competition, Identity, Player, Rating
from clubcomp.models.players import sort_key_text
from clubcomp.names import may_be_same, parse_name
from pairing.core import types

Matches = Mapping[types.PlayerId, int | None]

#: What of a file is noted with a player of the club who has nothing there yet.
_FILLED = ("title", "grade", "federation", "birth_date", "birth_year", "sex")


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would do with the players of a document.

    `known` are players of the club by their federation number; `doubtful` may be one of the
    candidates, by name, so the import asks; `new` come into the club. `unsaid`: how many numbers
    the file has without saying which federation gave them.
    """

    incoming: Incoming
    known: list[tuple[types.Player, Player]] = field(default_factory=list)
    doubtful: list[tuple[types.Player, list[Player]]] = field(default_factory=list)
    new: list[types.Player] = field(default_factory=list)
    unsaid: int = 0

    @property
    def other_numbers(self) -> list[tuple[Player, str]]:
        """Players who are known, with what the file calls their number and the club does not."""
        return [
            (own, f"{one.issuer} {one.number}")
            for player, own in self.known
            for one in player.identities
            if one.issuer
            and one.issuer in {known.issuer for known in own.identities.all()}
            and one.number not in {known.number for known in own.identities.all()}
        ]

    @property
    def snapshot(self) -> types.Snapshot:
        """The competition in the file."""
        return self.incoming.snapshot


def preview_of(club: Club, incoming: Incoming, issuer: str = "") -> ImportPreview:
    """Who is who, when the numbers that have no federation are those of `issuer`."""
    unsaid = sum(bool(one.number_of(types.UNKNOWN_ISSUER)) for one in incoming.snapshot.players)
    preview = ImportPreview(with_issuer(incoming, issuer), unsaid=unsaid)
    players = list(club.players.prefetch_related("identities"))
    owners = defaultdict(list)
    for player in players:
        for one in player.identities.all():
            owners[one.number].append((one.issuer, player))
    found = {player.id: _owners(player, owners) for player in preview.snapshot.players}
    taken_players = {own.pk for sure, _maybe in found.values() for own in sure}
    for player in preview.snapshot.players:
        sure, maybe = found[player.id]
        name = parse_name(player.name)
        named = (
            one for one in players if one.pk not in taken_players and may_be_same(name, one.parts)
        )
        candidates = list(dict.fromkeys((*sure, *maybe, *named)))
        if len(sure) == 1:
            preview.known.append((player, sure[0]))
        elif candidates:
            preview.doubtful.append((player, candidates))
        else:
            preview.new.append(player)
    return preview


def with_issuer(incoming: Incoming, issuer: str) -> Incoming:
    """The file as if it said that `issuer` gave the numbers that it gives alone."""
    if not issuer:
        return incoming
    if issuer not in types.ISSUERS:
        raise StepError(_("There is no federation “%(issuer)s” here.") % {"issuer": issuer})

    def said(player: types.Player) -> types.Player:
        identities = (
            one if one.issuer else types.Identity(issuer, one.number) for one in player.identities
        )
        return replace(player, identities=tuple(dict.fromkeys(identities)))

    snapshot = incoming.snapshot
    players = tuple(map(said, snapshot.players))
    return replace(incoming, snapshot=replace(snapshot, players=players))


def _owners(
    player: types.Player, owners: Mapping[str, list[tuple[str, Player]]]
) -> tuple[list[Player], list[Player]]:
    """Players of the club who have a number of his: those who are he, those who may be."""
    name = parse_name(player.name)
    sure: list[Player] = []
    maybe: list[Player] = []
    for identity in player.identities:
        for issuer, owner in owners.get(identity.number, ()):
            if issuer == identity.issuer and (issuer or may_be_same(name, owner.parts)):
                sure.append(owner)
            elif not issuer or not identity.issuer:
                maybe.append(owner)
    return list(dict.fromkeys(sure)), list(dict.fromkeys(maybe))


def incoming_players(
    club: Club, incoming: Incoming, matches: Matches
) -> dict[types.PlayerId, Player]:
    """Who everybody in the file is; who is new is made a player of the club.

    With a player of the club is noted what the file knows and the club does not.
    """
    preview = preview_of(club, incoming)
    players = {player.id: own for player, own in preview.known}
    own_players = {player.pk: player for player in club.players.all()}
    new = []
    for player in incoming.snapshot.players:
        if player.id in players:
            continue
        match = matches.get(player.id)
        if match is not None:
            if match not in own_players:
                raise StepError(
                    _("The player chosen for %(player)s is no longer there. Look at it again.")
                    % {"player": player.name}
                )
            players[player.id] = own_players[match]
        else:
            players[player.id] = _new_player(club, player)
            new.append(players[player.id])
    _check_nobody_twice(players)
    known = [(one, players[one.id]) for one in incoming.snapshot.players if players[one.id].pk]
    Player.objects.bulk_create(new)
    _fill_in(known)
    _note_numbers(club, incoming.snapshot, players, {one.pk for one in new})
    tell_apart(club, *players.values())
    return players


def _check_nobody_twice(players: Mapping[types.PlayerId, Player]) -> None:
    seen: set[int] = set()
    for player in players.values():
        if player.pk in seen:
            raise StepError(
                _("%(player)s was chosen for two players of the document.") % {"player": player}
            )
        if player.pk is not None:
            seen.add(player.pk)


def date_of(written: str) -> date | None:
    """A day as documents write it; none for ""."""
    return date.fromisoformat(written) if written else None


def _new_player(club: Club, player: types.Player) -> Player:
    new = Player(
        club=club,
        name=player.name,
        sort_key=sort_key_text(parse_name(player.name)),
        rating=player.rating,
        other_club=player.club,
        is_member=not player.guest,
        **_facts(player),
    )
    check_lengths(new)
    return new


def _facts(player: types.Player) -> dict[str, object]:
    facts = {name: getattr(player, name) for name in _FILLED}
    return facts | {"birth_date": date_of(player.birth_date)}


def _fill_in(known: list[tuple[types.Player, Player]]) -> None:
    """What the club has not noted of its own players, and the file says."""
    filled = []
    for player, own in known:
        facts = _facts(player)
        if own.birth_year not in (None, player.birth_year):
            del facts["birth_date"]
        gaps = {name: value for name, value in facts.items() if value and not getattr(own, name)}
        for name, value in gaps.items():
            setattr(own, name, value)
        if gaps:
            check_lengths(own)
            filled.append(own)
    mine = Competition.objects.filter(entries__player__in=filled)
    mine.update(version=F("version") + 1)
    Player.objects.bulk_update(filled, _FILLED)


def _note_numbers(
    club: Club,
    snapshot: types.Snapshot,
    players: Mapping[types.PlayerId, Player],
    new: set[int],
) -> None:
    """Numbers and ratings that the club does not have; what it has stays."""
    rows = Identity.objects.filter(club=club).select_related("player")
    owners = {(one.issuer, one.number): one.player for one in rows}
    issuers = {(one.player_id, one.issuer) for one in rows}
    numbers, ratings = [], []
    for player in snapshot.players:
        own = players[player.id]
        for one in player.identities:
            owner = owners.get((one.issuer, one.number))
            if owner is not None and owner != own and own.pk in new:
                raise StepError(taken(one.number, owner))
            if owner is None and (own.pk in new or (own.pk, one.issuer) not in issuers):
                numbers.append(
                    Identity(player=own, club=club, issuer=one.issuer, number=one.number)
                )
        ratings += [
            Rating(
                player=own,
                list=one.list,
                tempo=one.tempo,
                date=date_of(one.date),
                value=one.value,
            )
            for one in player.ratings
        ]
    Identity.objects.bulk_create(numbers)
    Rating.objects.bulk_create(ratings, ignore_conflicts=True)
