"""The settings of a competition: their pages in three groups, each with its present state."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.rounds import number_of_rounds
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Event, ForbiddenPair, GivenPoints, Receipt
from clubcomp.words.values import day
from pairing.sentences.articles import system_name


class Setting(NamedTuple):
    """A page, its heading, and its state in one line; `at` is an anchor on the page."""

    page: str
    title: str
    state: str
    at: str = ""


def settings_of(competition: Competition, own_options: int) -> list[tuple[str, list[Setting]]]:
    """The groups with the settings that the system has.

    `own_options` is the number of options that differ from the usual.
    """
    return [
        (_("How it is played"), [*_rules(competition, own_options)]),
        (_("Who takes part"), [*_people(competition)]),
        (_("The season"), [*_season(competition)]),
    ]


def _rules(competition: Competition, own_options: int) -> Iterator[Setting]:
    rows, abilities = cached_rows(competition), competition.abilities
    yield Setting("options", _("Options"), _options_in_short(competition, own_options))
    if abilities.is_of_fide:
        state = _("yes") if competition.by_fide_rules else _("no")
        yield Setting("fide-rules", _("By FIDE’s rules"), state)
    if abilities.uses_tempos:
        yield Setting("tempos", _("Tempos"), ", ".join(map(str, rows.tempos.values())))
    if abilities.has_periods:
        count = competition.periods_begun
        words = ngettext("%(count)s has begun", "%(count)s have begun", count)
        yield Setting("plan-periods", _("Plan the periods"), words % {"count": count})
    if abilities.has_own_kinds:
        count = len(rows.column(GivenPoints, "id"))
        words = ngettext("given once", "given %(count)s times", count) % {"count": count}
        yield Setting("points-by-hand", _("Points by hand"), words if count else _("none"))
    categories = ", ".join(map(str, rows.categories.values()))
    yield Setting("categories", _("Categories"), categories or _("none"))
    count = len(rows.prizes)
    words = ngettext("one prize", "%(count)s prizes", count) % {"count": count}
    yield Setting("prizes", _("Prizes"), words if count else _("none"))


def _options_in_short(competition: Competition, own: int) -> str:
    """The system, the number of rounds if it is set, and how many options differ from the usual."""
    rounds = number_of_rounds(competition)
    parts = [system_name(competition.system)]
    if rounds:
        words = ngettext("one round", "%(count)s rounds", rounds)
        parts.append(words % {"count": rounds})
    if own:
        words = ngettext("one option of your own", "%(count)s options of your own", own)
        parts.append(words % {"count": own})
    return ", ".join(parts)


def _people(competition: Competition) -> Iterator[Setting]:
    rows = cached_rows(competition)
    entries = rows.entries.values()
    guests = sum(entry.guest for entry in entries)
    count = len(entries) - guests
    parts = [ngettext("one player", "%(count)s players", count) % {"count": count}]
    if guests:
        parts.append(ngettext("one guest", "%(count)s guests", guests) % {"count": guests})
    yield Setting("entries", _("Players"), ", ".join(parts))
    count = len({entry.group for entry in entries} - {""})
    words = ngettext("one group", "%(count)s groups", count) % {"count": count}
    yield Setting("groups", _("Groups"), words if count else _("none"))
    count = len(rows.column(ForbiddenPair, "id"))
    words = ngettext("one pair", "%(count)s pairs", count) % {"count": count}
    yield Setting("forbidden-pairs", _("Forbidden pairs"), words if count else _("none"))
    until = competition.sign_off_until
    signed_off = _("sign off until they are paired")
    if until:
        signed_off = _("sign off until %(time)s") % {"time": f"{until:%H:%M}"}
    results = _("enter results") if competition.results_by_players else _("enter no results")
    what = _("What players do themselves")
    yield Setting("competition-name", what, f"{signed_off}, {results}", "#players")
    audience = competition.get_audience_display() if competition.audience else _("as the club does")
    yield Setting("competition-readers", _("Who may see what"), audience)


def _season(competition: Competition) -> Iterator[Setting]:
    address = f"/{competition.club.slug}/{competition.slug}/"
    yield Setting("competition-name", _("Name and address"), address)
    evenings = cached_rows(competition).evenings(competition)
    closed = sum(evening.is_closed for evening in evenings)
    played = ngettext("one evening played", "%(count)s evenings played", closed)
    coming = len(evenings) - closed
    to_come = ngettext("one to come", "%(count)s to come", coming) % {"count": coming}
    yield Setting("calendar", _("Calendar"), f"{played % {'count': closed}}, {to_come}")
    if not competition.abilities.schedule_is_fixed:
        yield Setting("past-games", _("Games played before"), _("of a season that had begun"))
    has_event = Event.objects.filter(competition=competition).exists()
    state = _("filled in") if has_event else _("not filled in")
    yield Setting("federations", _("For federations"), state)
    sent = competition.sent_reports.count()
    words = ngettext("one report made", "%(count)s reports made", sent) % {"count": sent}
    yield Setting("report-games", _("Report games"), words if sent else _("none"))
    if receipt := Receipt.objects.filter(competition=competition).only("at").first():
        title = _("What came in with the file")
        yield Setting("receipt", title, day(timezone.localdate(receipt.at), "year"))
    yield Setting("next-season", _("New season"), str(competition.season))
    stage = competition.get_stage_display()
    yield Setting("stage", _("Running, finished, archived"), stage)
