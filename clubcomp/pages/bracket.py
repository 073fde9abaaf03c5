"""What does the bracket of a cup look like: as a picture, and in words for who does not see it?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubcomp.flow.standings import cached_rows, cached_snapshot
from clubcomp.models import Competition, Entry
from clubcomp.words.numbers import counted, points_text
from pairing.core.tie import Ending, Part, Tie
from pairing.sentences import Sentences
from pairing.sentences.words import capitalised

#: A box of a tie in the picture: its width, the height of each of its two lines, and what is free
#: beside and below it.
WIDTH, LINE, BESIDE, BELOW = 190, 24, 28, 14
HEIGHT = 2 * LINE


@dataclass(frozen=True)
class Side:
    """One of the two of a tie; `y`: in its box. `entry` None: nobody (`is_known`), or not yet."""

    entry: Entry | None
    is_known: bool
    points: str
    is_winner: bool
    y: int

    @property
    def name(self) -> str:
        """Who it is, for the picture; nothing for nobody yet."""
        if self.entry is None:
            return "–" if self.is_known else ""
        return str(self.entry)

    @property
    def baseline(self) -> int:
        """Where the letters of its line stand."""
        return self.y + 17


@dataclass(frozen=True)
class ShownTie:
    """A tie with its place in the picture, and how it stands."""

    sides: tuple[Side, Side]
    ending: Ending
    x: int
    y: int

    @property
    def is_empty(self) -> bool:
        """Whether it is known that nobody is in it."""
        return all(side.is_known and side.entry is None for side in self.sides)

    @property
    def in_words(self) -> str:
        """The tie as a sentence."""
        one, other = self.sides
        if self.ending is Ending.ALONE:
            return _("%(player)s goes on without a game.") % {"player": one.entry or other.entry}
        said = f"{_named(one)} – {_named(other)}"
        if one.points:
            said += f": {one.points} – {other.points}"
        winner = next((str(side.entry) for side in self.sides if side.is_winner), "")
        if winner:
            said += ". " + _("%(player)s goes on.") % {"player": winner}
        return " ".join(filter(None, (said, str(_NOTES.get(self.ending, "")))))


#: How a tie was decided, if not by the points of its games.
_NOTES = {
    Ending.COLOUR: gettext_lazy("Level; Black in the last game decided."),
    Ending.LEFT: gettext_lazy("Decided since somebody has left."),
    Ending.BOTH_OUT: gettext_lazy("Both lost by forfeit: nobody goes on."),
    Ending.WENT_ON: gettext_lazy("A result was corrected after the next tie had been paired."),
}


def _named(side: Side) -> str:
    if side.entry is None:
        return _("nobody") if side.is_known else _("not known yet")
    return str(side.entry)


@dataclass(frozen=True)
class Stage:
    """A round of a part of the cup, with its ties from the top; `x`: where it begins."""

    name: str
    ties: list[ShownTie]
    x: int


@dataclass(frozen=True)
class Bracket:
    """A part of the cup. `lines` is the path of the lines between its ties."""

    part: Part
    stages: list[Stage]
    lines: str
    width: int
    height: int

    @property
    def title(self) -> str:
        """What the part is called."""
        return {
            Part.CUP: _("The cup"),
            Part.THIRD: _("Place three"),
            Part.PLATE: _("The plate, the second chance"),
        }[self.part]

    @property
    def label(self) -> str:
        """What the picture is, for who does not see it."""
        return _("%(title)s: the bracket as a picture; the same in words is below.") % {
            "title": self.title
        }


def brackets_of(competition: Competition) -> list[Bracket]:
    """The cup, and what is played beside it; CannotPair where there can be none."""
    ties = competition.rules.ties(cached_snapshot(competition))
    by_part = {part: [tie for tie in ties if tie.key.part is part] for part in Part}
    return [_bracket(part, own, competition) for part, own in by_part.items() if own]


def played_again(competition: Competition) -> list[str]:
    """The two of each tie that is level and goes on with a further game."""
    by_key = cached_rows(competition).by_key
    ties = competition.rules.ties(cached_snapshot(competition))
    level = [tie for tie in ties if tie.is_due and tie.games]
    return [" – ".join(str(by_key[one]) for one in tie.players if one) for tie in level]


def _bracket(part: Part, ties: Sequence[Tie], competition: Competition) -> Bracket:
    by_key, say = cached_rows(competition).by_key, Sentences(competition.system)
    rounds: dict[int, list[Tie]] = {}
    for tie in sorted(ties, key=lambda tie: (tie.key.round, tie.key.number)):
        rounds.setdefault(tie.key.round, []).append(tie)
    stages, lines = [], []
    for round_, of_round in rounds.items():
        x, stage = (round_ - 1) * (WIDTH + BESIDE), of_round[0].stage
        shown = [_shown(tie, by_key, competition, x) for tie in of_round]
        lines += [line for tie in of_round if round_ > 1 for line in _lines_to(tie, x)]
        name = say.sentence(stage) if stage else ""
        if part is Part.PLATE:  # which part it is stands above; a longer name would not fit
            last = round_ == max(rounds)
            name = _("the final") if last else _("round %(round)d") % {"round": round_}
        stages.append(Stage(capitalised(name), shown, x))
    width = len(stages) * (WIDTH + BESIDE) - BESIDE
    height = LINE + len(rounds[1]) * (HEIGHT + BELOW)
    return Bracket(part, stages, "".join(lines), width, height)


def _top(round_: int, number: int) -> int:
    """How high a tie begins: in the middle of those before it, under the name of the round."""
    step = (HEIGHT + BELOW) << (round_ - 1)
    return LINE + step * (number - 1) + (step - HEIGHT) // 2


def _lines_to(tie: Tie, x: int) -> Iterator[str]:
    """From the two ties before to the middle of this one."""
    round_, number = tie.key.round, tie.key.number
    middle = _top(round_, number) + LINE
    for before in (2 * number - 1, 2 * number):
        start = _top(round_ - 1, before) + LINE
        yield f"M{x - BESIDE} {start}h{BESIDE // 2}V{middle}H{x}"


def _shown(tie: Tie, by_key: Mapping[str, Entry], competition: Competition, x: int) -> ShownTie:
    one, other = (
        Side(
            by_key[player] if player else None,
            is_known,
            _points(tie, player, competition),
            player is not None and player == tie.winner,
            at * LINE,
        )
        for at, (player, is_known) in enumerate(zip(tie.players, tie.is_known, strict=True))
    )
    return ShownTie((one, other), tie.ending, x, _top(tie.key.round, tie.key.number))


def _points(tie: Tie, player: str | None, competition: Competition) -> str:
    """The points of one of the two in the games of the tie; nothing before the first result."""
    games = [place.game for place in tie.games if place.game.result.is_finished]
    if player is None or not games:
        return ""
    scores = [game.result.score(game.colour(player)) or Fraction(0) for game in games]
    return points_text(counted(sum(scores, Fraction(0)), competition))
