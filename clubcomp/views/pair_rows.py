"""What does a board look like in a pairing that the leader looks at?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from clubcomp.flow.pairings import ShownProposal, SwapPreview
from clubcomp.flow.reasons import stored_reasons
from clubcomp.models import Entry, Game, Unpaired
from clubcomp.views.explanations import Line, line_of
from pairing.core.types import Problem
from pairing.sentences import Teller


class Objection(NamedTuple):
    """What is against a board, as a sentence, and the article that says so ("" for none)."""

    sentence: str
    article: str


class Side(NamedTuple):
    """One of those at a board: the points he is paired with, and his float: "down", "up", ""."""

    player: Entry
    points: Fraction | None
    floats: str


@dataclass(frozen=True)
class PairRow:
    """A board, or the bye (without a number and Black). `mark`: "swap", "new" or "fixed".

    `objections` are what the rules have against it. `points` are those that the round is paired
    by, by key; `group` is the highest at the board where a group of equal points begins.
    """

    number: int | None
    white: Entry
    black: Entry | None
    why: Line | None
    mark: str = ""
    objections: list[Objection] = field(default_factory=list)
    has_result: bool = False
    points: Mapping[str, Fraction] = field(default_factory=dict)
    group: Fraction | None = None

    @property
    def sides(self) -> list[Side]:
        """Who sits there: White first. Who has no opponent floats down."""
        points = [self.points.get(player.key) for player in self.players]
        return [
            Side(player, own, _floats(own, other))
            for player, own, other in zip(
                self.players, points, points[::-1] if self.black else [-1], strict=True
            )
        ]

    @property
    def players(self) -> list[Entry]:
        """Who sits there."""
        return [self.white, self.black] if self.black else [self.white]

    def seats(self, *entries: Entry | None) -> bool:
        """Whether one of these players sits there."""
        return any(entry in self.players for entry in entries if entry)


def _floats(own: Fraction | None, other: Fraction | int | None) -> str:
    """How one floats who meets somebody with `other` points (-1: nobody)."""
    if own is None or other is None or own == other:
        return ""
    return "down" if own > other else "up"


def proposed_rows(shown: ShownProposal, teller: Teller, *, is_fixed: bool = True) -> list[PairRow]:
    """The boards of a proposal, the bye last.

    With `is_fixed` false a board that the leader is about to fix says what the system says
    of it, since his reason is not there yet.
    """

    def objections(found: Iterable[Problem]) -> list[Objection]:
        return [Objection(teller.problem(one), one.article) for one in found]

    rows = [
        PairRow(
            board.board,
            board.white,
            board.black,
            line_of(teller, board.reasons, board.fixed if is_fixed else ""),
            "fixed" if board.fixed else "",
            objections(board.problems),
        )
        for board in shown.boards
    ]
    if shown.bye:
        free = shown.bye.entry
        mark = "fixed" if shown.bye.is_named else ""
        against = objections(one for one in shown.problems if one.facts.get("player") == free.key)
        why = line_of(teller, shown.bye.reasons)
        rows.append(PairRow(None, free, None, why, mark, against))
    return rows


def in_groups(rows: list[PairRow], points: Mapping[str, Fraction]) -> list[PairRow]:
    """The rows with the points that they are paired by, and where a group of them begins.

    No groups when all have as many, as in a first round.
    """
    if len(set(points.values())) < 2:
        return [replace(row, points=points) for row in rows]
    found, last = [], None
    for row in rows:
        known = [points[player.key] for player in row.players if player.key in points]
        group = max(known, default=last)
        begins = row.number is not None and group != last
        found.append(replace(row, points=points, group=group if begins else None))
        last = group if row.number is not None else last
    return found


def rows_with_change(
    rows: list[PairRow], preview: SwapPreview, swapped: list[Entry], teller: Teller
) -> list[PairRow]:
    """The rows as a change would make them: what changes stands where it stood before.

    A changed board with one of those `swapped` is a "swap", any other is "new": the system
    paired it around the change.
    """
    gone = {frozenset(pair_of(row)) for row in proposed_rows(preview.before, teller)}
    comes = iter(proposed_rows(preview.after, teller, is_fixed=False))
    new_rows = []
    for row in rows:
        if frozenset(pair_of(row)) in gone:
            new = next(comes)
            mark = "swap" if new.seats(*swapped) else "new"
            row = replace(new, number=row.number, mark=mark, points=row.points, group=row.group)
        new_rows.append(row)
    return new_rows


def pair_of(row: PairRow) -> tuple[int, ...]:
    """The players of a row, to compare it with another."""
    return tuple(entry.pk for entry in row.players)


def published_rows(games: list[Game], bye: Unpaired | None, teller: Teller) -> list[PairRow]:
    """The boards of a pairing on record, the bye last."""
    rows = [
        PairRow(
            game.board,
            game.white,
            game.black,
            line_of(teller, stored_reasons(game), game.fixed),
            "fixed" if game.fixed else "",
            has_result=game.is_decided or bool(game.put_off),
        )
        for game in games
    ]
    return rows + (
        [PairRow(None, bye.entry, None, line_of(teller, stored_reasons(bye)))] if bye else []
    )
