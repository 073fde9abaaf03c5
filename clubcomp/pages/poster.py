"""The season on one sheet, for the wall or to be sent: a page for paper, and a picture.

A poster may be read by anyone. So it names players as a stranger reads them, and leaves out players
who are forgotten and players whose name is hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from clubcomp.doors.names import HIDDEN
from clubcomp.flow.standings import (
    StandingLine,
    cached_rows,
    cached_snapshot,
    rounds_of,
    standings_of,
)
from clubcomp.models import Competition, Entry, Evening
from clubcomp.pages.canvas import (
    BOLD,
    COLOURS,
    COLOURS_OF_ICON,
    HAIR,
    INK,
    PAPER,
    PLAIN,
    SECOND,
    SELF,
    icon_of,
    painted,
    png,
    write,
)
from clubcomp.pages.front import tops_of
from clubcomp.pages.pictures import PlacesChart, race_chart
from clubcomp.pages.season_report import Fact, fact_of, games_text
from clubcomp.words.values import counted, day
from pairing.core import season_facts
from pairing.core.season_facts import Most
from pairing.sentences.words import points_text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

#: The fewest games in a row, and the fewest evenings, worth mentioning.
FEWEST = 2
#: The bars in the units of the picture, which a page stretches: the width of all bars, that of the
#: widest, and the height of the highest.
ACROSS, WIDEST, HIGH = 1000, 60, 100


class Attended(NamedTuple):
    """How many players came to an evening."""

    evening: Evening
    players: int


@dataclass(frozen=True)
class Poster:
    """The parts of the poster; a part is empty if the competition has nothing for it.

    `firsts` are the winners or leaders if there is no podium: of a cup, or group by group.
    """

    competition: Competition
    podium: Sequence[StandingLine]
    firsts: Sequence[Fact]
    race: PlacesChart | None
    facts: Sequence[Fact]
    attendance: Sequence[Attended]

    @property
    def title(self) -> str:
        """Whether the season is over, in words."""
        return _("The season so far") if self.competition.is_running else _("Final standings")

    @property
    def most(self) -> int:
        """How many players came to the best attended evening."""
        return max((attended.players for attended in self.attendance), default=0)

    @property
    def days(self) -> str:
        """The days of the first and the last bar, in words."""
        first, last = (day(self.attendance[at].evening.date, "short") for at in (0, -1))
        return f"{first} – {last}" if first and last else ""

    @property
    def bars(self) -> str:
        """A bar for each evening, as a path."""
        step = min(WIDEST, ACROSS // max(1, len(self.attendance)))
        wide = max(1, step * 4 // 5)
        heights = [HIGH * attended.players // self.most for attended in self.attendance]
        return "".join(
            f"M{at * step} {HIGH - height}h{wide}v{height}h-{wide}z"
            for at, height in enumerate(heights)
        )

    @property
    def text(self) -> str:
        """All of it as plain text, for programs that read the words of the picture."""
        game = self.competition
        places = [f"{line.place} {line.entry} {_points(line, game)}" for line in self.podium]
        facts = [
            f"{fact.title}: {fact.names}, {fact.value}" for fact in (*self.firsts, *self.facts)
        ]
        lines = [place_line.line for place_line in self.race.lines] if self.race else []
        race = [f"{line.place} {line.entry}" for line in lines]
        head = [str(game.club), str(game), str(game.season), self.title]
        return "\n".join([*head, *places, *race, *facts])


def poster_of(competition: Competition) -> Poster:
    """The poster, with names as the present reader reads them."""
    tops = tops_of(competition)
    has_podium = not tops[0].scope.group and not competition.abilities.knocks_out
    scope = tops[0].scope.key
    race = None
    if has_podium:
        lines = standings_of(competition, scope)
        race = race_chart(competition, scope, rounds_of(competition, scope), "", lines)
    if race:
        # The other lines keep their height when names are left out.
        named = [place_line for place_line in race.lines if _is_named(place_line.line.entry)]
        race = replace(race, lines=named)
    rows = cached_rows(competition)
    counts = season_facts.players_of_evenings(cached_snapshot(competition))
    return Poster(
        competition,
        podium=[line for line in tops[0].lines if _is_named(line.entry)] if has_podium else [],
        firsts=[] if has_podium else _firsts(competition),
        race=race if race and race.lines else None,
        facts=_facts(competition),
        attendance=[
            Attended(rows.evening(competition, number), count) for number, count in counts.items()
        ]
        if len(counts) >= FEWEST
        else [],
    )


def _is_named(entry: Entry) -> bool:
    """Whether the poster may name a player."""
    return not entry.player.is_forgotten and entry.player.how_shown != HIDDEN


def _points(line: StandingLine, competition: Competition) -> str:
    return points_text(counted(line.row.points, competition))


def _firsts(competition: Competition) -> list[Fact]:
    """The winner of the cup; or the first of each group."""
    firsts = []
    for top in tops_of(competition):
        if not top.winner or not _is_named(top.winner):
            continue
        points = _points(top.lines[0], competition) if top.lines else ""
        group = _("Group %(group)s") % {"group": top.scope.group}
        title = group if top.scope.group else _("Winner of the cup")
        firsts.append(Fact(title, [(top.winner,)], points))
    return firsts


def _facts(competition: Competition) -> list[Fact]:
    snapshot, entries = cached_snapshot(competition), cached_rows(competition).by_key
    named = {key: entry for key, entry in entries.items() if _is_named(entry)}
    facts = []
    for upset in season_facts.upsets(snapshot):
        if upset.winner in named and upset.loser in named:
            values = {"player": named[upset.loser], "points": upset.difference}
            beaten = _("won against %(player)s, rated %(points)s higher") % values
            facts.append(Fact(_("Upset of the season"), [(named[upset.winner],)], beaten))
            break
    wins = season_facts.longest_streak(snapshot, Fraction(1))
    unbeaten = season_facts.longest_streak(snapshot, Fraction(1, 2))
    for title, most in (
        (_("Most wins in a row"), wins),
        (_("Most games in a row without losing"), unbeaten),
    ):
        shown = Most(most.count, tuple(who for who in most.who if who in named))
        if shown.who and most.count >= FEWEST:
            facts.append(fact_of(title, shown, games_text(most.count), named))
    return facts


# The drawing ---------------------------------------------------------------------------------

#: A sheet of A4 in pixels, 150 to the inch, and its margin.
SIZE, EDGE = (1240, 1754), 90
#: The steps of the podium from left to right: whose it is, by index, and its height.
STEPS = ((1, 150), (0, 210), (2, 110))


def poster_png(poster: Poster, audience: str) -> bytes:
    """The poster as a picture; `audience` says who may see it, "" for everybody."""
    from PIL import Image, ImageDraw

    image, right = Image.new("RGB", SIZE, PAPER), SIZE[0] - EDGE
    draw, club = ImageDraw.Draw(image), poster.competition.club
    colour = club.shades.light if club.shades else INK
    draw.rectangle((EDGE, 60, right, 72), fill=colour)
    end = right
    if icon := icon_of(club):
        icon.thumbnail((170, 170))
        end -= icon.width + 24
        image.paste(icon, (right - icon.width, 100), icon)
    write(draw, str(club), (EDGE, 96, end, 146), (PLAIN, 36), SECOND)
    write(draw, str(poster.competition), (EDGE, 150, end, 250), (BOLD, 76))
    about = " · ".join(filter(None, (str(poster.competition.season), poster.title, audience)))
    write(draw, about, (EDGE, 256, right, 306), (PLAIN, 34), SECOND)
    top = 350
    if poster.podium:
        top = _paint_podium(draw, poster, top, colour)
    top = _paint_facts(draw, poster.firsts, top)
    if race := poster.race:
        size = (right - EDGE - 420, 48 * len(race.lines))
        image.paste(painted(race, size), (EDGE, top))
        for at, place_line in enumerate(race.lines):
            box = (right - 390, top + at * 48, right, top + (at + 1) * 48)
            write(draw, f"{place_line.line.place}  {place_line.line.entry}", box, (PLAIN, 30))
        top += size[1] + 40
    top = _paint_facts(draw, poster.facts, top)
    if poster.attendance:
        _paint_bars(draw, poster, top)
    return png(image, poster.text, COLOURS_OF_ICON if icon else COLOURS)


def _paint_podium(draw: "ImageDraw", poster: Poster, top: int, colour: str) -> int:
    """Paint the first three on their steps. The y where the drawing ends."""
    wide = (SIZE[0] - 2 * EDGE) // 3
    foot = top + 330
    for at, (rank, high) in enumerate(STEPS):
        if rank >= len(poster.podium):
            continue
        line, left = poster.podium[rank], EDGE + at * wide
        right, step = left + wide - 12, foot - high
        draw.rectangle((left, step, right, foot), fill=SELF)
        draw.rectangle((left, step, right, step + 7), fill=colour)
        write(draw, str(line.entry), (left, step - 90, right, step - 8), (PLAIN, 34), anchor="m")
        write(draw, str(line.place), (left, step + 14, right, step + 74), (BOLD, 50), anchor="m")
        points = _points(line, poster.competition)
        write(draw, points, (left, step + 70, right, step + 108), (PLAIN, 30), SECOND, anchor="m")
    return foot + 50


def _paint_facts(draw: "ImageDraw", facts: Sequence[Fact], top: int) -> int:
    """Paint the facts one below the other. The y where they end."""
    right = SIZE[0] - EDGE
    for fact in facts:
        draw.rectangle((EDGE, top, right, top + 1), fill=HAIR)
        write(draw, fact.title, (EDGE, top + 8, EDGE + 380, top + 92), (BOLD, 28))
        write(draw, fact.names, (EDGE + 400, top + 8, right, top + 50), (PLAIN, 30))
        write(draw, fact.value, (EDGE + 400, top + 50, right, top + 92), (PLAIN, 26), SECOND)
        top += 100
    return top + (30 if facts else 0)


def _paint_bars(draw: "ImageDraw", poster: Poster, top: int) -> None:
    """Paint how many players came, evening by evening."""
    words = _("Attendance, evening by evening: %(most)s at most") % {"most": poster.most}
    write(draw, words, (EDGE, top, SIZE[0] - EDGE, top + 44), (BOLD, 28))
    high = min(240, SIZE[1] - 110 - top - 60)
    foot, across = top + 60 + high, SIZE[0] - 2 * EDGE
    step = min(across * WIDEST / ACROSS, across / len(poster.attendance))
    for at, attended in enumerate(poster.attendance):
        left = EDGE + at * step
        tall = high * attended.players // poster.most
        draw.rectangle((left, foot - tall, left + step * 0.8, foot), fill=SECOND)
    write(draw, poster.days, (EDGE, foot + 4, SIZE[0] - EDGE, foot + 44), (PLAIN, 24), SECOND)
