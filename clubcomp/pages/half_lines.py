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
from clubcomp.models import Competition, Game, Round, Unpaired
from clubcomp.pages.boards import Board
from clubcomp.words.evenings import day
from pairing.core.explanation import Answer, Explanation
from pairing.core.types import PlayerId, Result
from pairing.core.unplayed import Unplayed
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
    competition = round_.evening.competition
    last, byes = _last_meetings(competition), _last_byes(competition)
    seated = {player.key for board in boards for player in board.players}
    lines = []
    for board in boards:
        if board.black is None:
            free = [*_of_bye(board, seated), had_bye(board, byes)]
            lines.append(replace(board, half="; ".join(free)))
            continue
        answer = answers.get((board.white.key, board.black.key))
        why = [*_reasons(board, answer, seated, say)] if answer and not board.fixed else []
        lines.append(replace(board, half="; ".join([*islice(why, MOST_REASONS), met(board, last)])))
    return lines


def with_meetings(boards: list[Board], competition: Competition) -> list[Board]:
    """Boards that only are about to be made, each with how far apart the two stand, and when they
    last met; a bye with the last one of that player.
    """
    last, byes = _last_meetings(competition), _last_byes(competition)
    return [
        replace(
            one,
            half="; ".join([*_apart(one), met(one, last)]) if one.black else had_bye(one, byes),
        )
        for one in boards
    ]


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


def _of_bye(board: Board, seated: set[PlayerId]) -> Iterator[str]:
    """Whether nobody in this pairing stands lower; in groups the group has its own order."""
    places = board.places or {}
    known = [places.get(key) for key in seated]
    if not board.white.group and all(known) and places[board.white.key] == max(filter(None, known)):
        yield _("nobody here stands lower")


def _apart(board: Board) -> Iterator[str]:
    """How far apart the two stand."""
    ends = [place for player in board.players if (place := (board.places or {}).get(player.key))]
    if len(ends) == 2 and not board.white.group:
        apart = abs(ends[0] - ends[1])
        words = ngettext("%(number)d place apart", "%(number)d places apart", apart)
        yield words % {"number": apart} if apart else _("on the same place")


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
