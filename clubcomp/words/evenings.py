"""What are rounds and evenings called, and how are a day and an hour written?"""

import datetime
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import get_language, gettext, ngettext

from clubcomp.flow.rounds import number_of_rounds, rounds_name
from clubcomp.flow.rounds import round_name as round_name  # also used by pages
from clubcomp.flow.seasons import usual_year
from clubcomp.flow.standings import cached_rows
from pairing.sentences.words import listed

#: Days from now after which a date is written with its year.
NEXT_SEASON = datetime.timedelta(days=200)


def round_of(evening: Any, number: int) -> str:
    """A round's name with how many there are: "game 2 of 7", "round 5 of 9"; of a cup "round 5",
    and so of one that is planned above the number of rounds."""
    name, count = round_name(evening, number), number_of_rounds(evening.competition)
    is_one_more = count is not None and evening.first_round + number - 1 > count
    if is_one_more or (count is None and not uses_tempos(evening.competition)):
        return name
    facts = {"round": name, "count": count or evening.games}
    return gettext("%(round)s of %(count)s") % facts


def rounds_named(evening: Any, numbers: Sequence[int]) -> str:
    """Rounds in a sentence: "game 1 and game 4"; more than two in a row are "games 2 to 7"."""
    names = []
    for _key, items in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        run = [number for _place, number in items]
        runs = [(run[0], run[-1])] if len(run) > 2 else [(number, number) for number in run]
        names += [rounds_name(evening, *ends) for ends in runs]
    return listed(names)


def known_by(evening: Any, number: int) -> str:
    """A round beside its day: "blitz, game 3", "blitz", "round 5 of 9"."""
    if not evening.competition.abilities.uses_tempos:
        return round_of(evening, number)
    if evening.games == 1:
        return str(evening.tempo)
    facts = {"tempo": evening.tempo, "game": round_name(evening, number)}
    return gettext("%(tempo)s, %(game)s") % facts


def span(first: str, last: str) -> str:
    """From which round until which, both as they are named; "" is the evening's first or last."""
    if first and first == last:
        return gettext("%(game)s only") % {"game": first}
    if first and last:
        return gettext("from %(first)s until %(last)s") % {"first": first, "last": last}
    if first:
        return gettext("from %(first)s") % {"first": first}
    return gettext("until %(last)s") % {"last": last} if last else ""


def uses_tempos(competition: Any) -> bool:
    """Whether a round is a game of the evening here, and not a round of the competition."""
    return bool(competition.abilities.uses_tempos)


def tempo_or_rounds(evening: Any) -> str:
    """What an evening is known by: its tempo, "blitz", or else its rounds, "round 5 of 9".

    Of one that is closed those that were played, if any was; a list has counted them (`paired`).
    """
    if evening.competition.abilities.uses_tempos:
        return str(evening.tempo)
    played = getattr(evening, "paired", None) if evening.is_closed else 0
    if played is None:
        played = len(cached_rows(evening.competition).rounds_of(evening))
    games = played or evening.games
    first, last = evening.first_round, evening.first_round + games - 1
    count = number_of_rounds(evening.competition)
    if count is None or last > count:
        return rounds_name(evening, 1, games)
    facts = {"first": first, "last": last, "count": count}
    if first == last:
        return gettext("round %(first)s of %(count)s") % facts
    return gettext("rounds %(first)s to %(last)s of %(count)s") % facts


def evening_name(evening: Any) -> str:
    """What an evening is called in a sentence of a leader's page: "Tuesday 24 November, blitz".

    In small letters where the language writes days so: what begins a line is `capfirst`.
    Without the tempo where the competition is called the same.
    """
    when = day(evening.date) or gettext("evening %(number)s") % {"number": evening.number}
    tempo = tempo_or_rounds(evening)
    if _is_called_as_competition(tempo, evening):
        return when
    return gettext("%(day)s, %(tempo)s") % {"day": when, "tempo": tempo}


def _is_called_as_competition(tempo: str, evening: Any) -> bool:
    return tempo.casefold() == str(evening.competition.name).casefold()


