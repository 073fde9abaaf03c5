"""Is it true what AttaCalc tells of a pair, its colours and the bye?"""

from fractions import Fraction

from pairing.core.types import Colour
from pairing.reasons.attacalc import (
    ColourRuleLapsed,
    Compared,
    FewestByes,
    FewPlayers,
    FromBelow,
    HighestChose,
    HighestThatFits,
    LastInOrder,
    LessWhite,
    LowerValue,
    LowestChose,
    MetSoon,
    OnlyOneToPlay,
    OnlyTwoFromBelow,
    OnlyTwoLeft,
    OnlyTwoToPlay,
    Reversed,
)
from tests.pairing import attacalc_reference as rules
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system

checkers = Checkers(every_system)


def is_pair(world, claim):
    """Whether the reason is about the pair that was asked about."""
    return {claim.reason.player, claim.reason.opponent} == {claim.player, claim.other}


# Who chose whom ---------------------------------------------------------------------------


@checkers(HighestChose, LowestChose)
def first_chose_first(world, claim):
    found = world.match(claim.reason)
    directions = ("bottom",) if type(claim.reason) is LowestChose else ("top", "search")
    if found is None or world.info["direction"] not in directions or not is_pair(world, claim):
        return f"{found} {world.info}"
    match = found[1]
    first = (match.left[0], match.options[0])
    return (first == (match.player, match.opponent) and len(match.left) > 2) or f"{match}"


@checkers(HighestThatFits)
def highest_that_fits(world, claim):
    found = world.match(claim.reason)
    if found is None or world.info["direction"] != "search" or not is_pair(world, claim):
        return f"{found} {world.info}"
    match = found[1]
    fits = [one for one in match.options if can_go_on(world, match, one)]
    is_first = match.player == match.left[0] and fits[0] == match.opponent
    return (is_first and match.options[0] != match.opponent) or f"{match}: {fits}"


def can_go_on(world, match, opponent):
    rest = [one for one in match.left if one not in (match.player, opponent)]
    return rules.can_be_completed(rest, world.may)


@checkers(OnlyOneToPlay)
def only_one_to_play(world, claim):
    found = world.match(claim.reason)
    if found is None or not is_pair(world, claim):
        return f"{world.matches}"
    number, match = found
    went_before = number > 0 and match.left[0] != match.player
    return (match.options == (match.opponent,) and went_before) or f"{match}"


@checkers(OnlyTwoToPlay, OnlyTwoFromBelow)
def only_two_to_play(world, claim):
    found = world.match(claim.reason)
    direction = "bottom" if type(claim.reason) is OnlyTwoFromBelow else "top"
    if found is None or world.info["direction"] != direction or not is_pair(world, claim):
        return f"{found} {world.info}"
    number, match = found
    went_before = number > 0 and match.left[0] != match.player
    two = (match.opponent, claim.reason.other)
    is_higher = world.place(two[0]) < world.place(two[1])
    return (
        match.options == two and went_before and is_higher == (direction == "top")
    ) or f"{match}"


@checkers(OnlyTwoLeft)
def only_two_left(world, claim):
    found = world.match(claim.reason)
    return (found is not None and is_pair(world, claim) and len(found[1].left) == 2) or f"{found}"


# What gave way ----------------------------------------------------------------------------


def ago_is(world, claim):
    """Whether `ago` is the player's count, and the other's no less."""
    reason = claim.reason
    (other,) = {claim.player, claim.other} - {reason.player}
    own, others = world.ago(reason.player, other), world.ago(other, reason.player)
    return own is not None and own == reason.ago <= others


@checkers(MetSoon)
def met_soon(world, claim):
    ago = claim.reason.ago
    if not (is_pair(world, claim) and ago_is(world, claim) and ago <= world.n0):
        return f"n0 {world.n0}"
    return not rules.can_be_completed(world.to_pair, world.graph(ago, False)) or "it can be done"


@checkers(FewPlayers)
def few_players(world, claim):
    reason, number = claim.reason, len(world.to_pair)
    return (
        is_pair(world, claim)
        and ago_is(world, claim)
        and (reason.players, reason.n) == (number, number - 1)
        and number - 1 < reason.ago <= world.last_n
    ) or f"{number}, N {world.last_n}"


