"""A guest belongs to the evenings he plays: who was one before gets his last evening."""

from typing import Any

from django.db import migrations


def end_with_the_last_evening(apps: Any, schema_editor: Any) -> None:
    """The last one on record, or the last for which he is announced if that is not over."""
    Entry = apps.get_model("clubcomp", "Entry")
    Round = apps.get_model("clubcomp", "Round")
    Attendance = apps.get_model("clubcomp", "Attendance")
    on_record = Round.objects.exclude(status="proposed")
    for entry in Entry.objects.filter(guest=True, left=None):
        evenings = [entry.joined]
        for name in ("games__white", "games__black", "unpaired__entry"):
            mine = on_record.filter(**{name: entry.pk})
            evenings += mine.values_list("evening__number", flat=True)
        announced = Attendance.objects.filter(entry=entry, status="present")
        evenings += announced.values_list("evening__number", flat=True)
        entry.left = max(evenings)
        entry.save(update_fields=["left"])


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0017_uploads"),
    ]

    operations = [
        migrations.RunPython(end_with_the_last_evening, migrations.RunPython.noop),
    ]
