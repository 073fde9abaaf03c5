"""Why was it paired so? The codes and facts of all reasons of the system on resistance points.

Facts are JSON-ready: players are ids, points, WP and SB "p/q", a colour "white" or "black". Reasons
of a pair stand in this order; those with an asterisk only when they apply.

A PAIR
  2.1           places          white, black, white_place, black_place (among all players, from 1),
                                white_score, black_score, white_wp, black_wp
  4             * fixed         text: why the leader made this pair
  5.1, 5.2      * first_round   number, opponent_number (by lot number, from 1), players: who of
                                them stands opposite whom
  4.5           * opponent      player (the higher), opponent, letter: "a" (lowest WP), "b" (lowest
                                SB), "c" (highest lot), "only", "score" (3.3: nearest in points),
                                wp, sb, lot (of the opponent); candidates: [{player, code, facts}]
                                who came before them: "met", "forbidden", "rest" (4.6: tried, and
                                taken back since the rest could not be paired)
  3.3           * floated       down, up, down_score, up_score
  4.4           * waited        player, score (of the group they left), room (how many waited),
                                letter: "a" .. "e", "only" or "all" (the whole group), wp, sb, lot;
                                candidates: who came before them and did not wait: "from_above"
                                (4.4a), "again" (4.4b), "rest" (the others could not be paired),
                                "below" (4.8: the lower groups could not)
  4.3           * fewest        score, room, least (by number alone): the others could not be
                                paired with fewer who wait
  4.8           * went_back     score, room, fewest (of 4.3): the lower groups could not be paired
                                with fewer who wait
  6.1a          both            FACTS OF COLOURS
  6.1a          only_one        the same: only one of the two has a balance to mend
  6.1b          alternate       the same, round (from 1), white_then, black_then
  6.1c          higher          the same, player (the higher ranked)
  6.1d          turned          the same, player, round, then (the colour they had there)
  5.3           first_named     the same, player, colour: neither has played
  7.1           * bye_lapsed    player: named for the bye, but the number is even
  2.1           board           board (from 1), place (of the higher)

FACTS OF COLOURS
                                white, black, white_balance, black_balance (blacks minus whites),
                                white_colours, black_colours ("w", "b", "-" for no game)

THE BYE
  2.1           place           player, place, players, score, wp
  7.1           * named         named by the leader
  5.1, 5.2      * odd           number (by lot number, from 1), players: the bye of round 1
  7.1           * stays_over    player, score, letter and candidates as of `waited`, and "had_point"
                                (3.2), wp, sb, lot
  4.4, 4.3, 4.8 waited, fewest, went_back: as above

CannotPair
  5             no_round_left   rounds
  4.1           nobody_present    (a single player has the bye)
  4.8           no_pairing      players (ids to be paired), stuck (ids that may meet nobody),
                                forbidden ([[id, id]]), may_have_bye (ids; only of an odd number)
  4.4           too_hard        boards ([[id, id]] to choose from), players (ids where the search
                                was given up)

PROBLEMS of `legality`, all warnings
  3.1           met_before      white, black
  3.2           second_bye      player
  3.3           score_difference: of a pair that the leader made; facts in `pairing.core.boards`
  6.1a-5.3      colours         white, black (as proposed), rule, facts: the reason for the others
"""

from dataclasses import dataclass

from pairing.core.types import Colour, Fact, Reason
from pairing.resistance.colours import wish
from pairing.resistance.position import PlayerState


def colours(
    higher: PlayerState, lower: PlayerState, first_named: Colour
) -> tuple[PlayerState, PlayerState, Reason]:
    """White, black and why (6). `first_named`: what the first named of round 1 has (5.3)."""
    colour, rule = colour_of_higher(higher, lower, first_named)
    white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
    facts: dict[str, Fact] = {}
    for side, state in (("white", white), ("black", black)):
        facts |= {
            side: state.id,
            f"{side}_balance": state.balance,
            f"{side}_colours": "".join(
                "-" if one is None else str(one)[0] for one in state.colours
            ),
        }
    if rule.round:
        facts["round"] = rule.round
    if rule.code == "alternate":
        facts["white_then"] = str(white.colours[rule.round - 1])
        facts["black_then"] = str(black.colours[rule.round - 1])
    if rule.code in ("higher", "turned", "first_named"):
        facts["player"] = higher.id
    if rule.code == "turned":
        facts["then"] = str(higher.colours[rule.round - 1])
    if rule.code == "first_named":
        facts["colour"] = str(colour)
    return white, black, Reason(rule.article, rule.code, facts)


def worth(state: PlayerState) -> dict[str, Fact]:
    """What 4.4 and 4.5 compare of a player."""
    return {"wp": state.wp_text, "sb": state.sb_text, "lot": state.lot}


def letter_of(state: PlayerState, other: PlayerState, letters: str) -> str:
    """What is different between two: WP, SB or the lot, as one of three letters."""
    if state.wp != other.wp:
        return letters[0]
    return letters[1] if state.sb != other.sb else letters[2]


@dataclass(frozen=True, slots=True)
class ColourRule:
    """The article that decided; `favoured` is the player whose colour followed from it.

    `round`: the round (from 1) that the colours turn round from (6.1b, 6.1d); else 0.
    """

    article: str
    code: str
    favoured: PlayerState
    round: int = 0


def colour_of_higher(
    higher: PlayerState, lower: PlayerState, first_named: Colour
) -> tuple[Colour, ColourRule]:
    """The colour of the player who is higher in 2.1, and why.

    `first_named`: what they have when they have not played yet (5.3).
    """
    one, other = wish(higher), wish(lower)
    if one is not other:
        if one is None or other is None:
            favoured = lower if one is None else higher
            wanted = one or other
            if wanted is None:
                raise AssertionError("one of the two asks")
            colour = wanted if favoured is higher else wanted.opposite
            return colour, ColourRule("6.1a", "only_one", favoured)
        return one, ColourRule("6.1a", "both", higher)
    rounds = list(zip(higher.colours, lower.colours, strict=True))
    for number in range(len(rounds), 0, -1):
        mine, theirs = rounds[number - 1]
        if mine is not None and theirs is not None and mine is not theirs:
            return mine.opposite, ColourRule("6.1b", "alternate", higher, number)
    if one is not None:
        return one, ColourRule("6.1c", "higher", higher)
    for number in range(len(higher.colours), 0, -1):
        last = higher.colours[number - 1]
        if last is not None:
            return last.opposite, ColourRule("6.1d", "turned", higher, number)
    return first_named, ColourRule("5.3", "first_named", higher)
