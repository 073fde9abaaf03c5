"""How is a whole competition exported and imported?

A club can leave with its competition document: exporting, importing into an empty database and
exporting again gives the same bytes. What a document does not hold (who entered a result, why
two players met) is lost on the way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from itertools import chain

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.slugs import CLUB_WORDS, free_slug
from clubcomp.flow.checks import check_row, check_texts
from clubcomp.flow.competitions.competition import check_slug
from clubcomp.flow.competitions.start_order import check_snapshot
from clubcomp.flow.documents.downloads import keep_original, store_event
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import Incoming
from clubcomp.flow.incoming.players import Matches, date_of, incoming_players
from clubcomp.flow.incoming.receipts import keep_receipt
from clubcomp.flow.pairings.proposing import pair_again
from clubcomp.flow.pairings.turns import is_too_much, replayed_in_passing
from clubcomp.flow.rounds import number_rounds
from clubcomp.flow.seasons import season_on, unused_name
from clubcomp.flow.step import Step, all_or_nothing, club_held, write_trail
from clubcomp.models import (
    Attendance,
    Club,
    Competition,
    Entry,
    Evening,
    ForbiddenPair,
    Game,
    GivenPoints,
    Player,
    Round,
    Tempo,
    Unpaired,
    Upload,
    User,
)
from clubcomp.models.unplayed import stored
from clubcomp.record.snapshots import whole_snapshot
from pairing.core import types
from pairing.core.unplayed import Unplayed
from pairing.formats.document import write_document
from pairing.formats.form import written
from pairing.registry import get_system


def export_document(competition: Competition) -> str:
    """The competition as a document in canonical form."""
    return write_document(whole_snapshot(competition))


@all_or_nothing
def import_document(
    club: Club,
    incoming: Incoming,
    *,
    matches: Matches | None = None,
    name: str | None = None,
    slug: str | None = None,
    without_acceleration: bool = False,
    season: Date | None = None,
    differing: Sequence[int] = (),
    by: User | None,
) -> Competition:
    """A new competition from a document or a report; all of it or nothing.

    `matches` says which player of the club a player of the file is, by key; None, or no entry, is a
    new player. A federation number that the club knows decides without it. A competition paired
    with an acceleration is imported only to go on `without_acceleration`. `season` is a day of the
    season that it goes into; None is its first evening. `differing` are the rounds that its system
    pairs otherwise (`rounds_that_differ`), which the trail keeps.
    """
    if incoming.is_accelerated and not without_acceleration:
        words = _(
            "The competition was paired with an acceleration, which is not known here. Say"
            " that it goes on without."
        )
        raise StepError(words)
    snapshot = incoming.snapshot
    check_snapshot(snapshot)
    rows = rows_of(club, snapshot)
    competition = rows.competition
    for row in chain.from_iterable(rows.all):
        check_texts(row)
        check_row(row)
    # The rest of the club waits while it is held, so this comes as late as possible.
    with club_held(club) as club:
        days = [evening.date for evening in snapshot.evenings if evening.date]
        day = season or date_of(min(days, default="")) or timezone.localdate()
        competition.club, competition.season = club, season_on(club, day)
        competition.name = unused_name(competition.season, name or snapshot.name)
        taken = {*club.competitions.values_list("slug", flat=True)}
        usual = free_slug(competition.name, taken=taken, reserved=CLUB_WORDS)
        competition.slug = check_slug(club, slug) if slug else usual
        check_texts(competition)
        brought = incoming_players(club, incoming, matches or {})
        rows.store(brought.players)
        store_event(competition, snapshot.event)
        write_trail(
            club,
            "import_document",
            by=by,
            competition=competition,
            facts={
                "competition": competition.name,
                "players": len(rows.entries),
                "evenings": len(snapshot.evenings),
                "games": sum(len(item.round.games) for item in snapshot.record()),
            }
            | ({"differing": list(differing)} if differing else {}),
        )
        keep_original(competition, incoming)
        keep_receipt(competition, incoming, brought, by)
        # The round still to be paired, around everything that the document fixes.
        proposed = Round.objects.proposed().filter(evening__competition=competition).first()
        if proposed is not None:
            pair_again(Step(competition, "import_document", by), proposed, keep_errors=True)
    return competition


def rounds_that_differ(incoming: Incoming) -> list[int]:
    """The rounds on record that the system pairs otherwise, if it is FIDE's; PairingBusy.

    Without rounds after one that another system paired, and rounds that take too much work.
    """
    if not get_system(incoming.snapshot.system).abilities.is_of_fide:
        return []
    replayed = replayed_in_passing(incoming.snapshot)
    return [again.number for again in replayed if again.differs and not is_too_much(again)]


#: How many files of a user are kept in a club; the oldest is deleted when another comes.
MOST = 3


def keep_upload(club: Club, data: bytes, *, user: User) -> Upload:
    """Keep a file until it is imported; old ones are deleted."""
    Upload.objects.filter(at__lt=timezone.now() - Upload.KEPT).delete()
    uploads = Upload.objects.filter(club=club, by=user).order_by("-pk")
    Upload.objects.filter(pk__in=list(uploads.values_list("pk", flat=True)[MOST - 1 :])).delete()
    return Upload.objects.create(club=club, by=user, data=data)


def kept_upload(club: Club, key: int, *, user: User) -> bytes:
    """The file that this person sent in this club; StepError when it is no longer there."""
    uploads = Upload.objects.filter(club=club, by=user, at__gte=timezone.now() - Upload.KEPT)
    upload = uploads.filter(pk=key).first()
    if upload is None:
        raise StepError(_("The file is kept here for one day only. Choose it once more."))
    return bytes(upload.data)


Entries = Mapping[types.PlayerId, Entry]


@dataclass(frozen=True, slots=True)
class CompetitionRows:
    """A competition with everything in it, not stored yet; `all` in the order of storing."""

    competition: Competition
    entries: dict[types.PlayerId, Entry]
    all: list[Sequence[Model]]

    def store(self, players: Mapping[types.PlayerId, Player]) -> None:
        """Store all of it, once the competition has its name; `players` are the club's."""
        self.competition.save()
        for key, entry in self.entries.items():
            entry.player = players[key]
            if entry.player.is_forgotten:
                entry.key = f"former-{entry.player.pk}"
        for rows in self.all:
            for round_ in (row for row in rows if isinstance(row, Round)):
                round_.drawn = [self.entries[key].key for key in round_.drawn]
                results = round_.elsewhere.items()
                round_.elsewhere = {self.entries[key].key: result for key, result in results}
            if rows:
                type(rows[0])._default_manager.bulk_create(rows)
        number_rounds(self.competition)


