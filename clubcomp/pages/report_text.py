"""The report of an evening for the club's own site: plain text in the club's language."""

from collections.abc import Iterable, Iterator
from itertools import chain

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from clubcomp.flow.documents.evening_report import EveningReport, ReportedRound
from clubcomp.flow.standings import StandingLine
from clubcomp.models import Club, Competition, Entry, Game
from clubcomp.words.unplayed import REPORTED
from clubcomp.words.values import counted, day, display_name, few
from pairing.core.types import Colour, Result
from pairing.core.unplayed import Unplayed
from pairing.sentences.words import capitalised, named_first, points_text, result_text

#: How many places of the standing are mentioned.
TOP = 10
#: The language of a report for these countries; for others it is the language of the site.
_LANGUAGES = {
    **dict.fromkeys(("GB", "IE", "US"), "en"),
    "TR": "tr",
    **dict.fromkeys(("DE", "AT", "CH"), "de"),
}


def report_text(report: EveningReport) -> str:
    """The whole text, lines ended by LF."""
    with override(language_of(report.evening.competition.club)):
        return "\n".join(_lines(report)) + "\n"


def language_of(club: Club) -> str:
    """The language that a club's texts are in."""
    return _LANGUAGES.get(club.country.upper(), settings.LANGUAGE_CODE)


def _lines(report: EveningReport) -> Iterator[str]:
    evening = report.evening
    uses_tempos = evening.competition.abilities.uses_tempos
    names = [str(evening.competition), str(evening.tempo)] if uses_tempos else [evening.competition]
    yield ", ".join(map(str, dict.fromkeys(names)))
    if evening.date:
        yield capitalised(day(evening.date, "year"))
    if not report.rounds:
        yield ""
        yield _("No games were played on this evening.")
    for round_ in report.rounds:
        yield ""
        yield from round_lines(round_, evening.competition)
    elsewhere = [round_.unpaired.get(Unplayed.EXTERNAL, []) for round_ in report.rounds]
    if any(elsewhere):
        yield ""
        yield _("Played elsewhere for the club: %(names)s") % {"names": _names(chain(*elsewhere))}
    if report.standing:
        yield ""
    yield from standing_lines(report)


def round_lines(round_: ReportedRound, competition: Competition) -> Iterator[str]:
    """The name of the round, its boards with their results, and the players without a game."""
    uses_tempos = competition.abilities.uses_tempos
    title = _("Game %(number)s") if uses_tempos else _("Round %(number)s")
    yield title % {"number": round_.number if uses_tempos else round_.count}
    for game in round_.games:
        pair = [display_name(game.white), display_name(game.black)]
        if named_first(competition.game) is Colour.BLACK:
            pair.reverse()
        yield f"{game.board}. {pair[0]} – {pair[1]}  {_result(game, competition)}"
    for kind, sentence in REPORTED.items():
        if kind in round_.unpaired:
            yield str(sentence) % {"names": _names(round_.unpaired[kind])}


def _result(game: Game, competition: Competition) -> str:
    if game.is_decided:
        return result_text(Result.parse(game.result), competition.game)
    return str(game.get_put_off_display()) if game.put_off else _("still open")


def _names(entries: Iterable[Entry]) -> str:
    """Each name once, in the order given."""
    return ", ".join(dict.fromkeys(map(display_name, entries)))


def standing_lines(report: EveningReport) -> Iterator[str]:
    """The top of the standing, with places changed since before the evening."""
    highest = few(report.standing, TOP)
    if not highest:
        return
    if highest.more:
        count = len(highest)
        yield ngettext(
            "The first of the standings", "The first %(count)s of the standings", count
        ) % {"count": count}
    else:
        yield _("The standings")
    yield from (_place(line, report.evening.competition) for line in highest)
    if any(line.change for line in highest):
        yield _("▲ ▼ places since before this evening.")


def _place(line: StandingLine, competition: Competition) -> str:
    points = points_text(counted(line.row.points, competition))
    words = f"{line.place}. {line.entry}  {points}"
    if not line.change:
        return words
    return f"{words}  {'▲' if line.change > 0 else '▼'} {abs(line.change)}"
