"""Which people may sign in, and what may they do in the club?"""

import re

import pytest
from django.test import Client

from clubcomp.flow.accounts import invitations
from clubcomp.models import Club, Membership, Message, Player, Role, User
from clubcomp.running.sending.queue import send_due
from clubcomp.views.accounts import MODEL_BACKEND
from tests.make import PASSWORD, make_club, make_membership, make_user
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Visitor:
    return Visitor(Role.OWNER)


def give(owner: Visitor, email: str = "bob@example.org", **data) -> Membership:
    """Give somebody a role on the page."""
    owner.fill_in("people", email=email, **{"name": "Bob", "role": Role.LEADER, **data})
    return Membership.objects.get(user__email=email, club=owner.club)


def link_on(page) -> str:
    """The link that a page has to pass on; "" when there is none."""
    found = re.search(
        r'value="http://[^"/]*(/[^"]*/(?:welcome|invitation)/[^"]*|/welcome/[^"]*)"', text(page)
    )
    return found[1] if found else ""


NEW = {"new_password1": "kurk tafel wolk 12", "new_password2": "kurk tafel wolk 12"}


def signed_in(user) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, backend=MODEL_BACKEND)
    return client


def test_only_an_owner_sees_who_may_do_what(owner):
    assert owner.see("people").status_code == 200
    for role in (Role.LEADER, Role.MEMBER):
        assert Visitor(role, club=owner.club, name=role).see("people").status_code == 403


def test_somebody_new_takes_the_invitation_with_a_password_of_his_own_once(owner):
    bob = give(owner)
    assert "invited, has not taken it yet" in text(owner.see("people"))
    link = link_on(owner.see("person", bob.pk))
    guest = Client(headers={"accept-language": "en"})
    assert "chooses" not in text(guest.get(link, follow=True))
    assert guest.post(link, NEW).status_code == 302
    assert guest.get(owner.address("members")).status_code == 200
    assert Client().get(link).status_code == 404
    assert not link_on(owner.see("person", bob.pk))
    line = owner.club.trail.first()
    assert (line.action, line.by_name) == ("take_invitation", "Bob")


def test_a_role_opens_nothing_before_the_person_took_it(owner):
    bob = make_user("Bob")
    link = link_on(owner.see("person", give(owner, bob.email).pk))
    his = signed_in(bob)
    assert his.get(owner.address("members")).status_code == 403
    assert "De Toren invites you" in text(his.get(link, follow=True))
    assert his.get(owner.address("members")).status_code == 403
    assert his.post(link).status_code == 302
    assert his.get(owner.address("members")).status_code == 200


def test_an_invitation_is_declined(owner):
    bob = make_user("Bob")
    link = link_on(owner.see("person", give(owner, bob.email).pk))
    his = signed_in(bob)
    his.post(link, {"act": "decline"})
    assert not Membership.objects.filter(user=bob).exists()
    assert his.get(link).status_code == 404


@pytest.mark.parametrize("who", ["nobody", "somebody else"])
def test_only_who_is_meant_takes_it(owner, who):
    bob = give(owner, make_user("Bob").email)
    link = link_on(owner.see("person", bob.pk))
    other = Client() if who == "nobody" else signed_in(make_user("Eve"))
    assert "Only who signs in as bob@example.org" in text(
        other.get(link, headers={"accept-language": "en"}, follow=True)
    )
    other.post(link, NEW)
    bob.refresh_from_db()
    assert bob.is_pending
    assert bob.user.check_password(PASSWORD)


def test_who_made_the_account_first_takes_no_role_in_another_club(owner):
    """A club gives somebody's address a role, and chooses the password itself."""
    hijacker = Visitor(Role.OWNER, club=make_club("De Dame", "dame"), name="Eve")
    account = give(hijacker, "secretary@example.org").user
    Client().post(link_on(hijacker.see("person", account.memberships.get().pk)), NEW)
    account.refresh_from_db()
    ours = give(owner, account.email)
    theirs = signed_in(account)
    assert theirs.get(owner.address("members")).status_code == 403
    assert link_on(owner.see("person", ours.pk)) not in text(theirs.get("/"))
    assert not link_on(hijacker.fill_in("person", hijacker.club.memberships.get(user=account).pk))


