"""The progress of a cup: each round with a box for each tie, and how far each player came."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubcomp.flow.standings import StandingLine, cached_rows, standings_of
from clubcomp.models import Competition, Entry, Evening
from clubcomp.pages.bracket import (
    ROUNDS_AT_ONCE,
    BracketPart,
    PositionedTie,
    TieSide,
    brackets_of,
)
from clubcomp.words.values import NO_BREAK, Few, day, few, outcome
from pairing.core.tie import Ending, Part, TieGame, TieKey
from pairing.core.types import OVERALL
from pairing.sentences import Sentences
from pairing.sentences.words import capitalised

#: A round with more ties than this is a list on a front page, and no picture.
MOST_TIES = 8
#: What decided a tie, if not its first games.
_BY = {
    "replay": gettext_lazy("after a replay"),
    "rapid": gettext_lazy("after rapid play"),
    "blitz": gettext_lazy("after blitz"),
    "lot": gettext_lazy("by lot"),
}


#: The ties with a winner, by part, round and winner.
Won = Mapping[tuple[Part, int, str], PositionedTie]


class TieBox(NamedTuple):
    """A tie and, in a line below it, how it was decided or when it is played.

    Each side comes with the way that player got into the tie, "" in a first round.
    """

    tie: PositionedTie
    sides: list[tuple[TieSide, str]]
    note: str


class CupRound(NamedTuple):
    """A round of a part with its ties; `is_now`: it is being played, or was the last played."""

    name: str
    anchor: str
    boxes: Few[TieBox]
    is_now: bool


class CupPart(NamedTuple):
    """The cup, the game for place three, or the plate."""

    title: str
    anchor: str
    brackets: list[BracketPart]
    rounds: list[CupRound]

    @property
    def now(self) -> CupRound:
        """The round that is being played, or was the last played."""
        return next(round_ for round_ in self.rounds if round_.is_now)


class Reached(NamedTuple):
    """Players who came equally far, and the words for how far that is."""

    words: str
    lines: list[StandingLine]


def cup_parts(
    competition: Competition, brackets: Sequence[BracketPart], most: int | None = None
) -> list[CupPart]:
    """The rounds of each part, from brackets that may come in pieces.

    With `most`: only the cup itself, at most so many ties of the round that is being played, and no
    other round with more ties.
    """
    parts = []
    won = {
        (tie.tie.key.part, tie.tie.key.round, tie.tie.winner): tie
        for bracket in brackets
        for stage in bracket.stages
        for tie in stage.ties
        if tie.tie.winner
    }
    for part, of_part in groupby(brackets, key=lambda bracket: bracket.part):
        pieces = list(of_part)
        rounds: dict[int, tuple[str, list[PositionedTie]]] = {}
        for bracket in pieces:
            is_last = 1 < bracket.pieces == bracket.piece
            for at, stage in enumerate(bracket.stages, start=ROUNDS_AT_ONCE * is_last):
                ties = [tie for tie in stage.ties if not tie.is_empty]
                rounds.setdefault(at, (stage.name, []))[1].extend(ties)
        cup_rounds = _rounds(competition, str(part), rounds, won, most)
        parts.append(CupPart(pieces[0].part_title, str(part), pieces, cup_rounds))
    return parts[:1] if most else parts


def _rounds(
    competition: Competition,
    part: str,
    rounds: dict[int, tuple[str, list[PositionedTie]]],
    won: Won,
    most: int | None,
) -> list[CupRound]:
    is_open = [any(not tie.tie.is_decided for tie in ties) for _name, ties in rounds.values()]
    now = is_open.index(True) if True in is_open else len(rounds) - 1
    cup_rounds = []
    for at, (name, ties) in enumerate(rounds.values()):
        if most and at != now and len(ties) > most:
            continue
        shown = few(ties, most or len(ties))
        boxes = shown.made(lambda tie: _box(competition, tie, won))
        cup_rounds.append(CupRound(name, f"{part}-round-{at + 1}", boxes, at == now))
    return cup_rounds


def _box(competition: Competition, tie: PositionedTie, won: Won) -> TieBox:
    sides = [(side, _way_here(side, tie.tie.key, won)) for side in tie.sides]
    return TieBox(tie, sides, _note(competition, tie))


def _way_here(side: TieSide, key: TieKey, won: Won) -> str:
    """How a player got into a tie: by a bye, or by beating an opponent in the round before."""
    before = won.get((key.part, key.round - 1, side.entry.key)) if side.entry else None
    if before is None:
        return ""
    winner, loser = sorted(before.sides, key=lambda side: not side.is_winner)
    if before.ending is Ending.ALONE or loser.entry is None:
        return _("had the bye")
    points = f"{winner.points}{NO_BREAK}–{NO_BREAK}{loser.points}"
    facts = {"opponent": loser.entry, "points": points}
    if before.ending is Ending.PLAYED and winner.points != loser.points:
        return _("beat %(opponent)s, %(points)s") % facts
    return _("went on against %(opponent)s") % facts


def _note(competition: Competition, positioned: PositionedTie) -> str:
    """When the tie was or will be played, and what decided it."""
    tie = positioned.tie
    if tie.ending is Ending.ALONE:
        return _("goes on without a game")
    evenings = cached_rows(competition).evenings(competition)
    is_on = any(not played.game.result.is_finished for played in tie.games)
    evening: Evening | None
    if tie.games and (tie.is_decided or is_on):
        evening = evenings[tie.games[-1].evening - 1]
    elif tie.due:
        evening = next((row for row in evenings if not row.is_closed), None)
    else:
        evening = None
    parts = [day(evening.date, "short") if evening else ""]
    if evening and is_on:
        parts = _how_it_is_on(competition, evening, tie.games[-1])
    elif tie.is_decided:
        parts += [str(_BY.get(tie.last, "")), positioned.note]
    elif tie.further:
        parts.append(Sentences(competition.system).sentence(tie.further))
    return " · ".join(filter(None, parts))


def _how_it_is_on(competition: Competition, evening: Evening, open_game: TieGame) -> list[str]:
    """When a game without a result is played, and whether it was put off or left open."""
    rows = cached_rows(competition)
    rounds = (round_ for round_ in rows.rounds_of(evening) if round_.number == open_game.number)
    games = (game for round_ in rounds for game in rows.games_of(round_))
    game = next(game for game in games if game.white.key == open_game.game.white)
    left_open = _("still open") if evening.is_closed else ""
    on = day(game.played_on or evening.date, "short")
    return [on, outcome(game, competition.game) or left_open]


def how_far(competition: Competition) -> list[Reached]:
    """How far each player came, the winner first; [] before the first round."""
    say = Sentences(competition.system)
    lines = [line for line in standings_of(competition, OVERALL) if line.row.said]
    words_of = {id(line): say.sentence(line.row.said) for line in lines if line.row.said}
    return [
        Reached(capitalised(words), [*level])
        for words, level in groupby(lines, key=lambda line: words_of[id(line)])
    ]


def cup_of(competition: Competition, most: int | None = None) -> dict[str, Any]:
    """The template context of a cup; with `most`, no more than a front page has room for."""
    brackets = brackets_of(competition)
    return {
        "brackets": brackets,
        "parts": cup_parts(competition, brackets, most),
        "reached": how_far(competition) if brackets else [],
    }


def ties_of_now(competition: Competition) -> tuple[str, list[tuple[str, str]]]:
    """The round that is being played, or was the last: its name, each tie's players and score."""
    parts = cup_parts(competition, brackets_of(competition), MOST_TIES)
    if not parts:
        return "", []
    ties = [box.tie for box in parts[0].now.boxes]
    return parts[0].now.name, [(_met(tie), _score(tie)) for tie in ties]


def _met(tie: PositionedTie) -> str:
    who: list[Entry] = [side.entry for side in tie.sides if side.entry]
    return " – ".join(map(str, who)) or "…"


def _score(tie: PositionedTie) -> str:
    first, second = tie.sides
    return f"{first.points} – {second.points}" if first.points else ""
