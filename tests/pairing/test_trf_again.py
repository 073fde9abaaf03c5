"""TRF files written again: what is still true stays byte for byte, what changed is renewed."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.federations import Event, Identity
from pairing.core.types import Game, Player, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from pairing.formats.trf import TrfError, read_trf
from pairing.formats.trf_text import decoded
from pairing.formats.trf_written import write_trf
from pairing.sentences import error
from tests.how_many import examples
from tests.pairing.swiss_tournaments import STORMY, Tournament
from tests.pairing.trf_texts import TEXT, put

#: Lines that a competition has no place for, or says otherwise.
EXTRA = [
    "022 Utrecht",
    "042 2026/09/05",
    "062 11 (10)",
    "102 Ü. Arbiter  ",
    "122 90 minutes",
    "### a remark",
    "",
    "   ",
    "013 The team          1    2",
    "172 FIDE",
    "192 FIDE_DUTCH_2026",
    "222 40/90+30",
    "250 00.0 02.0 001 003 0001 0090",
    "260 090 091    1    2",
    "299 W        1.0  001    1",
    "XXA    1  1.0",
    "XXS W=1 D=.5",
    "BBW  1.0",
    "162  W 1.0    D 0.5",
    "what is this?",
]
#: Those of them that stay whatever happens: the number of players does not.
REMARKS = [line for line in EXTRA[:10] if not line.startswith("062")]
ENDS = ["\n", "\r", "\r\n"]
ENCODINGS = ["utf-8", "utf-8-sig", "latin-1"]

AT_FIDE = (Identity("FIDE", "123"),)


@cache
def played(seed):
    """The snapshots of a competition before each of its rounds."""
    rates = replace(STORMY, unfinished=0)
    tournament = Tournament(seed, size=6 + seed % 5, rounds=4, rates=rates)
    return [*tournament.before_each_round()]


def as_others_write(text, random):
    """A file that says the same as `text`, as other programs and people might write it."""
    lines = [written_otherwise(line, random) for line in text.splitlines()]
    for extra in random.sample(EXTRA, random.randrange(6)):
        lines.insert(random.randint(0, len(lines)), extra)
    if random.random() < 0.3:
        random.shuffle(lines)
    end = random.choice(ENDS)
    return (end.join(lines) + random.choice(["", end])).encode(random.choice(ENCODINGS))


def written_otherwise(line, random):
    if line.startswith("001"):
        line = row_otherwise(line, random)
    elif line[:3] in ("XXR", "142") and random.random() < 0.3:
        line += "   rounds"
    elif line.startswith("XXP"):
        line = line.replace(" ", "  ")
    return line + " " * random.choice([0, 0, 1, 7])


def row_otherwise(line, random):
    def perhaps(column, text, old=None):
        nonlocal line
        if random.random() < 0.4 and (old is None or line[column - 1 :].startswith(old)):
            line = put(line, 1, column, text)

    perhaps(54, random.choice(["NED", "TUR"]))
    perhaps(70, "1978/05/12")
    perhaps(5, line[4:8].strip().ljust(4))
    perhaps(81, random.choice([line[80:84].strip().ljust(4), "    "]))
    perhaps(86, random.choice([line[85:89].strip().ljust(4), "    ", "  77"]))
    perhaps(49, line[48:52].strip().ljust(4))
    for column in range(92, len(line), 10):
        perhaps(column + 7, "W", "1")
        perhaps(column + 7, "l", "0")
        perhaps(column + 5, " ", "-")
        perhaps(column, "    ", "0000")
    return line


seeds = st.integers(0, 30)
editions = st.sampled_from(["16", "26"])
chance = st.integers(0, 10**9).map(Random)


@examples(75)
@given(seeds, st.integers(0, 3), editions, editions, chance)
def test_what_has_not_changed_is_written_byte_for_byte(seed, round_, edition, other, random):
    snapshots = played(seed)
    snapshot = snapshots[min(round_, len(snapshots) - 1)]
    data = as_others_write(decoded(write_trf(snapshot, edition))[0], random)
    file = read_trf(data, without_acceleration=True)
    assert write_trf(file.snapshot, other, file) == data
    in_document = read_document(write_document(file.snapshot))
    assert write_trf(in_document, other, file) == data


def meaning(snapshot):
    """What a file can say of a competition, whatever the order of its lines."""
    rounds = [
        (
            {(game.white, game.black, game.result) for game in round_.games},
            round_.unplayed,
            round_.present if round_.present is None else {*round_.present},
            evening.date,
        )
        for evening in snapshot.evenings
        for round_ in evening.rounds
    ]
    return (
        replace(snapshot, players=(), evenings=(), forbidden_pairs=()),
        {replace(player, birth_year=None) for player in snapshot.players},
        {frozenset(pair) for pair in snapshot.forbidden_pairs},
        rounds,
    )


def changed(snapshot, random):
    """A competition in which somebody corrected this and that."""

    def perhaps():
        return random.random() < 0.25

    options = dict(snapshot.options)
    if perhaps():
        options["rounds"] = 7
    if perhaps():
        options["initial_colour"] = random.choice(["white", "black"])
    if perhaps():
        options["bye"] = random.choice([1, "1/2"])
    players = [
        replace(player, name=player.name + "é" if perhaps() else player.name)
        for player in snapshot.players
    ]
    one = random.randrange(len(players))
    if perhaps():
        players[one] = replace(players[one], rating=2000, title="CM", identities=AT_FIDE, sex="w")
    if perhaps():
        number = len(players) + 1
        players.append(Player(str(number), number, "Nieuw", rating=1999))
    if perhaps():
        starts = random.sample(range(1, len(players) + 1), len(players))
        players = [replace(p, start=start) for p, start in zip(players, starts, strict=True)]
        players.sort(key=lambda player: player.start)
    evenings = [
        replace(evening, date=f"2026-10-{day:02}" if perhaps() else "")
        for day, evening in enumerate(snapshot.evenings, start=1)
    ]
    forbidden = [("1", "3"), ("2", "4"), ("1", "2")]
    return replace(
        snapshot,
        name="Een andere naam" if perhaps() else snapshot.name,
        players=tuple(players),
        evenings=tuple(evenings),
        options=options,
        forbidden_pairs=tuple(random.sample(forbidden, random.randrange(3))),
    )


@examples(150)
@given(seeds, st.integers(0, 3), st.integers(0, 3), editions, editions, chance)
def test_a_file_that_is_written_again_says_what_the_competition_says(
    seed, before, now, edition, other, random
):
    snapshots = played(seed)
    before, now = (snapshots[min(place, len(snapshots) - 1)] for place in (before, now))
    before = changed(before, random)
    data = as_others_write(decoded(write_trf(before, edition))[0], random)
    file = read_trf(data, without_acceleration=True)
    now = replace(changed(now, random), event=file.snapshot.event)
    again = read_trf(write_trf(now, other, file), without_acceleration=True)
    assert meaning(again.snapshot) == meaning(read_trf(write_trf(now, other)).snapshot)
    remarks = [[line for line in one.text.splitlines() if line in REMARKS] for one in (file, again)]
    assert remarks[0] == remarks[1]


@examples(50)
@given(seeds, st.integers(0, 3), editions, chance)
def test_what_was_written_is_read_as_the_same_competition(seed, round_, edition, random):
    snapshots = played(seed)
    snapshot = changed(snapshots[min(round_, len(snapshots) - 1)], random)
    snapshot = read_trf(write_trf(snapshot, edition)).snapshot
    assert read_trf(write_trf(snapshot, edition)).snapshot == snapshot


FULL = (
    "022 Utrecht\n"
    + put(put(TEXT, 4, 70, "1978/05/12"), 5, 99, "w")
    + "XXZ    3\n240 H 004    2    3\nXXP 1 2 3\n### the end"
)


def with_next_round(snapshot, **changes):
    """The snapshot with its last round changed."""
    *others, last = snapshot.evenings
    return replace(
        snapshot, evenings=(*others, replace(last, rounds=(replace(last.rounds[0], **changes),)))
    )


def test_only_the_round_that_was_played_is_new():
    file = read_trf(FULL.encode())
    game = Game(1, "2", "1", Result.BLACK_WINS)
    text = write_trf(with_next_round(file.snapshot, games=(game,), present=None), "16", file)
    old, new = FULL.splitlines(), text.decode().splitlines()
    assert new[:4] == old[:4]
    assert new[4] == put(put(old[4], 1, 81, " 3.0"), 1, 112, "   2 b 1")
    assert new[5] == put(old[5], 1, 112, "   1 w 0")
    # Cem stood in XXZ, which is about the next round; who has no column was absent.
    assert new[6:8] == old[6:8]
    assert new[8:] == ["240 H 004    2    3", "XXP 1 2 3", "### the end"]


@pytest.mark.parametrize(
    ("changes", "line", "becomes"),
    [
        ({"present": ("1", "2", "3")}, "XXZ    3\n", ""),
        ({"present": ("1",)}, "w     1 w -\n", "w     1 w -  0000 - Z\n"),
        (
            {"present": ("1",), "unplayed": {"2": Unplayed.BYE}},
            "w     1 w -\n",
            "w     1 w -  0000 - U\n",
        ),
    ],
)
def test_who_comes_to_the_next_round_is_renewed(changes, line, becomes):
    file = read_trf(FULL.encode())
    text = write_trf(with_next_round(file.snapshot, **changes), "16", file).decode()
    assert text == FULL.replace(line, becomes)


def test_trf26_has_a_line_for_who_does_not_come():
    file = read_trf(FULL.encode())
    text = write_trf(with_next_round(file.snapshot, present=("1",)), "26", file).decode()
    assert text == FULL.replace("XXZ", "240 Z 003    2\nXXZ")


def test_a_pair_that_may_meet_again_leaves_its_line():
    file = read_trf(FULL.encode())
    snapshot = replace(file.snapshot, forbidden_pairs=(("3", "1"), ("4", "2")))
    text = write_trf(snapshot, "16", file).decode()
    assert text == FULL.replace("XXP 1 2 3\n", "").replace("001    1", "XXP 3 1\nXXP 4 2\n001    1")


def test_players_under_other_ids_are_found_by_their_start_numbers():
    file = read_trf(FULL.encode())
    other = {player.id: f"id-{player.id}" for player in file.snapshot.players}
    text = write_document(file.snapshot)
    for player, new in other.items():
        text = text.replace(f'"{player}"', f'"{new}"')
    snapshot = read_document(text)
    assert {player.id for player in snapshot.players} == {*other.values()}
    assert write_trf(snapshot, "16", file).decode() == FULL


def test_a_letter_that_the_encoding_has_not_makes_it_utf_8():
    file = read_trf(FULL.encode("latin-1"))
    names = {"Bört": "Şükrü"}
    players = tuple(replace(p, name=names.get(p.name, p.name)) for p in file.snapshot.players)
    data = write_trf(replace(file.snapshot, players=players), "16", file)
    assert data.decode() == FULL.replace("Bört ", "Şükrü")


@pytest.mark.parametrize("source", [None, read_trf(TEXT.encode())])
def test_a_board_fixed_in_the_round_to_be_paired_has_no_place(source):
    fixed = Game(1, "1", "2", fixed="brothers")
    snapshot = with_next_round(read_trf(TEXT.encode()).snapshot, games=(fixed,))
    with pytest.raises(TrfError) as caught:
        write_trf(snapshot, "16", source)
    assert caught.value.code == "fixed_board"
    assert "Anna - Bört" in error(caught.value)


HEAD = """\
012 Clubkampioenschap
022 Utrecht
032 NED
042 2026/09/05
102 IA Ü. Arbiter (1000012)
112 A. Deputy
112 B. Deputy
122 90'+30
"""
BODY = FULL.removeprefix("022 Utrecht\n012 Clubkampioenschap\n")


def with_head(**changed):
    """A file with a head, and what is written when the event is another one."""
    file = read_trf((HEAD + BODY).encode())
    event = replace(file.snapshot.event, **changed)
    return write_trf(replace(file.snapshot, event=event), "16", file).decode()


def test_the_head_is_read_and_only_what_changed_of_it_is_renewed():
    assert read_trf((HEAD + BODY).encode()).snapshot.event == Event(
        place="Utrecht",
        federation="NED",
        start="2026-09-05",
        chief_arbiter="IA Ü. Arbiter (1000012)",
        arbiters=("A. Deputy", "B. Deputy"),
        time_control="90'+30",
    )
    assert with_head() == HEAD + BODY
    assert with_head(place="Delft") == (HEAD + BODY).replace("Utrecht", "Delft", 1)
    fewer = HEAD.replace("112 A. Deputy\n112 B. Deputy\n", "112 B. Deputy\n")
    assert with_head(arbiters=("B. Deputy",)) == fewer + BODY
    assert with_head(chief_arbiter="") == HEAD.replace("102 IA Ü. Arbiter (1000012)\n", "") + BODY


def test_what_the_head_had_not_is_added_before_the_players():
    text = with_head(type="Rapid")
    assert "\n092 Rapid\n001 " in text
