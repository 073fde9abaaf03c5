"""Why not somebody who stood nearer? Answered from the decision itself, in its own order."""

from pairing.core.types import Fact, Reason
from pairing.core.unplayed import Unplayed
from pairing.keizer import reasons
from pairing.keizer.colours import breaks_colour_criterion
from pairing.keizer.pairing import Decision

#: A reader compares a handful of players; the rest is counted. Who takes part comes first.
_MOST_LISTED = 6


class Seating:
    """Where everybody of a decision ended up, looked up by player number."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.position = decision.position
        self.seat = {player: seat for seat, player in enumerate(decision.to_pair)}
        self.match_of: dict[int, int] = {}
        self.opponent: dict[int, int] = {}
        for number, match in enumerate(decision.matches, start=1):
            a, b = decision.to_pair[match.player], decision.to_pair[match.opponent]
            self.match_of[a] = self.match_of[b] = number
            self.opponent[a], self.opponent[b] = b, a
        index = self.position.record.index
        self.fixed = {}
        for game in decision.fixed:
            self.fixed[index[game.white]] = self.fixed[index[game.black]] = game


def not_nearer(seating: Seating, player: int, opponent: int) -> Reason:
    """Why the player did not meet those between them and the opponent, or as near as that."""
    position = seating.position
    rank = position.ranks[player]
    reach = abs(position.ranks[opponent] - rank)
    nearer = [
        candidate
        for candidate in position.order[max(rank - reach, 0) : rank + reach - 1]
        if candidate != player
    ]

    def distance(candidate: int) -> tuple[bool, int]:
        return not _takes_part(seating, candidate), abs(position.ranks[candidate] - rank)

    listed = sorted(nearer, key=distance)[:_MOST_LISTED]
    candidates: list[Fact] = []
    for candidate in sorted(listed, key=position.ranks.__getitem__):
        why = _why_not(seating, player, candidate)
        candidates.append(
            {
                "player": position.id(candidate),
                "place": position.ranks[candidate],
                "article": why.article,
                "code": why.code,
                "facts": dict(why.facts),
            }
        )
    facts: dict[str, Fact] = {
        "player": position.id(player),
        "opponent": position.id(opponent),
        "candidates": candidates,
        "more": len(nearer) - len(listed),
    }
    return Reason("indeling.5", "not_nearer", facts)


def _takes_part(seating: Seating, player: int) -> bool:
    """Whether the player takes part in the round."""
    return player in seating.seat or player in seating.fixed or player == seating.decision.bye


def _why_not(seating: Seating, player: int, candidate: int) -> Reason:
    """The first thing that kept `player` and `candidate` apart; both in order of the decision."""
    decision, position = seating.decision, seating.position
    if not _takes_part(seating, candidate):
        return Reason("afwezigheid", _status(seating, candidate))
    if candidate == decision.bye:
        return Reason("indeling.3", "has_bye")
    if candidate in seating.fixed:
        game = seating.fixed[candidate]
        opponent = game.opponent(position.id(candidate))
        facts: dict[str, Fact] = {"opponent": opponent, "text": game.fixed}
        return Reason("indeling.5", "on_fixed_board", facts)

    attempt, roster = decision.attempt, decision.roster
    seat, candidate_seat = seating.seat[player], seating.seat[candidate]
    if (seat, candidate_seat) in roster.forbidden:
        return Reason("indeling.5", "forbidden")
    if 0 < roster.since[seat][candidate_seat] <= attempt.n:
        return reasons.met(position, player, candidate, attempt.n)
    if attempt.colour and breaks_colour_criterion(
        roster.leanings[seat], roster.leanings[candidate_seat]
    ):
        shares: dict[str, Fact] = {
            "share": str(position.history.share(candidate)),
            "player_share": str(position.history.share(player)),
        }
        return Reason("indeling.kleur", "colour", shares)

    own, theirs = seating.match_of[player], seating.match_of[candidate]
    if theirs < own:
        opponent = position.id(seating.opponent[candidate])
        return Reason("indeling.5", "paired_before", {"opponent": opponent, "match": theirs})
    match = decision.matches[own - 1]
    if match.opponent == seat:
        by = position.id(decision.to_pair[match.player])
        return Reason("indeling.5", "taken", {"by": by, "match": own})
    if candidate_seat in match.passed_over:
        return Reason("indeling.5", "rest_impossible")
    return Reason("indeling.5", "later_in_list", {"direction": attempt.direction})


def _status(seating: Seating, player: int) -> str:
    """Why somebody does not take part in the round (the codes under `afwezigheid`)."""
    person, evening = seating.position.record.players[player], seating.decision.round.evening
    if evening < person.joined:
        return "not_joined"
    if person.left is not None and evening > person.left:
        return "left"
    return seating.decision.round.round.unplayed.get(person.id, Unplayed.ABSENT)
