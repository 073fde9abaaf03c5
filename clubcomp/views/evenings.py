"""The calendar, and an evening as a whole: its dashboard, opening and closing it, absences."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date as Date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.requests import (
    CompetitionRequest,
    EveningRequest,
    SignedInCompetitionRequest,
    SignedInEveningRequest,
    is_embedded,
)
from clubcomp.flow import evenings as flow
from clubcomp.flow.absences import notice as notice_flow
from clubcomp.flow.attendance import reserves as reserves_flow
from clubcomp.flow.attendance.sheet import sheet
from clubcomp.flow.competitions.first_value import advised_first_value
from clubcomp.flow.competitions.periods import border_of
from clubcomp.flow.corrections import preview_notice
from clubcomp.flow.errors import GamesLeft, PlayedAlready
from clubcomp.flow.order_of_play import may_reopen, must_be_reopenable, who_may_reopen
from clubcomp.flow.rounds import number_of_rounds, rounds_without_repeats
from clubcomp.forms.calendar import ChangeForm, EveningForm, NewEveningForm
from clubcomp.forms.evenings import (
    CloseForm,
    ElsewhereForm,
    NoticeForm,
    ReasonForm,
    WithoutNoticeForm,
)
from clubcomp.models import Competition, Entry, Evening, Game
from clubcomp.pages.agenda import agenda_of
from clubcomp.pages.bracket import played_again
from clubcomp.pages.corrections import shown_preview, who_was_absent
from clubcomp.pages.forecast import Forecast
from clubcomp.pages.open_games import open_games
from clubcomp.pages.progress import ATTENDANCE, CLOSE, Progress, byes_of
from clubcomp.pages.schedule import next_round_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import refusals_in, show
from clubcomp.views.leading import flash, lead_page, pressed_on, redirect_to, refused_to, see_other
from clubcomp.views.visitor import player_of
from clubcomp.words.evenings import evening_name, programme
from clubcomp.words.values import day
from pairing.sentences.words import listed

LAST_ACTS = 5


@club_page(Action.LEAD)
def dashboard(request: SignedInCompetitionRequest) -> HttpResponse:
    """Redirect to the evening that is being played, or to the next one; or say how to plan one."""
    if not request.competition.is_running:
        return redirect("stage", request.club.slug, request.competition.slug)
    evenings = request.competition.evenings
    if evening := evenings.opened().first() or evenings.upcoming().first():
        return redirect("lead", request.club.slug, request.competition.slug, evening.serial)
    context = {"last": evenings.last(), "open_games": open_games(request.competition)}
    return show(request, "evenings/none.html", "dashboard", **context)


@club_page(Action.LEAD_EVENING)
def lead(request: SignedInEveningRequest) -> HttpResponse:
    """The evening's dashboard: its state, the next step, who comes, what was done last."""
    forecast = forecast_of(request)
    next_round = None
    if request.competition.abilities.schedule_is_fixed:
        next_round = next_round_of(request.evening, forecast.sheet, with_expected=True)
    return show(
        request,
        "evenings/lead.html",
        "dashboard",
        evening=request.evening,
        progress=Progress(request.evening),
        sheet=forecast.sheet,
        forecast=forecast,
        next_round=next_round,
        reserves_asked=reserves_flow.reserves_asked(request.evening),
        advice=advised_first_value(request.competition) if request.may_lead else None,
        border=border_of(request.competition) if request.may_lead else None,
        open_games=open_games_of(request),
        acts=request.evening.trail.select_related("competition")[:LAST_ACTS],
    )


@club_page(Action.LEAD_EVENING)
def open_evening(request: SignedInEveningRequest) -> HttpResponse:
    """Open the evening in one press and go on to attendance; ask first if something looks wrong.

    That is when it is not today, or when an earlier evening was not played.
    """
    refused_to(request, "lead")
    evening = request.evening
    doubts = evening.is_planned and flow.doubts_of_opening(evening)
    if request.method != "POST" and not doubts:
        return see_other(request, "lead")
    if evening.is_planned and (unclosed := flow.open_beside(evening)):
        return still_open(request, unclosed)
    if doubts and request.POST.get("sure") != "1":
        return lead_page(request, "evenings/opening.html", step=ATTENDANCE, doubts=doubts)
    flow.open_evening(evening, by=request.user)
    flash(request, _("The evening is open."))
    return see_other(request, "attendance")


