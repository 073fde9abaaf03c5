"""How does a whole competition come in, and go out again?

The competition document is what a club takes along: exporting, importing into an empty
database and exporting again gives the same bytes. What a document does not hold (who entered
a result, why two players met) begins anew with the import.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubcomp.flow.competitions import check_slug, check_snapshot, unused_name
from clubcomp.flow.errors import StepError
from clubcomp.flow.federations import keep_original, store_event
from clubcomp.flow.given import check_lengths
from clubcomp.flow.incoming import read_incoming
from clubcomp.flow.incoming_players import (
    ImportPreview,
    Matches,
    date_of,
    incoming_players,
    preview_of,
    with_issuer,
)
from clubcomp.flow.pairings.proposing import pair_anew
from clubcomp.flow.rounds import number_rounds
from clubcomp.flow.step import Step, all_or_nothing, club_held, write_trail
from clubcomp.models import (
    Attendance,
    Club,
    Competition,
    Entry,
    Evening,
    ForbiddenPair,
    Game,
    Player,
    Round,
    Tempo,
    Unpaired,
    User,
)
from clubcomp.slugs import CLUB_WORDS, free_slug
from clubcomp.snapshots import whole_snapshot
from pairing.core import types
from pairing.formats.document import write_document


def export_document(competition: Competition) -> str:
    """The competition as a document in canonical form."""
    return write_document(whole_snapshot(competition))


def preview_import(club: Club, data: bytes, *, issuer: str = "") -> ImportPreview:
    """What a document or TRF file would bring. DocumentError or StepError: it is refused."""
    return preview_of(club, read_incoming(data), issuer)


@all_or_nothing
def import_document(
    club: Club,
    data: bytes,
    *,
    matches: Matches | None = None,
    name: str | None = None,
    slug: str | None = None,
    system: str = "",
    rounds: int | None = None,
    without_acceleration: bool = False,
    issuer: str = "",
    by: User | None,
) -> Competition:
    """A new competition from a document or a TRF file; all of it or nothing.

    `matches` says who a player of the document is: the key of a player of the club, or None
    for somebody new. A federation number that the club knows decides by itself; without an
    answer a player is new. `issuer` is who gave the numbers of which the file does not say it.
    `system` and `rounds` are for a TRF file, see `read_incoming`; one that was paired with an
    acceleration comes in only to go on `without_acceleration`. DocumentError when the file is
    refused.
    """
    incoming = with_issuer(read_incoming(data, system=system, rounds=rounds), issuer)
    if incoming.is_accelerated and not without_acceleration:
        raise StepError(
            _(
                "The competition was paired with an acceleration, which is not known here. Say"
                " that it goes on without."
            )
        )
    snapshot = incoming.snapshot
    check_snapshot(snapshot)
    with club_held(club) as club:
        competition = Competition(
            club=club,
            name=unused_name(club, name or snapshot.name),
            slug=check_slug(club, slug) if slug else _new_slug(club, name or snapshot.name),
            game=snapshot.game,
            system=snapshot.system,
            options=dict(snapshot.options),
        )
        if snapshot.seeding:
            competition.seeding_list = snapshot.seeding.list
            competition.seeding_tempo = snapshot.seeding.tempo
        check_lengths(competition)
        competition.save()
        players = incoming_players(club, incoming, matches or {})
        entries = _store_entries(competition, snapshot, players)
        store_event(competition, snapshot.event)
        _store_evenings(competition, snapshot, entries)
        write_trail(
            club,
            "import_document",
            by=by,
            competition=competition,
            facts={
                "competition": competition.name,
                "players": len(entries),
                "evenings": len(snapshot.evenings),
                "games": sum(len(place.round.games) for place in snapshot.record()),
            },
        )
        keep_original(competition, incoming, data)
        _pair_proposal(Step(competition, "import_document", by))
    return competition


def _new_slug(club: Club, name: str) -> str:
    taken = set(club.competitions.values_list("slug", flat=True))
    return free_slug(name, taken=taken, reserved=CLUB_WORDS)


def _pair_proposal(step: Step) -> None:
    """Pair the round still to be paired around all that the document fixes."""
    round_ = Round.objects.proposed().filter(evening__competition=step.competition).first()
    if round_ is not None:
        pair_anew(step, round_, keep_errors=True)


def _store_entries(
    competition: Competition,
    snapshot: types.Snapshot,
    players: Mapping[types.PlayerId, Player],
) -> dict[types.PlayerId, Entry]:
    """Tempos, players and forbidden pairs, in the document's order."""
    Tempo.objects.bulk_create(
        Tempo(
            competition=competition,
            key=tempo.id,
            name=tempo.name,
            games_per_evening=tempo.games_per_evening,
            last_n=tempo.last_n,
            absence_limit=tempo.absence_limit,
            weight=str(tempo.weight),
        )
        for tempo in snapshot.tempos
    )
    entries = Entry.objects.bulk_create(
        Entry(
            competition=competition,
            player=players[player.id],
            key=player.id,
            start=player.start,
            rating=player.rating,
            joined=player.joined,
            left=player.left,
            guest=player.guest,
        )
        for player in snapshot.players
    )
    by_key = {entry.key: entry for entry in entries}
    ForbiddenPair.objects.bulk_create(
        ForbiddenPair(
            competition=competition,
            one=by_key[one],
            other=by_key[other],
            members_may_read=(one, other) in snapshot.members_may_read,
        )
        for one, other in snapshot.forbidden_pairs
    )
    return by_key


