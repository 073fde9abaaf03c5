"""What is said of a line of the standing: absence credits, and who passed whom?"""

from functools import cache
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


def credited(credits_of: tuple[int, int] | None) -> str:
    """How many of the absence credits are used: "3 of 7"; nothing where there are none."""
    if credits_of is None:
        return ""
    used, left = credits_of
    return gettext("%(used)s of %(limit)s") % {"used": used, "limit": used + left}


class ChangesInWords:
    """What is said of who changed places: of many, so that each sentence is translated once."""

    def __init__(self) -> None:
        self._sentence, self._passed = cache(_sentence), cache(_passed)

    def happened(self, change: Any) -> str:
        """What a player did in the last game."""
        opponent = str(change.opponent.player) if change.opponent else ""
        sentence = self._sentence(change.outcome, change.opponent_value is not None)
        return sentence % {"opponent": opponent, "value": change.opponent_value}

    def passing(self, change: Any) -> str:
        """Whom a player passed, or who passed them; many are counted."""
        count = len(change.passed)
        is_many = count > MOST_NAMES
        facts = {"count": count} if is_many else {"names": names(change.passed)}
        return self._passed(change.change > 0, is_many) % facts


def _sentence(outcome: str, has_value: bool) -> str:
    return str(WITH_VALUE[outcome] if has_value and outcome in WITH_VALUE else SENTENCES[outcome])


def _passed(is_up: bool, is_many: bool) -> str:
    if is_many and is_up:
        return gettext("Passed %(count)s players.")
    if is_many:
        return gettext("Was passed by %(count)s players.")
    return gettext("Passed %(names)s.") if is_up else gettext("Was passed by %(names)s.")
