from django.db import migrations, models

#: What the library kept that slowed down guessing until now; it names addresses, so it goes.
TABLES = ("accessattemptexpiration", "accessattempt", "accesslog", "accessfailurelog")


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0026_personal_links")]

    operations = [
        migrations.CreateModel(
            name="WrongSignIns",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("count", models.PositiveIntegerField()),
                ("last", models.DateTimeField(db_index=True)),
            ],
            options={"verbose_name_plural": "wrong sign-ins"},
        ),
        migrations.RunSQL(
            [
                *(f"DROP TABLE IF EXISTS axes_{table}" for table in TABLES),
                "DELETE FROM django_migrations WHERE app = 'axes'",
            ],
            migrations.RunSQL.noop,
        ),
    ]
