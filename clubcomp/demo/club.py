"""The demo club as a whole: its people, a real season, and competitions paired here.

Everything is made by the import of a document and by the steps that the pages take. Only the
dates depend on today, so that there is an evening tonight and one next week; the rest is the same
every time.
"""

from collections.abc import Callable
from datetime import date as Date
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from clubcomp.demo import berger, blitz, keizer, knockout, season, swiss
from clubcomp.demo.nameplate import show_nameplate
from clubcomp.flow.accounts.invitations import take_invitation
from clubcomp.flow.clubs import found_club, give_role
from clubcomp.flow.competitions.competition import remove_competition
from clubcomp.models import Club, Role, User

NAME, SLUG, COUNTRY = "SV De Testtoren", "testtoren", "NL"


class Person(NamedTuple):
    """Somebody who can sign in; `player` is their name in the season's document."""

    role: Role
    email: str
    name: str
    player: str


OWNER = Person(Role.OWNER, "owner@testtoren.example", "Nora Huisman", "Huisman, Nora")
LEADER = Person(Role.LEADER, "leader@testtoren.example", "Aad Bakker", "Bakker, Aad")
MEMBER = Person(
    Role.MEMBER,
    "member@testtoren.example",
    "Quirine van der Heijden",
    "Van der Heijden, Quirine",
)
PEOPLE = (LEADER, OWNER, MEMBER)


def password() -> str:
    """The password of the demo's accounts: each machine has its own, always the same."""
    digits = salted_hmac("clubcomp.demo.club", "password", algorithm="sha256").hexdigest()
    return "-".join(digits[start : start + 4] for start in (0, 4, 8))


def clubs() -> QuerySet[Club]:
    """The demo club, if this database has it: no other club's owner has that e-mail address."""
    return Club.objects.filter(memberships__user__email=OWNER.email, memberships__role=Role.OWNER)


@transaction.atomic
def remove() -> None:
    """Delete the demo club and its accounts from the database in which version 1.0 put them."""
    for club in clubs():
        for competition in club.competitions.all():
            remove_competition(competition, by=None)
        club.delete()
    emails = [person.email for person in PEOPLE]
    User.objects.filter(email__in=emails, memberships=None).delete()


@transaction.atomic
def load(*, today: Date, say: Callable[[str], None]) -> Club:
    """Make the demo club as it is on the day `today`, all of it or nothing.

    `say` gets lines of progress.
    """
    say(f"Founding {NAME} ...")
    owner = account_of(OWNER)
    club = found_club(NAME, SLUG, owner, country=COUNTRY, by=owner)
    club = show_nameplate(club, by=owner)
    say("Importing the season 2021-2022 ...")
    competition = season.import_season(club, today=today, by=owner)
    leader = _give_roles(club, by=owner)
    say("Planning the next evening, with half of its attendance ...")
    season.flag_occasional(competition, by=leader)
    season.open_next_evening(competition, today=today, by=leader)
    for competitions in (swiss, berger, knockout, keizer, blitz):
        for line in competitions.play(club, today=today, by=leader):
            say(line)
    return club


def _give_roles(club: Club, *, by: User) -> User:
    """Give everybody their role and player; returns the competition leader's account."""
    for person in PEOPLE:
        account_of(person)
        account = User.objects.get(email=person.email)
        role = give_role(
            club,
            email=person.email,
            role=person.role,
            player=club.players.get(name=person.player),
            by=by,
        )
        take_invitation(role, by=account)
    return User.objects.get(email=LEADER.email)


def account_of(person: Person) -> User:
    """The person's account; an existing one keeps its password."""
    existing = User.objects.filter(email=person.email).first()
    return existing or User.objects.create_user(person.email, password(), name=person.name)
