"""What do evenings, rounds and boards look like now, under the lock of a step? What is a round
called, which number has it in the competition, and when is it finished?

A page passes rows that it read earlier; a step decides on what is reread here. A row that was
removed meanwhile is a `StepError`.
"""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Count, FilteredRelation
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.checks import reread
from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import who_may_reopen
from clubcomp.flow.step import Step
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Club, Competition, Entry, Evening, Game, GameAhead, Player, Round, Tempo
from pairing.core.types import Result
from pairing.sentences.words import capitalised

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Paired(TypedDict):
        """How many rounds an evening has."""

        paired: int


#: The attribute of an evening with the round that was read with it.
ROUND = "one_round"

#: Two players who change places, or get a board.
Two = tuple[Entry, Entry]


# Rows as they are now --------------------------------------------------------------------------


def competition_of(row: Round | Game) -> Competition:
    """The competition of a round or game, through the objects that the caller has loaded."""
    try:
        round_ = row.round if isinstance(row, Game) else row
        return round_.evening.competition
    except ObjectDoesNotExist as error:
        raise StepError(_("This pairing is no longer there. Look at the page again.")) from error


def evening_now(step: Step, evening: Evening) -> Evening:
    """The evening as it is now, with its tempo and the step's competition."""
    evenings = step.competition.evenings.select_related("tempo")
    return reread(evenings, evening, _removed())


def evening_with_pairings(step: Step, evening: Evening) -> Evening:
    """The same with its rounds as they are now, which share it. One query."""
    now = _with_pairings(step, evening.pk)
    if now is None:
        raise StepError(_removed())
    return now


def _with_pairings(step: Step, evening: int) -> Evening | None:
    named = step.competition.evenings.filter(pk=evening)
    joined = named.annotate(**{ROUND: FilteredRelation("rounds")}).order_by(f"{ROUND}__number")
    whole = joined.select_related("tempo", f"{ROUND}__published_by")
    rows = list(whole.defer(f"{ROUND}__paired_from"))
    if not rows:
        return None
    rows[0].pairings = [getattr(row, ROUND) for row in rows if hasattr(row, ROUND)]
    for round_ in rows[0].pairings:
        round_.evening = rows[0]
    return rows[0]


def open_evening_now(step: Step, evening: Evening) -> Evening:
    """The evening as it is now; StepError unless it is open."""
    now = evening_now(step, evening)
    must_be_open(now)
    return now


def open_evening_in(rows: Rows, competition: Competition, evening: Evening) -> Evening:
    """The evening as it is among rows that were read now; StepError unless it is open."""
    now = rows.with_pairings(competition, evening.pk)
    if now is None:
        raise StepError(_removed())
    must_be_open(now)
    return now


def _removed() -> str:
    return _("This evening has been removed from the calendar.")


def must_be_open(evening: Evening) -> None:
    """StepError unless the evening is being played."""
    if evening.is_closed:
        words = _("This evening is closed. Correct a result or an absence with a reason. %(who)s")
        raise StepError(words, who=who_may_reopen(evening))
    if not evening.is_open:
        raise StepError(_("This evening has not been opened yet. Open it first."))


def round_now(step: Step, round_: Round) -> Round:
    """The round as it is now, among those of its evening; of one not read, the one of its number.

    One query.
    """
    for now in _pairings_now(step, round_.evening_id):
        if now.pk == round_.pk or (round_.pk is None and now.number == round_.number):
            return now
    raise StepError(_("This pairing is no longer there. Look at the page again."))


def _pairings_now(step: Step, evening: int) -> list[Round]:
    now = _with_pairings(step, evening)
    return now.pairings if now else []


def game_now(step: Step, game: Game) -> Game:
    """The game as it is now, among the boards of its round, which is among those of its evening.

    Two queries. StepError when it is not on that board any more, when the board has other players
    or colours by now, or was entered in a cup.
    """
    number = game.round.number
    pairings = _pairings_now(step, game.round.evening_id)
    boards = [board for one in pairings if one.number == number for board in one.boards]
    now = next((one for one in boards if (one.pk, one.board) == (game.pk, game.board)), None)
    if now is None:
        raise StepError(_("This pairing was withdrawn meanwhile, so the game is no longer there."))
    must_be_seated_so(now, game.seating)
    if now.counted_from is not None:
        words = _("Board %(board)s was entered in “%(cup)s” and counts here too. Change it there.")
        raise StepError(words, board=now.board, cup=now.counted_from.round.evening.competition)
    return now


def must_be_seated_so(game: Game, seating: str) -> None:
    """StepError unless the board has the game, players and colours of a page's `seating`."""
    if game.seating != seating:
        words = _(
            "The pairing changed after this page was opened: on board %(board)s now play"
            " %(white)s and %(black)s. Nothing was changed. Look at the page again."
        )
        raise StepError(words, board=game.board, white=game.white, black=game.black)


def check_result(competition: Competition, result: Result) -> None:
    """StepError for a result that only an arbiter gives, unless FIDE's rules are those here."""
    if result.is_odd and not competition.by_fide_rules:
        words = _("%(result)s of a game that was played is only given by FIDE’s rules.")
        raise StepError(words, result=result)


def tempo_now(step: Step, tempo: Tempo) -> Tempo:
    """The tempo as it is now."""
    tempos = step.competition.tempos.all()
    return reread(tempos, tempo, _("This tempo is no longer in the competition."))


def must_belong(evening: Evening, *players: Entry) -> None:
    """StepError unless these players are in the competition on an evening."""
    for player in players:
        if not player.belongs_to(evening.number):
            words = _("%(player)s does not belong to the competition on this evening.")
            raise StepError(words, player=player)


def must_be_of_one_group(evening: Evening, *entries: Entry) -> None:
    """StepError unless these players are in one group on an evening."""
    first = entries[0]
    for other in entries[1:]:
        if not first.plays_with(other, evening):
            raise StepError(
                _(
                    "%(one)s plays in group %(first)s and %(other)s in group %(second)s, so the two"
                    " are not paired. Move one of them first, on the page “Groups”."
                ),
                one=first,
                first=first.group_on(evening.number) or "–",
                other=other,
                second=other.group_on(evening.number) or "–",
            )


def player_now(club: Club, player: Player) -> Player:
    """The player of the club as it is now."""
    gone = _("This player is no longer a player of the club.")
    return reread(club.players.all(), player, gone)


def two_now(step: Step, players: Two) -> Two:
    """Two entries as they are now."""
    return entry_now(step, players[0]), entry_now(step, players[1])


def entry_now(step: Step, entry: Entry) -> Entry:
    """The entry as it is now, with its player; where only the key is known, the one with that."""
    entries = Entry.objects.filter(competition=step.competition).select_related("player")
    same = {"pk": entry.pk} if entry.pk else {"key": entry.key}
    try:
        return entries.get(**same)
    except Entry.DoesNotExist:
        raise StepError(_("This player is no longer in the competition.")) from None


# What a round is called, and its number --------------------------------------------------------


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
