"""What a player is in single games of an evening; holidays.

Until now a bye from a game until a game made its player absent in the others, and whoever was
away from a game until a game was so in all. Nothing on record changes by this.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

COMING = ("expected", "present")
BYES = ("half_point_bye", "full_point_bye")


def say_it_of_games(apps: Any, schema_editor: Any) -> None:
    """What was said for some games stands with them; in the others the player comes, or came."""
    Attendance = apps.get_model("clubcomp", "Attendance")
    GameAttendance = apps.get_model("clubcomp", "GameAttendance")
    for row in Attendance.objects.exclude(status__in=COMING).select_related("evening"):
        evening = row.evening
        first, last = row.from_game, min(row.until_game or evening.games, evening.games)
        status, row.from_game, row.until_game = row.status, 1, None
        is_for_all = (first, last) == (1, evening.games)
        if not is_for_all and (status in BYES or evening.status != "closed"):
            GameAttendance.objects.bulk_create(
                GameAttendance(evening=evening, entry=row.entry, game=game, status=status)
                for game in range(first, last + 1)
            )
            row.status = "present" if _was_there(apps, row) else "expected"
        row.save(update_fields=["status", "from_game", "until_game"])


def _was_there(apps: Any, row: Any) -> bool:
    """Whether the player had a board or the bye on the evening."""
    Game = apps.get_model("clubcomp", "Game")
    mine = models.Q(white=row.entry_id) | models.Q(black=row.entry_id)
    if Game.objects.filter(mine, round__evening=row.evening_id).exists():
        return True
    Unpaired = apps.get_model("clubcomp", "Unpaired")
    free = Unpaired.objects.filter(round__evening=row.evening_id, entry=row.entry_id, kind="bye")
    return bool(free.exists())


def say_it_of_the_evening(apps: Any, schema_editor: Any) -> None:
    """As well as one row for an evening can say it: from the first such game until the last."""
    Attendance = apps.get_model("clubcomp", "Attendance")
    GameAttendance = apps.get_model("clubcomp", "GameAttendance")
    said: dict[Any, Any] = {}
    for one in GameAttendance.objects.order_by("game"):
        said.setdefault((one.evening_id, one.entry_id), []).append(one)
    for (evening, entry), games in said.items():
        status = games[0].status
        last = max(one.game for one in games if one.status == status)
        Attendance.objects.update_or_create(
            evening_id=evening,
            entry_id=entry,
            defaults={"status": status, "from_game": games[0].game, "until_game": last},
        )


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0009_close_published_demo_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name='Away',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.DateField(verbose_name='first day away')),
                ('last', models.DateField(verbose_name='last day away')),
                ('kind', models.CharField(choices=[('absent', 'signed off'), ('external', 'external'), ('exempt', 'not invited')], default='absent', max_length=20, verbose_name='how')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='away', to='clubcomp.player')),
            ],
            options={
                'verbose_name_plural': 'away',
                'ordering': ['first', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('first__lte', models.F('last'))), name='away_ends_after_it_begins')],
            },
        ),
        migrations.CreateModel(
            name='GameAttendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.PositiveSmallIntegerField(verbose_name='game')),
                ('status', models.CharField(choices=[('expected', 'expected'), ('present', 'present'), ('absent', 'signed off'), ('external', 'external'), ('no_notice', 'did not turn up'), ('exempt', 'not invited'), ('half_point_bye', 'half-point bye'), ('full_point_bye', 'full-point bye')], max_length=20)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_attendance', to='clubcomp.entry')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_attendance', to='clubcomp.evening')),
            ],
            options={
                'verbose_name_plural': 'attendance in games',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('evening', 'entry', 'game'), name='one_attendance_per_game')],
            },
        ),
        migrations.RunPython(say_it_of_games, say_it_of_the_evening),
    ]
