"""A round keeps what is new in the document it was paired from; the rest is kept once.

Until now every round kept the whole text, so a season grew with the square of its rounds. The
texts put together again are the same to the byte (`Round.paired_from`).
"""

from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F

from pairing.formats.parts import digest_of, divided

AT_ONCE = 1000


def divide(apps: Any, schema_editor: Any) -> None:
    """Each competition by itself, its rounds in the order in which they were paired."""
    rounds = apps.get_model("clubcomp", "Round").objects.exclude(to_pair="")
    part_model = apps.get_model("clubcomp", "RecordPart")
    paired = rounds.order_by(F("published_at").asc(nulls_last=True), "evening__number", "number")
    for competition in _competitions(rounds):
        last: dict[int, Any] = {}
        ended = []
        of_competition = paired.filter(evening__competition=competition)
        for version, (pk, text) in enumerate(_texts(of_competition), start=1):
            parts, to_pair = divided(text)
            for place in [place for place, row in last.items() if row.text != parts.get(place)]:
                last[place].until = version
                ended.append(last.pop(place))
            for place in parts.keys() - last.keys():
                last[place] = part_model(
                    competition_id=competition, place=place, since=version, text=parts[place]
                )
            rounds.filter(pk=pk).update(
                to_pair=to_pair, record_version=version, record_digest=digest_of(parts)
            )
        part_model.objects.bulk_create([*ended, *last.values()], batch_size=AT_ONCE)


def put_together(apps: Any, schema_editor: Any) -> None:
    """The whole text with every round again."""
    rounds = apps.get_model("clubcomp", "Round").objects.exclude(record_version=None)
    parts = apps.get_model("clubcomp", "RecordPart").objects.order_by("place")
    for competition in _competitions(rounds):
        rows = [*parts.filter(competition=competition).values_list("since", "until", "text")]
        of_competition = rounds.filter(evening__competition=competition)
        for pk, version, to_pair in of_competition.values_list("pk", "record_version", "to_pair"):
            texts = [
                text or to_pair
                for since, until, text in rows
                if since <= version and (until is None or version < until)
            ]
            rounds.filter(pk=pk).update(to_pair="".join(texts))


def _competitions(rounds: Any) -> list[Any]:
    key = "evening__competition"
    return list(rounds.order_by(key).values_list(key, flat=True).distinct())


def _texts(rounds: Any) -> Iterator[tuple[Any, str]]:
    """Their texts, of which each may be long, one by one."""
    for pk in list(rounds.values_list("pk", flat=True)):
        yield rounds.values_list("pk", "to_pair").get(pk=pk)


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0020_drop_reasons"),
    ]

    operations = [
        migrations.RenameField(model_name="round", old_name="paired_from", new_name="to_pair"),
        migrations.AddField(
            model_name="round",
            name="record_version",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="record_digest",
            field=models.CharField(blank=True, max_length=64, default=""),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="RecordPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.BigIntegerField()),
                ("since", models.PositiveIntegerField()),
                ("until", models.PositiveIntegerField(blank=True, null=True)),
                ("text", models.TextField(blank=True)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="record_parts",
                        to="clubcomp.competition",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("competition", "place", "since"),
                        name="one_part_per_place_and_version",
                    )
                ],
            },
        ),
        migrations.RunPython(divide, put_together),
    ]
