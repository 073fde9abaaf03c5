"""Points, results, days, names, and several of them, as pages write them.

Also where a line may not be broken: between a noun and its number, "game 4", "4. oyun".
"""

import datetime
import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, TypeVar, overload

from django.db.models import QuerySet
from django.utils import formats, timezone
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from clubcomp.doors.names import FULL, HIDDEN, Name, as_read, initialled, naming_now, parse_name
from clubcomp.flow.seasons import usual_year
from clubcomp.models import Entry, Game, Membership
from pairing.core.types import Result
from pairing.sentences.words import listed, points_text, result_text, rounded, shown_points

Thing = TypeVar("Thing")
Made = TypeVar("Made")

THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
BLANK, NO_BREAK = " ", "\u00a0"
#: The languages that write the sign of a percentage first.
PERCENT_FIRST = frozenset({"tr"})
#: Days from now after which a date is written with its year.
NEXT_SEASON = datetime.timedelta(days=200)


# Points and results ------------------------------------------------------------------------------


@overload
def counted(value: None, competition: Any) -> None: ...


@overload
def counted(value: Fraction | int, competition: Any) -> Fraction | int: ...


def counted(value: Fraction | int | None, competition: Any) -> Fraction | int | None:
    """Points as the players of the game count them: in draughts a win is two points.

    Points made of value numbers stay as they are.
    """
    if value is None or competition.abilities.has_value_numbers:
        return value
    return shown_points(value, competition.game)


def scored(value: Fraction, competition: Any) -> Fraction:
    """A score in games, as the players of the game count it, in every system."""
    return shown_points(value, competition.game)


def plural_of(value: Fraction | int) -> int:
    """The number that chooses between "point" and "points": "½ point", "0 points"."""
    return 1 if 0 < value <= 1 else 2


def percent(share: Fraction | None) -> str:
    """A share of one as a whole percentage: "45 %", in Turkish "%45"; without a share "–"."""
    if share is None:
        return "–"
    number = rounded(Fraction(share) * 100)
    return f"%{number}" if get_language() in PERCENT_FIRST else f"{number}{THIN_SPACE}%"


def page_result(result: Result | str | None, game: str = "chess") -> str:
    """A result on a page: "1‑0", "½‑½", "1‑0 r" for a forfeit, "" while it is open.

    No line ends at its hyphen. Files and texts to be copied use `result_text` of sentences.
    """
    parsed = Result.parse(str(result)) if result else Result.UNFINISHED
    return result_text(parsed, game).replace("-", "\N{NON-BREAKING HYPHEN}")


def outcome(game: Game | None, kind: str) -> str:
    """The state of a game in a word: its result, or how it was put off; "" while it is open."""
    if game is None or not (game.is_decided or game.put_off):
        return ""
    if game.is_decided:
        return page_result(game.result, kind)
    if game.put_off == "adjourned":
        return pgettext("game", "adjourned")
    return pgettext("game", "postponed")


def points_in_words(points: Fraction | None) -> str:
    """Points with their word: "1 point", "½ point", "2½ points"; "" for None."""
    if points is None:
        return ""
    words = ngettext("%(points)s point", "%(points)s points", plural_of(points))
    return words % {"points": points_text(points)}


# Days and hours ----------------------------------------------------------------------------------


def clock(moment: datetime.datetime | datetime.time | None) -> str:
    """A time of day, "19:58", on the club's clock."""
    return formats.date_format(_local(moment), "H:i") if moment else ""


def day(date: datetime.date | None, length: str = "long") -> str:
    """A date: "dinsdag 24 november"; "short" is "di 24 november", "year" adds the year.

    "short year" is both, "shortest" is "24 nov". The catalogue of a language has its order and its
    signs. The year is always added to a day of an earlier season or of the next one, so that nobody
    takes it for a day of this season.
    """
    if not date:
        return ""
    date = _local(date)
    return _written(date, length, "year" in length or _is_far(date), get_language())


@lru_cache(maxsize=4096)
def _written(date: datetime.date, length: str, has_year: bool, _language: str | None) -> str:
    if length == "shortest":
        pattern = _("j M Y") if has_year else _("j M")
    else:
        pattern = _("%(weekday)s %(date)s") % {
            "weekday": "D" if "short" in length else "l",
            "date": _("j F Y") if has_year else _("j F"),
        }
    return formats.date_format(date, pattern)


def short_month(date: datetime.date) -> str:
    """The month of a date, "nov"; in Dutch without a capital."""
    return formats.date_format(date, "b" if get_language() == "nl" else "M")


def _is_far(moment: datetime.date) -> bool:
    """Whether a day is in an earlier season, or so far ahead that it is in the next one."""
    date = moment.date() if isinstance(moment, datetime.datetime) else moment
    today = timezone.localdate()
    return date < usual_year(today)["first"] or date > today + NEXT_SEASON


