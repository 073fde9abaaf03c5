"""A competition comes in and goes out again, and nothing is lost on the way."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

import clubcomp.demo
from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import plan_evening
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.incoming.players import preview_of
from clubcomp.flow.pairings.proposal import proposal_digest
from clubcomp.flow.pairings.publishing import publish_next, publish_round, withdraw_round
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.standings import standings_of
from clubcomp.models import (
    Club,
    Competition,
    Evening,
    Game,
    GivenPoints,
    Player,
    Round,
    TrailEntry,
)
from pairing.core.types import OVERALL
from pairing.formats.document import DocumentError, read_document, write_document
from tests.attempts import every
from tests.make import (
    entry,
    finish_round,
    import_file,
    make_competition,
    make_evening,
    make_player,
    make_user,
    play_game,
)
from tests.pairing.random_competitions import random_document
from tests.views.two_clubs import tried

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parents[1] / "pairing" / "cases"

SEASON = Path(clubcomp.demo.__file__).parent / "season-2021-2022.json"


def club_of(snapshot, slug="club"):
    return Club.objects.create(name=snapshot.club, country=snapshot.country, slug=slug)


def imported(document, **kwargs):
    """The document (bytes, or JSON-ready) imported into a club of its own."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    club = club_of(read_document(data), slug=f"club-{Club.objects.count()}")
    return import_file(club, data, **kwargs)


def small_document(**changes):
    document = {
        "format": "clubcomp-competition",
        "version": 1,
        "club": {"name": "Example"},
        "name": "Small",
        "game": "chess",
        "system": "attacalc",
        "tempos": [{"id": "long", "games_per_evening": 1, "last_n": 4, "absence_limit": 3}],
        "players": [
            {"id": "a", "name": "Ann O'Brien", "federation_id": "111", "rating": 1900},
            {"id": "b", "name": "Vries, Jan de", "rating": 1800},
            {"id": "c", "name": "Öztürk, Çağla"},
            {"id": "d", "name": "Dirk", "guest": True, "club": "Elders", "title": "FM"},
        ],
        "evenings": [
            {"tempo": "long", "rounds": [{"games": [], "external": ["a"]}]},
            {"tempo": "long", "rounds": []},
            {
                "date": "2026-09-15",
                "tempo": "long",
                "rounds": [
                    {
                        "games": [
                            {"white": "a", "black": "b", "result": "*"},
                            {"white": "c", "black": "d", "result": "1-0F", "date": "2026-09-16"},
                        ],
                        "paired_by": "system",
                    }
                ],
            },
            {"tempo": "long", "rounds": []},
        ],
    }
    return document | changes


def with_round_to_pair():
    document = small_document()
    to_pair = {
        "games": [{"white": "c", "black": "a", "result": "*", "fixed": "asked for it"}],
        "no_notice": ["d"],
        "present": ["b"],
    }
    document["evenings"][3]["rounds"] = [to_pair]
    document["evenings"].append({"tempo": "long", "rounds": []})
    return document


def test_the_season_comes_out_byte_for_byte_as_it_came_in():
    data = SEASON.read_bytes()
    competition = imported(data)
    assert export_document(competition).encode() == data
    assert Game.objects.count() == 451


def test_export_empty_database_import_export_gives_the_same_bytes_and_standing():
    competition = imported(SEASON.read_bytes())
    first = export_document(competition)
    table = [(line.entry.key, line.row) for line in standings_of(competition, "all")]
    Evening.objects.all().delete()
    Competition.objects.all().delete()
    Player.objects.all().delete()
    Club.objects.all().delete()
    again = imported(first.encode())
    assert export_document(again) == first
    assert [(line.entry.key, line.row) for line in standings_of(again, "all")] == table


@every("seed", range(60), around=tried)
def test_a_random_competition_comes_out_in_canonical_form(seed):
    document = json.dumps(random_document(seed)).encode()
    assert export_document(imported(document)) == write_document(read_document(document))


def test_a_round_still_to_be_paired_comes_out_as_it_came_in():
    document = json.dumps(with_round_to_pair()).encode()
    competition = imported(document)
    assert export_document(competition) == write_document(read_document(document))
    statuses = [evening.status for evening in competition.evenings.all()]
    assert statuses == ["closed", "closed", "closed", "open", "planned"]
    round_ = Round.objects.proposed().get()
    assert round_.fixed == [["c", "a", "asked for it"]]
    assert round_.proposal["bye"]["player"] == "b"


