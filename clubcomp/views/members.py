"""The members of a club: the list, one player, pasting a list, a federation's rating list."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.limits import MOST_WITH_LIST
from clubcomp.doors.names import names_as_written
from clubcomp.doors.requests import ClubRequest, SignedInClubRequest
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming import ratings as ratings_flow
from clubcomp.flow.incoming.pasted_list import PastedList
from clubcomp.flow.incoming.pasting import read_pasted
from clubcomp.flow.incoming.rating_list import written_list
from clubcomp.flow.people import members as flow
from clubcomp.forms.members import MemberForm, RatingListForm, RatingsForm
from clubcomp.forms.pasting import AnswersForm, ColumnsForm, PasteForm, chosen_kinds
from clubcomp.models import Competition, Evening, Player
from clubcomp.pages.members import member_page, members_page, members_table, waiting_to_enter
from clubcomp.pages.sorting import sorting_in
from clubcomp.pages.spreadsheets import table_file
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import carried_out, done, number_in, refusals_in, show
from clubcomp.words.trail_words import changes
from clubcomp.words.values import as_date


@club_page(Action.SEE_INSIDE)
def everyone(request: SignedInClubRequest) -> HttpResponse:
    """The players of the club by surname; `?q=` narrows the list to a name, `?sort=` sorts it.

    `?added=` is a player added just now, who may want to enter running competitions.
    """
    query = request.GET.get("q", "").strip()
    sorting = sorting_in(request.GET.get("sort", ""), "name")
    context = members_page(request.club, query, sorting)
    if request.may_lead and (added := number_in(request.GET.get("added", ""))):
        context |= waiting_to_enter(request.club, added)
    return show(request, "members/list.html", "members", **context)


@club_page(Action.LEAD)
@names_as_written()
def file(request: SignedInClubRequest) -> HttpResponse:
    """The members as `?format=csv` or `xlsx`."""
    return table_file(members_table(request.club), request.GET.get("format", "xlsx"))


@club_page(Action.LEAD)
def add(request: SignedInClubRequest) -> HttpResponse:
    """Add a member, also to the running competition that the address names, and to its evening."""
    running = request.club.competitions.filter(stage=Competition.Stage.RUNNING)
    competition = running.filter(slug=request.GET.get("competition")).first()
    evening = evening_named(request, competition)
    form = MemberForm(request.POST or None, club=request.club)
    form.initial["name"] = request.GET.get("name", "")
    into = {"competition": competition, "evening": evening}
    if player := carried_out(request, form, flow.add_member, request.club, **into):
        if not competition:
            messages.success(request, _("%(player)s is added.") % {"player": player})
            return redirect(f"{reverse('members', args=[request.club.slug])}?added={player.pk}")
        words = _("%(player)s is in %(competition)s now.")
        facts = {"player": player, "competition": competition}
        if evening:
            words = _("%(player)s is in %(competition)s now, and is here.")
            return done(request, words % facts, "attendance", competition.slug, evening.serial)
        return done(request, words % facts, "entries", competition.slug)
    context = {"form": form, "competition": competition, "evening": evening}
    return show(request, "members/add.html", "members", **context)


def evening_named(request: ClubRequest, competition: Competition | None) -> Evening | None:
    """The evening to which somebody new has come, if the address names one that is not over."""
    if competition is None:
        return None
    serial = number_in(request.GET.get("evening", ""))
    return competition.evenings.to_play().filter(serial=serial).first()


@club_page(Action.LEAD)
def edit(request: SignedInClubRequest, *, player: int) -> HttpResponse:
    """Change a player's details."""
    member = get_object_or_404(Player, club=request.club, pk=player)
    form = MemberForm(request.POST or None, player=member)
    seen = request.POST.get("seen", "")
    if changed := carried_out(request, form, flow.change_member, member, seen=seen):
        return done(request, _("%(player)s is changed.") % {"player": changed}, "members")
    context = {"form": form, "mark": seen or flow.member_digest(member)}
    context |= member_page(request.club, member)
    return show(request, "members/edit.html", "members", **context)


@club_page(Action.LEAD)
def remove(request: SignedInClubRequest, *, player: int) -> HttpResponse:
    """Remove a player who is in no competition."""
    member = get_object_or_404(Player, club=request.club, pk=player)
    if request.method == "POST":
        flow.remove_member(member, by=request.user)
        return done(request, _("%(player)s is removed.") % {"player": member}, "members")
    entries = member.entries.select_related("competition")
    return show(request, "members/remove.html", "members", player=member, entries=entries)


@club_page(Action.LEAD)
def paste(request: SignedInClubRequest) -> HttpResponse:
    """Paste a list, preview it, add it. Nothing is stored before the last of the three."""
    wanted = {"competition": request.GET.get("competition")}
    form = PasteForm(request.POST or None, initial=wanted, club=request.club)
    act = request.POST.get("act")
    if act in ("look", "add") and form.is_valid():
        with refusals_in(form):
            kinds = chosen_kinds(request.POST)
            pasted = read_pasted(request.club, form.cleaned_data["text"], kinds)
            return pasted_preview(request, form, pasted, wants_to_add=act == "add")
    kept: dict[str, str] = {}
    if act == "change":
        form = PasteForm(initial=request.POST.dict(), club=request.club)
        kept = {"before": request.POST.get("text", "")} | answers_so_far(request)
    return show(request, "members/paste.html", "members", form=form, kept=kept)


