"""Is the input of a step valid, and does the row that it acts on still exist?"""

import math
import re
import zoneinfo
from collections.abc import Container, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import CharField, EmailField, Field, Model, QuerySet, SlugField, TextField
from django.utils.translation import gettext as _

from clubcomp.doors.names import is_readable, readable
from clubcomp.doors.slugs import is_slug
from clubcomp.doors.web_addresses import parsed_address
from clubcomp.flow.errors import StepError
from clubcomp.models import rules

Row = TypeVar("Row", bound=Model)
#: The length of the columns for a reason.
LONGEST = 500
LONGEST_NOTE = 200


def first_unordered(rows: QuerySet[Row]) -> Row | None:
    """The only row, or None; unlike `first()` it sorts nothing."""
    return next(iter(rows.order_by()[:1]), None)


def reread(rows: QuerySet[Row], row: Model, gone: str) -> Row:
    """The row as it is stored now; StepError with the sentence `gone` when it was removed."""
    stored = first_unordered(rows.filter(pk=row.pk))
    if stored is None:
        raise StepError(gone)
    return stored


def assign(row: Model, values: Mapping[str, Any], columns: Container[str]) -> None:
    """Give a row these values; TypeError for one that is not of these `columns`."""
    for name, value in values.items():
        if name not in columns:
            raise TypeError(f"{name} of {type(row).__name__} is not changed so")
        setattr(row, name, value)


def checked_reason(reason: str) -> str:
    """The reason without blanks around it; StepError when it is empty or too long."""
    reason = reason.strip()
    if not reason:
        raise StepError(_("Say why: others will see the reason."))
    if len(reason) > LONGEST:
        raise StepError(_("The reason is too long: at most %(most)s letters."), most=LONGEST)
    check_readable(reason)
    return reason


def check_note(note: str) -> None:
    if len(note) > LONGEST_NOTE:
        raise StepError(_("The note is too long: at most 200 letters."))
    check_readable(note)


def check_rating(rating: int | None) -> None:
    if rating is not None and not 0 <= rating <= rules.MOST_RATING:
        raise StepError(str(rules.rating.message))


def check_email(address: str, shown: str = "") -> None:
    """StepError unless this is an e-mail address; `shown` is how the message quotes it."""
    try:
        validate_email(address)
        rules.mail_host(address)
    except ValidationError as error:
        words = _("“%(email)s” is not an e-mail address.") % {"email": shown or address}
        raise StepError(words) from error


def checked_sites(text: str) -> list[str]:
    """The sites of some addresses, each once; StepError for a word that is no address.

    The path of an address is ignored, and a missing scheme means https.
    """
    sites: dict[str, None] = {}
    for word in text.replace(",", " ").split():
        address = parsed_address(word if "://" in word else f"https://{word}")
        if address is None:
            raise StepError(_("“%(word)s” is not the address of a site."), word=word)
        sites[address.site] = None
    return list(sites)


#: The time zones of places, and UTC.
ZONES = sorted(
    name
    for name in zoneinfo.available_timezones()
    if name == "UTC" or ("/" in name and not name.startswith(("Etc/", "SystemV/", "US/")))
)


def _rows_of(table: str) -> Iterator[list[str]]:
    """The rows of a table that the time zones come with."""
    lines = (files("tzdata") / "zoneinfo" / table).read_text("utf-8").splitlines()
    return (line.split("\t") for line in lines if not line.startswith("#"))


@cache
def countries() -> frozenset[str]:
    """The two-letter codes of all countries (ISO 3166)."""
    return frozenset(row[0] for row in _rows_of("iso3166.tab"))


#: Where a country has several zones: how the table notes the zone of most of it.
_MOST = re.compile(r"most of|.*\(mainland\)|Beijing Time")


@cache
def zone_of(country: str) -> str:
    """The time zone of a country: its only one, or that of most of it; else that of the site."""
    zones = [row[2:] for row in _rows_of("zone.tab") if row[0] == country]
    of_most = [name for name, *notes in zones if len(zones) == 1 or _MOST.match(notes[0])]
    return of_most[0] if len(of_most) == 1 else settings.TIME_ZONE


@cache
def is_clock_of(zone: str, country: str) -> bool:
    """Whether a zone of the country has that clock, in winter and in summer; for a country that is
    not known, whether there is such a zone.
    """
    if zone not in ZONES:
        return False
    own = {row[2] for row in _rows_of("zone.tab") if row[0] == country}
    return not own or _offsets(zone) in map(_offsets, own)


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    clock = zoneinfo.ZoneInfo(zone)
    return tuple(datetime(2026, month, 1, tzinfo=clock).utcoffset() for month in (1, 7))


def checked_country(text: str) -> str:
    """The code of a country in capitals, or ""; StepError if there is no such country."""
    country = text.strip().upper()
    if country and country not in countries():
        words = _(
            "There is no country “%(country)s”. Write its two letters, like NL or TR, or leave"
            " it empty."
        )
        raise StepError(words, country=text[:60])
    return country


def check_zone(name: str) -> None:
    """StepError when there is no such time zone."""
    if name not in ZONES:
        raise StepError(_("There is no time zone “%(zone)s”."), zone=name[:60])


def checked_slug(
    slug: str, site_words: Container[str], rivals: QuerySet[Any], is_taken: str
) -> str:
    """The address; StepError when the site has it, or a row of `rivals` (with `is_taken`)."""
    if not is_slug(slug):
        raise StepError(
            _("An address has 1 to 60 letters without accents, digits, hyphens or underscores.")
        )
    if slug in site_words:
        raise StepError(_("The site itself uses the address “%(slug)s”."), slug=slug)
    if rivals.filter(slug=slug).exists():
        raise StepError(is_taken, slug=slug)
    return slug


def check_texts(row: Model) -> None:
    """StepError if a text of the row is longer than its column, or unreadable, or if any value
    breaks the rules of its column. What is wrong with an address the steps say themselves.
    """
    for field in row._meta.concrete_fields:
        if not field.editable or field.is_relation:
            continue
        if not isinstance(field, (CharField, TextField)):
            _check_rules(field, getattr(row, field.attname))
            continue
        text = getattr(row, field.attname) or ""
        if len(text) > (field.max_length or math.inf):
            words = _("The field “%(field)s” has at most %(most)s letters.")
            raise StepError(words, field=field.verbose_name, most=field.max_length)
        check_readable(text)
        if not isinstance(field, (EmailField, SlugField)):
            _check_rules(field, text)


def check_row(row: Model) -> None:
    """StepError if the values of a row do not go together, by the rules of its table."""
    try:
        if hasattr(row, "must_hold"):
            row.must_hold()
    except ValidationError as error:
        raise StepError(" ".join(error.messages)) from error


def _check_rules(field: "Field[Any, Any]", value: Any) -> None:
    if value not in field.empty_values:
        try:
            field.run_validators(value)
        except ValidationError as error:
            raise StepError(" ".join(error.messages)) from error


def check_readable(text: str) -> None:
    """StepError if a text is not `is_readable`."""
    if not is_readable(text):
        raise StepError(unreadable(text))


def unreadable(text: str) -> str:
    """The sentence that refuses a text, with what to do about it."""
    words = _(
        "“%(text)s” has hidden signs in it, or many marks on one letter. Type it anew instead of"
        " copying it."
    )
    return words % {"text": readable(text)[:60]}
