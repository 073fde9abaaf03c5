"""Does `keizer` pair and rank as its articles say? Held against a literal transcription of them."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from pairing.commands import run
from pairing.core.beside_games import Extra, StartPoints
from pairing.core.system import CannotPair
from pairing.core.types import OVERALL
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document, write_document
from pairing.formats.errors import DocumentError
from pairing.registry import get_system, make_rules, options_to_document, rules_of
from pairing.sentences import error
from tests.attempts import every
from tests.how_many import how_many
from tests.pairing.keizer_reference_pairing import Pairing, ReferenceCannotPair
from tests.pairing.random_keizer import random_document
from tests.pairing.snapshots import CASES
from tests.pairing.swiss_tournaments import golden_files, golden_position

REFUSED = json.loads((CASES.parent / "keizer_refused.json").read_text())
#: Each has some three rounds that the transcription paired.
#: Of these some have uses of a kind that counts game by game, in a season of one standing.
SEEN = (0, 2)
DOCUMENTS = range(how_many(60, exhaustive=3500))
SMALL = {
    "format": "clubcomp-competition",
    "version": 2,
    "name": "Small",
    "system": "keizer",
    "tempos": [{"id": "long"}],
    "players": [{"id": one, "name": one.upper()} for one in "abcd"],
}


def small(**changed):
    """A small competition, as it is read."""
    return read_document(json.dumps(SMALL | changed))


def refusal(**changed):
    """(code, facts) of what is refused of it."""
    with pytest.raises(DocumentError) as caught:
        small(**changed)
    assert error(caught.value)
    return caught.value.code, caught.value.facts


def places(snapshot, scope):
    """[(group, place or None, id, points, value), ...] as pages number them."""
    guests = {player.id for player in snapshot.players if player.guest}
    placed, rows = {}, []
    for row in rules_of(snapshot).standings(snapshot, scope):
        has_place = row.is_placed and row.player not in guests
        placed[row.group] = placed.get(row.group, 0) + has_place
        number = placed[row.group] if has_place else None
        rows.append((row.group, number, row.player, row.points, row.value_number))
    return rows


def test_a_golden_position_has_the_standings_it_should():
    for path in golden_files("keizer"):
        snapshot = golden_position("keizer", path)
        for scope, golden in json.loads(path.with_suffix(".standings.json").read_text()).items():
            assert places(snapshot, scope) == [
                (
                    row.get("group", ""),
                    row["rank"],
                    row["id"],
                    Fraction(row["points"]),
                    row["value_number"],
                )
                for row in golden
            ], (path, scope)


def test_a_golden_position_is_written_and_read_again():
    for path in golden_files("keizer"):
        snapshot = golden_position("keizer", path)
        text = write_document(snapshot)
        assert read_document(text) == snapshot
        assert write_document(read_document(text)) == text


@every("case", REFUSED)
def test_options_that_contradict_themselves_are_refused_in_a_sentence(case):
    assert refusal(options=case["options"]) == (case["code"], case["facts"])


@every("seed", DOCUMENTS)
def test_rounds_are_paired_as_the_transcription_pairs_them(seed):
    document = random_document(seed, agrees)
    made = Pairing(document)
    agrees(document, made)
    for scope in (OVERALL, *made.tempos):
        rows = made.standing(scope)
        is_one = len(made.groups()) == 1
        told = [("", *row[1:]) for row in rows] if is_one else rows
        assert places(read_document(json.dumps(document)), scope) == told, scope


def agrees(document, made):
    """Whether the engine pairs the last round of a document as the transcription does."""
    snapshot = read_document(json.dumps(document))
    try:
        told = made.pair()
    except ReferenceCannotPair as refused:
        told = str(refused)
    try:
        proposal = rules_of(snapshot).pair(snapshot)
        paired = [(pair.white, pair.black) for pair in proposal.pairs], [*proposal.byes]
    except CannotPair as refused:
        paired = refused.code
    assert paired == told


@every("seed", range(how_many(20, exhaustive=200)))
def test_a_statement_sums_to_the_points_in_every_group_and_period(seed):
    snapshot = read_document(json.dumps(random_document(seed)))
    rules = rules_of(snapshot)
    for scope in (OVERALL, *(tempo.id for tempo in snapshot.tempos)):
        rows = rules.standings(snapshot, scope)
        statements = {row.player: rules.statement(snapshot, row.player, scope) for row in rows}
        for row in rows:
            lines = statements[row.player].lines
            assert sum(line.points for line in lines) == row.points
            for line in lines:
                if line.entries:
                    assert sum(entry.points for entry in line.entries) == line.points
                for one in line.entries:
                    assert one.points == (one.fraction * one.worth + one.added) * one.weight


@every("seed", range(how_many(20, exhaustive=200)))
def test_a_ledger_counts_the_uses_that_a_statement_credits(seed):
    snapshot = read_document(json.dumps(random_document(seed)))
    rules, seen = rules_of(snapshot), 0
    kinds = rules.kinds
    for tempo in (tempo.id for tempo in snapshot.tempos):
        for player in snapshot.players:
            statement = rules.statement(snapshot, player.id, tempo)
            entries = [entry for line in statement.lines for entry in line.entries]
            if rules.options.begins_anew or player.guest:
                continue
            for ledger in statement.credits:
                kind = kinds[ledger.kind]
                assert (ledger.left is None) == (ledger.limit is None)
                if kind.counted == "game" and kind.per == "season":
                    granted = [entry for entry in entries if entry.kind == ledger.kind]
                    assert len(granted) == ledger.used
                    seen += bool(granted)
                if ledger.limit is not None:
                    assert ledger.used + ledger.left == ledger.limit
    assert seen or seed not in SEEN


@every("seed", range(how_many(20, exhaustive=200)))
def test_what_staying_away_would_earn_is_what_it_earns(seed):
    """Everybody's word for the round to be paired, held against the round on record."""
    document = random_document(seed)
    snapshot = read_document(json.dumps(document))
    rules, to_pair = rules_of(snapshot), snapshot.to_pair()
    if to_pair is None:
        return
    evening, tempo = to_pair.evening, to_pair.tempo
    for player in snapshot.players[:4]:
        if not player.belongs_to(evening):
            continue
        for prospect in rules.prospects(snapshot, player.id, evening):
            how = {"unplayed": {}, "away": {player.id: prospect.kind}}
            if prospect.kind in ("absent", "external", "no_notice"):
                how = {"unplayed": {player.id: Unplayed(prospect.kind)}, "away": {}}
            if prospect.kind == "absent":
                how["unplayed"] = {}
            missed = replace(to_pair.round, games=(), present=None, drawn=(), **how)
            after = snapshot.with_round(*to_pair.round_key, replace(missed, away_results={}))
            statement = rules.statement(after, player.id, tempo)
            [entry] = [
                entry
                for line in statement.lines
                for entry in line.entries
                if (entry.evening, entry.number) == to_pair.round_key
            ]
            assert (entry.kind, entry.fraction, entry.added) == (
                prospect.granted,
                prospect.amount.own,
                prospect.amount.points,
            )
            ledgers = [one for one in statement.credits if one.kind == prospect.granted]
            if prospect.left and ledgers and rules.kinds[prospect.granted].counted == "game":
                assert prospect.left - 1 == ledgers[0].left


