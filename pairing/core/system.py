"""What must a pairing system offer? Its contract, its abilities and its failures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from pairing.core.amounts import AbsenceKind
from pairing.core.beside_games import GroupMove
from pairing.core.points_table import NoGame
from pairing.core.types import OVERALL, Fact, Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.matching.perfect import bits

if TYPE_CHECKING:  # who only pairs loads neither
    from pairing.core.explanation import Explanation
    from pairing.core.standing import Drift, Prospect, RanksAfter, StandingRow, Statement
    from pairing.core.tie import Tie


class Abilities(NamedTuple):
    """What a system can and cannot do. Pages ask these, never the system's key.

    `uses_tempos`: pairing and standing run per tempo, a round is "game n of the evening".
    `needs_round_count`: the number of rounds is fixed beforehand. `repeats`: whether two
    players may meet again ("window": after some games; "never"; "always"). `open_is_draw`: the
    article by which a game that is not finished counts as a draw for the next pairing; "": it
    counts for nothing yet. `pairing_stands`: the article by which a published pairing is changed
    only where it breaks an absolute rule; "": the leader may change it. `start_numbers`: where
    they come from: "rating" (late entrants included), "order" (the system's own order before
    round 1; who comes later is numbered behind), "places" (the order of the regulation, late
    entrants included) or "lot" (drawn before round 1). `numbers_until`: the round that ends changes
    of start numbers when it is paired.
    `schedule_is_fixed`: who meets whom does not depend on who is there; a player who is away has a
    board all the same. `knocks_out`: of two who meet one goes on, and who is out plays no more.
    `limits_per_tempo`: a tempo says how many games ago two may have met, and how many missed games
    earn something. `knows_groups`: the system sees a competition in groups as one; what a player
    has used up goes along from group to group. `has_own_kinds`: a club has kinds of absence of its
    own, with results elsewhere, orders drawn for a round, and points given by hand. `has_periods`:
    the season has parts, which begin with the evenings that `options.periods` says. `is_of_fide`:
    the regulation is one of FIDE's own.
    """

    uses_tempos: bool = False
    needs_round_count: bool = False
    has_value_numbers: bool = False
    has_absence_credits: bool = False
    has_byes_on_request: bool = False
    repeats: str = "never"
    open_is_draw: str = ""
    pairing_stands: str = ""
    start_numbers: str = "rating"
    numbers_until: int = 0
    schedule_is_fixed: bool = False
    knocks_out: bool = False
    limits_per_tempo: bool = False
    knows_groups: bool = False
    has_own_kinds: bool = False
    has_periods: bool = False
    is_of_fide: bool = False


class ScheduledRound(NamedTuple):
    """A round that is known beforehand: its number of all rounds (from 1), its pairs in board
    order, and who has nobody to play; of which group it is."""

    number: int
    pairs: tuple[Pair, ...]
    free: PlayerId | None = None
    group: str = ""


class WhoIsLeft(NamedTuple):
    """Who could not be paired, beside the leader's boards, by seat in the system's order.

    `may_meet`: whom each may meet by the absolute rules; `may_get_bye`: who may have the bye, where
    the number is odd. `at_hand`: whom the search was about; `prefer`: sets of players who want the
    same colour. What ways out are made of (`ways_out`).
    """

    ids: Sequence[PlayerId]
    may_meet: Sequence[int]
    may_get_bye: int
    at_hand: Sequence[int] = ()
    prefer: Sequence[int] = ()


class CannotPair(Exception):
    """No legal pairing exists, or nobody is there: for the organiser, never a bug.

    `code` and `facts` become a sentence that says why and what can be done
    (`pairing.sentences`); `article` is the part of the rules that says so. `left`: who could not be
    paired, where the leader can make boards of them.
    """

    def __init__(
        self,
        code: str,
        article: str = "",
        facts: Mapping[str, Fact] | None = None,
        left: WhoIsLeft | None = None,
    ):
        super().__init__(code)
        self.code = code
        self.article = article
        self.facts: dict[str, Fact] = dict(facts or {})
        self.left = left


def too_hard(article: str, left: WhoIsLeft) -> CannotPair:
    """The search for the pairing by this article was given up, among those at hand."""
    players: list[Fact] = [left.ids[seat] for seat in left.at_hand]
    return CannotPair("too_hard", article, {"players": players}, left)


def no_pairing(snapshot: Snapshot, article: str, left: WhoIsLeft) -> CannotPair:
    """No pairing within the absolute rules: who is left, who may meet nobody, who may have the
    bye."""
    ids = left.ids
    players: list[Fact] = list(ids)
    stuck: list[Fact] = [
        player for player, others in zip(ids, left.may_meet, strict=True) if not others
    ]
    forbidden: list[Fact] = [[*pair] for pair in snapshot.forbidden_pairs if {*pair} <= {*ids}]
    facts: dict[str, Fact] = {"players": players, "stuck": stuck, "forbidden": forbidden}
    if len(ids) % 2:
        facts["may_have_bye"] = [ids[seat] for seat in bits(left.may_get_bye)]
    return CannotPair("no_pairing", article, facts, left)


class BadOptions(ValueError):
    """An option that the system does not know or a value it refuses; `name` says which."""

    def __init__(self, name: str, code: str, facts: Mapping[str, Fact] | None = None):
        super().__init__(f"{name}: {code}")
        self.name = name
        self.code = code
        self.facts: dict[str, Fact] = dict(facts or {})


class Declared(NamedTuple):
    """An option: its name, or `section.name`, its field and its type."""

    name: str
    field: Field[Any]
    kind: Any


class PairingSystem(ABC):
    """A pairing system. Every method is pure: same input, same answer, on every machine.

    A system that lacks a method or one of the attributes without a value cannot be made: the
    TypeError names what it lacks.
    """

    key: str
    label: str
    source: str
    games: frozenset[str]
    options: type[Any]
    abilities: Abilities
    #: The first day on which its regulation is applied, in ISO 8601, where that is of our days.
    applied_from: str = ""
    #: How TRF26 names it in line 192.
    trf_code: str = "CUSTOM_SWISS"
    #: What line 092 of a TRF calls its competitions.
    trf_type: str = "Individual: Swiss-System"
    #: Where the schedule is fixed: the options with which a report (TRF), which says none, can be
    #: of one of its competitions, likeliest first. Others' reports say the number of rounds.
    reported: Sequence[Mapping[str, object]] = ()
    #: How a round without a game counts in its tie-breaks.
    no_game: NoGame = NoGame.DRAW
    #: Whether the average rating of the opponents is not rounded, where it breaks ties.
    exact_averages: bool = False
    #: The titles that decide, the highest first, between players of one rating in the start order.
    titles: Sequence[str] = ()
    #: Where a competition that starts on the site had better differ from the defaults.
    advised: Mapping[str, object] = MappingProxyType({})
    #: Options with which a club can begin, each by its name, as documents write them.
    presets: Mapping[str, Mapping[str, object]] = MappingProxyType({})

    # Worked out once: a folder may hold a thousand files, and a page names ten competitions.

    @cached_property
    def sections(self) -> Mapping[str, type[Any]]:
        """The dataclass of each section in which its options stand; none: they stand in none."""
        kinds: Mapping[str, Any] = get_type_hints(self.options)
        return {
            name: kind
            for name, kind in kinds.items()
            if isinstance(kind, type) and is_dataclass(kind)
        }

    @cached_property
    def declared(self) -> Mapping[str, Declared]:
        """Every option by its name, with its section in front where there are sections."""
        found: dict[str, Declared] = {}
        of = {f"{name}.": kind for name, kind in self.sections.items()} or {"": self.options}
        for section, declaring in of.items():
            kinds = get_type_hints(declaring)
            for option in fields(declaring):
                name = section + option.name
                found[name] = Declared(name, option, kinds[option.name])
        return found

    def __init__(self) -> None:
        lacking = [name for name in PairingSystem.__annotations__ if not hasattr(self, name)]
        if lacking:
            raise TypeError(f"{type(self).__name__} lacks {', '.join(lacking)}")

    @property
    def has_reports(self) -> bool:
        """Whether a report (TRF) can hold its competitions: rounds, and points that stay."""
        return self.abilities.needs_round_count or bool(self.reported)

    @abstractmethod
    def pair(self, snapshot: Snapshot, options: Any) -> Proposal:
        """Pair the snapshot's last round (it has `present`); CannotPair when impossible."""

    @abstractmethod
    def explain(self, snapshot: Snapshot, options: Any) -> Explanation:
        """The snapshot's last round, paired again to be asked why; CannotPair as in `pair`.

        Nothing is worked out that is not asked.
        """

    @abstractmethod
    def bye(self, snapshot: Snapshot, options: Any) -> PlayerId | None:
        """Who would have the bye in what `pair` proposes; CannotPair as there.

        Where the regulation settles the bye beforehand nobody is paired for this, so a pairing
        that is too hard to finish may still have its bye.
        """

    @abstractmethod
    def order(self, snapshot: Snapshot, options: Any) -> Sequence[PlayerId]:
        """All players in the order the system would pair its next round by."""

    @abstractmethod
    def colours(self, snapshot: Snapshot, options: Any, a: PlayerId, b: PlayerId) -> Pair:
        """The pair of `a` and `b` as the system would colour it now.

        For a pair that the leader makes by hand; whether they may meet is not asked here.
        """

    @abstractmethod
    def standings(self, snapshot: Snapshot, options: Any, scope: str) -> Sequence[StandingRow]:
        """The standing of a scope (a tempo's id or `OVERALL`) over the rounds on record."""

    @abstractmethod
    def statement(
        self, snapshot: Snapshot, options: Any, player: PlayerId, scope: str
    ) -> Statement:
        """Where the player's points of that standing come from; sums to them exactly."""

    def statements(
        self, snapshot: Snapshot, options: Any, players: Iterable[PlayerId], scope: str
    ) -> list[Statement]:
        """The statement of each. A system that can do it in one pass replaces this."""
        return [self.statement(snapshot, options, player, scope) for player in players]

    def progress(self, snapshot: Snapshot, options: Any, scope: str) -> Sequence[RanksAfter]:
        """Everybody's rank after each round of the scope, in order of play.

        Here: the standing of each shorter snapshot. A system that can do it in one pass
        replaces this.
        """
        return ranks_after(snapshot, scope, lambda then: self.standings(then, options, scope))

    def numbered_by(self, options: Any) -> str:
        """Where start numbers come from, as `Abilities.start_numbers` says it."""
        return self.abilities.start_numbers

    def draws_rounds(self, options: Any) -> bool:
        """Whether an order is drawn for each round."""
        return False

    def kinds(self, options: Any) -> Mapping[str, AbsenceKind]:
        """The kinds of absence by their keys, where a competition has kinds of its own. Here: none,
        as where there are only the standard ones."""
        return {}

    def check_move(  # noqa: B027 -- it need not be replaced
        self, options: Any, player: PlayerId, move: GroupMove
    ) -> None:
        """BadOptions where somebody cannot change group so. Here: they always can."""

    def restricted_lot(
        self, snapshot: Snapshot, options: Any, drawn: Sequence[PlayerId]
    ) -> Sequence[PlayerId]:
        """The order in which lots were drawn, as the regulation changes it. Here: as drawn."""
        return drawn

    def late_meetings(
        self, snapshot: Snapshot, options: Any, given: Sequence[PlayerId]
    ) -> tuple[int, bool]:
        """How many meet in the last rounds with these numbers whom the lots should keep apart, and
        whether there must be so many; False: fewer may exist. Here: none."""
        return 0, True

    def schedule(self, snapshot: Snapshot, options: Any) -> Sequence[ScheduledRound]:
        """Every round that is known; CannotPair where there can be none.

        Where results knock out that is up to the next one, else all of them before the first. Here:
        none, as in a system that pairs by results.
        """
        return ()

    def ties(self, snapshot: Snapshot, options: Any) -> Sequence[Tie]:
        """The bracket of a system that knocks out, played or not; CannotPair. Here: none."""
        return ()

    def idle(self, snapshot: Snapshot, options: Any) -> Collection[PlayerId]:
        """Who has no game in the next round, whoever is there. Here: nobody."""
        return ()

    def out(self, snapshot: Snapshot, options: Any) -> Collection[PlayerId]:
        """Who has nothing to play any more, by the results. Here: nobody."""
        return ()

    def struck(self, snapshot: Snapshot, options: Any) -> Collection[PlayerId]:
        """Of those who left: whose games on record count for nothing. Here: nobody's."""
        return ()

    def round_count(self, options: Any, players: int) -> int | None:
        """How many rounds so many players have; None where that is not fixed beforehand."""
        return options.rounds if self.abilities.needs_round_count else None

    def drift(
        self, snapshot: Snapshot, options: Any, player: PlayerId, scope: str, since: tuple[int, int]
    ) -> Drift | None:
        """What recalculation since round `since` (evening, number) did to points earned by then.

        Number 0 is "before that evening's first round", as in `Snapshot.after`. None in a
        system whose points, once earned, stay what they are.
        """
        return None

    def prospects(
        self, snapshot: Snapshot, options: Any, player: PlayerId, evening: int
    ) -> Sequence[Prospect]:
        """What staying away would earn on an evening (its number) that has yet to be played, for
        each kind of absence. Here: nothing is known of it."""
        return ()

    def pairing_points(self, snapshot: Snapshot, options: Any) -> Mapping[PlayerId, Fraction]:
        """The points that the next round is paired by: players with as many are one group.

        A game that is not finished counts as it does for the pairing. Here: empty, as in a
        system that does not pair by groups of equal points.
        """
        return {}

    def legality(self, snapshot: Snapshot, options: Any, proposal: Proposal) -> Sequence[Problem]:
        """What the system's own rules say against a proposal, hand-made or its own.

        Here: nothing beyond what `pairing.core.invariants` asks of every proposal.
        """
        return ()


def ranks_after(
    snapshot: Snapshot, scope: str, standing: Callable[[Snapshot], Iterable[StandingRow]]
) -> list[RanksAfter]:
    """Everybody's rank after each round of a scope, by the standing of each shorter snapshot."""
    from pairing.core.standing import RanksAfter

    ranks = []
    for recorded in snapshot.record():
        if scope in (OVERALL, recorded.tempo):
            rows = list(standing(snapshot.after(recorded.evening, recorded.number)))
            named = (recorded.evening, recorded.number, recorded.tempo, recorded.date)
            groups = {row.player: row.group for row in rows if row.group}
            ranks.append(RanksAfter(*named, {row.player: row.rank for row in rows}, groups))
    return ranks
