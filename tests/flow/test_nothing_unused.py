"""Whatever a reader does not use of a file or a text is named before anything is written.

To a golden input of every reader a line of nonsense, a column and a key are added; the preview
names each, or the reader refuses the file and names it there.
"""

from datetime import date

import pytest

from clubcomp.flow.archives.graph import file_of, tables
from clubcomp.flow.archives.reading import BadArchive, import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.incoming.past_evenings import add_past_evenings
from clubcomp.flow.incoming.past_games import read_past_games
from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.incoming.rating_list import read_rating_list
from clubcomp.models import Club, Competition, Unpaired, User
from clubcomp.record.snapshots import whole_snapshot
from pairing import sentences
from pairing.core.types import Result
from pairing.formats.errors import DocumentError
from pairing.formats.trf_written import write_trf
from tests.flow.test_archives import packed, unpacked
from tests.make import TEMPOS, make_club, make_competition, make_player, make_swiss
from tests.programs import FILES, games_pasted
from tests.views.two_clubs import TwoClubs, undone

pytestmark = pytest.mark.django_db
NONSENSE = "Bazinga 4711"


@pytest.fixture(scope="module")
def archive(django_db_setup, django_db_blocker):
    """The files of the archive of a club with something in every table."""
    with django_db_blocker.unblock(), undone():
        return unpacked(export_club(TwoClubs().club))


MEMBERS = "Naam;Rating;Bondsnummer\nJan de Vries;1512;7654321\nAyşe Öztürk;1640;7654322"
GAMES = "Datum;Wit;Zwart;Uitslag\n5-9-2019;Adema;Bakker;1-0\n;Cornelis;vrij;"
RATINGS = "Relatienummer;Naam;Rating\n7000001;Jansen, Jan;1834\n7000002;Berg, van den, A.;1720\n"


def with_column(text, delimiter=";"):
    """A text in columns, with another one."""
    head, *rows = text.splitlines()
    return "\n".join([f"{head}{delimiter}Kleur", *(f"{row}{delimiter}{NONSENSE}" for row in rows)])


def with_line(text):
    """A text with a line of nonsense at its end."""
    return f"{text.rstrip()}\n{NONSENSE}\n"


def named(data):
    """What the preview of a competition file says, or what it is refused with."""
    try:
        return " ".join(map(sentences.trf_warning, read_incoming(data).warnings))
    except (DocumentError, StepError) as refusal:
        return sentences.error(refusal) if isinstance(refusal, DocumentError) else str(refusal)


def of_members(text):
    read = read_pasted(Club.objects.first() or make_club(), text)
    lines = [f"{line.problem and line.text} {line.unused}" for line in read.lines]
    return " ".join([*lines, *read.unused])


def of_games(text):
    competition = Competition.objects.first() or make_competition(4)
    read = read_past_games(competition.tempos.first(), text)
    return " ".join(
        [
            *(f"{line.text} {line.problem}" for line in read.broken),
            *(line.unused for line in read.unused),
            *read.titles,
            *read.columns,
        ]
    )


def of_ratings(text):
    read = read_rating_list(text.encode())
    return " ".join([*read.problems, *read.unused])


@pytest.mark.parametrize(
    ("read", "golden"), [(of_members, MEMBERS), (of_games, GAMES), (of_ratings, RATINGS)]
)
def test_a_line_and_a_column_too_many_are_named(read, golden):
    assert "Kleur" in read(with_column(golden))
    assert "Bazinga" in read(with_line(golden))
    head, first, *rest = golden.splitlines()
    surplus = "\n".join([head, f"{first};{NONSENSE}", *rest])
    assert "Bazinga" in read(surplus), "a cell for which there is no column"


@pytest.mark.parametrize("file", ["lichess-swiss.trf", "tornelo-keizer.trf", "dutch_2025_C5.trf"])
def test_of_a_trf_lines_and_words_too_many_are_named(file):
    text = (FILES / file).read_text()
    assert NONSENSE in named(with_line(text).encode())
    assert "Bazinga" in named(f"{text.rstrip()}\nXYZ Bazinga\n".encode())
    assert "202" in named(f"{text.rstrip()}\n202 BH\n".encode())
    rounds = next(line for line in text.splitlines() if line.startswith(("XXR", "142")))
    assert "Bazinga" in named(text.replace(rounds, f"{rounds} Bazinga").encode())
    player = next(line for line in text.splitlines() if line.startswith("001"))
    with_federation = f"{player[:53]}Q?Z{player[56:]}"
    assert "Q?Z" in named(text.replace(player, with_federation).encode())


