"""Step 1 of the evening: who is there, and who is away, tonight or on holiday?"""

from typing import Any

from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_htmx.http import HttpResponseClientRefresh

from clubcomp.doors.requests import (
    CompetitionRequest,
    EveningRequest,
    SignedInClubRequest,
    SignedInEveningRequest,
    polled,
)
from clubcomp.flow.absences import signing_off as absences_flow
from clubcomp.flow.absences.signing_off import mark_everybody, marked_at_once, take_everybody_back
from clubcomp.flow.attendance import marks as flow
from clubcomp.flow.attendance import sheet as sheets
from clubcomp.flow.attendance.marks import plan_now
from clubcomp.flow.attendance.sheet import AttendanceSheet
from clubcomp.flow.errors import Seated, StepError
from clubcomp.flow.pairings.ahead import games_ahead
from clubcomp.flow.people import guests
from clubcomp.forms.attendance import AwayForm, GuestForm, NotComingForm, PlayerPlanForm
from clubcomp.models import Away, Entry, Player
from clubcomp.pages.attendance import in_groups, why_next_bye
from clubcomp.pages.live import Live, digest
from clubcomp.pages.me import away_chips
from clubcomp.pages.members import named_like
from clubcomp.pages.progress import ATTENDANCE, Progress, offered_board
from clubcomp.pages.schedule import next_round_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, number_in, refusals_in, show
from clubcomp.views.leading import address, flash, lead_page, pressed_on, refused_to, see_other
from clubcomp.words.attendance import attendance_words, plan_in_words
from clubcomp.words.values import day
from pairing.core.unplayed import Unplayed
from pairing.sentences.words import listed


@club_page(Action.LEAD_EVENING)
def sheet(request: SignedInEveningRequest) -> HttpResponse:
    """All players of the evening, one row each; `?q=` keeps those whose names have these words.

    Without `?q=` the page follows what other devices mark: a poll gets the rows that changed.
    """
    if request.GET.get("version") == str(request.competition.version):
        return HttpResponse(status=204)
    progress = Progress(request.evening)
    sheet = sheets.sheet(request.evening, progress.rounds)
    query = request.GET.get("q", "").strip()
    is_meant = named_like(query)
    rows = [row for row in sheet.rows if is_meant(row.entry.player)]
    context = {"sheet": sheet, "rows": rows, "query": query, "groups": in_groups(rows)}
    digests = {
        row: digest(row.entry.pk, row.group, row.state, row.game, row.plan, row.elsewhen)
        for row in rows
    }
    is_on = not query and not request.evening.is_closed
    live = Live(
        request.competition.version,
        polled(request),
        shape=digest(len(rows)),
        digests=digests.values(),
        is_on=is_on,
    )
    if live.is_poll and live.is_whole:
        return HttpResponseClientRefresh()
    context |= {"live": live, "ahead": games_ahead(request.evening)}
    context["changed"] = [row for row in rows if live.is_new(digests[row])]
    context["marked_at_once"] = len(marked_at_once(request.evening))
    template = f"attendance/{'_changes' if live.is_poll else 'sheet'}.html"
    return attendance_page(request, template, progress, context)


@pressed_on("attendance", Action.LEAD_EVENING)
def everybody(request: SignedInEveningRequest) -> None:
    """Mark everybody who is expected as present; with `act` "undo" take that back."""
    if request.POST.get("act") == "undo":
        take_everybody_back(request.evening, by=request.user)
        flash(request, _("Taken back: nobody is marked by that press any more."))
    elif marked := mark_everybody(request.evening, by=request.user):
        words = ngettext("%(count)s player is here.", "%(count)s players are here.", len(marked))
        flash(request, words % {"count": len(marked)})


