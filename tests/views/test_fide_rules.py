"""The pages of a competition by FIDE's rules: the mark, what is told, and to whom."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.competitions.fide_rules import mark_by_fide, remarks_of
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.results import correct_result
from clubcomp.models import Competition, Game, NameShown, Role, TrailEntry
from pairing.core.types import Result
from tests.make import entry, make_one_tempo, make_swiss, play_swiss_round
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db

OPTIONS = {"rounds": 5, "tie_breaks": ["wins"]}
WHY = "The scoresheets say so"


@pytest.fixture
def competition():
    competition = make_one_tempo("fide-dutch", 10, options=OPTIONS)
    mark_by_fide(competition, by_fide_rules=True, by=None)
    competition.refresh_from_db()
    return competition


def visitor(competition, role=Role.LEADER):
    return Visitor(role, club=competition.club, name=f"{role}".title())


def page(client, name="rules", args=("toernooi",)):
    return text(client.get(reverse(name, args=["toren", *args])))


def corrected(competition):
    play_swiss_round(competition, Result.WHITE_WINS)
    game = Game.objects.get(board=1)
    correct_result(game, result=Result.BOTH_LOSE, seen="1-0", reason=WHY, by=None)
    return game


def test_the_leader_marks_a_competition_and_takes_it_back_before_round_1():
    competition = make_one_tempo("fide-dutch", 10, options=OPTIONS)
    leader = visitor(competition)
    address = reverse("fide-rules", args=["toren", "toernooi"])
    assert "This competition is not held by FIDE’s rules" in page(leader.client, "fide-rules")
    for act, marked in (("mark", True), ("unmark", False), ("mark", True)):
        leader.client.post(address, {"act": act})
        assert Competition.objects.get().by_fide_rules is marked
    assert "by FIDE’s rules" in page(Client(headers={"accept-language": "en"}), "competition")
    assert TrailEntry.objects.filter(action="mark_by_fide").count() == 3
    play_swiss_round(competition, Result.WHITE_WINS)
    assert "Hold it by FIDE" not in page(leader.client, "fide-rules")
    assert "stays as it was announced" in text(
        leader.client.post(address, {"act": "unmark"}, follow=True)
    )
    assert Competition.objects.get().by_fide_rules


def test_a_system_that_is_not_fides_has_no_such_page_among_its_links():
    competition = make_swiss()
    leader = visitor(competition)
    answer = leader.client.get(reverse("competition", args=["toren", "zwitsers"]))
    assert reverse("fide-rules", args=["toren", "zwitsers"]) not in answer.content.decode()
    said = text(leader.client.get(reverse("fide-rules", args=["toren", "zwitsers"])))
    assert "under a system of FIDE’s own" in said


def test_strangers_read_what_was_corrected_and_members_read_of_whom_and_why(competition):
    game = corrected(competition)
    stranger = page(Client(headers={"accept-language": "en"}))
    assert "Board 1 was corrected: 0‑0; before: 1‑0." in stranger
    assert WHY not in stranger
    for role in (Role.MEMBER, Role.LEADER):
        inside = page(visitor(competition, role).client)
        assert f"{game.white} – {game.black} was corrected: 0‑0; before: 1‑0." in inside
        assert f"Reason: {WHY}" in inside


def test_names_that_strangers_do_not_see_are_not_told_there(competition):
    corrected(competition)
    competition.club.names_shown = NameShown.HIDDEN
    competition.club.save()
    assert "Adema" not in page(Client(headers={"accept-language": "en"}))


def test_a_secret_pair_is_told_to_leaders_alone(competition):
    play_swiss_round(competition, Result.WHITE_WINS)
    one, other = entry(competition, "adema"), entry(competition, "bakker")
    forbid_pair(competition, one, other, reason="They are brothers", by=None)
    for client in (
        Client(headers={"accept-language": "en"}),
        visitor(competition, Role.MEMBER).client,
    ):
        said = page(client)
        assert "Two players are never paired from then on." in said
        assert "brothers" not in said
        assert "Bakker are never paired" not in said
    leads = page(visitor(competition).client, "fide-rules")
    assert "Adema and Bakker are never paired from now on." in leads
    assert "Reason: They are brothers" in leads


def test_a_pair_is_allowed_again_with_its_reason_in_the_form(competition):
    pair = forbid_pair(
        competition, entry(competition, "adema"), entry(competition, "bakker"), by=None
    )
    play_swiss_round(competition, Result.WHITE_WINS)
    leader = visitor(competition)
    address = reverse("forbidden-pairs", args=["toren", "toernooi"])
    assert "Reason, to let them meet again" in page(leader.client, "forbidden-pairs")
    assert "Say why" in text(
        leader.client.post(address, {"allow": pair.pk, "reason": ""}, follow=True)
    )
    leader.client.post(address, {"allow": pair.pk, "reason": WHY})
    assert not competition.forbidden_pairs.exists()
    assert TrailEntry.objects.get(action="allow_pair").reason == WHY


def test_only_there_the_forms_offer_what_an_arbiter_gives(competition):
    play_swiss_round(competition, Result.WHITE_WINS)
    plain = make_one_tempo("fide-dutch", 10, club=competition.club, slug="plain", options=OPTIONS)
    play_swiss_round(plain, Result.WHITE_WINS)
    leader = visitor(competition)
    for slug, offered in (("toernooi", True), ("plain", False)):
        address = reverse("correct-result", args=["toren", slug, 1, 1, 1])
        assert ('value="1/2-0"' in leader.client.get(address).content.decode()) is offered


def test_a_document_whose_rounds_the_system_pairs_otherwise_says_so_when_it_comes_in(competition):
    play_swiss_round(competition, Result.WHITE_WINS)
    document = json.loads(export_document(competition))
    one, other = document["evenings"][0]["rounds"][0]["games"][:2]
    one["black"], other["black"] = other["black"], one["black"]
    leader = visitor(competition)
    form = {"text": json.dumps(document), "act": "import", "name": "In", "slug": "in"}
    form |= {f"is-{one.key}": "new" for one in competition.entries.all()}
    answer = leader.client.post(reverse("import", args=["toren"]), form, follow=True)
    assert "Not paired as its system does: rounds 1." in text(answer)
    imported = TrailEntry.objects.get(action="import_document")
    assert imported.facts["differing"] == [1]
    came_in = Competition.objects.get(slug="in")
    assert came_in.by_fide_rules
    (remark, *_others) = remarks_of(came_in)
    assert remark.startswith("### Import @ Round 0: import document: rounds not paired as")
    assert "rounds 1." in page(leader.client, "trail", ())
