"""Which reason do a limit, a colour and the bye have? For explanations and warnings."""

from collections.abc import Iterator, Mapping

from pairing.core.explanation import ColourHistory
from pairing.core.reason import Day, Reason, Refusal
from pairing.core.types import PlayerId
from pairing.own_keizer.colours import AT_LAST, BY_LIMIT
from pairing.own_keizer.limits import Roster, read_roster
from pairing.own_keizer.options import Options
from pairing.own_keizer.pairing import Position
from pairing.reasons import keizer as reasons
from pairing.reasons.attacalc import Reversed
from pairing.reasons.attacalc_refusals import MetWithin

LIMITS = "6.5"
COLOURS = "7.1"


def roster_of_two(position: Position, one: int, other: int) -> Roster:
    """The roster of a pair alone: what these two need to meet."""
    return read_roster(
        position.pasts,
        [one, other],
        [2, 1],
        position.options,
        position.number,
        position.period_begins,
    )


def barred(
    position: Position, one: int, other: int, degrees: Mapping[str, int]
) -> Iterator[Refusal]:
    """What keeps two apart with these degrees, the most precious limit first."""
    roster = roster_of_two(position, one, other)
    for limit in position.options.meeting.importance:
        degree = degrees.get(limit, 0)
        if roster.needed(limit, 0, 1) > degree:
            yield _refusal(position, limit, one, other, degree)


def _refusal(position: Position, limit: str, one: int, other: int, degree: int) -> Refusal:
    ids, limits = (position.id(one), position.id(other)), position.options.meeting
    met = position.pasts[one].met.get(other, [])
    if limit == "colours":
        return reasons.NoColours("7.2", *ids)
    if limit == "times":
        return reasons.MetOften(LIMITS, *ids, len(met), (limits.times or 0) + degree)
    if limit == "times_in_period":
        in_period = sum(round_ >= position.period_begins for round_ in met)
        most = (limits.times_in_period or 0) + degree
        return reasons.MetOftenInPeriod(LIMITS, *ids, in_period, most)
    if limit == "not_in_first":
        return reasons.MetBefore(LIMITS, *ids, limits.not_in_first)
    if limits.gap_counts == "rounds":
        between = position.number - met[-1] - 1
        return reasons.TooSoon(LIMITS, *ids, between, limits.gap - degree)
    near, ago, far = nearer(position, one, other)
    return MetWithin(LIMITS, position.id(near), ago, position.id(far), limits.gap - degree)


def gave_way(position: Position, limit: str, one: int, other: int) -> Reason:
    """What a limit that two needed to give way says of them."""
    ids, limits = (position.id(one), position.id(other)), position.options.meeting
    met = position.pasts[one].met.get(other, [])
    article = "6.6"
    if limit == "colours":
        return reasons.ColoursGaveWay(article, *ids)
    if limit == "times":
        return reasons.MetTimes(article, *ids, len(met), limits.times or 0)
    if limit == "times_in_period":
        in_period = sum(round_ >= position.period_begins for round_ in met)
        return reasons.MetTimesInPeriod(article, *ids, in_period, limits.times_in_period or 0)
    if limit == "not_in_first":
        return reasons.MetEarly(article, *ids, position.number, limits.not_in_first)
    if limits.gap_counts == "rounds":
        return reasons.MetSoon(article, *ids, position.number - met[-1] - 1, limits.gap)
    near, ago, far = nearer(position, one, other)
    return reasons.MetAgo(article, position.id(near), position.id(far), ago, limits.gap)


def nearer(position: Position, one: int, other: int) -> tuple[int, int, int]:
    """Of two who met: whose own game against the other is nearer, how many games ago, the other."""
    agos = [
        (ago, position.ranks[player], player, met)
        for player, met in ((one, other), (other, one))
        if (ago := position.pasts[player].ago(met)) is not None
    ]
    ago, _rank, near, far = min(agos)
    return near, ago, far


def white_and_why(position: Position, a: int, b: int) -> tuple[int, Reason]:
    """Who of the two has white, and the reason."""
    white, black, rule = position.white_and_rule(a, b)
    ids = position.id(white), position.id(black)
    past, other = position.pasts[white], position.pasts[black]
    if rule == BY_LIMIT:
        return white, reasons.OnlyWay("7.2", *ids)
    if rule == "met":
        met = next(one for one in position.rounds if one.in_tempo == past.met[black][-1])
        return white, Reversed(COLOURS, *ids, Day(met.evening, met.number, met.date))
    if rule == "balance":
        return white, reasons.LessWhite(COLOURS, ids[0], past.balance, ids[1], other.balance)
    if rule == "whites":
        return white, reasons.FewerWhites(COLOURS, ids[0], past.whites, ids[1], other.whites)
    if rule == "alternate":
        games = zip(reversed(past.colours), reversed(other.colours), strict=False)
        back = next(ago for ago, had in enumerate(games, start=1) if had[0] != had[1])
        return white, reasons.Alternates(COLOURS, *ids, back)
    return white, reasons.ByPlace(COLOURS, *ids, "lower" if rule == AT_LAST else rule)


def colour_history(position: Position, white: int, black: int) -> ColourHistory | None:
    """The games of both in this tempo, by the rounds that one of them played; None: no games."""
    rows: tuple[list[str], list[str]] = ([], [])
    deciding, is_met = None, position.white_and_rule(white, black)[2] == "met"
    for round_ in reversed(position.rounds):
        had = {game[0]: "w" for game in round_.games} | {game[1]: "b" for game in round_.games}
        if white not in had and black not in had:
            continue
        for row, player in zip(rows, (white, black), strict=True):
            row.append(had.get(player, "-"))
        if (
            is_met
            and deciding is None
            and {white, black} in [set(game[:2]) for game in round_.games]
        ):
            deciding = len(rows[0])
    if not rows[0]:
        return None
    return ColourHistory("".join(reversed(rows[0])), "".join(reversed(rows[1])), deciding)


def claim_to_bye(position: Position, player: int) -> tuple[int, int]:
    """What article 6.3 compares before the order: the smaller the better."""
    return (0, 0) if position.debt(player) else (1, position.byes(player))


def why_bye(position: Position, options: Options, player: int) -> Reason:
    """Why somebody who comes first has the bye."""
    id_: PlayerId = position.id(player)
    if position.debt(player):
        return reasons.OwesBye("6.4", id_)
    return reasons.FirstForBye(
        "6.3", id_, options.bye.fewest, options.bye.who, position.byes(player)
    )
