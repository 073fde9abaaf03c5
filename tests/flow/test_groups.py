"""One competition in groups: one attendance, one press, a table each; up, down, and moved."""

import pytest

from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.entries import add_entry
from clubcomp.flow.competitions.groups import (
    ANEW,
    POINTS,
    by_rating,
    groups_digest,
    in_groups,
    promoted,
    set_groups,
)
from clubcomp.flow.competitions.next_season import next_season_of, start_next_season
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.proposal import proposal_boards
from clubcomp.flow.pairings.proposing import fix_board, name_bye, propose_round
from clubcomp.flow.pairings.publishing import publish_next, withdraw_round
from clubcomp.flow.pairings.seals import seal_of
from clubcomp.flow.pairings.swapping import preview_bye, preview_swap, swap_players, swap_published
from clubcomp.flow.pairings.ways_out import take_way_out, ways_out_of
from clubcomp.flow.rounds import rounds_without_repeats
from clubcomp.flow.standings import standings_of
from clubcomp.flow.tables.promotion import last_table, level_at_edges
from clubcomp.models import Competition, Player, Round, TrailEntry
from clubcomp.words.trail import trail_text
from pairing.core.groups import scope_in
from pairing.core.unplayed import Unplayed
from tests.make import (
    entries,
    entry,
    import_file,
    make_berger,
    make_club,
    make_competition,
    make_evening,
    make_swiss,
    play_game,
    publish,
)

pytestmark = pytest.mark.django_db


def divide(competition, *numbers, **values):
    """Groups by rating, which make_players gives downwards by the alphabet."""
    set_groups(competition, in_groups(by_rating(competition), numbers), by=None, **values)
    return Competition.objects.select_related("club", "season").get(pk=competition.pk)


def groups(competition):
    found = {}
    for one in entries(competition).order_by("group", "start"):
        found[one.group] = f"{found.get(one.group, '')}{one.key[0]}"
    return found


def table(competition, group=""):
    lines = standings_of(competition, scope_in("standard", group))
    return {line.entry.key: (line.place, line.row.points) for line in lines}


def seated(round_):
    games = round_.games.select_related("white", "black").order_by("board")
    return [{game.white.group, game.black.group} for game in games]


@pytest.mark.parametrize("make", [make_competition, make_swiss, make_berger])
def test_one_press_pairs_every_group_and_each_has_its_bye_and_its_table(make):
    competition = divide(make(8), 5, 3)
    assert groups(competition) == {"A": "abcde", "B": "fgh"}
    evening = make_evening(competition, competition.tempos.first().key)
    round_ = play_game(evening)
    assert seated(round_) == [{"A"}, {"A"}, {"B"}]
    byes = round_.unpaired.filter(kind=Unplayed.BYE)
    assert sorted(one.entry.group for one in byes) == ["A", "B"]
    assert not seal_of(round_).differs
    scope = evening.tempo.key
    together = [line.entry.key for line in standings_of(competition, scope)]
    own = [
        line.entry.key
        for group in "AB"
        for line in standings_of(competition, scope_in(scope, group))
    ]
    assert together == own
    assert {key[0] for key in together[:5]} == set("abcde")


def test_the_attendance_sheet_says_who_would_be_free_in_each_group():
    competition = divide(make_swiss(8), 5, 3)
    seen = sheet(make_evening(competition, "standard"))
    assert (seen.odd_groups, [one.group for one in seen.byes]) == (["A", "B"], ["A", "B"])


def test_players_of_different_groups_are_not_put_at_one_board():
    competition = divide(make_swiss(8), 2)
    evening = make_evening(competition, "standard")
    round_ = propose_round(evening, by=None)
    one, other = entry(competition, "adema"), entry(competition, "gerritsen")
    for press in (
        lambda: fix_board(round_, white=one, black=other, reason="why", by=None),
        lambda: preview_swap(round_, (one, other)),
        lambda: swap_published(publish(round_), (one, other), reason="why", by=None),
    ):
        with pytest.raises(StepError, match="plays in group A and .* in group B"):
            press()


def test_a_bye_is_named_in_one_group_and_swapped_in_a_published_round():
    competition = divide(make_swiss(8), 5, 3)
    evening = make_evening(competition, "standard")
    round_ = propose_round(evening, by=None)
    free = entry(competition, "faber")
    name_bye(round_, player=free, by=None)
    round_ = publish(round_)
    byes = round_.unpaired.filter(kind=Unplayed.BYE)
    assert free in [one.entry for one in byes]
    assert byes.count() == 2
    playing = entry(competition, "gerritsen")
    swap_published(round_, (free, playing), reason="why", by=None)
    assert {one.entry.key for one in byes.all()} >= {"gerritsen"}
    assert byes.count() == 2
    withdraw_round(round_, by=None)


