"""A bye that the leader names in each group, in place of one in the competition."""

from typing import Any

from django.db import migrations, models


def by_key(apps: Any, schema_editor: Any) -> None:
    Round = apps.get_model("clubcomp", "Round")
    for round_ in Round.objects.exclude(named_bye=None).select_related("named_bye"):
        Round.objects.filter(pk=round_.pk).update(named_byes=[round_.named_bye.key])


class Migration(migrations.Migration):

    dependencies = [
        ("clubcomp", "0051_games_count_elsewhere"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="named_byes",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(by_key, migrations.RunPython.noop),
        migrations.RemoveField(model_name="round", name="named_bye"),
    ]