def _local(moment: Any) -> Any:
    """An aware moment on the club's clock; anything else as it is."""
    if isinstance(moment, datetime.datetime) and timezone.is_aware(moment):
        return timezone.localtime(moment)
    return moment


def as_date(written: str) -> datetime.date | None:
    """A date that a record holds as text, "2021-09-07"; None if it is not known."""
    return datetime.date.fromisoformat(written) if written else None


# Names of people, in full and in passing --------------------------------------------------------


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


def display_name(entry: Entry) -> str:
    """A player of the competition in a list: "Tom Brouwer (guest)"."""
    name = str(entry.player)
    return pgettext("player", "%(name)s (guest)") % {"name": name} if entry.guest else name


def first_name(entry: Entry) -> str:
    """A player's name in passing: the first name, else the whole name."""
    return entry.player.shown.first_name or str(entry.player)


def names(entries: Iterable[Entry]) -> str:
    """Players in a sentence: "Anna de Boer, Bert Bos and Karel Vos"."""
    return listed(str(entry.player) for entry in entries)


def account_name(membership: Membership) -> str:
    """The name of a person with a role, as the reader may see it; "" if it is hidden."""
    now = naming_now()
    wish, birth_year = "", None
    if player := membership.player:
        wish, birth_year = player.shown_as, player.birth_year
    how = now.of(wish, birth_year) if now else FULL
    if how == HIDDEN:
        return ""
    return str(membership.user if how == FULL else initialled(str(membership.user)))


def given_name(person: Any) -> str:
    """A leader's name beside a result: the first name, else the surname."""
    parts = parse_name(str(person or ""))
    return parts.first_name or parts.surname


# Several in a sentence ---------------------------------------------------------------------------


class Few(list[Thing]):
    """The first of some things, and how many `more` there are, so that a page can say so.

    Nothing in `clubcomp.pages` and `clubcomp.words` is cut in another way.
    """

    more = 0

    def made(self, make: Callable[[Thing], Made]) -> "Few[Made]":
        """The things that `make` makes of these; `more` stays the same."""
        made = Few(map(make, self))
        made.more = self.more
        return made


def few(things: Iterable[Thing], most: int) -> Few[Thing]:
    """The first `most` of these things. No more rows than that are read from the database."""
    if not isinstance(things, QuerySet):
        things = list(things)
    shown = Few(things[:most])
    if len(shown) == most:
        shown.more = (things.count() if isinstance(things, QuerySet) else len(things)) - most
    return shown


def boards(games: Iterable[Game]) -> str:
    """Boards in a sentence: "board 3", "boards 3, 6 and 8"."""
    numbers = [game.board for game in games]
    words = ngettext("board %(boards)s", "boards %(boards)s", len(numbers))
    return words % {"boards": listed(numbers)}


def put_off_counted(games: Iterable[Game]) -> str:
    """How many boards were put off, and how: "1 adjourned, 2 postponed"; "" for none."""
    kinds = [game.put_off for game in games]
    adjourned, postponed = kinds.count("adjourned"), kinds.count("postponed")
    counts = (
        (adjourned, ngettext("%(count)d adjourned", "%(count)d adjourned", adjourned)),
        (postponed, ngettext("%(count)d postponed", "%(count)d postponed", postponed)),
    )
    return ", ".join(words % {"count": count} for count, words in counts if count)


def seated(players: Sequence[Any]) -> str:
    """The players at a board, White first: "Anna – Bert"; one player alone is "Anna (bye)"."""
    seats = " – ".join(map(str, players))
    return seats if len(players) > 1 else _("%(player)s (bye)") % {"player": seats}


def swap_words(board: Any) -> str:
    """Behind "Swap", for people who cannot see where the button stands: ", board 3"."""
    return _(", board %(board)s") % {"board": board.number} if board.number else _(", the bye")


# What stays on one line --------------------------------------------------------------------------


def unbroken(text: str) -> str:
    """A text in which a round, an evening and a board stay on one line with their number.

    A catalogue has the name of each once; here it is found in every sentence.
    """
    return _numbered(get_language()).sub(_joined, text)


@lru_cache(maxsize=16)
def _numbered(_language: str | None) -> re.Pattern[str]:
    """The names with a number in a language."""
    names = (
        _("game %(number)s") % {"number": 0},
        _("round %(number)s") % {"number": 0},
        _("evening %(number)s") % {"number": 0},
        _("board %(board)s") % {"board": 0},
    )
    patterns = (re.escape(name).replace("0", r"\d+") for name in names)
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


def _joined(name: re.Match[str]) -> str:
    return name[0].replace(BLANK, NO_BREAK)


def kept_together(word: Callable[..., Any]) -> Callable[..., Any]:
    """The same function for templates, with its text unbroken; a result other than str stays."""

    @wraps(word)
    def written(*args: Any, **kwargs: Any) -> Any:
        text = word(*args, **kwargs)
        return unbroken(text) if type(text) is str else text

    return written
