"""Half a line for each board of a proposal: why these two, for a leader who judges all at once.

All of it comes from the engine's own explanation, from the standing and from the games on record;
what cannot be said shortly and be true is left to the board's own page.
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

#: So many reasons stand on a line, and so many players in one; of more it says how many.
MOST_REASONS, MOST_NAMED = 2, 3

#: By the players of a board, White first; of a bye by the one who has it.
Answers = Mapping[tuple[PlayerId, ...], Answer]


def with_half_lines(boards: list[Board], round_: Round, say: Sentences) -> list[Board]:
    """The boards of a proposal, each with half a line; one query where no rows are kept."""
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
    """Boards that only are about to be made, `instead_of` these: each with how far apart the two
    stand, how far that is from what was intended, and when they last met; a bye with the last one
    of that player.
    """
    last, byes = _last_meetings(competition), _last_byes(competition)
    intended = {
        one.key: other for board in instead_of for one, other in permutations(board.players, 2)
    }
    return [
        replace(
            one,
            half="; ".join([*_apart(one), *_off(one, intended), met(one, last)])
            if one.black
            else had_bye(one, byes),
        )
        for one in boards
    ]


def _answers(explanation: Explanation) -> Answers:
    """To each pair, and to the bye of each group."""
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
    """Writes players by their places, which stand beside the names on the page; by name where
    somebody has no place."""
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
    """Why these two, what tells most first."""
    if answer is None or board.fixed:
        return
    name = _written(board, say)
    yield from (short.said(name) for short in of_pair(answer))
    if goes_by_places(answer):
        yield from _between(board, board.places or {}, seated)
    yield from (short.said(name) for short in passed_over(answer))


def _of_bye(
    board: Board, answer: Answer | None, seated: set[PlayerId], say: Sentences
) -> Iterator[str]:
    """Why this player; where the system does not say it shortly, whether nobody in this pairing
    stands lower. In groups the group has its own order."""
    shorts = of_bye(answer, board.white.key) if answer else []
    yield from (short.said(_written(board, say)) for short in shorts)
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


def _distance(board: Board, one: Entry, other: Entry | None) -> int | None:
    """So many places lie from one to another; None: they have none in one table."""
    places = board.places or {}
    ends = [places.get(player.key) for player in (one, other) if player and not player.group]
    known = [place for place in ends if place is not None]
    return abs(known[0] - known[1]) if len(known) == 2 else None


def _apart(board: Board) -> Iterator[str]:
    """The places of the two, and how far apart these are."""
    apart = _distance(board, *board.players)
    white, black = [(board.places or {}).get(player.key) for player in board.players]
    if apart == 0:
        yield _("both on place %(place)s") % {"place": white}
    elif apart:
        words = _("places %(white)s and %(black)s, %(number)d apart")
        yield words % {"white": white, "black": black, "number": apart}


def _off(board: Board, intended: Mapping[PlayerId, Entry]) -> Iterator[str]:
    """How far the opponent of each stands from the one that was intended."""
    both = [
        _distance(board, other, intended.get(one.key))
        for one, other in permutations(board.players, 2)
    ]
    off = [number for number in both if number is not None]
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
    """When the two last met in this competition; forfeits and open games do not count."""
    players = frozenset(player.pk for player in board.players)
    if players not in last:
        return _("not met yet")
    when = last[players]
    return _("last met on %(day)s") % {"day": day(when, "shortest")} if when else _("met before")


def had_bye(board: Board, last: Mapping[int, date | None]) -> str:
    """When the player last had the bye in this competition; half a point on request is none."""
    if board.white.pk not in last:
        return _("no bye yet")
    when = last[board.white.pk]
    return _("last bye on %(day)s") % {"day": day(when, "shortest")} if when else _("had a bye")


def _last_byes(competition: Competition) -> dict[int, date | None]:
    """The day of everybody's last bye, by their rows' numbers."""
    rows, free = cached_rows(competition), dict[int, list[int]]()
    for pk, entry, kind in rows.values(Unpaired, "round_id", "entry_id", "kind"):
        if kind == Unplayed.BYE:
            free.setdefault(pk, []).append(entry)
    return {
        entry: evening.date
        for evening in rows.evenings(competition)
        for round_ in rows.rounds_of(evening)
        for entry in free.get(round_.pk, ())
    }


def _last_meetings(competition: Competition) -> dict[frozenset[int], date | None]:
    """The day of the last game of every two who met, by their rows' numbers."""
    rows = cached_rows(competition)
    order = {
        round_.pk: evening.date
        for evening in rows.evenings(competition)
        for round_ in rows.rounds_of(evening)
    }
    games: dict[int, list[tuple[frozenset[int], date | None]]] = {}
    for pk, white, black, result, played_on in rows.values(
        Game, "round_id", "white_id", "black_id", "result", "played_on"
    ):
        how = Result.parse(result)
        if how.is_finished and not how.is_forfeit and pk in order:
            played = date.fromisoformat(played_on) if played_on else order[pk]
            games.setdefault(pk, []).append((frozenset((white, black)), played))
    return {two: played for pk in order for two, played in games.get(pk, ())}
