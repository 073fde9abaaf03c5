"""Half a line for each board of a proposal: why these two, for a leader who judges all at once.

All of it comes from the engine's own explanation, from the standings and from the games on record.
Reasons that cannot be both short and true are left to the board's own page.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice, permutations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.pairings.reasons import NotKnown, answer_to
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Entry, Game, Round, Unpaired
from clubcomp.pages.boards import Board
from clubcomp.words.values import day
from pairing.core.explanation import Answer, Explanation
from pairing.core.types import PlayerId, Result
from pairing.core.unplayed import Unplayed
from pairing.sentences import Sentences
from pairing.sentences.in_short import goes_by_places, of_bye, of_pair, passed_over
from pairing.sentences.words import listed

#: At most so many reasons stand on a line, and so many players in one; more players are counted.
MOST_REASONS, MOST_NAMED = 2, 3

#: By the players of a board, White first; for a bye by the player who has it.
Answers = Mapping[tuple[PlayerId, ...], Answer]


def with_half_lines(boards: list[Board], round_: Round, say: Sentences) -> list[Board]:
    """The boards of a proposal, each with half a line; one query if no rows are cached."""
    try:
        answers = answer_to(round_, _answers, "half")
    except NotKnown:
        answers = {}
    competition = round_.evening.competition
    last, byes = _last_meetings(competition), _last_byes(competition)
    seated = {player.key for board in boards for player in board.players}
    lines = []
    for board in boards:
        answer = answers.get(tuple(player.key for player in board.players))
        if board.black is None:
            why, before = _of_bye(board, answer, seated, say), had_bye(board, byes)
        else:
            why, before = _of_pair(board, answer, seated, say), met(board, last)
        lines.append(replace(board, half="; ".join([*islice(why, MOST_REASONS), before])))
    return lines


def with_meetings(
    boards: list[Board], instead_of: list[Board], competition: Competition
) -> list[Board]:
    """Boards about to be made `instead_of` others, each with half a line about the two players.

    It says how far apart they stand, how far from their intended opponents, and when they last met;
    of a bye, when that player last had one.
    """
    last, byes = _last_meetings(competition), _last_byes(competition)
    intended = {
        player.key: opponent
        for board in instead_of
        for player, opponent in permutations(board.players, 2)
    }
    return [
        replace(
            board,
            half="; ".join([*_apart(board), *_off(board, intended), met(board, last)])
            if board.black
            else had_bye(board, byes),
        )
        for board in boards
    ]


def _answers(explanation: Explanation) -> Answers:
    """The answer for each pair, and for the bye of each group."""
    pairs = explanation.proposal.pairs
    answers: dict[tuple[PlayerId, ...], Answer] = {
        (pair.white, pair.black): explanation.answer(pair) for pair in pairs
    }
    for group in explanation.by_group.values():
        answer, free = group.bye_answer(), group.proposal.bye
        if answer is not None and free is not None:
            answers[free,] = answer
    return answers


def _written(board: Board, say: Sentences) -> Callable[[Sequence[PlayerId]], str]:
    """A function that writes players by their places, which stand beside the names on the page; or
    by name if one of them has no place."""
    places = board.places or {}

    def name(players: Sequence[PlayerId]) -> str:
        if len(players) > MOST_NAMED:
            words = ngettext("%(number)d player", "%(number)d players", len(players))
            return words % {"number": len(players)}
        known = [places.get(key) for key in players]
        if all(known):
            return listed(sorted(place for place in known if place))
        return listed(map(say.words.name, players))

    return name


def _of_pair(
    board: Board, answer: Answer | None, seated: set[PlayerId], say: Sentences
) -> Iterator[str]:
    """Why these two, the most telling reason first."""
    if answer is None or board.fixed:
        return
    name = _written(board, say)
    yield from (short.written(name) for short in of_pair(answer))
    if goes_by_places(answer):
        yield from _between(board, board.places or {}, seated)
    yield from (short.written(name) for short in passed_over(answer))


def _of_bye(
    board: Board, answer: Answer | None, seated: set[PlayerId], say: Sentences
) -> Iterator[str]:
    """Why this player has the bye; if the system has no short reason, whether nobody in the pairing
    stands lower. In a competition in groups each group has an order of its own."""
    shorts = of_bye(answer, board.white.key) if answer else []
    yield from (short.written(_written(board, say)) for short in shorts)
    places = board.places or {}
    known = [places.get(key) for key in seated]
    is_lowest = all(known) and places.get(board.white.key) == max(filter(None, known), default=0)
    if not shorts and is_lowest and not board.white.group:
        yield _("nobody here stands lower")


def _between(
    board: Board, places: Mapping[PlayerId, int | None], seated: set[PlayerId]
) -> Iterator[str]:
    """Who stands between the two: nobody, or players who are not in this pairing."""
    ends = [place for player in board.players if (place := places.get(player.key))]
    if len(ends) < 2 or board.white.group:
        return
    between = {
        key: place for key, place in places.items() if place and min(ends) < place < max(ends)
    }
    missing = sorted(place for key, place in between.items() if key not in seated)
    if not between and ends[0] != ends[1]:
        yield _("next to each other")
    elif len(missing) > MOST_NAMED:
        words = ngettext(
            "%(number)d between them does not play",
            "%(number)d between them do not play",
            len(missing),
        )
        yield words % {"number": len(missing)}
    elif missing:
        words = ngettext("%(places)s does not play", "%(places)s do not play", len(missing))
        yield words % {"places": listed(missing)}


def _distance(board: Board, first: Entry, second: Entry | None) -> int | None:
    """How many places apart two players are; None if they have no places in one table."""
    places = board.places or {}
    ends = [places.get(player.key) for player in (first, second) if player and not player.group]
    known = [place for place in ends if place is not None]
    return abs(known[0] - known[1]) if len(known) == 2 else None


def _apart(board: Board) -> Iterator[str]:
    """The places of the two players, and how far apart these are."""
    apart = _distance(board, *board.players)
    white, black = [(board.places or {}).get(player.key) for player in board.players]
    if apart == 0:
        yield _("both on place %(place)s") % {"place": white}
    elif apart:
        words = _("places %(white)s and %(black)s, %(number)d apart")
        yield words % {"white": white, "black": black, "number": apart}


def _off(board: Board, intended: Mapping[PlayerId, Entry]) -> Iterator[str]:
    """How far each player's opponent stands from the intended opponent."""
    distances = [
        _distance(board, opponent, intended.get(player.key))
        for player, opponent in permutations(board.players, 2)
    ]
    off = [number for number in distances if number is not None]
    if len(set(off)) == 2:
        words = _("%(one)d and %(other)d places from the intended opponents")
        yield words % {"one": off[0], "other": off[1]}
    elif any(off):
        words = ngettext(
            "%(number)d place from the intended opponent",
            "%(number)d places from the intended opponent",
            off[0],
        )
        yield words % {"number": off[0]}


