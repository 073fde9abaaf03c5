"""What do two other programs pair by FIDE's Dutch system? Of the same round, read in process.

gacrux (MIT) is the checker of FIDE's technical commission; it reads the TRF that we write.
caissify-pairings (Apache-2.0) is told what it asks of every player. Where it differs,
`caissify_differs` says by which article. `python -m tests.pairing.dutch_opponents ROUNDS FIRST`.
"""

import sys
import warnings
from collections import Counter
from itertools import count
from random import Random

from caissify_pairings.engines.dutch import DutchEngine
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch

from pairing.core.history import GameOutcome
from pairing.core.position import Float
from pairing.core.system import CannotPair
from pairing.core.unplayed import Unplayed
from pairing.formats.trf_written import write_trf
from pairing.registry import rules_of
from tests.pairing.dutch_reference import Round
from tests.pairing.gacrux_reading import read
from tests.pairing.reference_positions import position_of
from tests.pairing.swiss_tournaments import CALM, STORMY, Rates, Tournament

NO_PAIRING = "no pairing"


def gacrux_answer(snapshot):
    """Pairs (white, black) by pairing number as a set, and the bye."""
    tournament = read(write_trf(snapshot, "26")).get_tournament(1)
    params = {"experimental": [], "verbose": 0, "top_color": ""}
    try:
        number = len(list(snapshot.record())) + 1
        brackets = pairing_dutch(tournament, number, params).compute_pairing(False)
    except GacruxNoLegalPairing:
        return NO_PAIRING
    boards = [
        (pair["w"], pair["b"]) for bracket in brackets if bracket for pair in bracket["pairs"]
    ]
    bye = next((white or black for white, black in boards if not white or not black), None)
    return {board for board in boards if all(board)}, bye


def caissify_answer(snapshot):
    """The same. It knows no forbidden pairs but as games, and no byes that are worth a half."""
    rules = rules_of(snapshot)
    position = rules.system.position(snapshot, rules.options)
    here = snapshot.to_pair().round.taking_part()
    number = {player.id: player.start for player in snapshot.players}
    met = {(number[a], number[b]) for a, b in snapshot.forbidden_pairs}
    players = []
    for state in position.players:
        if state.id not in here:
            continue
        outcomes = position.history.outcomes[state.id]
        kinds = [outcome.kind for outcome in outcomes]
        floats = [_word(one) for one in reversed(state.floats)][-len(outcomes) or 2 :]
        met |= {
            (number[state.id], number[one])
            for one in state.opponents
            if state.player.start < number[one]
        }
        players.append(
            {
                "id": state.player.start,
                "name": state.player.name,
                "score": state.score / 2,
                "rating": 9999 - state.player.start,
                "starting_number": state.player.start,
                "pairing_number": state.number,
                "color_hist": [str(colour) for colour in state.colours],
                "float_history": floats,
                "bye_count": kinds.count(Unplayed.BYE) + kinds.count(Unplayed.FULL_POINT_BYE),
                "forfeit_win_count": kinds.count(GameOutcome.WON_BY_FORFEIT),
            }
        )
    engine = DutchEngine(
        players=players,
        previous_pairings=met,
        round_number=position.round,
        total_rounds=position.rounds,
        bye_value=float(rules.options.bye_half_points / 2),
        initial_color=rules.options.initial_colour,
    )
    # Else it pairs round 1 by the numbers alone; the virtual points are in the scores already.
    engine.accelerated = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        output = engine.generate_pairings()
    byes = [board["white_id"] for board in output if board.get("bye")]
    boards = {(board["white_id"], board["black_id"]) for board in output if not board.get("bye")}
    return boards, byes[0] if byes else None


def _word(floated):
    return {Float.DOWN: "down", Float.UP: "up", None: "none"}[floated]


# Adjudicated ----------------------------------------------------------------------------------


def answer(snapshot):
    """What the engine pairs, in the same form."""
    try:
        proposal = rules_of(snapshot).pair(snapshot)
    except CannotPair:
        return NO_PAIRING
    number = {player.id: player.start for player in snapshot.players}
    boards = {(number[pair.white], number[pair.black]) for pair in proposal.pairs}
    return boards, number.get(proposal.bye)


def caissify_differs(snapshot, ours, theirs):
    """Why caissify-pairings has another answer, by article; "" if nobody knows.

    Same opponents: it takes the lower pairing number for the higher ranked, where 1.2 has the
    score first. Other opponents: the first criterion in which theirs is worse, judged by the
    literal reference in the first bracket that differs.
    """
    if NO_PAIRING in (ours, theirs):
        return "1.9.3"
    position = position_of(snapshot)
    players = {player.number: player for player in position.players()}
    if _opponents(ours) == _opponents(theirs):
        ranked = [
            max(board, key=lambda number: (players[number].score, -number)) > min(board)
            for board in ours[0] - theirs[0]
        ]
        return "1.2" if all(ranked) else ""
    made = Round(position)
    made.find_bye_score()
    place = {player.number: at for at, player in enumerate(made.players)}
    mine, others = (
        sorted(tuple(sorted(place[number] for number in board)) for board in boards)
        for boards, _bye in (ours, theirs)
    )
    floated = []
    for score in sorted(set(made.score), reverse=True):
        residents = [at for at in range(made.size) if made.score[at] == score]
        members = {*floated, *residents}
        both = [[pair for pair in all_ if members.issuperset(pair)] for all_ in (mine, others)]
        left = [made.left_over(floated + residents, pairs) for pairs in both]
        if both[0] != both[1]:
            judged = [
                made.judge(floated, residents, pairs, over)
                for pairs, over in zip(both, left, strict=True)
            ]
            if judged[1] is None:
                return "C1-C5"
            for number, (one, two) in enumerate(zip(*judged, strict=True), start=6):
                if one != two:
                    return f"C{number}" if one < two else ""
            first, second = (made.place(floated, residents, pairs) for pairs in both)
            return "4" if first < second else ""
        floated = left[0]
    return ""


def _opponents(found):
    boards, bye = found
    return {frozenset(board) for board in boards}, bye


def rounds_against(seeds, least, most):
    """Rounds of competitions of so many players, some of them accelerated."""
    for seed in seeds:
        random = Random(seed)
        size, rounds = random.randint(least, most), random.randint(5, 9)
        rates = [CALM, CALM, STORMY, Rates(absent=0.02)][seed % 4]
        yield from Tournament(seed, size, rounds, rates, "fide-dutch").before_each_round()


def main(rounds=1000, first=0):
    """Pair so many rounds of 10 to 60 players with all three, and say who differs, and by what."""
    counted, different = Counter(), Counter()
    for snapshot in rounds_against(count(int(first)), 10, 60):
        ours = answer(snapshot)
        counted["rounds"] += 1
        counted["gacrux"] += gacrux_answer(snapshot) == ours
        theirs = caissify_answer(snapshot)
        counted["caissify"] += theirs == ours
        if theirs != ours:
            different[caissify_differs(snapshot, ours, theirs)] += 1
        if counted["rounds"] == int(rounds):
            break
    sys.stdout.write(f"{dict(counted)} alike; caissify differs by: {dict(different)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