def test_each_group_has_the_bye_that_the_leader_named_until_it_is_left_to_the_system():
    competition = divide(make_swiss(8), 5, 3)
    round_ = propose_round(make_evening(competition, "standard"), by=None)
    own = [bye.entry.key for bye in proposal_boards(round_).byes]
    adema, bakker, faber = (entry(competition, key) for key in ("adema", "bakker", "faber"))

    def named():
        now = Round.objects.get(pk=round_.pk)
        return {bye.entry.key for bye in proposal_boards(now).byes if bye.is_named}

    for player in (adema, faber):
        name_bye(round_, player=player, by=None)
    assert named() == {"adema", "faber"}
    after = preview_bye(Round.objects.get(pk=round_.pk), bakker).after
    assert [bye.entry for bye in after.byes] == [bakker]
    name_bye(round_, player=bakker, by=None)
    assert named() == {"bakker", "faber"}
    swap_players(round_, (bakker, adema), reason="why", by=None)
    assert named() == {"adema", "faber"}
    document = export_document(competition)
    other = import_file(competition.club, document, name="Again")
    assert sorted(other.evenings.get().rounds.get().named_byes) == ["adema", "faber"]
    name_bye(round_, player=faber, is_named=False, by=None)
    assert named() == {"adema"}
    assert own[1] in Round.objects.get(pk=round_.pk).proposal["more_byes"]
    mark_present(round_.evening, entry(competition, "cornelis"), present=False, by=None)
    assert named() == set()


def test_groups_are_refused_with_what_to_do_and_nothing_is_half_done():
    competition = make_swiss(6)
    for wanted, words in (
        ({"adema": "A"}, "has no group"),
        ({one.key: "A" if one.key != "faber" else "B" for one in entries(competition)}, "alone"),
        ({one.key: "geen groep" for one in entries(competition)}, "no name for a group"),
    ):
        with pytest.raises(StepError, match=words):
            set_groups(competition, wanted, by=None)
    with pytest.raises(StepError, match="do not fill"):
        in_groups(by_rating(competition), [4])
    seen = groups_digest(competition)
    divide(competition, 2)
    with pytest.raises(StepError, match="changed meanwhile"):
        set_groups(competition, {}, seen=seen, by=None)
    assert groups(competition) == {"A": "abc", "B": "def"}
    with pytest.raises(StepError, match="In group B would be"):
        set_groups(competition, {"evers": "A", "faber": "A"}, by=None)
    assert groups(competition) == {"A": "abc", "B": "def"}


def test_no_pairing_in_one_group_is_said_and_its_way_out_pairs_the_round():
    competition = divide(make_swiss(6, rounds=5), 4, 2)
    evening = make_evening(competition, "standard")
    play_game(evening)
    close_evening(evening, by=None)
    evening = make_evening(competition, "standard")
    with pytest.raises(StepError, match="^In group B: "):
        publish_next(evening, after=0, by=None)
    round_ = evening.rounds.proposed().get()
    (way,) = ways_out_of(round_, competition.entries.by_key())
    assert {player.group for player in way.boards[0]} == {"B"}
    round_ = take_way_out(round_, way=way.key, by=None)
    assert len(proposal_boards(round_).boards) == 3


def test_who_comes_later_begins_in_the_last_group():
    competition = divide(make_swiss(6), 2)
    late = Player.objects.create(club=competition.club, name="Zwart, Zus", rating=2200)
    assert add_entry(competition, late, by=None).group == "B"


@pytest.fixture
def played():
    """Two groups of four after a round in which White won, the evening closed."""
    competition = divide(make_swiss(8), 2, goes_up=1, goes_down=1)
    evening = make_evening(competition, "standard")
    play_game(evening)
    close_evening(evening, by=None)
    return Competition.objects.select_related("club", "season").get(pk=competition.pk)


def winner_of(competition, group):
    return next(iter(table(competition, group)))


