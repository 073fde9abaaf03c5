"""How many rounds has a competition, which number has each, and what is a round called?"""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, cast

from django.db.models import Count

from clubcomp.models import Competition, Entry, Evening, Round
from pairing.sentences.words import capitalised

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Paired(TypedDict):
        """An annotation of evenings: how many rounds each has."""

        paired: int


def round_title(round_: Round) -> str:
    """What a round is called where a sentence begins: "Game 2"."""
    return capitalised(round_.evening.round_name(round_.number))


def number_of_rounds(competition: Competition) -> int | None:
    """How many rounds the competition has; None where that is not fixed beforehand.

    Where it depends on the number of players, the largest group has most.
    """
    goes_by_players = competition.abilities.schedule_is_fixed
    return competition.rules.round_count(competition.largest_group if goes_by_players else 0)


def count_largest_groups(competitions: Iterable[Competition]) -> None:
    """Count in one query what `number_of_rounds` would ask of each of these competitions."""
    fixed = [competition for competition in competitions if competition.abilities.schedule_is_fixed]
    groups_of = Entry.objects.filter(competition__in=fixed).values_list("competition", "group")
    sizes = Counter(groups_of) if fixed else Counter()
    for competition in fixed:
        of_groups = (size for (pk, _group), size in sizes.items() if pk == competition.pk)
        competition.largest_group = max(of_groups, default=0)


def rounds_without_repeats(competition: Competition) -> tuple[int, int] | None:
    """How many play in the smallest group, and in how many rounds everybody can meet somebody new.

    None where players may meet again.
    """
    if competition.abilities.repeats != "never":
        return None
    groups = competition.entries.filter(left=None).values_list("group", flat=True)
    players = min(Counter(groups).values(), default=0)
    return players, players - 1 + players % 2  # all other players, and the bye once


def number_rounds(competition: Competition) -> None:
    """Give every evening the number of its first round; to be called when the calendar changed.

    Evenings count with the rounds played; later ones, and one that is open, with those planned.
    """
    counted = Evening.objects.filter(competition=competition).annotate(paired=Count("rounds"))
    evenings = cast("list[WithAnnotations[Evening, Paired]]", list(counted.order_by("number")))
    begun = [evening for evening in evenings if evening.is_open or evening.paired]
    last_begun = begun[-1].number if begun else 0
    first, changed = 1, []
    for evening in evenings:
        if evening.first_round != first:
            evening.first_round = first
            changed.append(evening)
        is_over = evening.is_closed or evening.number < last_begun
        first += evening.paired if is_over else max(evening.games, evening.paired)
    Evening.objects.bulk_update(changed, ["first_round"])