@every("seed", range(how_many(20, exhaustive=200)))
def test_drift_is_what_values_changed_and_nothing_that_was_earned_since(seed):
    snapshot = read_document(json.dumps(random_document(seed)))
    rules = rules_of(snapshot)
    for recorded in [*snapshot.record()][-3:]:
        then = snapshot.after(*recorded.round_key)
        before = {row.player: row.points for row in rules.standings(then, OVERALL)}
        for player in snapshot.players:
            drift = rules.drift(snapshot, player.id, OVERALL, recorded.round_key)
            if drift is not None:
                assert sum(line.points for line in drift.lines) == drift.points
                assert drift.points_then == before[player.id]


def test_a_rank_is_said_to_be_shown_only_where_it_is_the_place_in_the_standing():
    """Who has played too little has no place, and a season's places are those of its sums."""
    seen = Counter()
    for seed in DOCUMENTS:
        snapshot = read_document(json.dumps(random_document(seed)))
        if any(player.moves for player in snapshot.players):
            continue  # the group is that of the period
        rules = rules_of(snapshot)
        for recorded in [*snapshot.record()][-2:]:
            then, now = (
                shown_places(rules, one) for one in (snapshot.after(*recorded.round_key), snapshot)
            )
            for player in then:
                drift = rules.drift(snapshot, player, OVERALL, recorded.round_key)
                for line in drift.lines if drift else ():
                    ranks, who = (line.rank_then, line.rank_now), line.opponent or player
                    assert line.is_rank_shown == (ranks == (then.get(who), now.get(who)))
                    seen[line.is_rank_shown] += 1
        for player, place in shown_places(rules, snapshot).items():
            for line in rules.statement(snapshot, player, OVERALL).lines:
                if line.code == "own_value":
                    assert line.facts.get("rank", place) == place
                    seen["own value"] += 1
    assert len(seen) == 3


