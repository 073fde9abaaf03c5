"""The lines of a points statement, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubcomp.models.unplayed import stored
from clubcomp.words.attendance import AWAY_WORDS
from clubcomp.words.unplayed import CORRECTED, COUNTED, named
from clubcomp.words.values import as_date, counted, day, points_in_words
from pairing.core.types import Colour
from pairing.sentences.amounts import part_text
from pairing.sentences.words import capitalised, listed, points_text

MOST_WORTHS = 6


def line_title(line: Any) -> str:
    """The title of a line: "8 won", "1 time free"."""
    count = len(line.items)
    titles: dict[str, Any] = {
        "own_value": _("Own value"),
        "won": ngettext("%(count)s won", "%(count)s won", count),
        "drawn": ngettext("%(count)s drawn", "%(count)s drawn", count),
        "lost": ngettext("%(count)s lost", "%(count)s lost", count),
        **COUNTED,
        "open": ngettext("%(count)s game still open", "%(count)s games still open", count),
        "averaged": _("Average of several rankings"),
        "given": _("Given by the competition leader"),
        "earlier": _("Earlier periods"),
    }
    return str(titles[line.code] % {"count": count})


def without_opponent(code: str) -> str:
    """The words for a round without an opponent in the list of games, by the code of its line."""
    return str(AWAY_WORDS.get(code) or pgettext("without an opponent", "bye"))


def line_note(line: Any) -> str:
    """How the points of a line arise, in half a line; "" if the line is clear without."""
    entries = [item.entry for item in line.items]
    facts = line.line.facts
    if line.code == "own_value":
        return _("place %(place)s") % {"place": facts["rank"]} if "rank" in facts else ""
    if line.code == "given":
        return " · ".join(facts["reasons"])
    if line.code == "averaged":
        note = _("the order went round between %(rankings)s rankings; this is their average")
        return str(note % facts)
    credited = [entry for entry in entries if entry.credited]
    if entries and not credited and entries[0].worth is not None:
        return _("none credited")
    if not credited or credited[0].worth is None or not line.points:
        return ""
    alike = {(entry.fraction, entry.added) for entry in credited}
    if len(alike) > 1 or any(added for _fraction, added in alike):
        return ""  # the sums of the single rounds say more
    parts = {"part": part_text(credited[0].fraction), "worth": points_text(credited[0].worth)}
    if line.code == "won" and entries[0].fraction == 1:
        return _("the value of beaten opponents")
    if line.code in ("won", "drawn", "lost"):
        if len(entries) > MOST_WORTHS:
            return _("%(part)s of the value of each opponent") % parts
        worths = listed([points_text(entry.worth) for entry in entries])
        return _("%(part)s of %(worths)s") % (parts | {"worths": worths})
    if line.code == "absent":
        note = ngettext(
            "%(part)s of %(worth)s a game; %(credited)s game credited",
            "%(part)s of %(worth)s a game; %(credited)s games credited",
            line.credited,
        )
        return note % (parts | {"credited": line.credited})
    return _("%(part)s of %(worth)s each time") % parts


def which_game(item: Any, tempo: str) -> str:
    """The game of an item: "round 3, Tue 24 November".

    In the standing of a tempo: its day, and its number if the evening had several games.
    """
    date = day(as_date(item.round.date), "short") if item.round else ""
    if item.round and not tempo:
        return ", ".join(filter(None, [_("round %(number)s") % {"number": item.round.count}, date]))
    parts = [date or _("evening %(number)s") % {"number": item.entry.evening}]
    if item.is_of_several:
        # The number stays with its word: the column is narrow on a phone.
        game = _("game %(number)s") % {"number": item.entry.number}
        parts.append(game.replace(" ", "\N{NO-BREAK SPACE}"))
    return ", ".join(parts)


def last_meeting(meeting: Any) -> str:
    """The last game of two players who meet again: "Last time, Sun 8 November: black, drawn." """
    number = _("evening %(number)s") % {"number": meeting.evening.number}
    is_black = meeting.colour is Colour.BLACK
    colour = pgettext("colour", "black") if is_black else pgettext("colour", "white")
    facts = {"day": day(meeting.day, "short") or number, "colour": colour}
    endings = {
        "won": _("Last time, %(day)s: %(colour)s, won."),
        "drawn": _("Last time, %(day)s: %(colour)s, a draw."),
        "lost": _("Last time, %(day)s: %(colour)s, lost."),
        "open": _("Last time, %(day)s: %(colour)s, still open."),
    }
    words = endings[meeting.outcome] % facts
    if meeting.is_reversed:
        words += " " + _("Now the other way round.")
    return words


def item_kind(item: Any, competition: Any) -> str:
    """The kind of a player's absence, as the club calls it; "" if no kind is given."""
    kind = item.entry.kind
    return competition.kind_names.get(stored(kind), "") if kind else ""


def ledger_words(ledger: Any, competition: Any) -> str:
    """How often a kind of absence was used, and its limit: "Late: 1 of 2 used"."""
    kind = named(competition, stored(ledger.kind), CORRECTED)
    facts = {"kind": capitalised(kind), "used": ledger.used, "limit": ledger.limit}
    if ledger.limit is None:
        return _("%(kind)s: %(used)s used, without a limit") % facts
    return _("%(kind)s: %(used)s of %(limit)s used") % facts


def prospect_words(prospect: Any, competition: Any) -> str:
    """The points that staying away would earn now, and how often still: "earns 4⅓ now, 3 left"."""
    if not prospect.granted:
        return _("earns nothing any more") if prospect.left == 0 else _("earns nothing")
    parts = [_("earns nothing")]
    if prospect.points:
        earned = {"points": points_in_words(counted(prospect.points, competition))}
        parts = [_("earns %(points)s now") % earned]
    if prospect.by_result:
        parts.append(_("otherwise by the result"))
    if prospect.granted != prospect.kind:
        kind = named(competition, stored(prospect.granted), CORRECTED)
        parts.append(_("as “%(kind)s”") % {"kind": kind})
    if prospect.left is not None:
        parts.append(_("%(count)s left") % {"count": prospect.left})
    return ", ".join(parts)


def with_prospects(
    choices: Iterable[tuple[Any, Any]], prospects: Mapping[str, Any], competition: Any
) -> list[tuple[str, str]]:
    """The kinds of absence to choose from, each with what it would earn."""
    return [
        (str(kind), f"{name} ({prospect_words(prospects[kind], competition)})")
        if kind in prospects
        else (str(kind), str(name))
        for kind, name in choices
    ]


def item_sum(item: Any, competition: Any) -> str:
    """How the points of one game or bye arise: "⅔ × 43 = 28⅔", "44"."""
    entry = item.entry
    if not entry.credited:
        return _("not credited")
    factors = [part_text(entry.fraction)] if entry.fraction not in (None, 0, 1) else []
    if entry.worth is not None and entry.fraction:
        factors.append(points_text(entry.worth))
    if entry.weight != 1 and entry.points:
        factors.append(part_text(entry.weight))
    if len(factors) < 2 or entry.added:
        return points_text(counted(entry.points, competition))
    return f"{' × '.join(factors)} = {points_text(entry.points)}"