def test_a_round_to_be_paired_can_be_published_and_withdrawn_after_an_import():
    competition = imported(with_round_to_pair())
    before = export_document(competition)
    round_ = Round.objects.proposed().get()
    publish_round(round_, seen=proposal_digest(round_), by=None)
    assert export_document(competition) != before
    withdraw_round(round_, by=None)
    assert export_document(competition) == before


def test_a_forbidden_pair_that_a_document_fixes_is_kept_shown_and_not_published():
    document = with_round_to_pair() | {"forbidden_pairs": [["a", "c"]]}
    competition = imported(document)
    data = json.dumps(document).encode()
    assert export_document(competition) == write_document(read_document(data))
    round_ = Round.objects.proposed().get()
    assert "forbidden" in {problem["code"] for problem in round_.proposal["problems"]}
    with pytest.raises(StepError):
        publish_round(round_, seen=proposal_digest(round_), by=None)


def test_a_competition_played_here_survives_the_way_out_and_in():
    club = make_competition(9).club
    competition = club.competitions.get()
    evening = make_evening(competition, "blitz", present=7)
    plan_attendance(evening, entry(competition, "ibrahim"), status="external", by=None)
    for _game in range(3):
        play_game(evening)
    written = export_document(competition)
    again = imported(written.encode())
    assert export_document(again) == written
    assert set(again.evenings.get().rounds.values_list("paired_by", flat=True)) == {"system"}


def test_evenings_without_rounds_are_planned_after_the_last_one_played_and_closed_before():
    statuses = [evening.status for evening in imported(small_document()).evenings.all()]
    assert statuses == ["closed", "closed", "closed", "planned"]


def test_an_unfinished_game_of_a_document_is_put_off_and_its_round_finished():
    imported(small_document())
    game = Game.objects.get(result="*")
    assert game.put_off == "adjourned"
    assert game.round.status == "finished"


def test_names_are_kept_as_they_were_written():
    imported(small_document())
    names = Player.objects.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Ann O'Brien", "Vries, Jan de", "Öztürk, Çağla", "Dirk"]
    assert Player.objects.get(name="Dirk").is_member is False


def test_a_refused_document_names_the_place_and_imports_nothing():
    document = small_document()
    document["evenings"][2]["rounds"][0]["games"][0]["white"] = "nobody"
    club = Club.objects.create(name="Example", slug="example")
    with pytest.raises(DocumentError) as refused:
        import_file(club, json.dumps(document))
    assert refused.value.path == "evenings[2].rounds[0].games[0].white"
    assert not Competition.objects.exists()
    assert not Player.objects.exists()
    assert not TrailEntry.objects.exists()


def test_an_evening_planned_after_an_import_gets_a_number_that_none_had():
    competition = imported(small_document())
    serials = set(competition.evenings.values_list("serial", flat=True))
    tempo = competition.tempos.first()
    added = plan_evening(competition, tempo=tempo, date=None, by=None)
    assert added.serial == len(serials) + 1


def test_a_document_whose_last_value_would_be_negative_is_refused():
    club = Club.objects.create(name="Example", slug="example")
    document = json.dumps(small_document(options={"first_value": 1})).encode()
    with pytest.raises(StepError):
        import_file(club, document)
    assert not Competition.objects.exists()


def test_players_of_the_club_are_known_by_their_federation_number_and_asked_about_by_name():
    club = Club.objects.create(name="Example", slug="example")
    ann = make_player(club, "Ann O’Brien", "111", "")
    jan = Player.objects.create(club=club, name="J. de Vries")
    data = json.dumps(small_document()).encode()
    preview = preview_of(club, read_incoming(data))
    assert [(read.id, player) for read, player in preview.known] == [("a", ann)]
    assert [(read.id, candidates) for read, candidates in preview.doubtful] == [("b", [jan])]
    assert [read.id for read in preview.new] == ["c", "d"]
    competition = import_file(club, data, matches={"b": jan.pk})
    players = {entry.key: entry.player for entry in competition.entries.all()}
    assert (players["a"], players["b"]) == (ann, jan)
    assert club.players.count() == 4


def test_an_unanswered_doubt_is_somebody_new():
    club = Club.objects.create(name="Example", slug="example")
    Player.objects.create(club=club, name="J. de Vries")
    import_file(club, json.dumps(small_document()), matches={"b": None})
    assert club.players.count() == 5


def test_two_players_of_a_document_cannot_be_one_player_of_the_club():
    club = Club.objects.create(name="Example", slug="example")
    jan = Player.objects.create(club=club, name="J. de Vries")
    data = json.dumps(small_document()).encode()
    with pytest.raises(StepError, match="J. de Vries"):
        import_file(club, data, matches={"b": jan.pk, "c": jan.pk})
    assert not Competition.objects.exists()


