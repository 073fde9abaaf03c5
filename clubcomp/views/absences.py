"""Who does not come? Several at once for one reason, and a player's holidays."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow import absences as flow
from clubcomp.flow import attendance
from clubcomp.flow.attendance import AttendanceSheet
from clubcomp.forms.attendance import AwayForm, NotComingForm
from clubcomp.models import Away, Entry, Player
from clubcomp.pages.progress import ATTENDANCE
from clubcomp.requests import EveningRequest, SignedInClubRequest, SignedInEveningRequest
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, refusals_in, show
from clubcomp.views.leading import lead_page, refused_to, say, see_other
from clubcomp.words.attendance import attendance_words
from clubcomp.words.evenings import day
from clubcomp.words.lists import listed
from pairing.core.unplayed import Unplayed


@club_page(Action.LEAD_EVENING)
def not_coming(request: SignedInEveningRequest) -> HttpResponse:
    """Everybody of the evening with a tick; one reason; this evening or, for leaders, some days."""
    words = words_of(request, attendance.sheet(request.evening))
    form = NotComingForm(
        request.POST or None, evening=request.evening, words=words, asks_days=request.may_lead
    )
    refused_to(request, "not-coming")
    if form.is_valid():
        with refusals_in(form):
            say(request, announced(request, form))
            return see_other(request, "attendance")
    return lead_page(request, "attendance/not_coming.html", step=ATTENDANCE, form=form)


def words_of(request: EveningRequest, sheet: AttendanceSheet) -> dict[Entry, str]:
    """What was said of each player already, holidays that begin later included."""
    today = request.evening.date or timezone.localdate()
    coming: dict[int, list[str]] = {}
    later = Away.objects.filter(player__entries__competition=request.competition, first__gt=today)
    for away in later:
        coming.setdefault(away.player_id, []).append(in_days(away))
    return {
        row.entry: ", ".join(
            filter(None, [attendance_words(row), *coming.get(row.entry.player_id, ())])
        )
        for row in sheet.rows
    }


def in_days(away: Away) -> str:
    """A holiday beside a name."""
    days = {"first": day(away.first, "year"), "last": day(away.last, "year")}
    return _("away from %(first)s until %(last)s") % days


def announced(request: SignedInEveningRequest, form: NotComingForm) -> str:
    """Take the step that the form asks for; what was done, with the names."""
    entries, way = form.cleaned_data["players"], form.cleaned_data["way"]
    by = request.user
    is_back = way == NotComingForm.BACK
    if not form.days:
        status = None if is_back else way
        changed = flow.say_for_several(request.evening, entries, status=status, by=by)
    else:
        players = [entry.player for entry in entries]
        where = {"competition": request.competition, **form.days, "by": by}
        if is_back:
            back = flow.end_away(request.club, players, **where)
            changed = [entry for entry in entries if entry.player in back]
        else:
            flow.set_away(request.club, players, kind=way, **where)
            changed = entries
    if not changed:
        return _("Nothing changed: that was said already.")
    how = {"players": listed(changed), "how": form.words_of_way}
    if not form.days:
        return _("%(players)s: %(how)s.") % how
    how |= {name: day(value, "year") for name, value in form.days.items()}
    return _("%(players)s: %(how)s, from %(first)s until %(last)s.") % how


@club_page(Action.LEAD)
def away(request: SignedInClubRequest, *, player: int) -> HttpResponse:
    """A player's holidays; `change` in the address is the one that the form has."""
    member = get_object_or_404(Player, club=request.club, pk=player)
    chosen = member.away.filter(pk=_number(request.GET.get("change", ""))).first()
    form = AwayForm(request.POST or None, initial=_initial(chosen))
    request.refused_to = request.get_full_path()
    if request.method == "POST" and request.POST.get("act") == "end":
        ended = get_object_or_404(member.away, pk=_number(request.POST.get("away", "")))
        flow.end_away(request.club, [member], first=ended.first, last=ended.last, by=request.user)
        words = _("%(player)s comes after all.") % {"player": member}
        return done(request, words, "member-away", member.pk)
    if carried_out(request, form, flow.set_away, request.club, [member], instead=chosen):
        until = {"player": member, "day": day(form.cleaned_data["last"], "year")}
        words = _("%(player)s is away until %(day)s.") % until
        return done(request, words, "member-away", member.pk)
    context = {"player": member, "form": form, "chosen": chosen}
    context["holidays"] = member.away.filter(last__gte=timezone.localdate())
    return show(request, "members/away.html", "members", **context)


def _number(written: str) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 0


def _initial(chosen: Away | None) -> dict[str, object]:
    if chosen is None:
        return {"kind": Unplayed.ABSENT}
    return {name: getattr(chosen, name) for name in ("first", "last", "kind", "note")}
