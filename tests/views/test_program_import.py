"""A file of another program through the import page: what is asked, and what is said of it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.translation import override

from clubcomp.flow.incoming.files import systems_of
from clubcomp.models import Competition, Game, Round
from pairing import sentences
from pairing.formats.errors import TrfWarning
from pairing.registry import system_keys
from tests.programs import FILES
from tests.views.leader import Leader
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

SEVILLA, SWISS = "sevilla-report-14-players.json", "knsb-rating"


@pytest.fixture
def leader() -> Visitor:
    return Visitor()


def upload(leader, file):
    """Choose a file on the import page and look at it."""
    chosen = SimpleUploadedFile(file, (FILES / file).read_bytes())
    return leader.fill_in("import", file=chosen)


def bring_in(leader, looked, **answers):
    """The second press, with what the page carried."""
    given = {"act": "import", "upload": looked.context["upload"], "name": "Zomer"}
    return leader.fill_in("import", **given | answers)


def test_a_season_that_runs_is_asked_how_many_rounds_it_has(leader):
    looked = upload(leader, SEVILLA)
    assert "How many rounds has the competition in all?" in text(looked)
    assert "The file does not say; it holds 2." in text(looked)
    assert looked.context["form"].initial["system"] == "knsb-rating"
    assert "the tie-breaks that are usual in this system" in text(looked)
    assert "The points of all 14 players here are equal to those in the file." in text(looked)
    assert "choose them in the options afterwards" not in text(looked)
    assert "Something is not right yet" in text(bring_in(leader, looked, system=SWISS))
    assert "in a competition of 1 rounds" in text(
        bring_in(leader, looked, rounds="1", system=SWISS)
    )
    assert bring_in(leader, looked, rounds="9", system=SWISS).status_code == 302
    assert Competition.objects.get().options["rounds"] == 9


def test_games_without_colours_are_one_line_and_go_has_its_usual_system_first(leader):
    said = text(upload(leader, "opengotha-ties-leave-place-blank.h9"))
    assert said.count("no colours") == 1
    assert "35 games have no colours in the file" in said
    assert systems_of("h9")[0] == "knsb-resistance"


TORNELO = "tornelo-keizer.trf"


@pytest.mark.parametrize("system", ["keizer", "attacalc"])
def test_a_report_of_a_keizer_comes_in_as_a_keizer_without_a_number_of_rounds(leader, system):
    data = (FILES / TORNELO).read_bytes().replace(b"XXR 7\n", b"")
    looked = leader.fill_in("import", file=SimpleUploadedFile(TORNELO, data))
    assert "How many rounds has the competition in all?" in text(looked)
    refused = bring_in(leader, looked, system="knsb-rating")
    assert refused.context["form"].errors.keys() == {"rounds"}
    assert bring_in(leader, looked, system=system).status_code == 302
    competition = Competition.objects.get()
    assert competition.system == system
    assert [evening.date.isoformat() for evening in competition.evenings.all()] == 3 * [
        "2022-12-20"
    ]
    said = text(leader.see("receipt", competition.slug))
    assert "counted by the rules of the system" in said
    assert "Nothing of the file was left out" not in said


def test_a_report_that_names_a_keizer_is_one_unless_somebody_says_otherwise(leader):
    data = b"092 Individual: Keizer\n" + (FILES / TORNELO).read_bytes()
    looked = leader.fill_in("import", file=SimpleUploadedFile(TORNELO, data))
    assert looked.context["form"].initial["system"] == "keizer"
    assert systems_of("trf", data)[0] == "keizer"
    assert "rounds" not in looked.context["form"].fields  # the file says it


def test_a_swiss_that_was_taken_for_a_keizer_is_asked_its_number_of_rounds(leader):
    data = b"092 Keizer\n" + (FILES / TORNELO).read_bytes().replace(b"XXR 7\n", b"")
    looked = leader.fill_in("import", file=SimpleUploadedFile(TORNELO, data))
    refused = bring_in(leader, looked, system=SWISS)
    assert refused.context["form"].errors.keys() == {"rounds"}
    assert bring_in(leader, looked, system=SWISS, rounds="9").status_code == 302
    assert Competition.objects.get().options["rounds"] == 9


@pytest.mark.parametrize("kind", ["trf", "h9", "table"])
def test_every_system_that_can_hold_the_rounds_of_a_file_is_offered(kind):
    follow_a_schedule = {"knockout"} | ({"berger"} if kind != "trf" else set())
    assert {*systems_of(kind)} == {*system_keys()} - follow_a_schedule


def test_a_table_that_somebody_has_may_be_of_a_keizer(leader):
    table = "Ronde 1\nWit;Zwart;Uitslag\nAnna;Bob;1-0\n"
    looked = leader.fill_in("import", text=table)
    assert looked.context["form"].initial["system"] == "knsb-rating"
    assert bring_in(leader, looked, system="keizer").status_code == 302
    assert Competition.objects.get().system == "keizer"


KEIZER_FOR_CLUBS = "keizerforclubs-test.s3db"


def test_everybody_whose_points_differ_is_named_also_who_has_left(leader):
    looked = upload(leader, KEIZER_FOR_CLUBS)
    said = [line for line in looked.context["otherwise"] if "points in the file" in line]
    assert "Verdandi has 0 points in the file and 8.5 here" in said
    assert "Ninedena has 23.15 points in the file and 18.5 here" in said
    assert len(said) == 8  # Helena's are equal


def test_points_that_differ_are_written_in_one_way_with_the_comma_of_the_language():
    told = TrfWarning(0, 0, "points_differ", {"player": "Ajax", "found": "103/10", "ours": "26/3"})
    with override("nl"):
        assert sentences.trf_warning(told) == "Ajax heeft in het bestand 10,3 punten en hier 8⅔"


@pytest.mark.parametrize(
    ("file", "count"), [(KEIZER_FOR_CLUBS, 25), (SEVILLA, 67), ("sharly-papi-export.json", 16)]
)
def test_fields_that_only_the_other_program_uses_are_folded_by_what_they_are_about(
    leader, file, count
):
    looked = upload(leader, file)
    assert looked.context["field_count"] == count
    folded = text(looked).split(f"<summary> {count} fields that only the other program uses")[1]
    assert "Of each player (" in folded.split("</details>")[0]
    assert not any("not used" in line for line in looked.context["left_out"])


def test_nothing_was_left_out_is_said_only_where_there_is_no_remark_at_all(leader):
    looked = upload(leader, SEVILLA)
    assert bring_in(leader, looked, rounds="9", system=SWISS).status_code == 302
    receipt = text(leader.see("receipt", Competition.objects.get().slug))
    assert "are equal to those in the file" in receipt
    assert "Nothing of the file was left out" not in receipt


def test_a_refused_report_is_told_in_a_sentence_that_begins_as_one(leader):
    data = (FILES / TORNELO).read_text().replace("4 w 0     6 b 1", "4 w 0     3 b 1", 1)
    said = text(leader.fill_in("import", text=data))
    assert "Nothing was imported. Line 3, column " in said


@pytest.mark.parametrize(
    ("file", "system", "answers"), [(SEVILLA, SWISS, {"rounds": "9"}), (TORNELO, "keizer", {})]
)
def test_from_the_file_of_the_old_program_to_the_boards_of_the_next_evening(
    leader, file, system, answers
):
    """Each press by the page that the one before leads to."""
    looked = upload(leader, file)
    brought = bring_in(leader, looked, system=system, **answers)
    receipt = leader.client.get(brought.url)
    competition = Competition.objects.get()
    home = leader.address("competition", competition.slug)
    assert f'href="{home}"' in receipt.content.decode()
    played = competition.evenings.count()
    tempo, today = competition.tempos.get().pk, timezone.localdate()
    planned = leader.fill_in("plan-evening", competition.slug, tempo=tempo, date=today, games="")
    assert planned.status_code == 303, text(planned)
    evening = competition.evenings.get(date=today)
    evening_leader = Leader(evening)
    evening_leader.press("open-evening", sure="1")
    evening_leader.press("everybody-here")
    proposal = text(evening_leader.press("pairing"))
    everybody = competition.entries.count()
    assert "Publish" in proposal
    evening_leader.press("publish", number=1)
    round_ = Round.objects.on_record().latest("pk")
    assert (round_.evening, round_.games.count()) == (evening, everybody // 2)
    assert competition.evenings.count() == played + 1
    met = {
        frozenset((game.white_id, game.black_id))
        for game in Game.objects.exclude(round=round_).filter(
            round__evening__competition=competition
        )
    }
    boards = {frozenset((game.white_id, game.black_id)) for game in round_.games.all()}
    assert not met & boards
