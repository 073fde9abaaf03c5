from django.db import migrations, models

#: As in 0062, and nobody may read a club that is suspended.
VERSION = """
    DROP FUNCTION clubcomp_version;
    CREATE FUNCTION clubcomp_version(
        club_slug text, competition_slug text, OUT id bigint, OUT club bigint,
        OUT of_competitions bigint, OUT competition bigint, OUT zone text, OUT is_open boolean
    ) LANGUAGE plpgsql STABLE AS $$
    BEGIN
        SELECT held.id, held.version, coalesce(sum(one.version), 0)::bigint,
            max(one.version) FILTER (WHERE one.slug = competition_slug), held.time_zone,
            held.suspended_at IS NULL AND coalesce(
                nullif(max(one.audience) FILTER (WHERE one.slug = competition_slug), ''),
                held.audience
            ) = 'everybody'
        INTO id, club, of_competitions, competition, zone, is_open
        FROM clubcomp_club held LEFT JOIN clubcomp_competition one ON one.club_id = held.id
        WHERE held.slug = club_slug GROUP BY held.id;
    END $$
"""


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0080_told_once_a_second")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="suspended_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="suspended_why",
            field=models.CharField(blank=True, default="", editable=False, max_length=500),
        ),
        migrations.RunSQL(VERSION, migrations.RunSQL.noop),
    ]
