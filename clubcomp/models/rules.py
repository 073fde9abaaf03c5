"""What may a column hold, beyond its type and length? Asked of everything that comes in.

Forms, steps, documents, archives and commands all ask the column, so a rule stands with it, here.
"""

import re
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

from clubcomp.doors.web_addresses import is_host, parsed_address
from pairing.core.beside_games import DecidedTie
from pairing.core.types import OVERALL

MOST_RATING = 4000
#: Years of birth; a competition document has the same (`pairing.formats.nodes`).
YEARS = range(1850, 2151)
#: Of prizes: the last place for which there is one, and what one is worth at most.
LAST_PLACE, DEAREST = 200, 1_000_000
#: Federations whose numbers have digits only.
IN_DIGITS = ("FIDE", "KNSB", "KNDB", "EGD")
#: A short name: of a player, a group, a tempo.
WORD = re.compile(r"[A-Za-z0-9_.-]{1,40}", re.ASCII)
#: The numbers of a tempo, with the least and the most that they can be; how much one counts.
TEMPO_NUMBERS = {"games_per_evening": (1, 20), "last_n": (0, 99), "absence_limit": (0, 99)}
#: Of a tempo too: the minutes of each player for the game, and the seconds more for each move.
PACE = {"minutes": (1, 600), "increment": (0, 600)}
HEAVIEST = 10
#: Points that somebody has beside those that were earned.
MOST_POINTS = 999
rating = MaxValueValidator(MOST_RATING, _("A rating lies between 0 and 4000."))
federation = RegexValidator(r"^[A-Z]{3}\Z", _("A federation is three capital letters: NED, TUR."))
country = RegexValidator(r"^[A-Z]{2}\Z", _("A country is two capital letters: NL, TR."))


def one_line(text: str) -> None:
    """It becomes a line of a header, where the next line is another header."""
    if len(text.splitlines()) > 1 or text != text.strip("\r\n"):
        raise ValidationError(_("This has to be on one line."))


def sites(text: str) -> None:
    """Sites as browsers name them, which cannot end a directive of a policy or begin another."""
    for word in text.split(" "):
        address = parsed_address(word)
        if address is None or address.site != word:
            words = _("“%(word)s” is not the address of a site.") % {"word": word[:60]}
            raise ValidationError(words)


def links(value: Any) -> None:
    """Web addresses as they are followed, with http or https."""
    if not isinstance(value, list) or not all(
        isinstance(link, str) and str(parsed_address(link)) == link for link in value
    ):
        raise ValidationError(_("These are no web addresses."))


#: The name of a picture, which is its address: its kind, a digest, and its ending.
picture_name = RegexValidator(
    r"^(crest|icon|photo)-[0-9a-f]{16}\.(svg|png|jpg)\Z", _("This is no name of a picture.")
)


def mail_host(text: str) -> None:
    """An e-mail address whose host is a name, and no number in brackets."""
    host = text.rpartition("@")[2]
    try:
        is_sound = is_host(host.encode("idna").decode())
    except UnicodeError:
        is_sound = False
    if not is_sound or not text.isprintable():
        words = _("“%(email)s” is not an e-mail address.") % {"email": text[:60]}
        raise ValidationError(words)


def earlier_options(value: Any) -> None:
    """Options that held until an evening, in the order of the evenings."""
    is_sound = isinstance(value, list) and all(
        isinstance(item, list)
        and [type(part) for part in item] == [int, dict]
        and item[0] > (value[number - 1][0] if number else 0)
        for number, item in enumerate(value)
    )
    if not is_sound:
        raise ValidationError(_("These are no options that held until an evening."))


def year_of_birth(year: int | None) -> None:
    """A year in which somebody may be born."""
    if year is not None and year not in YEARS:
        raise ValidationError(_("A year of birth lies between 1850 and 2150."))


def number_of(issuer: str, number: str) -> None:
    """A number as its federation gives them."""
    if number != "".join(number.split()) or (
        issuer in IN_DIGITS and not (number.isascii() and number.isdigit())
    ):
        words = _("“%(number)s” is not a number of the %(issuer)s: that has digits only.")
        raise ValidationError(words % {"number": number[:40], "issuer": issuer or "–"})