@pressed_on("attendance", Action.LEAD_EVENING)
def mark(request: SignedInEveningRequest, *, player: str) -> HttpResponse:
    """Mark one player as present, or not after all (`present`).

    Enter in the search sends "found", which never takes a mark back; the line that answers it says
    who is here now, or was already, and has a button ("back") that takes the mark back.
    """
    asked = request.POST.get("present")
    is_found, is_present = asked in ("found", "back"), asked in ("1", "found")
    before = plan_now(request.evening, get_entry(request, player)) if is_found else None
    try:
        now = flow.mark_present(
            request.evening, Entry(key=player), present=is_present, by=request.user
        )
    except Seated:
        return see_other(request, "drop-out", player)
    except StepError:
        get_entry(request, player)  # 404 if there is no such player
        raise
    if "away" in request.POST and is_present:  # the row does not stay below "Not coming"
        flash(request, _("%(player)s is here.") % {"player": get_entry(request, player)})
        return see_other(request, "attendance", part=f"player-{player}")
    if not request.htmx:
        return see_other(request, "attendance", part=f"player-{player}")
    request.evening.pairings = now.pairings
    progress = Progress(request.evening)
    sheet = sheets.sheet(request.evening, progress.rounds)
    row = next(row for row in sheet.rows if row.entry.key == player)
    context = {"sheet": sheet, "row": row, "is_found": is_found}
    context["was_here"] = row.is_here and row.plan == before
    return attendance_page(request, "attendance/_marked.html", progress, context)


def attendance_page(
    request: EveningRequest, template: str, progress: Progress, context: dict[str, Any]
) -> HttpResponse:
    """The sheet, or one row of it, with the two players who could get an extra board."""
    if "why" in request.GET:
        context["why_free"] = why_next_bye(request.evening, context["sheet"])
    context["offered"] = offered_board(progress, context["sheet"].plans)
    if request.competition.abilities.schedule_is_fixed:
        context["next_round"] = next_round_of(request.evening, context["sheet"])
    return lead_page(request, template, step=ATTENDANCE, progress=progress, **context)


@club_page(Action.LEAD_EVENING)
def plan(request: SignedInEveningRequest, *, player: str) -> HttpResponse:
    """What one player does this evening: comes later, leaves early, plays elsewhere, is away."""
    entry = get_entry(request, player)
    plan = plan_now(request.evening, entry)
    earns = absences_flow.prospects_of(request.evening, entry)
    form = PlayerPlanForm(request.POST or None, evening=request.evening, plan=plan, prospects=earns)
    refused_to(request, "plan-attendance", entry.key)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        try:
            stored = flow.plan_attendance(request.evening, entry, by=request.user, **chosen)
        except Seated:
            return see_other(request, "drop-out", entry.key)
        noted = {"player": entry, "plan": plan_in_words(stored, request.evening)}
        flash(request, _("Noted for %(player)s: %(plan)s.") % noted)
        return see_other(request, "attendance", part=f"player-{entry.key}")
    context: dict[str, Any] = {"form": form, "entry": entry, "plan": plan, "these": [entry]}
    context["was_guest"] = guests.was_guest(entry)
    return lead_page(request, "attendance/plan.html", step=ATTENDANCE, **context)


@club_page(Action.LEAD_EVENING)
def guest(request: SignedInEveningRequest) -> HttpResponse:
    """Add a guest who plays along tonight."""
    typed = request.POST.get("name", ""), request.POST.get("again", "")
    form = GuestForm(
        request.POST or None,
        evening=request.evening,
        earlier=guests.earlier_guests(request.evening),
        elsewhere=guests.players_elsewhere(request.evening, *typed) if request.may_lead else (),
        initial={"name": request.GET.get("name", "")},
    )
    refused_to(request, "add-guest")
    if request.method == "POST" and form.is_valid():
        entry = guests.add_guest(request.evening, by=request.user, **form.cleaned_data)
        flash(request, _("%(guest)s plays along.") % {"guest": entry})
        return see_other(request, "attendance", part=f"player-{entry.key}")
    return lead_page(request, "attendance/guest.html", step=ATTENDANCE, form=form)


@pressed_on("attendance", Action.LEAD)
def member(request: SignedInEveningRequest, *, player: str) -> HttpResponse:
    """Make a guest a member, or with `act` "guest" a guest again."""
    entry = get_entry(request, player)
    refused_to(request, "plan-attendance", entry.key)
    if request.POST.get("act") == "guest":
        guests.make_guest(entry, by=request.user)
        flash(request, _("%(player)s is a guest again.") % {"player": entry})
    else:
        guests.make_member(entry, by=request.user)
        undo = address(request, "plan-attendance", entry.key)
        flash(request, _("%(player)s is a member now.") % {"player": entry}, undo=undo)
    return see_other(request, "plan-attendance", entry.key)