def test_our_own_trf_has_nothing_that_is_not_used_but_what_names_the_program():
    competition = make_swiss(4, rounds=3)
    assert named(write_trf(whole_snapshot(competition))) == ""


@pytest.mark.parametrize("file", ["opengotha-no-ties.h9", "opengotha-ties-leave-place-blank.h9"])
def test_of_an_h9_heads_lines_and_words_too_many_are_named(file):
    text = (FILES / file).read_text()
    assert NONSENSE in named(f"; XY[{NONSENSE}]\n{text}".encode())
    assert NONSENSE in named(f"; {NONSENSE}\n{text}".encode())
    player = next(line for line in text.splitlines() if "Speler01" in line)
    assert "Bazinga" in named(text.replace(player, f"{player} Bazinga").encode())
    assert "regel" in named(with_line(text).encode()) or "line" in named(with_line(text).encode())


def test_a_document_with_a_key_too_many_is_refused_with_that_key():
    document = (FILES / "keizerforclubs-as-document.json").read_text()
    for place in ('"players": [\n  {', '"evenings": [\n  {', "{"):
        assert "bazinga" in named(document.replace(place, f'{place} "bazinga": 1,', 1).encode())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Naam;Voornaam;Elo\nVan den Bossche;Koen;1994", "Van den Bossche, Koen"),
        ("Naam;Voornaam;Elo\nJansen, Jan;Jan;1994", "Jansen, Jan"),
        ("Naam;Tussenvoegsel;Voornaam;Elo\nVries;de;Klaas;1650", "de Vries, Klaas"),
        ("Naam;Tussenvoegsel;Elo\nDaan Boer;de;1650", "de Boer, Daan"),
        ("Naam;Achternaam;Elo\nJan;Jansen;1650", "Jansen, Jan"),
        ((FILES / "naam-voornaam.csv").read_text(), "Vries, Klaas"),
    ],
)
def test_a_name_is_all_that_its_columns_say(text, name):
    [line] = read_pasted(make_club(), text).lines
    assert (line.name, line.unused) == (name, "")


def test_a_name_that_two_columns_tell_otherwise_is_named():
    [line] = read_pasted(make_club(), "Naam;Voornaam;Elo\nJansen, Jan;Piet;1994").lines
    assert (line.name, line.unused) == ("Jansen, Jan", "Piet")


def keizer(club):
    """A competition of the players of the pasted samples."""
    names = "Inanna Helena Amurru Achill Hermes Ajax Verdandi Ninedena Isenbrink".split()
    for name in names:
        make_player(club, name)
    return start_competition(
        club,
        name="Keizer",
        slug="keizer",
        system="attacalc",
        options={},
        tempos=TEMPOS[:1],
        players=club.players.order_by("pk"),
        by=None,
    )


def test_a_reason_before_the_names_is_read_as_one_behind_them():
    competition = keizer(make_club())
    text = """Datum;Wit;Zwart;Uitslag
5-10-2019;Inanna;Helena;1-0
Zonder bericht: Verdandi
Afwezig: Achill, Hermes
Bye: Ajax"""
    add_past_evenings(competition.tempos.first(), text, by=None)
    kinds = Unpaired.objects.order_by("entry__key").values_list("entry__key", "kind")
    assert list(kinds) == [("ajax", "bye"), ("verdandi", "no_notice")]


def test_a_result_beside_somebody_who_played_elsewhere_is_named():
    tempo = keizer(make_club()).tempos.first()
    read = read_past_games(tempo, "5-10-2019;Inanna;extern;1-0\n;Helena;Ajax;1-0")
    assert [(line.kind, line.unused) for line in read.unused] == [("external", "1-0")]


def test_who_has_left_or_was_not_in_it_yet_is_asked_and_read():
    competition = keizer(make_club())
    tempo = competition.tempos.first()
    text = "5-10-2019;Inanna;Helena;1-0\n12-10-2019;Inanna;Ajax;1-0"
    read = read_past_games(tempo, text)
    assert [str(one) for one in read.no_more] == ["Helena"]
    assert [str(one) for one in read.not_before] == ["Ajax"]
    text = f"{text}\n;Helena;gestopt\n5-10-2019;Ajax;nog geen lid"
    read = read_past_games(tempo, text)
    assert (read.no_more, read.not_before) == ([], [])
    add_past_evenings(tempo, text, by=None)
    assert competition.entries.get(key="helena").left == 1
    assert competition.entries.get(key="ajax").joined == 2
    assert not Unpaired.objects.exists()


