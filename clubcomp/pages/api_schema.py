"""What does an answer of the API consist of? One class for each thing that it tells.

Programs of others rely on it: a field is only ever added, never taken away or given another
meaning (`docs/api.json` is the description that was promised, and a test compares).
"""

from datetime import date, time

from ninja import Field, Schema


class Points(Schema):
    """Points as the players of the game count them, exactly."""

    exact: str = Field(description='An integer or a fraction in lowest terms: "12", "35/3".')
    number: float = Field(description="The same as a number, for who needs no more.")


class Named(Schema):
    """A player."""

    key: str = Field(description="Stands for the player in addresses of this competition.")
    name: str = Field(description="As the club shows it to who asks.")


class Key(Schema):
    """A tempo, or what a standing is of."""

    key: str = Field(description="Stands for it in addresses; “all” is the standing of all tempos.")
    name: str


class CompetitionLine(Schema):
    """A competition in a list."""

    slug: str
    name: str
    game: str = Field(description="chess, draughts or go.")
    system: str = Field(description="The key of the pairing system.")
    season: str = Field(description="What its season is called: 2026-2027.")
    stage: str = Field(description="running, finished or archived.")
    page: str = Field(description="The address of its page for people.")


class ClubLine(Schema):
    """A club in a list."""

    slug: str
    name: str
    page: str


class Clubs(Schema):
    """The clubs of the site."""

    clubs: list[ClubLine]


class Club(ClubLine):
    """A club with its competitions."""

    country: str = Field(description="Two letters, or none.")
    language: str = Field(description="The language of its files.")
    competitions: list[CompetitionLine]


class Moment(Schema):
    """A round, by its evening and its number on that evening."""

    evening: int = Field(description="The serial of the evening, which never changes.")
    game: int


class Competition(CompetitionLine):
    """A competition."""

    tempos: list[Key]
    standings: list[Key] = Field(description="What there are standings of.")
    rounds_are_games: bool = Field(
        description="Whether rounds are counted per evening, and not through the competition."
    )
    last: Moment | None = Field(description="The last round that was published.")
    categories: list[Key] = Field(
        description="Of whom there are tables of their own, as far as who asks may see them."
    )


class EveningLine(Schema):
    """An evening in the calendar."""

    serial: int = Field(description="Stands for the evening in addresses, and never changes.")
    number: int = Field(description="Its place in the order of play.")
    day: date | None
    starts_at: time | None
    tempo: Key
    games: int = Field(description="How many are planned.")
    status: str = Field(description="planned, open or closed.")
    page: str


class Calendar(Schema):
    """The evenings of a competition in order of play."""

    evenings: list[EveningLine]


class Board(Schema):
    """A game."""

    number: int
    white: Named
    black: Named
    result: str = Field(description='"1-0", "1/2-1/2", "0-1", "*" while it is open.')
    is_forfeit: bool = Field(description="Whether it was decided without being played.")
    white_points: Points | None
    black_points: Points | None
    put_off: str = Field(description='"adjourned", "postponed", or "".')
    played_on: date | None = Field(description="Where that is not the day of the evening.")


class WithoutGame(Schema):
    """Who had no game in a round, for a reason that is public."""

    player: Named
    kind: str = Field(description="bye, half_point_bye, full_point_bye or external.")


class Round(Schema):
    """A published round: its boards and results."""

    evening: int
    game: int
    count: int = Field(description="Its number among all rounds of the competition.")
    boards: list[Board]
    without_game: list[WithoutGame]
    page: str


class Evening(EveningLine):
    """An evening with its rounds."""

    rounds: list[Round]


class TieBreak(Schema):
    """What decides between equals, in the order in which it does."""

    key: str
    value: Points


class StandingLine(Schema):
    """A player in a standing."""

    place: int | None = Field(
        description="Among the members, shared by level ones; a guest has none."
    )
    overall_place: int | None = Field(
        default=None, description="In the table of a category: the place among all."
    )
    change: int | None = Field(description="Places up (down: negative) since the round before.")
    player: Named
    rating: int | None
    is_guest: bool
    group: str = Field(description="Of a competition in groups; else empty.")
    points: Points
    value_number: int | None
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    external: int
    missed: int
    white_share: Points | None = Field(description="Games with White, as a part of all games.")
    credits_used: int | None
    credits_left: int | None
    tie_breaks: list[TieBreak]
    decided: str = Field("", description="Why the leader decided the tie by hand, if so.")


class Standings(Schema):
    """A standing, now or after an earlier round."""

    of: Key
    category: Key | None = None
    after: Moment | None
    lines: list[StandingLine]
    page: str


class Player(Named):
    """A player of a competition."""

    title: str
    rating: int | None
    start_number: int
    is_guest: bool
    page: str


class Players(Schema):
    """The players of a competition, by start number."""

    players: list[Player]


class StatementEntry(Schema):
    """A round in a statement: points = (fraction x worth + added) x weight."""

    evening: int
    game: int
    points: Points
    worth: Points | None
    fraction: Points | None
    added: Points
    weight: Points
    opponent: Named | None
    colour: str | None = Field(description="white or black.")
    result: str | None
    is_credited: bool


class StatementLine(Schema):
    """What a player has points for."""

    code: str
    points: Points
    entries: list[StatementEntry]


class Statement(Schema):
    """Where the points of a player come from: the lines sum to them."""

    player: Player
    of: Key
    points: Points
    lines: list[StatementLine]


class Meeting(Schema):
    """All finished games of a player against another."""

    opponent: Named
    games: int
    points: Points


class RoundOfPlayer(Schema):
    """What a player did in a round. `kind`: "game", or how they had none."""

    evening: int
    game: int
    kind: str
    opponent: Named | None
    colour: str | None
    points: Points | None
    is_forfeit: bool


class CrossTableLine(Schema):
    """A player in the cross table: meetings where people may meet often, else round by round."""

    player: Named
    meetings: list[Meeting]
    rounds: list[RoundOfPlayer]


class CrossTable(Schema):
    """Who met whom, in the order of the standing."""

    of: Key
    after: Moment | None
    lines: list[CrossTableLine]
    page: str


class Problem(Schema):
    """Why there is no other answer, in words."""

    status: int
    error: str
