"""The bracket of a cup as a picture, and in words for people who cannot see it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubcomp.flow.standings import cached_rows, ties_of
from clubcomp.models import Competition, Entry
from clubcomp.words.values import counted
from pairing.core.tie import Ending, Part, Tie
from pairing.sentences import Sentences
from pairing.sentences.words import capitalised, points_text

#: A box of a tie in the picture: the height of each of its two lines, and the space beside and
#: below it.
LINE, BESIDE, BELOW = 24, 28, 14
HEIGHT = 2 * LINE
#: Its width is between these, as wide as a picture of so many pixels has room for.
NARROWEST, WIDEST, PICTURE = 190, 300, 1180
#: How much of it the points and the edges take, and the least width of a letter.
BESIDE_NAME, LETTER = 44, 8
#: A part with more rounds than this is split into pictures that fit a phone and a sheet of paper:
#: several with this many rounds of some players, and one with the remaining rounds.
MOST_ROUNDS, ROUNDS_AT_ONCE = 5, 4


@dataclass(frozen=True)
class TieSide:
    """One of the two players of a tie, at `y` in its box.

    `entry` is None where nobody plays on this side (`is_known`), or it is not known yet who does.
    """

    entry: Entry | None
    is_known: bool
    points: str
    is_winner: bool
    y: int

    @property
    def name(self) -> str:
        """The name in the picture; "" while it is not known who plays."""
        if self.entry is None:
            return "–" if self.is_known else ""
        return str(self.entry)

    @property
    def baseline(self) -> int:
        """The baseline of the name."""
        return self.y + 17


@dataclass(frozen=True)
class PositionedTie:
    """A tie with its position in the picture and its score."""

    sides: tuple[TieSide, TieSide]
    tie: Tie
    x: int
    y: int

    @property
    def ending(self) -> Ending:
        """How the tie was decided."""
        return self.tie.ending

    @property
    def is_empty(self) -> bool:
        """Whether it is known that neither side has a player."""
        return all(side.is_known and side.entry is None for side in self.sides)

    @property
    def in_words(self) -> str:
        """The tie as a sentence."""
        first, second = self.sides
        if self.ending is Ending.ALONE:
            player = first.entry or second.entry
            return _("%(player)s goes on without a game.") % {"player": player}
        sentence = f"{_named(first)} – {_named(second)}"
        if first.points:
            sentence += f": {first.points} – {second.points}"
        winner = next((str(side.entry) for side in self.sides if side.is_winner), "")
        if winner:
            sentence += ". " + _("%(player)s goes on.") % {"player": winner}
        return " ".join(filter(None, (sentence, self.note)))

    @property
    def note(self) -> str:
        """How the tie was decided, if not by the points of its games."""
        return str(_NOTES.get(self.ending, ""))


#: How a tie was decided, if not by the points of its games.
_NOTES = {
    Ending.COLOUR: gettext_lazy("Level; Black in the last game decided."),
    Ending.LEFT: gettext_lazy("Decided since somebody has left."),
    Ending.BOTH_OUT: gettext_lazy("Both lost by forfeit: nobody goes on."),
    Ending.WENT_ON: gettext_lazy("A result was corrected after the next tie had been paired."),
}


def _named(side: TieSide) -> str:
    if side.entry is None:
        return _("nobody") if side.is_known else _("not known yet")
    return str(side.entry)


@dataclass(frozen=True)
class BracketRound:
    """A round of a part of the cup, with its ties from the top; `x` is its left edge."""

    name: str
    ties: list[PositionedTie]
    x: int


@dataclass(frozen=True)
class BracketPart:
    """A part of the cup, or a piece of a large part: number `piece` of `pieces`.

    The last piece has the last rounds. `lines` is the path of the lines between the ties, `box`
    the width of a tie.
    """

    part: Part
    piece: int
    pieces: int
    stages: list[BracketRound]
    lines: str
    width: int
    height: int
    box: int

    @property
    def name_width(self) -> int:
        """The width that a name may have; a longer name is drawn narrower."""
        return self.box - BESIDE_NAME

    @property
    def letters(self) -> int:
        """How many letters fit into that width for certain."""
        return self.name_width // LETTER

    @property
    def points_end(self) -> int:
        """Where the points of a tie end."""
        return self.box - 8

    @property
    def title(self) -> str:
        """The name of the part, and which piece of it this is."""
        if self.pieces == 1:
            return self.part_title
        facts = {"part": self.part_title, "number": self.piece, "count": self.pieces - 1}
        if self.piece == self.pieces:
            return _("%(part)s: the last rounds") % facts
        return _("%(part)s: piece %(number)s of %(count)s") % facts

    @property
    def part_title(self) -> str:
        """The name of the part."""
        return {
            Part.CUP: _("The cup"),
            Part.THIRD: _("Place three"),
            Part.PLATE: _("The plate, the second chance"),
        }[self.part]

    @property
    def link(self) -> str:
        """The text of the link to the part; "" for later pieces of the plate, without a link."""
        if self.part is not Part.CUP:
            return self.part_title if self.piece == 1 else ""
        return _("The last rounds") if self.piece == self.pieces else str(self.piece)

    @property
    def anchor(self) -> str:
        """Its id on the page."""
        return f"{self.part}-{self.piece}"

    @property
    def label(self) -> str:
        """What the picture is, for people who cannot see it."""
        return _("%(title)s: the bracket as a picture; the same in words is below.") % {
            "title": self.title
        }


def brackets_of(competition: Competition) -> list[BracketPart]:
    """The cup and its other parts; nothing before the draw. CannotPair if no draw is possible."""
    if competition.awaits_draw():
        return []
    ties = ties_of(competition)
    by_part = {part: [tie for tie in ties if tie.key.part is part] for part in Part}
    return [
        _bracket(piece, number, len(pieces), competition)
        for own in by_part.values()
        if own
        for pieces in [_pieces(own)]
        for number, piece in enumerate(pieces, start=1)
    ]


def last_brackets_of(competition: Competition) -> list[BracketPart]:
    """The rounds of the cup itself still to be played, in pictures for a screen in the hall."""
    if competition.awaits_draw():
        return []
    ties = [tie for tie in ties_of(competition) if tie.key.part is Part.CUP]
    rounds = [tie.key.round for tie in ties if not tie.is_decided]
    # The last two rounds stay on the screen once everything is decided.
    first = min([*rounds, *(tie.rounds - 1 for tie in ties[:1])], default=1)
    remaining = [tie for tie in ties if tie.key.round >= first]
    pieces = _pieces(remaining, ROUNDS_AT_ONCE) if remaining else []
    return [
        _bracket(piece, number, len(pieces), competition)
        for number, piece in enumerate(pieces, start=1)
    ]


def winner_of(competition: Competition) -> Entry | None:
    """The winner of the final of a cup; None if nobody has won it yet, or nobody ever will."""
    by_key = cached_rows(competition).by_key
    ties = ties_of(competition)
    finals = (tie for tie in ties if tie.key.part is Part.CUP and not tie.to_final)
    return next((by_key[tie.winner] for tie in finals if tie.winner), None)


def played_again(competition: Competition) -> list[tuple[str, str]]:
    """The players of each tie that needs another game, and a sentence that says why and which."""
    say, by_key = Sentences(competition.system), cached_rows(competition).by_key
    return [
        (_players(tie, by_key), say.sentence(tie.further))
        for tie in ties_of(competition)
        if tie.further
    ]


def undecided(competition: Competition) -> list[str]:
    """The players of each tie with both players known and no winner yet; [] outside a cup."""
    if not competition.abilities.knocks_out or competition.awaits_draw():
        return []
    return _named_ties(competition, lambda tie: not tie.is_decided and all(tie.players))


def open_ties_of(competition: Competition) -> tuple[str, list[str]]:
    """The first round of the cup with a tie to decide, as the bracket calls it ("the semi-final").

    And the players of its undecided ties. ("", []) once all are decided.
    """
    ties = ties_of(competition)
    undecided_ties = [tie for tie in ties if tie.key.part is Part.CUP and not tie.is_decided]
    if not undecided_ties:
        return "", []
    first = min(undecided_ties, key=lambda tie: tie.key.round)
    by_key = cached_rows(competition).by_key
    of_round = [tie for tie in undecided_ties if tie.key.round == first.key.round]
    name = Sentences(competition.system).sentence(first.stage) if first.stage else ""
    return name, [_players(tie, by_key) for tie in of_round if all(tie.players)]


def why_it_waits(competition: Competition, entry: Entry) -> str:
    """Why a cup has no game for one of its players; "" if it has one, and outside a cup."""
    if not competition.abilities.knocks_out or competition.awaits_draw():
        return ""
    ties = [tie for tie in ties_of(competition) if entry.key in tie.players]
    tie = next((tie for tie in ties if not tie.is_decided), None)
    if tie is None:
        return _("Your tie has been decided.") if ties else ""
    if not all(tie.is_known):
        return _("Who your opponent is depends on a tie that is not decided yet.")
    opponent = tie.other(entry.key)
    if opponent and any(not played.game.result.is_finished for played in tie.games):
        facts = {"opponent": cached_rows(competition).by_key[opponent]}
        return _("Your tie against %(opponent)s waits for the result of an earlier game.") % facts
    return ""


def _named_ties(competition: Competition, is_meant: Callable[[Tie], bool]) -> list[str]:
    by_key = cached_rows(competition).by_key
    ties = filter(is_meant, ties_of(competition))
    return [_players(tie, by_key) for tie in ties]


def _players(tie: Tie, by_key: Mapping[str, Entry]) -> str:
    return " – ".join(str(by_key[key]) for key in tie.players if key)


def _pieces(ties: Sequence[Tie], most: int = MOST_ROUNDS) -> list[list[Tie]]:
    """The ties of a part in order, one list for each picture of at most so many rounds."""
    pieces: dict[tuple[bool, int], list[Tie]] = {}
    first = min(tie.key.round for tie in ties)
    is_large = ties[0].rounds - first >= most
    for tie in sorted(ties, key=lambda tie: (tie.key.round, tie.key.number)):
        later = tie.key.round - first
        is_last = is_large and later >= ROUNDS_AT_ONCE
        below = ROUNDS_AT_ONCE - 1 - later
        piece = (tie.key.number - 1) >> below if is_large and not is_last else 0
        pieces.setdefault((is_last, piece), []).append(tie)
    return [pieces[key] for key in sorted(pieces)]


def _bracket(ties: Sequence[Tie], piece: int, pieces: int, competition: Competition) -> BracketPart:
    by_key, say = cached_rows(competition).by_key, Sentences(competition.system)
    part = ties[0].key.part
    stages, lines = list[BracketRound](), list[str]()
    columns = len({tie.key.round for tie in ties})
    box = min(WIDEST, max(NARROWEST, PICTURE // columns - BESIDE))
    for column, (round_, of_round) in enumerate(groupby(ties, key=lambda tie: tie.key.round)):
        x, positioned = column * (box + BESIDE), []
        for number, tie in enumerate(of_round):
            positioned.append(_positioned(tie, by_key, competition, x, _top(column, number)))
            lines += _lines_to(column, number, x)
        name = say.sentence(tie.stage) if tie.stage else ""
        if part is Part.PLATE:  # the heading names the part, and a longer name would not fit
            name = _("the final") if not tie.to_final else _("round %(round)d") % {"round": round_}
        stages.append(BracketRound(capitalised(name), positioned, x))
    width = columns * (box + BESIDE) - BESIDE + 1  # half of the last line lies outside
    height = LINE + len(stages[0].ties) * (HEIGHT + BELOW)
    return BracketPart(part, piece, pieces, stages, "".join(lines), width, height, box)


def _top(column: int, number: int) -> int:
    """The top of a tie: centred on the two ties before it, below the name of the round."""
    step = (HEIGHT + BELOW) << column
    return LINE + step * number + (step - HEIGHT) // 2


def _lines_to(column: int, number: int, x: int) -> Iterator[str]:
    """The lines from the two ties before to the middle of this one; none in the first column."""
    middle = _top(column, number) + LINE
    for before in (2 * number, 2 * number + 1) if column else ():
        start = _top(column - 1, before) + LINE
        yield f"M{x - BESIDE} {start}h{BESIDE // 2}V{middle}H{x}"


def _positioned(
    tie: Tie, by_key: Mapping[str, Entry], competition: Competition, x: int, y: int
) -> PositionedTie:
    first, second = (
        TieSide(
            by_key[player] if player else None,
            is_known,
            _points(tie, player, competition),
            player is not None and player == tie.winner,
            at * LINE,
        )
        for at, (player, is_known) in enumerate(zip(tie.players, tie.is_known, strict=True))
    )
    return PositionedTie((first, second), tie, x, y)


def _points(tie: Tie, player: str | None, competition: Competition) -> str:
    """A player's points in the games of the tie; "" before the first result."""
    games = [played.game for played in tie.games if played.game.result.is_finished]
    if player is None or not games:
        return ""
    scores = [game.result.score(game.colour(player)) or Fraction(0) for game in games]
    return points_text(counted(sum(scores, Fraction(0)), competition))