@pytest.mark.parametrize("name", [*games_pasted()])
def test_a_table_as_people_have_it_is_read_or_says_why_not(name):
    """The expected is worked out by hand: games, those without one, and lines not understood."""
    competition = keizer(make_club())
    tempo = competition.tempos.first()
    if name in ROUNDS_ALONE:
        for day in range(1, 6):
            competition.evenings.create(
                tempo=tempo, number=day, date=date(2020, 1, day), serial=day
            )
    read = read_past_games(
        tempo, games_pasted()[name].replace("2026", "2019").replace("-26", "-19")
    )
    games = [line for one in read.evenings for line in one.lines if line.result]
    alone = [line for one in read.evenings for line in one.lines if line.kind]
    assert (len(games), len(alone), len(read.broken)) == TABLES[name]


ROUNDS_ALONE = (
    "chess-results round (en)",
    "cross table",
    "I heading Thuis/Uit Witspeler",
)
TABLES = {
    "chess-results round (en)": (3, 1, 0),
    "chess-results round (de)": (1, 1, 0),
    "chess-results round (nl)": (1, 1, 0),
    "Sevilla round text": (3, 1, 0),
    "Sevilla 2": (2, 0, 0),
    "KFC table": (0, 0, 3),  # nothing says when
    "cross table": (6, 0, 0),
    "PGN": (2, 0, 0),
    "two tables of names, rating in names": (1, 0, 0),
    "reasons of absence": (1, 7, 0),
    "A zonder bericht line under headings": (1, 3, 0),
    "B chess-results nl, plain heading + date line": (2, 2, 0),
    "C en +- forfeits": (3, 0, 0),
    "D date US/iso/dot/short": (5, 0, 0),
    "E KFC with headings and date": (3, 0, 0),
    "F draughts style 2-0 in chess": (0, 0, 1),
    "G double round same pair, same evening two games": (1, 0, 1),
    "H open game": (3, 0, 0),
    "I heading Thuis/Uit Witspeler": (1, 0, 0),
    "J two columns result per player": (2, 0, 0),
    "K external with result": (0, 2, 0),
    "L reasons": (0, 7, 1),
}


def test_a_game_that_is_still_to_be_played_comes_along():
    tempo = keizer(make_club()).tempos.first()
    add_past_evenings(tempo, "5-10-2019;Inanna;Helena;afgebroken", by=None)
    read = tempo.competition.evenings.get().rounds.get().games.get()
    assert read.result == Result.UNFINISHED.value


# The archive of a club -----------------------------------------------------------------------


def refused(files):
    """What an archive is refused with; nothing is written, not even an account."""
    with pytest.raises(BadArchive) as refusal:
        import_club(packed(files), by=None)
    assert not Club.objects.exists()
    assert not User.objects.exists()
    return str(refusal.value)


def test_an_archive_names_a_key_a_file_and_each_column_that_it_does_not_know(archive):
    head = archive["archive.json"]
    assert f"archive.json has “{NONSENSE}”" in refused(
        archive | {"archive.json": head | {NONSENSE: 1}}
    )
    assert "The archive has bazinga.json" in refused(archive | {"bazinga.json": [{"a": 1}]})
    assert "The archive has bazinga.json" in refused(archive | {"bazinga.json": []})
    for file, rows in archive.items():
        if file != "archive.json" and rows:
            said = refused(archive | {file: [*rows[:-1], rows[-1] | {NONSENSE: 1}]})
            assert said.startswith(f"{file}, row {len(rows)}, “{NONSENSE}”")


def test_a_table_of_which_the_club_has_no_row_names_a_column_as_well(archive):
    """Its rows are read by the same function; here one of nonsense alone."""
    empty = {file_of(model) for model in tables()} - {
        file for file, rows in archive.items() if rows
    }
    for file in empty:
        said = refused(archive | {file: [{NONSENSE: 1}]})
        assert said.startswith(f"{file}, row 1, “{NONSENSE}”")


@pytest.mark.parametrize("key", ["options", "facts"])
def test_what_is_written_as_json_is_kept_or_named(archive, key):
    """A system names an option that it does not have; the facts of the log are kept as they are."""
    file = {"options": "competition.json", "facts": "trail-entry.json"}[key]
    first, *others = archive[file]
    changed = archive | {file: [first | {key: first[key] | {NONSENSE: 1}}, *others]}
    if key == "options":
        assert NONSENSE in refused(changed)
    else:
        club = import_club(packed(changed), by=None)
        assert unpacked(export_club(club))[file][0][key][NONSENSE] == 1