@pytest.mark.parametrize(("counts", "points"), [("", 1), (POINTS, 1), (ANEW, 0)])
def test_who_changes_group_mid_season_plays_there_from_the_next_evening(played, counts, points):
    key = winner_of(played, "B")
    old = {one: place for one, place in table(played, "B").items() if one != key}
    set_groups(played, {key: "A"}, counts=counts, by=None)
    played.refresh_from_db()
    assert key in table(played, "B")  # until a round of the next evening is there
    evening = make_evening(played, "standard")
    round_ = publish_next(evening, after=0, by=None)
    played.refresh_from_db()
    in_group = [{one.key for one in (game.white, game.black)} for game in round_.games.all()]
    mates = set(table(played, "A")) - {key}
    assert any(key in pair and pair - {key} <= mates for pair in in_group) or (
        round_.unpaired.filter(entry__key=key).exists()
    )
    had = next(
        line for line in standings_of(played, "standard") if line.entry.key == key
    ).row.points
    got = round_.unpaired.filter(entry__key=key, kind=Unplayed.BYE).count()
    assert had - got == points
    assert {one: table(played, "B")[one][1] for one in old} == {
        one: place[1] + round_.unpaired.filter(entry__key=one, kind=Unplayed.BYE).count()
        for one, place in old.items()
    }
    line = TrailEntry.objects.filter(action="set_groups").first()
    assert "from B to A" in trail_text(line)


def test_a_change_of_group_is_taken_back_before_it_was_played(played):
    key = winner_of(played, "B")
    before = table(played)
    set_groups(played, {key: "A"}, by=None)
    set_groups(played, {key: "B"}, by=None)
    one = entry(played, key)
    assert (one.group, one.moves) == ("B", [])
    played.refresh_from_db()
    assert table(played) == before


def test_points_cannot_go_along_where_they_come_from_whom_one_met():
    competition = divide(make_competition(8), 2)
    play_game(make_evening(competition))
    with pytest.raises(StepError, match="begin anew"):
        set_groups(competition, {"adema": "B"}, counts=POINTS, by=None)


def test_nobody_changes_group_once_the_schedule_is_paired():
    competition = divide(make_berger(8), 2)
    play_game(make_evening(competition, "standard"))
    with pytest.raises(StepError, match="schedule of each group"):
        set_groups(competition, {"adema": "B"}, by=None)


def test_the_first_go_up_and_the_last_go_down_into_the_new_season(played):
    up, down = winner_of(played, "B"), list(table(played, "A"))[-1]
    expected = {one.key: one.group for one in entries(played)} | {up: "A", down: "B"}
    assert promoted(played) == expected
    players = next_season_of(played).players
    new = start_next_season(played, name="Zwitsers", players=players, by_table=True, by=None)
    assert {one.key: one.group for one in entries(new)} == expected
    assert (new.goes_up, new.goes_down) == (1, 1)


def test_where_the_places_at_the_edge_are_level_the_leader_chooses_who_goes(played):
    lines = last_table(played)
    edges = level_at_edges(played, lines)
    assert [(edge.group, edge.to, edge.count, len(edge.entries)) for edge in edges] == [
        ("A", "B", 1, 2),
        ("B", "A", 1, 2),
    ]
    coming = next_season_of(played)
    first, other = (entry.player for entry in edges[1].entries)
    facts = {"name": "Zwitsers", "players": coming.players, "by": None}
    with pytest.raises(StepError, match="Choose 1 player who goes to group A"):
        start_next_season(played, changing={"B A": []}, **facts)
    new = start_next_season(played, changing={"B A": [other]}, **facts)
    after = {entry.player: entry.group for entry in entries(new)}
    assert (after[first], after[other]) == ("B", "A")


def test_before_a_game_nobody_is_level_at_an_edge():
    competition = divide(make_swiss(8), 2, goes_up=1, goes_down=1)
    assert level_at_edges(competition, last_table(competition)) == []


def test_in_a_small_group_nobody_goes_up_and_down_at_once():
    competition = divide(make_swiss(6), 3, goes_up=2, goes_down=2)
    after = {key[0]: group for key, group in promoted(competition).items()}
    assert after == {"a": "A", "b": "B", "c": "A", "d": "C", "e": "B", "f": "C"}


def test_groups_and_moves_go_out_and_come_in_with_the_document(played):
    set_groups(played, {winner_of(played, "B"): "A"}, by=None)
    text = export_document(played)
    copy = import_file(played.club, text, name="Kopie", slug="kopie")
    assert groups(copy) == groups(played)
    assert [one.moves for one in entries(copy)] == [one.moves for one in entries(played)]


def test_the_smallest_group_says_how_many_rounds_can_be_paired():
    competition = make_swiss(9)
    assert rounds_without_repeats(competition) == (9, 9)  # each has the bye once
    assert rounds_without_repeats(divide(competition, 5, 4)) == (4, 3)
    assert rounds_without_repeats(make_competition(9, club=make_club("Ander", "ander"))) is None
