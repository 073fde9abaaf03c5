"""Is it true why a club's own Keizer regulation gives a colour?"""

from pairing.reasons import keizer as told
from pairing.reasons.attacalc import Reversed
from tests.pairing.truth.checkers import Checkers
from tests.pairing.truth.every_system import every_system

checkers = Checkers(every_system)


def is_coloured(world, claim, *rules):
    """Whether it is said of these two, and one of these rules is the first that decides."""
    reason, order = claim.reason, world.rules.order(world.group)
    two = reason.white, reason.black
    if two != (claim.player, claim.other) or world.rules.with_colours(order, *two) != two:
        return False
    return rule_of(world, *two) in rules


def rule_of(world, white, black):
    """The rule of 7.1 that decides between two: its name, "limit" or "last"."""
    rules, order = world.rules, world.rules.order(world.group)
    if rules.keeps_limits(white, black) != rules.keeps_limits(black, white):
        return "limit"
    higher, lower = sorted((white, black), key=order.index)
    deciding = (
        rule
        for rule in rules.option("colours", "rules")
        if rules.white_by(rule, higher, lower) is not None
    )
    return next(deciding, "last")


def balance(world, player):
    had = world.rules.colours(player)
    return had.count("w") - had.count("b")


@checkers(told.OnlyWay)
def only_way(world, claim):
    return is_coloured(world, claim, "limit")


@checkers(Reversed)
def reversed_(world, claim):
    last, when = None, claim.reason.when
    for evening, number, tempo, round_ in world.rules.record:
        for game in round_["games"]:
            two = {game["white"], game["black"]}
            if tempo == world.rules.tempo and two == {claim.player, claim.other}:
                date = world.rules.doc["evenings"][evening - 1].get("date", "")
                last = evening, number, date, game["white"]
    told_so = when.evening, when.number, when.date, claim.reason.black
    return (is_coloured(world, claim, "met") and told_so == last) or f"{last}"


@checkers(told.LessWhite)
def less_white(world, claim):
    reason = claim.reason
    truth = balance(world, reason.white), balance(world, reason.black)
    told_so = reason.balance, reason.other_balance
    return (is_coloured(world, claim, "balance") and told_so == truth) or f"{truth}"


@checkers(told.FewerWhites)
def fewer_whites(world, claim):
    reason = claim.reason
    truth = tuple(world.rules.colours(one).count("w") for one in (reason.white, reason.black))
    told_so = reason.whites, reason.other_whites
    return (is_coloured(world, claim, "whites") and told_so == truth) or f"{truth}"


@checkers(told.Alternates)
def alternates(world, claim):
    reason = claim.reason
    had = (world.rules.colours(one)[::-1] for one in (reason.white, reason.black))
    games = zip(*had, strict=False)
    back = next((ago for ago, two in enumerate(games, start=1) if two[0] != two[1]), None)
    return (is_coloured(world, claim, "alternate") and reason.back == back) or f"{back}"


@checkers(told.ByPlace)
def by_place(world, claim):
    reason = claim.reason
    is_higher = world.place(reason.white) < world.place(reason.black)
    rules = ("higher",) if reason.who == "higher" else ("lower", "last")
    return is_coloured(world, claim, *rules) and is_higher == (reason.who == "higher")
