"""Does a column's rule hold for whatever comes in: forms, steps, archives, however written?"""

import io
import json
import tracemalloc
import zipfile

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile

from clubcomp.flow.archives.packed import MOST_ROWS
from clubcomp.flow.archives.reading import BadArchive, import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.checks import check_row, check_texts
from clubcomp.flow.errors import StepError
from clubcomp.forms.clubs import ClubSettingsForm
from clubcomp.forms.messages import ClubMessagesForm
from clubcomp.models import Category, Club, Event, Identity, Player, Prize, Rating, rules
from pairing.formats import document_people, nodes
from pairing.formats.document import _TEMPO_NUMBERS as TEMPO
from pairing.formats.nodes import YEARS
from tests import make
from tests.flow.test_archives import packed, unpacked
from tests.views.two_clubs import TwoClubs

pytestmark = pytest.mark.django_db

#: Model, column, and values that only the form refused, or nobody.
BROKEN = [
    (Club, "embed_sites", "* https://a.example; script-src *"),
    (Club, "embed_sites", "https://a.example;script-src"),
    (Club, "embed_sites", "https://a.example/page"),
    (Club, "embed_sites", "https://a.example  https://b.example"),
    (Club, "embed_sites", "https://a.example\nhttps://b.example"),
    (Club, "embed_sites", "https://a\\.example"),
    (Club, "embed_sites", "'self'"),
    (Club, "sender_name", "De Toren\r\nBcc: all@example.org"),
    (Club, "sender_name", "De Toren\n"),
    (Club, "name", "De\u2028Toren"),
    (Club, "name", "De\x85Toren"),
    (Club, "name", "De\rToren"),
    (Club, "reply_to", "anna@[127.0.0.1]"),
    (Club, "reply_to", '"a\x0bb"@example.org'),
    (Club, "kinds_off", [[[{}]]]),
    (Club, "kinds_off", ["sign_in"]),
    (Club, "kinds_off", [{"board": 1}]),
    (Club, "country", "<>"),
    (Club, "country", "nl"),
    (Player, "rating", 4001),
    (Player, "federation", "n;d"),
    (Player, "email", "anna@[10.0.0.1]"),
    (Player, "name", "Anna\x07"),
    (Player, "name", "Anna \ud800"),
    (Player, "name", "Anna\x1b[2J"),
    (Rating, "value", 5000),
]
every = pytest.mark.parametrize(("model", "column", "value"), BROKEN, ids=repr)


@pytest.fixture(scope="module")
def files(django_db_setup, django_db_blocker):
    from tests.views.two_clubs import undone

    with django_db_blocker.unblock(), undone():
        club = TwoClubs().club
        Rating.objects.create(player=club.players.first(), list="KNSB", value=1500)
        return unpacked(export_club(club))


@every
def test_no_archive_brings_it_in(files, model, column, value):
    file = f"{model.__name__.lower()}.json"
    rows = files[file]
    with pytest.raises(BadArchive) as refused:
        import_club(packed(files | {file: [rows[0] | {column: value}, *rows[1:]]}), by=None)
    assert "\ud800" not in str(refused.value)
    assert str(refused.value).startswith((f"{file}, row 1, “{column}”", f"The file {file}"))


@every
def test_no_step_stores_it(model, column, value):
    club = make.make_club()
    row = club if model is Club else Player(club=club, name="Anna")
    if model is Rating:
        row = Rating(player=row, list="KNSB")
    setattr(row, column, value)
    if column in ("email", "reply_to"):  # of which the steps speak themselves
        with pytest.raises(ValidationError):
            row.clean_fields()
        return
    with pytest.raises(StepError):
        check_texts(row)


#: Of a table, values that do not go together, and what is said of them.
TOGETHER = [
    ("identity", {"issuer": "KNSB", "number": "12a"}, "has digits only"),
    ("identity", {"issuer": "", "number": "12 34"}, "is not a number"),
    ("player", {"birth_year": 1492}, "A year of birth lies between"),
    ("player", {"name": " "}, "A player needs a name"),
    ("category", {"name": " "}, "A category needs a name"),
    ("category", {"born_from": 2012, "born_until": 2010}, "Nobody is between 2012 and 2010"),
    ("category", {"rating_from": 9000}, "A rating lies between"),
    ("prize", {"place": 0}, "A place lies between 1 and 200"),
    ("prize", {"place": None, "name": ""}, "a prize by hand"),
    ("prize", {"worth": 2_000_000}, "between 0 and a million"),
    ("tempo", {"key": "a b"}, "cannot be the short name of a tempo"),
    ("tempo", {"key": "all"}, "cannot be the short name of a tempo"),
    ("tempo", {"weight": "11"}, "The weight of a tempo is"),
    ("tempo", {"weight": "1/0"}, "The weight of a tempo is"),
    ("tempo", {"weight": "2/4"}, "The weight of a tempo is"),
    ("tempo", {"games_per_evening": 0}, "“games an evening” of a tempo lies between 1 and 20"),
    ("tempo", {"last_n": 100}, "of a tempo lies between 0 and 99"),
    ("tempo", {"absence_limit": 100}, "of a tempo lies between 0 and 99"),
    ("entry", {"key": "a b"}, "“a b” cannot be the short name of a player or a group"),
    ("entry", {"key": "0"}, "cannot be the short name of a player or a group"),
    ("entry", {"group": "A/B"}, "cannot be the short name of a player or a group"),
    ("entry", {"start": 0}, "A place in the start order is 1 or more"),
    ("entry", {"joined": 0}, "The last evening cannot be before the first one"),
    ("entry", {"joined": 3, "left": 2}, "The last evening cannot be before the first one"),
    ("entry", {"moves": [["A", 0, True]]}, "These are no groups of before"),
    ("entry", {"moves": [["A", 2, True], ["B", 2, True]]}, "These are no groups of before"),
    ("entry", {"moves": [["A", 1]]}, "These are no groups of before"),
    ("entry", {"moves": [["A B", 1, True]]}, "cannot be the short name of a player or a group"),
    ("entry", {"start_points": ["x", None]}, "These are no points to be paired with"),
    ("entry", {"start_points": ["1/2"]}, "These are no points to be paired with"),
    ("entry", {"start_points": ["1000", 2]}, "These are no points to be paired with"),
    ("entry", {"start_points": ["1", 0]}, "These are no points to be paired with"),
    ("event", {"start": "2026-05-02", "end": "2026-05-01"}, "cannot come before the first"),
]


