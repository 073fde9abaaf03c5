"""The answers for the form of a FIDE tournament (IT3), in its order, to be copied into it."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubcomp import __version__
from clubcomp.models import Competition
from pairing.core.federations import Event
from pairing.sentences.articles import system_name

#: Whose titles the form counts, in its order.
TITLES = ("GM", "IM", "FM", "WGM", "WIM", "WFM")
Line = tuple[str, str]


def arbiters_form(competition: Competition, event: Event) -> list[Line]:
    """The lines of the form: each question, and the answer as far as it is known. Two queries."""
    return [*_of_event(competition, event), *_of_players(competition, event.federation)]


def _of_event(competition: Competition, event: Event) -> Iterator[Line]:
    evenings = list(competition.evenings.order_by("number").values_list("date", "games"))
    days = sorted(on for on, _games in evenings if on)
    start, end = (days[0], days[-1]) if days else (None, None)
    system = competition.rules.system
    yield _("Federation"), event.federation
    yield _("Name"), competition.name
    yield pgettext("of an event", "Place"), event.place
    yield _("First day"), _day(event.start, start)
    yield _("Last day"), _day(event.end, end)
    planned = sum(games for _on, games in evenings)
    yield _("Rounds"), str(competition.options.get("rounds") or planned)
    yield _("Rounds on each day"), "-".join(str(games) for _on, games in evenings)
    yield _("Time control"), event.time_control
    is_fixed = system.abilities.schedule_is_fixed
    yield _("Kind"), _("round robin") if is_fixed else _("Swiss")
    yield _("Pairing system"), system_name(system.key)
    yield _("Paired by"), f"Clubcomp {__version__}"
    yield _("Chief arbiter"), event.chief_arbiter
    yield _("Deputy arbiters"), ", ".join(event.arbiters)


def _of_players(competition: Competition, host: str) -> Iterator[Line]:
    """How many players of each kind: all / federations / of the host federation / from abroad."""
    entries = competition.entries.values_list("player__title", "player__federation", "rating")
    known = list(entries)
    rated = [(title, federation) for title, federation, rating in known if rating]
    unrated = [("", federation) for _title, federation, rating in known if not rating]
    yield _("Rated players"), _counted([federation for _title, federation in rated], host)
    for title in TITLES:
        yield title, _counted([federation for held, federation in rated if held == title], host)
    yield _("Unrated players"), _counted([federation for _title, federation in unrated], host)


def _counted(federations: list[str], host: str) -> str:
    by = Counter(federations)
    at_home = by[host] if host else by[""]
    abroad = len(federations) - at_home - (by[""] if host else 0)
    return " / ".join(map(str, (len(federations), len(by.keys() - {""}), at_home, abroad)))


def _day(entered: str, planned: date | None) -> str:
    day = date.fromisoformat(entered) if entered else planned
    return day.isoformat() if day else ""