def _store_evenings(
    competition: Competition,
    snapshot: types.Snapshot,
    entries: Mapping[types.PlayerId, Entry],
) -> None:
    """The calendar and the record; at most one evening is open, the one still to be paired."""
    tempos = {tempo.key: tempo for tempo in competition.tempos.all()}
    to_pair = snapshot.to_pair()
    played = [n for n, evening in enumerate(snapshot.evenings, start=1) if evening.rounds]
    evenings = Evening.objects.bulk_create(
        Evening(
            competition=competition,
            number=number,
            serial=number,
            tempo=tempos[evening.tempo],
            date=date_of(evening.date),
            games=max(tempos[evening.tempo].games_per_evening, len(evening.rounds)),
            status=_status(number, played, to_pair),
        )
        for number, evening in enumerate(snapshot.evenings, start=1)
    )
    competition.last_serial = len(evenings)
    competition.save(update_fields=["last_serial"])
    on_record = list(snapshot.record())
    rounds = Round.objects.bulk_create(
        Round(
            evening=evenings[place.evening - 1],
            number=place.number,
            status=Round.Status.FINISHED,
            paired_by=place.round.paired_by,
        )
        for place in on_record
    )
    pairs = [(round_, place.round) for round_, place in zip(rounds, on_record, strict=True)]
    Game.objects.bulk_create(
        _game(round_, game, entries) for round_, read in pairs for game in read.games
    )
    Unpaired.objects.bulk_create(
        Unpaired(round=round_, entry=entries[player], kind=kind)
        for round_, read in pairs
        for kind, player in _unpaired(read)
    )
    number_rounds(competition)
    if to_pair:
        _store_proposal(evenings[to_pair.evening - 1], to_pair, entries)


def _status(number: int, played: list[int], to_pair: types.RoundOnRecord | None) -> str:
    """An evening's status: open with a round to be paired, planned after the last one played."""
    if to_pair and number == to_pair.evening:
        return Evening.Status.OPEN
    if not played or number > played[-1]:
        return Evening.Status.PLANNED
    return Evening.Status.CLOSED


def _game(round_: Round, game: types.Game, entries: Mapping[types.PlayerId, Entry]) -> Game:
    """A game on record; one without a result is put off, since nobody is playing it now."""
    return Game(
        round=round_,
        board=game.board,
        white=entries[game.white],
        black=entries[game.black],
        result=game.result.value,
        put_off=Game.PutOff.NO if game.result.is_finished else Game.PutOff.ADJOURNED,
        played_on=date_of(game.date),
        fixed=game.fixed,
    )


def _unpaired(read: types.Round) -> list[tuple[str, types.PlayerId]]:
    """Who does not play in a round, with the kind of it."""
    kinds = Unpaired.Kind
    named = [(kinds.BYE, (read.bye,) if read.bye else ())]
    named += [
        (kinds.HALF_POINT_BYE, read.half_point_byes),
        (kinds.FULL_POINT_BYE, read.full_point_byes),
        (kinds.EXTERNAL, read.external),
        (kinds.NO_NOTICE, read.no_notice),
        (kinds.EXEMPT, read.exempt),
    ]
    return [(kind, player) for kind, players in named for player in players]


def _store_proposal(
    evening: Evening, to_pair: types.RoundOnRecord, entries: Mapping[types.PlayerId, Entry]
) -> None:
    """The round still to be paired: attendance, and what the leader has decided already."""
    read, status = to_pair.round, Attendance.Status
    seated = [player for game in read.games for player in (game.white, game.black)]
    marked = [
        (status.PRESENT, [*seated, *([read.bye] if read.bye else []), *(read.present or ())]),
        (status.EXTERNAL, read.external),
        (status.NO_NOTICE, read.no_notice),
        (status.EXEMPT, read.exempt),
        (status.HALF_POINT_BYE, read.half_point_byes),
        (status.FULL_POINT_BYE, read.full_point_byes),
    ]
    Attendance.objects.bulk_create(
        Attendance(evening=evening, entry=entries[player], status=mark)
        for mark, players in marked
        for player in players
    )
    Round.objects.create(
        evening=evening,
        number=to_pair.number,
        fixed=[[game.white, game.black, game.fixed] for game in read.games],
        named_bye=entries[read.bye] if read.bye else None,
    )
