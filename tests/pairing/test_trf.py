"""TRF files: what they say as a snapshot, and that writing and reading again changes nothing."""

from dataclasses import replace

import pytest

from pairing.core.federations import Identity
from pairing.core.types import Evening, Game, Player, Result, Round, Snapshot, Tempo
from pairing.core.unplayed import Unplayed
from pairing.formats.trf import TrfError, read_trf
from pairing.formats.trf_text import decoded
from pairing.formats.trf_written import write_trf as write_bytes
from pairing.sentences import error, trf_warning
from tests.attempts import every
from tests.pairing.snapshots import CASES, unplayed
from tests.pairing.swiss_tournaments import STORMY, Tournament
from tests.pairing.trf_texts import TEXT, put, spoil

FILES = sorted((CASES / "knsb_rating").glob("*.trf"))

ANNA = Player("1", 1, "Anna", 2500, "GM", federation="NED", birth_year=1978, sex="w")


def read(text, **options):
    return read_trf(text.encode(), **options).snapshot


def write_trf(*arguments, **options):
    """A new file as text."""
    return decoded(write_bytes(*arguments, **options))[0]


def to_pair(text):
    """The round to be paired of a text."""
    return read(text).to_pair().round


def warned(text):
    """The codes of a text's warnings, with their lines."""
    told = []
    read(text, warn=told.append)
    return [(warning.line, warning.code) for warning in told]


def test_a_file_is_read_as_a_snapshot():
    assert read(TEXT) == Snapshot(
        name="Clubkampioenschap",
        system="knsb-rating",
        tempos=(Tempo("long"),),
        players=(
            replace(ANNA, identities=(Identity("FIDE", "1234567"),)),
            Player("2", 2, "Bört", 2400, sex="m"),
            Player("3", 3, "Cem", sex="m"),
            Player("4", 4, "Dirk", 1300, sex="m"),
        ),
        evenings=(
            Evening(
                "long",
                (
                    Round(
                        (
                            Game(1, "1", "3", Result.WHITE_WINS),
                            Game(2, "4", "2", Result.BLACK_WINS),
                        )
                    ),
                ),
            ),
            Evening(
                "long",
                (
                    Round(
                        (Game(1, "2", "1", Result.BLACK_WINS_FORFEIT),),
                        unplayed=unplayed(bye="4", half_point_byes=["3"]),
                    ),
                ),
            ),
            Evening("long", (Round(present=("1", "2", "3")),)),
        ),
        options={"rounds": 5, "initial_colour": "white"},
    )


@every("path", FILES)
def test_a_golden_file_is_written_as_it_was_with_shared_places_where_players_are_level(path):
    old = path.read_bytes().splitlines()
    new = write_bytes(read_trf(path.read_bytes()).snapshot).splitlines()
    for line, written in zip(old, new, strict=True):
        if not written.startswith(b"001"):
            assert written == line
            continue
        assert (written[:85], written[89:]) == (line[:85], line[89:])
        assert int(written[85:89]) <= int(line[85:89])  # in the file level ones stand by number


@pytest.mark.parametrize("edition", ["16", "26"])
@every("seed", range(12))
def test_a_competition_survives_both_editions(seed, edition):
    tournament = Tournament(seed, size=9 + seed % 4, rounds=5, rates=replace(STORMY, unfinished=0))
    for snapshot in tournament.before_each_round():
        text = write_trf(snapshot, edition)
        again = read(text)
        assert write_trf(again, edition) == text
        assert [round_.bye for round_ in rounds(again)] == [
            round_.bye for round_ in rounds(snapshot)
        ]
        assert [results(round_) for round_ in rounds(again)] == [
            results(round_) for round_ in rounds(snapshot)
        ]
        assert again.to_pair().round == snapshot.to_pair().round


def rounds(snapshot):
    return [round_ for evening in snapshot.evenings for round_ in evening.rounds]


def results(round_):
    """Who played whom with which result: a file says nothing of boards."""
    return {(game.white, game.black, game.result) for game in round_.games}


