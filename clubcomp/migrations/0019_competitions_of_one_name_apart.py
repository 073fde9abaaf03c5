from typing import Any

from django.db import migrations

LONGEST = 200


def tell_apart(apps: Any, schema_editor: Any) -> None:
    """Of competitions of one name in a club the younger ones get a number behind it."""
    Competition = apps.get_model("clubcomp", "Competition")
    taken: dict[Any, Any] = {}
    for competition in Competition.objects.order_by("made_at", "pk"):
        names = taken.setdefault(competition.club_id, set())
        name, number = competition.name, 1
        while name.strip().casefold() in names:
            number += 1
            end = f" ({number})"
            name = competition.name[: LONGEST - len(end)] + end
        names.add(name.strip().casefold())
        if name != competition.name:
            competition.name = name
            competition.save(update_fields=["name"])


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0018_guests_of_their_evenings")]

    operations = [migrations.RunPython(tell_apart, migrations.RunPython.noop)]
