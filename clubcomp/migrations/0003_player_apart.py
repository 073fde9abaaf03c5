from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0002_trail_outlives_competition"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="apart",
            field=models.CharField(blank=True, editable=False, max_length=20),
        ),
    ]
