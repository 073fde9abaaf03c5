"""Why not somebody who stood nearer? Answered from the decision itself, in its own order."""

from pairing.core.types import Fact, Reason, Round
from pairing.systems.attacalc import reasons
from pairing.systems.attacalc.colours import breaks_colour_criterion
from pairing.systems.attacalc.pairing import Decision

#: How many nearer players a pair tells about; those who were there come first.
_SHOWN = 6


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
        self.statuses = _statuses(decision.round.round)


def not_nearer(seating: Seating, player: int, opponent: int) -> Reason:
    """Why the player did not meet those between him and his opponent, or as near as that."""
    position = seating.position
    place = position.places[player]
    distance = abs(position.places[opponent] - place)
    nearer = [
        other
        for other in position.order[max(place - distance, 0) : place + distance - 1]
        if other != player
    ]
    there = [other for other in nearer if _is_there(seating, other)]
    away = [other for other in nearer if not _is_there(seating, other)]
    shown = sorted(there, key=lambda other: abs(position.places[other] - place))[:_SHOWN]
    shown += sorted(away, key=lambda other: abs(position.places[other] - place))[
        : _SHOWN - len(shown)
    ]
    candidates: list[Fact] = []
    for other in sorted(shown, key=position.places.__getitem__):
        why = _why_not(seating, player, other)
        candidates.append(
            {
                "player": position.id(other),
                "place": position.places[other],
                "article": why.article,
                "code": why.code,
                "facts": dict(why.facts),
            }
        )
    facts: dict[str, Fact] = {
        "player": position.id(player),
        "opponent": position.id(opponent),
        "candidates": candidates,
        "more": len(nearer) - len(shown),
    }
    return Reason("indeling.5", "not_nearer", facts)


def _is_there(seating: Seating, player: int) -> bool:
    """Whether the player takes part in the round."""
    return player in seating.seat or player in seating.fixed or player == seating.decision.bye


def _why_not(seating: Seating, player: int, other: int) -> Reason:
    """The first thing that kept `player` and `other` apart; both in order of the decision."""
    decision, position = seating.decision, seating.position
    if not _is_there(seating, other):
        return Reason("afwezigheid", _status(seating, other))
    if other == decision.bye:
        return Reason("indeling.3", "has_bye")
    if other in seating.fixed:
        game = seating.fixed[other]
        opponent = game.opponent(position.id(other))
        facts: dict[str, Fact] = {"opponent": opponent, "text": game.fixed}
        return Reason("indeling.5", "on_fixed_board", facts)

    attempt, field = decision.attempt, decision.field
    seat, other_seat = seating.seat[player], seating.seat[other]
    if (seat, other_seat) in field.forbidden:
        return Reason("indeling.5", "forbidden")
    if 0 < field.since[seat][other_seat] <= attempt.n:
        return reasons.met(position, player, other, attempt.n)
    if attempt.colour and breaks_colour_criterion(field.leanings[seat], field.leanings[other_seat]):
        shares: dict[str, Fact] = {
            "share": str(position.history.share(other)),
            "player_share": str(position.history.share(player)),
        }
        return Reason("indeling.kleur", "colour", shares)

    mine, his = seating.match_of[player], seating.match_of[other]
    if his < mine:
        opponent = position.id(seating.opponent[other])
        return Reason("indeling.5", "paired_before", {"opponent": opponent, "match": his})
    match = decision.matches[mine - 1]
    if match.opponent == seat:
        by = position.id(decision.to_pair[match.player])
        return Reason("indeling.5", "taken", {"by": by, "match": mine})
    if other_seat in match.passed_over:
        return Reason("indeling.5", "rest_impossible")
    return Reason("indeling.5", "later_in_list", {"direction": attempt.direction})


def _statuses(round_: Round) -> dict[str, str]:
    """Those named as not taking part, and how."""
    named = {
        "external": round_.external,
        "no_notice": round_.no_notice,
        "exempt": round_.exempt,
    }
    return {player: status for status, players in named.items() for player in players}


def _status(seating: Seating, player: int) -> str:
    """Why somebody does not take part in the round (the codes under `afwezigheid`)."""
    person, evening = seating.position.record.players[player], seating.decision.round.evening
    if evening < person.joined:
        return "not_joined"
    if person.left is not None and evening > person.left:
        return "left"
    return seating.statuses.get(person.id, "absent")