def colours_clash(world, claim):
    """Whether the shares are those, and the colour criterion keeps the two apart."""
    reason = claim.reason
    white = reason.colour is Colour.WHITE
    for player, share in ((reason.player, reason.share), (reason.other, reason.other_share)):
        if share != (world.share(player) if white else 1 - world.share(player)):
            return False
    shares = sorted((reason.share, reason.other_share))
    return (
        {reason.player, reason.other} == {claim.player, claim.other}
        and shares[0] >= Fraction(2, 3)
        and shares[1] > Fraction(2, 3)
        and not rules.colours_allow(world.share(reason.player), world.share(reason.other))
    )


@checkers(ColourRuleLapsed)
def colour_rule_lapsed(world, claim):
    n = world.info["n"]
    fail = all(world.run(direction, n, True)[1] for direction in ("top", "bottom"))
    return (colours_clash(world, claim) and fail) or f"fail: {fail}"


@checkers(FromBelow)
def from_below(world, claim):
    info = world.info
    fails = bool(world.run("top", info["n"], info["colour"])[1])
    return (info["direction"] == "bottom" and fails) or f"{info}"


# The bye ----------------------------------------------------------------------------------


def byes(world, player):
    return rules.byes_in(world.doc, world.tempo, player)


@checkers(LastInOrder)
def last_in_order(world, claim):
    player = claim.reason.player
    fewest = min(byes(world, one) for one in world.free)
    return player == world.bye == world.free[-1] and byes(world, player) == fewest


@checkers(FewestByes)
def fewest_byes(world, claim):
    reason = claim.reason
    lower = world.free[world.free.index(reason.player) + 1 :]
    own = byes(world, reason.player)
    named = tuple(lower) if len(lower) <= 4 else ()
    return (
        reason.player == world.bye
        and (set(reason.lower), reason.number) == (set(named), len(lower))
        and lower
        and all(byes(world, one) > own for one in lower)
        and own == min(byes(world, one) for one in world.free)
    ) or f"lower {lower}"


# Colours ----------------------------------------------------------------------------------


def last_meeting(world, one, other):
    """(evening, number, date, who had white) of their last game in the tempo, or None."""
    found = None
    for number, evening in enumerate(world.doc["evenings"], start=1):
        for round_number, round_ in enumerate(evening["rounds"], start=1):
            if evening["tempo"] != world.tempo or "present" in round_:
                continue
            for game in round_["games"]:
                if {game["white"], game["black"]} == {one, other}:
                    found = number, round_number, evening.get("date") or "", game["white"]
    return found


def is_coloured(claim):
    return (claim.reason.white, claim.reason.black) == (claim.player, claim.other)


@checkers(Reversed)
def reversed_(world, claim):
    when = claim.reason.when
    told = when.evening, when.number, when.date, claim.reason.black
    truth = last_meeting(world, claim.player, claim.other)
    return (is_coloured(claim) and truth == told) or f"{truth}"


@checkers(Compared)
def compared(world, claim):
    """Overall only where the shares are equal in this tempo."""
    shares = world.share(claim.player), world.share(claim.other)
    return claim.reason.overall == (shares[0] == shares[1]) or f"{shares}"


@checkers(LessWhite)
def less_white(world, claim):
    reason, scope = claim.reason, None if claim.reason.where.overall else world.tempo
    told = (reason.share, reason.whites, reason.games)
    other_told = (reason.other_share, reason.other_whites, reason.other_games)
    truth, other_truth = (counted(world, one, scope) for one in (reason.white, reason.black))
    return (
        is_coloured(claim)
        and last_meeting(world, claim.player, claim.other) is None
        and (told, other_told) == (truth, other_truth)
        and reason.share < reason.other_share
    ) or f"{truth} {other_truth}"


def counted(world, player, scope):
    games = rules.games_of(world.doc, player, scope)
    whites = sum(game["white"] == player for game in games)
    return rules.white_share(world.doc, player, scope), whites, len(games)


@checkers(LowerValue)
def lower_value(world, claim):
    reason = claim.reason
    standing = rules.reference_standings(world.doc, world.tempo)
    values = {player: value for player, _, value in standing}
    truth = values[reason.white], values[reason.black]
    equal = all(
        rules.white_share(world.doc, reason.white, scope)
        == rules.white_share(world.doc, reason.black, scope)
        for scope in (world.tempo, None)
    )
    return (
        is_coloured(claim)
        and last_meeting(world, claim.player, claim.other) is None
        and equal
        and truth == (reason.value, reason.other_value)
        and truth[0] < truth[1]
    ) or f"{truth}"