def test_who_invites_learns_no_name_and_takes_no_right_of_the_club_where_one_is(owner):
    bob = make_user("Bob")
    User.objects.filter(pk=bob.pk).update(name="Bob Geheim")
    at_home = make_membership(owner.club, bob)
    elsewhere = Visitor(Role.OWNER, club=make_club("De Dame", "dame"), name="Eve")
    invited = give(elsewhere, bob.email, name="x")
    assert "Geheim" not in text(elsewhere.see("people")) + text(elsewhere.see("person", invited.pk))
    assert "Geheim" not in str(elsewhere.club.trail.values_list("facts", flat=True))
    assert link_on(owner.fill_in("person", at_home.pk, act="link"))


def test_an_invitation_is_over_after_three_days_and_the_page_has_a_new_one(owner, monkeypatch):
    bob = give(owner)
    link = link_on(owner.see("person", bob.pk))
    monkeypatch.setattr(invitations, "THREE_DAYS", -1)
    assert Client().get(link).status_code == 404
    monkeypatch.undo()
    assert Client().get(link_on(owner.see("person", bob.pk))).status_code == 302


def test_an_owner_who_only_was_invited_does_not_count_as_one(owner):
    give(owner, role=Role.OWNER)
    page = owner.fill_in("person", owner.membership.pk, act="take")
    assert "last owner" in text(owner.see("people")) + text(page)
    assert Membership.objects.filter(pk=owner.membership.pk).exists()


def test_who_takes_their_own_role_away_comes_to_a_page_that_they_may_read(owner):
    make_membership(owner.club, make_user("Bob"), Role.OWNER)
    page = owner.client.get(f"/{owner.club.slug}/people/{owner.membership.pk}/?take")
    assert "only another owner can give it back" in text(page)
    page = owner.fill_in("person", owner.membership.pk, act="take")
    page = owner.client.get(page["Location"]) if page.status_code == 302 else page
    assert page.status_code == 200
    assert "has no role any more" in text(page)


def test_a_forgotten_password_gets_a_new_link_and_the_old_one_works_until_then(owner):
    bob = make_membership(owner.club, make_user("Bob"))
    assert not link_on(owner.see("person", bob.pk))
    assert link_on(owner.fill_in("person", bob.pk, act="link"))
    bob.user.refresh_from_db()
    assert bob.user.has_usable_password()


@pytest.mark.parametrize("reason", ["another club", "keeps the site"])
def test_no_link_for_an_account_that_opens_more_than_this_club(owner, reason):
    user = make_user("Bob")
    if reason == "another club":
        make_membership(make_club("De Dame", "dame"), user, Role.OWNER)
    else:
        User.objects.filter(pk=user.pk).update(is_staff=True)
    bob = make_membership(owner.club, user)
    page = owner.fill_in("person", bob.pk, act="link")
    assert not link_on(page)
    assert "an owner of one club cannot make a link" in text(page)


def test_a_person_is_linked_with_a_player_whom_nobody_else_is(owner):
    jan = Player.objects.create(club=owner.club, name="Jan Jansen")
    assert give(owner, player=jan.pk).player == jan
    page = text(owner.see("people"))
    assert f'<option value="{jan.pk}"' not in page


def test_a_role_is_changed_and_taken_after_a_page_that_says_what_that_means(owner):
    bob = give(owner)
    owner.fill_in("person", bob.pk, act="give", role=Role.MEMBER)
    bob.refresh_from_db()
    assert bob.role == Role.MEMBER
    assert "no more than any visitor" in text(owner.see("person", bob.pk, take=""))
    owner.fill_in("person", bob.pk, act="take")
    assert not Membership.objects.filter(pk=bob.pk).exists()