def answers_so_far(request: SignedInClubRequest) -> dict[str, str]:
    """The answers about a list that is being edited again, and the columns it was read with."""
    names = (name for name in request.POST if name == "columns" or name.startswith("line-"))
    return {name: request.POST[name] for name in names}


def pasted_preview(
    request: SignedInClubRequest, form: PasteForm, pasted: PastedList, *, wants_to_add: bool
) -> HttpResponse:
    """The list as it was understood, with questions about what is doubtful; finally add it.

    If other columns were chosen than the page showed, the list is previewed once more instead.
    """
    is_other = request.POST.get("columns", "") != ",".join(chosen_kinds(request.POST))
    is_last = wants_to_add and not is_other
    before = {} if is_last else answers_before(request, form.cleaned_data["text"], pasted)
    competition = form.cleaned_data.get("competition")
    answers = AnswersForm(
        request.POST if is_last else None, initial=before, pasted=pasted, competition=competition
    )
    if is_last and answers.is_valid():
        with refusals_in(answers):
            return all_added(request, form, answers)
    context = {
        "form": form,
        "answers": answers,
        "count": len(pasted.lines) - len(answers.broken),
        "doubts": sum(not (line.known and competition) for line in pasted.lines if line.doubt),
        "mark": flow.members_digest(request.club),
        "columns": ColumnsForm(pasted=pasted),
        "is_other": wants_to_add and is_other,
    }
    return show(request, "members/pasted.html", "members", **context)


def answers_before(request: ClubRequest, text: str, pasted: PastedList) -> dict[str, str]:
    """The answers of the previous page to questions that come again in a changed list."""
    if not request.POST.keys() & {"columns", "before"}:
        return {}
    columns = request.POST.get("columns", "")
    text = request.POST.get("before", text)
    before = read_pasted(request.club, text, columns.split(",") if columns else [])
    answers = {
        (line.text, line.doubt or line.problem): request.POST.get(f"line-{line.number}", "")
        for line in before.lines
    }
    return {
        f"line-{line.number}": answer
        for line in pasted.lines
        if (answer := answers.get((line.text, line.doubt or line.problem)))
    }


def all_added(request: SignedInClubRequest, form: PasteForm, answers: AnswersForm) -> HttpResponse:
    """Add the chosen lines, also to the competition if there is one."""
    if not answers.chosen and not answers.known_players:
        raise StepError(_("There is nobody to add on this list."))
    competition = form.cleaned_data.get("competition")
    players = flow.add_members(
        request.club,
        answers.chosen,
        confirmed=answers.confirmed,
        seen=request.POST.get("seen", ""),
        competition=competition,
        again=answers.known_players,
        are_guests=form.cleaned_data.get("are_guests", False),
        by=request.user,
    )
    if not competition:
        words = ngettext("%(count)s member added.", "%(count)s members added.", len(players))
        return done(request, words % {"count": len(players)}, "members")
    count = len(players) + len(answers.known_players)
    words = ngettext(
        "%(count)s player is in %(competition)s now; the club knew %(known)s of them.",
        "%(count)s players are in %(competition)s now; the club knew %(known)s of them.",
        count,
    )
    facts = {"count": count, "competition": competition, "known": len(answers.known_players)}
    return done(request, words % facts, "entries", competition.slug)


@club_page(Action.LEAD, takes_file=True)
def rating_list(request: SignedInClubRequest) -> HttpResponse:
    """Import a rating list: the first press previews it, the second takes it over."""
    usual = {"date": timezone.localdate().replace(day=1)}
    form = RatingListForm(request.POST or None, request.FILES or None, initial=usual)
    if form.is_valid():
        try:
            preview = ratings_flow.preview_ratings(request.club, form.list_file)
        except StepError as error:
            form.add_error("file", _("Nothing was taken over. %(why)s") % {"why": error})
        else:
            return ratings_preview(request, form, preview)
    return show(request, "members/ratings.html", "members", form=form)


rating_list.most = MOST_WITH_LIST


def ratings_preview(
    request: SignedInClubRequest, asked: RatingListForm, preview: ratings_flow.RatingsPreview
) -> HttpResponse:
    """What the list would change, with questions about what is doubtful; finally take it over."""
    is_last = request.POST.get("act") == "take"
    form = RatingsForm(request.POST if is_last else None, preview=preview)
    date = as_date(preview.listed.date) or asked.cleaned_data["date"]
    if is_last and form.is_valid():
        with refusals_in(form):
            seen = request.POST.get("seen", "")
            file = asked.list_file
            count = ratings_flow.take_ratings(
                request.club, file, date=date, seen=seen, by=request.user, **form.answers
            )
            words = ngettext(
                "The rating list is taken over for %(count)s player.",
                "The rating list is taken over for %(count)s players.",
                count,
            )
            return done(request, words % {"count": count}, "members")
    certain = [(match, changes(match.before, match.after)) for match in preview.certain]
    context = {"form": form, "preview": preview, "date": date, "certain": certain}
    context["text"] = written_list(preview.concerned)
    return show(request, "members/ratings_looked_at.html", "members", **context)
