from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0039_recovery_codes")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="stage",
            field=models.CharField(
                choices=[("running", "running"), ("finished", "finished"), ("archived", "archived")],
                default="running",
                editable=False,
                max_length=10,
                verbose_name="stage",
            ),
        ),
    ]
