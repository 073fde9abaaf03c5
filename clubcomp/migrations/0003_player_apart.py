from collections import defaultdict

from django.db import migrations, models

from clubcomp.names import parse_name, told_apart


def tell_apart(apps, schema_editor):
    """What tells the players apart who are in the clubs already."""
    clubs = defaultdict(list)
    for player in apps.get_model("clubcomp", "Player").objects.order_by("pk"):
        player.parts = parse_name(player.name)
        clubs[player.club_id].append(player)
    for players in clubs.values():
        marks = told_apart(players)
        for player in players:
            if player.pk in marks:
                player.apart = marks[player.pk]
                player.save(update_fields=["apart"])


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
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
