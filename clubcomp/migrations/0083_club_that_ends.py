from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0082_headline")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="ends_on",
            field=models.DateField(editable=False, null=True),
        ),
    ]
