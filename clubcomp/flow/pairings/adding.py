"""How is a board added to a published pairing, and how is it taken back?

For two players who came in late, or whose game was played on another day. The other boards stay
as they are. The leader gives the reason; the system gives the colours unless the leader does.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.checks import checked_reason
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.proposal import must_have_no_errors, sentences_of
from clubcomp.flow.pairings.proposing import renew_proposal
from clubcomp.flow.rows_now import (
    Two,
    check_result,
    competition_of,
    game_now,
    must_be_of_one_group,
    must_belong,
    round_now,
    two_now,
)
from clubcomp.flow.step import all_or_nothing, step_on
from clubcomp.flow.wishes import board_is_known
from clubcomp.models import (
    Attendance,
    Competition,
    Doer,
    Entry,
    Evening,
    Game,
    GameAhead,
    GameAttendance,
    Round,
    Unpaired,
)
from clubcomp.models.plans import Plan, plans_of
from clubcomp.models.unplayed import unplayed
from clubcomp.record.snapshots import as_on, snapshot_of
from pairing.core import types
from pairing.core.invariants import problems
from pairing.core.replay import before, rearranged
from pairing.core.system import CannotPair
from pairing.core.types import Pair, Problem, Result
from pairing.core.unplayed import Unplayed
from pairing.registry import rules_of


@dataclass(frozen=True, slots=True)
class BoardPreview:
    """A board that could be added: who has which colour, and what the rules have against it.

    `gives_up` is what the two have in the round so far, a bye for instance. `meet_again` are
    later games between them, which the rules did not judge.
    """

    board: int
    white: Entry
    black: Entry
    problems: tuple[Problem, ...]
    gives_up: list[Unpaired]
    meet_again: list[Game]


@dataclass(frozen=True, slots=True)
class WithoutGame:
    """The players marked present who have no game in a round, and those with a bye in it."""

    here: list[Entry]
    byes: list[Entry]

    @property
    def bye(self) -> Entry | None:
        """The player who has the bye, of the first group with one."""
        return next(iter(self.byes), None)

    @property
    def players(self) -> list[Entry]:
        """The players who could get a board: those who are here, then those with a bye."""
        return [*self.here, *self.byes]

    @property
    def are_two(self) -> bool:
        """Whether somebody here has no game, and their group has an opponent for them."""
        groups = Counter(player.group for player in self.players)
        return any(groups[player.group] > 1 for player in self.here)


def without_game(round_: Round, plans: Mapping[int, Plan] | None = None) -> WithoutGame:
    """The players without a game in a round on record. Two to five queries."""
    unpaired = list(round_.unpaired.select_related("entry__player"))
    in_round = {key for pair in round_.games.values_list("white", "black") for key in pair}
    # A player booked as away may have come after all.
    in_round |= {row.entry_id for row in unpaired if unplayed(row.kind).is_public}
    plans = plans_of(round_.evening) if plans is None else plans
    byes = [row.entry for row in unpaired if row.kind == Unplayed.BYE]
    if not plans.keys() - in_round:
        return WithoutGame([], byes)
    coming = Entry.objects.filter(pk__in=plans.keys() - in_round).select_related("player")
    came_since = _came_since(round_)
    here = [
        entry
        for entry in coming.order_by("player__sort_key", "pk")
        if plans[entry.pk].is_present_in(round_.number) or entry.pk in came_since
    ]
    return WithoutGame(here, byes)


def _came_since(round_: Round) -> set[int]:
    """The entries marked present after a round was published, and so from the next game on."""
    if round_.published_at is None:
        return set()
    rows = Attendance.objects.filter(
        evening=round_.evening,
        status=Attendance.Status.PRESENT,
        from_game=round_.number + 1,
        changed_at__gt=round_.published_at,
    )
    return set(rows.values_list("entry_id", flat=True))


def preview_board(round_: Round, players: Two, *, white: Entry | None = None) -> BoardPreview:
    """Another board for these two, as it would be. StepError when it is impossible."""
    competition = competition_of(round_)
    must_be_free(round_, players)
    pair, against = pair_by_hand(competition, round_, players, white, reason="-")
    by_key = {entry.key: entry for entry in players}
    return BoardPreview(
        board=_next_board(round_),
        white=by_key[pair.white],
        black=by_key[pair.black],
        problems=tuple(against),
        gives_up=list(_rows_of(round_, players).select_related("entry__player")),
        meet_again=list(_later_games(round_, players)),
    )


@all_or_nothing
def add_board(
    round_: Round,
    players: Two,
    *,
    white: Entry | None = None,
    result: Result = Result.UNFINISHED,
    played_on: date | None = None,
    reason: str,
    by: Doer,
) -> Game:
    """Two players without a game in a published round get a board, with the leader's reason.

    `white` None: the system gives the colours. `played_on` is for a game that was played on
    another day than the evening's. A round that is over needs the result at once.
    """
    with step_on(competition_of(round_), "add_board", by=by) as step:
        round_ = round_now(step, round_)
        players = two_now(step, players)
        reason = checked_reason(reason)
        if played_on == round_.evening.date:
            played_on = None
        must_be_free(round_, players)
        check_result(step.competition, result)
        if not result.is_finished and is_over(round_):
            raise StepError(_("This pairing is over, so say also how the game ended."))
        pair, against = pair_by_hand(step.competition, round_, players, white, reason=reason)
        entries = step.competition.entries.by_key()
        must_have_no_errors(against, step.competition.system, entries)
        game = Game(
            round=round_,
            board=_next_board(round_),
            white=entries[pair.white],
            black=entries[pair.black],
            result=result.value,
            played_on=played_on,
            fixed=reason,
            added=_instead_of(round_, players),
            entered_by=step.by,
            entered_at=timezone.now() if result.is_finished else None,
        )
        _rows_of(round_, players).delete()
        game.save()
        if round_.evening.is_open and played_on is None:
            _let_be_present(round_, players)
        settle_boards(round_)
        step.note(evening=round_.evening, facts=_facts(game, against), reason=reason)
        board_is_known(step, round_, [game], [])
        renew_proposal(step)
    return game


@all_or_nothing
def take_board_back(game: Game, *, reason: str = "", by: Doer) -> None:
    """Take an added board back; both players get back what they had in the round before.

    A reason is needed when the board has a result, and when the round is over.
    """
    with step_on(competition_of(game), "take_board_back", by=by) as step:
        game = game_now(step, game)
        round_ = game.round
        before = game.added
        if before is None or not may_be_taken_back(game):
            words = _("Board %(board)s was not added afterwards. Swap its players, or withdraw.")
            raise StepError(words, board=game.board)
        if reason or game.is_decided or is_over(round_):
            reason = checked_reason(reason)
        entries = step.competition.entries.by_key()
        had_bye = any(row["kind"] == Unplayed.BYE for row in before["unpaired"])
        byes = round_.unpaired.filter(kind=Unplayed.BYE).select_related("entry__player")
        in_group = (row for row in byes if row.entry.plays_with(game.white, round_.evening))
        if had_bye and (bye := next(in_group, None)):
            words = _("%(other)s has the bye. First correct that %(other)s had no bye.")
            raise StepError(words, other=bye.entry)
        step.note(evening=round_.evening, facts=_facts(game), reason=reason)
        game.delete()
        Unpaired.objects.bulk_create(
            Unpaired(
                round=round_,
                entry=entries[row["entry"]],
                kind=row["kind"],
                result=row.get("result", ""),
            )
            for row in before["unpaired"]
        )
        _restore_attendance(round_, before["said"], (game.white, game.black))
        settle_boards(round_)
        renew_proposal(step)


def may_be_taken_back(game: Game) -> bool:
    """Whether a board was added, and still has the two players for whom it was added."""
    return game.added is not None and {game.white.key, game.black.key} == set(game.added["said"])


def is_over(round_: Round) -> bool:
    """Whether a round's evening is closed, or a later round is on record."""
    return not round_.evening.is_open or Round.objects.after(round_).on_record().exists()


