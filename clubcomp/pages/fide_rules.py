"""What the arbiter did in a competition by FIDE's rules, in words for its reader.

The log names players in full, so strangers read what was done but not to whom. Reasons are for the
club's own people only, as in the log.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from clubcomp.flow.competitions.fide_rules import doings_of
from clubcomp.models import Competition, TrailEntry
from clubcomp.words.trail import member_trail_text, trail_text
from clubcomp.words.values import page_result

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: What strangers read of each step.
IN_SHORT: "Mapping[str, StrOrPromise]" = {
    "import_document": _("The competition came in from a file."),
    "change_options": _("Options were changed before round 1."),
    "mark_by_fide": _("The competition was held by FIDE’s rules."),
    "forbid_pair": _("Two players are never paired from then on."),
    "allow_pair": _("Two players may be paired again from then on."),
    "keep_apart": _("The members of a group are kept apart from then on."),
    "end_apart": _("The members of a group may be paired again from then on."),
    "number_players": _("Start numbers were changed."),
    "swap_players": _("Two players changed places in the proposal."),
    "fix_board": _("A board was fixed by hand."),
    "release_board": _("A board that was fixed by hand was released."),
    "name_bye": _("The bye was given by hand."),
    "take_way_out": _("The system found no pairing, and boards were made by hand."),
    "swap_published": _("Two players changed places in the published round."),
    "add_board": _("A board was added by hand."),
    "take_board_back": _("A board that was added was taken back."),
    "withdraw_round": _("A published round was withdrawn."),
    "put_off": _("A game was put off."),
    "correct_result": _("Board %(board)s was corrected: %(after)s; before: %(before)s."),
    "correct_notice": _("An absence was corrected."),
}


@dataclass(frozen=True, slots=True)
class ArbitersAct:
    """An act of the arbiter: when, in which round (None: in none), what, and why."""

    at: datetime
    round: int | None
    text: str
    reason: str


def arbiters_acts(competition: Competition, *, is_inside: bool, leads: bool) -> list[ArbitersAct]:
    """The arbiter's acts, oldest first, as leaders, people of the club or strangers read them."""
    return [_act(line, is_inside, leads) for line in doings_of(competition)]


def _act(line: TrailEntry, is_inside: bool, leads: bool) -> ArbitersAct:
    is_secret = line.is_for_leaders and not leads
    text = _in_short(line)
    if is_inside and not is_secret:
        text = trail_text(line) if leads else member_trail_text(line)
    reason = line.reason if is_inside and not (line.says_why_absent and not leads) else ""
    return ArbitersAct(line.at, line.facts.get("round"), text, "" if is_secret else reason)


def _in_short(line: TrailEntry) -> str:
    values = {"board": line.facts.get("board", "–")}
    for name, part in (("before", line.before), ("after", line.after)):
        written = part.get("result") if isinstance(part, dict) else ""
        values[name] = page_result(written) or "–"
    return str(IN_SHORT[line.action]) % values
