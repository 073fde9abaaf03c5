import datetime
from typing import Any

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

FIRST_MONTH = 7


def fill(apps: Any, schema_editor: Any) -> None:
    """Each competition is in the season of its first evening, or of the day it was made."""
    Season = apps.get_model("clubcomp", "Season")
    for competition in apps.get_model("clubcomp", "Competition").objects.order_by("pk"):
        dated = competition.evenings.filter(date__isnull=False).order_by("date")
        day = dated.values_list("date", flat=True).first() or competition.made_at.date()
        year = day.year - (day.month < FIRST_MONTH)
        competition.season, _is_new = Season.objects.get_or_create(
            club_id=competition.club_id,
            name=f"{year}-{year + 1}",
            first=datetime.date(year, FIRST_MONTH, 1),
            last=datetime.date(year + 1, FIRST_MONTH, 1) - datetime.timedelta(days=1),
        )
        competition.save(update_fields=["season"])


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0037_sessions")]

    operations = [
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="clubcomp.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-first", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"),
                        django.db.models.functions.text.Upper("name"),
                        name="one_season_per_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("last__gte", models.F("first"))),
                        name="season_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="competition",
            name="season",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="competitions",
                to="clubcomp.season",
                verbose_name="season",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="competition",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="competitions",
                to="clubcomp.season",
                verbose_name="season",
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.UniqueConstraint(
                models.F("season"),
                django.db.models.functions.text.Upper("name"),
                name="one_competition_per_name_and_season",
            ),
        ),
    ]
