"""When does a game of a cup or a round robin count in another competition of the club too, and what
follows there?

The game is entered once, in its own competition, here called the cup. Once it is played it counts
in the other one, unless it decides a level tie: it becomes a board added to the first game of that
competition's evening on the same day. Whatever happens to the cup's result happens to that board,
in the same step; the board cannot be changed by itself.

Where the board cannot be added (say, the other round is not published yet), the cup still takes
the result: the game counts once the leader lets it.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubcomp.flow.absences.signing_off import say_for_several
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.adding import add_board, game_facts, must_be_free, take_board_back
from clubcomp.flow.rows_now import Two, competition_of, game_now
from clubcomp.flow.step import Step, all_or_nothing, step_on
from clubcomp.models import Competition, Evening, Game, Round, User
from clubcomp.models.competitions import EntryQuerySet
from clubcomp.models.plans import COMING, Plan, plans_of
from pairing.core.types import Result
from pairing.core.unplayed import Unplayed


@all_or_nothing
def let_count(game: Game, *, by: User | None) -> Game:
    """Let a game of a cup count, now that nothing is in its way any more. Idempotent.

    StepError when something still is.
    """
    with step_on(competition_of(game), "let_count", by=by) as step:
        game = game_now(step, game)
        if board_of_cup(game) is None:
            if not is_to_count(game):
                raise StepError(_("This game counts in its own competition only."))
            _count(step, game)
            facts = {"board": game.board, "competition": str(step.competition.counts_in)}
            step.note(evening=game.round.evening, facts=game_facts(game) | facts)
        return game


def sync_counted_board(step: Step, game: Game) -> Game | None:
    """Add or take back the board where a cup's game counts, after a change of the game.

    Returns the board if it has to be written with the game's players and result.
    """
    board, counts = board_of_cup(game), is_to_count(game)
    if board is None:
        if counts:
            with suppress(StepError):  # the cup's page says why it does not count yet
                _count(step, game)
        return None
    if counts and board.round.evening.date == _day_of(game):
        same = (board.white.player_id, board.black.player_id, board.result)
        if same == (game.white.player_id, game.black.player_id, game.result):
            return None
        _must_be_open(board)
        return board
    take_back(step, [game])
    return sync_counted_board(step, game) if counts else None


def take_back(step: Step, games: Iterable[Game]) -> None:
    """Take back the boards where games of a cup count; both players get back what they had."""
    if step.competition.counts_in_id is None:
        return
    for board in _boards(Game.objects.filter(counted_from__in=games)):
        _must_be_open(board)
        board.counted_from = None
        board.save(update_fields=["counted_from"])
        take_board_back(board, reason=step.competition.name, by=step.by_player or step.by)


def _count(step: Step, game: Game) -> None:
    """Add the board where a game counts; StepError says what is in the way."""
    round_, players = _seat_of_cup_game(game)
    with transaction.atomic():
        board = add_board(
            round_,
            players,
            white=players[0],
            result=Result.parse(game.result),
            reason=step.competition.name,
            by=step.by_player or step.by,
        )
        board.counted_from = game
        board.save(update_fields=["counted_from"])


def where_it_may_count(competition: Competition) -> QuerySet[Competition]:
    """The competitions in which the games of this one may count."""
    running = competition.club.competitions.filter(stage=Competition.Stage.RUNNING)
    if not may_lend(competition) or competition.has_begun():
        return running.none()
    with_tempos = [candidate.pk for candidate in running if candidate.abilities.uses_tempos]
    return running.filter(pk__in=with_tempos)


def may_lend(competition: Competition) -> bool:
    """Whether games of a competition can count elsewhere too: only if its pairings follow from a
    draw or a schedule, not from what is played in both."""
    return competition.abilities.knocks_out or competition.abilities.schedule_is_fixed


def check_counts_in(competition: Competition, host: Competition | None) -> None:
    """StepError unless the games of a competition can count in the host as well; None: in none."""
    if not may_lend(competition):
        raise StepError(
            _("Only games of a cup or a round robin can count in another competition too.")
        )
    if competition.has_begun():
        raise StepError(
            _("Round 1 is paired, so where the games of this competition count stays as it is.")
        )
    if host is None:
        return
    if host.club_id != competition.club_id or not host.is_running:
        raise StepError(_("“%(competition)s” is not running here."), competition=host)
    if not host.abilities.uses_tempos:
        words = _(
            "No game of another competition can count in “%(competition)s”: under its system a"
            " round is paired as a whole, and no other game belongs to it."
        )
        raise StepError(words, competition=host)


# What counts, and where ------------------------------------------------------------------------


def is_to_count(game: Game) -> bool:
    """Whether a game was played and is to count in another competition too.

    A game that decides a level tie does not count: it is played faster, or again.
    """
    competition, result = competition_of(game), Result.parse(game.result)
    if competition.counts_in_id is None or not result.is_finished or result.is_forfeit:
        return False
    return _is_of_tie(game)


def _is_of_tie(game: Game) -> bool:
    """Whether the two have met less often in a cup than a tie has games. One query; none for a
    round robin, where every game is one of the schedule."""
    if not competition_of(game).abilities.knocks_out:
        return True
    same_players = Q(white=game.white_id, black=game.black_id) | Q(
        white=game.black_id, black=game.white_id
    )
    evening = game.round.evening
    earlier = Q(round__evening__number__lt=evening.number) | Q(
        round__evening=evening, round__number__lt=game.round.number
    )
    games = Game.objects.filter(round__evening__competition=evening.competition_id)
    games_of_tie: int = getattr(evening.competition.rules.options, "games", 1)
    return games.filter(same_players, earlier).count() < games_of_tie


def board_of_cup(game: Game) -> Game | None:
    """The board where a game of a cup counts; None if it does not."""
    return next(iter(_boards(Game.objects.filter(counted_from=game))), None)


def why_not(game: Game) -> str:
    """What keeps a game from counting, in words; "" for nothing. Only reads."""
    try:
        must_be_free(*_seat_of_cup_game(game))
    except StepError as error:
        return str(error)
    return ""


def _seat_of_cup_game(game: Game) -> tuple[Round, Two]:
    """The round in which a game counts, and the entries of White and Black in that competition.

    StepError when it counts in none.
    """
    host = competition_of(game).counts_in
    if host is None:
        raise StepError(_("This game counts in its own competition only."))
    host.refresh_from_db(fields=["stage"])
    facts: dict[str, object] = {"competition": host}
    if not host.is_running:
        raise StepError(
            _("“%(competition)s” is finished. Open it again, then let it count."), **facts
        )
    day = _day_of(game)
    evening = host.evenings.filter(date=day).order_by("number").first() if day else None
    if evening is None:
        raise StepError(
            _("“%(competition)s” has no evening on that day. Plan one, and pair it."), **facts
        )
    if evening.is_closed:
        raise StepError(
            _("The evening of “%(competition)s” is closed. Reopen it, then let it count."), **facts
        )
    round_ = evening.rounds.on_record().filter(number=1).first()
    if round_ is None:
        raise StepError(
            _("The pairing of “%(competition)s” is not published yet. Publish it first."), **facts
        )
    evening.competition = host
    round_.evening = evening
    players = {entry.player_id: entry for entry in _entries(host, [game])}
    for entry in (game.white, game.black):
        if entry.player_id not in players:
            words = _("%(player)s does not play in “%(competition)s”. Enter them there first.")
            raise StepError(words, **facts, player=entry)
    return round_, (players[game.white.player_id], players[game.black.player_id])


def _entries(competition: Competition, games: Iterable[Game]) -> EntryQuerySet:
    """The entries in another competition of those who play these games of a cup."""
    players = {entry.player_id for game in games for entry in (game.white, game.black)}
    return competition.entries.filter(player__in=players).select_related("player")


def _day_of(game: Game) -> date | None:
    return game.played_on or game.round.evening.date


def _boards(games: Iterable[Game]) -> list[Game]:
    """These boards read again, each with its competition."""
    boards = Game.objects.filter(pk__in=[game.pk for game in games]).with_round()
    return list(
        boards.select_related("round__evening__competition__club", "white__player", "black__player")
    )


# What the other competition may not change, and which players it does not pair -------------------


def _must_be_open(board: Game) -> None:
    """StepError unless the evening where a game counts can be changed."""
    evening = board.round.evening
    facts = {"competition": evening.competition, "number": evening.number}
    if not evening.competition.is_running:
        words = _(
            "This game counts in “%(competition)s”, which is finished. Open that again first."
        )
        raise StepError(words, **facts)
    if not evening.is_open:
        words = _(
            "This game counts in “%(competition)s”, and evening %(number)s there is closed."
            " Reopen that evening first."
        )
        raise StepError(words, **facts)


def must_count_nothing(round_: Round) -> None:
    """StepError when a round has boards that were entered in a cup."""
    board = round_.games.filter(counted_from__isnull=False).order_by("board").first()
    if board is not None and board.counted_from is not None:
        words = _(
            "Board %(board)s is a game of “%(cup)s” that counts here. Clear its result there first."
        )
        raise StepError(words, board=board.board, cup=board.counted_from.round.evening.competition)


def keep_free(step: Step, evening: Evening) -> None:
    """Take those who play a cup game that counts on an evening out of the evening's pairing.

    They are exempt on the attendance sheet, with the cup's name. Called when a cup's round is
    published, when the evening is opened, and when its first pairing is withdrawn.
    """
    if evening.date is None or evening.is_closed or evening.rounds.on_record().exists():
        return
    games = Game.objects.filter(
        round__evening__date=evening.date,
        round__evening__competition__counts_in=evening.competition_id,
        put_off=Game.PutOff.NO,
    ).with_round()
    games = games.select_related("round__evening__competition", "white", "black")
    playing: dict[str, list[Game]] = {}
    for game in games.order_by("pk"):
        if not Result.parse(game.result).is_forfeit and _is_of_tie(game):
            playing.setdefault(game.round.evening.competition.name, []).append(game)
    for cup, of_cup in playing.items():
        plans = plans_of(evening)
        coming = [
            entry
            for entry in _entries(evening.competition, of_cup)
            if plans.get(entry.pk, Plan()).status in COMING
        ]
        say_for_several(evening, coming, status=Unplayed.EXEMPT, note=cup, by=step.by)


def published(step: Step, round_: Round, games: Iterable[Game]) -> None:
    """A round of a cup is published: its players are exempt on the evening where its games count,
    and the results that came back count there."""
    for evening in _evenings_where_it_counts(step, round_):
        keep_free(step, evening)
    for game in games:
        sync_counted_board(step, game)


def withdrawn(step: Step, round_: Round, games: list[Game]) -> None:
    """A round of a cup is withdrawn: nothing of it counts, and its players are expected again."""
    take_back(step, games)
    for evening in _evenings_where_it_counts(step, round_):
        if evening.is_closed:
            continue
        of_cup = evening.attendance.filter(status=Unplayed.EXEMPT, note=step.competition.name)
        exempt = _entries(evening.competition, games).filter(attendance__in=of_cup)
        say_for_several(evening, exempt, status=None, note="", by=step.by)


def _evenings_where_it_counts(step: Step, round_: Round) -> list[Evening]:
    """The evenings on a round's day where the cup's games count."""
    host, day = step.competition.counts_in, round_.evening.date
    if host is None or day is None or not host.is_running:
        return []
    return list(host.evenings.filter(date=day).select_related("competition").order_by("number"))