@pytest.mark.parametrize("data", [{"act": "take"}, {"act": "give", "role": Role.MEMBER}])
def test_the_last_owner_stays_one(owner, data):
    address = owner.address("person", owner.membership.pk)
    said = text(owner.client.post(address, data, follow=True))
    assert "is the last owner of the club" in said
    owner.membership.refresh_from_db()
    assert owner.membership.role == Role.OWNER


def test_who_has_no_account_yet_needs_a_name(owner):
    answer = owner.fill_in("people", email="x@example.org", role=Role.MEMBER)
    assert "write the name as well" in text(answer)
    assert 'value="x@example.org"' in text(answer)


def test_a_person_of_another_club_is_not_found(owner):
    other = make_membership(make_club("De Dame", "dame"), make_user("Carla"))
    assert owner.see("person", other.pk).status_code == 404
    assert owner.fill_in("person", other.pk, act="take").status_code == 404


@pytest.mark.parametrize("email", ["x" * 100_000, "a\x00@b.nl", "🐎@paard.nl", "a@b"])
def test_a_strange_address_is_refused_in_words(owner, email):
    answer = owner.fill_in("people", email=email, name="X", role=Role.MEMBER)
    assert answer.status_code == 200
    assert "Something is not right yet" in text(answer)


def test_a_member_with_an_address_is_invited_with_what_is_known(owner):
    jan = Player.objects.create(club=owner.club, name="Vries, Jan de", email="jan@example.org")
    own = owner.club.memberships.get().user.email
    Player.objects.create(club=owner.club, name="Eigen", email=own)
    assert "1 member with an e-mail address has no account" in text(owner.see("people"))
    page = text(owner.see("people", player=jan.pk))
    assert 'value="jan@example.org"' in page
    assert 'value="Jan de Vries"' in page
    assert f'<option value="{jan.pk}" selected' in page
    for nobody in ("x", "9" * 30, "-1", "999999"):
        assert owner.see("people", player=nobody).status_code == 200


def test_the_page_is_called_as_the_link_that_leads_to_it_and_the_form_as_what_it_does(owner):
    assert ">People who may sign in</a>" in text(owner.see("members"))
    page = text(owner.see("people"))
    assert "<h1>People who may sign in</h1>" in page
    assert '<h2 id="invite">Add somebody who may sign in</h2>' in page


def test_a_link_of_this_computer_says_that_it_works_nowhere_else(owner):
    owner.fill_in("people", email="jan@example.org", name="Jan", role="member")
    jan = Membership.objects.get(user__email="jan@example.org")
    here = owner.client.get(owner.address("person", jan.pk), headers={"host": "localhost:8000"})
    assert "Phones cannot open this address yet" in text(here)
    assert "Phones cannot open this address yet" not in text(owner.see("person", jan.pk))
    assert 'data-copy="link"' in text(here)


def test_an_invitation_goes_by_email_where_the_site_sends_any(owner, settings, mailoutbox):
    bob = give(owner)
    assert "Send a link to" not in text(owner.see("person", bob.pk))
    settings.SENDS_EMAIL = True
    assert "Send a link to bob@example.org" in text(owner.see("person", bob.pk))
    address = owner.address("person", bob.pk)
    Club.objects.update(line="Elke donderdag 20:00")
    said = text(owner.client.post(address, {"act": "mail"}, follow=True))
    assert "A link is on its way to bob@example.org." in said
    send_due()
    (letter,) = mailoutbox
    assert letter.subject == "De Toren invites you"
    assert letter.body.endswith("\n\n-- \nDe Toren: Elke donderdag 20:00\n")
    link = re.search(r"http://localhost:8000(/toren/invitation/\S+)", letter.body)[1]
    said = text(Client(headers={"accept-language": "en"}).get(link, follow=True))
    assert "For bob@example.org, as competition leader." in said
    assert "bob@example.org was sent a link to choose a password." in text(owner.see("trail"))
    again = text(owner.client.post(address, {"act": "mail"}, follow=True))
    assert "Wait ten minutes." in again
    assert Message.objects.count() == 1
