"""The members' personal links, for the leader who hands them out."""

from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubcomp.doors.links import link_of
from clubcomp.doors.names import sort_key
from clubcomp.doors.requests import SignedInClubRequest
from clubcomp.flow.accounts.links import renew_link
from clubcomp.models import Player
from clubcomp.pages.members import named_like, without_their_link
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, number_in, show
from clubcomp.views.me import not_shared

SLIPS_A_PAGE = 8
#: `?only=`: those who do not have their link yet.
WITHOUT = "without"


class Slip(NamedTuple):
    """A member and the address of their personal link."""

    player: Player
    link: str


@club_page(Action.LEAD)
def of_member(request: SignedInClubRequest, *, player: int) -> HttpResponse:
    """One player's link, to show, copy or renew."""
    member = get_object_or_404(Player, club=request.club, pk=player)
    if request.method == "POST":
        request.refused_to = request.path
        seen = number_in(request.POST.get("seen", ""))
        renew_link(member, seen=seen, by=request.user)
        words = _("%(player)s has a new link. Pass it on: the one of before works no more.")
        return done(request, words % {"player": member}, "member-link", member.pk)
    link = link_of(request, member, request.club)
    return not_shared(show(request, "members/link.html", "members", player=member, link=link))


@club_page(Action.LEAD)
def everyone(request: SignedInClubRequest) -> HttpResponse:
    """A slip for each member, with name and QR code, to print and cut.

    `?q=` narrows them to a name, `?only=without` to those who do not have the link yet.
    """
    query, only = request.GET.get("q", "").strip(), request.GET.get("only") == WITHOUT and WITHOUT
    everybody = list(request.club.players.filter(is_member=True))
    without = without_their_link(request.club)
    members = [player for player in everybody if not only or player.pk in without]
    members = list(filter(named_like(query[:100]), members))
    members.sort(key=lambda player: sort_key(player.parts, get_language()))
    slips = [Slip(player, link_of(request, player, request.club)) for player in members]
    pages = [slips[at : at + SLIPS_A_PAGE] for at in range(0, len(slips), SLIPS_A_PAGE)]
    context = {"pages": pages, "title": _("Personal links"), "query": query, "only": only}
    numbers = {"everybody": len(everybody), "without": len(without)}
    return not_shared(show(request, "members/links.html", "members", **context, **numbers))
