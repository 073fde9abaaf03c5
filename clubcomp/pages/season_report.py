"""The highlights of a season: who did most, who met most often, who played best."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from clubcomp.flow.standings import cached_rows, cached_snapshot, places_after, rounds_of
from clubcomp.models import Category, Competition, Entry
from clubcomp.pages.front import tops_of
from clubcomp.pages.prizes import Won, prizes_of
from clubcomp.pages.scopes import round_at, scopes_of
from clubcomp.pages.spreadsheets import FileTable
from clubcomp.words.values import Few, as_date, day, display_name, few
from pairing.core import season_facts
from pairing.core.season_facts import Most, Performance
from pairing.core.types import PlayerId, Snapshot
from pairing.sentences.words import listed

#: The fewest games for a performance, the most names listed, and how many performances are listed.
FEWEST_GAMES, MOST_NAMES, BEST = 5, 6, 10

#: The columns of the report as a file.
REPORT = {
    "what": pgettext_lazy("season report", "What"),
    "who": pgettext_lazy("season report", "Who"),
    "value": pgettext_lazy("season report", "Value"),
}

Entries = Mapping[PlayerId, Entry]


@dataclass(frozen=True)
class Fact:
    """A record of the season: what it is, who holds it (players or pairs), and its value."""

    title: str
    who: Sequence[tuple[Entry, ...]]
    value: str

    @property
    def names(self) -> str:
        """The names of the players, as a text."""
        if len(self.who) > MOST_NAMES:
            are_pairs = len(self.who[0]) > 1
            words = _("%(count)s pairs") if are_pairs else _("%(count)s players")
            return words % {"count": len(self.who)}
        return listed([" – ".join(map(display_name, players)) for players in self.who])


def facts_of(competition: Competition) -> list[Fact]:
    """The records of the season so far, without records that nobody holds."""
    snapshot, entries = cached_snapshot(competition), cached_rows(competition).by_key
    evenings = len({record.evening for record in snapshot.record()})
    games, attendance = season_facts.most_games(snapshot), season_facts.most_evenings(snapshot)
    wins = season_facts.longest_streak(snapshot, Fraction(1))
    unbeaten = season_facts.longest_streak(snapshot, Fraction(1, 2))
    met = season_facts.most_meetings(snapshot)
    attended = _("%(count)s of %(all)s evenings") % {"count": attendance.count, "all": evenings}
    facts = [
        fact_of(_("Most games"), games, games_text(games.count), entries),
        fact_of(_("Best attendance"), attendance, attended, entries),
        _rise(competition, entries),
        fact_of(_("Most wins in a row"), wins, games_text(wins.count), entries),
        fact_of(
            _("Most games in a row without losing"), unbeaten, games_text(unbeaten.count), entries
        ),
        Fact(
            _("Met most often"),
            [(entries[first], entries[second]) for first, second in met.who if met.count > 1],
            games_text(met.count),
        ),
    ]
    return [fact for fact in facts if fact.who]


def games_text(count: int) -> str:
    """A number of games, in words."""
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def fact_of(title: str, most: Most[PlayerId], value: str, entries: Entries) -> Fact:
    """A fact about the players who did this most often."""
    return Fact(title, [(entries[player],) for player in most.who], value)


def _rise(competition: Competition, entries: Entries) -> Fact:
    """The players who went up most places in one round."""
    scope = scopes_of(competition)[-1].key
    rises = season_facts.biggest_rises(places_after(competition, scope))
    rounds, jumps = rounds_of(competition, scope), []
    for rise in rises:
        line = round_at(rounds, rise.round_key)
        facts = {"then": rise.then, "now": rise.now}
        words = _("from place %(then)s to %(now)s") % facts
        if line and line.date:
            facts_of_day = {"rise": words, "day": day(as_date(line.date), "year")}
            words = _("%(rise)s, on %(day)s") % facts_of_day
        jumps.append(words)
    who = [(entries[rise.player],) for rise in rises]
    shown = few(jumps, MOST_NAMES)
    if shown.more:
        shown.append(_("and %(count)s more") % {"count": shown.more})
    return Fact(_("Biggest jump in one round"), who, "; ".join(shown))


def performances_of(competition: Competition) -> Few[tuple[Entry, Performance]]:
    """The best performances over enough games; none in go, where ratings are not FIDE's."""
    if competition.game == Competition.GameKind.GO:
        return Few()
    snapshot: Snapshot = cached_snapshot(competition)
    entries = cached_rows(competition).by_key
    best = season_facts.performances(snapshot, FEWEST_GAMES)
    return few([(entries[player], performance) for player, performance in best], BEST)


def _won(competition: Competition, visible: Collection[Category]) -> list[Won]:
    """The prizes that have a winner, once the competition is over."""
    if competition.is_running:
        return []
    return [prize for prize in prizes_of(competition, visible) if prize.winners]


def report_of(competition: Competition, visible: Collection[Category]) -> dict[str, Any]:
    """The report's template context; `visible` are the categories that the reader may see."""
    return {
        "tables": tops_of(competition),
        "prizes": _won(competition, visible),
        "facts": facts_of(competition),
        "performances": performances_of(competition),
        "least": FEWEST_GAMES,
    }


def report_table(competition: Competition, visible: Collection[Category]) -> FileTable:
    """The report as a file: the prizes, the facts, and then the performances."""
    title = _("Performance rating")
    rows: list[tuple[str, str, str | int]] = [
        *((won.title, won.names, won.reason) for won in _won(competition, visible)),
        *((fact.title, fact.names, fact.value) for fact in facts_of(competition)),
        *(
            (title, display_name(entry), performance.rating)
            for entry, performance in performances_of(competition)
        ),
    ]
    return FileTable(slugify(f"{competition.slug}-season-report"), REPORT, rows)
