"""nginx keeps a page for one second: no step waits until the last copy is gone."""

from django.db import migrations

#: A function, because its plan is kept: every poll of every phone calls it.
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


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0060_earlier_options")]

    operations = [
        migrations.RunSQL(VERSION, migrations.RunSQL.noop),
        migrations.RemoveField(model_name="club", name="no_copies_until"),
    ]
