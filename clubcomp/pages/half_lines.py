"""Half a line for each board of a proposal: why these two, for a leader who judges all at once.

All of it comes from the engine's own explanation, from the standing and from the games on record;
what cannot be said shortly and be true is left to the board's own page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.pairings.reasons import NotKnown, answer_to
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Game, Round
from clubcomp.pages.boards import Board
from clubcomp.words.evenings import day
from pairing.core.explanation import Answer, Explanation
from pairing.core.types import PlayerId, Result
from pairing.sentences import Sentences
from pairing.sentences.in_short import goes_by_places, is_left_over, passed_over
from pairing.sentences.words import listed

#: So many reasons stand on a line, and so many players in one; of more it says how many.
MOST_REASONS, MOST_NAMED = 2, 3

Answers = Mapping[tuple[PlayerId, PlayerId], Answer]


def with_half_lines(boards: list[Board], round_: Round, say: Sentences) -> list[Board]:
    """The boards of a proposal, each with half a line; one query where no rows are kept."""
    try:
        answers = answer_to(round_, _answers, "half")
    except NotKnown:
        answers = {}
    last = _last_meetings(round_.evening.competition)
    seated = {player.key for board in boards for player in board.players}
    lines = []
    for board in boards:
        if board.black is None:
            lines.append(board)
            continue
        answer = answers.get((board.white.key, board.black.key))
        why = [*_reasons(board, answer, seated, say)] if answer and not board.fixed else []
        lines.append(replace(board, half="; ".join([*islice(why, MOST_REASONS), met(board, last)])))
    return lines


def with_meetings(boards: list[Board], competition: Competition) -> list[Board]:
    """Boards that only are about to be made, each with when the two last met."""
    last = _last_meetings(competition)
    return [replace(one, half=met(one, last)) if one.black else one for one in boards]


def _answers(explanation: Explanation) -> Answers:
    pairs = explanation.proposal.pairs
    return {(pair.white, pair.black): explanation.answer(pair) for pair in pairs}


def _reasons(board: Board, answer: Answer, seated: set[PlayerId], say: Sentences) -> Iterator[str]:
    """Why these two, what tells most first."""
    places = board.places or {}

    def name(players: Sequence[PlayerId]) -> str:
        """Places, which stand beside the names on the page; names where somebody has no place."""
        if len(players) > MOST_NAMED:
            words = ngettext("%(number)d player", "%(number)d players", len(players))
            return words % {"number": len(players)}
        known = [places.get(key) for key in players]
        if all(known):
            return listed(sorted(place for place in known if place))
        return listed(map(say.words.name, players))

    if is_left_over(answer):
        yield _("left over")
    if goes_by_places(answer):
        yield from _between(board, places, seated)
    yield from passed_over(answer, name)


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


# The last meeting -------------------------------------------------------------------------


def met(board: Board, last: Mapping[frozenset[int], date | None]) -> str:
    """When the two last met in this competition; forfeits and open games do not count."""
    players = frozenset(player.pk for player in board.players)
    if players not in last:
        return _("not met yet")
    when = last[players]
    return _("last met on %(day)s") % {"day": day(when, "shortest")} if when else _("met before")


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
