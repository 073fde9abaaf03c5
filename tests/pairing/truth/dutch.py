"""Are the reasons true that the FIDE (Dutch) System gives? The world, colours, why two are a pair.

The round is paired by the literal reference; groups have places in the order of 1.2.
"""

from functools import cached_property

from pairing.core.types import Colour
from pairing.reasons.dutch import FewerForRest, WithVirtualPoints
from pairing.reasons.every_system import Plays
from pairing.reasons.swiss import OtherGroups
from pairing.reasons.swiss_colours import (
    BothAsWished,
    FurtherFromBalance,
    HigherWish,
    LotByNumber,
    LotByPlaceNow,
    OnlyOneWishes,
    StrongerWish,
    TakesTurns,
)
from pairing.reasons.swiss_groups import (
    CameBefore,
    CameFirst,
    ChangedHalves,
    ComesToPlayBest,
    LowestStayedOver,
    LowestStaysOver,
    NoOpponentThere,
    PlaysBest,
    StandsLower,
    StayedOver,
    StayedOverNot,
    StaysOverLast,
)
from pairing.reasons.swiss_steps import Criterion, GoesAgainst, NoMorePairs, TheHalves
from tests.pairing.dutch_reference import Round
from tests.pairing.reference_positions import position_of, virtual_points_of
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.world import World

checkers = Checkers(every_system)
#: Where the counts of C12-C17 stand in what the reference judges, by the names of criteria.
COUNTED = {"X": 6, "Z": 7, "B5 down": 8, "B5 up": 9, "B6 down": 10, "B6 up": 11}


class DutchWorld(World):
    """The round as the literal transcription of the regulation reads it."""

    @cached_property
    def position(self):
        return position_of(self.snapshot)

    @cached_property
    def everybody(self):
        """By id what articles 1 and 2 read off the past."""
        id_of = {player.start: player.id for player in self.snapshot.players}
        return {id_of[state.number]: state for state in self.position.players()}

    @cached_property
    def reference(self):
        return Round(self.position)

    @cached_property
    def groups(self):
        """From the highest."""
        return self.reference.brackets() if self.reference.size else []

    @cached_property
    def place(self):
        """By id the place of those to be paired."""
        number = {state.number: place for place, state in enumerate(self.reference.players)}
        return {
            player: number[state.number]
            for player, state in self.everybody.items()
            if state.number in number
        }

    def places(self, players):
        return tuple(self.place[player] for player in players)

    def half_points(self, place):
        return self.reference.score[place]

    def points(self, player):
        return self.position.score(self.everybody[player].number, self.position.round)

    def wish(self, player):
        colour, strength = self.everybody[player].preference
        return colour or None, strength

    def floats(self, player):
        floats = self.everybody[player].floats
        return floats[-2], floats[-1]

    def may_have_bye(self, player):
        return self.everybody[player].may_have_bye

    def score_of(self, group):
        """In points."""
        return self.half_points(group.residents[0]) / 2

    def group_with(self, score):
        return next(group for group in self.groups if self.score_of(group) == score)


def all_but(world, rest, reason):
    """Whether all of a set but those who are named can be paired, of an odd one with any bye of
    C2."""
    left = sum(1 << place for place in world.places(reason.left))
    if rest.bit_count() % 2 == 0 and left.bit_count() % 2:
        return False
    for score in {*world.reference.score}:
        trial = Round(world.position)
        trial.bye_score = score
        if left and left & rest == left and trial.can_complete(rest & ~left):
            return True
    return False


def members(group):
    """Everybody of a group, in order."""
    return sorted(group.mdps + group.residents)


def s1_of(group):
    """The MDPs of S1, and S1 of the remainder."""
    mdps = [one for one, _ in group.pairs if one in group.mdps]
    return sorted(mdps), sorted(one for one, _ in group.pairs if one not in group.mdps)


def s2_of(group, is_mdp):
    """S2 of the MDP-Pairing, or of the remainder."""
    if is_mdp:
        return list(group.residents)
    taken = {other for one, other in group.pairs if one in group.mdps}
    s1 = s1_of(group)[1]
    return [place for place in group.residents if place not in taken and place not in s1]


def board_of(world, claim):
    """(group, player of S1, opponent, whether an MDP, who could have been chosen still)."""
    one, other = sorted(world.places((claim.player, claim.other)))
    group = next(group for group in world.groups if (one, other) in group.pairs)
    is_mdp = one in group.mdps
    s1 = s1_of(group)[0 if is_mdp else 1]
    mate = dict(group.pairs)
    taken = {mate[earlier] for earlier in s1 if earlier < one}
    return group, one, other, is_mdp, [p for p in s2_of(group, is_mdp) if p not in taken]


