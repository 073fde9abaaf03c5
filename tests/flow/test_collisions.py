"""No two steps wait for each other, whichever they are: every pair of them meets.

A new step is met by itself as soon as the site map (`tests/views/site_map.py`) presses it.
"""

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product

import pytest

from clubcomp.flow.absences.signing_off import set_away
from clubcomp.flow.absences.taking_part import say_for_oneself
from clubcomp.flow.accounts.deputies import name_deputy
from clubcomp.flow.archives.writing import export_club
from clubcomp.flow.competitions.apart import keep_apart
from clubcomp.flow.competitions.categories import add_category
from clubcomp.flow.competitions.competition import change_competition
from clubcomp.flow.competitions.periods import begin_period, border_of
from clubcomp.flow.competitions.points_by_hand import give_points
from clubcomp.flow.competitions.prizes import add_prizes
from clubcomp.flow.competitions.ties import decide_tie
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.hosting.ending import ask_end
from clubcomp.flow.nameplate.nameplate import change_nameplate
from clubcomp.flow.pairings.ahead import play_ahead
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.pairings.ways_out import ways_out_of
from clubcomp.flow.webhook import change_webhook
from clubcomp.models import Competition, Game, Round, WebhookNews
from pairing.core.types import Result
from tests.attempts import every
from tests.flow.collisions import Arena, Call, calls_of_presses, every_step
from tests.how_many import IS_EXHAUSTIVE
from tests.make import import_file, make_evening, make_keizer, make_one_tempo, play_game
from tests.pairing.snapshots import CASES
from tests.upgrade.database import migrate, scratch_database
from tests.views.two_clubs import TODAY, TwoClubs

CLUBS = {"clubcomp_club", "clubcomp_player", "clubcomp_membership"}
#: Of a step that locks more, only the first are held while another runs.
MOST_LOCKS = 10
STEPS_OF_FLOW = every_step()


def at_border_of_periods(club, slug):
    """A competition whose first period was played, and whose second waits to be begun."""
    competition = make_keizer(4, club=club, slug=slug, periods={"starts": [1, 2]})
    evening = make_evening(competition, "standard", date=TODAY)
    play_game(evening)
    close_evening(evening, by=None)
    make_evening(competition, "standard", date=TODAY + timedelta(weeks=1), is_open=False)
    return Competition.objects.get(pk=competition.pk)


