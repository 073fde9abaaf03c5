"""A player has numbers at several federations, and ratings by list.

The one number that a player had becomes one of which nobody knows who gave it: KNSB and FIDE
numbers look the same. Where the trail says that the KNSB's list was taken over for him by that
number, it is the KNSB's.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

_TEMPOS = [("", "classical"), ("rapid", "rapid"), ("blitz", "blitz")]


def move_numbers(apps: Any, schema_editor: Any) -> None:
    """Each number with its issuer, where that is certain."""
    player_model = apps.get_model("clubcomp", "Player")
    identity_model = apps.get_model("clubcomp", "Identity")
    certain = _from_the_list(apps)
    identity_model.objects.bulk_create(
        identity_model(
            player_id=pk,
            club_id=club,
            issuer="KNSB" if certain.get(pk) == number else "",
            number=number,
        )
        for pk, club, number in player_model.objects.exclude(federation_id="")
        .order_by("pk")
        .values_list("pk", "club_id", "federation_id")
    )


def _from_the_list(apps: Any) -> dict[str, set[Any]]:
    """By player the number by which the KNSB's list had something for him.

    The list finds players by the number that they have. Who was given this number by hand
    afterwards has it from elsewhere.
    """
    trail = apps.get_model("clubcomp", "TrailEntry").objects.order_by("pk")
    numbers = dict(apps.get_model("clubcomp", "Player").objects.values_list("pk", "federation_id"))
    clubs = dict(apps.get_model("clubcomp", "Player").objects.values_list("pk", "club_id"))
    found: dict[Any, Any] = {}
    for club, action, before, after in trail.filter(
        action__in=("take_ratings", "change_member")
    ).values_list("club_id", "action", "before", "after"):
        if action == "take_ratings":
            keys = [int(key) for key in before or {} if key.isdigit()]
            found |= {key: numbers[key] for key in keys if clubs.get(key) == club}
        elif isinstance(after, dict) and after.get("federation_id"):
            given = after["federation_id"]
            for key in [key for key, number in found.items() if number == given]:
                if clubs[key] == club:
                    del found[key]
    return found


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0010_attendance_in_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="Identity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "issuer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not known whose"),
                            ("FIDE", "FIDE"),
                            ("KNSB", "KNSB"),
                            ("KNDB", "KNDB"),
                            ("TSF", "TSF"),
                            ("EGD", "EGD"),
                            ("own", "own number of the club"),
                        ],
                        max_length=10,
                        verbose_name="given by",
                    ),
                ),
                ("number", models.CharField(max_length=40, verbose_name="number")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="clubcomp.club",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="identities",
                        to="clubcomp.player",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "identities",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "issuer", "number"),
                        name="one_player_per_issuer_and_number",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("issuer", "")),
                        fields=("player",),
                        name="one_number_of_unknown_issuer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("list", models.CharField(max_length=20, verbose_name="list")),
                (
                    "tempo",
                    models.CharField(
                        blank=True, choices=_TEMPOS, max_length=10, verbose_name="tempo of the list"
                    ),
                ),
                (
                    "date",
                    models.DateField(blank=True, null=True, verbose_name="date of the list"),
                ),
                ("value", models.PositiveSmallIntegerField(verbose_name="rating")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="clubcomp.player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "list", "tempo", "date"),
                        name="one_rating_per_list_and_date",
                        nulls_distinct=False,
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="competition",
            name="seeding_list",
            field=models.CharField(blank=True, max_length=20, verbose_name="rating list"),
        ),
        migrations.AddField(
            model_name="competition",
            name="seeding_tempo",
            field=models.CharField(
                blank=True, choices=_TEMPOS, max_length=10, verbose_name="tempo of the list"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="birth_date",
            field=models.DateField(blank=True, null=True, verbose_name="date of birth"),
        ),
        migrations.AddField(
            model_name="player",
            name="email",
            field=models.EmailField(blank=True, max_length=254, verbose_name="e-mail address"),
        ),
        migrations.AddField(
            model_name="player",
            name="federation",
            field=models.CharField(blank=True, max_length=3, verbose_name="federation"),
        ),
        migrations.RunPython(move_numbers, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name="player",
            name="one_player_per_federation_number",
        ),
        migrations.RemoveField(
            model_name="player",
            name="federation_id",
        ),
    ]
