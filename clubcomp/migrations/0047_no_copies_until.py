from django.db import migrations, models

#: As in 0043, with whether a cache in front of the site may have copies.
VERSION = """
    DROP FUNCTION clubcomp_version;
    CREATE FUNCTION clubcomp_version(
        club_slug text, competition_slug text, OUT id bigint, OUT club bigint,
        OUT of_competitions bigint, OUT competition bigint, OUT zone text, OUT is_copied boolean
    ) LANGUAGE plpgsql STABLE AS $$
    BEGIN
        SELECT held.id, held.version, coalesce(sum(one.version), 0)::bigint,
            max(one.version) FILTER (WHERE one.slug = competition_slug), held.time_zone,
            coalesce(held.no_copies_until < now(), true)
        INTO id, club, of_competitions, competition, zone, is_copied
        FROM clubcomp_club held LEFT JOIN clubcomp_competition one ON one.club_id = held.id
        WHERE held.slug = club_slug GROUP BY held.id;
    END $$
"""


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0046_categories")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="no_copies_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RunSQL(VERSION, migrations.RunSQL.noop),
    ]
