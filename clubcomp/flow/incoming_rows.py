"""What is stored of a competition that comes in: all its rows, made before anything is locked.

Rows refer to each other as objects; the keys come with storing. Only who the players are is
said at last, because that has to be found out with the club held.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Model

from clubcomp.flow.incoming_players import date_of
from clubcomp.flow.rounds import number_rounds
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
)
from pairing.core import types

Entries = Mapping[types.PlayerId, Entry]


@dataclass(frozen=True, slots=True)
class Rows:
    """A competition with everything in it, not stored yet; `others` in the order of storing."""

    competition: Competition
    entries: dict[types.PlayerId, Entry]
    tempos: list[Tempo]
    others: list[list[Model]]

    def store(self, players: Mapping[types.PlayerId, Player]) -> None:
        """Store all of it, when the competition has its name and `players` says who they are."""
        self.competition.save()
        for key, entry in self.entries.items():
            entry.player = players[key]
        for rows in (self.tempos, [*self.entries.values()], *self.others):
            if rows:
                type(rows[0]).objects.bulk_create(rows)
        number_rounds(self.competition)


def rows_of(club: Club, snapshot: types.Snapshot) -> Rows:
    """The rows of a competition, without its name and address, in the document's order."""
    competition = Competition(
        club=club,
        game=snapshot.game,
        system=snapshot.system,
        options=dict(snapshot.options),
        last_serial=len(snapshot.evenings),
    )
    if snapshot.seeding:
        competition.seeding_list = snapshot.seeding.list
        competition.seeding_tempo = snapshot.seeding.tempo
    tempos = {tempo.id: _tempo(competition, tempo) for tempo in snapshot.tempos}
    entries = {player.id: _entry(competition, player) for player in snapshot.players}
    forbidden = [
        ForbiddenPair(
            competition=competition,
            one=entries[one],
            other=entries[other],
            members_may_read=(one, other) in snapshot.members_may_read,
        )
        for one, other in snapshot.forbidden_pairs
    ]
    evenings = _evenings(competition, snapshot, tempos)
    record = [
        (
            Round(
                evening=evenings[place.evening - 1],
                number=place.number,
                status=Round.Status.FINISHED,
                paired_by=place.round.paired_by,
            ),
            place.round,
        )
        for place in snapshot.record()
    ]
    rounds = [round_ for round_, _read in record]
    games = [_game(round_, game, entries) for round_, read in record for game in read.games]
    unpaired = [
        Unpaired(round=round_, entry=entries[player], kind=kind)
        for round_, read in record
        for kind, player in _unpaired(read)
    ]
    attendance = []
    if to_pair := snapshot.to_pair():
        evening = evenings[to_pair.evening - 1]
        attendance = _attendance(evening, to_pair.round, entries)
        rounds.append(_proposal(evening, to_pair, entries))
    return Rows(
        competition,
        entries,
        [*tempos.values()],
        [forbidden, evenings, rounds, games, unpaired, attendance],
    )


def _tempo(competition: Competition, tempo: types.Tempo) -> Tempo:
    return Tempo(
        competition=competition,
        key=tempo.id,
        name=tempo.name,
        games_per_evening=tempo.games_per_evening,
        last_n=tempo.last_n,
        absence_limit=tempo.absence_limit,
        weight=str(tempo.weight),
    )


def _entry(competition: Competition, player: types.Player) -> Entry:
    return Entry(
        competition=competition,
        key=player.id,
        start=player.start,
        rating=player.rating,
        joined=player.joined,
        left=player.left,
        guest=player.guest,
    )


def _evenings(
    competition: Competition, snapshot: types.Snapshot, tempos: Mapping[str, Tempo]
) -> list[Evening]:
    """The calendar; at most one evening is open, the one still to be paired."""
    to_pair = snapshot.to_pair()
    played = [n for n, evening in enumerate(snapshot.evenings, start=1) if evening.rounds]
    return [
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
    ]


def _status(number: int, played: list[int], to_pair: types.RoundOnRecord | None) -> str:
    """An evening's status: open with a round to be paired, planned after the last one played."""
    if to_pair and number == to_pair.evening:
        return Evening.Status.OPEN
    if not played or number > played[-1]:
        return Evening.Status.PLANNED
    return Evening.Status.CLOSED


def _game(round_: Round, game: types.Game, entries: Entries) -> Game:
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


def _attendance(evening: Evening, read: types.Round, entries: Entries) -> list[Attendance]:
    """Who is there for the round still to be paired."""
    status = Attendance.Status
    seated = [player for game in read.games for player in (game.white, game.black)]
    marked = [
        (status.PRESENT, [*seated, *([read.bye] if read.bye else []), *(read.present or ())]),
        (status.EXTERNAL, read.external),
        (status.NO_NOTICE, read.no_notice),
        (status.EXEMPT, read.exempt),
        (status.HALF_POINT_BYE, read.half_point_byes),
        (status.FULL_POINT_BYE, read.full_point_byes),
    ]
    return [
        Attendance(evening=evening, entry=entries[player], status=mark)
        for mark, players in marked
        for player in players
    ]


def _proposal(evening: Evening, to_pair: types.RoundOnRecord, entries: Entries) -> Round:
    """The round still to be paired, with what the leader has decided already."""
    read = to_pair.round
    return Round(
        evening=evening,
        number=to_pair.number,
        fixed=[[game.white, game.black, game.fixed] for game in read.games],
        named_bye=entries[read.bye] if read.bye else None,
    )
