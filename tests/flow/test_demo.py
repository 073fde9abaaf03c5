"""The demo club: it loads, once, all of it, and everything in it is as the steps make it."""

import json
import re
from collections import Counter
from datetime import date as Date
from io import StringIO
from statistics import median
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from clubcomp import models
from clubcomp.demo import berger, blitz, club, knockout, season, swiss
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.clubs import found_club
from clubcomp.flow.documents.documents import export_document
from clubcomp.flow.documents.downloads import export_trf
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings import proposal
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.standings import standings_of
from clubcomp.flow.tables.shadow_tables import players_of
from clubcomp.models import Club, Game, Round, Unpaired, User
from clubcomp.record.snapshots import whole_snapshot
from pairing.core.replay import rearranged
from pairing.core.types import OVERALL
from pairing.core.unplayed import Unplayed
from pairing.formats.document import read_document
from pairing.formats.trf_text import decoded
from pairing.registry import rules_of
from tests import make
from tests.pairing import gacrux_reading as gacrux
from tests.pairing.truth.verdict import verdict_on

pytestmark = pytest.mark.django_db


class Demo(NamedTuple):
    """The demo club and what the command printed while it made it."""

    club: Club
    printed: str

    @property
    def season(self):
        return self.club.competitions.get(slug=season.SLUG)

    @property
    def blitz(self):
        return self.club.competitions.get(slug=blitz.SLUG)


@pytest.fixture(scope="module", autouse=True)
def as_the_demo():
    """As `make run` serves it."""
    with override_settings(IS_DEMO=True):
        yield


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker, as_the_demo):
    """Loaded once for all tests here; each of them is undone, and in the end the demo is."""
    with django_db_blocker.unblock(), transaction.atomic():
        printed = load_demo(address="http://localhost:8123/")
        yield Demo(Club.objects.get(slug=club.SLUG), printed)
        transaction.set_rollback(True)


def load_demo(**options):
    out = StringIO()
    call_command("load_demo", stdout=out, **options)
    return out.getvalue()


def everything():
    """How many rows there are of everything that a club keeps."""
    return {name: getattr(models, name).objects.count() for name in COUNTED}


COUNTED = [name for name in dir(models) if hasattr(getattr(models, name), "objects")]


def test_the_season_is_there_as_it_was_played(demo):
    assert demo.season.entries.count() == 74
    on_record = Round.objects.on_record().filter(evening__competition=demo.season)
    assert Game.objects.filter(round__in=on_record).count() == 451
    assert demo.season.evenings.filter(status="closed").count() == 25
    document, now = read_document(season.DOCUMENT.read_bytes()), whole_snapshot(demo.season)
    assert now.evenings[:25] == document.evenings
    assert (now.players, now.tempos, now.club) == (document.players, document.tempos, club.NAME)


def test_the_next_evening_is_open_with_half_of_its_attendance_taken(demo):
    evening = demo.season.evenings.opened().get()
    assert (evening.number, evening.date.weekday()) == (26, season.TUESDAY)
    assert timezone.localdate() < evening.date
    taken = sheet(evening)
    states = [row.state for row in taken.rows]
    assert taken.is_odd
    assert taken.bye is not None
    counted = {state: states.count(state) for state in ("present", "later", "absent", "external")}
    assert counted == {"present": 15, "later": 1, "absent": 5, "external": 4}
    assert states.count("expected") > 10
    assert "occasional" in states


def test_a_newcomer_can_pair_the_next_evening_at_once(demo):
    evening = demo.season.evenings.opened().get()
    free = sheet(evening).bye
    round_ = publish_next(evening, after=0, by=None)
    assert round_.games.count() == 7
    assert round_.unpaired.get(kind=Unplayed.BYE).entry == free


@pytest.mark.parametrize("day", range(1, 8))
def test_the_next_tuesday_is_never_today(day):
    today = Date(2026, 9, day)
    date = season.next_tuesday(today)
    assert date.weekday() == season.TUESDAY
    assert 1 <= (date - today).days <= 7


def test_tonight_is_in_the_middle_of_its_fourth_game(demo):
    evening = demo.blitz.evenings.opened().get()
    assert (evening.number, evening.date) == (3, timezone.localdate())
    fourth = evening.rounds.get(number=4)
    assert fourth.status == Round.Status.PUBLISHED
    assert (fourth.games.count(), fourth.games.still_playing().count()) == (6, 3)
    assert fourth.unpaired.filter(kind=Unplayed.BYE).exists()


