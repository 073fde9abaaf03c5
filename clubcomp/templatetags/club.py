"""How is a fact written on a page? Points, results, colours, names, places, dates, fields.

Available in every template without loading. Everything returned is escaped.
"""

import datetime
import secrets
from fractions import Fraction
from typing import Any

from django import template
from django.forms import BoundField
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext

from clubcomp.flow import rounds
from clubcomp.names import Name, parse_name
from pairing.core.types import Colour, Result
from pairing.registry import get_system
from pairing.sentences import game_words

register = template.Library()

MINUS = "\N{MINUS SIGN}"
THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
# Where the sign of a percentage stands first, and where the day of the week stands last.
PERCENT_FIRST = frozenset({"tr"})
WEEKDAY_LAST = frozenset({"tr"})


# Forms -----------------------------------------------------------------------------------
@register.simple_tag(takes_context=True)
def csrf_token(context: dict[str, Any]) -> SafeString | str:
    """Django's tag of this name, and beside it the key with which a form is done only once.

    Every form of ours has that tag, so no form can lack the key.
    """
    token = context.get("csrf_token")
    if not token or token == "NOTPROVIDED":  # noqa: S105
        return ""
    return format_html(
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<input type="hidden" name="form_key" value="{}">',
        token,
        secrets.token_urlsafe(12),
    )


# Points ----------------------------------------------------------------------------------
@register.simple_tag
def points(value: Fraction | int | None) -> SafeString | str:
    """Points in a column: the fraction has a slot of its own, so units stand under units."""
    if value is None:
        return ""
    whole, part = _parts(value)
    slot = "part decimals" if len(part) > 1 else "part"
    return format_html(
        '<span class="points">{}<span class="{}">{}</span></span>', whole, slot, part
    )


@register.filter
def counted(value: Fraction | int | None, competition: Any) -> Fraction | int | None:
    """Points as the players of the game count them: in draughts a win is two.

    Where points are made of value numbers they are what they are.
    """
    has_values = get_system(competition.system).abilities.has_value_numbers
    if value is None or has_values:
        return value
    return game_words.shown_points(value, competition.game)


@register.filter
def points_text(value: Fraction | int | None) -> str:
    """Points inside a sentence: "28⅔", "½", "0", "−2", "12,57"."""
    return "" if value is None else "".join(_parts(value))


@register.filter
def plural_of(value: Fraction | int) -> int:
    """The number that chooses between "point" and "points": up to one it is a point."""
    return 1 if 0 < value <= 1 else 2


def _parts(value: Fraction | int) -> tuple[str, str]:
    """Sign and whole part, and the glyph or the decimals, of exact points.

    A lone fraction has no 0 before it; nothing at all is "0". A fraction without a glyph is
    rounded to two decimals, halves away from zero.
    """
    sign = MINUS if value < 0 else ""
    whole, rest = divmod(abs(Fraction(value)), 1)
    if not rest:
        return f"{sign}{whole}", ""
    if rest in GLYPHS:
        return f"{sign}{whole or ''}", GLYPHS[rest]
    whole, hundredths = divmod(_rounded(abs(Fraction(value)) * 100), 100)
    return f"{sign}{whole}", f"{formats.get_format('DECIMAL_SEPARATOR')}{hundredths:02d}"


