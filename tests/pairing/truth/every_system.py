"""Are the reasons true that all systems have?"""

from pairing.core.unplayed import Unplayed
from pairing.reasons.every_system import (
    AlreadyPaired,
    AnotherNamed,
    ByeLapsed,
    FixedByLeader,
    Forbidden,
    GroupOf,
    HadPointsUnplayed,
    HasBye,
    Met,
    NamedBye,
    NobodyHasBye,
    NotThere,
    NotWorkedOut,
    OnFixedBoard,
    OnlyOneWith,
    OnlyTwoWith,
)
from tests.pairing.truth.checkers import UNCHECKED, Checkers

every_system = Checkers()


@every_system(Met)
def met(world, claim):
    """Each met the other, the last time in that round."""
    rounds = world.met_in(claim.player, claim.other)
    return rounds[-1:] == [claim.reason.round] or f"met in {rounds}"


@every_system(Forbidden)
def forbidden(world, claim):
    one, other = claim.reason.one, claim.reason.other
    return world.is_forbidden(one, other) and {one, other} == {claim.player, claim.other}


@every_system(AlreadyPaired)
def already_paired(world, claim):
    """The pair stands; a system says for itself whose turn it was."""
    other, opponent = claim.reason.other, claim.reason.opponent
    plays = world.opponents.get(other)
    return (plays == opponent and opponent not in (claim.player, claim.other)) or f"plays {plays}"


@every_system(HasBye)
def has_bye(world, claim):
    other = claim.reason.other
    return (other == world.bye and other in (claim.player, claim.other)) or f"bye: {world.bye}"


@every_system(OnFixedBoard)
def on_fixed_board(world, claim):
    other, opponent = claim.reason.other, claim.reason.opponent
    return world.fixed.get(other) == opponent and other in (claim.player, claim.other)


@every_system(NotThere)
def not_there(world, claim):
    """`how` is what the record says; nothing is said of who is there."""
    player, how = world.players[claim.reason.other], claim.reason.how
    if player.id in world.taking_part:
        return "takes part"
    evening = len(world.snapshot.evenings)
    if evening < player.joined:
        return how == "not_joined"
    if player.left is not None and evening > player.left:
        return how == "left"
    kind = world.round.unplayed.get(player.id, Unplayed.ABSENT)
    return how == str(kind) or f"{kind}"


@every_system(NotWorkedOut)
def not_worked_out(world, claim):
    """Claims nothing, and so must be rare."""
    return UNCHECKED


@every_system(FixedByLeader)
def fixed_by_leader(world, claim):
    games = [game for game in world.round.games if game.white == claim.player]
    return [(game.black, game.fixed) for game in games] == [(claim.other, claim.reason.words)]


@every_system(NamedBye)
def named_bye(world, claim):
    return claim.reason.player == world.named_bye == world.bye


@every_system(ByeLapsed)
def bye_lapsed(world, claim):
    is_even = len(world.taking_part) % 2 == 0
    return is_even and claim.reason.player == world.named_bye != world.bye


@every_system(OnlyOneWith)
def only_one_with(world, claim):
    score = claim.reason.score
    same = [player for player in world.taking_part if world.points(player) == score]
    return same == [claim.reason.player] or f"with {score}: {same}"


@every_system(OnlyTwoWith)
def only_two_with(world, claim):
    reason = claim.reason
    same = {one for one in world.taking_part if world.points(one) == reason.score}
    return same == {reason.one, reason.other} or f"with {reason.score}: {same}"


@every_system(GroupOf)
def group_of(world, claim):
    """`own` are all with that score who are left to be paired; who arrived has more."""
    reason = claim.reason
    left = world.taking_part - set(world.fixed) - {world.named_bye if world.bye else None}
    own = {player for player in left if world.points(player) == reason.score}
    above = all(world.points(player) > reason.score for player in reason.arrived)
    size = len(reason.own) + len(reason.arrived)
    return (set(reason.own) == own and above and reason.size == size) or f"own: {own}"


@every_system(NobodyHasBye)
def nobody_has_bye(world, claim):
    return world.bye is None and len(world.taking_part) % 2 == 0


@every_system(AnotherNamed)
def another_named(world, claim):
    return claim.reason.named == world.named_bye == world.bye


@every_system(HadPointsUnplayed)
def had_points_unplayed(world, claim):
    """Before this round, and by the regulation that bars a bye."""
    player = claim.reason.player
    return player in (claim.player, claim.other) and not world.may_have_bye(player)