def test_the_blitz_evenings_show_what_can_happen(demo):
    games = Game.objects.filter(round__evening__competition=demo.blitz)
    boards = [
        evening.rounds.get(number=number).games.count()
        for evening in demo.blitz.evenings.filter(number=1)
        for number in range(1, 8)
    ]
    assert boards == [6, 6, 7, 7, 6, 6, 6]
    assert {"1-0F", "0-1F", "0-0F"} <= set(games.values_list("result", flat=True))
    assert games.exclude(fixed="").count() == 4
    assert games.filter(played_on__isnull=False, put_off="").count() == 1
    assert demo.blitz.entries.filter(guest=True, player__is_member=False).count() == 1
    assert demo.blitz.forbidden_pairs.exclude(reason="").count() == 1
    kinds = Unpaired.objects.filter(round__evening__competition=demo.blitz)
    assert {"bye", "external", "no_notice"} == set(kinds.values_list("kind", flat=True))
    actions = set(demo.blitz.trail.values_list("action", flat=True))
    assert {"swap_players", "swap_published", "correct_result", "correct_notice"} <= actions
    assert {"name_bye", "put_off", "close_evening"} <= actions
    # Father and daughter are kept apart in the very first game, where they would have met.
    first = Round.objects.get(evening__competition=demo.blitz, evening__number=1, number=1)
    met = proposal.pair(rearranged(read_document(first.paired_from), [], None))[0]
    assert {"teun-hendriks", "karin-hendriks"} in [{pair.white, pair.black} for pair in met.pairs]


def test_every_round_paired_here_is_paired_again_as_it_was(demo):
    paired_here = Round.objects.exclude(paired_by=Round.PairedBy.ELSEWHERE)
    rounds = list(paired_here.filter(evening__competition=demo.blitz))
    assert len(rounds) == 18
    for round_ in rounds:
        again = proposal.as_json(*proposal.pair(read_document(round_.paired_from)))
        assert json.loads(json.dumps(again)) == round_.proposal
        published = {(pair["white"], pair["black"]) for pair in again["pairs"]}
        played = set(
            round_.games.filter(fixed="").values_list("white__key", "black__key")
            if round_.paired_by == Round.PairedBy.HAND
            else round_.games.values_list("white__key", "black__key")
        )
        assert played <= published
        if round_.paired_by == Round.PairedBy.SYSTEM:
            assert played == published


@pytest.mark.parametrize("which", ["season", "blitz"])
def test_it_is_exported_and_imported_and_exported_again_byte_for_byte(demo, which):
    document = export_document(getattr(demo, which))
    other = Club.objects.create(name=demo.club.name, slug="elders", country=demo.club.country)
    again = make.import_file(other, document)
    assert export_document(again) == document


def test_a_second_load_changes_nothing_and_still_says_how_to_sign_in(demo):
    before, versions = everything(), [demo.season.version, demo.blitz.version]
    printed = load_demo()
    assert "already" in printed
    assert club.LEADER.email in printed
    assert everything() == before
    assert [demo.season.version, demo.blitz.version] == versions


@pytest.mark.parametrize("slug", [swiss.SLUG, swiss.OPEN_SLUG, swiss.GO_SLUG])
@pytest.mark.parametrize("edition", ["16", "26"])
def test_gacrux_reads_the_report_and_finds_the_ranks_of_the_table(demo, slug, edition):
    """With an open game as the draw that the file makes of it. The order among who is level is
    by the tie-breaks' values, which gacrux counts where nobody had a round without a game."""
    competition = demo.club.competitions.get(slug=slug)
    data = export_trf(competition, edition)
    found = gacrux.lines(data, encoding=decoded(data)[1])
    points = {number: line.points for number, line in found.items()}
    assert points == {number: line.values[0] for number, line in found.items()}
    ranked = sorted(found, key=lambda number: found[number].rank)
    assert [points[number] for number in ranked] == sorted(points.values(), reverse=True)
    finished = not Game.objects.filter(round__evening__competition=competition, result="*").exists()
    if finished:
        table = standings_of(competition, OVERALL)
        assert ranked == [line.entry.start for line in table]


