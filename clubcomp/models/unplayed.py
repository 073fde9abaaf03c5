"""Which ways of having no game are there, as the choices of a column?"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing.core.unplayed import Unplayed

Choices = list[tuple[str, Promise]]

#: In the record of a round. Players absent with notice have no row.
KINDS: Choices = [
    (Unplayed.BYE.value, _("bye")),
    (Unplayed.EXTERNAL.value, _("external")),
    (Unplayed.NO_NOTICE.value, _("absent without notice")),
    (Unplayed.EXEMPT.value, _("not invited")),
    (Unplayed.HALF_POINT_BYE.value, _("half-point bye")),
    (Unplayed.FULL_POINT_BYE.value, _("full-point bye")),
]

#: What can be announced for an evening. Not the bye: pairing decides who gets it.
ANNOUNCED: Choices = [
    (Unplayed.ABSENT.value, _("signed off")),
    (Unplayed.EXTERNAL.value, _("external")),
    (Unplayed.NO_NOTICE.value, _("did not turn up")),
    (Unplayed.EXEMPT.value, _("not invited")),
    (Unplayed.HALF_POINT_BYE.value, _("half-point bye")),
    (Unplayed.FULL_POINT_BYE.value, _("full-point bye")),
]

#: How a player can be away on several evenings.
AWAY: Choices = [
    (kind, name)
    for kind, name in ANNOUNCED
    if Unplayed(kind).is_known_ahead and not Unplayed(kind).is_bye
]