CREST = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def besides(clubs):
    """Steps that no press of the site map makes, and what each is called with here."""
    evening = clubs.competition.evenings.get(number=2)
    game = Game.objects.filter(round__evening=evening).with_round().first()
    forbidden = clubs.competition.forbidden_pairs.first()
    away = ((clubs.club, [clubs.loose]), {"first": TODAY, "last": TODAY})
    set_away(*away[0], **away[1], by=None)
    guest = clubs.competition.entries.select_related("competition").first()
    owner = clubs.people["owner"]
    change_nameplate(clubs.club, pictures={"crest": CREST}, by=owner)
    deputy = name_deputy(evening, name="Invaller", by=clubs.people["owner"])
    one, other = clubs.competition.entries.order_by("pk")[:2]
    ahead = play_ahead(
        evening,
        (one, other),
        number=3,
        result=Result.DRAW,
        played_on=TODAY,
        reason="away then",
        by=None,
    )
    trap = import_file(clubs.club, (CASES / "no_pairing" / "six_players.json").read_text())
    stuck = Round.objects.proposed().get(evening__competition=trap)
    way = ways_out_of(stuck, trap.entries.by_key())[0].key
    coming = clubs.competition.evenings.get(number=3)
    coming.date = None
    coming.save()
    say_for_oneself(one, coming, status="absent", by=one.player)
    say_for_oneself(other, coming, status="reserve", by=other.player)
    holiday = one.player.away.create(first=TODAY, last=TODAY)
    category = add_category(clubs.competition, name="Beginners", rating_until=1500, by=None)
    prizes = add_prizes(clubs.competition, place=1, until=2, by=None)
    cup = make_one_tempo("knockout", 2, clubs.club, "beker", options={"numbers": "rating"})
    cup = change_competition(cup, name="Beker", slug="beker", counts_in=clubs.competition, by=None)
    family = clubs.swiss.entries.order_by("pk")[:2]
    keep_apart(clubs.swiss, group="Family", members=family, by=None)
    at_border, begun = (at_border_of_periods(clubs.club, slug) for slug in ("grens", "begonnen"))
    begin_period(begun, 2, seen=border_of(begun).seen, by=None)
    of_cup = publish_next(make_evening(cup, "standard", date=evening.date), after=0, by=None)
    level = [*clubs.level.entries.order_by("start")]
    decide_tie(clubs.level, scope="standard", order=level, reason="by lot", by=None)
    keys = [entry.key for entry in level]
    own = clubs.club.competitions.get(slug="eigen")
    player = own.entries.select_related("player").first()
    prize = {"player": player, "points": Fraction(1), "reason": "problem of the month"}
    given = give_points(own, evening=own.evenings.first(), **prize, by=None)
    change_webhook(
        clubs.club, address="https://uitslagen.example/", news=WebhookNews.values, by=None
    )
    return {
        "call_end_off": ((ask_end(clubs.club, name=clubs.club.name, by=None),), {}),
        "resume_club": ((clubs.club,), {}),
        "renew_webhook": ((clubs.club,), {}),
        "stop_webhook": ((clubs.club,), {}),
        "undo_tie": ((clubs.level,), {"scope": "standard", "players": keys}),
        "let_count": ((of_cup.games.get(),), {}),
        "change_prize": ((prizes[0],), {"place": 3, "number": 2}),
        "remove_prize": ((prizes[1],), {}),
        "change_prize_rule": ((clubs.competition,), {"ties_share_prizes": True}),
        "change_category": ((category,), {"name": "Beginners", "rating_until": 1600}),
        "remove_category": ((category,), {}),
        "allow_pair": ((forbidden,), {}),
        "begin_period": ((at_border, 2), {"seen": border_of(at_border).seen}),
        "end_apart": ((clubs.swiss,), {"group": "Family"}),
        "take_period_back": ((begun,), {}),
        "ask_second_factor": ((clubs.club,), {"asks": True}),
        "take_own_file": ((one.player,), {"by": one.player}),
        "take_way_out": ((stuck,), {"way": way}),
        "take_backup": (("clubcomp.backup",), {}),
        "clear_result": ((game,), {"seen": game.result}),
        "date_game": ((game,), {"played_on": TODAY}),
        "draw_lots": ((clubs.swiss,), {}),
        "end_own_away": ((holiday,), {}),
        "help_out": ((other, coming), {}),
        "set_habits": ((one, [evening.tempo]), {}),
        "take_own_word_back": ((one, coming), {}),
        "set_away": (away[0], {**away[1], "kind": None}),
        "import_club": ((export_club(clubs.club),), {}),
        "make_member": ((guest,), {}),
        "let_club_in": ((clubs.asked,), {}),
        "decline_club": ((clubs.asked,), {}),
        "remove_deputy": ((deputy,), {}),
        "remove_entry": ((clubs.swiss.entries.first(),), {}),
        "remove_tempo": ((clubs.competition.tempos.first(),), {}),
        "plan_evening": ((clubs.competition,), {"tempo": evening.tempo, "date": None}),
        "ask_reserves": ((evening,), {}),
        "release_reserves": ((evening,), {}),
        "send_invitation": ((clubs.person,), {}),
        "set_start_points": ((own,), {"player": player, "points": Fraction(2), "until": None}),
        "take_points_back": ((given,), {}),
        "send_links": ((clubs.club, [clubs.loose]), {}),
        "take_ahead_back": ((ahead,), {}),
        "undo_pictures": ((clubs.club,), {"by": owner}),
        "take_claim_back": ((clubs.claim.game,), {"by": clubs.claim.entry.player}),
        "take_invitation": ((clubs.invitation,), {}),
        "take_everybody_back": ((evening,), {}),
        "take_role": ((clubs.person,), {}),
        "tell_pair": ((forbidden,), {"members_may_read": True}),
    }


@pytest.fixture(scope="module")
def pressed(django_db_setup, django_db_blocker):
    """The calls, one for each step, and the names of all the steps they make."""
    with django_db_blocker.unblock(), scratch_database():
        migrate()
        clubs = TwoClubs()
        calls, made = calls_of_presses(clubs)
        for name, (args, kwargs) in besides(clubs).items():
            calls.append(Call(name, STEPS_OF_FLOW[name], args, {"by": None, **kwargs}))
            made.add(name)
        yield {call.name: call for call in calls}, made


@pytest.fixture(scope="module")
def arena(pressed):
    made = Arena()
    yield made
    made.close()


