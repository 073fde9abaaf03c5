"""What happened on an evening, and what is the standing after it? Only reads."""

from dataclasses import dataclass, field, replace

from django.db.models import F

from clubcomp.flow.standings import StandingLine, rounds_of, standings_of
from clubcomp.models import Entry, Evening, Game, Unpaired
from pairing.core.types import OVERALL
from pairing.core.unplayed import Unplayed

#: The kinds of not playing that a report names.
KINDS = [kind for kind in Unplayed if kind.is_public]


@dataclass
class ReportedRound:
    """A round on record: `number` on its evening, `count` in the competition, both from 1."""

    number: int
    count: int
    games: list[Game] = field(default_factory=list)
    unpaired: dict[str, list[Entry]] = field(default_factory=dict)


@dataclass(frozen=True)
class EveningReport:
    """The rounds of an evening, and the members in the standing of its tempo after it.

    The `change` of a line is how many ranks it rose on the evening.
    """

    evening: Evening
    rounds: list[ReportedRound]
    standing: list[StandingLine]


def report_of(evening: Evening) -> EveningReport:
    """What the club's site reports of an evening. The same queries whatever its size."""
    competition = evening.competition
    record = rounds_of(competition, OVERALL)
    rounds = {
        line.number: ReportedRound(line.number, line.count)
        for line in record
        if line.evening == evening.number
    }
    games = Game.objects.with_round().filter(round__evening=evening).order_by("board")
    for game in games.select_related("white__player", "black__player"):
        # A round that was published a moment ago is not yet in the cached record.
        if game.round.number in rounds:
            rounds[game.round.number].games.append(game)
    rows = Unpaired.objects.filter(round__evening=evening, kind__in=KINDS)
    rows = rows.select_related("entry__player").order_by("entry__player__sort_key", "pk")
    for row in rows.annotate(number=F("round__number")).filter(number__in=rounds):
        rounds[row.number].unpaired.setdefault(row.kind, []).append(row.entry)
    return EveningReport(evening, list(rounds.values()), _standing(evening, list(rounds)))


def _standing(evening: Evening, numbers: list[int]) -> list[StandingLine]:
    """The members in order, each with the change of rank on the evening."""
    if not numbers:
        return []
    competition, tempo = evening.competition, evening.tempo.key
    after = standings_of(competition, tempo, (evening.number, numbers[-1]))
    ranks = {}
    if any(line.evening < evening.number for line in rounds_of(competition, tempo)):
        before = standings_of(competition, tempo, (evening.number, 0))
        ranks = {_key(line): line.place for line in before if line.place is not None}
    return [
        replace(line, change=ranks[_key(line)] - line.place if _key(line) in ranks else None)
        for line in after
        if line.place is not None
    ]


def _key(line: StandingLine) -> tuple[int, str]:
    """The player and the group in which the line has its rank."""
    return line.entry.pk, line.row.group
