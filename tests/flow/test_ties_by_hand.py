"""A leader decides a tie by hand: it holds in every table, is written and read, and is undone."""

import json

import pytest

from clubcomp.flow.competitions.competition import start_competition
from clubcomp.flow.competitions.ties import decide_tie, ties_in, undo_tie
from clubcomp.flow.documents.documents import export_document, import_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.standings import cached_rows, rows_of, standings_of
from clubcomp.models import Competition, TrailEntry
from clubcomp.words.trail import trail_text
from pairing.core.types import Result
from pairing.registry import get_system, system_keys
from tests.make import make_club, make_evening, make_players, make_user, play_game

pytestmark = pytest.mark.django_db

WHY = "Play-off on 3 July, 2-0."


def made(system, count=6, options=None):
    """A competition with a round in which every game was drawn."""
    chosen = get_system(system)
    needs_rounds = chosen.abilities.needs_round_count
    own = {"values": {"step": 0, "first": 9}} if system == "keizer" else {}
    club = make_club()
    competition = start_competition(
        club,
        name="Eigen",
        slug="eigen",
        system=system,
        options=options or ({"rounds": 5, "tie_breaks": ["lot"]} if needs_rounds else own),
        tempos=[{"key": "long", "name": "Lang", "last_n": 1, "absence_limit": 3}],
        players=make_players(club, count),
        by=None,
    )
    return played(competition)


def played(competition, result=Result.DRAW):
    evening = make_evening(competition)
    play_game(evening, result)
    return fresh(competition)


def fresh(competition):
    return Competition.objects.get(pk=competition.pk)


def order(competition, scope="long"):
    return [
        (line.entry.key, line.place, line.row.decided) for line in standings_of(competition, scope)
    ]


def first_tie(competition, scope="long"):
    return next(ties_in(rows_of(competition, scope, None), cached_rows(competition).by_key))


#: Where a round of draws leaves level players: not in a cup, nor where every value is another.
SYSTEMS = [key for key in system_keys() if key not in ("knockout", "attacalc")]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_order_by_hand_holds_in_every_system(system):
    competition = made(system)
    level = first_tie(competition).entries
    wanted = [*reversed(level)]
    decide_tie(competition, scope="long", order=wanted, reason=WHY, by=None)
    now = order(fresh(competition))
    at = [key for key, _place, _why in now].index(wanted[0].key)
    assert [key for key, _place, _why in now[at:]][: len(wanted)] == [one.key for one in wanted]
    places = [place for _key, place, _why in now[at:]][: len(wanted)]
    assert places == [*range(places[0], places[0] + len(wanted))]
    assert {why for _key, _place, why in now[at:][: len(wanted)]} == {WHY}
    line = TrailEntry.objects.latest("pk")
    assert "was decided by hand" in trail_text(line)
    assert line.reason == WHY


def test_it_is_taken_back():
    competition = made("fide-dutch", options={"rounds": 5})
    before = order(competition)
    level = first_tie(competition).entries
    decide_tie(competition, scope="long", order=level[::-1], reason=WHY, by=None)
    assert order(fresh(competition)) != before
    keys = [entry.key for entry in level[::-1]]
    undo_tie(fresh(competition), scope="long", players=keys, by=make_user("Ruud"))
    assert order(fresh(competition)) == before
    assert "no longer decided by hand" in trail_text(TrailEntry.objects.latest("pk"))
    with pytest.raises(StepError, match="taken back"):
        undo_tie(fresh(competition), scope="long", players=keys, by=make_user("Rudi"))


def test_it_holds_no_more_when_the_points_are_others_and_again_when_they_are_not():
    competition = made("fide-dutch", options={"rounds": 5})
    level = first_tie(competition).entries
    decide_tie(competition, scope="long", order=level[::-1], reason=WHY, by=None)
    decided = order(fresh(competition))
    later = play_on(fresh(competition))
    assert {why for _key, _place, why in order(later)} == {""}
    assert [
        (line.entry.key, line.place, line.row.decided)
        for line in standings_of(later, "long", (1, 1))
    ] == decided


def play_on(competition):
    close_evening(competition.evenings.get(number=1), by=None)
    return played(fresh(competition), Result.WHITE_WINS)


def test_only_level_players_one_after_the_other_are_decided_about():
    competition = made("fide-dutch", options={"rounds": 5})
    level = first_tie(competition).entries
    with pytest.raises(StepError, match="do not stand level"):
        decide_tie(competition, scope="long", order=level[:2], reason=WHY, by=None)
    later = play_on(competition)
    with pytest.raises(StepError, match="do not stand level"):
        decide_tie(later, scope="long", order=level, reason=WHY, by=None)
    with pytest.raises(StepError):
        decide_tie(later, scope="blitz", order=level, reason=WHY, by=None)
    with pytest.raises(StepError):
        decide_tie(later, scope="long", order=level, reason=" ", by=None)
    assert fresh(competition).decided_ties == []


def test_another_decision_about_the_same_players_replaces_it():
    competition = made("fide-dutch", options={"rounds": 5})
    level = first_tie(competition).entries
    decide_tie(competition, scope="long", order=level[::-1], reason=WHY, by=None)
    decide_tie(fresh(competition), scope="long", order=level, reason="By lot.", by=None)
    [tie] = fresh(competition).ties
    assert (tie.reason, [*tie.players]) == ("By lot.", [entry.key for entry in level])


def test_the_document_keeps_it_and_brings_it_back():
    competition = made("fide-dutch", options={"rounds": 5})
    level = first_tie(competition).entries
    decide_tie(competition, scope="long", order=level[::-1], reason=WHY, by=None)
    competition = fresh(competition)
    document = export_document(competition)
    written = json.loads(document)
    assert written["version"] == 2
    assert written["ties"][0]["reason"] == WHY
    again = import_document(
        competition.club, read_incoming(document.encode()), name="Terug", by=None
    )
    assert export_document(again) == document.replace('"Eigen"', '"Terug"')
    places = [(place, why) for _key, place, why in order(again)]
    assert places == [(place, why) for _key, place, why in order(competition)]


def test_who_is_forgotten_has_another_key_in_it_too():
    competition = made("fide-dutch", options={"rounds": 5})
    level = first_tie(competition).entries
    gone = level[0]
    reason = f"{gone.player.name} won the play-off."
    decide_tie(competition, scope="long", order=level, reason=reason, by=None)
    forget_person(gone.player, by=make_user("Ruud"))
    [tie] = fresh(competition).ties
    gone.refresh_from_db()
    assert tie.players[0] == gone.key
    assert str(gone.player.name) not in tie.reason or gone.player.is_forgotten
    assert order(fresh(competition))[0][2] == tie.reason
