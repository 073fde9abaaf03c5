"""What is a competition, seen by a pairing system? Frozen values, nothing else.

Terms. A *snapshot* is a whole competition at one moment: the competition document in
memory. An *evening* is a date with one tempo; a *round* is one pairing on it; a *game* is
two players and a result. A *bye* was there without an opponent, an *absence* was not
there, *external* played elsewhere for the club. A *value number* is what an opponent is
worth in a Keizer system; it is neither a rating nor points.

Points are exact: `int` or `Fraction`, never `float`. Nothing here knows a clock, chance,
Django or the database.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Literal, Protocol, TypeVar

from pairing.core.beside_games import DecidedTie, Extra, GroupMove, StartPoints
from pairing.core.federations import Event, Identity, ListedRating, SeedingList
from pairing.core.results import Colour as Colour
from pairing.core.results import Result as Result
from pairing.core.unplayed import Unplayed

PlayerId = str
TempoId = str

#: A fact of a reason, a problem or a failure: JSON-ready. Fractions are "p/q".
Fact = int | str | bool | None | list["Fact"] | dict[str, "Fact"]

#: The scope of a standing over all tempos; a tempo's id is the other kind of scope.
OVERALL = "all"


@dataclass(frozen=True, slots=True)
class Tempo:
    """A time control of a competition; the numbers are those of a tempo-based system."""

    id: TempoId
    name: str = ""
    games_per_evening: int = 1
    last_n: int = 0
    absence_limit: int = 0
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the competition. `start` is the start number, from 1.

    `joined` and `left` are the numbers (from 1) of the first and last evening they belong
    to; `left` None: they still do. `federation`: three letters. `birth_date` is a whole date,
    ISO 8601, or empty; `birth_year` is its year, or all that is known. `group` is the one that
    they are in now, "" in a competition without groups; `moves` are those before, in order.
    """

    id: PlayerId
    start: int
    name: str
    rating: int | None = None
    title: str = ""
    grade: str = ""
    identities: tuple[Identity, ...] = ()
    ratings: tuple[ListedRating, ...] = ()
    federation: str = ""
    birth_date: str = ""
    birth_year: int | None = None
    sex: str = ""
    club: str = ""
    joined: int = 1
    left: int | None = None
    guest: bool = False
    group: str = ""
    moves: tuple[GroupMove, ...] = ()
    start_points: StartPoints | None = None

    def group_on(self, evening: int) -> str:
        """The group that they are in on evening number `evening`."""
        return next((move.group for move in self.moves if evening <= move.until), self.group)

    def belongs_to(self, evening: int) -> bool:
        """Whether evening number `evening` lies between their first and their last one."""
        return self.joined <= evening and not self.has_left(evening)

    def number_of(self, issuer: str) -> str:
        """Their number at a federation, the first if there are more; "" for none."""
        return next((known.number for known in self.identities if known.issuer == issuer), "")

    def has_left(self, evening: int) -> bool:
        """Whether their last evening came before evening number `evening`."""
        return self.left is not None and self.left < evening


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a round. `fixed`: the leader's reason for a pair made by hand."""

    board: int
    white: PlayerId
    black: PlayerId
    result: Result = Result.UNFINISHED
    date: str = ""
    fixed: str = ""

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        """Both, White first."""
        return self.white, self.black

    def opponent(self, player: PlayerId) -> PlayerId:
        """The other player of the game."""
        return self.black if player == self.white else self.white

    def colour(self, player: PlayerId) -> Colour:
        """The colour `player` has in the game."""
        return Colour.WHITE if player == self.white else Colour.BLACK


