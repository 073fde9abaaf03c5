"""Why this game, this bye, this whole round? The answer, its drawing, and all that is asked."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from clubcomp.flow.pairings.proposal import proposal_boards
from clubcomp.flow.reasons import Corrected, NotKnown, against_game, asked, corrected_since
from clubcomp.flow.seals import kept_seal
from clubcomp.models import Entry, Membership, Role, Round
from clubcomp.pages.boards import Board, board_of, objections_of
from clubcomp.pages.drawings import Shown, picture_of
from clubcomp.pages.explanations import Said, SentencesOf
from clubcomp.pages.progress import byes_of
from clubcomp.pages.seals import seal_on_page
from clubcomp.words.players import account_name
from pairing.core.explanation import Answer, ColourHistory, Drawing, Explanation, Halves, Steps
from pairing.core.reason import Refusal
from pairing.core.types import Colour, PlayerId
from pairing.sentences import Sentences
from pairing.sentences.game_words import named_first

#: So many of the games of two players are shown: the last ones, and the one that decided.
MOST_GAMES = 10
#: So many who came before have their number in the drawing; all are in the list.
MOST_NUMBERS = 6


class Known(NamedTuple):
    """What an explanation says of one board, or of the bye; `answer` None: it has it not."""

    answer: Answer | None
    drawing: Drawing | None
    steps: tuple[Steps, ...]
    players: tuple[PlayerId, ...]


class Refusals(NamedTuple):
    """Somebody refused: who it was about, who would have been instead, and why not."""

    number: int
    player: str
    other: str
    said: Said
    in_place: bool


class Group(NamedTuple):
    """The steps of one group for an arbiter: its points in words, "" for the whole round; `of`
    which group of the competition it is, "" where there are none."""

    points: str
    steps: list[Said]
    of: str = ""


class Cell(NamedTuple):
    """A game of somebody so far: its colour, None for none; a wider row has `is_before` cells.

    One that `is_left_out` stands for all between a game long ago that decided and the last ones.
    """

    colour: Colour | None
    is_before: bool = False
    is_deciding: bool = False
    is_left_out: bool = False


@dataclass(frozen=True)
class Asking:
    """Who asks: `visitor` when they play too; `instead`: of whom, "" for nobody.

    `say_of` knows what they may read.
    """

    say_of: SentencesOf
    visitor: Entry | None = None
    instead: PlayerId = ""

    @property
    def key(self) -> PlayerId:
        """The key of who asks; "" for nobody in the competition."""
        return self.visitor.key if self.visitor else ""


# The pages --------------------------------------------------------------------------------


def board_in(round_: Round, number: int) -> Board | None:
    """A board of a round, on record or proposed; None when there is none of this number."""
    kind = round_.evening.competition.game
    if round_.is_on_record:
        games = round_.games.select_related("white__player", "black__player")
        game = games.filter(board=number).first()
        return board_of(game, kind) if game else None
    for one in proposal_boards(round_).boards:
        if one.board == number:
            return Board(number, one.white, one.black, kind, fixed=one.fixed)
    return None


def free_in(round_: Round) -> list[Entry]:
    """Who has the bye of a round, in each group, on record or proposed."""
    if round_.is_on_record:
        return [row.entry for row in byes_of(round_)]
    return [bye.entry for bye in proposal_boards(round_).byes]


def why_board(asking: Asking, round_: Round, board: Board) -> dict[str, Any]:
    """Why these two, why these colours, and why nobody else."""
    say, seats = asking.say_of.of(round_), tuple(player.key for player in board.players)
    board = replace(board, visitor=asking.visitor)
    page = _whole_page(round_, say) | {"board": board, "against": []}
    page["of"] = board.white.group_on(round_.evening.number)
    if board.game and board.game.counted_from_id:
        return page | {"unknown": "of_cup"}
    if board.fixed and board.game:
        problems = against_game(round_.evening.competition, board.game)
        page["against"] = objections_of(say, problems)
    ones = [asking.key] if asking.key in seats else list(seats)

    def of_board(explanation: Explanation) -> Known:
        explanation = explanation.in_group_of(seats[0])
        pairs = explanation.proposal.pairs
        pair = next((one for one in pairs if (one.white, one.black) == seats), None)
        return _known(explanation, explanation.answer(pair) if pair else None)

    def why_not(explanation: Explanation) -> list[Refusal | None]:
        return [explanation.why_not(one, asking.instead) for one in ones]

    try:
        known = asked(round_, of_board, "board", *seats)
        page |= _answered(asking, round_, say, known, seats)
        if page["instead"]:
            refusals = asked(round_, why_not, "not", asking.instead, *ones)
            page["replies"] = _replies(asking, say, zip(ones, refusals, strict=True))
    except NotKnown as unknown:
        page["unknown"] = unknown.why
    return page


def why_bye(asking: Asking, round_: Round, free: Entry) -> dict[str, Any]:
    """Why this player has no opponent in a round, and why nobody else."""
    say = asking.say_of.of(round_)
    page = _whole_page(round_, say) | {"free": free, "is_reader": free.key == asking.key}
    page["of"] = free.group_on(round_.evening.number)

    def of_bye(explanation: Explanation) -> Known:
        explanation = explanation.in_group_of(free.key)
        is_theirs = explanation.proposal.bye == free.key
        return _known(explanation, explanation.bye_answer() if is_theirs else None)

    try:
        known = asked(round_, of_bye, "bye", free.key)
        page |= _answered(asking, round_, say, known, (free.key,))
        if page["instead"]:
            refusal = asked(
                round_, lambda all_: all_.why_not_bye(asking.instead), "no-bye", asking.instead
            )
            page["replies"] = _replies(asking, say, [(free.key, refusal)])
    except NotKnown as unknown:
        page["unknown"] = unknown.why
    return page


def why_round(asking: Asking, round_: Round) -> dict[str, Any]:
    """The drawings of a round once each, their boards with their first sentences, all steps."""
    say = asking.say_of.of(round_)
    page = _whole_page(round_, say)
    page |= _as_it_was(round_, corrected_since(round_))
    page["seal"] = seal_on_page(round_.evening.competition, round_, kept_seal(round_))

    def of_round(explanation: Explanation) -> dict[str, tuple[Any, ...]]:
        return {name: _of_group(one) for name, one in explanation.by_group.items()}

    try:
        groups = asked(round_, of_round, "round")
    except NotKnown as unknown:
        return page | {"unknown": unknown.why}
    kind, evening = round_.evening.competition.game, round_.evening.number
    boards = [board_of(game, kind) for game in round_.boards]
    boards += [Board(None, free) for free in free_in(round_)]
    page["parts"], page["steps"] = [], []
    for name, (answers, drawings, steps) in groups.items():
        own = [board for board in boards if not name or board.white.group_on(evening) == name]
        told = [(board, answers.get(tuple(one.key for one in board.players))) for board in own]
        first = 0 if drawings else None
        page["parts"] += [
            {
                "of": "" if at != first else name,
                "picture": at is not None and picture_of(drawings[at], Shown(say)),
                "boards": [
                    (board, _said(say, answer.first) if answer else [])
                    for board, answer in told
                    if (answer.drawing if answer else None) == at
                ],
            }
            for at in (*range(len(drawings)), None)
        ]
        page["steps"] += _groups(say, steps, name)
    return page


def _of_group(explanation: Explanation) -> tuple[Any, ...]:
    """The answers for the boards and the bye, the drawings and the steps."""
    pairs = explanation.proposal.pairs
    answers: dict[tuple[PlayerId, ...], Answer | None] = {
        (pair.white, pair.black): explanation.answer(pair) for pair in pairs
    }
    if bye := explanation.proposal.bye:
        answers[(bye,)] = explanation.bye_answer()
    return answers, tuple(explanation.drawings()), tuple(explanation.steps())


def _whole_page(round_: Round, say: Sentences) -> dict[str, Any]:
    """What all pages say: which game, by which system, what was corrected since, whom to ask."""
    club = round_.evening.competition.club_id
    people = Membership.objects.in_force()
    leaders = people.filter(club=club, role=Role.LEADER).order_by("pk")
    return {
        "section": "tonight" if round_.evening.is_open else "calendar",
        "evening": round_.evening,
        "round": round_,
        "system": say.system,
        "unknown": "",
        "instead": None,
        "leaders": [*filter(None, map(account_name, leaders.select_related("user", "player")))],
    }


# What is known ----------------------------------------------------------------------------


def _known(explanation: Explanation, answer: Answer | None) -> Known:
    """An answer with its drawing, and the steps of its group."""
    drawing, score = None, None
    if answer and answer.drawing is not None:
        drawing = explanation.drawings()[answer.drawing]
    if isinstance(drawing, Halves):
        score = drawing.score
    proposal = explanation.proposal
    players = [player for pair in proposal.pairs for player in (pair.white, pair.black)]
    if proposal.bye:
        players.append(proposal.bye)
    return Known(answer, drawing, tuple(explanation.steps(score)), tuple(players))


def _answered(
    asking: Asking, round_: Round, say: Sentences, known: Known, seats: tuple[PlayerId, ...]
) -> dict[str, Any]:
    """An answer on its page."""
    answer, reader = known.answer, asking.key
    if answer is None:
        return {"unknown": "by_hand"}
    named = {*seats, *(one.other for one in answer.refused)}
    as_it_was = [one for one in corrected_since(round_) if named & one.players]
    entries = asking.say_of.entries
    refused = [
        Refusals(
            number,
            say.words.name(one.player),
            say.words.name(one.other),
            Said.of(say, one.why, reader),
            one.in_place,
        )
        for number, one in enumerate(answer.refused, start=1)
    ]
    numbered = dict(enumerate(answer.refused[:MOST_NUMBERS], start=1))
    first, colour = _said(say, answer.first, reader), None
    if answer.colour:
        colour = Said.of(say, answer.colour, reader)
    return _as_it_was(round_, as_it_was) | {
        "first": first,
        "colour": colour,
        "articles": {one.article: one for one in (*first, *([colour] if colour else []))},
        "history": answer.history
        and _cells(answer.history, named_first(asking.say_of.competition.game)),
        "picture": known.drawing and picture_of(known.drawing, Shown(say, seats, numbered)),
        "refused": refused,
        "steps": _groups(say, known.steps),
        "others": _by_name(entries[one] for one in known.players if one not in seats),
        "instead": entries[asking.instead]
        if asking.instead in known.players and asking.instead not in seats
        else None,
    }


def _as_it_was(round_: Round, boards: list[Corrected]) -> dict[str, Any]:
    """The boards that were corrected since, and those that counted as draws, by which article."""
    return {
        "corrected": [one for one in boards if not one.was_open],
        "counted_as_draws": [one for one in boards if one.was_open],
        "open_article": round_.evening.competition.abilities.open_is_draw,
    }


def _said(say: Sentences, reasons: Iterable[Any], reader: PlayerId = "") -> list[Said]:
    return [Said.of(say, reason, reader) for reason in reasons]


def _by_name(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.player.order, entry.pk))


def _replies(
    asking: Asking, say: Sentences, asked_of: Iterable[tuple[PlayerId, Refusal | None]]
) -> list[tuple[Entry, Said]]:
    """For each of those on the page why they are not with, or free like, the one asked about."""
    return [
        (asking.say_of.entries[one], Said.of(say, refusal, asking.key))
        for one, refusal in asked_of
        if refusal
    ]


def _groups(say: Sentences, steps: Iterable[Steps], of: str = "") -> list[Group]:
    """The steps in words; a refused one with the names of both."""
    return [
        Group(
            "" if group.score is None else say.words.points_with_unit(group.score),
            [Said.of_step(say, step) for step in group.steps],
            of,
        )
        for group in steps
        if group.steps
    ]


def _cells(history: ColourHistory, first: Colour) -> list[tuple[Colour, list[Cell]]]:
    """The last games of both, those of `first` first, equally long; the last is the last cell.

    Empty when neither had a colour yet.
    """
    if not {*"wb"} & {*history.white, *history.black}:
        return []
    longest = max(len(history.white), len(history.black))
    columns = list(range(min(longest, MOST_GAMES), 0, -1))
    if history.deciding and history.deciding > MOST_GAMES:
        columns[:2] = [history.deciding, 0]
    games_of = {Colour.WHITE: history.white, Colour.BLACK: history.black}
    return [
        (side, [_cell(games_of[side], column, history.deciding) for column in columns])
        for side in (first, first.opposite)
    ]


def _cell(games: str, column: int, deciding: int | None) -> Cell:
    """A game by its column from the right; column 0 stands for those left out."""
    if column == 0:
        return Cell(None, is_left_out=True)
    one = games[-column] if column <= len(games) else " "
    colours = {"w": Colour.WHITE, "b": Colour.BLACK}
    return Cell(colours.get(one), is_before=one == " ", is_deciding=column == deciding)
