"""`manage.py load_demo`: a club to look around in, and how to sign in there."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from clubcomp.demo import club, copies
from clubcomp.doors.names import whole_names
from clubcomp.models import Club, User
from pairing.installed import as_typed


class Command(BaseCommand):
    help = "Loads the demo club: a real season, blitz evenings paired here, and three accounts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--address", default=settings.SITE_URL, help="where the site is served, to be printed"
        )

    def handle(self, *, address: str, **options: Any) -> None:
        if not settings.IS_DEMO:
            raise CommandError(
                "The demo has a database of its own, apart from every real club:"
                f" {as_typed('serve --demo')}, or set CLUBCOMP_DEMO=1."
            )
        if settings.IS_PUBLIC_DEMO:
            copies.remove_copies(is_over=False)
        if foreign := Club.objects.exclude(pk__in=club.clubs().values("pk")).first():
            raise CommandError(
                "There is a club in the demo's database that is not the demo: "
                f"{foreign}. Nothing was"
                f" changed. Serve it with: {as_typed('serve')}"
            )
        if settings.IS_PUBLIC_DEMO:  # nobody signs in there
            copies.renew(say=self.say)
            return
        if club.clubs().exists():
            self.say("The demo club is there already; nothing was changed.")
        else:
            with whole_names():
                club.load(today=timezone.localdate(), say=self.say)
        self.say(how_to_sign_in(address.rstrip("/")))

    def say(self, text: str) -> None:
        """Write progress at once, even when the output goes into a file."""
        self.stdout.write(text)
        self.stdout.flush()


def how_to_sign_in(address: str) -> str:
    """For the terminal: where, with which e-mail address and password, and the other accounts."""
    more = "\n".join(f"    {person.role:8}{person.email}" for person in (club.OWNER, club.MEMBER))
    leader = User.objects.filter(email=club.LEADER.email).first()
    is_ours = leader is not None and leader.check_password(club.password())
    return (
        f"\nSign in as the demo's competition leader:\n"
        f"    address   {address}{reverse('sign-in')}\n"
        f"    e-mail    {club.LEADER.email}\n"
        f"    password  {club.password() if is_ours else '(the one that was chosen since)'}\n"
        f"Others, with the same password:\n{more}\n"
        f"This is a demo. Your own club: {as_typed('serve')}\n"
    )
