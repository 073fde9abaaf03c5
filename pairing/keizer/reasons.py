"""How does AttaCalc say why? Every code with its facts; sentences are written from this table.

Players in facts are ids, shares are "p/q" text (a white percentage, exactly; "1/2" without
games), `n` is the number of own games within which two players do not meet again, evenings
and rounds count from 1, `date` may be "". A place is a place in ORDER (indeling.1).

A PAIR (in this order; those marked * only where they apply)
  indeling.1      places          tempo, white, black, white_place, black_place, players (how many
                                  have a place), white_present, black_present (places among those
                                  who are there), present (how many are there)
  indeling.5    * fixed           text: the leader made this pair by hand, and chose the colours
  indeling.5    * chosen_first    player (first of those left), opponent (first they may meet),
                                  match (its number), matches, choices (opponents they may
                                  meet), position (of the opponent among those left: 1 = next),
                                  direction ("top", "bottom", "search")
  indeling.5    * chosen_few      the same; they went first with only one or two `choices`
  indeling.5    * chosen_search   the same, and passed_over (ids): opponents with whom the rest
                                  could not be completed
  indeling.n      never_met       tempo, n
  indeling.n      met             tempo, n, evening, number, date, white, black (colours then),
                                  games_ago {id: own games ago, 1 = the last one}
  indeling.5    * attempt         number (from 1), direction, colour (criterion on), n, n0
  indeling.4    * window_limited  last_n (of the tempo), players (to be paired), n0 = players - 1
  indeling.n    * lowered         from, to: no complete pairing exists with more; matters: this
                                  very pair met within `from` games
  indeling.5    * from_below      no complete pairing came out from the top
  indeling.5    * searched        neither from the top nor from below; the first complete one
  indeling.kleur* lapsed          white, black, white_share, black_share, matters: this very pair
                                  would not have been allowed
  indeling.3    * bye_lapsed      player: named for the bye, but the number is even
  kleur.1       * reversed        white, black (now), evening, number, date: the last meeting, in
                                  which the colours were the other way round
  kleur.2       * tempo_share     white, black, white_share, black_share, white_whites,
                                  white_games, black_whites, black_games, tempo
  kleur.3       * overall_share   the same without tempo: over all tempos
  kleur.4       * value_number    white, black, white_value, black_value, tempo
  indeling.5    * not_nearer      player, opponent, candidates, more: one reason for each of the
                                  two. A candidate stands nearer to `player` than the opponent
                                  does: {player, place, article, code, facts}; `more` were left out
  indeling.7      board           board (from 1), place (of the higher of the two)

A CANDIDATE of not_nearer
  afwezigheid   absent, external, no_notice, exempt, not_joined, left     no facts
  indeling.3    has_bye           no facts
  indeling.5    on_fixed_board    opponent, text
  indeling.5    forbidden         no facts: never paired with `player`
  indeling.n    met               as above
  indeling.kleur colour           share (of the candidate), player_share: both too far the same way
  indeling.5    paired_before     opponent, match: was paired in an earlier match
  indeling.5    taken             by, match: `player` himself was chosen by `by` before
  indeling.5    rest_impossible   no facts: the rest could not be completed (search)
  indeling.5    later_in_list     direction: the opponent came first in the list

THE BYE
  indeling.1      place           player, place, players, present_place, present
  indeling.2    * alone           nobody else is left
  indeling.3    * named           named by the leader
  indeling.3    * fewest_byes     byes, tempo, equal (how many have as few), present
                                  passed_over: [{player, byes}] stand lower but had more byes
  indeling.3    * last_in_order   place, equal: the last of those

CannotPair
  indeling.2      nobody_present  tempo
  indeling.5      no_pairing      players (ids to be paired), forbidden ([[id, id]] among them),
                                  stuck (ids that may meet nobody)
  indeling.5      too_hard        boards ([[id, id]] to choose from), players (ids to be paired)
  telling         value_negative  players, first_value, value_step, last_value (negative),
                                  needed_first_value: the remedy

PROBLEMS of `legality`, all warnings
  indeling.n      met_within      as met
  indeling.kleur  colour_criterion white, black, white_share, black_share
  kleur.1-4       colours         white, black (as proposed), code and facts of the rule that
                                  gives the other colours (under `rule`, `facts`)
  indeling.3      bye_not_fewest  player, byes, fewest

COLOURS of a pair made by hand: one kleur.* reason, as above.
"""

from pairing.core.types import Fact, Reason
from pairing.keizer.colours import History, white_and_rule
from pairing.keizer.position import Position


def met(position: Position, a: int, b: int, n: int) -> Reason:
    """When two players last met in the tempo, if they did."""
    meeting = position.history.last_meeting(a, b)
    facts: dict[str, Fact] = {"tempo": position.tempo.id, "n": n}
    if meeting is None:
        return Reason("indeling.n", "never_met", facts)
    white, black = (a, b) if meeting.white == a else (b, a)
    facts |= {
        "evening": meeting.round.evening,
        "number": meeting.round.number,
        "date": meeting.round.date,
        "white": position.id(white),
        "black": position.id(black),
        "games_ago": {
            position.id(a): position.history.games_ago(a, b),
            position.id(b): position.history.games_ago(b, a),
        },
    }
    return Reason("indeling.n", "met", facts)


def colours(position: Position, a: int, b: int) -> tuple[int, int, Reason]:
    """White, black and why (rules 2.3)."""
    history = position.history
    white, rule = white_and_rule(history, position.values, a, b)
    black = b if white == a else a
    facts: dict[str, Fact] = {"white": position.id(white), "black": position.id(black)}
    meeting = history.last_meeting(a, b)
    if rule == 1 and meeting is not None:
        facts |= {
            "evening": meeting.round.evening,
            "number": meeting.round.number,
            "date": meeting.round.date,
        }
        return white, black, Reason("kleur.1", "reversed", facts)
    if rule == 2:
        facts |= _shares(position, white, black)
        facts |= {
            "white_whites": history.whites[white],
            "white_games": len(history.opponents[white]),
            "black_whites": history.whites[black],
            "black_games": len(history.opponents[black]),
            "tempo": position.tempo.id,
        }
        return white, black, Reason("kleur.2", "tempo_share", facts)
    if rule == 3:
        facts |= _overall_shares(history, white, black)
        return white, black, Reason("kleur.3", "overall_share", facts)
    facts |= {
        "white_value": position.values[white],
        "black_value": position.values[black],
        "tempo": position.tempo.id,
    }
    return white, black, Reason("kleur.4", "value_number", facts)


def criterion(position: Position, white: int, black: int) -> dict[str, Fact]:
    """Two players and their white percentages in the tempo."""
    return {
        "white": position.id(white),
        "black": position.id(black),
        **_shares(position, white, black),
    }


def _shares(position: Position, white: int, black: int) -> dict[str, Fact]:
    return {
        "white_share": str(position.history.share(white)),
        "black_share": str(position.history.share(black)),
    }


def _overall_shares(history: History, white: int, black: int) -> dict[str, Fact]:
    return {
        "white_share": str(history.overall_share(white)),
        "black_share": str(history.overall_share(black)),
        "white_whites": history.overall_whites[white],
        "white_games": history.overall_games[white],
        "black_whites": history.overall_whites[black],
        "black_games": history.overall_games[black],
    }
