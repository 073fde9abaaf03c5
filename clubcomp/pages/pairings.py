"""A pairing as the leader sees it: proposed, published, and with the preview of a change."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Q

from clubcomp.flow.pairings.adding import may_be_taken_back
from clubcomp.flow.pairings.ahead import waiting_ahead
from clubcomp.flow.pairings.left_out import who_is_not_paired
from clubcomp.flow.pairings.proposal import (
    ProposalOnPage,
    of_record,
    pairing_digest,
    points_of,
    proposal_boards,
    proposal_digest,
)
from clubcomp.flow.pairings.reasons import NotKnown, answer_to
from clubcomp.flow.pairings.swapping import (
    SwapPreview,
    preview_bye,
    preview_pair,
    preview_swap,
    preview_swap_published,
)
from clubcomp.flow.pairings.ways_out import WayOut, ways_out_of
from clubcomp.flow.standings import cached_snapshot, standings_of
from clubcomp.inside_django.rows import Rows
from clubcomp.models import Competition, Entry, Evening, Game, GameAhead, Round, Unpaired
from clubcomp.models.plans import Status
from clubcomp.pages.boards import Board, BoardAct, Objection, board_of, by_group, objections_of
from clubcomp.pages.counting import pair_first
from clubcomp.pages.dropping_out import DropOutPage
from clubcomp.pages.explanations import CitedSentence, SentencesOf
from clubcomp.pages.half_lines import with_half_lines, with_meetings
from clubcomp.pages.not_paired import not_in_it
from clubcomp.pages.progress import Progress, not_playing, offered_board
from pairing.core.explanation import Explanation
from pairing.core.reason import Refusal
from pairing.core.types import Colour
from pairing.sentences import Sentences
from pairing.sentences.words import shown_points

MEET, FREE = "meet", "free"

#: The leader's next step if no game can be paired, by the code of `CannotPair`.
NEXT_STEPS = {
    "nobody_present": "attendance",
    "too_few": "attendance",
    "all_gone": "entries",
    "no_cup": "entries",
    "too_many": "entries",
    "no_round_left": "close",
    "still_open": "results",
    "value_negative": "options",
}


@dataclass(frozen=True)
class Look:
    """What the leader looks at: an opened `board` (0: the bye), or `player` and `partner` swapped.

    `act` is "meet" if the two should play each other, and "free" if `player` should get the bye.
    """

    player: Entry | None = None
    partner: Entry | None = None
    act: str = ""
    board: int | None = None

    def opened_in(self, boards: list[Board]) -> tuple[Board | None, Entry | None]:
        """The opened board, and the player to be swapped; with the bye there is only one."""
        if self.player is not None or self.board is None:
            return next((board for board in boards if board.seats(self.player)), None), self.player
        chosen = next((board for board in boards if (board.number or 0) == self.board), None)
        return chosen, chosen.white if chosen and chosen.black is None else None


def proposal_page(round_: Round, look: Look) -> dict[str, Any]:
    """The page of a proposal."""
    competition = round_.evening.competition
    say = SentencesOf(competition, to_leader=True).of(round_)
    proposal = proposal_boards(round_)
    boards = in_groups(proposed_boards(proposal, say), round_)
    if not proposal.cannot:
        boards = with_half_lines(_with_places(boards, round_.evening), round_, say)
    chosen, player = look.opened_in(boards)
    page = {
        "round": round_,
        "proposal": proposal,
        "seen": proposal_digest(round_),
        "ways": _ways_out(round_, say) if proposal.cannot else [],
        "free": len(proposal.byes),
        **({} if proposal.cannot else not_in_it(round_, boards)),
        "meet_ahead": _meet_ahead(round_, boards),
        "double_booked": [] if proposal.cannot else _double_booked(round_.evening, boards),
        "did_not_play": [] if proposal.cannot else _did_not_play(competition, boards),
        "pair_first": pair_first(round_),
        **_counted_as_draws(competition),
        # A player may go home before the game begins.
        "not_there": chosen.players if chosen and round_.evening.is_open else (),
        **_opened(boards, chosen, player, look),
    }
    if player and chosen and (look.partner or look.act == FREE):
        swapped = () if look.act else (player, look.partner)
        preview = _preview_of(round_, player, look.partner, look.act)
        page |= _previewed(round_, boards, preview, swapped, say)
    return page


def _ways_out(round_: Round, say: Sentences) -> list[tuple[WayOut, list[Objection]]]:
    """The ways out of a round that could not be paired, with the rules each breaks. One query."""
    by_key = Entry.objects.filter(competition__evenings=round_.evening_id).by_key()
    return [(way, objections_of(say, way.breaks)) for way in ways_out_of(round_, by_key)]


def published_page(progress: Progress, round_: Round, look: Look) -> dict[str, Any]:
    """The page of a pairing on record."""
    competition = progress.evening.competition
    games, (byes, not_here) = round_.boards, not_playing(round_)
    say = SentencesOf(competition, to_leader=True).of(round_)
    published = published_boards(games, byes, competition.game, is_open=progress.evening.is_open)
    boards = in_groups(published, round_)
    chosen, player = look.opened_in(boards)
    page = {
        "round": round_,
        "seen": pairing_digest(round_.number, of_record(games, byes)),
        "offered": offered_board(progress),
        "not_here": not_here,
        "added": list(filter(may_be_taken_back, games)),
        "stands_article": competition.abilities.pairing_stands,
        # The players who may not be there after all; below only the one who gets the bye.
        "not_there": chosen.players if chosen and progress.evening.is_open else (),
        **_opened(boards, chosen, player, look),
    }
    if chosen and player and look.partner:
        preview = preview_swap_published(round_, (player, look.partner))
        page |= _previewed(round_, boards, preview, (player, look.partner), say)
        page["not_there"] = [bye.entry for bye in preview.after.byes]
        page["steps_in"] = _stepping_in(progress.evening, page["not_there"])
    return page


def _stepping_in(evening: Evening, gets_bye: list[Entry]) -> DropOutPage | None:
    """The page on which the free player steps in, if the player who would get the bye by a swap is
    not there; None if that is not possible."""
    for entry in gets_bye:
        page = DropOutPage.of(evening, entry)
        if page.board and page.may_step_in:
            return page
    return None


def _opened(
    boards: list[Board], chosen: Board | None, player: Entry | None, look: Look
) -> dict[str, Any]:
    return {
        "boards": boards,
        "chosen": chosen,
        "one": player,
        "other": look.partner,
        "act": look.act,
    }


def _preview_of(round_: Round, player: Entry, partner: Entry | None, act: str) -> SwapPreview:
    """The preview of a change in a proposal."""
    if act == FREE or partner is None:
        return preview_bye(round_, player)
    preview = preview_pair if act == MEET else preview_swap
    return preview(round_, (player, partner))


def _previewed(
    round_: Round,
    boards: list[Board],
    preview: SwapPreview,
    swapped: Collection[Entry | None],
    say: Sentences,
) -> dict[str, Any]:
    """The boards after a change, and the boards that it removes and adds.

    Boards made by hand come with the reason why the system did not make them.
    """
    before = proposed_boards(preview.before, say)
    boards = with_change(boards, preview, swapped, say)
    marked = _with_places([board for board in boards if board.is_marked], round_.evening)
    after = [
        replace(board, refused=_refused(round_, board, say)) if board.state == "swap" else board
        for board in with_meetings(marked, before, round_.evening.competition)
    ]
    return {"boards": boards, "preview": {"before": before, "after": after}}


def _refused(round_: Round, board: Board, say: Sentences) -> CitedSentence | None:
    """Why the system did not make a board, or gave the bye to another player."""
    keys = [player.key for player in board.players]

    def why_not(explanation: Explanation) -> Refusal | None:
        return explanation.why_not(*keys) if len(keys) > 1 else explanation.why_not_bye(*keys)

    try:
        refusal = answer_to(round_, why_not, "not", *keys)
    except NotKnown:
        return None
    return CitedSentence.of(say, refusal) if refusal else None


def _meet_ahead(round_: Round, boards: list[Board]) -> list[GameAhead]:
    """Games that two paired players have already played ahead, for another evening."""
    pairs = {frozenset(player.key for player in board.players) for board in boards}
    waiting = waiting_ahead(round_.evening.competition).exclude(evening=round_.evening)
    waiting = waiting.select_related("evening__tempo", "white__player", "black__player")
    games = [game for game in waiting if game.players in pairs]
    for game in games:
        game.evening.competition = round_.evening.competition
    return games


def _double_booked(evening: Evening, boards: list[Board]) -> list[tuple[Entry, Game]]:
    """Players with an unfinished game of another competition on the same day. One query."""
    paired = {player.player_id: player for board in boards for player in board.players}
    games = Game.objects.still_playing().filter(
        Q(white__player__in=paired) | Q(black__player__in=paired),
        round__in=Round.objects.on_record(),
        round__evening__date=evening.date or date.max,
    )
    games = games.exclude(round__evening__competition=evening.competition_id)
    return [
        (paired[entry.player_id], game)
        for game in games.select_related("white", "black", "round__evening__competition")
        for entry in game.seated
        if entry.player_id in paired
    ]


def _did_not_play(competition: Competition, boards: list[Board]) -> list[Entry]:
    """Players who are paired although they did not turn up in the last round."""
    last = list(cached_snapshot(competition).record())[-1:]
    absent = {
        key
        for recorded in last
        for game in recorded.round.games
        for key, colour in zip(game.players, Colour, strict=True)
        if game.result.is_forfeit and not game.result.score(colour)
    }
    return [player for board in boards for player in board.players if player.key in absent]


def expected_without(round_: Round) -> list[Entry]:
    """The players who were expected in a round that was just published, and are not in it."""
    not_paired = who_is_not_paired(round_, Rows(round_.evening.competition))
    return [player.entry for player in not_paired if player.why == Status.EXPECTED]


def _counted_as_draws(competition: Competition) -> dict[str, Any]:
    """Unfinished games, if the system counts them as draws, and the article that says so."""
    article = competition.abilities.open_is_draw
    games = list(Game.objects.open_in(competition)) if article else []
    return {"open_games": games, "open_article": article}


def proposed_boards(proposal: ProposalOnPage, say: Sentences) -> list[Board]:
    """The boards of a proposal, the byes last."""
    boards = [
        Board(
            board.board,
            board.white,
            board.black,
            say.words.game,
            act=BoardAct.SWAP,
            fixed=board.fixed,
            state="fixed" if board.fixed else "",
            objections=objections_of(say, board.problems),
        )
        for board in proposal.boards
    ]
    for bye in proposal.byes:
        key = bye.entry.key
        problems = [problem for problem in proposal.problems if problem.facts.get("player") == key]
        boards.append(
            Board(
                None,
                bye.entry,
                act=BoardAct.SWAP,
                state="fixed" if bye.is_named else "",
                objections=objections_of(say, problems),
            )
        )
    return boards


def published_boards(
    games: list[Game], byes: list[Unpaired], kind: str, *, is_open: bool
) -> list[Board]:
    """The boards of a pairing on record, the byes last; `kind` is the game that is played.

    On an open evening the players of boards without a result may be swapped.
    """
    boards = []
    for game in games:
        may_swap = is_open and not (game.is_decided or game.put_off)
        act = BoardAct.SWAP if may_swap else BoardAct.NOTHING
        boards.append(replace(board_of(game, kind, act), game=None))  # without its result
    may_swap = any(board.act is BoardAct.SWAP for board in boards)
    act = BoardAct.SWAP if may_swap else BoardAct.NOTHING
    return boards + [Board(None, bye.entry, act=act) for bye in byes]


def in_groups(boards: list[Board], round_: Round) -> list[Board]:
    """The boards with the points that they are paired by, and where each score group begins.

    There are no groups if all players have the same number of points, as in the first round.
    """
    game, boards = round_.evening.competition.game, by_group(boards, round_.evening.number)
    points = {key: shown_points(own, game) for key, own in points_of(round_).items()}
    if len(set(points.values())) < 2:
        return [replace(board, points=points) for board in boards]
    grouped, last = list[Board](), None
    for board in boards:
        last = None if board.begins else last
        known = [points[player.key] for player in board.players if player.key in points]
        group = max(known, default=last)
        begins = board.number is not None and group != last
        grouped.append(replace(board, points=points, group=group if begins else None))
        last = group if board.number is not None else last
    return grouped


def _with_places(boards: list[Board], evening: Evening) -> list[Board]:
    """The boards with the places of their players, once games have been played."""
    lines = standings_of(evening.competition, evening.tempo.key)
    has_begun = any(line.row.games for line in lines)
    places = {line.entry.key: line.place for line in lines if has_begun}
    return [replace(board, places=places) for board in boards]


def with_change(
    boards: list[Board], preview: SwapPreview, swapped: Collection[Entry | None], say: Sentences
) -> list[Board]:
    """The boards after a change; changed boards keep their position.

    A changed board with one of the players `swapped` is a "swap"; any other is "new", paired by the
    system around the change.
    """
    removed = {_pair(board) for board in proposed_boards(preview.before, say)}
    added = iter(proposed_boards(preview.after, say))
    changed = []
    for board in boards:
        if _pair(board) in removed:
            new = next(added)
            board = replace(
                new,
                state="swap" if new.seats(*swapped) else "new",
                number=board.number,
                points=board.points,
                places=board.places,
                group=board.group,
                begins=board.begins,
            )
        changed.append(board)
    return changed


def _pair(board: Board) -> frozenset[int]:
    """The players of a board, to compare boards by."""
    return frozenset(entry.pk for entry in board.players)
