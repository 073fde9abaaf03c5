"""Which people may sign in, and what may they do in the club?"""

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubcomp.flow import clubs as flow
from clubcomp.forms.clubs import PersonForm, RoleForm
from clubcomp.models import Membership, Role
from clubcomp.requests import ClubRequest, SignedInClubRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.accounts import welcome_link
from clubcomp.views.answers import carried_out, done, show

#: Addresses that only the computer itself knows as its own.
HERE_ONLY = ("localhost", "127.0.0.1", "::1")
ORDER = [Role.OWNER, Role.LEADER, Role.MEMBER]


@club_page(Action.OWN)
def everyone(request: SignedInClubRequest) -> HttpResponse:
    """Everybody with a role in the club, and a form for one more."""
    form = PersonForm(request.POST or None, club=request.club, initial=_of_player(request))
    if membership := carried_out(request, form, flow.give_role, request.club):
        words = _("%(person)s has a role now.") % {"person": membership.user}
        return done(request, words, "person", membership.pk)
    people = request.club.memberships.select_related("user", "player")
    by_role = sorted(people, key=lambda row: (ORDER.index(Role(row.role)), row.user.name.lower()))
    with_address = request.club.players.exclude(email="")
    invitable = with_address.filter(is_member=True, membership=None)
    context = {"people": by_role, "form": form, "invitable": invitable}
    return show(request, "people/list.html", "members", **context)


def _of_player(request: ClubRequest) -> dict[str, Any]:
    """What is known of the player who is to be invited, `?player=`."""
    key = request.GET.get("player", "")
    if not (key.isascii() and key.isdigit() and len(key) < 10):
        return {}
    player = request.club.players.filter(pk=key).first()
    return {"email": player.email, "name": str(player.parts), "player": player} if player else {}


@club_page(Action.OWN)
def person(request: SignedInClubRequest, *, person: int) -> HttpResponse:
    """One person: the role, the player, the link to choose a password, no role any more."""
    membership = get_object_or_404(
        Membership.objects.select_related("user", "player"), club=request.club, pk=person
    )
    act = request.POST.get("act")
    if act == "take":
        request.refused_to = request.path
        flow.take_role(membership, by=request.user)
        words = _("%(person)s has no role any more.") % {"person": membership.user}
        return done(request, words, "people")
    form = RoleForm(request.POST if act == "give" else None, club=request.club, person=membership)
    email = membership.user.email
    if carried_out(request, form, flow.give_role, request.club, email=email):
        words = _("%(person)s is changed.") % {"person": membership.user}
        return done(request, words, "people")
    template = "people/take.html" if "take" in request.GET else "people/person.html"
    link = link_for(request, membership, is_asked=act == "link")
    return show(request, template, "members", person=membership, form=form, **link)


def link_for(request: HttpRequest, person: Membership, *, is_asked: bool) -> dict[str, Any]:
    """The welcome link, also unasked for who cannot sign in yet, if it may be handed out."""
    is_new = not person.user.has_usable_password()
    may_link = may_get_link(person)
    link = welcome_link(request, person.user) if may_link and (is_new or is_asked) else ""
    is_local = urlsplit(link).hostname in HERE_ONLY
    return {"link": link, "is_new": is_new, "may_link": may_link, "is_local": is_local}


def may_get_link(person: Membership) -> bool:
    """Whether an owner of this club may hand out a link with which a password is chosen.

    Not for an account that opens more than this club: the link would open that as well.
    """
    user = person.user
    elsewhere = user.memberships.exclude(club=person.club_id)
    return user.is_active and not user.is_staff and not elsewhere.exists()