def test_a_player_of_another_club_cannot_be_chosen():
    club = Club.objects.create(name="Example", slug="example")
    stranger = Player.objects.create(club=Club.objects.create(name="X", slug="x"), name="Jan")
    with pytest.raises(StepError):
        import_file(club, json.dumps(small_document()), matches={"b": stranger.pk})


def test_the_same_document_twice_gets_two_addresses_and_the_same_players():
    document = small_document()
    for number, player in enumerate(document["players"]):
        player["federation_id"] = str(number)
    club = Club.objects.create(name="Example", slug="example")
    data = json.dumps(document).encode()
    slugs = [import_file(club, data, name=name).slug for name in ("Small", "Small!")]
    assert slugs == ["small", "small-2"]
    assert club.players.count() == 4


def test_an_address_that_the_site_needs_is_refused():
    with pytest.raises(StepError, match="members"):
        imported(small_document(), slug="members")


def test_an_import_is_one_line_in_the_trail():
    anna = make_user("Anna")
    club = Club.objects.create(name="Example", slug="example")
    competition = import_file(club, json.dumps(small_document()), by=anna)
    line = TrailEntry.objects.get()
    assert (line.action, line.by, line.competition) == ("import_document", anna, competition)
    assert line.facts == {"competition": "Small", "players": 4, "evenings": 4, "games": 2}


def test_a_document_can_be_played_on():
    competition = imported(with_round_to_pair())
    round_ = Round.objects.proposed().get()
    publish_round(round_, seen=proposal_digest(round_), by=None)
    finish_round(round_)
    document = json.loads(export_document(competition))
    assert document["evenings"][3]["rounds"][0]["games"][0]["result"] == "1-0"
    assert read_document(export_document(competition)).to_pair() is None


def test_the_document_of_a_round_in_play_is_that_of_the_record():
    competition = make_competition(6)
    publish_next(make_evening(competition), after=0, by=None)
    document = json.loads(export_document(competition))
    [round_] = document["evenings"][0]["rounds"]
    assert [game["result"] for game in round_["games"]] == ["*", "*", "*"]
    assert "present" not in round_
    assert deepcopy(document) == json.loads(write_document(read_document(json.dumps(document))))


def test_the_regulations_of_clubs_come_in_and_go_out_again_to_the_byte():
    """Kinds of their own, results elsewhere, orders drawn, start points, points by hand."""
    files = sorted((CASES / "keizer").glob("??.json"))
    assert len(files) > 40
    for file in files:
        document = write_document(read_document(file.read_bytes()))
        competition = imported(document.encode())
        assert export_document(competition) == document


def test_what_was_known_of_who_is_away_stays_when_a_round_is_published_and_withdrawn():
    document = (CASES / "keizer" / "03.json").read_bytes()
    competition = imported(document)
    before = read_document(export_document(competition)).to_pair().round
    round_ = Round.objects.proposed().get()
    publish_round(round_, seen=proposal_digest(round_), by=None)
    record = [*read_document(export_document(competition)).record()][-1].round
    assert (record.away, record.away_results) == (before.away, before.away_results)
    assert before.away_results
    withdraw_round(Round.objects.get(pk=round_.pk), by=None)
    after = read_document(export_document(competition)).to_pair().round
    assert (after.away, after.away_results) == (before.away, before.away_results)


def test_who_is_forgotten_is_in_no_lot_no_result_elsewhere_and_no_reason():
    competition = imported((CASES / "keizer" / "03.json").read_bytes())
    round_ = Round.objects.proposed().get()
    [key, *_others] = round_.elsewhere
    player = competition.entries.get(key=key).player
    round_.drawn = [entry.key for entry in competition.entries.all()]
    round_.save()
    evening, other = competition.evenings.first(), competition.entries.last()
    reason = player.name
    GivenPoints.objects.create(evening=evening, entry=other, points="1/2", reason=reason)
    points = {row.entry.pk: row.row.points for row in standings_of(competition, OVERALL)}
    forget_person(player, by=None)
    competition.refresh_from_db()
    document = export_document(competition)
    assert read_document(document)
    assert player.name not in document
    round_.refresh_from_db()
    assert key not in [*round_.drawn, *round_.elsewhere]
    assert len(round_.drawn) == competition.entries.count()
    after = {row.entry.pk: row.row.points for row in standings_of(competition, OVERALL)}
    assert after == points