def in_order(least: Any, most: Any) -> None:
    """Two limits, or days, of which either may be missing: the first is the lower one."""
    if least is not None and most is not None and least > most:
        words = _("Nobody is between %(least)s and %(most)s: the first is the lower one.")
        raise ValidationError(words % {"least": least, "most": most})


def word(text: str) -> None:
    """What stands for a player or a group in documents and addresses."""
    if not WORD.fullmatch(text) or text == "0":
        words = _("“%(word)s” cannot be the short name of a player or a group.")
        raise ValidationError(words % {"word": text[:40]})


def tempo_key(text: str) -> None:
    """What stands for a tempo."""
    if not WORD.fullmatch(text) or text == OVERALL:
        words = _(
            "“%(key)s” cannot be the short name of a tempo: it has 1 to 40 letters without"
            " accents, digits, dots, hyphens or underscores, and is not “all”."
        )
        raise ValidationError(words % {"key": text[:40]})


def weight(text: str) -> None:
    """What a game counts, an integer or "p/q" in lowest terms."""
    number = _fraction(text)
    if number is None or not 0 <= number <= HEAVIEST or len(text) > 13:
        words = _("The weight of a tempo is a number or fraction from 0 to 10, like 1/2.")
        raise ValidationError(words)


def evenings(start: int, joined: int, left: int | None) -> None:
    """A player's place in the start order, and the first and last evening."""
    if start < 1:
        raise ValidationError(_("A place in the start order is 1 or more."))
    if joined < 1 or (left is not None and left < joined):
        raise ValidationError(_("The last evening cannot be before the first one."))


def moves(group: str, before: Any) -> None:
    """The present group, and the earlier ones: [group, last evening, whether that counts along]."""
    is_sound = isinstance(before, list) and all(
        isinstance(move, list)
        and [type(part) for part in move] == [str, int, bool]
        and move[1] > (before[number - 1][1] if number else 0)
        for number, move in enumerate(before)
    )
    if not is_sound:
        raise ValidationError(_("These are no groups of before, in the order of the evenings."))
    for name in (group, *(move[0] for move in before)):
        if name:
            word(name)


def start_points(value: Any) -> None:
    """No points, or [points as a fraction, last evening or None]."""
    is_sound = value == []
    if isinstance(value, list) and len(value) == 2:
        points, until = _fraction(value[0]), value[1]
        has_end = type(until) is int and until > 0
        is_sound = points is not None and abs(points) <= MOST_POINTS and (until is None or has_end)
    if not is_sound:
        raise ValidationError(_("These are no points to be paired with."))


def _fraction(text: Any) -> Fraction | None:
    """The fraction that a stored text means; None if it is not a fraction in lowest terms."""
    try:
        number = Fraction(text) if isinstance(text, str) else None
    except (ValueError, ZeroDivisionError):
        return None
    return number if str(number) == text else None


def tie_from(written: dict[str, Any]) -> DecidedTie:
    """A tie that was decided by hand, from how it is stored."""
    values = {**written, "players": tuple(written["players"])}
    return DecidedTie(**values | {"points": Fraction(written["points"])})


def decided_ties(value: Any) -> None:
    """Ties that were decided by hand."""
    try:
        ties = [tie_from(item) for item in value]
        texts = [text for tie in ties for text in (tie.scope, tie.reason, *tie.players)]
        numbers = [number for tie in ties for number in (tie.evening, tie.number)]
        is_sound = {*map(type, texts)} <= {str} and {*map(type, numbers)} <= {int}
    except (AttributeError, ArithmeticError, LookupError, TypeError, ValueError):
        is_sound = False
    if not is_sound:
        raise ValidationError(_("These are no ties that were decided by hand."))


def kinds(value: Any) -> None:
    """Kinds of messages that a club may leave off."""
    from clubcomp.models.messages import WISHED  # it imports clubs, which imports this

    if not isinstance(value, list) or not all(
        isinstance(kind, str) and kind in WISHED for kind in value
    ):
        raise ValidationError(_("This names a kind of message that there is not."))
