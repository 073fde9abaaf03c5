"""What does the regulation say against a proposal? Warnings: the leader may do otherwise.

6.5, 7.2  limit           white, black, and why they should not meet
7.1       colours         white, black (as proposed), and why they should be turned
6.3       bye_not_first   player, free (who comes first for it)
"""

from collections.abc import Iterator

from pairing.core.types import Fact, Pair, Problem, Proposal, Snapshot
from pairing.own_keizer.options import Options
from pairing.own_keizer.pairing import Position, read_positions
from pairing.own_keizer.why import barred, claim_to_bye, white_and_why


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Every limit that a pair breaks, also where a complete pairing has to, colours, the bye."""
    warnings: list[Problem] = []
    for position in read_positions(snapshot, options):
        ranks, index = position.ranks, position.record.index
        for pair in proposal.pairs:
            if index[pair.white] in ranks and index[pair.black] in ranks:
                warnings += _about_pair(position, pair)
        for bye in proposal.byes:
            if index[bye] in ranks:
                warnings += _about_bye(snapshot, position, bye)
    return warnings


def _about_pair(position: Position, pair: Pair) -> Iterator[Problem]:
    white, black = position.record.index[pair.white], position.record.index[pair.black]
    facts: dict[str, Fact] = {"white": pair.white, "black": pair.black}
    for why in barred(position, white, black, {}):
        yield Problem("warning", "limit", facts, why.article, why)
    proper_white, reason = white_and_why(position, white, black)
    if proper_white != white:
        yield Problem("warning", "colours", facts, reason.article, reason)


def _about_bye(snapshot: Snapshot, position: Position, bye: str) -> Iterator[Problem]:
    """Whether somebody there has a better claim; who has the bye by hand is no news."""
    round_ = snapshot.must_pair().round
    if bye in round_.byes:
        return
    index = position.record.index
    there = [index[player] for player in round_.taking_part() - round_.seated()]
    best = min(claim_to_bye(position, player) for player in there if player in position.ranks)
    if claim_to_bye(position, index[bye]) != best:
        first = min(
            (player for player in there if claim_to_bye(position, player) == best),
            key=position.ranks.__getitem__,
        )
        facts: dict[str, Fact] = {"player": bye, "free": position.id(first)}
        yield Problem("warning", "bye_not_first", facts, "6.3")
