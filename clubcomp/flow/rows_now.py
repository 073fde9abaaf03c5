"""What do the rows of a competition look like now, under the lock of a step?

A page passes rows that it read earlier; a step decides on what is reread here. StepError for a row
that was removed meanwhile, and for one on which the step cannot be taken.
"""

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import FilteredRelation, QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.checks import reread
from clubcomp.flow.errors import StepError
from clubcomp.flow.order_of_play import who_may_reopen
from clubcomp.flow.step import Step
from clubcomp.inside_django.kept import written_once
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Club, Competition, Entry, Evening, Game, Player, Round, Tempo
from pairing.core.types import Result

#: The attribute of an evening with the round that was read with it.
ROUND = "one_round"

#: Two players who change places, or get a board.
Two = tuple[Entry, Entry]


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
    """The evening as it is now, with its rounds, which all refer to this object. One query."""
    now = _with_pairings(step, evening.pk)
    if now is None:
        raise StepError(_removed())
    return now


def _with_pairings(step: Step, evening: int) -> Evening | None:
    rows = _rows_with_pairings(step.competition.pk, evening)
    if not rows:
        return None
    now = rows[0]
    now.competition = step.competition
    now.pairings = [getattr(row, ROUND) for row in rows if hasattr(row, ROUND)]
    for round_ in now.pairings:
        round_.evening = now
    return now


@written_once
def _rows_with_pairings(competition: int, evening: int) -> QuerySet[Evening]:
    """An evening, once for each of its rounds, in their order."""
    named = Evening.objects.filter(competition=competition, pk=evening)
    joined = named.annotate(**{ROUND: FilteredRelation("rounds")}).order_by(f"{ROUND}__number")
    whole = joined.select_related("tempo", f"{ROUND}__published_by")
    return whole.defer(f"{ROUND}__paired_from")


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
    """The round as it is now, among those of its evening; one without a key by its number.

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
    boards = [board for round_ in pairings if round_.number == number for board in round_.boards]
    now = next(
        (board for board in boards if (board.pk, board.board) == (game.pk, game.board)), None
    )
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
    """StepError for a result that only FIDE's rules give, unless the competition has them."""
    if result.is_odd and not competition.by_fide_rules:
        words = _("%(result)s of a game that was played is only given by FIDE’s rules.")
        raise StepError(words, result=result)


def tempo_now(step: Step, tempo: Tempo) -> Tempo:
    """The tempo as it is now."""
    tempos = step.competition.tempos.all()
    return reread(tempos, tempo, _("This tempo is no longer in the competition."))


def must_be_drawn(competition: Competition) -> None:
    """StepError while the lots of a cup are still to be drawn."""
    if competition.awaits_draw():
        raise StepError(_("The cup has not been drawn yet. Draw it first, on the page “Bracket”."))


def must_belong(evening: Evening, *players: Entry) -> None:
    """StepError unless these players are in the competition on an evening."""
    for player in players:
        if not player.belongs_to(evening.number):
            words = _("%(player)s does not belong to the competition on this evening.")
            raise StepError(words, player=player)


def must_be_of_one_group(evening: Evening, *entries: Entry) -> None:
    """StepError unless these players are in one group on an evening."""
    first = entries[0]
    for second in entries[1:]:
        if not first.plays_with(second, evening):
            raise StepError(
                _(
                    "%(one)s plays in group %(first)s and %(other)s in group %(second)s, so the two"
                    " are not paired. Move one of them first, on the page “Groups”."
                ),
                one=first,
                first=first.group_on(evening.number) or "–",
                other=second,
                second=second.group_on(evening.number) or "–",
            )


def player_now(club: Club, player: Player) -> Player:
    """The player of the club as it is now."""
    gone = _("This player is no longer a player of the club.")
    return reread(club.players.all(), player, gone)


def two_now(step: Step, players: Two) -> Two:
    """Two entries as they are now."""
    return entry_now(step, players[0]), entry_now(step, players[1])


def entry_now(step: Step, entry: Entry) -> Entry:
    """The entry as it is now, with its player; one without a primary key by its key."""
    entries = Entry.objects.filter(competition=step.competition).select_related("player")
    known = {"pk": entry.pk} if entry.pk else {"key": entry.key}
    try:
        return entries.get(**known)
    except Entry.DoesNotExist:
        raise StepError(_("This player is no longer in the competition.")) from None
