"""A player's own calendar: on which evenings they come, and at which board."""

from collections.abc import Callable, Iterator
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubcomp.flow.attendance.marks import plan_now
from clubcomp.flow.attendance.sheet import is_asked
from clubcomp.flow.standings import cached_rows
from clubcomp.models import Competition, Entry, Evening, Player, Round, TrailEntry
from clubcomp.models.plans import COMING
from clubcomp.pages.calendar_file import Mine
from clubcomp.pages.schedule import to_come
from clubcomp.words.values import page_result
from pairing.core.types import Colour
from pairing.core.unplayed import Unplayed
from pairing.sentences.words import capitalised


def competitions_of_player(player: Player) -> list[Competition]:
    """The competitions that a player is in."""
    of_player = Competition.objects.filter(entries__player=player)
    return list(of_player.select_related("club"))


def evenings_of(player: Player) -> Callable[[Evening], Mine | None]:
    """A function from an evening to the player's part in it; None if they do not belong to it."""
    entries = {entry.competition_id: entry for entry in player.entries.select_related("player")}
    lines = TrailEntry.objects.filter(competition__in=entries, evening__isnull=False)
    times: dict[int, datetime] = dict(
        lines.values_list("evening_id").annotate(last=Max("at")).order_by()
    )

    def mine(evening: Evening) -> Mine | None:
        entry = entries[evening.competition_id]
        if not entry.belongs_to(evening.number):
            return None
        comes = None if evening.is_closed else _comes(evening, entry)
        words = {True: _("you come"), False: _("you do not come"), None: ""}
        boards = list(_boards(evening, entry))
        return Mine(words[comes], boards, times.get(evening.pk), stays_away=comes is False)

    return mine


def _comes(evening: Evening, entry: Entry) -> bool | None:
    """Whether the player comes; None for an occasional player who has not said so."""
    plan = plan_now(evening, entry)
    return None if is_asked(evening.competition, entry, plan) else plan.status in COMING


def _boards(evening: Evening, entry: Entry) -> Iterator[str]:
    """The published rounds of the evening, with the player's board in each."""
    competition = evening.competition
    rounds = cached_rows(competition).rounds_of(evening)
    known = {round_.number: _board(competition, round_, entry) for round_ in rounds}
    known |= dict(_to_come(evening, entry))
    for number, words in known.items():
        if words:
            name = evening.round_name(number)
            yield capitalised(_("%(round)s: %(board)s") % {"round": name, "board": words})


def _to_come(evening: Evening, entry: Entry) -> Iterator[tuple[int, str]]:
    """The player's rounds of the evening in a fixed schedule, not paired yet: number and words."""
    for round_ in to_come(evening.competition, entry):
        board = round_.board if round_.evening == evening else None
        if board and board.number and board.opponent and board.visitor_colour:
            words = _at(board.number, board.visitor_colour, board.opponent)
            yield round_.number - evening.first_round + 1, words


def _at(board: int, colour: Colour, opponent: Entry) -> str:
    names = {Colour.WHITE: pgettext("colour", "white"), Colour.BLACK: pgettext("colour", "black")}
    return _("board %(board)s, %(colour)s against %(opponent)s") % {
        "board": board,
        "colour": names[colour],
        "opponent": opponent,
    }


def _board(competition: Competition, round_: Round, entry: Entry) -> str:
    rows = cached_rows(competition)
    for game in rows.games_of(round_):
        if entry.pk in (game.white_id, game.black_id):
            colour = Colour.WHITE if entry.pk == game.white_id else Colour.BLACK
            opponent = game.black if colour is Colour.WHITE else game.white
            words = _at(game.board, colour, opponent)
            return f"{words}, {page_result(game.result, competition.game)}".rstrip(", ")
    kinds = {row.entry_id: row.kind for row in rows.unpaired_of(round_)}
    is_bye = kinds.get(entry.pk) == Unplayed.BYE
    return pgettext("without an opponent", "Bye").lower() if is_bye else ""
