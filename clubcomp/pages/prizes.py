"""The winners of the prizes by the present standings, and why."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from clubcomp.flow.standings import StandingLine, cached_rows, standings_of
from clubcomp.flow.tables.shadow_tables import shadow_of
from clubcomp.models import Category, Competition, Entry, Prize
from clubcomp.pages.bracket import winner_of
from clubcomp.pages.scopes import Scope, scopes_of
from clubcomp.words.prizes import prize_text, reason_text
from clubcomp.words.values import display_name
from pairing.core import prizes as core
from pairing.core.groups import scope_in
from pairing.sentences.words import listed


@dataclass(frozen=True)
class Won:
    """A prize, its winners, and the reason in words."""

    prize: Prize
    title: str
    winners: list[Entry]
    reason: str

    @property
    def names(self) -> str:
        """The winners, in words."""
        return listed(map(display_name, self.winners)) if self.winners else ""

    @property
    def share(self) -> Fraction | None:
        """Each winner's part of the worth, if several players share the prize."""
        if len(self.winners) < 2 or not self.prize.worth:
            return None
        return Fraction(self.prize.worth, len(self.winners))


def tables_of(competition: Competition) -> list[tuple[Prize, str]]:
    """The tables that a prize can be for, each as a prize for that table with the table's name.

    These are the standings, those of each group, and each category in each of them.
    """
    rows, scopes = cached_rows(competition), scopes_of(competition)
    several = len(scopes) > 1
    keys = {tempo.key: pk for pk, tempo in rows.tempos.items()} if several else {}
    groups = ["", *rows.groups]
    whole = scopes[-1].name if several else _("the standings")
    prizes = [
        Prize(tempo_id=keys.get(scope.key), group=group, category_id=category)
        for scope in reversed(scopes)
        for group in groups
        for category in (None, *rows.categories)
    ]
    return [(prize, _table_words(prize, competition, scopes) or whole) for prize in prizes]


def prizes_of(competition: Competition, visible: Collection[Category]) -> list[Won]:
    """The prizes in the order of their list, without those of categories that are not `visible`.

    Players without a game are in no table for a prize.
    """
    rows, scopes = cached_rows(competition), scopes_of(competition)
    groups = {"", *rows.groups}
    prizes = list(rows.prizes.values())
    # The places of a cup are only certain after its final.
    is_open = bool(competition.abilities.knocks_out and prizes and not winner_of(competition))
    tables: dict[Hashable, core.Table] = {}
    not_begun: set[Hashable] = set()
    for prize in prizes:
        if prize.place is not None and (table := _table(prize)) not in tables:
            scope = _scope(prize, competition, scopes)
            category = rows.categories.get(prize.category_id or 0)
            of_group = standings_of(competition, scope_in(scope.key, prize.group))
            has_places = prize.group in groups and not is_open
            lines = of_group if has_places else []
            if category:
                lines = shadow_of(lines, competition, category)
            tables[table] = [
                (line.entry.key, _level(line, competition))
                for line in lines
                if line.place and line.row.games
            ]
            if lines and not tables[table]:
                not_begun.add(table)
    rule = core.PrizeRule(competition.one_prize_each, competition.dearest_prize_first)
    awards = core.awards([_as_core(prize, rows.entries) for prize in prizes], tables, rule)
    visible_keys = {category.pk for category in visible} | {None}
    listed = {prize.pk: prize for prize in prizes if prize.category_id in visible_keys}
    words = {prize.pk: _table_words(prize, competition, scopes) for prize in prizes}
    titles = {key: prize_text(prize, words[key]) for key, prize in listed.items()}
    return [
        Won(
            listed[award.prize.key],
            titles[award.prize.key],
            [rows.by_key[key] for key in award.winners],
            _("Nobody has won the cup.")
            if is_open and award.prize.table
            else _("Nobody has played for it yet.")
            if award.prize.table in not_begun
            else reason_text(award, words[award.prize.key], rows.by_key, titles),
        )
        for award in sorted(awards, key=lambda award: list(rows.prizes).index(award.prize.key))
        if award.prize.key in listed
    ]


def _level(line: StandingLine, competition: Competition) -> Hashable:
    """What players who share a prize have in common: their points if that is the rule, else their
    place; in a cup points do not decide places."""
    by_points = competition.ties_share_prizes and not competition.abilities.knocks_out
    return line.row.group, line.row.points if by_points else line.place


def _table(prize: Prize) -> tuple[int | None, str, int | None]:
    return prize.tempo_id, prize.group, prize.category_id


def _as_core(prize: Prize, entries: Mapping[int, Entry]) -> core.Prize:
    winner = entries.get(prize.winner_id or 0)
    return core.Prize(
        prize.pk,
        None if prize.place is None else _table(prize),
        prize.place or 0,
        winner.key if winner else None,
        prize.worth,
        prize.is_apart,
    )


def _scope(prize: Prize, competition: Competition, scopes: list[Scope]) -> Scope:
    """The standings that a prize goes by: those of its tempo, or else overall."""
    tempo = cached_rows(competition).tempos.get(prize.tempo_id or 0)
    return next((scope for scope in scopes if tempo and scope.key == tempo.key), scopes[-1])


def _table_words(prize: Prize, competition: Competition, scopes: list[Scope]) -> str:
    """The name of the prize's table: "Blitz", "Blitz, group A, Youth"; "" for the only table."""
    category = cached_rows(competition).categories.get(prize.category_id or 0)
    scope = _scope(prize, competition, scopes)
    name = scope.name if prize.tempo_id and len(scopes) > 1 else ""
    group = _("group %(group)s") % {"group": prize.group} if prize.group else ""
    return ", ".join(filter(None, (name, group, str(category or ""))))
