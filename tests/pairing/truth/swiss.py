"""Are the reasons true that the Swiss systems on rating give? The world, and who has which colour.

`swiss_refused` has the checkers for why two are no pair, `swiss_elsewhere` those that look beyond
their group, `swiss_told` those for all else.
"""

from functools import cached_property

from pairing.core.types import Colour
from pairing.reasons.every_system import GroupOf
from pairing.reasons.swiss_colours import (
    BothAsWished,
    HigherWish,
    LotByNumber,
    LotByPlace,
    OnlyOneWishes,
    StrongerWish,
    TakesTurns,
)
from tests.pairing.reference_positions import CLASSIC, position_of
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system
from tests.pairing.truth.swiss_classic import Classic
from tests.pairing.truth.swiss_groups import Later
from tests.pairing.truth.world import World

EDITIONS = ["knsb-rating", *CLASSIC]
#: Beyond so many players in a group not every pairing of it is made.
LARGEST = 12

checkers = Checkers(every_system)


class SwissWorld(World):
    """The round as the literal transcription of the regulation reads it.

    Groups and positions have pairing numbers, the world has ids: `number` and `ids`.
    """

    @cached_property
    def position(self):
        """With players by pairing number."""
        return position_of(self.snapshot)

    @cached_property
    def is_classic(self):
        """Whether it is one of the older editions."""
        return self.snapshot.system in CLASSIC

    @cached_property
    def edition(self):
        """How its groups came about, and their pairings."""
        return (Classic if self.is_classic else Later)(self.position)

    @property
    def groups(self):
        """From the highest."""
        return self.edition.groups

    @cached_property
    def id_of(self):
        """Ids by pairing number."""
        return {player.start: player.id for player in self.snapshot.players}

    def number(self, player):
        """The pairing number."""
        return self.players[player].start

    def numbers(self, players):
        """Their pairing numbers."""
        return tuple(map(self.number, players))

    def points(self, player):
        """The score before this round."""
        return self.edition.score(self.number(player))

    def score_of(self, group):
        """That of its own players; of merged ones the lowest."""
        return min(self.edition.score(number) for number in group.own or group.everybody)

    def group_with(self, score):
        """The group of a score; None: nobody was paired in it."""
        return next((group for group in self.groups if self.score_of(group) == score), None)

    def preference(self, number):
        """(colour or "", strength) by A7."""
        if self.is_classic:
            return self.position.preference(number)
        return self.position.entrants[number].preference

    def wish(self, player):
        """The same, with None for no colour."""
        colour, strength = self.preference(self.number(player))
        return colour or None, strength

    def floats(self, player):
        """By A4."""
        number = self.number(player)
        return self.position.float_of(number, 2), self.position.float_of(number, 1)

    def may_have_bye(self, player):
        """B1."""
        return self.edition.may_have_bye(self.number(player))

    @cached_property
    def to_be_paired(self):
        """Everybody but those on fixed boards and a named bye, by pairing number in A2 order."""
        settled = {number for pair in self.position.fixed for number in pair}
        left = [n for n in self.position.seated if n not in settled]
        if len(left) % 2 == 1:
            settled.add(self.position.named_bye)
        return self.position.in_order(n for n in left if n not in settled)

    def is_before(self, one, other):
        """Whether one stands before the other by A2; pairing numbers."""
        return self.position.in_order((one, other))[0] == one


@checkers(GroupOf)
def group_of(world, claim):
    """Who was in it when it was paired, or who was alone in it too; `arrived` have more points, and
    no opponent further up."""
    reason = claim.reason
    own, arrived = world.numbers(reason.own), world.numbers(reason.arrived)
    group = world.group_with(reason.score)
    if reason.size != len(own) + len(arrived):
        return "the size is wrong"
    if any(world.edition.score(number) <= reason.score for number in arrived):
        return "who arrived has not more"
    if any(world.edition.score(number) != reason.score for number in own):
        return "own players have not that score"
    if group is None:  # nobody was paired in it
        higher = [one for one in world.groups if world.score_of(one) > reason.score]
        return {*arrived}.isdisjoint(n for one in higher for pair in one.pairs for n in pair)
    everybody = set(group.everybody)
    return everybody <= {*own, *arrived} <= everybody | set(group.alone) or f"in it: {everybody}"


# Colours ------------------------------------------------------------------------------------------


def rule_of(world, claim):
    """(rule, player who decides, more): E1 to E5 for the two; pairing numbers."""
    higher, lower = world.position.in_order(world.numbers((claim.player, claim.other)))
    (mine, my), (his, strength) = world.preference(higher), world.preference(lower)
    if not mine and not his:
        if world.position.round == 1 and not (world.is_classic and world.position.edition == "F"):
            return LotByPlace, higher
        return LotByNumber, higher
    if not mine or not his:
        return OnlyOneWishes, higher if mine else lower
    if mine != his:
        return BothAsWished, higher
    if my != strength:
        return StrongerWish, higher if my > strength else lower
    for ago, (one, two) in enumerate(
        zip(*(reversed(world.position.entrants[n].colours) for n in (higher, lower)), strict=False),
        start=1,
    ):
        if one != two:
            return (TakesTurns, higher if one != mine else lower, ago)
    return HigherWish, higher


@checkers(BothAsWished)
def both_as_wished(world, claim):
    white, black = claim.reason.white, claim.reason.black
    wishes = world.wish(white)[0], world.wish(black)[0]
    seats = (white, black) == (claim.player, claim.other)
    return (seats and wishes == ("white", "black")) or f"they want {wishes}"


@checkers(OnlyOneWishes, StrongerWish, TakesTurns, HigherWish)
def one_gets_it(world, claim):
    """The rule is the one that decides, `player` wants the colour and has it."""
    reason, told = claim.reason, claim.reason.player
    rule, player, *more = rule_of(world, claim)
    if (type(reason), world.number(told), *more) != (rule, player, *([reason.ago] if more else [])):
        return f"{rule.__name__} decides for {player} {more}"
    has = Colour.WHITE if told == claim.player else Colour.BLACK
    if reason.colour is not has or world.wish(told)[0] != has.value:
        return f"has {has}, wants {world.wish(told)}"
    if isinstance(reason, StrongerWish):
        if {told, reason.other} != {claim.player, claim.other}:
            return "the other is somebody else"
        strengths = world.wish(told)[1], world.wish(reason.other)[1]
        return strengths == (reason.strength, reason.other_strength) or f"{strengths}"
    return True


@checkers(LotByPlace, LotByNumber)
def by_lot(world, claim):
    """Odd numbers have the colour of the lot."""
    reason, lot = claim.reason, world.position.lot
    rule, player = rule_of(world, claim)
    if (type(reason), world.number(reason.player)) != (rule, player):
        return f"{rule.__name__} decides for {player}"
    if rule is LotByPlace:
        pairs = [pair for group in world.groups for pair in group.pairs]
        number = next(at for at, pair in enumerate(pairs, start=1) if player in pair)
    else:
        number = player
    has = "white" if reason.player == claim.player else "black"
    colour = lot if number % 2 == 1 else {"white": "black", "black": "white"}[lot]
    return (reason.number, reason.colour.value, has) == (number, colour, colour) or f"{number}"
