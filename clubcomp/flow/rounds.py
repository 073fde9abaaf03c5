"""How many rounds has a competition, which number has each, and what is one called in a title?"""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, cast

from django.db.models import Count

from clubcomp.models import Competition, Entry, Evening, Round
from pairing.sentences.words import capitalised

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Paired(TypedDict):
        """How many rounds an evening has."""

        paired: int


def round_title(round_: Round) -> str:
    """What a round is called where a sentence begins: "Game 2"."""
    return capitalised(round_.evening.round_name(round_.number))


def number_of_rounds(competition: Competition) -> int | None:
    """How many rounds the competition has; None where that is not fixed beforehand.

    Where it goes by the players the largest group has most.
    """
    goes_by_players = competition.abilities.schedule_is_fixed
    return competition.rules.round_count(competition.largest_group if goes_by_players else 0)


def count_largest_groups(competitions: Iterable[Competition]) -> None:
    """Count in one query what `number_of_rounds` would ask of each of these competitions."""
    fixed = [competition for competition in competitions if competition.abilities.schedule_is_fixed]
    in_it = Entry.objects.filter(competition__in=fixed).values_list("competition", "group")
    sizes = Counter(in_it) if fixed else Counter()
    for competition in fixed:
        groups = (size for (pk, _group), size in sizes.items() if pk == competition.pk)
        competition.largest_group = max(groups, default=0)


def rounds_without_repeats(competition: Competition) -> tuple[int, int] | None:
    """How many play in the smallest group, and in how many rounds everybody can meet somebody new.

    None where players may meet again.
    """
    if competition.abilities.repeats != "never":
        return None
    in_it = competition.entries.filter(left=None).values_list("group", flat=True)
    players = min(Counter(in_it).values(), default=0)
    return players, players - 1 + players % 2  # all other players, and the bye once


def number_rounds(competition: Competition) -> None:
    """Give every evening the number of its first round; to be called when the calendar changed.

    What was played counts; of the evenings after it, and of one that is open, what is planned.
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
