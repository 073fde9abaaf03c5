from typing import Any

from django.db import migrations, models

ZONES = {"TR": "Europe/Istanbul", "GB": "Europe/London", "IE": "Europe/Dublin", "PT": "Europe/Lisbon"}

#: As in 0023, with the clock that says which day it is.
VERSION = """
    DROP FUNCTION clubcomp_version;
    CREATE FUNCTION clubcomp_version(
        club_slug text, competition_slug text, OUT id bigint, OUT club bigint,
        OUT of_competitions bigint, OUT competition bigint, OUT zone text
    ) LANGUAGE plpgsql STABLE AS $$
    BEGIN
        SELECT held.id, held.version, coalesce(sum(one.version), 0)::bigint,
            max(one.version) FILTER (WHERE one.slug = competition_slug), held.time_zone
        INTO id, club, of_competitions, competition, zone
        FROM clubcomp_club held LEFT JOIN clubcomp_competition one ON one.club_id = held.id
        WHERE held.slug = club_slug GROUP BY held.id;
    END $$
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """The clock of countries that have another one than most; an owner can choose."""
    for country, zone in ZONES.items():
        clubs = apps.get_model("clubcomp", "Club").objects.filter(country__iexact=country)
        clubs.update(time_zone=zone)


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0042_asks_second_factor")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="time_zone",
            field=models.CharField(
                default="Europe/Amsterdam", max_length=50, verbose_name="time zone"
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL(VERSION, migrations.RunSQL.noop),
    ]