# Checking and pairing -----------------------------------------------------------------------


def must_be_free(round_: Round, players: Two) -> None:
    """StepError unless both belong to the evening and neither has a game in the round."""
    if not round_.is_on_record:
        raise StepError(_("This pairing has been withdrawn. Fix the board in the proposal."))
    must_be_a_pair(round_.evening, players)
    for player in players:
        game = round_.games.filter(Q(white=player) | Q(black=player)).first()
        if game is not None:
            raise StepError(
                _("%(player)s has a game in %(game)s already: board %(board)s, %(pair)s."),
                player=player,
                game=round_.evening.round_name(round_.number),
                board=game.board,
                pair=f"{game.white} – {game.black}",
            )


def must_be_a_pair(evening: Evening, players: Two) -> None:
    """StepError unless these are two players of the evening, and of one group."""
    if players[0] == players[1]:
        raise StepError(_("Choose two different players."))
    must_be_of_one_group(evening, *players)
    must_belong(evening, *players)


def pair_by_hand(
    competition: Competition, round_: Round, players: Two, white: Entry | None, *, reason: str
) -> tuple[Pair, list[Problem]]:
    """The pair with its colours, and the problems with it.

    The two are paired alone, from what was known before the round was paired. For a round on
    record the problems are those among all its players, as the page that says why shows them.
    """
    evening = round_.evening
    snapshot = as_on(snapshot_of(competition, with_proposal=False), competition, evening.number)
    numbers = evening.number, round_.number
    earlier = snapshot.after(evening.number, round_.number - 1)
    rules = rules_of(snapshot)
    first, second = (player.key for player in players)
    only_these = types.Round(present=(first, second))
    to_pair = among = earlier.with_round(*numbers, only_these)
    if white is None:
        pair = rules.colours(to_pair, first, second)
    else:
        pair = Pair(first, second) if white.key == first else Pair(second, first)
    fixed = rearranged(to_pair, [(pair.white, pair.black, reason)], None)
    try:
        proposal = rules.pair(fixed)
    except CannotPair as error:
        by_key = {player.key: player for player in players}
        raise StepError(sentences_of(snapshot.system, by_key).failure(error)) from error
    if round_.is_on_record:
        paired = before(snapshot, snapshot.round_on_record(*numbers)).must_pair().round
        unplayed = {key: how for key, how in paired.unplayed.items() if key not in (first, second)}
        away = {key: kind for key, kind in paired.away.items() if key not in (first, second)}
        present = (*paired.taking_part(), first, second)
        with_these = replace(paired, games=(), unplayed=unplayed, away=away, present=present)
        among = earlier.with_round(*numbers, with_these)
    # That the other players have no board in this proposal is no problem of the pair.
    against = [row for row in problems(among, proposal, rules) if "white" in row.facts]
    return proposal.pairs[0], against


