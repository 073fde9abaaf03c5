"""Test data, made by the real steps: each function makes one thing and says so in its name."""

from clubcomp.models import Club, Membership, Role, User

PASSWORD = "correct horse battery"


def make_user(name: str = "Anna", *, email: str = "") -> User:
    """An account that can sign in with `PASSWORD`."""
    return User.objects.create_user(email or f"{name.lower()}@example.org", PASSWORD, name=name)


def make_club(name: str = "De Toren", slug: str = "toren") -> Club:
    """A club without people."""
    return Club.objects.create(name=name, slug=slug, country="NL")


def make_membership(club: Club, user: User, role: str = Role.MEMBER) -> Membership:
    """A role of `user` in `club`."""
    return Membership.objects.create(club=club, user=user, role=role)
