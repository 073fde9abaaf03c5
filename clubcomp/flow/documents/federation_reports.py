"""Which games go to which federation, and which went there already? Steps: make, cross out.

Any competition can be reported, whatever paired it: a report is a list of games of a tempo and a
period. Reports are remembered, so a game that is reported again, or has changed since, is pointed
out first. Where the club asks its players a game waits for both (`consents`).
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.clubs import keep_number, number_at
from clubcomp.flow.competitions.fide_rules import remarks_of
from clubcomp.flow.documents.consents import Withheld, players_digest, withheld_of
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.models import Competition, Entry, Game, SentReport, User
from clubcomp.record.snapshots import event_of, whole_snapshot
from pairing.core.types import Player
from pairing.formats.dsb import GermanEvent, write_german_table
from pairing.formats.ecf import EcfEvent, write_ecf
from pairing.formats.games_table import write_games_table
from pairing.formats.h9_written import EgdEvent, write_h9
from pairing.formats.reported_games import (
    GameKey,
    GamesReport,
    Period,
    ReportedGame,
    report_of,
)
from pairing.formats.trf_event import pace_of
from pairing.formats.trf_report import Edition
from pairing.formats.trf_written import write_trf
from pairing.sentences.articles import system_name

Target = SentReport.Target


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """The facts besides the games; each federation asks for some of them.

    `minutes` each for the game, and `seconds` more for each move. `event_code` is the sender's own
    for an event, `club_number` the club's at the federation.
    """

    minutes: int | None = None
    seconds: int = 0
    officer: str = ""
    officer_address: str = ""
    treasurer: str = ""
    treasurer_address: str = ""
    event_code: str = ""
    club_number: str = ""


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """Which report: its federation, the key of a tempo ("" for all), the days, and the facts."""

    target: str
    tempo: str = ""
    first: date | None = None
    last: date | None = None
    facts: ReportFacts = ReportFacts()

    @property
    def period(self) -> Period:
        """Which games it holds."""
        days = ("" if day is None else day.isoformat() for day in (self.first, self.last))
        return Period(self.tempo, *days)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a report would hold, and what it lacks.

    `unnumbered`: the players without a number of the federation, by key. `again` are games that an
    earlier report for the same federation had as they are, `changed` those that it had differently.
    `counted` is how many boards were left out because they belong to another competition,
    `withheld` are games that a player has not agreed to.
    """

    report: GamesReport
    unnumbered: tuple[Player, ...]
    again: int
    changed: int
    counted: int
    withheld: tuple[tuple[ReportedGame, Withheld], ...]

    @property
    def silent(self) -> list[tuple[Entry, int]]:
        """The players who have not answered yet, with how many games wait for them, most first."""
        waiting = Counter(entry for _game, why in self.withheld for entry in why.waits_for)
        return waiting.most_common()


#: Whose numbers a report should have; "" where the federation is left open.
_ISSUER: Mapping[str, str] = {
    Target.TRF26: "FIDE",
    Target.TRF16: "FIDE",
    Target.ECF: "ECF",
    Target.DSB: "DSB",
    Target.EGD: "EGD",
}
#: The targets of a report by kind of game; games of any other kind go as a table only.
_TARGETS: Mapping[str, tuple[SentReport.Target, ...]] = {
    Competition.GameKind.CHESS: tuple(target for target in Target if target is not Target.EGD),
    Competition.GameKind.GO: (Target.EGD, Target.TABLE),
}
_EDITION: Mapping[str, Edition] = {Target.TRF26: "26", Target.TRF16: "16"}
_ENDING: Mapping[str, str] = {
    Target.TRF26: "trf",
    Target.TRF16: "trf",
    Target.ECF: "txt",
    Target.DSB: "csv",
    Target.EGD: "h9",
    Target.TABLE: "csv",
}


def targets_of(competition: Competition) -> list[tuple[str, str]]:
    """The targets to which a competition's games can be reported, each with its label."""
    targets = _TARGETS.get(competition.game, (Target.TABLE,))
    return [(target.value, str(target.label)) for target in targets]


def facts_of(values: Mapping[str, Any]) -> ReportFacts:
    """Facts as they are stored or come from a form; empty ones get their default."""
    known = {field.name: values.get(field.name) or field.default for field in fields(ReportFacts)}
    return ReportFacts(**known)  # type: ignore[arg-type]  # every field has a default of its type


