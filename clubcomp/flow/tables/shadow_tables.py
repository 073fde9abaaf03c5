"""Which players are in a category, and what does its table look like?

A shadow table is the standing with the players of one category only, numbered among themselves.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from clubcomp.flow.standings import StandingLine, cached_rows, in_groups
from clubcomp.models import Category, CategoryPlayer, Competition, Entry
from pairing.core.titles import WOMAN


def players_of(category: Category, competition: Competition) -> set[str]:
    """The keys of the players in a category. One query for newcomers, else none."""
    rows = cached_rows(competition)
    picked = {
        entry
        for of, entry in rows.values(CategoryPlayer, "category_id", "entry_id")
        if of == category.pk
    }
    entries = rows.entries.values()
    were_here = _of_earlier_seasons(competition, entries) if category.is_newcomers else set()
    return {
        entry.key
        for entry in entries
        if entry.pk in picked or (category.has_rule and _fits_rule(category, entry, were_here))
    }


def _fits_rule(category: Category, entry: Entry, were_here: Collection[int]) -> bool:
    """Whether a player meets every condition of a category; an unknown fact meets none."""
    player = entry.player
    return (
        _lies_between(player.birth_year, category.born_from, category.born_until)
        and _lies_between(entry.rating, category.rating_from, category.rating_until)
        and (not category.is_women or player.sex[:1].lower() in WOMAN)
        and (not category.is_newcomers or player.pk not in were_here)
    )


def _lies_between(value: int | None, least: int | None, most: int | None) -> bool:
    if least is None and most is None:
        return True
    return value is not None and (least or 0) <= value and (most is None or value <= most)


def _of_earlier_seasons(competition: Competition, entries: Iterable[Entry]) -> set[int]:
    """The players, by key, who were in a competition of an earlier season of the club."""
    earlier = Entry.objects.filter(
        competition__club=competition.club_id,
        competition__season__last__lt=competition.season.first,
        player__in=[entry.player_id for entry in entries],
    )
    return set(earlier.values_list("player_id", flat=True))


def shadow_of(
    lines: Iterable[StandingLine], competition: Competition, category: Category
) -> list[StandingLine]:
    """The lines of a standing that are of a category, with places of their own; each group begins
    with 1."""
    players = players_of(category, competition)
    own = [line for line in lines if line.entry.key in players]
    places = in_groups((line.entry.key, line.row.group, line.place) for line in own if line.place)
    return [
        replace(
            line,
            place=places[line.entry.key][1] if line.place else None,
            overall=line.place,
            change=None,
        )
        for line in own
    ]