def _rounded(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


@register.filter
def percent(share: Fraction | None) -> str:
    """A share of one as a whole percentage: "45 %", in Turkish "%45"; without a share "–"."""
    if share is None:
        return "–"
    number = _rounded(Fraction(share) * 100)
    return f"%{number}" if get_language() in PERCENT_FIRST else f"{number}{THIN_SPACE}%"


# Colours and results ---------------------------------------------------------------------
@register.simple_tag
def disc(colour: Colour | str, word: str = "hidden") -> SafeString:
    """The sign of a colour. `word` is "hidden" (only spoken), "shown" or "none"."""
    is_black = str(colour) == "black"
    sign = format_html(
        '<span class="{}" aria-hidden="true"></span>', "disc disc-black" if is_black else "disc"
    )
    if word == "none":
        return sign
    name = pgettext("colour", "black") if is_black else pgettext("colour", "white")
    frame = "{} {}" if word == "shown" else '{}<span class="visually-hidden">{} </span>'
    return format_html(frame, sign, name)


@register.filter
def result_text(result: Result | str | None, game: str = "chess") -> str:
    """A result on a page: "1‑0", "½‑½", "1‑0 r" for a forfeit, nothing while it is open.

    No line ends at its hyphen. Files and texts to be copied have `game_words.result_text`.
    """
    said = game_words.result_text(Result.parse(str(result)) if result else Result.UNFINISHED, game)
    return said.replace("-", "\N{NON-BREAKING HYPHEN}")


@register.simple_tag
def change(places: int | None) -> SafeString | str:
    """Places won (more than 0) or lost since before; nothing for who was not there before."""
    if places is None:
        return ""
    if not places:
        sign, words = "–", gettext("same place")
    elif places > 0:
        sign = f"▲ {places}"
        words = ngettext("%(count)s place up", "%(count)s places up", places)
    else:
        sign = f"▼ {-places}"
        words = ngettext("%(count)s place down", "%(count)s places down", -places)
    return format_html(
        '<span class="change"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        sign,
        words % {"count": abs(places)} if places else words,
    )


# Names -----------------------------------------------------------------------------------
@register.filter
def name(person: Any) -> str:
    """The name of a player, a `Name` or a written name, as plain text."""
    return f"{_name(person)} {_apart(person)}".rstrip()


@register.filter
def bold_surname(person: Any) -> SafeString:
    """A name with the surname in bold, for lists sorted on surname."""
    given, prefix, surname = _name(person)
    before = "".join(f"{word} " for word in (given, prefix) if word)
    apart = _apart(person)
    return format_html("{}<b>{}</b>{}", before, surname, f" {apart}" if apart else "")


def _name(person: Any) -> Name:
    if isinstance(person, Name):
        return Name(*(part.replace("'", "’") for part in person))
    return person.parts if hasattr(person, "parts") else parse_name(str(person))


def _apart(person: Any) -> str:
    """What tells a player from others of his name."""
    return getattr(person, "apart", "")


# Rounds ----------------------------------------------------------------------------------
@register.filter
def round_name(evening: Any, number: int) -> str:
    """A round in a sentence: "game 2" of the evening, or "round 5" of the competition."""
    return rounds.round_name(evening, number)


@register.filter
def round_of(evening: Any, number: int) -> str:
    """The same with how many there are: "game 2 of 7", "round 5 of 9"."""
    count = rounds.number_of_rounds(evening.competition) or evening.games
    facts = {"round": rounds.round_name(evening, number), "count": count}
    return gettext("%(round)s of %(count)s") % facts


@register.filter
def known_by(evening: Any, number: int) -> str:
    """What one round is known by beside its day: "blitz, game 3", "blitz", "round 5 of 9"."""
    if not get_system(evening.competition.system).abilities.uses_tempos:
        return round_of(evening, number)
    if evening.games == 1:
        return str(evening.tempo)
    facts = {"tempo": evening.tempo, "game": rounds.round_name(evening, number)}
    return gettext("%(tempo)s, %(game)s") % facts


def span(first: str, last: str) -> str:
    """From which round until which, both as they are named; "" is the evening's first or last."""
    if first and last:
        return gettext("from %(first)s until %(last)s") % {"first": first, "last": last}
    if first:
        return gettext("from %(first)s") % {"first": first}
    return gettext("until %(last)s") % {"last": last} if last else ""


@register.filter
def uses_tempos(competition: Any) -> bool:
    """Whether a round is a game of the evening here, and not a round of the competition."""
    return get_system(competition.system).abilities.uses_tempos


@register.filter
def tempo_or_rounds(evening: Any) -> str:
    """What an evening is known by: its tempo, "blitz", or else its rounds, "round 5 of 9"."""
    if get_system(evening.competition.system).abilities.uses_tempos:
        return str(evening.tempo)
    first, last = evening.first_round, evening.first_round + evening.games - 1
    count = rounds.number_of_rounds(evening.competition) or last
    facts = {"first": first, "last": last, "count": count}
    if first == last:
        return gettext("round %(first)s of %(count)s") % facts
    return gettext("rounds %(first)s to %(last)s of %(count)s") % facts


@register.filter
def evening_name(evening: Any) -> str:
    """What an evening is called in a sentence of a leader's page: "Tuesday 24 November, blitz".

    In small letters where the language writes days so: what begins a line is `capfirst`.
    Without the tempo where the competition is called the same.
    """
    when = day(evening.date) or gettext("evening %(number)s") % {"number": evening.number}
    what = tempo_or_rounds(evening)
    if what.casefold() == evening.competition.name.casefold():
        return when
    return gettext("%(day)s, %(tempo)s") % {"day": when, "tempo": what}


@register.filter
def programme(evening: Any) -> str:
    """What is played on an evening: "blitz, 7 games", "rounds 5 to 6 of 9"."""
    if not get_system(evening.competition.system).abilities.uses_tempos:
        return tempo_or_rounds(evening)
    words = ngettext("%(tempo)s, %(games)s game", "%(tempo)s, %(games)s games", evening.games)
    return words % {"tempo": evening.tempo, "games": evening.games}


# Times -----------------------------------------------------------------------------------
@register.filter
def clock(moment: datetime.datetime | datetime.time | None) -> str:
    """A time of day, "19:58", on the club's clock."""
    return formats.date_format(_local(moment), "H:i") if moment else ""


@register.filter
def day(date: datetime.date | None, length: str = "long") -> str:
    """A date: "dinsdag 24 november"; "short" is "di 24 november", "year" adds the year.

    "short year" is both. Where the day of the week stands last it follows the year.
    """
    if not date:
        return ""
    weekday = "D" if "short" in length else "l"
    rest = "j F Y" if "year" in length else "j F"
    pattern = f"{rest} {weekday}" if get_language() in WEEKDAY_LAST else f"{weekday} {rest}"
    return formats.date_format(_local(date), pattern)


def _local(moment: Any) -> Any:
    """An aware moment on the club's clock; anything else as it is."""
    if isinstance(moment, datetime.datetime) and timezone.is_aware(moment):
        return timezone.localtime(moment)
    return moment


# Forms -----------------------------------------------------------------------------------
@register.inclusion_tag("_field.html")
def field(bound: BoundField) -> dict[str, Any]:
    """A form field with its label above, hint and error; a checkbox with its label behind."""
    is_tick = bound.widget_type == "checkbox"
    return {
        "field": bound,
        "is_tick": is_tick,
        "is_group": bound.use_fieldset and not is_tick,
        "may_be_empty": not (bound.field.required or is_tick or bound.widget_type == "select"),
    }
