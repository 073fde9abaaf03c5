"""What version 2 of the document adds: numbers by issuer, ratings by list, the event."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pairing.core.federations import Event, Identity, ListedRating, SeedingList
from pairing.formats.document import DocumentError, read_document, write_document
from tests.attempts import every
from tests.pairing.documents import TEXT as FIRST

PATH = Path(__file__).parent / "cases" / "documents" / "version-2.json"
TEXT = PATH.read_text(encoding="utf-8")


def spoilt(change):
    document = json.loads(TEXT)
    change(document)
    return json.dumps(document)


def refused(text):
    with pytest.raises(DocumentError) as caught:
        read_document(text)
    return caught.value.path, caught.value.code


def test_every_new_key_arrives():
    snapshot = read_document(TEXT)
    ann, bob, cas = snapshot.players
    assert ann.identities == (
        Identity("KNSB", "7101234"),
        Identity("FIDE", "1039784"),
        Identity("", "17"),
    )
    assert [ann.number_of(issuer) for issuer in ("FIDE", "", "EGD")] == ["1039784", "17", ""]
    assert ann.ratings == (
        ListedRating("KNSB", 1850, "", "2026-11-01"),
        ListedRating("KNSB", 1799, "rapid", "2026-11-01"),
        ListedRating("FIDE", 0, "blitz"),
    )
    assert (ann.federation, ann.birth_date, ann.birth_year) == ("TUR", "1988-02-29", 1988)
    assert (bob.identities, bob.birth_year, cas.identities) == ((Identity("own", "17"),), 1990, ())
    assert snapshot.seeding == SeedingList("KNSB", "rapid")
    assert snapshot.event.arbiters == ("Öztürk, Çağla",)
    assert snapshot.forbidden_pairs == (("ann", "cas"), ("bob", "cas"))
    assert snapshot.members_may_read == (("bob", "cas"),)


@pytest.mark.parametrize("text", [TEXT, FIRST], ids=["version 2", "version 1"])
def test_it_is_written_again_byte_for_byte(text):
    assert write_document(read_document(text)) == text


def test_version_1_goes_out_while_nothing_needs_more():
    snapshot = read_document(TEXT)
    plain = replace(
        snapshot,
        players=tuple(
            replace(one, identities=(), ratings=(), federation="", birth_date="")
            for one in snapshot.players
        ),
        event=Event(),
        seeding=None,
        members_may_read=(),
    )
    assert json.loads(write_document(plain))["version"] == 1
    ann = plain.players[0]
    needing = [
        replace(plain, event=Event(place="Utrecht")),
        replace(plain, seeding=SeedingList("KNSB")),
        replace(plain, members_may_read=plain.forbidden_pairs[:1]),
        *(
            replace(plain, players=(replace(ann, **facts), *plain.players[1:]))
            for facts in (
                {"identities": (Identity("own", "1"),)},
                {"ratings": (ListedRating("KNSB", 1),)},
                {"federation": "NED"},
                {"birth_date": "1988-01-01", "birth_year": 1988},
            )
        ),
    ]
    for snapshot in needing:
        text = write_document(snapshot)
        assert json.loads(text)["version"] == 2
        assert read_document(text) == snapshot
    unknown = replace(ann, identities=(Identity("", "17"),))
    text = write_document(replace(plain, players=(unknown, *plain.players[1:])))
    assert json.loads(text)["version"] == 1
    assert json.loads(text)["players"][0]["federation_id"] == "17"


def test_a_list_for_the_usual_tempo_is_only_its_name():
    text = spoilt(lambda one: one.update(seeding_list={"list": "KNSB", "tempo": "classical"}))
    assert '"seeding_list": "KNSB"' in write_document(read_document(text))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("identities", [{"issuer": "KNSB", "number": "1"}]),
        ("ratings", []),
        ("federation", "NED"),
        ("birth_date", "1990-01-01"),
    ],
)
def test_version_1_does_not_know_the_new_keys(key, value):
    document = json.loads(FIRST)
    document["players"][0][key] = value
    assert refused(json.dumps(document)) == (f"players[0].{key}", "unknown_key")
    document = json.loads(FIRST) | {"event": {}}
    assert refused(json.dumps(document)) == ("event", "unknown_key")


def ann(key, value):
    return lambda document: document["players"][0].update({key: value})


@every("change, place, code", [
        (ann("identities", [{"issuer": "KNZB", "number": "1"}]),
         "players[0].identities[0].issuer", "not_a_choice"),
        (ann("identities", [{"issuer": "", "number": "1"}]),
         "players[0].identities[0].issuer", "not_a_choice"),
        (ann("identities", [{"issuer": "FIDE", "number": 1}]),
         "players[0].identities[0].number", "wrong_type"),
        (ann("identities", [{"issuer": "FIDE"}]),
         "players[0].identities[0].number", "missing_key"),
        (ann("identities", [{"issuer": "own", "number": "17"}]),
         "players[1].identities[0].number", "duplicate_identity"),
        (ann("identities", {}), "players[0].identities", "wrong_type"),
        (ann("ratings", [{"list": "KNSB"}]), "players[0].ratings[0].value", "missing_key"),
        (ann("ratings", [{"list": " ", "value": 1}]), "players[0].ratings[0].list", "empty"),
        (ann("ratings", [{"list": "KNSB", "value": 4001}]),
         "players[0].ratings[0].value", "out_of_range"),
        (ann("ratings", [{"list": "KNSB", "value": 1, "tempo": "slow"}]),
         "players[0].ratings[0].tempo", "not_a_choice"),
        (ann("ratings", [{"list": "KNSB", "value": 1}, {"list": "KNSB", "value": 2}]),
         "players[0].ratings[1]", "duplicate_rating"),
        (ann("federation", "ned"), "players[0].federation", "bad_federation"),
        (ann("birth_date", "1988-02-30"), "players[0].birth_date", "bad_date"),
        (ann("birth_date", "1788-02-28"), "players[0].birth_date", "out_of_range"),
        (ann("birth_year", 1989), "players[0].birth_year", "birth_year_contradicts"),
        (lambda one: one["event"].update(end="2026-07-06"), "event.end", "end_before_start"),
        (lambda one: one["event"].update(arbiters=[""]), "event.arbiters[0]", "empty"),
        (lambda one: one["event"].update(prize=1), "event.prize", "unknown_key"),
        (lambda one: one.update(seeding_list=""), "seeding_list", "empty"),
        (lambda one: one.update(seeding_list=["KNSB"]), "seeding_list", "wrong_type"),
        (lambda one: one["forbidden_pairs"][1].append({}), "forbidden_pairs[1]", "not_two"),
        (lambda one: one["forbidden_pairs"][0].append({"why": 1}),
         "forbidden_pairs[0][2].why", "unknown_key"),
    ])  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(change, place, code):
    assert refused(spoilt(change)) == (place, code)


def again(result="1/2-1/2", **facts):
    """A second evening on which the first two meet once more."""
    game = {"white": "bob", "black": "ann", "result": result, **facts}
    rounds = [{"games": [game], "bye": "cas"}]
    return spoilt(lambda one: one["evenings"].append({"tempo": "round", "rounds": rounds}))


@pytest.mark.parametrize("facts", [{}, {"result": "*"}, {"fixed": "Nobody else was there"}])
def test_two_who_met_twice_in_a_swiss_system_are_history(facts):
    text = write_document(read_document(again(**facts)))
    assert write_document(read_document(text)) == text


def test_where_players_meet_again_after_some_games_nothing_is_refused():
    tempo = {"id": "long", "games_per_evening": 1, "last_n": 0, "absence_limit": 0}
    game = {"white": "a", "black": "b", "result": "1-0"}
    evening = {"tempo": "long", "rounds": [{"games": [game]}]}
    document = {
        "format": "clubcomp-competition",
        "version": 1,
        "name": "Twice",
        "system": "attacalc",
        "tempos": [tempo],
        "players": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
        "evenings": [evening, evening],
    }
    assert len(read_document(json.dumps(document)).evenings) == 2