def still_open(request: EveningRequest, unclosed: Evening) -> HttpResponse:
    """Another evening is still being played: what the leader can do about that."""
    is_unplayed = not unclosed.rounds.on_record().exists()
    context: dict[str, Any] = {"other": unclosed, "is_unplayed": is_unplayed}
    return lead_page(request, "evenings/still_open.html", step=ATTENDANCE, **context)


@pressed_on("lead", Action.LEAD_EVENING)
def undo_opening(request: SignedInEveningRequest) -> None:
    """Set an evening that was opened too early back to planned."""
    flow.undo_opening(request.evening, by=request.user)
    flash(request, _("The evening is planned again; who is there stays noted."))


@club_page(Action.LEAD_EVENING)
def close(request: SignedInEveningRequest) -> HttpResponse:
    """What is still open, the players who never came, and the button that closes the evening."""
    refused_to(request, "close")
    forecast = forecast_of(request)
    if request.method != "POST":
        return close_page(request, forecast)
    awaited, of = forecast.awaited_entries, request.competition
    form = CloseForm(request.POST, awaited=awaited, competition=of)
    if not form.is_valid():
        return close_page(request, forecast, form)
    try:
        flow.close_evening(request.evening, by=request.user, **form.closing)
    except GamesLeft:
        return lead_page(request, "evenings/close_early.html", step=CLOSE, form=form)
    flash(request, closed_words(form.cleaned_data["players"], form.named_kind))
    # A deputy's right has ended with it.
    return see_other(request, "evening" if request.deputy else "evening-standings")


def closed_words(without_notice: list[Entry], kind: str) -> str:
    """Say that the evening is closed, and who counts as absent without notice, or as a `kind` of
    absence of the competition's own."""
    words = _("The evening is closed.")
    if not without_notice:
        return words
    if kind:
        counted = _("%(players)s: %(how)s.") % {"players": listed(without_notice), "how": kind}
        return f"{words} {counted}"
    counted = ngettext(
        "%(players)s counts as absent without notice.",
        "%(players)s count as absent without notice.",
        len(without_notice),
    )
    return f"{words} {counted % {'players': listed(without_notice)}}"


def forecast_of(request: EveningRequest) -> Forecast:
    """The forecast of attendance for this request's evening."""
    return Forecast(sheet(request.evening))


def open_games_of(request: EveningRequest) -> list[Game]:
    """The games without a result up to this request's evening; for a deputy, who may enter no
    earlier ones, those of this evening."""
    evening = request.evening
    games = open_games(request.competition, until=evening)
    return [game for game in games if request.may_lead or game.round.evening.pk == evening.pk]


def close_page(
    request: EveningRequest, forecast: Forecast, form: WithoutNoticeForm | None = None
) -> HttpResponse:
    """The page for closing, with those who never came; or the page of a closed evening."""
    awaited, of = forecast.awaited_entries, request.competition
    form = form or CloseForm(awaited=awaited, competition=of)
    progress = Progress(request.evening)
    context: dict[str, Any] = {"forecast": forecast, "form": form, "progress": progress}
    context["open_games"] = open_games_of(request)
    if request.evening.is_open and progress.last:
        context["free"] = [bye.entry for bye in byes_of(progress.last)]
    if request.competition.abilities.knocks_out:
        context["again"] = played_again(request.competition)
    if request.evening.is_closed:
        context["may_reopen"] = may_reopen(request.evening, is_owner=request.may_own)
        context["who_may"] = who_may_reopen(request.evening)
    return lead_page(request, "evenings/close.html", step=CLOSE, **context)