def get_entry(request: CompetitionRequest, key: str) -> Entry:
    """The player with this key in the competition of the address; 404 without one."""
    entries = Entry.objects.select_related("player")
    return get_object_or_404(entries, competition=request.competition, key=key)


@club_page(Action.LEAD_EVENING)
def not_coming(request: SignedInEveningRequest) -> HttpResponse:
    """Several players do not come, all for one reason: tonight or, for leaders, some days."""
    words = words_of(request, sheets.sheet(request.evening))
    form = NotComingForm(
        request.POST or None, evening=request.evening, words=words, asks_days=request.may_lead
    )
    refused_to(request, "not-coming")
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        with refusals_in(form):
            try:
                flash(request, announced(request, form))
            except Seated as seated:
                context["seated"] = [seated.player]
                raise
            return see_other(request, "attendance")
    return lead_page(request, "attendance/not_coming.html", step=ATTENDANCE, **context)


def words_of(request: EveningRequest, sheet: AttendanceSheet) -> dict[Entry, str]:
    """What is known of each player already, including holidays that begin later."""
    today = request.evening.date or timezone.localdate()
    coming: dict[int, list[str]] = {}
    later = Away.objects.filter(player__entries__competition=request.competition, first__gt=today)
    for away in later:
        days = {"first": day(away.first, "year"), "last": day(away.last, "year")}
        words = _("away from %(first)s until %(last)s") % days
        coming.setdefault(away.player_id, []).append(words)
    return {
        row.entry: ", ".join(
            filter(None, [attendance_words(row), *coming.get(row.entry.player_id, ())])
        )
        for row in sheet.rows
    }


def announced(request: SignedInEveningRequest, form: NotComingForm) -> str:
    """Carry out what the form asks for; returns what was done, with the names."""
    entries, way = form.cleaned_data["players"], form.cleaned_data["way"]
    by = request.user
    status = None if way == NotComingForm.BACK else way
    if not form.days:
        changed = absences_flow.say_for_several(request.evening, entries, status=status, by=by)
    else:
        players = [entry.player for entry in entries]
        where = {"competition": request.competition, **form.days}
        players = absences_flow.set_away(request.club, players, kind=status, by=by, **where)
        changed = [entry for entry in entries if entry.player in players]
    if not changed:
        return _("Nothing changed: that was said already.")
    how = {"players": listed(changed), "how": form.words_of_way}
    if not form.days:
        return _("%(players)s: %(how)s.") % how
    how |= {name: day(value, "year") for name, value in form.days.items()}
    return _("%(players)s: %(how)s, from %(first)s until %(last)s.") % how


@club_page(Action.LEAD)
def away(request: SignedInClubRequest, *, player: int) -> HttpResponse:
    """A player's holidays; `?change=` is the one to change."""
    member = get_object_or_404(Player, club=request.club, pk=player)
    chosen = member.away.filter(pk=number_in(request.GET.get("change", ""))).first()
    names = ["first", "last", "kind", "note"]
    initial = model_to_dict(chosen, names) if chosen else {"kind": Unplayed.ABSENT}
    kinds = absences_flow.own_kinds_of([member])
    form = AwayForm(request.POST or None, initial=initial, own_kinds=kinds)
    request.refused_to = request.get_full_path()
    if request.method == "POST" and request.POST.get("act") == "end":
        ended = get_object_or_404(member.away, pk=number_in(request.POST.get("away", "")))
        first, last, by = ended.first, ended.last, request.user
        absences_flow.set_away(request.club, [member], first=first, last=last, kind=None, by=by)
        words = _("%(player)s comes after all.") % {"player": member}
        return done(request, words, "member-away", member.pk)
    if carried_out(request, form, absences_flow.set_away, request.club, [member], instead=chosen):
        until = {"player": member, "day": day(form.cleaned_data["last"], "year")}
        words = _("%(player)s is away until %(day)s.") % until
        return done(request, words, "member-away", member.pk)
    context = {"player": member, "form": form, "chosen": chosen}
    context["chips"] = away_chips(member)
    context["holidays"] = member.away.filter(last__gte=timezone.localdate())
    return show(request, "members/away.html", "members", **context)
