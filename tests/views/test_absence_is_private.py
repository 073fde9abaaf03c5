"""Why somebody was away is read by the leader and that member; everybody else reads "absent"."""

import json
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.flow.absences.signing_off import say_for_several
from clubcomp.flow.attendance.dropping_out import DropOutKind, Instead, drop_out
from clubcomp.flow.evenings import close_evening
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.people.kept_about import kept_about
from clubcomp.models import Evening, Role
from clubcomp.pages.seasons import Item, LineWithRounds
from clubcomp.words.statements import line_note
from pairing.core.standing import StatementEntry, StatementLine
from pairing.core.unplayed import Unplayed
from tests import make
from tests.attempts import attempts
from tests.views.leader import Leader, text
from tests.views.site_map import ADDRESSES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

ENGLISH = {"accept-language": "en"}
#: How a page, a file or an answer of the API says why.
REASONS = (
    *("without notice", "did not turn up", "did not come", "no_notice", "not invited", "exempt"),
    "no notice was given",
)


@pytest.fixture
def leader():
    """One did not come, Faber was not invited, Gerritsen stayed away without a word."""
    competition = make.make_competition(7)
    leader = Leader(make.make_evening(competition, "long", present=5))
    faber, silent = (make.entry(competition, key) for key in ("faber", "gerritsen"))
    say_for_several(leader.evening, [faber], status=Unplayed.EXEMPT, by=leader.user)
    round_ = publish_next(leader.evening, after=0, by=leader.user)
    absent = next(game.white for game in round_.games.all())
    facts = {"way": DropOutKind.NOT_COME, "instead": Instead.STEP_IN, "kind": Unplayed.NO_NOTICE}
    evening = Evening.objects.get(pk=leader.evening.pk)
    drop_out(evening, absent, **facts, by=leader.user)
    make.finish_round(round_)
    reason = {"reason": "no notice was given", "by": leader.user}
    close_evening(leader.evening, without_notice=[silent], **reason)
    leader.absent, leader.silent = absent, silent
    return leader


def of_competition(leader):
    """The pages, files and answers for everybody that this competition has."""
    place = {"club": leader.club.slug, "competition": leader.evening.competition.slug}
    place |= {"evening": leader.evening.serial, "number": 1, "board": 1, "sheet": "boards"}
    for name, page in ADDRESSES.items():
        for player in (leader.absent.key, leader.silent.key):
            given = place | {"player": player, "scope": "long"}
            if "competition" in page.arguments and set(page.arguments) <= set(given):
                yield name, {key: given[key] for key in page.arguments}


def test_no_page_file_or_answer_for_everybody_says_why(leader):
    with attempts() as attempt:
        seen = 0
        for name, place in of_competition(leader):
            answer = Client(headers=ENGLISH).get(reverse(name, kwargs=place))
            if answer.status_code != 200 or name in ("rules", "regulation", "own-regulation"):
                continue
            said = b"".join(answer) if answer.streaming else answer.content
            seen += 1
            with attempt(name):
                found = [words for words in REASONS if words.encode() in said]
                assert not found
        assert seen > 30


def test_the_statement_of_others_adds_up_with_one_line_of_absence(leader):
    address = f"/{leader.club.slug}/{leader.evening.competition.slug}/players/{leader.silent.key}/"
    page = text(Client(headers=ENGLISH).get(address))
    assert "1 game absent" in page
    assert "1 game absent without notice" not in page
    assert "1 game absent without notice" in text(leader.client.get(address))


@pytest.mark.parametrize("key", ["attacalc", "knsb-rating"])
def test_what_others_read_of_an_absence_is_true_of_each_round(key):
    """Part and worth are those of a round that was credited; none is said to be used up."""

    def noted(*entries):
        points = sum((entry.points for entry in entries), Fraction(0))
        items = [Item("absent", entry, None, None) for entry in entries]
        return line_note(LineWithRounds(StatementLine(Unplayed.ABSENT, points, entries), items))

    worth = Fraction(16) if key == "attacalc" else None
    silent = StatementEntry(1, 1, Fraction(0), worth, Fraction(0), credited=False)
    noticed = StatementEntry(2, 1, Fraction(16, 3), worth, Fraction(1, 3))
    if key == "attacalc":
        assert noted(silent) == "none credited"
        assert noted(silent, noticed) == "⅓ of 16 a game; 1 game credited"
    else:
        assert noted(silent) == ""


def test_a_member_reads_of_others_in_the_log_that_they_were_absent(leader):
    member = make.make_user("Mia")
    make.make_membership(leader.club, member, Role.MEMBER)
    client = Client(headers=ENGLISH)
    client.force_login(member)
    page = text(client.get(f"/{leader.club.slug}/trail/"))
    assert not [words for words in REASONS if words in page]
    assert f"{leader.absent} dropped out of game 1." in page
    assert f"{leader.silent} in game 1: absent." in page
    assert "Faber: absent." in page
    for asked in ("no_notice", "exempt", "notice"):
        found = text(client.get(f"/{leader.club.slug}/trail/", {"search": asked}))
        assert "No line has all of this." in found
    told = text(leader.client.get(f"/{leader.club.slug}/trail/"))
    assert f"{leader.absent} did not come to game 1." in told
    assert "no notice was given" in told


def test_who_was_away_reads_it_of_themselves(leader):
    member = make.make_user("Gert")
    membership = make.make_membership(leader.club, member, Role.MEMBER)
    membership.player = leader.silent.player
    membership.save()
    client = Client(headers=ENGLISH)
    client.force_login(member)
    own = f"/{leader.club.slug}/{leader.evening.competition.slug}/players/{leader.silent.key}/"
    assert "1 game absent without notice" in text(client.get(own))
    page = text(client.get(f"/{leader.club.slug}/trail/"))
    assert f"{leader.silent} in game 1: absent without notice; before: absent with notice." in page
    assert "Faber: not invited" not in page


def test_what_is_kept_of_somebody_does_not_say_why_others_were_away():
    competition = make.make_competition(6)
    evening = make.make_evening(competition, "long", is_open=False)
    both = [make.entry(competition, key) for key in ("evers", "faber")]
    say_for_several(evening, both, status=Unplayed.EXTERNAL, by=None)
    own = json.dumps(kept_about(both[0].player)["log"], default=str)
    assert "Evers" in own
    assert "Faber" not in own.partition("say_for_several")[2]
