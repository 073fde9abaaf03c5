"""The leader at work in a test: signed in, at the pages of one evening."""

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubcomp.models import Evening, Role, User
from tests.make import make_membership, make_user


class Leader:
    """A person who leads `evening` and reads English; pages go by the names of their addresses."""

    def __init__(self, evening: Evening, name: str = "Greetje Postma", role: str = Role.LEADER):
        self.evening = evening
        self.club = evening.competition.club
        self.user: User = make_user(name, email=f"{name.split()[0].lower()}@leaders.example")
        make_membership(self.club, self.user, role)
        self.client = Client(headers={"accept-language": "en"})
        self.client.force_login(self.user)

    def address(self, name: str, *args: object) -> str:
        """The address of a page of the evening."""
        place = (self.club.slug, self.evening.competition.slug, self.evening.serial)
        return reverse(name, args=[*place, *args])

    def see(self, name: str, /, *args: object, **query: object) -> HttpResponse:
        """Look at a page of the evening."""
        return self.client.get(self.address(name, *args), query, follow=True)

    def press(self, name: str, /, *args: object, **data: object) -> HttpResponse:
        """Press a button of a page of the evening, and see where that leads."""
        return self.client.post(self.address(name, *args), data, follow=True)

    def tap(self, name: str, /, *args: object, **data: object) -> HttpResponse:
        """Press a button with htmx."""
        address = self.address(name, *args)
        return self.client.post(address, data, headers={"HX-Request": "true"})


def text(page: HttpResponse) -> str:
    """What a page says, as one line of HTML with single blanks."""
    return " ".join(page.content.decode().split())
