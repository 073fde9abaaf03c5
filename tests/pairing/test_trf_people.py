"""Who the players of a TRF file are: FIDE's columns hold what FIDE gave, and nothing else."""

from dataclasses import replace

import pytest

from pairing.core.federations import Event, Identity, ListedRating, SeedingList
from pairing.core.types import Player
from pairing.formats.trf import read_trf
from pairing.formats.trf_written import write_trf
from tests.pairing import gacrux_reading as gacrux
from tests.pairing.trf_texts import TEXT, put

ANNA = Player(
    "1",
    1,
    "Anna",
    2000,
    "WFM",
    identities=(Identity("KNSB", "7000001"), Identity("FIDE", "1000012")),
    ratings=(ListedRating("KNSB", 2000), ListedRating("FIDE", 1950, date="2026-01-01")),
    federation="NED",
    birth_date="1978-05-12",
    birth_year=1978,
    sex="f",
)
BERT = Player("2", 2, "Bert", 1800, identities=(Identity("KNSB", "7000002"),), birth_year=1980)
CEM = Player("3", 3, "Cem", 1700, identities=(Identity("", "8000003"), Identity("own", "12")))
DIRK = Player("4", 4, "Dirk", 1600, identities=(Identity("TSF", "9000004"),), sex="m")


def snapshot(**changes):
    read = read_trf(TEXT.encode()).snapshot
    return replace(read, players=(ANNA, BERT, CEM, DIRK), **changes)


def written(given, edition="26", purpose="rating"):
    """The lines by their first eight characters."""
    lines = write_trf(given, edition, purpose=purpose).decode().splitlines()
    return {line[:8]: line for line in lines}


def columns(line):
    """Sex and title, rating, federation, FIDE's number and day of birth."""
    places = ((10, 13), (49, 52), (54, 56), (58, 68), (70, 79))
    return tuple(line.ljust(100)[first - 1 : last].strip() for first, last in places)


@pytest.mark.parametrize("edition", ["16", "26"])
@pytest.mark.parametrize("purpose", ["rating", "pairing"])
def test_the_column_of_fides_number_has_only_numbers_that_fide_gave(edition, purpose):
    lines = written(snapshot(), edition, purpose)
    found = [columns(lines[f"001    {number}"])[3] for number in range(1, 5)]
    assert found == ["1000012", "", "", ""]


def test_sex_title_federation_and_day_of_birth_have_their_columns():
    lines = written(snapshot())
    assert columns(lines["001    1"]) == ("wWFM", "1950", "NED", "1000012", "1978/05/12")
    assert columns(lines["001    2"])[4] == "1980"
    assert columns(lines["001    4"])[0] == "m"


def test_national_numbers_stand_in_national_lines_of_a_report_of_2026():
    lines = written(snapshot(seeding=SeedingList("KNSB")))
    assert lines["172 NED "] == "172 NED NRO"
    assert columns(lines["NED    1"]) == ("", "2000", "", "7000001", "")
    assert columns(lines["NED    2"]) == ("", "1800", "", "7000002", "")
    assert not {"NED    3", "NED    4", "TUR    4"} & {*lines}
    assert not [line for line in written(snapshot(), "16") if line[:3] == "NED"]
    assert not [line for line in written(snapshot(), "26", "pairing") if line[:3] == "NED"]


def test_the_national_lines_are_those_of_the_events_federation():
    lines = written(snapshot(event=Event(federation="TUR")))
    assert columns(lines["TUR    4"])[3] == "9000004"
    assert "NED    1" not in lines


def test_no_unknown_number_is_written_anywhere():
    for edition in ("16", "26"):
        for purpose in ("rating", "pairing"):
            data = write_trf(snapshot(), edition, purpose=purpose)
            assert b"8000003" not in data


@pytest.mark.parametrize(
    ("seeding", "anna", "bert"),
    [
        (SeedingList("FIDE"), "1950", "1800"),
        (SeedingList("KNSB"), "1950", ""),
        (None, "1950", "1800"),
    ],
)
def test_fides_column_has_no_rating_of_another_list(seeding, anna, bert):
    lines = written(snapshot(seeding=seeding))
    assert [columns(lines[f"001    {number}"])[1] for number in (1, 2)] == [anna, bert]
    assert columns(written(snapshot(seeding=seeding), purpose="pairing")["001    1"])[1] == "2000"


def test_a_rating_that_is_that_of_another_list_is_not_taken_for_fides():
    anna = replace(ANNA, ratings=ANNA.ratings[:1])
    lines = written(replace(snapshot(), players=(anna, BERT, CEM, DIRK)))
    assert columns(lines["001    1"])[1] == ""


def test_what_came_in_is_known_by_who_gave_it():
    at_home = put(put("NED    1", 1, 49, "2050"), 1, 58, "    7000001")
    found = read_trf(f"{TEXT}{at_home}\nBEL    2{at_home[8:]}\n".encode()).snapshot
    anna, bert = found.players[:2]
    assert anna.identities == (Identity("FIDE", "1234567"), Identity("KNSB", "7000001"))
    assert anna.ratings == (ListedRating("KNSB", 2050),)
    assert bert.identities == ()


@pytest.mark.parametrize(
    ("born", "date", "year"),
    [
        ("1978/05/12", "1978-05-12", 1978),
        ("1978.05.12", "1978-05-12", 1978),
        ("1978/00/00", "", 1978),
        ("1978/02/31", "", 1978),
        ("1978      ", "", 1978),
        ("0000/00/00", "", None),
    ],
)
def test_a_day_of_birth_is_whole_or_only_its_year(born, date, year):
    anna = read_trf(put(TEXT, 4, 70, born).encode()).snapshot.players[0]
    assert (anna.birth_date, anna.birth_year) == (date, year)


def test_only_what_changed_of_a_player_is_renewed():
    at_home = put(put("NED    2", 1, 49, "2050"), 1, 58, "    7000002")
    text = f"{put(TEXT, 4, 70, '1978/05/12')}{at_home}\n"
    file = read_trf(text.encode())
    assert write_trf(file.snapshot, "26", file) == text.encode()
    anna, bert, *others = file.snapshot.players
    anna = replace(anna, federation="BEL", birth_date="1978-05-13")
    bert = replace(bert, identities=(Identity("KNSB", "7000003"),))
    now = replace(file.snapshot, players=(anna, bert, *others))
    wanted = text.replace("NED     1234567 1978/05/12", "BEL     1234567 1978/05/13")
    assert write_trf(now, "26", file) == wanted.replace("7000002", "7000003").encode()


@pytest.mark.parametrize("seeding", [None, SeedingList("FIDE"), SeedingList("KNSB")])
def test_gacrux_reads_the_people_too(seeding):
    found = gacrux.read(write_trf(snapshot(seeding=seeding), "26", purpose="rating"))
    [anna] = [one for one in found.chessjson["event"]["profiles"] if one["fideId"] == 1000012]
    assert (anna["federation"], anna["birth"], anna["fideTitle"]) == ("NED", "1978-05-12", "WFM")
    assert found.national["federation"] == "NED"
