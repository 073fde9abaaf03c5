"""Is each list of the table known by its content and read: numbers, names, ratings, years?"""

import io
import sqlite3
import tracemalloc
import zipfile

import pytest

from pairing.formats.rating_lists.kinds import KINDS
from pairing.formats.rating_lists.listed import ListRefused, Wanted, wanted_keys
from pairing.formats.rating_lists.reading import read_list

FIDE = """\
ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag
9000001        Boom, Anna                                                   NED F   FM   WIM  FA                 2301  4   20 2250  0   20 2188  0   20 1999  w
9000002        Cornelis, Bram                                               NED M                                1810  0   20                           2001
9000005        Faber                                                        GER M                                             1500  0   40              2009
9000006        Grün, Jörg                                                   GER M   IM        FST                2399  9   10 2380  0   10 2400  0   10 1971
9000007        Hoek, Ilse                                                   BEL F                                1601  0   20                           0000  wi
"""  # noqa: E501 -- the columns are the list's
OF_SEPTEMBER = """\
ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SEP26 Gms K  B-day Flag
9000001        Boom, Anna                                                   NED F   FM   WIM                     2250  4   20 1999  w
"""  # noqa: E501
OF_2001 = """\
ID_NUMBER NAME                             TITLE  COUNTRY JAN01  GAMES  FLAG
9000001   Boom, Anna                       f      NED     2301   4      w
"""
OF_2011 = """\
ID number Name                             TitlFed  Mar11 GamesBorn Flag
9000001   Boom, Anna                       wf  NED  2301  4    1999 w
"""
XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
<player><fideid>9000001</fideid><name>Boom, Anna</name><country>NED</country><sex>F</sex>
<title>FM</title><w_title>WIM</w_title><o_title></o_title><rating>2301</rating><games>4</games><k>20</k><rapid_rating>2250</rapid_rating>
<rapid_games>0</rapid_games><rapid_k>20</rapid_k><blitz_rating>0</blitz_rating><birthday>1999</birthday><flag>w</flag></player>
<player><name>Nobody, Knows</name><rating>2000</rating></player>
<player><fideid>9000006</fideid><name>Grün &amp; Söhne, Jörg</name>
<rating>0</rating><birthday>0</birthday></player>
</playerslist>
"""
KNSB = """\
Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S
9900001;Van der Beek, Quinten;;NED;1679;24;2012;
9900002;Okeefe, Jacob;GM;DEN;2428;100;1973;
9900003;Ait Said, Jan-Marco;;NED;;;2015;
9900004;Öztürk, Saša;FM;NED;2345;100;2004;w
9900008;Visser, Tom;;NED;1333;8;;
9900008;Visser, Tom;;NED;1333;8;;
"""
DSB = """\
ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,"Letzte Auswertung",DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,Vorname,Nachname,FIDE-Frauentitel,FIDE-Elozahl-Schnellschach,FIDE-Elozahl-Blitz
NU9000001,C0123,17,A,"Ahorn,Carla",W,,1991,202641,1844,63,1901,,9000031,GER,Carla,Ahorn,,1850,
NU9000003,C0456,8,A,"Celt,Eva",W,,1975,202547,2105,151,2188,FM,9000032,GER,Eva,Celt,WIM,2120,2099
NU9000003,C0123,77,P,"Celt,Eva",W,,1975,202547,2105,151,2188,FM,9000032,GER,Eva,Celt,WIM,2120,2099
NU9000004,70107,1,A,"Düne,Franz,Dr.",M,,1950,,0,0,,,,,Franz,Düne,,,
"""  # noqa: E501
DSB_BEFORE = """\
ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land
10000001,C0101,0001,A,"Mustermann,Max",M,D,1970,202612,1834,45,1850,,4600001,GER
"""
ECF = """\
ECF_code,full_name,member_no,FIDE_no,gender,nation,original_standard,standard_original_category,revised_standard,standard_revised_category,original_rapid,club_code,club_name,title
100001A,"Ashby, Carol",12345,400001,F,ENG,1733,A,1740,A,1650,4ABC,Westhill,
100004D,"Dean, Fay",,,F,ENG,,,,,,,,
100007G,"O'Hara, Ian",,,M,IRL,,C,1450,C,,4ABC,Westhill,
"""
SWISS_MANAGER = """\
ID_No;Name;Sex;Fed;ClubNumber;ClubName;Birthday;Rtg_Nat;Fide_No;Rtg_Int;Title
700001;Abel, Ben;;CZE;1001;Klub A;1990;1744;9000041;1801;
700002;Beran, Cyril;;CZE;1001;Klub A;2011-04-03;1102;;;
700003;Cermak, Dana;f;CZE;1002;Klub B;12.10.1966;2044;9000042;2066;WIM
"""
EGD = """\
           European Go Database - all players       (05 Oct 2026)
 10000001  Bakker Anna                           NL  Voor    3k  --    1812  41    T261005A
 10000003  Dekker Carla                          DE  xxxx    8k   7k   1333  5     T250101C
 10000006  Gal Ferenc                            HU  Buda   30k  --    -850  2     T240303F
 10000007  Horn (Senior) Gert                    DE  Koln    2k  --    1902  66    T260505E
 10000009  Nobody (undefined)                    DE  Koln    2k  --    1902  66    T260505E