def test_a_swiss_competition_is_in_its_fourth_round(demo):
    competition = demo.club.competitions.get(slug=swiss.SLUG)
    assert competition.entries.count() == swiss.PLAYERS
    assert competition.entries.filter(joined=2, start=24).exists()
    rounds = Round.objects.on_record().filter(evening__competition=competition)
    games = Game.objects.filter(round__in=rounds)
    assert [rounds.count(), games.count(), games.unfinished().count()] == [3, 11 + 12 + 11, 1]
    assert games.filter(result="1-0F").count() == 1
    kinds = Unpaired.objects.filter(round__in=rounds).values_list("kind", flat=True)
    assert sorted(kinds) == ["bye", "bye", "half_point_bye"]
    planned = competition.evenings.upcoming().values_list("first_round", flat=True)
    assert list(planned) == [4, 5, 6, 7]


def test_a_go_competition_goes_by_lots_and_has_two_rounds_on_a_day(demo):
    competition = demo.club.competitions.get(slug=swiss.GO_SLUG)
    assert (competition.game, competition.system) == ("go", "knsb-resistance")
    assert competition.trail.filter(action="draw_lots").get().facts["seed"] == swiss.SEED
    first, *coming = competition.evenings.all()
    assert first.rounds.count() == 2
    assert [evening.first_round for evening in coming] == [3, 5]


def test_whoever_reads_the_terminal_can_sign_in(demo):
    assert "http://localhost:8123/sign-in/" in demo.printed
    email, password = re.search(r"e-mail\s+(\S+)\s+password\s+(\S+)", demo.printed).groups()
    leader = User.objects.get(email=email)
    assert leader.check_password(password)
    roles = {person.user.email: person for person in demo.club.memberships.select_related("user")}
    assert roles[email].role == "leader"
    assert roles[club.OWNER.email].role == "owner"
    assert roles[club.MEMBER.email].player.name == club.MEMBER.player


def test_only_the_dates_depend_on_the_day(demo, settings):
    settings.IS_DEMO = False  # two of them, which the demo itself does not allow
    Club.objects.filter(pk=demo.club.pk).update(slug="de-eerste")
    later = club.load(today=Date(2031, 2, 4), say=lambda _: None)

    def undated(competition):
        return re.sub(r'"\d{4}-\d\d-\d\d"', '"date"', export_document(competition))

    for first in (demo.season, demo.blitz):
        assert undated(later.competitions.get(slug=first.slug)) == undated(first)


