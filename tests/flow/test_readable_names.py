"""What turns the writing around, or covers the lines above, gets into no name: by whatever way."""

import json

import pytest

from clubcomp.doors.names import is_readable, readable
from clubcomp.flow.accounts.deputies import name_deputy
from clubcomp.flow.accounts.second_factors import add_factor
from clubcomp.flow.archives.reading import BadArchive, import_club
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.clubs import change_club, found_club, give_role
from clubcomp.flow.competitions.competition import add_tempo, change_competition
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.documents.downloads import export_trf
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.messages import change_messages
from clubcomp.flow.people.guests import add_guest
from clubcomp.flow.people.members import add_member, change_member
from clubcomp.models import Club, Player, SecondFactor
from pairing.formats.errors import DocumentError
from tests import make
from tests.flow.test_archives import packed, unpacked

TURNED, STACKED = "Anna \u202eAdema", "Anna A" + "\u0301" * 9 + "dema"
HOSTILE = [TURNED, STACKED, "Anna \x1b[31mAdema", "Anna \u2028Adema", "Anna A\x9bdema"]
every = pytest.mark.parametrize

STEPS = {
    "a member": lambda club, name: add_member(club, name=name, by=None),
    "another name": lambda club, name: change_member(club.players.first(), name=name, by=None),
    "where a guest plays": lambda club, name: add_member(club, name="Bo", other_club=name, by=None),
    "a club": lambda club, name: found_club(name, "buiten", make.make_user(), by=None),
    "its other name": lambda club, name: change_club(club, name=name, slug="toren", by=None),
    "an account": lambda club, name: give_role(
        club, email="a@example.org", name=name, role="member", by=None
    ),
    "who sends": lambda club, name: change_messages(
        club, sender_name=name, reply_to="", kinds_off=(), by=None
    ),
    "a competition": lambda club, name: change_competition(
        club.competitions.get(), name=name, slug="intern", by=None
    ),
    "a tempo": lambda club, name: add_tempo(
        club.competitions.get(), key="snel", name=name, games_per_evening=1, by=None
    ),
    "a deputy": lambda club, name: name_deputy(evening_of(club), name=name, by=None),
    "what is asked after the password": lambda club, name: add_factor(
        make.make_user(), SecondFactor.Kind.PASSKEY, name, "key", 0
    ),
    "a guest": lambda club, name: add_guest(evening_of(club), name=name, by=None),
}


def evening_of(club):
    return make.make_evening(club.competitions.get(), "blitz")


@pytest.mark.django_db
@every("name", HOSTILE)
@every("step", STEPS)
def test_no_step_takes_it_and_each_says_what_to_do(step, name):
    club = make.make_competition(4).club
    with pytest.raises(StepError, match="hidden signs in it") as refusal:
        STEPS[step](club, name)
    assert is_readable(str(refusal.value))


@pytest.mark.django_db
@every("name", HOSTILE)
def test_no_document_brings_it_in(name):
    club = make.make_competition(4).club
    document = json.loads(export_document(club.competitions.get()))
    players, tempos = document["players"], document["tempos"]
    for changed in (
        document | {"name": name},
        document | {"players": [players[0] | {"name": name}, *players[1:]]},
        document | {"tempos": [tempos[0] | {"name": name}, *tempos[1:]]},
    ):
        with pytest.raises((StepError, DocumentError), match="hidden signs in it|bad character"):
            make.import_file(make_other(), json.dumps(changed))
    assert not Player.objects.filter(club__slug="buiten").exists()


def make_other():
    return Club.objects.get_or_create(name="Buiten", slug="buiten")[0]


@pytest.mark.django_db
def test_no_report_of_a_federation_brings_it_in():
    competition = make.make_swiss()
    text = export_trf(competition, "26").decode()
    name = competition.entries.order_by("start")[0].player.name
    assert name in text
    with pytest.raises(StepError, match="hidden signs in it"):
        make.import_file(make_other(), text.replace(name, name[:-1] + "\u202e"))


@pytest.mark.django_db
@every("name", HOSTILE)
def test_no_archive_brings_it_in(name):
    files = unpacked(export_club(make.make_competition(4).club))
    for file in ("player.json", "club.json", "competition.json"):
        changed = [files[file][0] | {"name": name}, *files[file][1:]]
        with pytest.raises(BadArchive, match="hidden signs in it"):
            import_club(packed(files | {file: changed}), slug="buiten", by=None)


@pytest.mark.django_db
def test_a_pasted_list_loses_what_nobody_sees_and_refuses_the_rest():
    club = make.make_club()
    turned, stacked = read_pasted(club, f"{TURNED}\t1800\n{STACKED}\t1700").lines
    assert (turned.name, turned.problem) == ("Anna Adema", "")
    assert "hidden signs in it" in stacked.problem


@every("name", ["Öztürk, İpek", "Nguyễn Thị Ánh", "Ştefan Łukasz", "שָׁלוֹם", "مُحَمَّد", "O’Brien"])
def test_names_of_all_languages_are_taken(name):
    assert is_readable(name)


@every("name", HOSTILE)
def test_what_is_told_of_it_is_readable(name):
    assert is_readable(readable(name))
    assert readable(name).startswith("Anna")
