from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0024_messages")]

    operations = [
        migrations.AddField(
            "deputy",
            "scope",
            models.CharField(
                choices=[
                    ("evening", "lead the evening"),
                    ("results", "enter the results only"),
                ],
                default="evening",
                max_length=10,
            ),
        ),
    ]