@pytest.fixture(scope="module")
def locks(pressed, arena):
    """The tables that each step locks, in that order."""
    return {name: arena.locks_of(call) for name, call in pressed[0].items()}


@every("name", STEPS_OF_FLOW)
def test_every_step_is_all_or_nothing_and_meets_the_others(pressed, name):
    assert hasattr(STEPS_OF_FLOW[name], "__wrapped__"), f"give {name} its @all_or_nothing"
    assert name in pressed[1], (
        f"no press in STEPS of tests/views/site_map.py makes the step {name}: add its address"
        " there with what its form sends, or the step with its arguments to `besides` here"
    )


def test_every_step_locks_something_before_it_changes_anything(locks):
    assert [name for name, tables in locks.items() if not tables] == []


def kind_of(tables):
    is_plain = tables[:1] == ["clubcomp_competition"] and not CLUBS & set(tables)
    return "plain" if is_plain else tuple(dict.fromkeys(tables))


def meetings(locks):
    """Pairs of steps: one of each two kinds, and each step with one of some kind, in turn.

    Of one kind are the steps that hold a competition first and nothing of the club: they stand in
    line at its row. Of the others those that lock the same tables in the same order. If exhaustive
    every step meets every step.
    """
    if IS_EXHAUSTIVE:
        return list(combinations_with_replacement(sorted(locks), 2))
    by_kind = defaultdict(list)
    for name in sorted(locks):
        by_kind[kind_of(locks[name])].append(name)
    kinds = list(by_kind.values())
    of_kinds = combinations_with_replacement(kinds, 2)
    of_steps = (([name], kinds[turn % len(kinds)]) for turn, name in enumerate(sorted(locks)))
    return sorted(
        {
            tuple(sorted((first[turn % len(first)], second[turn % len(second)])))
            for turn, (first, second) in enumerate((*of_kinds, *of_steps))
        }
    )


def test_no_step_waits_for_one_that_waits_for_it(pressed, arena, locks):
    """Of two steps one holds its first lock while the other runs; both are made."""
    for one, other in meetings(locks):
        assert_both_end(arena, pressed[0][one], pressed[0][other], at=1)


def test_steps_that_lock_in_another_order_do_not_wait_for_each_other_wherever_they_meet(
    pressed, arena, locks
):
    calls, met = pressed[0], set()
    for one, other in combinations_with_replacement(sorted(calls), 2):
        for first, second in ((one, other), (other, one)):
            for at in moments(locks[first], locks[second]):
                # Two that lock the same rows in turn as two before them meet as those did.
                alike = (*locks[first], at, *locks[second])
                if IS_EXHAUSTIVE or alike not in met:
                    assert_both_end(arena, calls[first], calls[second], at=at)
                met.add(alike)


def moments(first, second):
    """At which locks of the first the second may come between, or all of them if exhaustive.

    Where the first locks X before Y and the second Y before X: as soon as X is held, when least
    stands in the way of the second, and just before Y, when every row of X is held.
    """
    if IS_EXHAUSTIVE:
        return range(1, min(len(first), MOST_LOCKS) + 1)
    return sorted(
        {
            at
            for x, y in permutations(set(first) & set(second), 2)
            if first.index(x) < first.index(y) and second.index(y) < second.index(x)
            for at in (first.index(x) + 1, first.index(y))
        }
    )


def assert_both_end(arena, first, second, *, at):
    """Each is made or refused in words; an error of the database names the two steps."""
    try:
        arena.collide(first, second, at=at)
    except Exception as error:
        raise AssertionError(f"{first.name}, stopped at lock {at}, and {second.name}") from error


#: Who keeps the club's books, and what is tapped while an evening runs.
KEEPING = """add_member add_members add_entries change_member change_entry remove_member take_role
    take_ratings import_document start_competition give_role change_club forbid_pair""".split()
TAPS = (
    "mark_present plan_attendance add_guest record_result clear_result put_off publish_next".split()
)


def test_keeping_members_ratings_and_lists_never_refuses_a_tap_of_the_evening(
    pressed, arena, locks
):
    """Truth 32: a tap waits for whoever holds a lock, and is made."""
    calls, refused = pressed[0], []
    for keeping, tap in product(KEEPING, TAPS):
        for at in range(1, len(set(locks[keeping])) + 1):
            kept, tapped = arena.collide(calls[keeping], calls[tap], at=at)
            refused += [(keeping, tap, one) for one in (kept, tapped) if isinstance(one, StepError)]
    assert refused == []
