"""Groups whose members do not meet: always, in the first rounds, or if it can be avoided."""

from itertools import combinations

import pytest

from clubcomp.flow.competitions.apart import end_apart, groups_apart, how_of, keep_apart
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.competitions.fide_rules import mark_by_fide, remarks_of
from clubcomp.flow.competitions.next_season import start_next_season
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.models import ForbiddenPair, Game, TrailEntry
from clubcomp.record.snapshots import snapshot_of
from pairing.core.replay import before
from pairing.core.types import Result
from pairing.formats.document import read_document, write_document
from pairing.registry import rules_of, system_keys
from tests.make import (
    entries,
    entry,
    import_file,
    make_berger,
    make_club,
    make_one_tempo,
    make_swiss,
    play_swiss_round,
)

pytestmark = pytest.mark.django_db


def of(competition, *keys):
    return [entry(competition, key) for key in keys]


def met(competition):
    games = Game.objects.filter(round__evening__competition=competition)
    return {frozenset(pair) for pair in games.values_list("white__key", "black__key")}


def two_of(members):
    return {frozenset((one.key, other.key)) for one, other in combinations(members, 2)}


def system_with_rounds(key):
    options = {"attacalc": {"first_value": 30}, "berger": {}, "knockout": {}, "keizer": {}}
    return options.get(key, {"rounds": 5})


def test_the_members_of_a_group_never_meet_and_may_again_when_it_is_ended():
    competition = make_swiss(8)
    family = of(competition, "adema", "evers", "bakker")
    keep_apart(competition, group="Familie", members=family, by=None)
    for _round in range(3):
        play_swiss_round(competition, Result.WHITE_WINS)
    assert not met(competition) & two_of(family)
    [(first, members)] = groups_apart(competition)
    assert (first.group, how_of(first), set(members)) == ("Familie", "always", set(family))
    end_apart(competition, group="Familie", by=None)
    end_apart(competition, group="Familie", by=None)
    assert not ForbiddenPair.objects.exists()
    assert snapshot_of(competition).forbidden_pairs == ()


def test_a_group_for_the_first_rounds_meets_after_them():
    competition = make_swiss(8)
    pair = of(competition, "adema", "evers")  # whom the system pairs in round 1
    keep_apart(competition, group="Club", members=pair, how="first", rounds=1, by=None)
    assert snapshot_of(competition).forbidden_pairs == (("adema", "evers"),)
    play_swiss_round(competition, Result.WHITE_WINS)
    assert not met(competition) & two_of(pair)
    assert snapshot_of(competition).forbidden_pairs == ()


def test_who_is_kept_apart_if_possible_meets_only_where_nothing_else_is_possible():
    competition = make_swiss(4, rounds=3)
    everybody = list(entries(competition))
    keep_apart(competition, group="Team", members=everybody[:2], how="possible", by=None)
    assert snapshot_of(competition).apart == (("adema", "bakker"),)
    for _round in range(3):
        play_swiss_round(competition, Result.WHITE_WINS)
    # Three rounds of four players are a round robin: the two meet, and in the last of them.
    last = Game.objects.filter(round__evening__number=3)
    assert frozenset(("adema", "bakker")) in {
        frozenset(pair) for pair in last.values_list("white__key", "black__key")
    }


@pytest.mark.parametrize("system", [key for key in system_keys() if key not in ("keizer",)])
def test_every_system_keeps_a_group_apart_or_says_that_it_cannot(system):
    competition = make_one_tempo(system, 8, options=system_with_rounds(system))
    if not competition.abilities.schedule_is_fixed:
        plain = make_one_tempo(
            system, 8, club=make_club("B", "b"), options=system_with_rounds(system)
        )
        play_swiss_round(plain, Result.WHITE_WINS)
        first = next(iter(sorted(map(sorted, met(plain)))))
        for how in ("always", "possible"):
            group = of(competition, *first)
            keep_apart(competition, group="Twee", members=group, how=how, by=None)
            if how == "possible":
                play_swiss_round(competition, Result.WHITE_WINS)
                assert frozenset(first) not in met(competition)
    else:
        keep_apart(competition, group="Twee", members=of(competition, "adema", "bakker"), by=None)
        assert ("adema", "bakker") in snapshot_of(competition).forbidden_pairs


