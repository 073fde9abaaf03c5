from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('clubcomp', '0077_nameplate'),
    ]

    operations = [
        migrations.DeleteModel(
            name='KeptPage',
        ),
    ]