@every("end", ["\n", "\r", "\r\n"])
@every("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings_do_not_matter(end, encoding):
    assert read_trf(TEXT.replace("\n", end).encode(encoding)).snapshot == read(TEXT)


def test_columns_are_characters():
    text = put(TEXT, 5, 15, "Żółć Ğüneş Øыъ")
    assert read(text).players[1].name == "Żółć Ğüneş Øыъ"
    assert write_trf(read(text)) == text


def test_whoever_has_no_column_in_a_round_on_record_was_absent():
    text = spoil((6, 102, " " * 8), (6, 81, " 0.0"))
    assert read(text).evenings[1].rounds[0].of_kind(Unplayed.HALF_POINT_BYE) == ()
    assert "0000 - Z" in write_trf(read(text)).splitlines()[5]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("0000 - =", "H"), ("0000 - +", "F"), ("0000 - -", "Z"), ("0000    ", "Z")],
)
def test_byes_and_absences_may_be_written_as_in_2006(written, meant):
    text = spoil((7, 112, written))
    assert to_pair(text) == to_pair(spoil((7, 112, f"0000 - {meant}")))


def test_a_game_of_less_than_a_move_counts_as_played():
    text = spoil((4, 99, "W"), (6, 99, "l"))
    assert read(text) == read(TEXT)


def test_columns_of_the_next_round_take_players_out():
    round_ = to_pair(spoil((4, 112, "0000 - H"), (5, 112, "0000 - F")))
    byes = unplayed(half_point_byes=["1"], full_point_byes=["2"])
    assert round_ == Round(unplayed=byes, present=("3",))
    assert to_pair(spoil((6, 112, "0000 - U"))) == Round(
        unplayed=unplayed(bye="3"), present=("1", "2")
    )


def test_a_round_with_a_column_for_everybody_and_no_game_is_over():
    snapshot = read(spoil((4, 112, "0000 - H"), (5, 112, "0000 - F"), (6, 112, "0000 - Z"),
                          (4, 81, " 2.5"), (5, 81, " 2.0")))  # fmt: skip
    byes = unplayed(half_point_byes=["1"], full_point_byes=["2"])
    assert snapshot.evenings[2].rounds == (Round(unplayed=byes),)
    assert snapshot.to_pair().round.present == ("1", "2", "3", "4")


@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("source", [None, read_trf(TEXT.encode())])
def test_a_round_to_be_paired_for_which_nobody_comes_is_not_over(edition, source):
    snapshot = read(TEXT)
    nobody = Round(unplayed=unplayed(half_point_byes=["2"], full_point_byes=["3"]), present=())
    snapshot = replace(snapshot, evenings=(*snapshot.evenings[:2], Evening("long", (nobody,))))
    assert to_pair(write_trf(snapshot, edition, source)) == nobody


def test_two_who_play_each_other_again_are_read_and_told():
    changes = [(4, 102, "   3 b 1"), (6, 102, "   1 w 0"), (5, 102, "0000 - Z"), (6, 81, " 0.0")]
    text = spoil(*changes)
    told = []
    snapshot = read(text, warn=told.append)
    again = snapshot.evenings[1].rounds[0].games
    assert again == (Game(1, "3", "1", Result.BLACK_WINS),)
    assert [trf_warning(warning) for warning in told] == [
        "round 2: players 3 and 1 play each other again, after round 1"
    ]
    # A forfeit is no meeting, and of a table it is no matter.
    told.clear()
    read(put(put(text, 4, 109, "+"), 6, 109, "-"), warn=told.append)
    assert told == []


def test_the_number_of_rounds_is_at_least_those_that_were_played():
    snapshot = replace(read(TEXT), options={"rounds": 1})
    text = write_trf(snapshot)
    assert "XXR 2" in text
    assert read(text).to_pair() is None


def test_points_may_hold_those_of_the_next_round_already():
    asked = (4, 112, "0000 - H")
    assert read(spoil(asked, (4, 81, " 2.5"))) == read(spoil(asked))


