"""The pages that explain a board, a bye or a whole round: answers, drawings and steps."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from clubcomp.flow.pairings.proposal import proposal_boards
from clubcomp.flow.pairings.reasons import (
    Corrected,
    NotKnown,
    against_game,
    answer_to,
    corrected_since,
)
from clubcomp.flow.pairings.seals import kept_seal
from clubcomp.models import Entry, Membership, Role, Round
from clubcomp.pages.boards import Board, board_of, objections_of
from clubcomp.pages.colours import colours_so_far
from clubcomp.pages.drawings import Focus, picture_of
from clubcomp.pages.explanations import CitedSentence, SentencesOf
from clubcomp.pages.progress import byes_of
from clubcomp.pages.seals import seal_on_page
from clubcomp.words.values import account_name, few
from pairing.core.explanation import (
    Answer,
    Drawing,
    Explanation,
    Halves,
    Refused,
    Steps,
)
from pairing.core.reason import Reason, Refusal
from pairing.core.types import PlayerId
from pairing.sentences import Sentences
from pairing.sentences.words import named_first

#: How many refused players have a number in the drawing; the list has all refused players.
MOST_NUMBERS = 6


class Known(NamedTuple):
    """What an explanation says about a board or the bye.

    `answer` is None if the explanation has no such board; `paired` are its pairs with one of these
    players.
    """

    answer: Answer | None
    drawing: Drawing | None
    steps: tuple[Steps, ...]
    players: tuple[PlayerId, ...]
    note: Reason | None
    paired: tuple[tuple[PlayerId, PlayerId], ...] = ()


class GroupSteps(NamedTuple):
    """The steps of a score group for an arbiter; its points in words, "" for the whole round.

    `of` is the group of the competition, "" in a competition without groups.
    """

    points: str
    steps: list[CitedSentence]
    of: str = ""


@dataclass(frozen=True)
class Asking:
    """A question: the reader (`visitor`, if they are a player), and the key of the player who might
    have been paired `instead`, "" for none. `say_of` makes sentences that the reader may read.
    """

    say_of: SentencesOf
    visitor: Entry | None = None
    instead: PlayerId = ""

    @property
    def key(self) -> PlayerId:
        """The key of the player who asks; "" for other readers."""
        return self.visitor.key if self.visitor else ""


# The pages --------------------------------------------------------------------------------


def board_in(round_: Round, number: int) -> Board | None:
    """A board of a round, on record or proposed; None if there is no such board."""
    kind = round_.evening.competition.game
    if round_.is_on_record:
        games = round_.games.select_related("white__player", "black__player")
        game = games.filter(board=number).first()
        return board_of(game, kind) if game else None
    for board in proposal_boards(round_).boards:
        if board.board == number:
            return Board(number, board.white, board.black, kind, fixed=board.fixed)
    return None


def byes_in(round_: Round) -> list[Entry]:
    """The players with the bye of a round, one for each group, on record or proposed."""
    if round_.is_on_record:
        return [row.entry for row in byes_of(round_)]
    return [bye.entry for bye in proposal_boards(round_).byes]


def why_board(asking: Asking, round_: Round, board: Board) -> dict[str, Any]:
    """Why these two players, why these colours, and why no other players."""
    say, seats = asking.say_of.of(round_), tuple(player.key for player in board.players)
    page: dict[str, Any] = {"board": replace(board, visitor=asking.visitor), "against": []}
    page["of"] = board.white.group_on(round_.evening.number)
    if board.game and board.game.counted_from_id:
        return _whole_page(round_, say) | page | {"unknown": "of_cup"}
    if board.fixed and board.game:
        problems = against_game(round_.evening.competition, board.game)
        page["against"] = objections_of(say, problems)
    return _answered(asking, round_, seats) | page


def why_bye(asking: Asking, round_: Round, bye: Entry) -> dict[str, Any]:
    """Why this player gets the bye of a round, and why no other player."""
    page = {"free": bye, "is_reader": bye.key == asking.key}
    page["of"] = bye.group_on(round_.evening.number)
    return _answered(asking, round_, (bye.key,)) | page


def why_round(asking: Asking, round_: Round) -> dict[str, Any]:
    """A whole round: each drawing with its boards and their first sentences, and all steps."""
    say = asking.say_of.of(round_)
    page = _whole_page(round_, say)
    page |= _as_it_was(round_, corrected_since(round_))
    page["seal"] = seal_on_page(round_.evening.competition, round_, kept_seal(round_))

    def of_round(explanation: Explanation) -> dict[str, tuple[Any, ...]]:
        return {name: _of_group(group) for name, group in explanation.by_group.items()}

    try:
        groups = answer_to(round_, of_round, "round")
    except NotKnown as unknown:
        return page | {"unknown": unknown.why}
    kind, evening = round_.evening.competition.game, round_.evening.number
    boards = [board_of(game, kind) for game in round_.boards]
    boards += [Board(None, bye) for bye in byes_in(round_)]
    page["parts"], page["steps"] = [], []
    for name, (answers, drawings, steps, note) in groups.items():
        page["note"] = note and CitedSentence.of(say, note)
        own = [board for board in boards if not name or board.white.group_on(evening) == name]
        answered = [
            (board, answers.get(tuple(player.key for player in board.players))) for board in own
        ]
        first = 0 if drawings else None
        page["parts"] += [
            {
                "of": "" if at != first else name,
                "picture": at is not None and picture_of(drawings[at], Focus(say)),
                "boards": [
                    (board, _sentences(say, answer.first) if answer else [])
                    for board, answer in answered
                    if (answer.drawing if answer else None) == at
                ],
            }
            for at in (*range(len(drawings)), None)
        ]
        page["steps"] += _groups(say, steps, name)
    return page


def _of_group(explanation: Explanation) -> tuple[Any, ...]:
    """The answers for the boards and the bye, the drawings, the steps, and the note."""
    pairs = explanation.proposal.pairs
    answers: dict[tuple[PlayerId, ...], Answer | None] = {
        (pair.white, pair.black): explanation.answer(pair) for pair in pairs
    }
    if bye := explanation.proposal.bye:
        answers[(bye,)] = explanation.bye_answer()
    return answers, tuple(explanation.drawings()), tuple(explanation.steps()), explanation.note


def _whole_page(round_: Round, say: Sentences) -> dict[str, Any]:
    """The template context of all these pages: the round, its system, and the leaders to ask."""
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


def _known(explanation: Explanation, seats: tuple[PlayerId, ...]) -> Known:
    """The answer about a board or a bye, with its drawing and the steps of its score group."""
    explanation = explanation.in_group_of(seats[0])
    proposal, answer = explanation.proposal, None
    if seats == (proposal.bye,):
        answer = explanation.bye_answer()
    for pair in proposal.pairs:
        if (pair.white, pair.black) == seats:
            answer = explanation.answer(pair)
    drawing, score = None, None
    if answer and answer.drawing is not None:
        drawing = explanation.drawings()[answer.drawing]
    if isinstance(drawing, Halves):
        score = drawing.score
    steps, players = explanation.steps(score), tuple(chain(*proposal.seats))
    pairs = ((pair.white, pair.black) for pair in proposal.pairs)
    paired = tuple(pair for pair in pairs if {*seats} & {*pair})
    return Known(answer, drawing, tuple(steps), players, explanation.note, paired)


def _answered(asking: Asking, round_: Round, seats: tuple[PlayerId, ...]) -> dict[str, Any]:
    """The page of a board, or of the bye (one seat), with the answer about it."""
    say = asking.say_of.of(round_)
    page = _whole_page(round_, say)
    asked = [asking.key] if asking.key in seats else seats

    def why_not(explanation: Explanation) -> list[Refusal | None]:
        if len(seats) == 1:
            return [explanation.why_not_bye(asking.instead)]
        return [explanation.why_not(player, asking.instead) for player in asked]

    try:
        known = answer_to(round_, partial(_known, seats=seats), "board", *seats)
        page |= _in_words(asking, round_, say, known, seats)
        if page["instead"]:
            refusals = answer_to(round_, why_not, "not", asking.instead, *asked)
            page["replies"] = [
                (asking.say_of.entries[player], CitedSentence.of(say, refusal, asking.key))
                for player, refusal in zip(asked, refusals, strict=True)
                if refusal
            ]
    except NotKnown as unknown:
        page["unknown"] = unknown.why
    return page


def _in_words(
    asking: Asking, round_: Round, say: Sentences, known: Known, seats: tuple[PlayerId, ...]
) -> dict[str, Any]:
    """An answer in words, with its drawing and steps."""
    answer, reader = known.answer, asking.key
    if answer is None:
        return {"unknown": "by_hand", "gone": _gone(asking, round_, known)}
    named = {*seats, *(refused.other for refused in answer.refused)}
    as_it_was = [board for board in corrected_since(round_) if named & board.players]
    entries = asking.say_of.entries
    numbered = few(answer.refused, MOST_NUMBERS)
    first, colour = _sentences(say, answer.first, reader), None
    if answer.colour:
        colour = CitedSentence.of(say, answer.colour, reader)
    return _as_it_was(round_, as_it_was) | {
        "first": first,
        "colour": colour,
        "note": known.note and CitedSentence.of(say, known.note),
        "articles": {cited.article: cited for cited in (*first, *([colour] if colour else []))},
        "history": answer.history
        and colours_so_far(answer.history, named_first(asking.say_of.competition.game)),
        "picture": known.drawing
        and picture_of(
            known.drawing, Focus(say, seats, dict(enumerate(numbered, start=1)), numbered.more)
        ),
        "refused": [
            CitedSentence.of_refused(say, refused, reader, of_bye=len(seats) == 1)
            for refused in answer.refused
        ],
        "steps": _groups(say, known.steps),
        "others": sorted(
            (entries[player] for player in known.players if player not in seats),
            key=lambda entry: (entry.player.order, entry.pk),
        ),
        "instead": entries[asking.instead]
        if asking.instead in known.players and asking.instead not in seats
        else None,
    }


def _gone(asking: Asking, round_: Round, known: Known) -> list[tuple[Entry, Entry]]:
    """Each player here whose opponent dropped out afterwards, with that opponent."""
    seats = [game.seated for game in round_.boards] if round_.is_on_record else []
    seated = {entry.key for players in seats for entry in players}
    seated |= {bye.key for bye in byes_in(round_)}
    entries = asking.say_of.entries
    return [
        (entries[stayed], entries[left])
        for pair in known.paired
        for stayed, left in (pair, pair[::-1])
        if seats and stayed in seated and left not in seated
    ]


def _as_it_was(round_: Round, boards: list[Corrected]) -> dict[str, Any]:
    """The boards corrected since, the boards counted as draws, and the article for these."""
    return {
        "corrected": [board for board in boards if not board.was_open],
        "counted_as_draws": [board for board in boards if board.was_open],
        "open_article": round_.evening.competition.abilities.open_is_draw,
    }


def _sentences(
    say: Sentences, reasons: Iterable[Any], reader: PlayerId = ""
) -> list[CitedSentence]:
    return [CitedSentence.of(say, reason, reader) for reason in reasons]


def _groups(say: Sentences, steps: Iterable[Steps], of: str = "") -> list[GroupSteps]:
    """The steps in words; a refusal has the names of both players."""
    return [
        GroupSteps(
            "" if group.score is None else say.words.points_with_unit(group.score),
            [
                CitedSentence.of_refused(say, step)
                if isinstance(step, Refused)
                else CitedSentence.of(say, step)
                for step in group.steps
            ],
            of,
        )
        for group in steps
        if group.steps
    ]