"""
FFG = (
    "#Echelle au 3/10/2026\n"
    + f"{'DUPONT Élise':<38}{'1850':<5} e 1234567 75Pa FR\n"
    + f"{'MARTIN Guy':<38}{'-450':<5} - 7654321 69Ly FR\n"
)
#: Each list: its text, its letters, and what is read: number, name, title, ratings, year.
LISTS = {
    "fide": (
        FIDE,
        "latin-1",
        [
            ("9000001", "Boom, Anna", "FM", 2301, 2250, 2188, 1999),
            ("9000002", "Cornelis, Bram", "", 1810, None, None, 2001),
            ("9000005", "Faber", "", None, 1500, None, 2009),
            ("9000006", "Grün, Jörg", "IM", 2399, 2380, 2400, 1971),
            ("9000007", "Hoek, Ilse", "", 1601, None, None, None),
        ],
    ),
    "fide-xml": (
        XML,
        "utf-8",
        [
            ("9000001", "Boom, Anna", "FM", 2301, 2250, None, 1999),
            ("9000006", "Grün & Söhne, Jörg", "", None, None, None, None),
        ],
    ),
    "knsb": (
        KNSB,
        "utf-8-sig",
        [
            ("9900001", "Van der Beek, Quinten", "", 1679, None, None, 2012),
            ("9900002", "Okeefe, Jacob", "GM", 2428, None, None, 1973),
            ("9900003", "Ait Said, Jan-Marco", "", None, None, None, 2015),
            ("9900004", "Öztürk, Saša", "FM", 2345, None, None, 2004),
            ("9900008", "Visser, Tom", "", 1333, None, None, None),
        ],
    ),
    "dsb": (
        DSB,
        "cp1252",
        [
            ("NU9000001", "Ahorn, Carla", "", 1844, None, None, 1991),
            ("NU9000003", "Celt, Eva", "FM", 2105, None, None, 1975),
            ("NU9000004", "Düne, Franz", "", None, None, None, 1950),
        ],
    ),
    "ecf": (
        ECF,
        "utf-8",
        [
            ("100001A", "Ashby, Carol", "", 1733, 1650, None, None),
            ("100004D", "Dean, Fay", "", None, None, None, None),
            ("100007G", "O'Hara, Ian", "", 1450, None, None, None),
        ],
    ),
    "named": (
        SWISS_MANAGER,
        "utf-8",
        [
            ("700001", "Abel, Ben", "", 1744, None, None, 1990),
            ("700002", "Beran, Cyril", "", 1102, None, None, 2011),
            ("700003", "Cermak, Dana", "WIM", 2044, None, None, 1966),
        ],
    ),
    "egd": (
        EGD,
        "iso-8859-15",
        [
            ("10000001", "Bakker, Anna", "", 1812, None, None, None),
            ("10000003", "Dekker, Carla", "", 1333, None, None, None),
            ("10000006", "Gal, Ferenc", "", None, None, None, None),
            ("10000007", "Horn (Senior), Gert", "", 1902, None, None, None),
        ],
    ),
    "ffg": (
        FFG,
        "latin-1",
        [
            ("1234567", "DUPONT, Élise", "", 1850, None, None, None),
            ("7654321", "MARTIN, Guy", "", None, None, None, None),
        ],
    ),
}


def read(data, name="", **how):
    data = data.encode() if isinstance(data, str) else data
    return read_list(io.BytesIO(data), name, **how)


def told(found):
    names = ("number", "name", "title", "rating", "rapid", "blitz", "birth_year")
    return [tuple(getattr(one, name) for name in names) for one in found.players.values()]


def packed(**files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name.replace("__", "."), (2026, 11, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return made.getvalue()


def of_belgium(tmp_path, rows):
    path = tmp_path / "players.sqlite"
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE players (IdNumber INT, Name TEXT, Sex TEXT, Birthday TEXT, Fed TEXT,"
            " Affiliated INT, Elo INT, Died TEXT, FideId INT)"
        )
        database.executemany("INSERT INTO players VALUES (?,?,?,?,?,?,?,?,?)", rows)
    database.close()
    return path.read_bytes()


@pytest.mark.parametrize("kind", LISTS)
def test_each_list_is_known_by_its_content_and_read(kind):
    text, letters, rows = LISTS[kind]
    found = read(text.encode(letters))
    assert found.kind == kind
    assert found.issuer == next(one.issuer for one in KINDS if one.key == kind)
    assert told(found) == rows
    assert not found.problems


@pytest.mark.parametrize("kind", LISTS)
def test_each_list_is_read_zipped_with_lines_that_end_otherwise(kind):
    text, letters, rows = LISTS[kind]
    data = text.replace("\n", "\r\n").encode(letters)
    assert told(read(packed(readme__md="# read me", list__txt=data))) == rows


def test_every_kind_of_the_table_has_its_sample():
    without = {"kbsb", "kbsb-table", "kept"}
    assert {kind.key for kind in KINDS} == LISTS.keys() | without


def test_the_belgian_database_is_read_and_who_died_is_left_out(tmp_path):
    rows = [
        (20001, "Aerts, Bea", "F", "1991-03-04", "V", 1, 1744, None, 9000021),
        (20002, "Baert, Cis", "M", "2010", "V", 1, 0, "", None),
        (20003, "Collin, Dédé", "M", "1955-01-01", "F", 0, 1999, "2020-01-01", 9000022),
    ]
    found = read(packed(players__sqlite=of_belgium(tmp_path, rows)))
    assert (found.kind, found.issuer) == ("kbsb", "KBSB")
    assert told(found) == [
        ("20001", "Aerts, Bea", "", 1744, None, None, 1991),
        ("20002", "Baert, Cis", "", None, None, None, 2010),
    ]
    assert found.players["20001"].fide == "9000021"


def test_a_database_with_a_view_instead_of_the_table_is_refused(tmp_path):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE VIEW players AS SELECT 1 IdNumber, 'x' Name, 1 Elo")
    database.close()
    with pytest.raises(ListRefused) as refused:
        read(path.read_bytes())
    assert refused.value.code == "no_database"


@pytest.mark.parametrize("text", [OF_2001, OF_2011])
def test_fides_older_lists_are_read_by_their_heads(text):
    [row] = told(read(text))
    assert row[:4] == ("9000001", "Boom, Anna", "WFM" if "wf" in text else "FM", 2301)


def test_a_list_of_a_month_says_its_date_and_its_name_the_tempo():
    found = read(OF_SEPTEMBER, "rapid_rating_list.txt")
    assert found.date == "2026-09-01"
    assert told(found) == [("9000001", "Boom, Anna", "FM", None, 2250, None, 1999)]
    assert read(OF_SEPTEMBER).players["9000001"].rating == 2250
    assert read(EGD).date == "2026-10-05"
    assert read(FFG.encode("latin-1")).date == "2026-10-03"


def test_the_three_lists_of_a_zip_are_one_with_three_tempos_and_the_day_of_the_zip():
    head, one = KNSB.splitlines()[0], "9900001;Van der Beek, Quinten;;NED;{};24;2012;"
    lists = {
        f"{name}__csv": f"{head}\n{one.format(rating)}\n"
        for name, rating in (("KLASSIEK", 1679), ("RAPID", 1700), ("SNEL", 1500))
    }
    found = read(packed(**lists))
    assert told(found) == [("9900001", "Van der Beek, Quinten", "", 1679, 1700, 1500, 2012)]
    assert found.date == "2026-11-01"


@pytest.mark.parametrize("letters", ["utf-8", "utf-8-sig", "cp1252"])
def test_letters_of_the_web_and_of_windows_are_read_alike(letters):
    found = read(KNSB.encode(letters))
    assert found.players["9900004"].name == "Öztürk, Saša"
    assert found.sample == "Öztürk, Saša"


def test_only_who_is_looked_for_is_kept_by_number_fides_number_or_name():
    def kept(data, names=(), numbers=()):
        keys = frozenset(key for name in names for key in wanted_keys(name))
        return [*read(data, wanted=Wanted(frozenset(numbers), keys)).players]

    assert kept(FIDE, numbers=["9000005"]) == ["9000005"]
    assert kept(DSB.encode("cp1252"), numbers=["9000031"]) == ["NU9000001"]
    assert kept(FIDE.encode("latin-1"), ["J. Grun"]) == ["9000006"]
    assert kept(FIDE, ["Boom"]) == ["9000001"]
    assert kept(FIDE, ["Kees Boom"]) == []
    assert kept(KNSB, ["Quinten van der Beek"]) == ["9900001"]
    assert kept(XML, ["Anna Boom"]) == ["9000001"]
    assert kept(EGD, ["Gert Horn (Senior)"]) == ["10000007"]


def test_of_two_columns_with_one_head_it_is_the_first():
    found = read("\n;;\nNr;Nr;Name;Rating\n12;99;Abel, Ben;1500\n")
    assert told(found) == [("12", "Abel, Ben", "", 1500, None, None, None)]


def test_a_list_of_a_million_takes_little_memory():
    lines = 200_000
    row = FIDE.splitlines()[2]

    class Made(io.RawIOBase):
        """So many rows, made as they are read."""

        def __init__(self):
            self.at = -1

        def readable(self):
            return True

        def seekable(self):
            return True

        def seek(self, offset, whence=0):
            self.at = -1
            return 0

        def tell(self):
            return 0

        def readinto(self, buffer):
            if self.at >= lines:
                return 0
            many = [FIDE.splitlines()[0]] if self.at < 0 else []
            many += [f"{8000000 + self.at + n}{row[7:]}" for n in range(1, 20)]
            self.at += 19
            data = "".join(f"{line}\n" for line in many).encode()[: len(buffer)]
            buffer[: len(data)] = data
            return len(data)

    tracemalloc.start()
    try:
        source = io.BufferedReader(Made(), buffer_size=1 << 14)
        found = read_list(source, wanted=Wanted(frozenset({"8000017"})))
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [*found.players] == ["8000017"]
    assert found.rows > lines - 30
    assert most < 5_000_000


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"PK\x03\x04rubbish", "bad_zip"),
        (packed(a__txt="nothing", b__md="# x"), "none_in_zip"),
        (packed(a__csv=KNSB, b__csv=ECF), "several"),
        (
            b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><playerslist></playerslist>",
            "no_heads",
        ),
        (XML.replace("<playerslist>", "<playerslist><!ENTITY a 'b'>"), "entities"),
        (XML.replace('encoding="UTF-8"', 'encoding="UTF-7"'), "encoding"),
        (b"\0\0\0\0", "not_a_text"),
        (b"Name;Rating\nA;1\n", "no_heads"),
        (b"ID Number Name\n1 2\n", "no_heads"),
        (b"x" * (2 << 20), "quotes"),
    ],
)
def test_what_is_no_list_is_refused(data, code):
    with pytest.raises(ListRefused) as refused:
        read(data)
    assert refused.value.code == code


def test_a_zip_that_unpacks_to_more_than_any_list_is_refused(monkeypatch):
    monkeypatch.setattr("pairing.formats.rating_lists.reading.MOST_UNPACKED", 100_000)
    with pytest.raises(ListRefused) as refused:
        read(packed(bomb__csv=KNSB + "9900001;x;;;1;;;\n" * 20_000))
    assert refused.value.code == "too_large"
