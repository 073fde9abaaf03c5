"""Does somebody who knows the form alone read from each report the games that were played?"""

import random

import pytest

from pairing.core.federations import Identity
from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.formats.dsb import GermanEvent, write_german_table
from pairing.formats.ecf import EcfEvent, write_ecf
from pairing.formats.games_table import write_games_table
from pairing.formats.h9_written import EgdEvent, write_h9
from pairing.formats.reported_games import Period, report_of
from pairing.formats.trf_written import write_trf
from tests.pairing import report_readers as readers

ISSUERS = ("FIDE", "KNSB", "ECF", "DSB", "EGD", "KBSB")
FINISHED = (
    *(Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS, Result.BLACK_WINS),
    *(Result.WHITE_WINS_FORFEIT, Result.BLACK_WINS_FORFEIT, Result.BOTH_LOSE_FORFEIT),
)
FAMILIES = ("Ábrahám", "De Boer", "Çelik", "Dijkstra", "O'Hara", "Ford", "Grün", "Hoek", "Ip")
SEEDS = range(12)


def season(seed):
    """A Keizer season: some rounds, any pairs, also twice, some away; and its games, told."""
    chance = random.Random(seed)
    players = tuple(
        Player(
            f"p{number}",
            number,
            f"{family}, Given{number}",
            birth_date=chance.choice(("", "2001-02-03")),
            rating=chance.choice((None, 1500 + number)),
            identities=tuple(
                Identity(issuer, f"{1000000 * at + number:08}"[: 8 if issuer == "EGD" else 7])
                for at, issuer in enumerate(ISSUERS, start=1)
                if chance.random() < 0.7
            ),
            grade=chance.choice(("", "3k", "1d")),
        )
        for number, family in enumerate(FAMILIES, start=1)
    )
    told, evenings = [], []
    for week in range(chance.randint(1, 6)):
        chosen = chance.sample(players, 2 * chance.randint(1, 4))
        games = []
        for board, (one, two) in enumerate(zip(chosen[::2], chosen[1::2], strict=True), start=1):
            result = chance.choice((*FINISHED, Result.UNFINISHED))
            games.append(Game(board, one.id, two.id, result))
            if result.is_finished:
                white = result.value.removesuffix("F").split("-")[0]
                half = {"1": "2", "1/2": "1", "0": "0"}[white]
                half = "-" if result is Result.BOTH_LOSE_FORFEIT else half
                told.append((one.name, two.name, half, result.is_forfeit))
        away = {player.id: Unplayed.NO_NOTICE for player in players if player not in chosen}
        evenings.append(Evening("long", (Round(tuple(games), away),), f"2026-09-{7 + 3 * week:02}"))
    snapshot = Snapshot(
        "Voorbeeld", "attacalc", (Tempo("long"),), players, tuple(evenings), options={}
    )
    report = report_of(snapshot, Period())
    return report, sorted(told), {player.name: player for player in players}


def colourless(games):
    """Games of which a forfeit has no colours: the two in order of name."""
    turned = {"2": "0", "0": "2"}
    return sorted(
        (two, one, turned.get(score, score), off) if off and two < one else (one, two, score, off)
        for one, two, score, off in games
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_english_file(seed):
    report, told, players = season(seed)
    event = EcfEvent("CLUB26", 1, "Ann", "a@example.org", "Bob", "b@example.org", 75, 10, "4ABC")
    read = readers.read_ecf(write_ecf(report, event).encode())
    assert read.told() == told
    assert read.heads["MINUTES FOR GAME"] == "75"
    for one in read.players.values():
        assert one.get("ecf code", "") == players[one["name"]].number_of("ECF")
        assert ("club code" in one) is ("ecf code" not in one)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_german_table(seed):
    report, told, players = season(seed)
    event = GermanEvent("Anna Muster", "90 Min./Partie", "Keizer", "C0123")
    read = readers.read_german(write_german_table(report, event))
    assert colourless(read.told()) == colourless(told)
    assert read.heads["Bedenkzeit"] == "90 Min./Partie"
    for one in read.players.values():
        assert (one["PKZ"], one["ZPS"]) == (players[one["name"]].number_of("DSB"), "C0123")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_file_of_european_go(seed):
    report, told, players = season(seed)
    read = readers.read_egd(write_h9(report.snapshot, EgdEvent(40, 30)))
    assert read.told() == told
    assert read.heads["TM"] == "62.5"
    for one in read.players.values():
        assert one["pin"] == players[one["name"]].number_of("EGD")


@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("seed", SEEDS)
def test_fides_report_and_the_lines_of_the_dutch_federation(seed, edition):
    report, told, players = season(seed)
    read = readers.read_trf_lines(write_trf(report.snapshot, edition, purpose="rating"))
    assert read.told() == told
    for one in read.players.values():
        player = players[one["name"]]
        assert one["fide"] == player.number_of("FIDE")
        if edition == "26":
            assert one.get("national", "") == player.number_of("KNSB")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_plain_table_with_the_belgian_numbers(seed):
    report, told, players = season(seed)
    read = readers.read_table(write_games_table(report))
    assert read.told() == told
    for one in read.players.values():
        assert one.get("KBSB", "") == players[one["name"]].number_of("KBSB")
