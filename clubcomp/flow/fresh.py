"""What does a row look like now, under the lock of the step?

A page hands a step what it read a moment ago; a step decides on what these functions read.
What has gone meanwhile is a `StepError`, never a crash.
"""

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.reopening import who_may_reopen
from clubcomp.flow.step import Step
from clubcomp.models import Competition, Entry, Evening, Game, Round


def competition_of(thing: Round | Game) -> Competition:
    """The competition of a round or game, by the objects that the caller holds already."""
    try:
        round_ = thing.round if isinstance(thing, Game) else thing
        return round_.evening.competition
    except ObjectDoesNotExist as gone:
        raise StepError(_("This pairing is no longer there. Look at the page again.")) from gone


def evening_now(step: Step, evening: Evening) -> Evening:
    """The evening as it is, with its tempo and the step's competition."""
    evenings = Evening.objects.select_related("tempo").filter(competition=step.competition)
    now = evenings.filter(pk=evening.pk).first()
    if now is None:
        raise StepError(_("This evening has been removed from the calendar."))
    now.competition = step.competition
    return now


def open_evening_now(step: Step, evening: Evening) -> Evening:
    """The evening as it is, which has to be open."""
    now = evening_now(step, evening)
    must_be_open(now)
    return now


def must_be_open(evening: Evening) -> None:
    """StepError unless the evening is being played."""
    if evening.is_closed:
        raise StepError(
            _("This evening is closed. Correct a result or an absence with a reason. %(who)s")
            % {"who": who_may_reopen(evening)}
        )
    if not evening.is_open:
        raise StepError(_("This evening has not been opened yet. Open it first."))


def round_now(step: Step, round_: Round) -> Round:
    """The round as it is, with its evening."""
    rounds = Round.objects.filter(evening__competition=step.competition)
    now = rounds.select_related("evening__tempo", "published_by").filter(pk=round_.pk).first()
    if now is None:
        raise StepError(_("This pairing is no longer there. Look at the page again."))
    now.evening.competition = step.competition
    return now


def game_now(step: Step, game: Game) -> Game:
    """The game as it is, with its players, its round and evening.

    StepError when other people sit at the board now, or with the other colours.
    """
    games = Game.objects.filter(round__evening__competition=step.competition).select_related(
        "round__evening__tempo", "white__player", "black__player", "entered_by"
    )
    games = games.defer("round__paired_from")
    now = games.filter(pk=game.pk).first()
    if now is None:
        raise StepError(_("This pairing was withdrawn meanwhile, so the game is no longer there."))
    now.round.evening.competition = step.competition
    must_be_seated_so(now, game.mark)
    return now


def must_be_seated_so(game: Game, mark: str) -> None:
    """StepError unless the board has the game, the players and the colours of a page's `mark`."""
    if game.mark != mark:
        raise StepError(
            _(
                "The pairing changed after this page was opened: on board %(board)s now play"
                " %(white)s and %(black)s. Nothing was changed. Look at the page again."
            )
            % {"board": game.board, "white": game.white, "black": game.black}
        )


def entry_now(step: Step, entry: Entry) -> Entry:
    """The player's place in the competition as it is."""
    entries = Entry.objects.filter(competition=step.competition).select_related("player")
    now = entries.filter(pk=entry.pk).first()
    if now is None:
        raise StepError(_("This player is no longer in the competition."))
    return now


def entries_by_key(step: Step) -> dict[str, Entry]:
    """All players of the competition by key. One query."""
    entries = Entry.objects.filter(competition=step.competition).select_related("player")
    return {entry.key: entry for entry in entries}