def test_a_round_that_was_paired_so_is_paired_the_same_from_its_document():
    competition = make_swiss(8)
    group = of(competition, "adema", "evers", "bakker", "faber")
    keep_apart(competition, group="School", members=group, how="possible", by=None)
    _evening, round_ = play_swiss_round(competition, Result.WHITE_WINS)
    snapshot = snapshot_of(competition, with_proposal=False)
    to_pair = before(snapshot, snapshot.round_on_record(1, 1))
    again = read_document(write_document(to_pair))
    assert again.apart == to_pair.apart
    proposal = rules_of(again).pair(again)
    games = round_.games.values_list("white__key", "black__key")
    assert {(pair.white, pair.black) for pair in proposal.pairs} == set(games)
    explained = rules_of(again).explain(again)
    assert explained.proposal == proposal


def test_what_is_impossible_is_refused():
    competition = make_swiss(6)
    one, other = of(competition, "adema", "bakker")
    for wrong in (
        {"group": " ", "members": [one, other]},
        {"group": "A", "members": [one]},
        {"group": "A", "members": [one, one]},
        {"group": "A", "members": [one, other], "how": "first"},
        {"group": "A", "members": [one, other], "how": "always", "rounds": 2},
    ):
        with pytest.raises(StepError):
            keep_apart(competition, by=None, **wrong)
    assert not ForbiddenPair.objects.exists()


def test_it_is_in_the_log_for_leaders_and_goes_along_to_the_next_season_and_in_documents():
    competition = make_swiss(6)
    group = of(competition, "adema", "bakker", "cornelis")
    keep_apart(competition, group="Familie", members=group, how="possible", by=None)
    forbid_pair(competition, *of(competition, "dekker", "evers"), by=None)
    line = TrailEntry.objects.get(action="keep_apart")
    assert line.is_for_leaders
    assert line.after == {"players": ["Adema", "Bakker", "Cornelis"]}
    again = import_file(competition.club, export_document(competition), slug="in", name="In")
    assert len(snapshot_of(again).apart) == 3
    assert export_document(again) == export_document(competition).replace("Zwitsers", "In")
    players = list(competition.club.players.all())
    new = start_next_season(competition, name="Next", players=players, by=None)
    [(first, members)] = groups_apart(new)
    assert (first.group, how_of(first), len(members)) == ("Familie", "possible", 3)
    assert new.forbidden_pairs.filter(group="").count() == 1


def test_a_forgotten_persons_group_has_no_name_any_more():
    competition = make_swiss(6)
    group = of(competition, "adema", "bakker", "cornelis")
    keep_apart(competition, group="Familie Adema", members=group, reason="Broers", by=None)
    forget_person(group[0].player, by=None)
    rows = ForbiddenPair.objects.all()
    assert len({row.group for row in rows}) == 1
    assert not any("Adema" in row.group or row.reason for row in rows)
    told = TrailEntry.objects.get(action="keep_apart")
    assert "Adema" not in f"{told.facts}{told.after}"


def test_by_fides_rules_a_group_is_a_correction_from_round_1_on():
    competition = make_one_tempo("fide-dutch", 8, options={"rounds": 5})
    mark_by_fide(competition, by_fide_rules=True, by=None)
    competition.refresh_from_db()
    play_swiss_round(competition, Result.WHITE_WINS)
    group = of(competition, "adema", "bakker")
    with pytest.raises(StepError, match="Say why"):
        keep_apart(competition, group="A", members=group, by=None)
    keep_apart(competition, group="A", members=group, reason="They told us late", by=None)
    assert "Adema - Bakker (They told us late)" in remarks_of(competition)[-1]


def test_a_round_robin_keeps_groups_apart_by_its_lots():
    competition = make_berger(6, numbers="lot")
    keep_apart(
        competition, group="A", members=of(competition, "adema", "bakker"), how="possible", by=None
    )
    snapshot = snapshot_of(competition)
    assert (snapshot.forbidden_pairs, snapshot.apart) == ((("adema", "bakker"),), ())
