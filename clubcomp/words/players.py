"""What are people called, in full and in passing?"""

from typing import Any

from django.utils.translation import pgettext

from clubcomp.doors.names import FULL, HIDDEN, Name, as_read, initialled, naming_now, parse_name
from clubcomp.models import Membership
from pairing.sentences.words import listed


def name(person: Any) -> str:
    """The name of a player, a `Name` or a written name, as plain text."""
    return f"{name_parts(person)} {suffix_of(person)}".rstrip()


def name_parts(person: Any) -> Name:
    """First name, prefix and surname, with the apostrophes that a page has."""
    if isinstance(person, Name):
        return Name(*map(as_read, person))
    return person.shown if hasattr(person, "shown") else parse_name(str(person))


def suffix_of(person: Any) -> str:
    """What tells a player from their namesakes."""
    return getattr(person, "shown_suffix", "")


def display_name(entry: Any) -> str:
    """A player of the competition in a list: "Tom Brouwer (guest)"."""
    name = str(entry.player)
    return pgettext("player", "%(name)s (guest)") % {"name": name} if entry.guest else name


def first_name(entry: Any) -> str:
    """What a player is called in passing: the first name, or all there is."""
    return entry.player.shown.first_name or str(entry.player)


def names(entries: Any) -> str:
    """Players in a sentence: "Anna de Boer, Bert Bos and Karel Vos"."""
    return listed(str(entry.player) for entry in entries)


def account_name(membership: Membership) -> str:
    """Somebody with a role, as who reads may see the name; "" where it is hidden."""
    now = naming_now()
    wish, birth_year = "", None
    if player := membership.player:
        wish, birth_year = player.shown_as, player.birth_year
    how = now.of(wish, birth_year) if now else FULL
    if how == HIDDEN:
        return ""
    return str(membership.user if how == FULL else initialled(str(membership.user)))


def given_name(person: Any) -> str:
    """What a leader is called beside a result: the first name, else the surname."""
    parts = parse_name(str(person or ""))
    return parts.first_name or parts.surname