def shown_places(rules, snapshot):
    """The place that the standing shows, among the members of a group; None for who has none."""
    places, members = {}, Counter()
    players = {player.id: player for player in snapshot.players}
    for row in rules.standings(snapshot, OVERALL):
        group = players[row.player].group
        places[row.player] = 1 + members[group] if row.is_placed else None
        members[group] += row.is_placed and not players[row.player].guest
    return places


# The document ----------------------------------------------------------------------------


def test_everything_that_a_regulation_needs_is_written_and_read_again():
    kinds = [{"key": "busy", "name": "Busy", "tiers": [{"times": None, "amount": "1/3"}]}]
    snapshot = small(
        options={"absences": {"kinds": kinds}, "meeting": {"order": "lot"}},
        players=[
            SMALL["players"][0] | {"start_points": {"points": "5/2", "until": 3}},
            *SMALL["players"][1:],
        ],
        extra=[{"player": "b", "evening": 1, "points": -3, "reason": "solved a problem"}],
        evenings=[
            {
                "tempo": "long",
                "rounds": [
                    {
                        "games": [{"white": "a", "black": "b", "result": "1-0"}],
                        "away": {"busy": ["c"]},
                        "away_results": {"c": "1/2"},
                        "drawn": ["b", "a"],
                    }
                ],
            }
        ],
    )
    (round_,) = snapshot.evenings[0].rounds
    assert (round_.away, round_.away_results) == ({"c": "busy"}, {"c": "1/2"})
    assert round_.drawn == ("b", "a")
    assert snapshot.players[0].start_points == StartPoints(Fraction(5, 2), 3)
    assert snapshot.extra == (Extra("b", 1, Fraction(-3), "solved a problem"),)
    text = write_document(snapshot)
    assert json.loads(text)["version"] == 2
    assert read_document(text) == snapshot


ROUND = {"games": [{"white": "a", "black": "b", "result": "1-0"}]}


@pytest.mark.parametrize(
    ("round_", "refused"),
    [
        ({"away": {"busy": ["c"]}}, ("kind_unknown", {"key": "busy", "where": "away"})),
        ({"away": {"absent": ["c"]}}, ("kind_reserved", {"key": "absent"})),
        ({"away": {"exempt": ["c"]}}, ("kind_reserved", {"key": "exempt"})),
        ({"away_results": {"a": "1"}}, ("result_without_kind", {"player": "a"})),
        ({"bye": "c", "away_results": {"c": "1"}}, ("result_without_kind", {"player": "c"})),
    ],
)
def test_who_is_away_for_what_is_not_is_refused(round_, refused):
    assert refusal(evenings=[{"tempo": "long", "rounds": [ROUND | round_]}]) == refused


@pytest.mark.parametrize(
    ("options", "move", "refused"),
    [
        ({}, {}, ("move_without_anew", {"player": "a"})),
        ({"points": "anew"}, {"is_kept": True}, ("kept_move", {"player": "a"})),
        ({"points": "anew"}, {"until": 2}, ("move_within_period", {"player": "a", "until": 2})),
    ],
)
def test_groups_change_only_between_periods_from_zero(options, move, refused):
    moved = SMALL["players"][0] | {"group": "B", "moves": [{"group": "A", "until": 3} | move]}
    periods = {"starts": [1, 4]} | options
    players = [moved, *(player | {"group": "A"} for player in SMALL["players"][1:])]
    assert refusal(options={"periods": periods}, players=players) == refused


def test_a_tempo_has_no_limits_of_its_own():
    told = refusal(tempos=[{"id": "long", "last_n": 4}])
    assert told == ("tempo_numbers", {"tempo": "long"})


def test_only_what_differs_from_the_usual_regulation_is_written():
    system = get_system("keizer")
    written = {
        "values": {"first": 60, "step": 1, "own": {"points": 100}},
        "results": {"win": {"opponent": 1}, "loss": {"own": 0, "points": "5/2"}},
        "bye": {"owed": ["no_notice"]},
    }
    assert options_to_document(make_rules(system, written)) == {
        "values": {"first": 60, "own": {"points": 100}},
        "results": {"loss": {"points": "5/2"}},
        "bye": {"owed": ["no_notice"]},
    }


def test_the_command_gives_a_golden_position_the_places_of_a_list(capsys):
    """Each group from 1; guests, and who played too little for a place, have none."""
    for path in golden_files("keizer"):
        for scope, golden in json.loads(path.with_suffix(".standings.json").read_text()).items():
            tempo = [] if scope == "all" else ["--tempo", scope]
            run(["standings", str(path), "--format", "json", *tempo])
            rows = json.loads(capsys.readouterr().out)
            assert [{key: row.get(key) for key in golden[0]} for row in rows] == golden, path
