"""When the lots of a competition were drawn; until now that was when it began, unless drawn anew."""

from typing import Any

from django.db import migrations, models
from django.db.models import F, Q


def from_trail(apps: Any, schema_editor: Any) -> None:
    Competition = apps.get_model("clubcomp", "Competition")
    Competition.objects.filter(system="knockout").update(drawn_at=F("made_at"))
    is_draw = Q(action="draw_lots") | Q(action="start_competition", facts__has_key="seed")
    lines = apps.get_model("clubcomp", "TrailEntry").objects.filter(is_draw).order_by("pk")
    for competition, at in lines.values_list("competition", "at"):
        Competition.objects.filter(pk=competition).update(drawn_at=at)


class Migration(migrations.Migration):

    dependencies = [
        ("clubcomp", "0053_prizes_of_groups"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="drawn_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RunPython(from_trail, migrations.RunPython.noop),
    ]
