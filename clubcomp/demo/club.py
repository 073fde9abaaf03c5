"""The demo club as a whole: its people, a real season, blitz and Swiss rounds paired here.

Everything is made by the import of a document and by the steps that the pages take. Only the
dates follow the calendar, so that there is an evening tonight and one next week; the rest is
the same every time.
"""

from collections.abc import Callable
from datetime import date as Date
from typing import NamedTuple

from django.db import transaction

from clubcomp.demo import blitz, season, swiss
from clubcomp.flow.clubs import found_club, give_role
from clubcomp.models import Club, Role, User

NAME, SLUG, COUNTRY = "SV De Testtoren", "testtoren", "NL"
PASSWORD = "schaak-en-mat"  # noqa: S105 -- everybody may know it: it opens nothing but the demo


class Person(NamedTuple):
    """Somebody who can sign in; `player` is the name he has in the season's document."""

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


def is_loaded() -> bool:
    """Whether the demo club is there."""
    return Club.objects.filter(slug=SLUG).exists()


@transaction.atomic
def load(*, today: Date, say: Callable[[str], None]) -> Club:
    """Make the demo club as it is on the day `today`: all of it, or nothing when interrupted.

    `say` is told what is being made.
    """
    say(f"Founding {NAME} ...")
    owner = account_of(OWNER)
    club = found_club(NAME, SLUG, owner, country=COUNTRY, by=owner)
    say("Importing the season 2021-2022 ...")
    competition = season.import_season(club, by=owner)
    leader = _give_roles(club, by=owner)
    say("Planning the next evening, with half of its attendance ...")
    season.flag_occasional(competition, by=leader)
    season.open_next_evening(competition, today=today, by=leader)
    for line in swiss.play(club, today=today, by=leader):
        say(line)
    for line in blitz.play(club, today=today, by=leader):
        say(line)
    return club


def _give_roles(club: Club, *, by: User) -> User:
    """Everybody's role, and which player he is; returns the competition leader's account."""
    for person in PEOPLE:
        account_of(person)
        give_role(
            club,
            email=person.email,
            role=person.role,
            player=club.players.get(name=person.player),
            by=by,
        )
    return User.objects.get(email=LEADER.email)


def account_of(person: Person) -> User:
    """The person's account; one that is there already keeps the password that it has."""
    there = User.objects.filter(email=person.email).first()
    return there or User.objects.create_user(person.email, PASSWORD, name=person.name)
