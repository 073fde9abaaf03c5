"""How far is a cup? Each round with a box for each tie, and how far everybody came."""

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

#: More ties than that of a round are no picture for a front page, but a list.
MOST_TIES = 8
#: What decided a tie, if not its first games.
_BY = {
    "replay": gettext_lazy("after a replay"),
    "rapid": gettext_lazy("after rapid play"),
    "blitz": gettext_lazy("after blitz"),
    "lot": gettext_lazy("by lot"),
}


#: The ties that somebody came through, by part, round and winner.
Won = Mapping[tuple[Part, int, str], PositionedTie]


class TieBox(NamedTuple):
    """A tie and, in a line below it, how it was decided or when it is played.

    Each side comes with how that player got there, "" in a first round.
    """

    tie: PositionedTie
    sides: list[tuple[TieSide, str]]
    note: str


class CupRound(NamedTuple):
    """A round of a part with its ties; `is_now`: it is the one that is played, or was last."""

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
        """The round that is played, or was last."""
        return next(one for one in self.rounds if one.is_now)


class Reached(NamedTuple):
    """Who came equally far, and how far that is."""

    said: str
    lines: list[StandingLine]


def cup_parts(
    competition: Competition, brackets: Sequence[BracketPart], most: int | None = None
) -> list[CupPart]:
    """The rounds of each part, of brackets that may come in pieces.

    With `most` only the cup itself, without the rounds before that with more ties; of the round
    that is played now so many.
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
        drawn = _rounds(competition, str(part), rounds, won, most)
        parts.append(CupPart(pieces[0].part_title, str(part), pieces, drawn))
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
    made = []
    for at, (name, ties) in enumerate(rounds.values()):
        if most and at != now and len(ties) > most:
            continue
        shown = few(ties, most or len(ties))
        boxes = shown.made(lambda tie: _box(competition, tie, won))
        made.append(CupRound(name, f"{part}-round-{at + 1}", boxes, at == now))
    return made


def _box(competition: Competition, tie: PositionedTie, won: Won) -> TieBox:
    sides = [(side, _came(side, tie.tie.key, won)) for side in tie.sides]
    return TieBox(tie, sides, _note(competition, tie))


def _came(side: TieSide, key: TieKey, won: Won) -> str:
    """How somebody got into a tie: by a bye, or whom they beat in the round before."""
    before = won.get((key.part, key.round - 1, side.entry.key)) if side.entry else None
    if before is None:
        return ""
    own, other = sorted(before.sides, key=lambda one: not one.is_winner)
    if before.ending is Ending.ALONE or other.entry is None:
        return _("had the bye")
    facts = {"opponent": other.entry, "points": f"{own.points}{NO_BREAK}–{NO_BREAK}{other.points}"}
    if before.ending is Ending.PLAYED and own.points != other.points:
        return _("beat %(opponent)s, %(points)s") % facts
    return _("went on against %(opponent)s") % facts


def _note(competition: Competition, positioned: PositionedTie) -> str:
    """When it was played or will be, and what decided it."""
    tie = positioned.tie
    if tie.ending is Ending.ALONE:
        return _("goes on without a game")
    evenings = cached_rows(competition).evenings(competition)
    is_on = any(not place.game.result.is_finished for place in tie.games)
    evening: Evening | None
    if tie.games and (tie.is_decided or is_on):
        evening = evenings[tie.games[-1].evening - 1]
    elif tie.due:
        evening = next((one for one in evenings if not one.is_closed), None)
    else:
        evening = None
    said = [day(evening.date, "short") if evening else ""]
    if evening and is_on:
        said = _how_it_is_on(competition, evening, tie.games[-1])
    elif tie.is_decided:
        said += [str(_BY.get(tie.last, "")), positioned.note]
    elif tie.further:
        said.append(Sentences(competition.system).sentence(tie.further))
    return " · ".join(filter(None, said))


def _how_it_is_on(competition: Competition, evening: Evening, place: TieGame) -> list[str]:
    """When a game without a result is played, and whether it was put off or left open."""
    rows = cached_rows(competition)
    rounds = (round_ for round_ in rows.rounds_of(evening) if round_.number == place.number)
    games = (game for round_ in rounds for game in rows.games_of(round_))
    game = next(game for game in games if game.white.key == place.game.white)
    left_open = _("still open") if evening.is_closed else ""
    on = day(game.played_on or evening.date, "short")
    return [on, outcome(game, competition.game) or left_open]


def how_far(competition: Competition) -> list[Reached]:
    """Who came how far, the winner first; nothing before the first round."""
    say = Sentences(competition.system)
    lines = [line for line in standings_of(competition, OVERALL) if line.row.said]
    said = {id(line): say.sentence(line.row.said) for line in lines if line.row.said}
    return [
        Reached(capitalised(words), [*of_words])
        for words, of_words in groupby(lines, key=lambda line: said[id(line)])
    ]


def cup_of(competition: Competition, most: int | None = None) -> dict[str, Any]:
    """What a page shows of a cup; with `most` no more than a front page has room for."""
    brackets = brackets_of(competition)
    return {
        "brackets": brackets,
        "parts": cup_parts(competition, brackets, most),
        "reached": how_far(competition) if brackets else [],
    }


def ties_of_now(competition: Competition) -> tuple[str, list[tuple[str, str]]]:
    """The round that is played or was last: its name, and of each tie who meet and the score."""
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
