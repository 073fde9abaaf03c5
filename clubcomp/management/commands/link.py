"""`manage.py link EMAIL`: a new password for somebody who can no longer sign in."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from clubcomp.flow.accounts.second_factors import remove_factor
from clubcomp.flow.clubs import welcome_parts
from clubcomp.models import User
from clubcomp.running.serving.addresses import address_taken
from pairing.installed import as_typed


class Command(BaseCommand):
    help = "Prints the link with which an account gets a new password; it works once, three days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")
        parser.add_argument(
            "--without-second-factor",
            action="store_true",
            dest="is_lost",
            help="from now on nothing is asked for after the password: the telephone is lost",
        )
        parser.add_argument(
            "--address", default=address_taken(), help="where the site is served, to be printed"
        )

    def handle(self, *, email: str, address: str, is_lost: bool, **options: Any) -> None:
        user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
        if user is None:
            raise CommandError(
                f"No account has the e-mail address {email}, or it is closed. An owner of the club"
                " gives roles under People; an empty site is set up with:"
                f" {as_typed('set_up_link')}"
            )
        factors = user.second_factors.all()
        if is_lost:
            for factor in factors:
                remove_factor(factor)
        elif factors:
            self.stderr.write(
                "After the link this account is asked for a code or a passkey. Lost, and no"
                " recovery code left? Then: manage.py link --without-second-factor"
            )
        path = reverse("welcome", args=welcome_parts(user))
        self.stdout.write(f"{address.rstrip('/')}{path}")