def test_xxz_and_240_take_players_out_of_the_next_round():
    assert to_pair(TEXT + "XXZ 1 2\n").present == ("3",)
    assert to_pair(TEXT + "240 H 003    1    2\n").of_kind(Unplayed.HALF_POINT_BYE) == ("1", "2")
    assert to_pair(TEXT + "240 F 004    1\n").present == ("1", "2", "3")


def test_forbidden_pairs():
    assert read(TEXT + "XXP 1 2 3\n").forbidden_pairs == (("1", "2"), ("1", "3"), ("2", "3"))
    assert read(TEXT + "260 001 003    1    4\n").forbidden_pairs == (("1", "4"),)
    assert read(TEXT + "260 001 002    1    4\n").forbidden_pairs == ()


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("BBU  0.5", ("bye", "1/2")),
        ("162  P 0.5", ("bye", "1/2")),
        ("XXS PAB=.5 W=1", ("bye", "1/2")),
        ("162  W 1.0    P 1.0", ("bye", 1)),
        ("142 5", ("rounds", 5)),
        ("152 W", ("initial_colour", "white")),
    ],
)
def test_settings_of_other_programs(line, option):
    text = spoil((7, 102, "0000 - Z"), (7, 81, " 0.0"))
    assert option in read(f"{text}{line}\n").options.items()


def test_what_a_bye_is_worth_counts_in_the_points():
    assert read(spoil((7, 81, " 0.5")) + "BBU  0.5\n").options["bye"] == "1/2"


def test_the_start_order_may_go_by_place_or_by_rating():
    rows = TEXT.split("\n")
    rows[2], rows[3], rows[6] = "XXC white1 rank", rows[6], rows[3]
    text = "\n".join(rows)
    assert [(player.id, player.start) for player in read(text).players] == [
        ("4", 1),
        ("2", 2),
        ("3", 3),
        ("1", 4),
    ]
    assert write_trf(read(write_trf(read(text)))) == write_trf(read(text))
    by_rating = read(text.replace("rank", "rating")).players
    assert [player.id for player in by_rating] == ["1", "2", "4", "3"]


def test_round_dates_are_the_evenings_dates():
    text = "132".ljust(91) + "24/09/05  24/09/12  24/02/30\n" + TEXT
    assert [evening.date for evening in read(text).evenings] == ["2024-09-05", "2024-09-12", ""]
    assert warned(text) == [(1, "bad_date")]
    assert "24/09/05  24/09/12" in write_trf(read(text))


def test_what_is_passed_over_is_told():
    text = TEXT + "013 Club\nwhat is this\n### a remark\n022 Utrecht\n192 FIDE_DUTCH\n"
    assert warned(text) == [
        *((8, "line_ignored"), (9, "unknown_line")),
        *((10, "not_used"), (12, "not_used")),
    ]


@pytest.mark.parametrize("line", ["XXA    1  1.0", "250 ...", "192 FIDE_DUTCH_2026_BAKU"])
def test_an_acceleration_is_refused_unless_it_shall_be_left_out(line):
    with pytest.raises(TrfError) as refused:
        read(f"{TEXT}{line}\n")
    assert (refused.value.line, refused.value.code) == (8, "accelerated")
    assert error(refused.value).startswith("this competition is paired with an acceleration")
    told = []
    found = read(f"{TEXT}{line}\n{line}\n", without_acceleration=True, warn=told.append)
    assert found == read(TEXT)
    assert [one.code for one in told] == ["acceleration_ignored"]


@pytest.mark.parametrize("without", ["-", " "])
def test_a_forfeit_may_stand_without_colours_as_in_the_example_of_the_definition(without):
    both = spoil((4, 107, without), (5, 107, without))
    assert read(both).evenings[1].rounds[0].games == (Game(1, "1", "2", Result.WHITE_WINS_FORFEIT),)
    for one in (4, 5):
        assert read(spoil((one, 107, without))) == read(TEXT)