@club_page(Action.LEAD)
def reopen(request: SignedInEveningRequest) -> HttpResponse:
    """Reopen a closed evening, with a reason, to add or withdraw a round."""
    form = ReasonForm(request.POST or None)
    refused_to(request, "close")
    must_be_reopenable(request.evening, is_owner=request.may_own)
    if unclosed := flow.open_beside(request.evening):
        return still_open(request, unclosed)
    if request.method == "POST" and form.is_valid():
        facts = {"is_owner": request.may_own, **form.cleaned_data}
        flow.reopen_evening(request.evening, by=request.user, **facts)
        flash(request, _("The evening is open again."))
        return see_other(request, "lead")
    return lead_page(request, "evenings/reopen.html", step=CLOSE, form=form)


@club_page(Action.LEAD_EVENING)
def correct_notice(request: SignedInEveningRequest) -> HttpResponse:
    """Correct how a player was absent on this evening, also when it is closed.

    `?player=` and `?kind=` fill in the form.
    """
    progress = Progress(request.evening)
    form = NoticeForm(
        request.POST or None,
        initial=request.GET.dict(),
        evening=request.evening,
        rounds=progress.rounds,
    )
    refused_to(request, "correct-notice")
    abilities = request.competition.abilities
    context: dict[str, Any] = {"form": form, "abilities": abilities}
    if request.method == "POST" and form.is_valid():
        player, chosen = form.cleaned_data["player"], form.correction
        if form.is_look:
            with refusals_in(form):
                preview = preview_notice(request.evening, player, **chosen)
                context |= shown_preview(request.competition, preview, everybody=False)
                number = chosen["number"]
                context["seen"] = notice_flow.notice_digest(request.evening, player, number)
        else:
            chosen |= {name: form.cleaned_data[name] for name in ("seen", "reason")}
            with refusals_in(form):
                notice_flow.correct_notice(request.evening, player, by=request.user, **chosen)
                flash(request, _("Corrected for %(player)s.") % {"player": player})
                return see_other(request, "close")
    context["absent"] = who_was_absent(request.evening)
    return lead_page(request, "notice/correct.html", step=CLOSE, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def elsewhere(request: SignedInEveningRequest) -> HttpResponse:
    """How games elsewhere ended for players who were away, where that earns points."""
    played = notice_flow.played_elsewhere(request.evening)
    form = ElsewhereForm(request.POST or None, played=played)
    refused_to(request, "elsewhere")
    if request.method == "POST" and form.is_valid():
        count = notice_flow.record_elsewhere(request.evening, form.cleaned_data, by=request.user)
        words = ngettext("%(count)s result is noted.", "%(count)s results are noted.", count)
        flash(request, words % {"count": count})
        return see_other(request, "elsewhere")
    return lead_page(request, "notice/elsewhere.html", step=CLOSE, form=form)


@pressed_on("lead", Action.LEAD_EVENING)
def ask_reserves(request: SignedInEveningRequest) -> None:
    """An odd number is expected: ask the reserves whether they come."""
    count = reserves_flow.ask_reserves(request.evening, by=request.user)
    words = ngettext("%(count)s player is asked.", "%(count)s players are asked.", count)
    flash(request, words % {"count": count})


@pressed_on("close", Action.LEAD_EVENING)
def without_notice(request: SignedInEveningRequest) -> HttpResponse | None:
    """Count everybody who was expected and did not turn up as absent without notice."""
    forecast = forecast_of(request)
    awaited, of = forecast.awaited_entries, request.competition
    form = WithoutNoticeForm(request.POST, awaited=awaited, competition=of)
    if not form.is_valid():
        return close_page(request, forecast, form)
    players, reason = form.cleaned_data["players"], form.cleaned_data["reason"]
    facts = {"kind": form.kind_of_absence, "reason": reason, "by": request.user}
    notice_flow.count_without_notice(request.evening, players, **facts)
    if form.named_kind:
        counted = {"players": listed(players), "how": form.named_kind}
        flash(request, _("%(players)s: %(how)s.") % counted)
        return None
    words = ngettext(
        "%(count)s player counts as absent without notice.",
        "%(count)s players count as absent without notice.",
        len(players),
    )
    flash(request, words % {"count": len(players)})
    return None


@club_page(Action.SEE, framed=True)
def calendar(request: CompetitionRequest) -> HttpResponse:
    """All evenings of the competition, for everybody; those to come stand first."""
    evenings = request.competition.evenings.in_calendar().select_related("tempo")
    if is_embedded(request):
        return show(request, "evenings/embedded.html", "calendar", evenings=evenings)
    to_come = [evening for evening in evenings if not evening.is_closed]
    played = [evening for evening in evenings if evening.is_closed]
    agenda = agenda_of(to_come, **player_of(request))
    rows = {"agenda": agenda, "played": played[::-1] if to_come else played}
    return show(request, "evenings/calendar.html", "calendar", **rows)


@club_page(Action.LEAD)
def plan_evening(request: SignedInCompetitionRequest) -> HttpResponse:
    """One evening in the calendar, or one every week until a date."""
    form = NewEveningForm(request.POST or None, competition=request.competition)
    if form.is_valid():
        with placed_by(form):
            evenings = flow.plan_evenings(request.competition, form.planned, by=request.user)
            messages.success(request, planned_words(evenings, form.left_out))
            if words := too_many_words(request.competition):
                messages.warning(request, words)
            return to_calendar(request)
    return show(request, "evenings/plan.html", "calendar", form=form)


def too_many_words(competition: Competition) -> str:
    """A warning if more rounds are planned than the competition has, or than can be paired."""
    count, evening = number_of_rounds(competition), competition.evenings.latest("number")
    last = evening.first_round + evening.games - 1
    if count and last > count:
        words = _("The competition has %(count)s rounds; what is planned after them is not paired.")
        return words % {"count": count}
    players, most = rounds_without_repeats(competition) or (0, 0)
    if players and last > most:
        words = _(
            "Nobody meets the same opponent twice, so %(players)s players can play at most %(most)s"
            " rounds. Let more players in, or plan fewer rounds."
        )
        return words % {"players": players, "most": most}
    return ""


@contextmanager
def placed_by(form: EveningForm) -> Iterator[None]:
    """Show a refused date in the form, with what was typed; ask whether an early one is meant."""
    with refusals_in(form):
        try:
            yield
        except PlayedAlready as error:
            form.ask_late(str(error))


def planned_words(evenings: list[Evening], left_out: Sequence[Date] = ()) -> str:
    """Which evenings were planned: the one, or how many and between which dates, and which days of
    the series were holidays."""
    if len(evenings) == 1:
        words = _("Planned: %(evening)s.") % {"evening": evening_name(evenings[0])}
    else:
        first, last = (day(evenings[at].date) for at in (0, -1))
        words = _("%(count)s evenings planned, from %(first)s until %(last)s.")
        words %= {"count": len(evenings), "first": first, "last": last}
    if not left_out:
        return words
    days = {"days": listed([day(date, "short") for date in left_out])}
    return " ".join((words, _("Left out: %(days)s.") % days))


@club_page(Action.LEAD)
def change_evening(request: SignedInEveningRequest) -> HttpResponse:
    """Another date, tempo, time or number of games."""
    form = ChangeForm(request.POST or None, evening=request.evening)
    if form.is_valid():
        with placed_by(form):
            changed = flow.change_evening(request.evening, by=request.user, **form.cleaned_data)
            request.evening = changed
            words = _("The evening is changed: %(programme)s.")
            flash(request, words % {"programme": programme(changed)})
            return to_calendar(request)
    return show(request, "evenings/change.html", "calendar", form=form, evening=request.evening)


@club_page(Action.LEAD)
def remove_evening(request: SignedInEveningRequest) -> HttpResponse:
    """Take an evening without rounds out of the calendar."""
    request.refused_to = request.path
    if request.method == "POST":
        flow.remove_evening(request.evening, by=request.user)
        flash(request, _("The evening is out of the calendar."))
        return to_calendar(request)
    evening = request.evening
    has_notices = evening.attendance.exists() or evening.game_attendance.exists()
    context = {"evening": evening, "has_notices": has_notices}
    return show(request, "evenings/remove.html", "calendar", **context)


def to_calendar(request: CompetitionRequest) -> HttpResponse:
    """Redirect to the calendar."""
    calendar = reverse("calendar", args=[request.club.slug, request.competition.slug])
    return redirect_to(request, calendar)