def group_here(world, claim):
    """The group of a step, or of the board."""
    if claim.group is None:
        return board_of(world, claim)[0]
    return world.group_with(claim.group.score)


# Colours ------------------------------------------------------------------------------------------


def rule_of(world, claim):
    """(class, who gets what they want or decides): 5.2.1 to 5.2.5 for the two."""
    both = sorted(
        (claim.player, claim.other),
        key=lambda one: world.position.players().index(
            next(s for s in world.position.players() if s.number == world.everybody[one].number)
        ),
    )
    high, low = (world.everybody[one] for one in both)
    (mine, my), (theirs, their) = high.preference, low.preference
    if not mine and not theirs:
        return (LotByNumber if high.place_now == high.number else LotByPlaceNow), both[0]
    if not mine or not theirs:
        return OnlyOneWishes, both[0] if mine else both[1]
    if mine != theirs:
        return BothAsWished, None
    if my != their:
        return StrongerWish, both[0] if my > their else both[1]
    wide, other = abs(high.difference), abs(low.difference)
    if my == 3 and wide != other:
        return FurtherFromBalance, both[0] if wide > other else both[1]
    pairs = zip(reversed(high.colours), reversed(low.colours), strict=False)
    for ago, (one, two) in enumerate(pairs, start=1):
        if one != two:
            return (TakesTurns, ago), both[0] if one != mine else both[1]
    return HigherWish, both[0]


@checkers(
    BothAsWished,
    OnlyOneWishes,
    StrongerWish,
    FurtherFromBalance,
    TakesTurns,
    HigherWish,
    LotByNumber,
    LotByPlaceNow,
)
def who_has_which(world, claim):
    reason, (rule, player) = claim.reason, rule_of(world, claim)
    told = (type(reason), reason.ago) if isinstance(reason, TakesTurns) else type(reason)
    if told != rule:
        return f"{rule} decides"
    if isinstance(reason, BothAsWished):
        wishes = world.wish(claim.player)[0], world.wish(claim.other)[0]
        seats = (reason.white, reason.black) == (claim.player, claim.other)
        return (seats and wishes == ("white", "black")) or f"they want {wishes}"
    has = Colour.WHITE if reason.player == claim.player else Colour.BLACK
    if (reason.player, reason.colour) != (player, has):
        return f"{player} has {has}"
    if isinstance(reason, LotByNumber | LotByPlaceNow):
        number, lot = world.everybody[player].place_now, world.position.lot
        gets = lot if number % 2 else {"white": "black", "black": "white"}[lot]
        return (reason.number, reason.colour.value) == (number, gets) or f"{number}, {gets}"
    if isinstance(reason, StrongerWish):
        strengths = world.wish(player)[1], world.wish(reason.other)[1]
        both = {player, reason.other} == {claim.player, claim.other}
        return (both and strengths == (reason.strength, reason.other_strength)) or f"{strengths}"
    return world.wish(player)[0] == has.value or f"{world.wish(player)}"


# Why two are a pair -------------------------------------------------------------------------------


@checkers(PlaysBest, ComesToPlayBest)
def plays_best(world, claim):
    reason = claim.reason
    group, player, opponent, is_mdp, free = board_of(world, claim)
    told = world.places((reason.player, reason.opponent)), reason.score, reason.is_above
    if told != ((player, opponent), world.score_of(group), False):
        return f"{player} of S1 plays {opponent} in {group}"
    return (free[0] == opponent and is_mdp == isinstance(reason, ComesToPlayBest)) or f"{free}"


@checkers(CameFirst)
def came_first(world, claim):
    player, other = world.places((claim.reason.player, claim.reason.other))
    _group, first, opponent, _is_mdp, free = board_of(world, claim)
    return (player == first and other in free and other < opponent) or f"{opponent} of {free}"


@checkers(CameBefore)
def came_before(world, claim):
    _group, _player, opponent, _is_mdp, free = board_of(world, claim)
    is_right = world.place[claim.reason.opponent] == opponent
    return (is_right and claim.reason.number == free.index(opponent) > 0) or f"{free}"


@checkers(StandsLower)
def stands_lower(world, claim):
    other = world.place[claim.reason.other]
    paired = {place for group in world.groups for pair in group.pairs for place in pair}
    return other in paired and other > world.place[world.bye]


# Who left a group, who has the bye ----------------------------------------------------------------


