"""The leader at work in a test: signed in, at the pages of one evening."""

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubcomp.flow.pairings.proposal import of_record, pairing_digest, proposal_digest
from clubcomp.flow.pairings.publishing import record_digest
from clubcomp.models import Attendance, Evening, Game, Role, Round, User
from clubcomp.pages.progress import byes_of
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
        """Press a button of a page of the evening, and see where that leads.

        Where nothing else is said the page is a new one: it shows the boards as they are.
        """
        data = self.shown_by(name, *args) | data
        return self.client.post(self.address(name, *args), data, follow=True)

    def tap(self, name: str, /, *args: object, **data: object) -> HttpResponse:
        """Press a button with htmx."""
        address = self.address(name, *args)
        data = self.shown_by(name, *args) | data
        return self.client.post(address, data, headers={"HX-Request": "true"})

    def shown_by(self, name: str, *args: object) -> dict[str, object]:
        """What the form of a page says of the boards that it shows."""
        rounds = self.evening.rounds.order_by("number")
        if name in BOARD_FORMS:
            games = Game.objects.filter(round__evening=self.evening)
            game = games.filter(round__number=args[0], board=args[1]).first()
            return {"game": game.seating} if game else {}
        if name == "pairing":
            return {"number": rounds.on_record().count() + 1}
        if name in PROPOSAL_FORMS:
            round_ = rounds.proposed().first()
            return {"seen": proposal_digest(round_)} if round_ else {}
        if name in RECORD_FORMS:
            round_ = rounds.on_record().filter(number=args[0]).first()
            return {"seen": RECORD_FORMS[name](round_)} if round_ else {}
        return {}


def _pairing_digest(round_: Round) -> str:
    return pairing_digest(round_.number, of_record(round_.boards, byes_of(round_)))


BOARD_FORMS = {"record-result", "result-more", "correct-result", "take-board-back"}
PROPOSAL_FORMS = {
    *("swap", "fix-board", "release-board", "forbid-pair", "name-bye"),
    *("discard-proposal", "publish"),
}
RECORD_FORMS = {"withdraw": record_digest, "swap-published": _pairing_digest}


def status_of(leader: Leader, key: str) -> str:
    """The status of a player on the evening; who has no row is expected."""
    row = Attendance.objects.filter(evening=leader.evening, entry__key=key).first()
    return row.status if row else "expected"


def text(page: HttpResponse) -> str:
    """What a page says, as one line of HTML with single blanks."""
    return " ".join(page.content.decode().split())
