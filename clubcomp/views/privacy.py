"""Privacy: what is stored about people, who reads it, a person's own data, being forgotten."""

import json
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubcomp.doors.requests import ClubRequest, SignedInClubRequest
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.people.kept_about import ENCODER, kept_about
from clubcomp.models import Player, Role
from clubcomp.pages.spreadsheets import attachment
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, show
from clubcomp.words.values import account_name


@club_page(Action.COME_IN)
def page(request: ClubRequest) -> HttpResponse:
    """What is stored, who reads it, and for how long. Everybody may see this page."""
    owners = request.club.memberships.in_force().filter(role=Role.OWNER).order_by("pk")
    people = [*filter(None, map(account_name, owners.select_related("user", "player")))]
    return show(request, "privacy/page.html", "privacy", owners=people)


@club_page(Action.LEAD)
def personal_data(request: SignedInClubRequest, *, player: int) -> HttpResponse:
    """Everything that is stored about one player, as a file to give to them."""
    member = get_object_or_404(Player, club=request.club, pk=player)
    return as_file(member, kept_about(member))


def as_file(player: Player, data: dict[str, Any]) -> HttpResponse:
    """What is stored about a player, to download."""
    text = json.dumps(data, cls=ENCODER, ensure_ascii=False, indent=2)
    return attachment(text, f"kept-{player.pk}.json", "application/json; charset=utf-8")


@club_page(Action.OWN)
def forget(request: SignedInClubRequest, *, player: int) -> HttpResponse:
    """Forget a person; first show what that means."""
    member = get_object_or_404(Player, club=request.club, pk=player)
    request.refused_to = request.path
    if request.method == "POST" and request.POST.get("sure"):
        former = forget_person(member, by=request.user)
        return done(request, _("Done: now it is %(player)s.") % {"player": former}, "members")
    return show(request, "privacy/forget.html", "members", player=member)
