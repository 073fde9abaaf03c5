"""Which rows does a competition have? They are read in one query, so all are of the same moment.

However many players and rounds there are, PostgreSQL answers one statement with one JSON text:
pages and snapshots are made from it.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, datetime, time
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model
from django.db.models.base import ModelState

from clubcomp.models import (
    Category,
    CategoryPlayer,
    Competition,
    Entry,
    Evening,
    ForbiddenPair,
    Game,
    GameAhead,
    GivenPoints,
    Player,
    Prize,
    Round,
    Tempo,
    Unpaired,
)
from clubcomp.record.replica import alias

Row = TypeVar("Row", bound=Model)

_OWN = "row.competition_id = %(pk)s"
_EVENINGS = f"SELECT id FROM {Evening._meta.db_table} WHERE competition_id = %(pk)s"  # noqa: S608
_ROUNDS = f"SELECT id FROM {Round._meta.db_table} WHERE evening_id IN ({_EVENINGS})"  # noqa: S608
_CATEGORIES = f"SELECT id FROM {Category._meta.db_table} WHERE competition_id = %(pk)s"  # noqa: S608
_PLAYERS = f"SELECT player_id FROM {Entry._meta.db_table} WHERE competition_id = %(pk)s"  # noqa: S608

#: For each table: the columns that are read, in the order of the model; which rows; and their
#: order. Any other column is read when it is first used.
_TABLES: dict[type[Model], tuple[str, str, str]] = {
    Tempo: ("id competition_id key name games_per_evening last_n absence_limit weight", _OWN, "id"),
    Evening: (
        "id competition_id number serial tempo_id date starts_at games first_round status",
        _OWN,
        "number",
    ),
    Round: (
        "id evening_id number status paired_by system fixed named_byes drawn elsewhere"
        " published_at",
        f"row.evening_id IN ({_EVENINGS})",
        "number",
    ),
    Game: (
        "id round_id board white_id black_id result put_off played_on fixed counted_from_id",
        f"row.round_id IN ({_ROUNDS})",
        "board",
    ),
    GameAhead: (
        "id evening_id number white_id black_id result played_on reason",
        f"row.evening_id IN ({_EVENINGS})",
        "id",
    ),
    Unpaired: ("id round_id entry_id kind result", f"row.round_id IN ({_ROUNDS})", "id"),
    GivenPoints: (
        "id evening_id entry_id points reason",
        f"row.evening_id IN ({_EVENINGS})",
        "id",
    ),
    ForbiddenPair: (
        "id competition_id one_id other_id until_round if_possible",
        _OWN,
        "id",
    ),
    Entry: (
        "id competition_id player_id key start rating joined left guest group moves start_points",
        _OWN,
        "id",
    ),
    Player: (
        "id club_id name sort_key rating title grade birth_year sex other_club is_member"
        " is_occasional is_forgotten apart initial_apart shown_as",
        f"row.id IN ({_PLAYERS})",
        "id",
    ),
    Category: (
        "id competition_id name born_from born_until is_women rating_from rating_until"
        " is_newcomers is_public",
        _OWN,
        "id",
    ),
    CategoryPlayer: ("id category_id entry_id", f"row.category_id IN ({_CATEGORIES})", "id"),
    Prize: (
        "id competition_id number name worth tempo_id group category_id place winner_id is_apart",
        _OWN,
        "number",
    ),
}
_COLUMNS = {model: columns.split() for model, (columns, _where, _order) in _TABLES.items()}


def _as_json(model: type[Model]) -> str:
    """The rows of a table as one JSON array of arrays."""
    _names, where, order = _TABLES[model]
    columns = ", ".join(f'row."{name}"' for name in _COLUMNS[model])
    rows = f'json_agg(json_build_array({columns}) ORDER BY row."{order}")'
    table = model._meta.db_table
    return f"(SELECT coalesce({rows}, '[]') FROM {table} row WHERE {where})"  # noqa: S608


_QUERY = f"SELECT json_build_array({', '.join(map(_as_json, _TABLES))})::text"


class Rows:
    """The rows of a competition at one moment. One query.

    Several pages may share them, so nobody changes them: evenings, rounds and games are new
    objects at each call.
    """

    def __init__(self, competition: Competition):
        with connections[alias()].cursor() as cursor:
            cursor.execute(_QUERY, {"pk": competition.pk})
            (text,) = cursor.fetchone()
        self._of = dict(zip(_TABLES, json.loads(text), strict=True))
        players = {row[0]: self._made(Player, row) for row in self._of[Player]}
        #: The players by primary key, in the order in which they were entered.
        self.entries = {row[0]: self._made(Entry, row) for row in self._of[Entry]}
        for entry in self.entries.values():
            entry.player = players[entry.player_id]
        self.tempos = {row[0]: self._made(Tempo, row) for row in self._of[Tempo]}
        self.categories = {row[0]: self._made(Category, row) for row in self._of[Category]}
        #: The order in which they are listed.
        self.prizes = {row[0]: self._made(Prize, row) for row in self._of[Prize]}

    def _made(self, model: type[Row], row: list[Any], **known: Any) -> Row:
        """A row of a table; `known` are columns that differ from their JSON, and other rows.

        It is what `from_db` makes, in a fifth of the time.
        """
        made = model.__new__(model)
        made._state = ModelState()
        made._state.adding, made._state.db = False, DEFAULT_DB_ALIAS
        made.__dict__.update(zip(_COLUMNS[model], row, strict=True))
        for name, value in known.items():
            is_row = isinstance(value, Model)
            (made._state.fields_cache if is_row else made.__dict__)[name] = value
        return made

    def column(self, model: type[Model], name: str) -> list[Any]:
        """A column of all rows of a table, in their order, as JSON has it."""
        at = _COLUMNS[model].index(name)
        return [row[at] for row in self._of[model]]

    def values(self, model: type[Model], *names: str) -> Iterator[tuple[Any, ...]]:
        """The same of several columns, as tuples."""
        columns = itemgetter(*map(_COLUMNS[model].index, names))
        return map(columns, self._of[model])

    @cached_property
    def largest_group(self) -> int:
        """How many are in the largest group (`Competition.largest_group`)."""
        return max(Counter(self.column(Entry, "group")).values(), default=0)

    @cached_property
    def groups(self) -> list[str]:
        """The present groups, the highest first; empty without groups."""
        return sorted({*self.column(Entry, "group")} - {""})

    @cached_property
    def by_key(self) -> dict[str, Entry]:
        """The players by the key that snapshots know them by."""
        return {entry.key: entry for entry in self.entries.values()}

    @cached_property
    def by_name(self) -> list[Entry]:
        """The players by name."""
        return sorted(self.entries.values(), key=lambda entry: (entry.player.sort_key, entry.pk))

    def evenings(self, competition: Competition) -> list[Evening]:
        """The calendar, in order of play."""
        return [self._evening(competition, row) for row in self._of[Evening]]

    def evenings_to_play(self, competition: Competition) -> list[Evening]:
        """The evenings that are not closed; most are, so only these are made."""
        at, closed = _COLUMNS[Evening].index("status"), Evening.Status.CLOSED
        return [self._evening(competition, row) for row in self._of[Evening] if row[at] != closed]

    def evening(self, competition: Competition, number: int) -> Evening:
        """An evening of the calendar."""
        return self._evening(competition, self._of[Evening][number - 1])

    def with_pairings(self, competition: Competition, pk: int) -> Evening | None:
        """The evening with this primary key and its rounds, proposed ones too; None if there is
        none."""
        row = next((row for row in self._of[Evening] if row[0] == pk), None)
        if row is None:
            return None
        evening = self._evening(competition, row)
        evening.pairings = list(self._rounds_of(evening))
        return evening

    def _evening(self, competition: Competition, row: list[Any]) -> Evening:
        columns = ("date", "starts_at", "tempo_id")
        date_at, time_at, tempo_at = map(_COLUMNS[Evening].index, columns)
        return self._made(
            Evening,
            row,
            competition=competition,
            tempo=self.tempos[row[tempo_at]],
            date=row[date_at] and date.fromisoformat(row[date_at]),
            starts_at=row[time_at] and time.fromisoformat(row[time_at]),
        )

    def proposed(self, competition: Competition) -> list[Round]:
        """The proposed rounds, at which a leader is still looking."""
        if Round.Status.PROPOSED not in self.column(Round, "status"):
            return []
        evenings = self.evenings(competition)
        rounds = (round_ for evening in evenings for round_ in self._rounds_of(evening))
        return [round_ for round_ in rounds if round_.is_proposed]

    def rounds_of(self, evening: Evening) -> list[Round]:
        """The rounds on record of an evening, in order of play."""
        return [round_ for round_ in self._rounds_of(evening) if round_.is_on_record]

    def _rounds_of(self, evening: Evening) -> Iterator[Round]:
        at, evening_at = map(_COLUMNS[Round].index, ("published_at", "evening_id"))
        return (
            self._made(
                Round,
                row,
                evening=evening,
                published_at=row[at] and datetime.fromisoformat(row[at]),
            )
            for row in self._of[Round]
            if row[evening_at] == evening.pk
        )

    @cached_property
    def _by_round(self) -> dict[tuple[type[Model], int], list[list[Any]]]:
        """The rows of the games in board order, and of the players who did not play, by round."""
        by_round: dict[tuple[type[Model], int], list[list[Any]]] = defaultdict(list)
        for model in (Game, Unpaired):
            at = _COLUMNS[model].index("round_id")
            for row in self._of[model]:
                by_round[model, row[at]].append(row)
        return by_round

    def games_of(self, round_: Round) -> list[Game]:
        """The boards of a round with their players."""
        rows = self._by_round.get((Game, round_.pk), ())
        return [self._seated(Game, row, round=round_) for row in rows]

    def has_other_days(self, evening: Evening) -> bool:
        """Whether a game of an evening is played on another day."""
        of_evening = self.values(Round, "id", "evening_id")
        rounds = {pk for pk, evening_pk in of_evening if evening_pk == evening.pk}
        days = self.values(Game, "round_id", "played_on")
        is_caught_up = any(day and round_ in rounds for round_, day in days)
        return is_caught_up or evening.pk in self.column(GameAhead, "evening_id")

    def games_ahead_of(self, evening: Evening, number: int) -> list[GameAhead]:
        """The games of a round that were played ahead."""
        of_round = evening.pk, number
        keys = self.values(GameAhead, "evening_id", "number")
        rows = (row for key, row in zip(keys, self._of[GameAhead], strict=True) if key == of_round)
        return [self._seated(GameAhead, row, evening=evening) for row in rows]

    def _seated(self, model: type[Row], row: list[Any], **known: Any) -> Row:
        """A game with its players."""
        columns = ("white_id", "black_id", "played_on")
        white_at, black_at, date_at = map(_COLUMNS[model].index, columns)
        return self._made(
            model,
            row,
            white=self.entries[row[white_at]],
            black=self.entries[row[black_at]],
            played_on=row[date_at] and date.fromisoformat(row[date_at]),
            **known,
        )

    def unpaired_of(self, round_: Round) -> list[Unpaired]:
        """The players who did not play in a round, by name."""
        at = _COLUMNS[Unpaired].index("entry_id")
        rows = (
            self._made(Unpaired, row, round=round_, entry=self.entries[row[at]])
            for row in self._by_round.get((Unpaired, round_.pk), ())
        )
        return sorted(rows, key=lambda row: (row.entry.player.order, row.pk))
