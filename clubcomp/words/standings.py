"""What is said of a line of the standing: absence credits, and who passed whom?"""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.words.players import names
from clubcomp.words.unplayed import HAPPENED, Words

MOST_NAMES = 3
#: What a player who changed places did in the last game; with the value of the opponent.
WITH_VALUE: Words = {
    "won": _("Won against %(opponent)s (value %(value)s)."),
    "drawn": _("Drew with %(opponent)s (value %(value)s)."),
}
SENTENCES: Words = {
    "won": _("Won against %(opponent)s."),
    "drawn": _("Drew with %(opponent)s."),
    "lost": _("Lost to %(opponent)s."),
    "open": _("Is still playing against %(opponent)s."),
    "adjourned": _("The game against %(opponent)s is adjourned."),
    "postponed": _("The game against %(opponent)s is postponed."),
    **HAPPENED,
    "away": _("Was not in the competition that evening."),
}


def credited(line: Any) -> str:
    """How many of the absence credits are used: "3 of 7"; nothing where there are none."""
    row = line.row
    if row.credits_used is None or line.entry.guest:
        return ""
    numbers = {"used": row.credits_used, "limit": row.credits_used + row.credits_left}
    return gettext("%(used)s of %(limit)s") % numbers


def happened(change: Any) -> str:
    """What a player who changed places did in the last game, as a sentence."""
    facts = {
        "opponent": str(change.opponent.player) if change.opponent else "",
        "value": change.opponent_value,
    }
    has_value = change.opponent_value is not None and change.outcome in WITH_VALUE
    sentences = WITH_VALUE if has_value else SENTENCES
    return str(sentences[change.outcome]) % facts


def passing(change: Any) -> str:
    """Whom a player passed, or who passed them, as a sentence; many are counted."""
    count = len(change.passed)
    is_up = change.change > 0
    if count > MOST_NAMES and is_up:
        return gettext("Passed %(count)s players.") % {"count": count}
    if count > MOST_NAMES:
        return gettext("Was passed by %(count)s players.") % {"count": count}
    words = gettext("Passed %(names)s.") if is_up else gettext("Was passed by %(names)s.")
    return words % {"names": names(change.passed)}
