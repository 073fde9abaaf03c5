"""Level players share a place: where rounds are on record they stay apart by their start numbers."""

from typing import Any

from django.db import migrations

#: The systems with tie-breaks, with those that decide where nothing was chosen.
USUAL = {
    "knsb-rating": [],
    "fide-dutch": [],
    "knsb-rating-1996": ["first_place_encounter", "average_rating", "lot"],
    "fide-rating-1998": ["first_place_encounter", "average_rating", "lot"],
    "knsb-resistance": ["resistance_points", "sonneborn_berger", "direct_encounter", "lot"],
    "berger": ["sonneborn_berger", "wins", "direct_encounter"],
}


def keep_places(apps: Any, schema_editor: Any) -> None:
    """Name the start number, which decided in silence, as the last tie-break."""
    Round = apps.get_model("clubcomp", "Round")
    on_record = Round.objects.exclude(status="proposed")
    begun = on_record.values_list("evening__competition", flat=True)
    competitions = apps.get_model("clubcomp", "Competition").objects.filter(
        system__in=USUAL, pk__in=begun
    )
    for competition in competitions:
        chosen = competition.options.get("tie_breaks", USUAL[competition.system])
        if "lot" not in chosen:
            competition.options["tie_breaks"] = [*chosen, "lot"]
            competition.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0001_before_1_2"),
    ]

    operations = [
        migrations.RunPython(keep_places, migrations.RunPython.noop),
    ]
