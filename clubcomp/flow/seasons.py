"""Which season of the club is a day in? One that is missing is made and named."""

from datetime import date as Date
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_texts, reread
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, Competition, Season, User

#: A competition that is started in summer is for the coming season.
FIRST_MONTH = 7
ONE_DAY = timedelta(days=1)


def usual_year(day: Date) -> dict[str, Any]:
    """The year that a day is in by default: "2026-2027" and its days."""
    year = day.year - (day.month < FIRST_MONTH)
    last = Date(year + 1, FIRST_MONTH, 1) - ONE_DAY
    return {"name": f"{year}-{year + 1}", "first": Date(year, FIRST_MONTH, 1), "last": last}


def usual_season(club: Club, day: Date) -> Season:
    """The season that a day would be in, not stored; it has no day of an existing one."""
    season = Season(club=club, **usual_year(day))
    for existing in club.seasons.all():
        if existing.last < day:
            season.first = max(season.first, existing.last + ONE_DAY)
        else:
            season.last = min(season.last, existing.first - ONE_DAY)
    return season


def season_on(club: Club, day: Date) -> Season:
    """The season of a day, made if there is none; the caller must hold the club."""
    season = club.seasons.on(day).first()
    if season is None:
        usual = usual_season(club, day)
        # A leader may have given that year fewer days; the name says which one is meant.
        season = club.seasons.filter(name__iexact=usual.name).first() or usual
        if season.pk is None:
            season.save()
    return season


def offered_seasons(club: Club) -> list[Season]:
    """The one after the club's last season, which is not stored, and its seasons, latest first."""
    seasons = list(club.seasons.all())
    return [usual_season(club, seasons[0].last + ONE_DAY), *seasons] if seasons else []


def unused_name(season: Season, name: str, *, besides: Competition | None = None) -> str:
    """The name without blanks around it; StepError when a competition of the season has it."""
    name = name.strip()
    if not name:
        raise StepError(_("A competition needs a name."))
    namesakes = season.competitions.filter(name__iexact=name)
    if besides is not None:
        namesakes = namesakes.exclude(pk=besides.pk)
    if namesakes.exists():
        words = _(
            "The season %(season)s has a competition “%(name)s” already. Give this one another"
            " name, so that they can be told apart."
        )
        raise StepError(words, season=season, name=name)
    return name


@all_or_nothing
def change_season(season: Season, *, name: str, first: Date, last: Date, by: User | None) -> Season:
    """Another name or other days; the competitions in it stay there."""
    with club_held(season.club) as club:
        now = reread(club.seasons.all(), season, _("This season has been removed."))
        before = _as_json(now)
        now.name, now.first, now.last = name.strip(), first, last
        other_seasons = club.seasons.exclude(pk=now.pk)
        if not now.name:
            raise StepError(_("A season needs a name."))
        if other_seasons.filter(name__iexact=now.name).exists():
            raise StepError(_("The club has a season “%(name)s” already."), name=now.name)
        if last < first:
            raise StepError(_("The last day cannot be before the first one."))
        if overlapping := other_seasons.filter(first__lte=last, last__gte=first).first():
            words = _("The season “%(season)s” has some of these days. Give it other days first.")
            raise StepError(words, season=overlapping)
        check_texts(now)
        if _as_json(now) != before:
            now.save()
            facts = {"season": now.name}
            after = _as_json(now)
            write_trail(club, "change_season", by=by, facts=facts, before=before, after=after)
        return now


def _as_json(season: Season) -> dict[str, str]:
    return {"name": season.name, "first": str(season.first), "last": str(season.last)}
