"""What happened on an evening, and where does everybody stand after it? Only reads."""

from dataclasses import dataclass, field

from django.db.models import F

from clubcomp.flow.standings import StandingLine, rounds_of, standings_of
from clubcomp.models import Entry, Evening, Game, Unpaired
from pairing.core.types import OVERALL

#: Who is named in a report although he did not play.
KINDS = (
    Unpaired.Kind.BYE,
    Unpaired.Kind.HALF_POINT_BYE,
    Unpaired.Kind.FULL_POINT_BYE,
    Unpaired.Kind.EXTERNAL,
)


@dataclass
class ReportedRound:
    """A round on record: `number` on its evening, `count` in the competition, both from 1."""

    number: int
    count: int
    games: list[Game] = field(default_factory=list)
    unpaired: dict[str, list[Entry]] = field(default_factory=dict)


@dataclass(frozen=True)
class ReportedLine:
    """A member in the standing after the evening; `change`: places up since before it."""

    line: StandingLine
    change: int | None


@dataclass(frozen=True)
class EveningReport:
    """The rounds of an evening, and the standing of its tempo after the last of them."""

    evening: Evening
    rounds: list[ReportedRound]
    standing: list[ReportedLine]


def report_of(evening: Evening) -> EveningReport:
    """All of an evening that the club's site tells. The same queries whatever its size."""
    competition = evening.competition
    record = rounds_of(competition, OVERALL)
    rounds = {
        line.number: ReportedRound(line.number, line.count)
        for line in record
        if line.evening == evening.number
    }
    games = Game.objects.with_round().filter(round__evening=evening).order_by("board")
    for game in games.select_related("white__player", "black__player"):
        # A round that was published a moment ago is not in what is kept.
        if game.round.number in rounds:
            rounds[game.round.number].games.append(game)
    rows = Unpaired.objects.filter(round__evening=evening, kind__in=KINDS)
    rows = rows.select_related("entry__player").order_by("entry__player__sort_key", "pk")
    for row in rows.annotate(number=F("round__number")).filter(number__in=rounds):
        rounds[row.number].unpaired.setdefault(row.kind, []).append(row.entry)
    return EveningReport(evening, list(rounds.values()), _standing(evening, list(rounds)))


def _standing(evening: Evening, numbers: list[int]) -> list[ReportedLine]:
    """The members in order, with what the evening did to their places."""
    if not numbers:
        return []
    competition, tempo = evening.competition, evening.tempo.key
    now = standings_of(competition, tempo, (evening.number, numbers[-1]))
    places = {}
    if any(line.evening < evening.number for line in rounds_of(competition, tempo)):
        before = standings_of(competition, tempo, (evening.number, 0))
        places = {line.entry.pk: line.place for line in before if line.place is not None}
    return [
        ReportedLine(line, places[line.entry.pk] - line.place if line.entry.pk in places else None)
        for line in now
        if line.place is not None
    ]
