"""Which ways of having no game are there, and how do rows write them?

A row has an `Unplayed`, or the key of a kind of absence of the competition's own behind a colon.
Anyone who does not know the competition's table takes such a kind for an absence with notice.
"""

from django.core.validators import RegexValidator
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
    (Unplayed.NO_NOTICE.value, _("absent without notice")),
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

#: What stands before the key of a kind of the competition's own; the longest of both.
OWN, LONGEST = ":", 21


def unplayed(kind: str) -> Unplayed:
    """A row's kind without the table of the competition: a kind of its own is an absence."""
    return Unplayed.ABSENT if kind.startswith(OWN) else Unplayed(kind)


def stored(key: str) -> str:
    """How rows write a kind of absence that the rules of a competition know by this key."""
    return key if key in STANDARD else f"{OWN}{key}"


def key_of(kind: str) -> str:
    """By which key the rules of a competition know a row's kind."""
    return kind.removeprefix(OWN)


#: The kinds of absence that every competition has.
STANDARD = (Unplayed.ABSENT.value, Unplayed.EXTERNAL.value, Unplayed.NO_NOTICE.value)


def one_of(*kinds: str) -> RegexValidator:
    """A row has one of these, or a kind of the competition's own."""
    return RegexValidator(rf"^({'|'.join(kinds)}|{OWN}[a-z_]{{1,20}})\Z", _("This is no kind."))


def name_of(kind: str) -> str:
    """The standard name of a kind, where the competition's own is not known."""
    return str((dict(KINDS) | dict(ANNOUNCED)).get(unplayed(kind), kind))