@dataclass(frozen=True, slots=True)
class Round:
    """One pairing. Whoever belongs to the evening and is named nowhere is absent with notice.

    `unplayed`: who has no game in it, and how; at most one of a group has the bye. `present` is
    None for a round that is on record. In the one round to be paired it names who is there;
    `games` then are the boards the leader has fixed, and the bye is the one they named.

    Where a system has kinds of absence of the club's own, `away` names the kind of a player who
    is away for one of these, and `away_results` how it went elsewhere ("1", "1/2" or "0").
    `drawn`: the order that was drawn for this round.
    """

    games: tuple[Game, ...] = ()
    unplayed: Mapping[PlayerId, Unplayed] = field(default_factory=dict)
    away: Mapping[PlayerId, str] = field(default_factory=dict)
    away_results: Mapping[PlayerId, str] = field(default_factory=dict)
    drawn: tuple[PlayerId, ...] = ()
    paired_by: str = "elsewhere"
    present: tuple[PlayerId, ...] | None = None

    @property
    def bye(self) -> PlayerId | None:
        """Who has the pairing-allocated bye, in the first group with one; None: nobody."""
        return next(iter(self.byes), None)

    @property
    def byes(self) -> tuple[PlayerId, ...]:
        """Who has the pairing-allocated bye, group by group."""
        return self.of_kind(Unplayed.BYE)

    def of_kind(self, kind: Unplayed) -> tuple[PlayerId, ...]:
        """Who is without a game in this way, in the order of the document."""
        return tuple(player for player, how in self.unplayed.items() if how is kind)

    def with_bye(self, *players: PlayerId | None) -> "Round":
        """The round with the bye for these; None: for nobody."""
        unplayed = {player: how for player, how in self.unplayed.items() if how is not Unplayed.BYE}
        named = {player: Unplayed.BYE for player in players if player is not None}
        return replace(self, unplayed=unplayed | named)

    def seated(self) -> set[PlayerId]:
        """The players with a board."""
        return {player for game in self.games for player in game.players}

    def taking_part(self) -> frozenset[PlayerId]:
        """Who takes part in the round to be paired: present, on a fixed board, or the bye.

        Anyone who is named as playing elsewhere, away or with a bye on request does not.
        """
        seated, unplayed = self.seated(), self.unplayed
        taking_part = seated.union(self.present or (), self.of_kind(Unplayed.BYE))
        away = {player for player, how in unplayed.items() if not how.was_there} | {*self.away}
        return frozenset(taking_part - (away - seated))