# The last bye and the last meeting ----------------------------------------------------------------


def met(board: Board, last: Mapping[frozenset[int], date | None]) -> str:
    """When the two players last met in this competition; forfeits and open games do not count."""
    players = frozenset(player.pk for player in board.players)
    if players not in last:
        return _("not met yet")
    when = last[players]
    return _("last met on %(day)s") % {"day": day(when, "shortest")} if when else _("met before")


def had_bye(board: Board, last: Mapping[int, date | None]) -> str:
    """When the player last had the bye in this competition; byes on request do not count."""
    if board.white.pk not in last:
        return _("no bye yet")
    when = last[board.white.pk]
    return _("last bye on %(day)s") % {"day": day(when, "shortest")} if when else _("had a bye")


def _last_byes(competition: Competition) -> dict[int, date | None]:
    """The day of each player's last bye, by the primary key of the entry."""
    rows, byes = cached_rows(competition), dict[int, list[int]]()
    for pk, entry, kind in rows.values(Unpaired, "round_id", "entry_id", "kind"):
        if kind == Unplayed.BYE:
            byes.setdefault(pk, []).append(entry)
    return {
        entry: evening.date
        for evening in rows.evenings(competition)
        for round_ in rows.rounds_of(evening)
        for entry in byes.get(round_.pk, ())
    }


def _last_meetings(competition: Competition) -> dict[frozenset[int], date | None]:
    """The day of the last game of each two players who met, by the primary keys of the entries."""
    rows = cached_rows(competition)
    day_of = {
        round_.pk: evening.date
        for evening in rows.evenings(competition)
        for round_ in rows.rounds_of(evening)
    }
    games: dict[int, list[tuple[frozenset[int], date | None]]] = {}
    for pk, white, black, result, played_on in rows.values(
        Game, "round_id", "white_id", "black_id", "result", "played_on"
    ):
        parsed = Result.parse(result)
        if parsed.is_finished and not parsed.is_forfeit and pk in day_of:
            played = date.fromisoformat(played_on) if played_on else day_of[pk]
            games.setdefault(pk, []).append((frozenset((white, black)), played))
    return {pair: played for pk in day_of for pair, played in games.get(pk, ())}
