"""A club's own kinds of absence: chosen by name, read by leader and member, to others "absent"."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubcomp.flow.absences.notice import played_elsewhere
from clubcomp.flow.absences.signing_off import say_for_several, set_away
from clubcomp.flow.absences.taking_part import say_for_oneself
from clubcomp.flow.attendance.marks import plan_attendance
from clubcomp.flow.competitions.competition import add_tempo, change_options
from clubcomp.flow.errors import StepError
from clubcomp.flow.evenings import close_evening, plan_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.standings import standings_of, statement_of
from clubcomp.models import Attendance, Competition, Role, TrailEntry, Unpaired
from clubcomp.models.plans import plans_of
from clubcomp.record.snapshots import snapshot_of
from clubcomp.words.trail import member_trail_text, trail_text
from pairing.core.unplayed import Unplayed
from tests import make
from tests.attempts import attempts
from tests.views.leader import Leader, text
from tests.views.site_map import ADDRESSES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

ENGLISH = {"accept-language": "en"}
#: How a page, a file or an answer of the API names a kind.
NAMES = ("Behind the bar", "Rang too late", "With notice", "duty", ":late", "too_late")


@pytest.fixture
def leader():
    """Faber was behind the bar, Gerritsen rang too late, Evers plays for the club; one round."""
    competition = make.make_keizer(7)
    leader = Leader(make.make_evening(competition, "standard", present=4))
    for key, status in (("faber", ":duty"), ("gerritsen", ":late"), ("evers", "external")):
        player = make.entry(competition, key)
        plan_attendance(leader.evening, player, status=status, by=leader.user)
    make.finish_round(publish_next(leader.evening, after=0, by=leader.user))
    return leader


def kind_of(competition, key):
    rows = Unpaired.objects.filter(entry=make.entry(competition, key))
    return rows.values_list("kind", flat=True).first() or "absent"


def member_of(leader, key):
    """A browser of the member who is this player, and the address of their page."""
    user = make.make_user(key.capitalize())
    membership = make.make_membership(leader.club, user, Role.MEMBER)
    membership.player = make.entry(leader.evening.competition, key).player
    membership.save()
    client = Client(headers={**ENGLISH, "origin": "http://testserver"})
    client.force_login(user)
    slug = leader.evening.competition.slug
    return client, f"/{leader.club.slug}/{slug}/players/{key}/"


def test_the_record_of_a_round_keeps_the_kind(leader):
    competition = leader.evening.competition
    assert kind_of(competition, "faber") == ":duty"
    [recorded] = snapshot_of(competition).record()
    assert recorded.round.away == {"faber": "duty", "gerritsen": "late"}
    lines = statement_of(competition, make.entry(competition, "faber"), "standard").lines
    [absent] = [line for line in lines if line.code == "absent"]
    assert [entry.kind for entry in absent.entries] == ["duty"]
    assert absent.entries[0].fraction == Fraction(2, 3)


def test_no_page_file_or_answer_for_everybody_names_a_kind(leader):
    close_evening(leader.evening, by=leader.user)
    place = {"club": leader.club.slug, "competition": leader.evening.competition.slug}
    place |= {"evening": leader.evening.serial, "number": 1, "board": 1, "sheet": "boards"}
    with attempts() as attempt:
        seen = 0
        for name, page in ADDRESSES.items():
            for player in ("faber", "gerritsen"):
                given = place | {"player": player, "scope": "standard"}
                if "competition" not in page.arguments or not set(page.arguments) <= set(given):
                    continue
                # The regulation and the document of the competition name the kinds themselves.
                if name in ("rules", "regulation", "own-regulation"):
                    continue
                address = reverse(name, kwargs={key: given[key] for key in page.arguments})
                answer = Client(headers=ENGLISH).get(address)
                if answer.status_code != 200:
                    continue
                said = b"".join(answer) if answer.streaming else answer.content
                seen += 1
                with attempt(name):
                    assert not [words for words in NAMES if words.encode() in said]
        assert seen > 30


def test_the_member_and_the_leader_read_the_name_in_the_statement(leader):
    client, own = member_of(leader, "faber")
    assert "Behind the bar" in text(client.get(own))
    assert "Behind the bar: 1 used, without a limit." in text(client.get(own))
    other = own.replace("faber", "gerritsen")
    page = text(client.get(other))
    assert "1 game absent" in page
    assert not [name for name in NAMES if name in page]
    assert "Rang too late: 1 of 1 used." in text(leader.client.get(other))


def test_the_log_names_it_to_the_leader_and_to_the_member_alone(leader):
    client, _own = member_of(leader, "faber")
    log = f"/{leader.club.slug}/trail/"
    page = text(client.get(log))
    assert "Faber: Behind the bar" in page
    assert "Gerritsen: absent" in page
    assert "Rang too late" not in page
    for asked in (":late", ":duty"):
        assert "No line has all of this." in text(client.get(log, {"search": asked}))
    assert "Gerritsen: Rang too late" in text(leader.client.get(log))


def test_a_sign_off_says_what_it_earns_and_what_is_left(leader):
    competition = leader.evening.competition
    close_evening(leader.evening, by=leader.user)
    evening = make.make_evening(competition, "standard", is_open=False)
    client, _own = member_of(leader, "gerritsen")
    place = (leader.club.slug, competition.slug, evening.serial)
    page = text(client.get(reverse("my-evening", args=place)))
    row = next(row for row in standings_of(competition, "standard") if row.entry.key == "gerritsen")
    value = row.row.value_number
    half = f"{value // 2}{'½' if value % 2 else ''}"
    assert f"With notice (earns {half} points now, 2 left)" in page
    assert "Rang too late (earns nothing any more)" in page
    assert "(earns nothing, otherwise by the result)" in page
    sent = {"status": ":duty", "note": ""}
    client.post(reverse("my-evening", args=place), sent)
    assert "You are not coming: Behind the bar." in text(client.get(reverse("me", args=place[:1])))
    said = Attendance.objects.get(evening=evening, entry__key="gerritsen")
    assert (said.status, said.is_own) == (":duty", True)


def test_what_a_kind_turns_into_is_said_before_it_is_used():
    competition = make.make_keizer(6)
    leader = Leader(make.make_evening(competition, "standard", present=5))
    for _round in range(2):
        make.play_game(leader.evening)
        leader.evening.games += 1
        leader.evening.save()
    close_evening(leader.evening, by=None)
    evening = make.make_evening(competition, "standard", is_open=False)
    client, _own = member_of(leader, "faber")
    place = (leader.club.slug, competition.slug, evening.serial)
    page = text(client.get(reverse("my-evening", args=place)))
    assert "as “Rang too late”, 1 left" in page


def test_nobody_signs_off_under_a_kind_that_there_is_not(leader):
    entry = make.entry(leader.evening.competition, "adema")
    evening = make.make_evening(leader.evening.competition, "standard", is_open=False)
    for step in (
        lambda: plan_attendance(evening, entry, status=":ill", by=None),
        lambda: say_for_oneself(entry, evening, status=":ill", by=entry.player),
        lambda: say_for_several(evening, [entry], status=":ill", by=None),
        lambda: set_away(
            entry.player.club,
            [entry.player],
            first=make.Date(2030, 1, 1),
            last=make.Date(2030, 1, 2),
            kind=":ill",
            by=None,
        ),
    ):
        with pytest.raises(StepError):
            step()
    assert not plans_of(evening)


def test_a_holiday_has_the_kind_where_the_competition_knows_it():
    competition = make.make_keizer(4)
    other = make.make_competition(4, club=competition.club)
    player = make.entry(competition, "adema").player
    entry = other.entries.first()
    entry.player = player
    other.entries.filter(player=player).exclude(pk=entry.pk).delete()
    entry.save()
    day = make.Date(2030, 3, 4)
    set_away(player.club, [player], first=day, last=day, kind=":duty", by=None)
    words = trail_text(TrailEntry.objects.filter(action="set_away").get())
    assert words == "Adema: Behind the bar from Monday 4 March 2030 until Monday 4 March 2030."
    told = member_trail_text(TrailEntry.objects.filter(action="set_away").get())
    assert "absent from" in told
    for of, status in ((competition, ":duty"), (other, "absent")):
        evening = plan_evening(of, tempo=of.tempos.first(), date=day, by=None)
        [plan] = [plan for plan in plans_of(evening).values() if plan.away_until]
        assert plan.status == status


def test_several_are_away_for_one_kind_and_taken_back(leader):
    competition = leader.evening.competition
    close_evening(leader.evening, by=leader.user)
    evening = make.make_evening(competition, "standard", present=0)
    leader.evening = evening
    leader.press("not-coming", players=["adema", "bakker"], way=":duty")
    assert {plan.status for plan in plans_of(evening).values()} == {":duty"}
    assert "Behind the bar" in text(leader.see("attendance"))
    assert 'Behind the bar</th><td class="right">−2' in text(leader.see("lead"))
    leader.press("not-coming", players=["adema", "bakker"], way="back")
    assert {plan.status for plan in plans_of(evening).values()} <= {"expected"}


def test_a_correction_to_a_kind_says_what_changes_and_changes_the_record(leader):
    competition = leader.evening.competition
    asked = {"player": "gerritsen", "number": "", "kind": ":duty"}
    page = text(leader.press("correct-notice", **asked, look="1"))
    assert "Gerritsen, Behind the bar: 0 used, for 0 points; becomes 1" in page
    assert "Gerritsen, Rang too late: 1 used" in page
    leader.press("correct-notice", **asked, reason="Stood behind the bar")
    assert kind_of(competition, "gerritsen") == ":duty"
    assert "Gerritsen in game 1: Behind the bar; before: Rang too late." in text(
        leader.client.get(f"/{leader.club.slug}/trail/")
    )


def test_who_never_came_counts_as_the_kind_that_the_leader_chooses():
    competition = make.make_keizer(6)
    leader = Leader(make.make_evening(competition, "standard", present=4))
    make.play_game(leader.evening)
    assert "As what do they count?" in text(leader.see("close"))
    data = {"players": ["faber"], "reason": "Rang at nine", "kind": ":late", "unplayed": "0"}
    page = text(leader.press("close", **data))
    assert "Faber: Rang too late." in page
    assert kind_of(competition, "faber") == ":late"
    assert kind_of(competition, "evers") == "absent"


def test_who_drops_out_is_away_for_a_kind():
    competition = make.make_keizer(6)
    leader = Leader(make.make_evening(competition, "standard"))
    round_ = publish_next(leader.evening, after=0, by=leader.user)
    gone = round_.games.first().white
    leader.press("drop-out", gone.key, way="not_come", what="bye/:late", number=1)
    assert kind_of(competition, gone.key) == ":late"


def test_a_result_elsewhere_earns_what_the_regulation_says(leader):
    competition = leader.evening.competition
    [played] = played_elsewhere(leader.evening)
    assert played.entry.key == "evers"
    before = points_of(competition, "evers")
    assert "Evers" in text(leader.see("elsewhere"))
    page = text(leader.press("elsewhere", **{played.key: "1"}))
    assert "1 result is noted." in page
    row = Unpaired.objects.get(entry__key="evers")
    assert (row.kind, row.result) == ("external", "1")
    assert points_of(competition, "evers") > before
    line = TrailEntry.objects.filter(action="record_elsewhere").get()
    assert line.says_why_absent
    assert "Evers in game 1, elsewhere: won." in text(
        leader.client.get(f"/{leader.club.slug}/trail/")
    )
    leader.press("elsewhere", **{played.key: ""})
    assert points_of(competition, "evers") == before


def points_of(competition, key):
    competition = Competition.objects.get(pk=competition.pk)
    rows = standings_of(competition, "standard")
    return next(row.row.points for row in rows if row.entry.key == key)


def test_a_kind_that_somebody_is_noted_under_stays(leader):
    competition = leader.evening.competition
    kinds = [kind for kind in make.KINDS if kind["key"] != "duty"]
    with pytest.raises(StepError, match="“Behind the bar” stays: 2 absences are noted under it"):
        change_options(competition, options={"absences": {"kinds": kinds}}, by=leader.user)
    asked = {"player": "faber", "number": "", "kind": "absent", "reason": "Was not"}
    leader.press("correct-notice", **asked)
    change_options(competition, options={"absences": {"kinds": kinds}}, by=leader.user)
    assert ":duty" not in Competition.objects.get(pk=competition.pk).own_kinds


def test_games_of_before_come_in_with_kinds_and_results_elsewhere():
    competition = make.make_keizer(6)
    leader = Leader(make.make_evening(competition, "standard", is_open=False))
    address = reverse("past-games", args=[leader.club.slug, competition.slug])
    table = "\n".join(
        [
            "5-10-2020; Adema; Bakker; 1-0",
            "5-10-2020; Cornelis; behind the bar;",
            "5-10-2020; Dekker; extern; 1-0",
            "5-10-2020; Evers; nachtdienst;",
        ]
    )
    tempo = competition.tempos.get().pk
    page = text(leader.client.post(address, {"tempo": tempo, "text": table, "act": "look"}))
    assert "Behind the bar" in page
    assert "What does “nachtdienst” mean?" in page
    sent = {"tempo": tempo, "text": table, "act": "add", "word-nachtdienst": ":late"}
    leader.client.post(address, sent)
    [recorded] = snapshot_of(competition).record()
    assert recorded.round.away == {"cornelis": "duty", "evers": "late"}
    assert recorded.round.unplayed == {"dekker": Unplayed.EXTERNAL}
    assert recorded.round.away_results == {"dekker": "1"}


def test_the_api_sums_to_the_points_and_names_no_kind(leader):
    club, slug = leader.club.slug, leader.evening.competition.slug
    answer = Client().get(f"/api/v1/clubs/{club}/competitions/{slug}/players/gerritsen/")
    said = answer.json()
    statement = next(one for one in said["statements"]) if "statements" in said else said
    lines = {line["code"]: line for line in statement["lines"]}
    assert "absent" in lines
    for line in lines.values():
        for entry in line["entries"]:
            made = Fraction(entry["fraction"]["exact"]) * Fraction(entry["worth"]["exact"])
            made = (made + Fraction(entry["added"]["exact"])) * Fraction(entry["weight"]["exact"])
            assert made == Fraction(entry["points"]["exact"])
    assert not [name for name in NAMES if name in answer.content.decode()]


def test_a_habit_is_of_a_kind_too(leader):
    competition = leader.evening.competition
    add_tempo(competition, key="rapid", name="Rapid", by=leader.user)
    rapid = competition.tempos.get(key="rapid")
    client, _page = member_of(leader, "bakker")
    address = reverse("my-away", args=[leader.club.slug])
    assert "Behind the bar" in text(client.get(address))
    data = {"act": "habits-keizer", "keizer-stays_away": rapid.pk, "keizer-kind": ":duty"}
    said = client.post(address, data)
    assert "these tempos: Rapid (Behind the bar)." in text(client.get(said.url))
    coming = plan_evening(competition, tempo=rapid, date=timezone.localdate(), by=None)
    player = make.entry(competition, "bakker")
    assert plans_of(coming)[player.pk].status == ":duty"
    own = reverse("me", args=[leader.club.slug])
    assert "You usually do not come to Rapid: Behind the bar." in text(client.get(own))
    line = TrailEntry.objects.filter(action="set_habits").get()
    assert "Behind the bar" not in member_trail_text(line)
    # A reserve is away with notice, and a kind that somebody is noted under stays.
    kinds = [kind for kind in make.KINDS if kind["key"] == "late"]
    with pytest.raises(StepError, match="stays: 3 absences are noted under it"):
        change_options(competition, options={"absences": {"kinds": kinds}}, by=leader.user)
    client.post(address, {**data, "keizer-is_reserve": "on"})
    plan = plans_of(coming)[player.pk]
    assert (plan.status, plan.is_reserve) == ("absent", True)