def last_facts(competition: Competition, target: str) -> ReportFacts:
    """The facts of the club's latest report for this federation.

    Before the first of this competition the pace is that of its time control, where it says one.
    """
    of_club = SentReport.objects.filter(competition__club=competition.club_id, target=target)
    facts = facts_of(of_club.values_list("facts", flat=True).first() or {})
    number = number_at(competition.club, _ISSUER.get(target, ""))
    facts = replace(facts, club_number=number or facts.club_number)
    pace = pace_of(event_of(competition).time_control)
    if pace and not of_club.filter(competition=competition).exists():
        return replace(facts, minutes=pace.minutes, seconds=pace.seconds)
    return facts


def with_pace(competition: Competition, choice: ReportChoice) -> ReportChoice:
    """The choice with the pace of its tempo, where nobody filled one in; if it holds several
    tempos, only where all have the same."""
    if choice.facts.minutes is not None:
        return choice
    tempos = competition.tempos.filter(**({"key": choice.tempo} if choice.tempo else {}))
    paces = set(tempos.values_list("minutes", "increment"))
    if len(paces) != 1 or None in next(iter(paces)):
        return choice
    [(minutes, seconds)] = paces
    return replace(choice, facts=replace(choice.facts, minutes=minutes, seconds=seconds))


def outlook(competition: Competition, choice: ReportChoice) -> Outlook:
    """What the report would hold; nothing is stored."""
    choice = with_pace(competition, choice)
    report, counted, withheld = _report(competition, choice)
    sent = _sent(competition, choice.target)
    reported = {_key(game): _summary(game) for game in report.games}
    issuer = _ISSUER.get(choice.target, "")
    lacking = [player for player in report.players if issuer and not player.number_of(issuer)]
    return Outlook(
        report=report,
        unnumbered=tuple(lacking),
        again=sum(sent.get(key) == summary for key, summary in reported.items()),
        changed=sum(key in sent and sent[key] != summary for key, summary in reported.items()),
        counted=counted,
        withheld=tuple((game, withheld[game.key]) for game in report.withheld),
    )


@all_or_nothing
def make_report(competition: Competition, choice: ReportChoice, *, by: User | None) -> SentReport:
    """Write the report and remember it; StepError, in words, for what it lacks.

    The file of the previous report for the same federation goes; what was in it is remembered.
    """
    # The club's row is held so that a player who says yes or no meanwhile waits.
    with step_on(competition, "make_report", holds_club=True, at_any_stage=True, by=by) as step:
        competition = step.competition
        choice = with_pace(competition, choice)
        report, _counted, _withheld = _report(competition, choice)
        if report.withheld and not report.games:
            raise StepError(_("Every game in this period waits for the consent of a player."))
        if not report.games:
            raise StepError(_("There is no finished game in this period."))
        issuer, number = _ISSUER.get(choice.target, ""), choice.facts.club_number
        if issuer and number and number != number_at(competition.club, issuer):
            keep_number(competition.club, issuer, number)
        data = _written(competition, report, choice)
        before = SentReport.objects.filter(competition=competition, target=choice.target)
        before.exclude(data=None).update(data=None)
        made = SentReport.objects.create(
            competition=competition,
            target=choice.target,
            tempo=choice.tempo,
            first=choice.first,
            last=choice.last,
            facts=asdict(choice.facts),
            games={_key(game): _summary(game) for game in report.games},
            name=_name(competition, report, choice),
            digest=hashlib.sha256(data).hexdigest(),
            data=data,
        )
        facts = {
            "games": len(report.games),
            "target": str(Target(choice.target).label),
            "file": made.name,
            "digest": made.digest[:12],
        }
        step.note(facts=facts)
    return made


@all_or_nothing
def remove_report(report: SentReport, *, by: User | None) -> None:
    """Cross out a report that was not sent: its games count as not reported."""
    with step_on(report.competition, "remove_report", at_any_stage=True, by=by) as step:
        removed, _rows = SentReport.objects.filter(pk=report.pk).delete()
        if not removed:
            raise StepError(_("This report was crossed out already."))
        step.note(facts={"file": report.name})


def _report(
    competition: Competition, choice: ReportChoice
) -> tuple[GamesReport, int, dict[GameKey, Withheld]]:
    """The games, the number of boards that another competition reports, and the games that wait for
    a player."""
    of = "round__evening"
    counted = set(
        Game.objects.filter(round__evening__competition=competition)
        .exclude(counted_from=None)
        .values_list(f"{of}__number", "round__number", "board")
    )
    is_of_fide = choice.target in _EDITION
    snapshot = whole_snapshot(competition, with_proposal=False, for_federation=is_of_fide)
    withheld = withheld_of(competition, choice.target)
    report = report_of(snapshot, choice.period, elsewhere=counted, without_consent=withheld)
    return report, len(counted), withheld