def test_an_interrupted_load_leaves_nothing(monkeypatch, settings):
    settings.IS_DEMO = False

    def broken(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(blitz, "play", broken)
    Club.objects.filter(slug=club.SLUG).update(slug="de-eerste")
    before = everything()
    with pytest.raises(KeyboardInterrupt):
        club.load(today=Date(2031, 2, 4), say=lambda _: None)
    assert everything() == before


def test_an_account_that_is_there_keeps_its_password():
    Club.objects.filter(slug=club.SLUG).update(slug="de-eerste")
    User.objects.filter(email=club.LEADER.email).delete()
    make.make_user(email=club.LEADER.email)
    account = club.account_of(club.LEADER)
    assert account.check_password(make.PASSWORD)


def test_outside_its_own_database_the_demo_is_refused(settings):
    settings.IS_DEMO = False
    before = everything()
    with pytest.raises(CommandError, match="make run"):
        load_demo()
    assert everything() == before


def test_a_database_with_a_real_club_is_refused_and_untouched():
    Club.objects.filter(slug=club.SLUG).update(slug="de-eerste")
    make.make_club()
    before = everything()
    with pytest.raises(CommandError, match="not the demo"):
        load_demo()
    assert everything() == before


def test_nobody_founds_a_club_in_the_demo(demo):
    with pytest.raises(StepError, match="make club"):
        found_club("De Echte", "echt", User.objects.get(email=club.OWNER.email), by=None)


def test_all_that_is_said_about_its_pairings_is_true(demo):
    """Recomputed without the engine, each group by itself; also the summer's third round."""
    paired = Round.objects.filter(evening__competition__club=demo.club)
    rounds = [read_document(text) for text in paired.documents().values() if text]
    snapshots = [group.snapshot for one in rounds for group in rules_of(one).groups(one)]
    systems = {"attacalc", "berger", "fide-dutch", "keizer", "knockout", "knsb-rating"}
    systems |= {"knsb-resistance"}
    assert {one.system for one in snapshots} == systems
    false = [wrong for one in snapshots for wrong in verdict_on(one, rules_of(one)).false]
    assert not false, "\n".join(false)


def test_every_page_says_that_it_is_the_demo_and_a_real_club_never(demo, client, settings):
    page = reverse("club", args=[club.SLUG])
    line = 'class="demo-line"'
    assert line in client.get(page).content.decode()
    settings.IS_DEMO = False
    assert line not in client.get(page).content.decode()


def test_the_password_is_this_machines_own(settings):
    here = club.password()
    assert here == club.password()
    assert len(here) == 14
    settings.SECRET_KEY = "another machine's"
    assert club.password() != here


def test_a_demo_that_got_into_a_real_database_is_taken_out_whole(demo):
    """Version 1.0 loaded it beside real clubs."""
    real = make.make_club()
    make.make_membership(real, User.objects.get(email=club.MEMBER.email), "member")
    call_command("remove_demo", stdout=StringIO())
    assert list(Club.objects.all()) == [real]
    # Who has a role in a real club keeps the account.
    assert [user.email for user in User.objects.all()] == [club.MEMBER.email]


def words_of_answer(written):
    """How many words of a why page stand outside its folds, its drawing and its table."""
    main = written[written.index("<main") : written.index("</main>")]
    main = re.sub(r"<(figure|details|table)\b.*?</\1>", " ", main, flags=re.S)
    answer = main[main.index('class="answer"') :].partition(">")[2]
    return len(re.sub(r"<[^>]+>", " ", answer).split())


def test_every_board_says_why_in_few_words_and_draws_it(demo, client):
    counted = []
    games = Game.objects.filter(round__evening__competition__slug__in=[swiss.SLUG, swiss.GO_SLUG])
    games |= Game.objects.filter(round__evening__competition=demo.blitz)
    for game in games.select_related("round__evening__competition"):
        evening = game.round.evening
        place = [demo.club.slug, evening.competition.slug, evening.serial, game.round.number]
        written = client.get(
            reverse("why", args=[*place, game.board]), headers={"accept-language": "en"}
        ).content.decode()
        if 'class="first"' in written:
            counted.append(words_of_answer(written))
            assert "<svg" in written or game.fixed
        else:
            assert game.fixed or game.added
    assert len(counted) > 100
    assert median(counted) <= 30
    assert max(counted) <= 60


def test_an_open_has_prizes_for_all_and_for_a_category(demo):
    competition = demo.club.competitions.get(slug=swiss.OPEN_SLUG)
    category = competition.categories.get()
    prizes = competition.prizes.values_list("category", "place")
    assert list(prizes) == [(of, place) for of in (None, category.pk) for place in (1, 2)]
    weaker = players_of(category, competition)
    assert 2 < len(weaker) < competition.entries.count()


def test_a_round_robin_in_groups_has_played_three_rounds_and_one_game_is_postponed(demo):
    competition = demo.club.competitions.get(slug=berger.SLUG)
    games = Game.objects.filter(round__evening__competition=competition)
    assert competition.evenings.count() == berger.ROUNDS
    assert games.count() == 3 * berger.PLAYERS // 2
    assert [game.put_off for game in games.unfinished()] == ["postponed"]
    assert competition.trail.filter(action="draw_lots").get().facts["seed"] == berger.SEED
    groups = competition.entries.values_list("group", flat=True)
    assert Counter(groups) == {"A": berger.PLAYERS // 2, "B": berger.PLAYERS // 2}


def test_a_cup_has_played_two_rounds_and_what_was_level_again(demo):
    competition = demo.club.competitions.get(slug=knockout.SLUG)
    said = [line.row.said.code for line in standings_of(competition, OVERALL)]
    assert said == ["StillIn"] * 4 + ["OutIn"] * 8
    evenings = competition.evenings.order_by("number")
    assert [evening.rounds.count() for evening in evenings] == [1, 2, 0, 0]
    games = Game.objects.filter(round__evening__competition=competition, round__number=1)
    assert games.count() == Game.objects.filter(counted_from__in=games).count() == 8