@dataclass(frozen=True, slots=True)
class Evening:
    """A club evening: one tempo, its rounds in order of play. `date` is ISO 8601 or empty."""

    tempo: TempoId
    rounds: tuple[Round, ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class RoundOnRecord:
    """A round with its number: that of the evening and number within the evening, both from 1."""

    evening: int
    number: int
    tempo: TempoId
    date: str
    round: Round

    @property
    def round_key(self) -> tuple[int, int]:
        """The number of its evening, and its own on that evening."""
        return self.evening, self.number


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A whole competition: the competition document in memory.

    `options` are as written; `pairing.registry` makes the system's own dataclass of them.
    `members_may_read` are those of the forbidden pairs that are no secret. `virtual_points`: where
    an acceleration is given player by player, the half points that each is paired with beside their
    own, by round. `extra` are points given by hand, `ties` those decided by hand, `apart` pairs
    that are made only where nothing else is possible. `by_fide_rules`: what was announced stays
    from round 1 on. `seen_by` is the group that a system sees it as, where it knows of groups by
    itself; "": all of it.
    """

    name: str
    system: str
    tempos: tuple[Tempo, ...]
    players: tuple[Player, ...]
    evenings: tuple[Evening, ...] = ()
    forbidden_pairs: tuple[tuple[PlayerId, PlayerId], ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    game: str = "chess"
    club: str = ""
    country: str = ""
    event: Event = Event()  # noqa: RUF009 -- it is frozen
    seeding: SeedingList | None = None
    members_may_read: tuple[tuple[PlayerId, PlayerId], ...] = ()
    virtual_points: Mapping[PlayerId, tuple[int, ...]] = field(default_factory=dict)
    extra: tuple[Extra, ...] = ()
    ties: tuple[DecidedTie, ...] = ()
    apart: tuple[tuple[PlayerId, PlayerId], ...] = ()
    by_fide_rules: bool = False
    seen_by: str = ""

    def tempo(self, tempo_id: TempoId) -> Tempo:
        """The tempo with this id; KeyError when there is none."""
        for tempo in self.tempos:
            if tempo.id == tempo_id:
                return tempo
        raise KeyError(tempo_id)

    def record(self) -> Iterator[RoundOnRecord]:
        """The published rounds in order of play (the round to be paired is not one)."""
        for evening_number, evening in enumerate(self.evenings, start=1):
            for number, round_ in enumerate(evening.rounds, start=1):
                if round_.present is None:
                    yield RoundOnRecord(evening_number, number, evening.tempo, evening.date, round_)

    def round_on_record(self, evening: int, number: int) -> RoundOnRecord:
        """Round `number` of evening `evening` (both from 1); KeyError when it is not on record."""
        for recorded in self.record():
            if recorded.round_key == (evening, number):
                return recorded
        raise KeyError((evening, number))

    def to_pair(self) -> RoundOnRecord | None:
        """The round to be paired: the last one, if it has `present`; else None."""
        for number in range(len(self.evenings), 0, -1):
            evening = self.evenings[number - 1]
            if evening.rounds:
                last, key = evening.rounds[-1], (number, len(evening.rounds))
                is_paired = last.present is None
                return None if is_paired else RoundOnRecord(*key, evening.tempo, evening.date, last)
        return None

    def must_pair(self) -> RoundOnRecord:
        """The round to be paired; ValueError: there is none."""
        if recorded := self.to_pair():
            return recorded
        raise ValueError("the snapshot has no round to be paired")

    def after(self, evening: int, number: int) -> "Snapshot":
        """The snapshot as it was after round `number` of evening `evening` (both from 1).

        `number` 0 is "before that evening's first round". Later evenings are gone, and with
        them anyone who joined later stays: a standing holds all players of the document.
        """
        earlier = self.evenings[: evening - 1]
        if evening <= len(self.evenings):
            last = self.evenings[evening - 1]
            earlier += (replace(last, rounds=last.rounds[:number]),)
        return replace(self, evenings=earlier)

    def with_round(self, evening: int, number: int, round_: Round) -> "Snapshot":
        """The snapshot with another round `number` of an evening, or with that one more."""
        of_evening = self.evenings[evening - 1]
        rounds = (*of_evening.rounds[: number - 1], round_, *of_evening.rounds[number:])
        changed = replace(of_evening, rounds=rounds)
        return replace(
            self, evenings=(*self.evenings[: evening - 1], changed, *self.evenings[evening:])
        )


class Identified(Protocol):
    """A player; nothing but the id is needed here."""

    @property
    def id(self) -> PlayerId: ...


State = TypeVar("State", bound=Identified)


@dataclass(frozen=True, slots=True)
class LeftToPair(Generic[State]):
    """`present`: everybody who takes part, `players`: who is to be paired, both in the order that
    they were in.

    `lapsed_bye`: the leader named them for the bye, but the number is even.
    """

    present: list[State]
    players: list[State]
    fixed: tuple[Game, ...]
    named_bye: State | None
    lapsed_bye: State | None


def left_to_pair(players: Sequence[State], round_: Round) -> LeftToPair[State]:
    """Those of the players who take part, are on no fixed board, and have no bye from the
    leader."""
    ids = round_.taking_part()
    present = [player for player in players if player.id in ids]
    seated = round_.seated()
    left = [player for player in present if player.id not in seated]
    named = next((player for player in left if player.id == round_.bye), None)
    if named is not None and len(left) % 2 == 0:
        return LeftToPair(present, left, round_.games, None, named)
    left = [player for player in left if player is not named]
    return LeftToPair(present, left, round_.games, named, None)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players of a proposal with their colours. `fixed`: the leader's reason for the pair.

    `result` is for a game that is not played now, since somebody is away: how it is forfeited, or
    unfinished for one that is postponed. None: it is played.
    """

    white: PlayerId
    black: PlayerId
    fixed: str = ""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a system proposes for a round: pairs in board order, and at most one bye.

    In a competition in groups each group may have one: `more_byes` are those of later groups.
    """

    pairs: tuple[Pair, ...]
    bye: PlayerId | None = None
    more_byes: tuple[PlayerId, ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[Pair], byes: Iterable[PlayerId]) -> "Proposal":
        """A proposal with so many byes as there are."""
        free = tuple(byes)
        return cls(tuple(pairs), free[0] if free else None, free[1:])

    @property
    def byes(self) -> tuple[PlayerId, ...]:
        """Who has the bye, group by group."""
        return self.more_byes if self.bye is None else (self.bye, *self.more_byes)

    @property
    def seats(self) -> Iterator[tuple[PlayerId, ...]]:
        """The boards by player, White first, and each bye as one alone."""
        yield from ((pair.white, pair.black) for pair in self.pairs)
        yield from ((player,) for player in self.byes)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a proposal. An "error" may not be stored, a "warning" may.

    `article`: the part of the rules that a warning is about; "" where it is plain order. `why`: the
    `core.reason.Reason` for what these would have instead.
    """

    severity: Literal["error", "warning"]
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    article: str = ""
    why: Any = None