def _sent(competition: Competition, target: str) -> dict[str, str]:
    """The summary of each game, by its key, in the latest report that had it."""
    reports = SentReport.objects.filter(competition=competition, target=target)
    summaries: dict[str, str] = {}
    for games in reports.order_by("pk").values_list("games", flat=True):
        summaries |= games
    return summaries


def _key(game: ReportedGame) -> str:
    return ".".join(map(str, game.key))


def _summary(game: ReportedGame) -> str:
    """Day, players and result of a reported game; the players as a digest of their keys."""
    return f"{game.day} {players_digest(game.game.players)} {game.game.result}"


def _name(competition: Competition, report: GamesReport, choice: ReportChoice) -> str:
    parts = (competition.slug, slugify(choice.tempo), *report.days, choice.target)
    return f"{'-'.join(filter(None, parts))}.{_ENDING[choice.target]}"


def _written(competition: Competition, report: GamesReport, choice: ReportChoice) -> bytes:
    writers: Mapping[str, Callable[[Competition, GamesReport, ReportFacts], bytes]] = {
        Target.ECF: _ecf,
        Target.DSB: _german,
        Target.EGD: _egd,
    }
    if choice.target in _EDITION:
        edition, remarks = _EDITION[choice.target], remarks_of(competition)
        return write_trf(report.snapshot, edition, purpose="rating", remarks=remarks)
    if write := writers.get(choice.target):
        return write(competition, report, choice.facts)
    numbers = {row.issuer: row.number for row in competition.club.numbers.all()}
    return write_games_table(report, numbers)


def _ecf(competition: Competition, report: GamesReport, facts: ReportFacts) -> bytes:
    _check_days(report)
    if odd := [game.game for game in report.games if game.game.result.is_odd]:
        words = _(
            "The arbiter gave %(result)s on board %(board)s, for which this report has no sign:"
            " report that game by hand, and leave its day out of the period."
        )
        raise StepError(words, result=odd[0].result, board=odd[0].board)
    asked = {
        _("the results officer"): facts.officer,
        _("an address of the results officer"): facts.officer_address,
        _("the treasurer"): facts.treasurer,
        _("an address of the treasurer"): facts.treasurer_address,
        _("the code of the event"): facts.event_code,
        _("the minutes for the game"): facts.minutes,
    }
    _check_given(asked)
    same = SentReport.objects.filter(
        competition__club=competition.club_id, target=Target.ECF, facts__event_code=facts.event_code
    )
    event = EcfEvent(
        code=facts.event_code,
        index=same.count() + 1,
        officer=facts.officer,
        officer_address=facts.officer_address,
        treasurer=facts.treasurer,
        treasurer_address=facts.treasurer_address,
        minutes=facts.minutes or 0,
        seconds=facts.seconds,
        club_code=facts.club_number,
    )
    return write_ecf(report, event).encode()


def _german(competition: Competition, report: GamesReport, facts: ReportFacts) -> bytes:
    asked = {_("the sender"): facts.officer, _("the minutes for the game"): facts.minutes}
    _check_given(asked)
    pace = f"{facts.minutes} Min./Partie" + (f" + {facts.seconds} s/Zug" if facts.seconds else "")
    event = GermanEvent(
        sender=", ".join(filter(None, (facts.officer, facts.officer_address))),
        pace=pace,
        mode=system_name(competition.system),
        club_number=facts.club_number,
    )
    return write_german_table(report, event)


def _egd(competition: Competition, report: GamesReport, facts: ReportFacts) -> bytes:
    _check_given({_("the minutes for the game"): facts.minutes})
    return write_h9(report.snapshot, EgdEvent(facts.minutes or 0, facts.seconds))


def _check_given(asked: Mapping[str, Any]) -> None:
    missing = [name for name, value in asked.items() if not value]
    if missing:
        raise StepError(_("Still to be filled in: %(facts)s.") % {"facts": ", ".join(missing)})


def _check_days(report: GamesReport) -> None:
    undated = sum(not game.day for game in report.games)
    if undated:
        words = ngettext(
            "%(count)s game has no day: give its evening a date first.",
            "%(count)s games have no day: give their evenings a date first.",
            undated,
        )
        raise StepError(words % {"count": undated})
