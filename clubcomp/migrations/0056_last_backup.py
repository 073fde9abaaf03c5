from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("clubcomp", "0055_privacy_words"),
    ]

    operations = [
        migrations.CreateModel(
            name="LastBackup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("host", models.CharField(max_length=255)),
                ("made_at", models.DateTimeField()),
                ("state", models.CharField(blank=True, max_length=32)),
                ("checked", models.CharField(max_length=16)),
            ],
        ),
    ]
