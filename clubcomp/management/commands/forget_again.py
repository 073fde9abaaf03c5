"""`manage.py forget_again`: whom an older backup has brought back is forgotten once more."""

from typing import Any

from django.core.management import BaseCommand

from clubcomp.flow.people.forgetting import forget_again
from clubcomp.models import Forgotten


class Command(BaseCommand):
    help = "Forgets those once more who stand in the list of the forgotten with their names."

    def handle(self, **options: Any) -> None:
        for name in forget_again(Forgotten.objects.order_by("pk")):
            self.stdout.write(f"Forgotten once more: {name}")
