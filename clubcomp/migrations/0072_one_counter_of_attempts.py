"""One table counts attempts; wrong links, counted for an hour at most, start again at none."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("clubcomp", "0071_table_of_an_import"),
    ]

    operations = [
        migrations.RenameModel("WrongSignIns", "AttemptCount"),
        migrations.AlterModelOptions("attemptcount", {}),
        migrations.DeleteModel("WrongLinks"),
    ]
