from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("clubcomp", "0054_drawn_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="privacy_words",
            field=models.TextField(
                blank=True,
                default="",
                max_length=4000,
                verbose_name="our own words on privacy",
            ),
        ),
    ]
