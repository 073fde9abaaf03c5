"""What is a round called, which number has it in the competition, and when is it finished?"""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, cast

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.models import Competition, Entry, Evening, Game, GameAhead, Round
from pairing.sentences.words import capitalised

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Paired(TypedDict):
        """How many rounds an evening has."""

        paired: int


def has_begun(competition: Competition) -> bool:
    """Whether a round is on record."""
    return Round.objects.on_record().filter(evening__competition=competition).exists()


def awaits_draw(competition: Competition) -> bool:
    """Whether the lots of a cup are still to be drawn; until then nobody knows who meets whom."""
    is_by_lot = competition.abilities.knocks_out and competition.rules.start_numbers == "lot"
    return is_by_lot and competition.drawn_at is None and not has_begun(competition)


def must_be_drawn(competition: Competition) -> None:
    """StepError while the lots of a cup are still to be drawn."""
    if awaits_draw(competition):
        raise StepError(_("The cup has not been drawn yet. Draw it first, on the page “Bracket”."))


def round_name(evening: Evening, number: int) -> str:
    """What round `number` of an evening is called in a sentence: "game 2", or "round 5".

    Where pairing runs per tempo it is a game of the evening; elsewhere a round of the
    competition.
    """
    if evening.competition.abilities.uses_tempos:
        return _("game %(number)s") % {"number": number}
    return _("round %(number)s") % {"number": evening.first_round + number - 1}


def round_title(round_: Round) -> str:
    """What a round is called where a sentence begins: "Game 2"."""
    return capitalised(round_name(round_.evening, round_.number))


def rounds_name(evening: Evening, first: int, last: int) -> str:
    """What several rounds in a row are called: "games 2 to 7", "rounds 5 to 6", "game 7"."""
    if first == last:
        return round_name(evening, first)
    if evening.competition.abilities.uses_tempos:
        return _("games %(first)s to %(last)s") % {"first": first, "last": last}
    before = evening.first_round - 1
    return _("rounds %(first)s to %(last)s") % {"first": before + first, "last": before + last}


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


def round_facts(round_: Round | GameAhead) -> dict[str, int]:
    """Which round it was, for the trail: `game` of the evening, `round` of the competition."""
    if round_.evening.competition.abilities.uses_tempos:
        return {"game": round_.number}
    return {"game": round_.number, "round": round_.evening.first_round + round_.number - 1}


def evening_facts(evening: Evening) -> dict[str, int]:
    """The round of the competition from which an evening's games count, for the trail."""
    if evening.competition.abilities.uses_tempos:
        return {}
    return {"first_round": evening.first_round}


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


def update_status(round_: Round, games: Iterable[Game]) -> bool:
    """Give a published round its status: finished when every board is decided or put off.

    The caller saves the round, if this changes it.
    """
    before = round_.status
    if any(not game.is_decided and not game.put_off for game in games):
        round_.status, round_.finished_at = Round.Status.PUBLISHED, None
    elif round_.status != Round.Status.FINISHED:
        round_.status, round_.finished_at = Round.Status.FINISHED, timezone.now()
    return round_.status != before
