from django.db import migrations

#: As in 0061, with whether everybody may read the club or the competition.
VERSION = """
    DROP FUNCTION clubcomp_version;
    CREATE FUNCTION clubcomp_version(
        club_slug text, competition_slug text, OUT id bigint, OUT club bigint,
        OUT of_competitions bigint, OUT competition bigint, OUT zone text, OUT is_open boolean
    ) LANGUAGE plpgsql STABLE AS $$
    BEGIN
        SELECT held.id, held.version, coalesce(sum(one.version), 0)::bigint,
            max(one.version) FILTER (WHERE one.slug = competition_slug), held.time_zone,
            coalesce(
                nullif(max(one.audience) FILTER (WHERE one.slug = competition_slug), ''),
                held.audience
            ) = 'everybody'
        INTO id, club, of_competitions, competition, zone, is_open
        FROM clubcomp_club held LEFT JOIN clubcomp_competition one ON one.club_id = held.id
        WHERE held.slug = club_slug GROUP BY held.id;
    END $$
"""


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0061_no_wait_for_copies")]

    operations = [migrations.RunSQL(VERSION, migrations.RunSQL.noop)]