def test_both_lines_of_a_forfeit_without_colours_may_say_that_it_was_lost():
    text = spoil((4, 107, "- -"), (5, 107, "- -"), (4, 81, " 1.0"))
    assert read(text).evenings[1].rounds[0].games == (Game(1, "1", "2", Result.BOTH_LOSE_FORFEIT),)


SAYS_NO_LOT = spoil((3, 5, "      "))


def lot(text, system="knsb-rating", **said):
    return read(text, system=system, **said).options.get("initial_colour")


def test_the_lot_is_read_from_round_1_where_the_file_does_not_say_it():
    black = put(put(SAYS_NO_LOT, 4, 97, "b"), 6, 97, "w")
    assert (lot(SAYS_NO_LOT), lot(black)) == (None, "black")
    assert lot(black.replace("XXC", "152 B")) == "black"
    assert lot(black, initial_colour="white") == "white"


def test_the_lot_is_what_the_edition_makes_of_the_first_who_was_paired():
    # Anna came later: of Bört and Dirk the regulation of 1998 goes by the pairing number.
    late = put(put(SAYS_NO_LOT, 4, 92, "0000 - Z"), 6, 92, "0000 - Z")
    late = put(put(late, 4, 81, " 1.0"), 6, 81, " 0.5")
    assert lot(late) == "black"
    assert lot(late, "fide-rating-1998") is None


def test_letters_of_western_europe_are_written_in_latin_1_and_others_in_utf_8():
    snapshot = read(TEXT)
    assert "Bört".encode("latin-1") in write_bytes(snapshot)
    turkish = replace(snapshot.players[2], name="Şule Ölmez")
    snapshot = replace(snapshot, players=(*snapshot.players[:2], turkish, snapshot.players[3]))
    assert "Şule Ölmez".encode() in write_bytes(snapshot)


def test_no_round_is_left_when_all_were_played():
    text = spoil((2, 5, "2"), (7, 112, " " * 8))
    assert read(text).to_pair() is None


def test_without_a_number_of_rounds_those_played_are_all_if_that_will_do():
    text = spoil((2, 1, "###"))
    snapshot = read(put(text, 7, 112, " " * 8), needs_rounds=False)
    assert snapshot.options["rounds"] == 2
    assert snapshot.to_pair() is None


def test_an_unfinished_game_is_written_as_a_draw_and_told():
    snapshot = read(TEXT)
    (first, *others) = snapshot.evenings
    game, other = first.rounds[0].games
    open_ = replace(first.rounds[0], games=(replace(game, result=Result.UNFINISHED), other))
    told = []
    text = write_trf(
        replace(snapshot, evenings=(replace(first, rounds=(open_,)), *others)), warn=told.append
    )
    assert "   3 w =" in text
    assert [(warning.code, warning.facts["white"]) for warning in told] == [
        ("unfinished_as_draw", "1")
    ]


def test_a_name_that_has_no_place_is_cut_and_told():
    snapshot = read(TEXT)
    first, second, *others = snapshot.players
    fits, long = replace(first, name="a" * 33), replace(second, name="b" * 34)
    told = []
    text = write_trf(replace(snapshot, players=(fits, long, *others)), warn=told.append)
    assert f" {'a' * 33} " in text
    assert f" {'b' * 33} " in text
    assert [(warning.code, warning.facts["name"]) for warning in told] == [("name_cut", "b" * 34)]


def test_a_competition_with_other_ids_is_written_by_start_number():
    snapshot = read(TEXT)
    players = tuple(replace(player, id=f"p{player.id}") for player in snapshot.players)
    text = write_trf(replace(snapshot, players=players, evenings=()))
    assert [line[4:8] for line in text.splitlines()[3:]] == ["   1", "   2", "   3", "   4"]
    with pytest.raises(TrfError):
        write_trf(replace(snapshot, players=(Player("x", 10_000, "X"),), evenings=()))
