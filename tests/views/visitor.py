"""Somebody who visits a club's pages: signed in with a role, or a stranger."""

import html
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubcomp.models import Club, Role, User
from tests.make import make_club, make_membership, make_user


class Visitor:
    """Sees and fills in the pages of one club, in English."""

    def __init__(self, role: str = Role.LEADER, *, club: Club | None = None, name: str = "Anna"):
        self.club = club or make_club()
        self.client = Client(headers={"accept-language": "en"})
        self.user: User | None = None
        if role:
            self.user = make_user(name)
            self.membership = make_membership(self.club, self.user, role)
            self.client.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")

    def address(self, name: str, *args: Any) -> str:
        """The address of a page of the club."""
        return reverse(name, args=[self.club.slug, *args])

    def see(self, page: str, /, *args: Any, **query: Any) -> HttpResponse:
        """Look at a page."""
        return self.client.get(self.address(page, *args), query)

    def fill_in(self, page: str, /, *args: Any, **data: Any) -> HttpResponse:
        """Send a form of a page."""
        return self.client.post(self.address(page, *args), data)


def text(answer: HttpResponse) -> str:
    """What an answer says, as one line with single blanks, without the escapes of HTML."""
    return " ".join(html.unescape(answer.content.decode()).split())


def said(answer: HttpResponse) -> list[str]:
    """The messages that wait for the next page."""
    return [str(message) for message in answer.wsgi_request._messages]
