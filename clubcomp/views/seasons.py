"""Seasons: the competitions of each, a competition's stage, its report and its next season."""

from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from clubcomp.doors.names import Naming, named_by, names_as_written
from clubcomp.doors.readers import Closeness, Reader, naming_for
from clubcomp.doors.requests import (
    ClubRequest,
    CompetitionRequest,
    SignedInClubRequest,
    SignedInCompetitionRequest,
    competitions_of,
)
from clubcomp.flow import seasons as flow
from clubcomp.flow.competitions.next_season import next_season_of, start_next_season
from clubcomp.flow.competitions.stages import move_competition, obstacle_to_finishing
from clubcomp.forms.competitions import SeasonForm
from clubcomp.forms.seasons import NextSeasonForm
from clubcomp.models import Competition, Game
from clubcomp.pages.bracket import undecided
from clubcomp.pages.front import by_season
from clubcomp.pages.poster import poster_of, poster_png
from clubcomp.pages.report_text import language_of
from clubcomp.pages.scopes import categories_for
from clubcomp.pages.season_report import report_of, report_table
from clubcomp.pages.spreadsheets import KINDS, table_file
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, show

#: What each stage means.
MEANING = {
    Competition.Stage.RUNNING: _("Evenings are planned, paired and played."),
    Competition.Stage.FINISHED: _(
        "The final standings say who won. Nothing is paired, entered or corrected any more, and"
        " evenings that were not played are in no calendar."
    ),
    Competition.Stage.ARCHIVED: _(
        "Hidden from current competitions; still listed under all competitions."
    ),
}
#: The message when a competition reaches a stage.
REACHED = {
    Competition.Stage.RUNNING: _("The competition runs again."),
    Competition.Stage.FINISHED: _("The competition is finished."),
    Competition.Stage.ARCHIVED: _("The competition is archived."),
}


@club_page(Action.SEE)
def competitions(request: ClubRequest) -> HttpResponse:
    """All competitions of the club that the reader may see, season by season."""
    seasons = by_season(competitions_of(request))
    return show(request, "seasons/competitions.html", "club", seasons=seasons)


@club_page(Action.LEAD)
def season(request: SignedInClubRequest, *, season: int) -> HttpResponse:
    """The name and the days of a season."""
    changed = get_object_or_404(request.club.seasons, pk=season)
    changed.club = request.club
    form = SeasonForm(request.POST or None, initial=model_to_dict(changed))
    if carried_out(request, form, flow.change_season, changed):
        return done(request, str(_("The season is changed.")), "competitions")
    return show(request, "seasons/season.html", "club", form=form, season=changed)


@club_page(Action.LEAD)
def stage(request: SignedInCompetitionRequest) -> HttpResponse:
    """Move a competition to the next stage (running, finished, archived), or back."""
    competition = request.competition
    stages = list(Competition.Stage)
    at = stages.index(Competition.Stage(competition.stage))
    if request.method == "POST":
        request.refused_to = request.path
        to, seen = request.POST.get("to", ""), request.POST.get("seen", "")
        if to in stages:
            moved = move_competition(competition, to=to, seen=seen, by=request.user)
            words = str(REACHED[Competition.Stage(moved.stage)])
            return done(request, words, "competition", competition.slug)
    left = obstacle_to_finishing(competition) if at == 0 else ""
    return show(
        request,
        "seasons/stage.html",
        "competition",
        opened=competition.evenings.opened().first() if left else None,
        open_games=Game.objects.open_in(competition) if left else [],
        stages=[(stage, MEANING[stage]) for stage in stages],
        after=stages[at + 1 : at + 2],
        before=stages[at - 1 : at],
        left=left,
        undecided=undecided(competition) if at == 0 else [],
        unplayed=competition.evenings.to_play().count() if at == 0 else 0,
    )


@club_page(Action.SEE)
def report(request: CompetitionRequest) -> HttpResponse:
    """Who won or leads so far, and what stood out; `?format=csv` or `xlsx` as a file."""
    categories = categories_for(request.competition, request.reader)
    if (kind := request.GET.get("format")) in KINDS:
        with names_as_written():
            return table_file(report_table(request.competition, categories), kind)
    context = report_of(request.competition, categories)
    return show(request, "seasons/report.html", "competition", **context)


@club_page(Action.SEE)
def poster(request: CompetitionRequest) -> HttpResponse:
    """The season on one sheet to print, with names as a stranger reads them.

    `?names=whole` is the copy for members, which only people of the club can ask for.
    """
    is_whole = _asks_for_whole_names(request)
    with named_by(_naming_of(request, is_whole=is_whole)):
        shown = {"poster": poster_of(request.competition), "is_whole": is_whole}
        return show(request, "seasons/poster.html", "competition", **shown)


@club_page(Action.SEE)
def poster_picture(request: CompetitionRequest) -> HttpResponse:
    """The same as a picture to send, in the club's language."""
    is_whole = _asks_for_whole_names(request)
    with (
        named_by(_naming_of(request, is_whole=is_whole)),
        override(language_of(request.club)),
    ):
        stamp = _("for members") if is_whole else ""
        picture = poster_png(poster_of(request.competition), str(stamp))
    return HttpResponse(picture, content_type="image/png")


def _asks_for_whole_names(request: CompetitionRequest) -> bool:
    return request.reader.is_inside and request.GET.get("names") == "whole"


def _naming_of(request: CompetitionRequest, *, is_whole: bool) -> Naming | None:
    """What is shown of names, whoever the reader is: what a stranger reads, or whole names."""
    stranger = Reader(Closeness.STRANGER)
    return None if is_whole else naming_for(stranger, request.club, [request.competition])


@club_page(Action.LEAD)
def next_season(request: SignedInCompetitionRequest) -> HttpResponse:
    """Start the same competition in the next season; first show what that brings."""
    coming = next_season_of(request.competition)
    form = NextSeasonForm(request.POST or None, coming=coming)
    if new := carried_out(request, form, start_next_season, request.competition):
        words = _("“%(competition)s” is started in the season %(season)s.")
        facts = {"competition": new, "season": new.season}
        return done(request, str(words) % facts, "competition", new.slug)
    return show(request, "seasons/next.html", "competition", form=form, coming=coming)
