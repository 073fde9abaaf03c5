"""How is a line of a points statement said?"""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubcomp.templatetags.club import counted, points_text
from clubcomp.templatetags.leading import AWAY_WORDS, listed
from clubcomp.templatetags.public import part_text

register = template.Library()

MOST_WORTHS = 6


@register.filter
def line_title(line: Any) -> str:
    """What a line is for: "8 won", "1 time free"."""
    count = len(line.items)
    titles = {
        "own_value": _("Own value"),
        "won": ngettext("%(count)s won", "%(count)s won", count),
        "drawn": ngettext("%(count)s drawn", "%(count)s drawn", count),
        "lost": ngettext("%(count)s lost", "%(count)s lost", count),
        "bye": ngettext("%(count)s time free", "%(count)s times free", count),
        "half_point_bye": ngettext(
            "%(count)s bye of half a point", "%(count)s byes of half a point", count
        ),
        "full_point_bye": ngettext(
            "%(count)s bye of a whole point", "%(count)s byes of a whole point", count
        ),
        "external": ngettext(
            "%(count)s game elsewhere for the club", "%(count)s games elsewhere for the club", count
        ),
        "absent": ngettext("%(count)s game absent", "%(count)s games absent", count),
        "no_notice": ngettext(
            "%(count)s game absent without notice", "%(count)s games absent without notice", count
        ),
        "open": ngettext("%(count)s game still open", "%(count)s games still open", count),
        "averaged": _("Average of several rankings"),
    }
    return titles[line.code] % {"count": count}


@register.filter
def free_words(code: str) -> str:
    """How a round without an opponent stands in the list of games, by the code of its line."""
    return str(AWAY_WORDS.get(code) or pgettext("without an opponent", "free"))


@register.filter
def line_note(line: Any) -> str:
    """How a line comes to its points, in half a line; "" where it speaks for itself."""
    entries = [item.entry for item in line.items]
    facts = line.line.facts
    if line.code == "own_value":
        return _("place %(place)s") % {"place": facts["rank"]}
    if line.code == "averaged":
        note = _("the order went round between %(rankings)s rankings; this is their average")
        return note % facts
    if not entries or entries[0].worth is None or not line.points:
        return _("none credited any more") if line.code == "absent" and not line.credited else ""
    said = {"part": part_text(entries[0].fraction), "worth": points_text(entries[0].worth)}
    if line.code == "won" and entries[0].fraction == 1:
        return _("the value of who was beaten")
    if line.code in ("won", "drawn", "lost"):
        if len(entries) > MOST_WORTHS:
            return _("%(part)s of the value of each opponent") % said
        worths = listed([points_text(entry.worth) for entry in entries])
        return _("%(part)s of %(worths)s") % (said | {"worths": worths})
    if line.code == "absent":
        said |= {"credited": line.credited}
        note = ngettext(
            "%(part)s of %(worth)s a game; %(credited)s game credited",
            "%(part)s of %(worth)s a game; %(credited)s games credited",
            line.credited,
        )
        return note % said
    return _("%(part)s of %(worth)s each time") % said


@register.filter
def item_sum(item: Any, competition: Any) -> str:
    """How one game or bye comes to its points: "⅔ × 43 = 28⅔", "44"."""
    entry = item.entry
    if not entry.credited:
        return _("not credited")
    factors = [part_text(entry.fraction)] if entry.fraction not in (None, 0, 1) else []
    if entry.worth is not None and entry.fraction:
        factors.append(points_text(entry.worth))
    if entry.weight != 1 and entry.points:
        factors.append(part_text(entry.weight))
    if len(factors) < 2:
        return points_text(counted(entry.points, competition))
    return f"{' × '.join(factors)} = {points_text(entry.points)}"