@checkers(NoOpponentThere)
def no_opponent_there(world, claim):
    if claim.group is None and claim.reason.player not in (claim.player, claim.other):
        return "somebody else was asked about"
    if claim.group is not None and claim.group.score != claim.reason.score:
        return "another group is told about"
    group, player = world.group_with(claim.reason.score), world.place[claim.reason.player]
    can = [other for other in members(group) if world.reference.allowed[player][other]]
    return (player in members(group) and not can) or f"can meet {can}"


@checkers(StayedOver, LowestStayedOver)
def stayed_over(world, claim):
    player, group = world.place[claim.reason.player], world.group_with(claim.reason.score)
    is_lowest = members(group)[-1] == player
    is_said = is_lowest or not isinstance(claim.reason, LowestStayedOver)
    return (player in group.downfloaters and is_said) or f"{group}"


@checkers(StayedOverNot)
def stayed_over_not(world, claim):
    player, other = world.places((claim.reason.player, claim.reason.other))
    group = world.group_with(claim.reason.score)
    lower = [place for pair in group.pairs for place in pair if place > player]
    return (player in group.downfloaters and max(lower) == other) or f"{group}"


@checkers(LowestStaysOver, StaysOverLast)
def who_has_bye(world, claim):
    player = world.place.get(claim.reason.player)
    is_lowest = player == world.reference.size - 1
    is_said = is_lowest or isinstance(claim.reason, StaysOverLast)
    has_it = claim.reason.player == world.bye and world.groups[-1].downfloaters == [player]
    return (has_it and is_said) or f"{world.bye} has it"


# How a group was paired ---------------------------------------------------------------------------


@checkers(TheHalves)
def the_halves(world, claim):
    group = group_here(world, claim)
    told = [list(world.places(one)) for one in (claim.reason.upper, claim.reason.lower)]
    first, behind = s1_of(group)
    made = [[first, s2_of(group, True)], [behind, s2_of(group, False)]]
    return told in [one for one in made if one[0]] or f"{made}"


@checkers(Plays)
def plays(world, claim):
    pair = world.places((claim.reason.player, claim.reason.opponent))
    return pair in group_here(world, claim).pairs or f"{group_here(world, claim)}"


@checkers(ChangedHalves)
def changed_halves(world, claim):
    """`why` is a claim of its own."""
    group = group_here(world, claim)
    s1 = set(s1_of(group)[1])
    rest = sorted(s1.union(s2_of(group, False)))
    original = set(rest[: len(s1)])
    told = [set(world.places(one)) for one in (claim.reason.down, claim.reason.up)]
    return (told == [original - s1, s1 - original] and original != s1) or f"{original}, {s1}"


def most_pairs(world, group):
    """By C1 and C3 alone: whoever came down can meet too."""
    for number in range(len(members(group)) // 2, 0, -1):
        if any(True for _ in world.reference.candidates([], members(group), number)):
            return number
    return 0


@checkers(NoMorePairs)
def no_more_pairs(world, claim):
    group = group_here(world, claim)
    most = most_pairs(world, group)
    return most == claim.reason.pairs == len(group.pairs) or f"{most}"


@checkers(FewerForRest)
def fewer_for_rest(world, claim):
    """The reference makes as many pairs as C4 and C5 leave."""
    group = group_here(world, claim)
    told = claim.reason.could, claim.reason.pairs
    made = most_pairs(world, group), len(group.pairs)
    return (told == made and made[0] > made[1]) or f"{made}"


@checkers(Criterion)
def criterion(world, claim):
    """It claims nothing, but its name is one."""
    return claim.reason.name in COUNTED


@checkers(WithVirtualPoints)
def with_virtual_points(world, claim):
    now = len(world.rounds)
    return any(any(points[now : now + 1]) for points in virtual_points_of(world.snapshot).values())


@checkers(GoesAgainst)
def goes_against(world, claim):
    group, reason = group_here(world, claim), claim.reason
    number = group.judged[COUNTED[reason.criterion.name]]
    return number == reason.number > 0 or f"{number}"


@checkers(OtherGroups)
def other_groups(world, claim):
    reason = claim.reason
    upper, lower = world.places((reason.upper, reason.lower))
    if {reason.upper, reason.lower} != {claim.player, claim.other}:
        return "these were not asked about"

    def done(place):
        paired = [g for g in world.groups if any(place in pair for pair in g.pairs)]
        return (paired or world.groups[-1:])[0]

    scores = [world.score_of(done(place)) for place in (upper, lower)]
    together = [g for g in world.groups if {upper, lower} <= set(members(g))]
    return (scores == [reason.upper_score, reason.lower_score] and not together) or f"{scores}"
