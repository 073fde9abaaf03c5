"""The results sheet of a round."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubcomp.flow.attendance.sheet import who_belongs
from clubcomp.models import Attendance, Claim, Competition, Entry, Round
from clubcomp.models.plans import COMING, Plan, plans_of
from clubcomp.pages.boards import Board, BoardAct, board_of, by_group
from clubcomp.pages.bracket import played_again
from clubcomp.pages.counting import with_counting
from clubcomp.pages.progress import Progress, not_playing
from clubcomp.words.attendance import in_one_game

PRESENT = Attendance.Status.PRESENT


def boards_to_enter(
    round_: Round, progress: Progress, asked: Mapping[int, str] | None = None
) -> list[Board]:
    """The boards of a sheet; `asked` has the results chosen on this device, by board.

    While the evening is open results can be tapped; in earlier rounds only missing results. At most
    one query.
    """
    is_last, evening = progress.is_last(round_), progress.evening
    claims, boards = claims_of(round_), []
    for game in round_.boards:
        may_tap = evening.is_open and (is_last or not game.is_decided)
        may_tap = may_tap and game.counted_from_id is None
        board = board_of(
            game, evening.competition.game, BoardAct.TAP if may_tap else BoardAct.CORRECT
        )
        entered = claims.get(game.pk, ()) if not game.is_decided else ()
        wanted = (asked or {}).get(game.board, "")
        boards.append(replace(board, wanted=wanted, claims=entered))
    target = evening.competition.counts_in
    return with_counting(target, round_, boards) if target else boards


def claims_of(round_: Round) -> dict[int, list[Claim]]:
    """The results that players entered in a round, by game. One query, none if they may not."""
    claims: dict[int, list[Claim]] = {}
    if round_.evening.competition.results_by_players:
        for claim in Claim.objects.seated().filter(game__round=round_):
            claims.setdefault(claim.game_id, []).append(claim)
    return claims


def boards_on_screen(boards: list[Board], shown: list[str]) -> tuple[list[Board], list[Board]]:
    """All boards, and the boards changed since a page showed them (`shown`, board by board).

    A question stays on the page that showed it until its board changes again.
    """
    current, changed = [], []
    for board, state_shown in zip(boards, shown, strict=True):
        wanted, _, state = state_shown.rpartition(" ")
        if board.stamp == state:
            current.append(replace(board, wanted=wanted))
        else:
            current.append(board)
            changed.append(board)
    return current, changed


def version_of(competition: Competition) -> str:
    """The version of a results sheet; for a cup it includes where its games count.

    One query, none if no game counts elsewhere.
    """
    if competition.counts_in_id is None:
        return str(competition.version)
    versions = Competition.objects.values_list("version", flat=True)
    return f"{competition.version}.{versions.get(pk=competition.counts_in_id)}"


class Summary:
    """The boards of a sheet by state: finished, still playing, put off, or with a question."""

    def __init__(self, boards: list[Board]):
        games = [(board, board.game) for board in boards if board.game]
        self.claimed = [board for board, _game in games if board.claim]
        self.asked = [game for board, game in games if board.is_asked]
        self.playing = [game for board, game in games if not board.is_in and not board.is_asked]
        self.waiting = [game for board, game in games if not board.is_in or board.is_asked]
        in_or_off = [game for board, game in games if board.is_in and not board.is_asked]
        self.put_off = [game for game in in_or_off if not game.is_decided]
        self.in_count = len(in_or_off) - len(self.put_off)


def sheet_page(round_: Round, progress: Progress, boards: list[Board]) -> dict[str, Any]:
    """The parts of a sheet that change with a result: boards, counts and next step."""
    is_last, evening = progress.is_last(round_), progress.evening
    page: dict[str, Any] = {
        "round": round_,
        "version": version_of(evening.competition),
        "boards": by_group(boards, evening.number),
        "summary": Summary(boards),
        "is_last": is_last,
        "asks_often": evening.is_open,
        "following": {"is_on": evening.is_open},
    }
    is_cup = evening.competition.abilities.knocks_out
    if is_cup and is_last and evening.is_open and not progress.has_next:
        page["again"] = played_again(evening.competition)
    return page


def who_plays(round_: Round, progress: Progress) -> dict[str, Any]:
    """The parts that no result changes: players without a board, and those who join or leave."""
    byes, not_here = not_playing(round_)
    is_next = progress.is_last(round_) and progress.evening.is_open and progress.has_next
    coming = NextGame.of(progress) if is_next else None
    return {"byes": byes, "not_here": not_here, "next_game": coming}


@dataclass(frozen=True)
class NextGame:
    """The changes with the next game, by the attendance plan.

    `otherwise` are present players who do not play in just this game, by the words for it, such as
    "half-point bye in round 2". `no_shows` lost the last game by forfeit and are still marked
    present.
    """

    joins: list[Entry]
    leaves: list[Entry]
    otherwise: dict[str, list[Entry]]
    no_shows: list[Entry]

    @classmethod
    def of(cls, progress: Progress) -> "NextGame":
        """The changes before the game that follows the last one on record. Four queries."""
        number, evening = progress.next_number, progress.evening
        absent = {entry for game in progress.games for entry in game.no_shows}
        plans = plans_of(evening)
        entries = who_belongs(evening, plans)
        present = [entry for entry in entries if plans.get(entry.pk, Plan()).status == PRESENT]
        now = {entry.pk for entry in present if plans[entry.pk].is_present_in(number)}
        before = {entry.pk for entry in present if plans[entry.pk].is_present_in(number - 1)}
        otherwise: dict[str, list[Entry]] = {}
        for entry in present:
            status = dict(plans[entry.pk].in_games).get(number, PRESENT)
            if status not in COMING:
                otherwise.setdefault(in_one_game(evening, number, status), []).append(entry)
        named = {entry.pk for entries in otherwise.values() for entry in entries}
        return cls(
            joins=[entry for entry in present if number > 1 and entry.pk in now - before],
            leaves=[entry for entry in present if entry.pk in before - now - named],
            otherwise=otherwise,
            no_shows=[entry for entry in present if entry.pk in absent & now],
        )
