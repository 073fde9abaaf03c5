"""Which rows are stored for an imported competition? They are made before anything is locked.

Rows refer to each other as objects; they get their keys when they are stored. Who the players are
is filled in then, because that is only certain while the club is held.
"""

from collections.abc import Mapping, Sequence
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
from pairing.core.unplayed import Unplayed

Entries = Mapping[types.PlayerId, Entry]


@dataclass(frozen=True, slots=True)
class Rows:
    """A competition with everything in it, not stored yet; `others` in the order of storing."""

    competition: Competition
    entries: dict[types.PlayerId, Entry]
    tempos: list[Tempo]
    others: list[Sequence[Model]]

    def store(self, players: Mapping[types.PlayerId, Player]) -> None:
        """Store all of it, once the competition has its name; `players` are the club's."""
        self.competition.save()
        for key, entry in self.entries.items():
            entry.player = players[key]
        entries = [*self.entries.values()]
        everything: list[Sequence[Model]] = [self.tempos, entries, *self.others]
        for rows in everything:
            if rows:
                type(rows[0])._default_manager.bulk_create(rows)
        number_rounds(self.competition)


def rows_of(club: Club, snapshot: types.Snapshot) -> Rows:
    """The rows of a competition, which lacks its name and address, in the document's order."""
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
    rounds: list[Round] = []
    games: list[Game] = []
    unpaired: list[Unpaired] = []
    attendance: list[Attendance] = []
    for played in snapshot.record():
        round_ = Round(
            evening=evenings[played.evening - 1],
            number=played.number,
            status=Round.Status.FINISHED,
            paired_by=played.round.paired_by,
        )
        rounds.append(round_)
        games += (_game(round_, game, entries) for game in played.round.games)
        unpaired += (
            Unpaired(round=round_, entry=entries[player], kind=kind)
            for player, kind in played.round.unplayed.items()
        )
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
    names = ("name", "games_per_evening", "last_n", "absence_limit")
    numbers = {name: getattr(tempo, name) for name in names}
    return Tempo(competition=competition, key=tempo.id, weight=str(tempo.weight), **numbers)


def _entry(competition: Competition, player: types.Player) -> Entry:
    names = ("start", "rating", "joined", "left", "guest")
    facts = {name: getattr(player, name) for name in names}
    return Entry(competition=competition, key=player.id, **facts)


def _evenings(
    competition: Competition, snapshot: types.Snapshot, tempos: Mapping[str, Tempo]
) -> list[Evening]:
    """The calendar; only the evening with a round to be paired is open."""
    to_pair = snapshot.to_pair()
    last_played = max(
        (n for n, evening in enumerate(snapshot.evenings, start=1) if evening.rounds), default=0
    )

    def status(number: int) -> str:
        if to_pair and number == to_pair.evening:
            return Evening.Status.OPEN
        return Evening.Status.PLANNED if number > last_played else Evening.Status.CLOSED

    return [
        Evening(
            competition=competition,
            number=number,
            serial=number,
            tempo=tempos[evening.tempo],
            date=date_of(evening.date),
            games=max(tempos[evening.tempo].games_per_evening, len(evening.rounds)),
            status=status(number),
        )
        for number, evening in enumerate(snapshot.evenings, start=1)
    ]


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


def _attendance(evening: Evening, to_pair: types.Round, entries: Entries) -> list[Attendance]:
    """Who is present for the round still to be paired, and who is away."""
    present = [player for game in to_pair.games for player in game.players]
    present += [*to_pair.of_kind(Unplayed.BYE), *(to_pair.present or ())]
    away = {player: kind for player, kind in to_pair.unplayed.items() if not kind.was_there}
    statuses = dict.fromkeys(present, Attendance.Status.PRESENT) | away
    return [
        Attendance(evening=evening, entry=entries[player], status=status)
        for player, status in statuses.items()
    ]


def _proposal(evening: Evening, to_pair: types.RoundOnRecord, entries: Entries) -> Round:
    """The round still to be paired, with what the leader has decided already."""
    bye = to_pair.round.bye
    return Round(
        evening=evening,
        number=to_pair.number,
        fixed=[[game.white, game.black, game.fixed] for game in to_pair.round.games],
        named_bye=entries[bye] if bye else None,
    )