def rows_of(club: Club, snapshot: types.Snapshot) -> CompetitionRows:
    """The rows of a competition, which lacks its name and address, in the document's order."""
    competition = Competition(
        club=club,
        game=snapshot.game,
        system=snapshot.system,
        options=dict(snapshot.options),
        decided_ties=written(snapshot.ties),
        last_serial=len(snapshot.evenings),
        by_fide_rules=snapshot.by_fide_rules,
        drawn_at=timezone.now(),  # where the numbers are lots, they are those of the document
    )
    if snapshot.seeding:
        competition.seeding_list = snapshot.seeding.list
        competition.seeding_tempo = snapshot.seeding.tempo
    tempos = {tempo.id: _tempo(competition, tempo) for tempo in snapshot.tempos}
    entries = {player.id: _entry(competition, player) for player in snapshot.players}
    forbidden = [
        ForbiddenPair(
            competition=competition,
            one=entries[first],
            other=entries[second],
            members_may_read=(first, second) in snapshot.members_may_read,
        )
        for first, second in snapshot.forbidden_pairs
    ]
    forbidden += [
        ForbiddenPair(
            competition=competition, one=entries[first], other=entries[second], if_possible=True
        )
        for first, second in snapshot.apart
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
            drawn=[*played.round.drawn],
        )
        rounds.append(round_)
        games += (_game(round_, game, entries) for game in played.round.games)
        unpaired += unpaired_in(round_, played.round, entries)
    if to_pair := snapshot.to_pair():
        evening = evenings[to_pair.evening - 1]
        attendance = _attendance(evening, to_pair.round, entries)
        rounds.append(_proposal(evening, to_pair, entries))
    in_order: list[Sequence[Model]] = [[*tempos.values()], [*entries.values()], forbidden]
    given = [
        GivenPoints(
            evening=evenings[extra.evening - 1],
            entry=entries[extra.player],
            points=str(extra.points),
            reason=extra.reason,
        )
        for extra in snapshot.extra
    ]
    in_order += [evenings, rounds, games, unpaired, attendance, given]
    return CompetitionRows(competition, entries, in_order)


def _tempo(competition: Competition, tempo: types.Tempo) -> Tempo:
    names = ("name", "games_per_evening", "last_n", "absence_limit")
    numbers = {name: getattr(tempo, name) for name in names}
    return Tempo(competition=competition, key=tempo.id, weight=str(tempo.weight), **numbers)


def _entry(competition: Competition, player: types.Player) -> Entry:
    names = ("start", "rating", "joined", "left", "guest", "group")
    facts = {name: getattr(player, name) for name in names}
    moves = [[move.group, move.until, move.is_kept] for move in player.moves]
    extra = player.start_points
    start_points = [str(extra.points), extra.until] if extra else []
    return Entry(
        competition=competition, key=player.id, moves=moves, start_points=start_points, **facts
    )


def unpaired_in(round_: Round, played: types.Round, entries: Entries) -> list[Unpaired]:
    """The rows of players without a game in a round on record."""
    kinds: dict[types.PlayerId, str] = dict(played.unplayed.items())
    kinds |= {player: stored(key) for player, key in played.away.items()}
    kinds |= {key: Unplayed.ABSENT for key in played.away_results if key not in kinds}
    return [
        Unpaired(
            round=round_,
            entry=entries[player],
            kind=kind,
            result=played.away_results.get(player, ""),
        )
        for player, kind in kinds.items()
    ]


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
    """The attendance for the round still to be paired: the players present, and those away."""
    present = [player for game in to_pair.games for player in game.players]
    present += [*to_pair.of_kind(Unplayed.BYE), *(to_pair.present or ())]
    kinds = to_pair.unplayed.items()
    away: dict[types.PlayerId, str] = {key: kind for key, kind in kinds if not kind.was_there}
    away |= {player: stored(key) for player, key in to_pair.away.items()}
    statuses = dict.fromkeys(present, Attendance.Status.PRESENT) | away
    return [
        Attendance(evening=evening, entry=entries[player], status=status)
        for player, status in statuses.items()
    ]


def _proposal(evening: Evening, to_pair: types.RoundOnRecord, entries: Entries) -> Round:
    """The round still to be paired, with the leader's decisions so far."""
    return Round(
        evening=evening,
        number=to_pair.number,
        fixed=[[game.white, game.black, game.fixed] for game in to_pair.round.games],
        named_byes=[*to_pair.round.byes],
        drawn=[*to_pair.round.drawn],
        elsewhere=dict(to_pair.round.away_results),
    )
