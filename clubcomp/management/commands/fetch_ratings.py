"""`manage.py fetch_ratings`: fetch the rating lists of `RATING_LISTS`, once a day at most."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from clubcomp.flow.errors import StepError
from clubcomp.running.sending.rating_lists import NotFetched, take_from


class Command(BaseCommand):
    help = "Fetches each list of RATING_LISTS, and lets each club take over what is certain."

    def handle(self, **options: Any) -> None:
        if not settings.RATING_LISTS:
            raise CommandError("RATING_LISTS names no list (https://..., separated by commas).")
        missing = 0
        for address in settings.RATING_LISTS:
            try:
                taken = take_from(address)
            except NotFetched as problem:
                missing += 1
                self.stderr.write(f"{address}: {problem}")
                continue
            for club, count in taken.items():
                outcome = str(count) if isinstance(count, StepError) else f"{count} players"
                self.stdout.write(f"{address}: {club}: {outcome}")
        if missing:
            raise CommandError(f"{missing} lists did not come.")
