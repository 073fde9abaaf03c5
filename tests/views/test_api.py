"""What programs are answered: as described, exact, for every site, in words where it goes wrong."""

from fractions import Fraction

import pytest
from ninja import Schema

from clubcomp.flow.evenings import remove_evening
from clubcomp.flow.standings import standings_of
from clubcomp.views import api
from pairing.core.types import Result
from tests import make
from tests.attempts import attempts
from tests.views.promised_api import described, lacking, promised
from tests.views.public import reader, season
from tests.views.site_map import ADDRESSES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

API = [name for name in ADDRESSES if name.startswith("api-")]
OF_COMPETITION = "/api/v1/clubs/burcht/competitions/intern/"


def models() -> dict[str, type[Schema]]:
    """What each address answers, as it is described."""
    found = {}
    for view in api.api.default_router.path_operations.values():
        for operation in view.operations:
            model = operation.response_models[200]
            found[operation.url_name] = model.model_fields["response"].annotation
    return found


def ask(address, **headers):
    return reader().get(address, headers=headers)


def told(address):
    answer = ask(address)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"].startswith("application/json")
    return answer.json()


def test_a_program_that_knows_the_address_only_is_told_where_to_begin():
    start = told("/api/v1/")
    assert start == {
        "clubs": "/api/v1/clubs/",
        "description": "/api/v1/openapi.json",
        "version": "1",
    }
    assert all(ask(start[word]).status_code == 200 for word in ("clubs", "description"))


# As described ------------------------------------------------------------------------------------


def test_every_answer_is_what_is_described_and_nothing_more(clubs):
    answers = models()
    assert answers.keys() | {"api-start", "api-description"} == set(API)
    with attempts() as attempt:
        for name, model in answers.items():
            for competition in ("intern", "lopend", "rust", "zwitsers"):
                place = {"competition": competition, "evening": 1}
                if competition == "zwitsers" and name in ("api-evening", "api-round"):
                    continue  # no evening is planned there
                if competition == "zwitsers":
                    place["scope"] = "standard"
                with attempt(name, competition):
                    said = told(clubs.url(name, **place))
                    assert model.model_validate(said).model_dump(mode="json") == said


def test_the_description_names_every_part_of_every_address():
    whole = described()
    names = {name for name in API if name not in ("api-start", "api-description")}
    assert len(whole["paths"]) == len(names)
    for address, methods in whole["paths"].items():
        parts = [part[1:-1] for part in address.split("/") if part.startswith("{")]
        parameters = methods["get"].get("parameters", [])
        assert set(parts) <= {one["name"] for one in parameters if one["in"] == "path"}
        assert methods.keys() == {"get"}
    assert told("/api/v1/openapi.json") == whole


def test_what_was_promised_is_still_described():
    assert list(lacking(promised(), described())) == []


def test_what_is_described_is_promised():
    new = list(lacking(described(), promised()))
    assert new == [], "python -m tests.views.promised_api"


# What is told ------------------------------------------------------------------------------------


def test_a_standing_has_the_points_exactly():
    competition = season(slug="burcht")
    lines = told(f"{OF_COMPETITION}standings/long/")["lines"]
    expected = [line.row.points for line in standings_of(competition, "long")]
    assert [Fraction(line["points"]["exact"]) for line in lines] == expected
    assert [line["points"]["number"] for line in lines] == [float(points) for points in expected]
    assert any("/" in line["points"]["exact"] for line in lines)
    assert [line["place"] for line in lines] == list(range(1, 8))


def test_a_standing_of_before_is_that_of_then():
    competition = season(slug="burcht")
    then = told(f"{OF_COMPETITION}standings/long/?after=1.1")
    assert then["after"] == {"evening": 1, "game": 1}
    expected = [str(line.entry) for line in standings_of(competition, "long", (1, 1))]
    assert [line["player"]["name"] for line in then["lines"]] == expected
    assert told(f"{OF_COMPETITION}standings/")["after"] == {"evening": 2, "game": 1}


def test_a_statement_sums_to_the_points_of_the_standing():
    season(slug="burcht")
    for line in told(f"{OF_COMPETITION}standings/long/")["lines"]:
        statement = told(f"{OF_COMPETITION}players/{line['player']['key']}/?scope=long")
        parts = [Fraction(part["points"]["exact"]) for part in statement["lines"]]
        assert sum(parts) == Fraction(line["points"]["exact"])
        assert statement["points"] == line["points"]