def programme(evening: Any) -> str:
    """What is played on an evening: "blitz, 7 games", "rounds 5 to 6 of 9".

    Without the tempo where the competition is called the same.
    """
    if not evening.competition.abilities.uses_tempos:
        return tempo_or_rounds(evening)
    if _is_called_as_competition(str(evening.tempo), evening):
        words = ngettext("%(count)s game", "%(count)s games", evening.games)
        return words % {"count": evening.games}
    words = ngettext("%(tempo)s, %(games)s game", "%(tempo)s, %(games)s games", evening.games)
    return words % {"tempo": evening.tempo, "games": evening.games}


def clock(moment: datetime.datetime | datetime.time | None) -> str:
    """A time of day, "19:58", on the club's clock."""
    return formats.date_format(_local(moment), "H:i") if moment else ""


def day(date: datetime.date | None, length: str = "long") -> str:
    """A date: "dinsdag 24 november"; "short" is "di 24 november", "year" adds the year.

    "short year" is both, "shortest" is "24 nov". The catalogue of a language has its order and its
    signs. The year is added to a day of an earlier season, and of the next one, which is not taken
    for a near one.
    """
    if not date:
        return ""
    date = _local(date)
    has_year = "year" in length or _is_far(date)
    if length == "shortest":
        pattern = gettext("j M Y") if has_year else gettext("j M")
    else:
        pattern = gettext("%(weekday)s %(date)s") % {
            "weekday": "D" if "short" in length else "l",
            "date": gettext("j F Y") if has_year else gettext("j F"),
        }
    return _written(date, pattern, get_language())


@lru_cache(maxsize=4096)
def _written(date: datetime.date, pattern: str, _language: str | None) -> str:
    return formats.date_format(date, pattern)


def short_month(date: datetime.date) -> str:
    """The month of a date, "nov"; in Dutch it is written small."""
    return formats.date_format(date, "b" if get_language() == "nl" else "M")


def _is_far(moment: datetime.date) -> bool:
    """Whether a day is of an earlier season than today, or so far ahead that it is of the next."""
    date = moment.date() if isinstance(moment, datetime.datetime) else moment
    today = timezone.localdate()
    return date < usual_year(today)["first"] or date > today + NEXT_SEASON


def _local(moment: Any) -> Any:
    """An aware moment on the club's clock; anything else as it is."""
    if isinstance(moment, datetime.datetime) and timezone.is_aware(moment):
        return timezone.localtime(moment)
    return moment


def evening_title(evening: Any) -> str:
    """What an evening is called above its pairing: tonight, the next one, or just open.

    Evenings are opened beforehand for players who sign off, and stay open past midnight.
    """
    today = timezone.localdate()
    if evening.is_planned or (evening.date and evening.date > today):
        return gettext("The next evening")
    return gettext("Today") if evening.date == today else gettext("The open evening")


def evening_state(evening: Any) -> str:
    """How far an evening is: "being played", or as its status is called."""
    if evening.is_open and not (evening.date and evening.date > timezone.localdate()):
        return gettext("being played")
    return str(evening.get_status_display())


def as_date(written: str) -> datetime.date | None:
    """The date that a record holds as text, "2021-09-07"; None where none is known."""
    return datetime.date.fromisoformat(written) if written else None


def not_paired(progress: Any) -> str:
    """Which games of the evening were not played: "6 of 7 games are not paired: games 2 to 7."."""
    evening = progress.evening
    left = progress.games_left
    if not left:
        return ""
    words = ngettext(
        "%(left)s of %(all)s is not paired: %(games)s.",
        "%(left)s of %(all)s are not paired: %(games)s.",
        left,
    )
    counted = ngettext("%(count)s game", "%(count)s games", evening.games)
    if not evening.competition.abilities.uses_tempos:
        counted = ngettext("%(count)s round", "%(count)s rounds", evening.games)
    return words % {
        "left": left,
        "all": counted % {"count": evening.games},
        "games": rounds_name(evening, progress.next_number, evening.games),
    }
