"""A decision as a proposal: pairs in board order, each with its reasons (see `reasons`)."""

from dataclasses import dataclass

from pairing.core.types import Bye, Fact, Game, Pair, Proposal, Reason
from pairing.keizer import reasons
from pairing.keizer.attempts import Match
from pairing.keizer.colours import breaks_colour_criterion
from pairing.keizer.nearer import Seating, not_nearer
from pairing.keizer.pairing import Decision, Start


@dataclass(frozen=True, slots=True)
class _Board:
    """A pair on its way to a board: where it will stand, and how it was made."""

    rank: int
    white: int
    black: int
    colour_reason: Reason | None
    game: Game | None = None
    number: int = 0
    match: Match | None = None


def proposal_of(decision: Decision) -> Proposal:
    """The proposal; boards by the rank of the higher of the two (indeling.7), colours by 2.3."""
    position = decision.position
    boards = []
    for game in decision.fixed:
        white, black = position.record.index[game.white], position.record.index[game.black]
        rank = min(position.ranks[white], position.ranks[black])
        boards.append(_Board(rank, white, black, None, game=game))
    for number, match in enumerate(decision.matches, start=1):
        a, b = decision.to_pair[match.player], decision.to_pair[match.opponent]
        white, black, reason = reasons.colours(position, a, b)
        rank = min(position.ranks[a], position.ranks[b])
        boards.append(_Board(rank, white, black, reason, number=number, match=match))
    boards.sort(key=lambda board: board.rank)
    seating = Seating(decision)
    pairs = [
        Pair(
            white=position.id(board.white),
            black=position.id(board.black),
            reasons=tuple(_pair_reasons(decision, seating, board, number)),
            fixed=board.game.fixed if board.game else "",
        )
        for number, board in enumerate(boards, start=1)
    ]
    return Proposal(tuple(pairs), bye_of(decision))


def bye_of(start: Start) -> Bye | None:
    """The bye with its reasons; None: the number of players is even."""
    if start.bye is None:
        return None
    return Bye(start.position.id(start.bye), tuple(_bye_reasons(start, start.bye)))


def _pair_reasons(decision: Decision, seating: Seating, board: _Board, number: int) -> list[Reason]:
    """All reasons of one pair, in the order of the table in `reasons`."""
    position = decision.position
    white, black = board.white, board.black
    why = [_places(decision, white, black)]
    if board.game is not None:
        why.append(Reason("indeling.5", "fixed", {"text": board.game.fixed}))
        why.append(reasons.met(position, white, black, position.tempo.last_n))
    elif board.match is not None:
        why.append(_chosen(decision, board.match, board.number))
        why.append(reasons.met(position, white, black, decision.attempt.n))
        why += _attempt(decision, board.match, white, black)
    if decision.lapsed_bye in (white, black) and decision.lapsed_bye is not None:
        facts: dict[str, Fact] = {"player": position.id(decision.lapsed_bye)}
        why.append(Reason("indeling.3", "bye_lapsed", facts))
    if board.colour_reason is not None:
        why.append(board.colour_reason)
        why += [not_nearer(seating, white, black), not_nearer(seating, black, white)]
    why.append(Reason("indeling.7", "board", {"board": number, "place": board.rank}))
    return why


def _places(decision: Decision, white: int, black: int) -> Reason:
    position, taking_part = decision.position, decision.taking_part
    return Reason(
        "indeling.1",
        "places",
        {
            "tempo": position.tempo.id,
            "white": position.id(white),
            "black": position.id(black),
            "white_place": position.ranks[white],
            "black_place": position.ranks[black],
            "players": len(position.order),
            "white_present": taking_part.index(white) + 1,
            "black_present": taking_part.index(black) + 1,
            "present": len(taking_part),
        },
    )


def _chosen(decision: Decision, match: Match, number: int) -> Reason:
    """Who chose whom, and why it was their turn to choose."""
    position, to_pair = decision.position, decision.to_pair
    facts: dict[str, Fact] = {
        "player": position.id(to_pair[match.player]),
        "opponent": position.id(to_pair[match.opponent]),
        "match": number,
        "matches": len(decision.matches),
        "choices": match.choices,
        "position": match.position,
        "direction": decision.attempt.direction,
    }
    if decision.attempt.direction == "search":
        passed: list[Fact] = [position.id(to_pair[seat]) for seat in match.passed_over]
        return Reason("indeling.5", "chosen_search", {**facts, "passed_over": passed})
    return Reason("indeling.5", "chosen_few" if match.few else "chosen_first", facts)


def _attempt(decision: Decision, match: Match, white: int, black: int) -> list[Reason]:
    """Which attempt it was, and each thing that had to give way for it."""
    attempt, position = decision.attempt, decision.position
    why = [
        Reason(
            "indeling.5",
            "attempt",
            {
                "number": attempt.number,
                "direction": attempt.direction,
                "colour": attempt.colour,
                "n": attempt.n,
                "n0": attempt.n0,
            },
        )
    ]
    if attempt.n0 < position.tempo.last_n:
        facts: dict[str, Fact] = {
            "last_n": position.tempo.last_n,
            "players": len(decision.to_pair),
            "n0": attempt.n0,
        }
        why.append(Reason("indeling.4", "window_limited", facts))
    if attempt.n < attempt.n0:
        since = decision.roster.since[match.player][match.opponent]
        matters = 0 < since <= attempt.n0
        facts = {"from": attempt.n0, "to": attempt.n, "matters": matters}
        why.append(Reason("indeling.n", "lowered", facts))
    if attempt.direction == "bottom":
        why.append(Reason("indeling.5", "from_below"))
    if attempt.direction == "search":
        why.append(Reason("indeling.5", "searched"))
    if not attempt.colour:
        leanings = decision.roster.leanings
        matters = breaks_colour_criterion(leanings[match.player], leanings[match.opponent])
        facts = {**reasons.criterion(position, white, black), "matters": matters}
        why.append(Reason("indeling.kleur", "lapsed", facts))
    return why


def _bye_reasons(start: Start, bye: int) -> list[Reason]:
    """Why this player is without an opponent."""
    position, byes = start.position, start.position.history.byes
    facts: dict[str, Fact] = {
        "player": position.id(bye),
        "place": position.ranks[bye],
        "players": len(position.order),
        "present_place": start.taking_part.index(bye) + 1,
        "present": len(start.taking_part),
    }
    why = [Reason("indeling.1", "place", facts)]
    if start.bye_is_named:
        return [*why, Reason("indeling.3", "named")]
    if len(start.bye_candidates) == 1:
        return [*why, Reason("indeling.2", "alone")]
    equal = sum(byes[player] == byes[bye] for player in start.bye_candidates)
    passed_over: list[Fact] = [
        {"player": position.id(player), "byes": byes[player]}
        for player in start.bye_candidates
        if position.ranks[player] > position.ranks[bye]
    ]
    fewest: dict[str, Fact] = {
        "byes": byes[bye],
        "tempo": position.tempo.id,
        "equal": equal,
        "present": len(start.bye_candidates),
        "passed_over": passed_over,
    }
    last: dict[str, Fact] = {"place": position.ranks[bye], "equal": equal}
    return [
        *why,
        Reason("indeling.3", "fewest_byes", fewest),
        Reason("indeling.3", "last_in_order", last),
    ]