def test_an_evening_has_its_boards_and_who_had_no_game_for_a_public_reason():
    competition = season(slug="burcht")
    (round_,) = told(f"{OF_COMPETITION}evenings/1/")["rounds"]
    assert [board["number"] for board in round_["boards"]] == [1, 2, 3]
    assert {board["result"] for board in round_["boards"]} == {"1-0"}
    assert [one["kind"] for one in round_["without_game"]] == ["bye"]
    assert told(f"{OF_COMPETITION}evenings/1/games/1/") == round_
    # Who was away on the second evening is nobody's business.
    assert told(f"{OF_COMPETITION}evenings/2/games/1/")["without_game"] == []
    assert ask(round_["page"]).status_code == 200
    assert competition.slug in round_["page"]


def test_a_proposal_is_not_told(clubs):
    rounds = told("/api/v1/clubs/toren/competitions/intern/evenings/2/")["rounds"]
    assert [round_["game"] for round_ in rounds] == [1]
    assert ask("/api/v1/clubs/toren/competitions/intern/evenings/2/games/2/").status_code == 404


def test_a_cross_table_names_who_met_whom():
    season(slug="burcht")
    swiss = make.make_swiss(4, club=make.make_club("Elders", "elders"))
    make.play_swiss_round(swiss, Result.WHITE_WINS)
    by_player = told(f"{OF_COMPETITION}cross-table/long/")["lines"]
    assert sum(one["games"] for line in by_player for one in line["meetings"]) == 12
    by_round = told("/api/v1/clubs/elders/competitions/zwitsers/cross-table/standard/")["lines"]
    assert sorted(line["rounds"][0]["points"]["exact"] for line in by_round) == [*"0011"]
    assert {line["rounds"][0]["opponent"]["key"] for line in by_round} == {
        line["player"]["key"] for line in by_round
    }


def test_a_word_of_no_public_page_is_in_no_answer(clubs):
    """What only leaders read of members is not among the fields."""
    text = str(described()).lower()
    for word in ("email", "birth", "phone", "note", "reason", "sex"):
        assert f"'{word}" not in text


# How it is asked ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "/api/",
        "/api/v1/nothing/",
        "/api/v1/clubs/nobody/",
        "/api/v1/clubs/toren/competitions/none/",
        f"{OF_COMPETITION}evenings/9/",
        f"{OF_COMPETITION}evenings/1/games/9/",
        f"{OF_COMPETITION}standings/none/",
        f"{OF_COMPETITION}standings/long/?after=7.7",
        f"{OF_COMPETITION}players/nobody/",
    ],
)
def test_what_is_not_there_is_told_in_words(address):
    season(slug="burcht")
    answer = ask(address)
    assert answer.status_code == 404
    assert answer.json() == {"status": 404, "error": "There is nothing at this address."}


def test_an_evening_that_was_taken_out_is_gone():
    competition = season(slug="burcht")
    evening = make.make_evening(competition, is_open=False)
    address = f"{OF_COMPETITION}evenings/{evening.serial}/"
    assert ask(address).status_code == 200
    remove_evening(evening, by=None)
    assert ask(address).status_code == 410
    assert ask(address).json()["status"] == 410


def test_nothing_is_changed_there(clubs):
    with attempts() as attempt:
        for name in API:
            for method in ("post", "put", "patch", "delete"):
                with attempt(name, method):
                    answer = getattr(clubs.client("leader"), method)(clubs.url(name))
                    assert answer.status_code == 405
                    assert answer["Allow"] == "GET, HEAD"
                    assert answer.json()["status"] == 405


def test_head_is_get_without_the_answer():
    season(slug="burcht")
    address = f"{OF_COMPETITION}standings/"
    head = reader().head(address)
    assert head.status_code == 200
    assert head["Content-Type"] == ask(address)["Content-Type"]


def test_every_site_may_ask_and_who_has_the_answer_is_told_so():
    competition = season(slug="burcht")
    address = f"{OF_COMPETITION}standings/"
    answer = ask(address)
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert not answer.cookies
    assert ask(address, **{"if-none-match": answer["ETag"]}).status_code == 304
    make.play_game(make.make_evening(competition))
    assert ask(address, **{"if-none-match": answer["ETag"]}).status_code == 200


def test_a_question_with_a_nul_is_refused_in_words():
    season(slug="burcht")
    answer = ask(f"{OF_COMPETITION}standings/?after=%00")
    assert (answer.status_code, answer.json()["status"]) == (400, 400)