@pytest.mark.parametrize(("table", "values", "said"), TOGETHER)
def test_what_does_not_go_together_comes_in_by_no_archive_and_no_step(table, values, said):
    competition = make.make_competition(2)
    player, made = competition.entries.first().player, {"competition": competition}
    rows = {
        "identity": Identity(player=player, club=competition.club, issuer="KNSB", number="1234567"),
        "player": player,
        "category": Category(name="Jeugd", born_from=2010, **made),
        "prize": Prize(number=1, place=1, **made),
        "event": Event(place="Utrecht", **made),
        "tempo": competition.tempos.first(),
        "entry": competition.entries.first(),
    }
    row = rows[table]
    row.save()
    files = unpacked(export_club(competition.club))
    first, *others = files[f"{table}.json"]
    with pytest.raises(BadArchive, match=rf"^{table}\.json, row 1: .*{said}"):
        import_club(packed(files | {f"{table}.json": [first | values, *others]}), by=None)
    for name, value in values.items():
        setattr(row, name, value)
    with pytest.raises(StepError, match=said):
        check_row(row)


def test_the_rules_are_those_of_a_document():
    assert rules.YEARS == YEARS
    assert rules.WORD.pattern == nodes._ID.pattern
    limits = {name: (read.keywords["low"], read.keywords["high"]) for name, read in TEMPO.items()}
    assert limits == {**rules.TEMPO_NUMBERS, "weight": (0, rules.HEAVIEST)}
    points = document_people.POINTS.keywords
    assert (points["low"], points["high"]) == (-rules.MOST_POINTS, rules.MOST_POINTS)


def test_forms_refuse_it_at_its_field():
    club = make.make_club()
    settings = {"name": "De Toren", "slug": "toren", "country": "NL", "time_zone": "UTC"}
    for sites in ("* https://a.example", "https://a.example;script-src", "https://a\\.example"):
        form = ClubSettingsForm(settings | {"rating_k": 0, "embed_sites": sites}, instance=club)
        assert list(form.errors) == ["embed_sites"]
    form = ClubSettingsForm(
        settings | {"rating_k": 0, "embed_sites": "a.example/x,\nhttp://b.example:8080"},
        instance=club,
    )
    assert not form.errors
    assert form.cleaned_data["embed_sites"] == "https://a.example http://b.example:8080"
    form = ClubMessagesForm({"sender_name": "A\r\nB", "reply_to": "a@[::1]"}, instance=club)
    assert sorted(form.errors) == ["reply_to", "sender_name"]


# What a few bytes stand for --------------------------------------------------------------------


def zipped(files, **texts):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, texts.get(name) or json.dumps(content))
        for name in texts.keys() - files.keys():
            archive.writestr(name, texts[name])
    return data.getvalue()


#: Made where they are tried: together they are some hundred megabytes.
BOMBS = {
    "rows": lambda: "[" + "{}," * (MOST_ROWS + 1) + "{}]",
    "lists": lambda: "[" + "[]," * 15_000_000 + "{}]",
    "numbers": lambda: "[" + "1," * 20_000_000 + "1]",
    "columns": lambda: "[{" + ",".join(f'"{number}":1' for number in range(4_000_001)) + "}]",
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_rows_are_counted_before_they_are_parsed(files, bomb):
    text = BOMBS[bomb]()
    data = zipped({"archive.json": files["archive.json"]}, **{"club.json": text})
    tracemalloc.start()
    try:
        with pytest.raises(BadArchive, match="too large"):
            import_club(data, by=None)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * len(text)


def test_what_is_larger_than_a_club_is_not_unpacked(files):
    big = {"round.json": " " * 51_000_000}
    with pytest.raises(BadArchive, match="too large"):
        import_club(zipped(files, **big), by=None)


def test_commas_and_braces_in_texts_are_no_rows(files):
    noted = files["trail-entry.json"]
    long = [noted[0] | {"facts": {"note": '{[,"\\' * 500_000}}, *noted[1:]]
    assert import_club(packed(files | {"trail-entry.json": long}), by=None).pk


@pytest.mark.parametrize("place", ["a value", "a column", "deep", "the head"])
def test_half_a_sign_is_refused_in_words(files, place):
    player = files["player.json"][0]
    changed = {
        "a value": {"player.json": [player | {"name": "a\ud800"}]},
        "a column": {"player.json": [player | {"a\ud800": 1}]},
        "deep": {
            "competition.json": [files["competition.json"][0] | {"options": {"x": ["\udfff"]}}]
        },
        "the head": {"archive.json": files["archive.json"] | {"format": "\ud800"}},
    }[place]
    owner = TwoClubs().client("staff")
    file = SimpleUploadedFile("club.zip", packed(files | changed))
    answer = owner.post("/clubs/import/", {"file": file, "slug": "elders"})
    assert answer.status_code == 200
    assert not Club.objects.filter(slug="elders").exists()
