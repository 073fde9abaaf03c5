"""What 0003 and 0004 left empty in a database that had evenings and players already.

The rules are copies, as they were then: a later change of them must not change what this did.
"""

from typing import Any

from collections import Counter, defaultdict

from django.db import migrations
from django.db.models import Count

from clubcomp.names import parse_name


def fill_first_rounds(apps: Any, schema_editor: Any) -> None:
    """Each evening's first round in the competition, as the steps on evenings keep it."""
    Evening = apps.get_model("clubcomp", "Evening")
    evenings_of = defaultdict(list)
    everything = Evening.objects.annotate(paired=Count("rounds"))
    for evening in everything.order_by("competition_id", "number"):
        evenings_of[evening.competition_id].append(evening)
    changed = []
    for evenings in evenings_of.values():
        begun = [one.number for one in evenings if one.status == "open" or one.paired]
        last_begun = max(begun, default=0)
        first = 1
        for evening in evenings:
            if evening.first_round != first:
                evening.first_round = first
                changed.append(evening)
            is_over = evening.status == "closed" or evening.number < last_begun
            first += evening.paired if is_over else max(evening.games, evening.paired)
    Evening.objects.bulk_update(changed, ["first_round"], batch_size=500)


def tell_namesakes_apart(apps: Any, schema_editor: Any) -> None:
    """What stands behind a name that two players of a club share, as the steps keep it."""
    Player = apps.get_model("clubcomp", "Player")
    namesakes = defaultdict(list)
    for player in Player.objects.order_by("pk"):
        namesakes[player.club_id, str(parse_name(player.name))].append(player)
    changed = []
    for alike in namesakes.values():
        for player, mark in zip(alike, marks(alike), strict=True):
            if player.apart != mark:
                player.apart = mark
                changed.append(player)
    Player.objects.bulk_update(changed, ["apart"], batch_size=500)


def marks(alike: list[Any]) -> list[str]:
    """The year of birth or else the rating where nobody shares it, else the how manieth he is."""
    if len(alike) == 1:
        return [""]
    facts = [
        (
            f"’{player.birth_year % 100:02d}" if player.birth_year else "",
            f"({player.rating})" if player.rating is not None else "",
        )
        for player in alike
    ]
    counts = Counter(fact for both in facts for fact in both)
    return [
        next((fact for fact in both if fact and counts[fact] == 1), f"({number})")
        for number, both in enumerate(facts, start=1)
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0005_byes_on_request"),
    ]

    operations = [
        migrations.RunPython(fill_first_rounds, migrations.RunPython.noop),
        migrations.RunPython(tell_namesakes_apart, migrations.RunPython.noop),
    ]
