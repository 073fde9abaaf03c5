"""Are FIDE's tie-breaks those of the articles, by a second reading of them?"""

from dataclasses import replace
from fractions import Fraction

from pairing.registry import get_system, make_options
from tests.attempts import every
from tests.pairing import tie_break_reference as reference
from tests.pairing.swiss_tournaments import CALM, STORMY, Rates, Tournament

OF_A_SWISS = {
    "rounds_won": reference.won_rounds,
    "black_wins": reference.black_wins,
    "rounds_elected": reference.elected,
    "opponents_resistance": reference.average_of_buchholz,
}


@every("seed", range(12))
def test_those_of_a_swiss_are_the_articles(seed):
    rates = (CALM, STORMY, Rates())[seed % 3]
    made = Tournament(seed, 6 + seed % 7, 5, rates, "fide-dutch")
    system = get_system("fide-dutch")
    names = [*OF_A_SWISS, "resistance_points_fore", "rating"]
    played = [replace(one, evenings=one.evenings[:-1]) for one in made.before_each_round()]
    for found in (*played, made.snapshot):
        options = make_options(system, {**found.options, "tie_breaks": names})
        rating = {player.id: player.rating or 0 for player in found.players}
        bye, open_game = Fraction(options.bye_half_points, 2), Fraction(system.unfinished, 2)
        rounds = reference.read(found, bye, open_game)
        for row in system.standings(found, options, "all"):
            for name, by_article in OF_A_SWISS.items():
                assert row.tiebreaks[name] == by_article(rounds, row.player), (name, row.player)
            fore = reference.fore_buchholz(rounds, row.player, options.rounds)
            assert row.tiebreaks["resistance_points_fore"] == fore, row.player
            assert row.tiebreaks["rating"] == rating[row.player]


@every("seed", range(6))
def test_those_of_a_round_robin_are_the_articles(seed):
    made = Tournament(seed, 4 + seed, 20, Rates(forfeit=0.1), "berger")
    system = get_system("berger")
    names = ["rounds_won", "black_wins", "koya"]
    for _ in made.before_each_round():
        pass
    for limit in (-2, 0, 1, 3):
        written = {"away": "forfeited", "tie_breaks": names, "koya_limit": limit}
        options = make_options(system, written)
        rounds = reference.read(made.snapshot, 0, 0)
        for row in system.standings(made.snapshot, options, "all"):
            assert row.tiebreaks["rounds_won"] == reference.won_rounds(rounds, row.player)
            assert row.tiebreaks["black_wins"] == reference.black_wins(rounds, row.player)
            assert row.tiebreaks["koya"] == reference.koya(rounds, row.player, limit)
