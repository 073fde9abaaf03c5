"""The options of the round robin as sentences."""

from django.utils.translation import gettext_lazy as _

from pairing.sentences.option_words import Group, Option
from pairing.sentences.swiss_options import TIE_BREAKS

DESCRIPTION = _(
    "For a group of up to 40 in which everybody plays everybody, once or twice. Who meets whom in "
    "every round is known before the first one, from FIDE’s tables; a game of somebody who is away "
    "is postponed or forfeited."
)

PLACE = 7

#: Of every system in which who is away has a board all the same.
AWAY = Group(
    _("Away"),
    "3.1",
    {
        "away": Option(
            _("who is away"),
            _("The game of somebody who is away is %(field)s"),
            words={
                "notice": _("postponed, or forfeited without notice"),
                "postponed": _("postponed"),
                "forfeited": _("forfeited"),
            },
        ),
    },
)

GROUPS = (
    Group(
        _("Rounds"),
        "1.5",
        {
            "cycles": Option(
                _("how often everybody meets"),
                _("Everybody plays everybody %(field)s"),
                words={1: _("once"), 2: _("twice, the second time with the other colours")},
            ),
            "swap_last_two": Option(
                _("the last two rounds of the first half"),
                _("Of twice: the last two rounds of the first half %(field)s"),
                words={
                    True: _("change places, so that nobody has a colour three times in a row"),
                    False: _("stay as in the table"),
                },
            ),
        },
    ),
    Group(
        _("Numbers"),
        "1.1",
        {
            "numbers": Option(
                _("where the numbers come from"),
                _("The numbers in the table are given %(field)s"),
                words={"lot": _("by lot"), "rating": _("by rating, the highest first")},
            ),
        },
    ),
    AWAY,
    Group(_("Equal points"), "4.2", {"tie_breaks": TIE_BREAKS}),
)
