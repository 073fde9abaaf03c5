"""What do the rules say against a proposal? Warnings: the leader may do otherwise, knowingly."""

from pairing.core.types import Fact, Pair, PlayerId, Problem, Proposal, Snapshot
from pairing.systems.attacalc import reasons
from pairing.systems.attacalc.colours import breaks_colour_criterion
from pairing.systems.attacalc.options import Options
from pairing.systems.attacalc.position import Position, read_position


def warnings_about(snapshot: Snapshot, options: Options, proposal: Proposal) -> list[Problem]:
    """Every rule of 2.3 and 2.4 that a pair or the bye goes against (codes in `reasons`).

    Repeats are held against the window that the pairing would begin with (N0).
    """
    position = read_position(snapshot, options)
    n0 = min(position.tempo.last_n, 2 * len(proposal.pairs) - 1)
    found: list[Problem] = []
    for pair in proposal.pairs:
        found += _about_pair(position, pair, n0)
    to_pair = snapshot.to_pair()
    if proposal.bye is None or to_pair is None or to_pair.round.bye == proposal.bye.player:
        return found
    there = to_pair.round.who_is_there()
    return found + _about_bye(position, proposal.bye.player, there)


def _about_pair(position: Position, pair: Pair, n0: int) -> list[Problem]:
    """Met within the window, colours too far the same way, colours not by the rules."""
    white, black = position.record.index[pair.white], position.record.index[pair.black]
    history = position.history
    found = []
    ago = (history.games_ago(white, black), history.games_ago(black, white))
    if any(games is not None and games <= n0 for games in ago):
        meeting = reasons.met(position, white, black, n0)
        found.append(Problem("warning", "met_within", meeting.facts, meeting.article))
    if breaks_colour_criterion(history.leaning(white), history.leaning(black)):
        facts = reasons.criterion(position, white, black)
        found.append(Problem("warning", "colour_criterion", facts, "indeling.kleur"))
    proper_white, _, rule = reasons.colours(position, white, black)
    if proper_white != white:
        facts = {
            "white": pair.white,
            "black": pair.black,
            "rule": rule.code,
            "facts": dict(rule.facts),
        }
        found.append(Problem("warning", "colours", facts, rule.article))
    return found


def _about_bye(position: Position, bye: PlayerId, there: frozenset[PlayerId]) -> list[Problem]:
    """Somebody there has had fewer byes in the tempo."""
    byes = position.history.byes
    index = position.record.index
    fewest = min(byes[index[player]] for player in there)
    if byes[index[bye]] == fewest:
        return []
    facts: dict[str, Fact] = {"player": bye, "byes": byes[index[bye]], "fewest": fewest}
    return [Problem("warning", "bye_not_fewest", facts, "indeling.3")]