def _next_board(round_: Round) -> int:
    return (round_.games.aggregate(last=Max("board"))["last"] or 0) + 1


def _rows_of(round_: Round, players: Two) -> QuerySet[Unpaired]:
    """The rows that say why two players have no game in a round."""
    return round_.unpaired.filter(entry__in=players)


def _later_games(round_: Round, players: Two) -> QuerySet[Game]:
    """The games between two players in later rounds on record, in order of play."""
    later = Round.objects.after(round_).on_record()
    games = Game.objects.filter(white__in=players, black__in=players, round__in=later)
    ordered = games.order_by("round__evening__number", "round__number")
    return ordered.with_round().select_related("round__evening__tempo")


# What an added board changes, and how that is undone ------------------------------------------


def _instead_of(round_: Round, players: Two) -> dict[str, Any]:
    """What taking a board back restores, as JSON: both players' rows and attendance, by key."""
    rows = _rows_of(round_, players).select_related("entry")
    statuses = dict(_attendance_of(round_, players).values_list("entry__key", "status"))
    return {
        "unpaired": [
            {"entry": row.entry.key, "kind": row.kind, "result": row.result} for row in rows
        ],
        "said": {player.key: statuses.get(player.key) for player in players},
    }


def _attendance_of(round_: Round, players: Two) -> QuerySet[GameAttendance]:
    """The attendance of players for the one game of a round."""
    return GameAttendance.objects.filter(
        evening=round_.evening, game=round_.number, entry__in=players
    )


def _let_be_present(round_: Round, players: Two) -> None:
    """Mark players as present for the game that they got."""
    plans = plans_of(round_.evening)
    for player in players:
        if not plans.get(player.pk, Plan()).is_present_in(round_.number):
            GameAttendance.objects.update_or_create(
                evening=round_.evening,
                entry=player,
                game=round_.number,
                defaults={"status": Attendance.Status.PRESENT},
            )


def _restore_attendance(round_: Round, statuses: dict[str, str | None], players: Two) -> None:
    """Give players the attendance that they had before they got their board."""
    _attendance_of(round_, players).delete()
    GameAttendance.objects.bulk_create(
        GameAttendance(evening=round_.evening, game=round_.number, entry=player, status=status)
        for player in players
        if (status := statuses[player.key])
    )


def settle_boards(round_: Round) -> None:
    """Store the status and the fixed boards that follow from the games of a round."""
    games = list(round_.games.select_related("white", "black").order_by("board"))
    round_.update_status(games)
    round_.fixed = [[game.white.key, game.black.key, game.fixed] for game in games if game.fixed]
    round_.save(update_fields=["status", "finished_at", "fixed"])


def game_facts(game: Game | GameAhead) -> dict[str, Any]:
    """A game of a round for the trail."""
    in_round = game if isinstance(game, GameAhead) else game.round
    facts = {
        **in_round.facts,
        "white": str(game.white),
        "black": str(game.black),
        "result": game.result,
    }
    return facts | ({"played_on": game.played_on.isoformat()} if game.played_on else {})


def _facts(game: Game, against: Sequence[Problem] = ()) -> dict[str, Any]:
    """A board for the trail."""
    facts = game_facts(game) | {"board": game.board}
    return facts | ({"problems": [problem.code for problem in against]} if against else {})
