from typing import Any

from django.db import migrations, models
from django.db.models import F, Max


def number_serials(apps: Any, schema_editor: Any) -> None:
    """Every evening keeps the number that its addresses have now."""
    Competition = apps.get_model("clubcomp", "Competition")
    apps.get_model("clubcomp", "Evening").objects.update(serial=F("number"))
    held = Competition.objects.annotate(highest=Max("evenings__number"))
    for competition in held.filter(highest__isnull=False):
        competition.last_serial = competition.highest
        competition.save(update_fields=["last_serial"])


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0007_forbidden_pair_members_may_read")]

    operations = [
        migrations.AddField(
            "competition",
            "last_serial",
            models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            "evening",
            "serial",
            models.PositiveIntegerField(default=0, editable=False),
            preserve_default=False,
        ),
        migrations.RunPython(number_serials, migrations.RunPython.noop),
        migrations.AddConstraint(
            "evening",
            models.UniqueConstraint(
                fields=["competition", "serial"], name="one_evening_per_serial"
            ),
        ),
    ]
