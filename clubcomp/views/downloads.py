"""The files of a competition to download, and importing a whole competition.

Everybody may download what they may read on the pages. Files with years of birth and federation
numbers are for leaders.
"""

from functools import cache
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubcomp.doors.names import names_as_written
from clubcomp.doors.requests import (
    CompetitionRequest,
    SignedInClubRequest,
    SignedInCompetitionRequest,
)
from clubcomp.flow.documents import documents as document_flow
from clubcomp.flow.documents import downloads as flow
from clubcomp.flow.documents.documents import keep_upload, kept_upload
from clubcomp.flow.documents.downloads import GameLine, export_trf
from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming.files import read_incoming
from clubcomp.flow.incoming.players import ImportPreview, preview_of
from clubcomp.flow.incoming.receipts import undo_import
from clubcomp.flow.pairings.ahead import waiting_ahead
from clubcomp.flow.standings import RoundLine, rounds_of
from clubcomp.forms.documents import DocumentForm, EventForm, ImportForm, StandingsFileForm
from clubcomp.models import Competition, Receipt
from clubcomp.pages.arbiters_form import arbiters_form
from clubcomp.pages.documents import contents_of, receipt_of, refusal_of
from clubcomp.pages.scopes import (
    after_or_404,
    categories_for,
    category_or_404,
    scope_or_404,
    standings_scopes,
)
from clubcomp.pages.spreadsheets import Cell, FileTable, attachment, decimal, table_file
from clubcomp.pages.standings import standings_table
from clubcomp.record.snapshots import event_of
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show
from clubcomp.views.embedding import frames_of
from clubcomp.words.values import as_date, day
from pairing.core.federations import ISSUERS
from pairing.core.types import OVERALL, Colour, Result
from pairing.formats.document import DocumentError
from pairing.formats.trf_report import Edition, Purpose
from pairing.formats.trf_text import decoded
from pairing.sentences.words import shown_points

GAMES = {
    "evening": gettext_lazy("Evening"),
    "date": gettext_lazy("Date"),
    "tempo": gettext_lazy("Tempo"),
    "game": pgettext_lazy("of an evening", "Game"),
    "board": gettext_lazy("Board"),
    "white": pgettext_lazy("colour", "White"),
    "black": pgettext_lazy("colour", "Black"),
    "result": gettext_lazy("Result"),
    "white_points": gettext_lazy("White's points"),
    "black_points": gettext_lazy("Black's points"),
    "forfeit": gettext_lazy("Forfeit"),
}


@club_page(Action.SEE)
def downloads(request: CompetitionRequest) -> HttpResponse:
    """Every file of the competition, and why a file that one might expect is missing."""
    competition = request.competition
    context = {
        "section": "competition",
        "form": _standings_form(request),
        "h9_groups": flow.groups_of(competition) if flow.has_h9(competition) else [],
        "ahead_count": waiting_ahead(competition).count(),
        "is_chess": competition.game == Competition.GameKind.CHESS,
        "frames": list(frames_of(request)),
    }
    return render(request, "downloads/downloads.html", context)


@club_page(Action.SEE)
@names_as_written()
def standings_file(request: CompetitionRequest) -> HttpResponse:
    """A standing, `?scope=`, `?after=evening.game`, `?category=`, as `?format=csv` or `xlsx`."""
    competition = request.competition
    form = _standings_form(request, request.GET)
    if not form.is_valid():
        raise Http404
    chosen = form.cleaned_data
    scope = scope_or_404(competition, standings_scopes(competition), chosen.get("scope", ""))
    rounds = rounds_of(competition, OVERALL)
    after = after_or_404(rounds, chosen["after"]) if chosen["after"] else None
    categories = categories_for(competition, request.reader)
    category = category_or_404(categories, request.GET.get("category"))
    table = standings_table(competition, scope, after, category)
    return table_file(table, request.GET.get("format", "csv"))


@club_page(Action.SEE)
@names_as_written()
def games_file(request: CompetitionRequest) -> HttpResponse:
    """All games on record, as `?format=csv` or `xlsx`.

    People read the workbook, so it has results as the game writes them.
    """
    kind, played = request.GET.get("format", "csv"), request.competition.game
    as_written = played == Competition.GameKind.DRAUGHTS and kind == "xlsx"
    rows = [
        [*_place_cells(game), *_result_cells(game.result, played, as_written)]
        for game in flow.games_of(request.competition)
    ]
    return table_file(FileTable(f"{request.competition.slug}-games", GAMES, rows), kind)


@club_page(Action.SEE)
@names_as_written()
def pgn(request: CompetitionRequest) -> HttpResponse:
    """The games that were played as PGN without moves, which can be added; for chess only."""
    if request.competition.game != Competition.GameKind.CHESS:
        raise Http404
    text = flow.export_pgn(request.competition)
    name = f"{request.competition.slug}.pgn"
    return attachment(text, name, "application/vnd.chess-pgn; charset=utf-8")


@club_page(Action.LEAD)
def h9(request: SignedInCompetitionRequest) -> HttpResponse:
    """The competition as a European go tournament file."""
    competition = request.competition
    request.refused_to = reverse("downloads", args=[request.club.slug, competition.slug])
    group = request.GET.get("group", "")
    data = flow.export_h9(competition, group)
    return attachment(data, f"{_stem(competition, group)}.h9", "text/plain; charset=utf-8")


def _stem(competition: Competition, group: str) -> str:
    """How the name of a report begins: the competition, the group, the number of rounds."""
    rounds = len(rounds_of(competition, OVERALL))
    return "-".join(filter(None, (competition.slug, slugify(group), str(rounds))))


def _standings_form(
    request: CompetitionRequest, chosen: QueryDict | None = None
) -> StandingsFileForm:
    competition = request.competition
    seen = categories_for(competition, request.reader)
    categories = [(str(category.pk), category.name) for category in seen]
    scopes = [(scope.key, scope.name) for scope in standings_scopes(competition)]
    uses_tempos = competition.abilities.uses_tempos
    rounds = [
        (f"{line.serial}.{line.number}", _moment(line, uses_tempos))
        for line in reversed(rounds_of(competition, OVERALL))
    ]
    return StandingsFileForm(chosen, scopes=scopes, moments=rounds, categories=categories)


def _moment(line: RoundLine, uses_tempos: bool) -> str:
    facts = {"evening": line.evening, "game": line.number, "round": line.count}
    words = _("evening %(evening)s, game %(game)s") if uses_tempos else _("round %(round)s")
    date = day(as_date(line.date), "short")
    return f"{words % facts} ({date})" if date else words % facts


def _place_cells(game: GameLine) -> list[Cell]:
    return [
        game.evening,
        game.day.isoformat() if game.day else "",
        *(game.tempo, game.number, game.board, game.white, game.black),
    ]


@cache
def _result_cells(result: Result, game: str, as_written: bool) -> tuple[Cell, ...]:
    scores = [result.score(colour) for colour in Colour]
    points = ["" if score is None else decimal(shown_points(score, game)) for score in scores]
    written = "-".join(map(str, points)) if as_written and result.is_finished else result.value
    return (written.removesuffix("F"), *points, result.is_forfeit or "")


EDITIONS: dict[str, Edition] = {"16": "16", "26": "26"}
PURPOSES: dict[str, Purpose] = {"pairing": "pairing", "rating": "rating"}


@club_page(Action.LEAD)
def federations(request: SignedInCompetitionRequest) -> HttpResponse:
    """The files for federations and other programs, and the form for their header."""
    competition = request.competition
    why_not = flow.why_no_report(competition)
    usual_type = competition.rules.system.trf_type
    event = event_of(competition)
    form = EventForm(request.POST or None, event=event, usual_type=usual_type)
    if not why_not and form.is_valid():
        with refusals_in(form):
            flow.change_event(competition, form.event, by=request.user)
            return done(request, _("The report is changed."), "federations", competition.slug)
    return show(
        request,
        "downloads/federations.html",
        "competition",
        why_not=why_not,
        groups=flow.groups_of(competition),
        form=form,
        is_rated=flow.is_rated(competition),
        lacking=flow.lacking(competition),
        asked=[] if why_not else arbiters_form(competition, event),
        left_out=[] if why_not else flow.left_out(competition),
        is_latin_1=flow.fits_latin_1(competition),
        original="" if why_not else flow.edition_of_original(competition),
    )


@club_page(Action.LEAD)
def trf(request: SignedInCompetitionRequest) -> HttpResponse:
    """The competition, or one group of it (`?group=`), as a TRF file.

    `?edition=` is 16 or 26, `?for=` is pairing or rating.
    """
    competition = request.competition
    edition = EDITIONS.get(request.GET.get("edition", "16"))
    purpose = PURPOSES.get(request.GET.get("for", "pairing"))
    if edition is None or purpose is None:
        raise Http404
    request.refused_to = reverse("federations", args=[request.club.slug, competition.slug])
    group = request.GET.get("group", "")
    data = export_trf(competition, edition, purpose, group)
    name = f"{_stem(competition, group)}-{purpose}-trf{edition}.trf"
    charset = decoded(data)[1].removesuffix("-sig")
    return attachment(data, name, f"text/plain; charset={charset}")


@club_page(Action.LEAD)
def export(request: SignedInCompetitionRequest) -> HttpResponse:
    """The competition as a document."""
    text = document_flow.export_document(request.competition)
    name = f"{request.competition.slug}.json"
    return attachment(text, name, "application/json; charset=utf-8")


@club_page(Action.LEAD, takes_file=True)
def import_document(request: SignedInClubRequest) -> HttpResponse:
    """Import a document or TRF file: the first press previews it, the second imports it."""
    form = DocumentForm(request.POST or None, request.FILES or None)
    is_ratings = False
    if form.is_valid():
        upload = form.cleaned_data.get("upload")
        try:
            stored = upload and kept_upload(request.club, upload, user=request.user)
            how: dict[str, Any] = {
                "issuer": _issuer(request),
                "code_page": request.POST.get("code_page", ""),
                "file_name": getattr(form.cleaned_data.get("file"), "name", ""),
            }
            incoming = read_incoming(stored or form.content, **how)
            preview = preview_of(request.club, incoming)
        except (DocumentError, StepError) as error:
            refused = _("Nothing was imported. %(why)s") % {"why": refusal_of(error)}
            form.add_error("text" if form.cleaned_data.get("text") else "file", refused)
            is_ratings = getattr(error, "code", "") == "rating_list"
        else:
            return previewed(request, preview, upload)
    context = {"form": form, "is_ratings": is_ratings}
    return render(request, "documents/import.html", context)


def previewed(
    request: SignedInClubRequest, preview: ImportPreview, upload: int | None
) -> HttpResponse:
    """What the file contains, with questions about what is doubtful; finally import it.

    `upload` is its number if it has been stored already.
    """
    is_last = request.POST.get("act") == "import"
    typed = request.POST.dict() if request.POST.get("act") == "look" else {}
    form = ImportForm(request.POST if is_last else None, preview=preview, typed=typed)
    if is_last and form.is_valid():
        try:
            incoming = preview.incoming
            if incoming.is_read_again:  # the system, or the number of rounds, is known only now
                incoming = read_incoming(incoming.data, **form.reading)
            differing = document_flow.rounds_that_differ(incoming)
            how = {"matches": form.matches, "differing": differing, **form.chosen}
            competition = document_flow.import_document(
                request.club, incoming, by=request.user, **how
            )
        except (DocumentError, StepError) as error:
            form.add_error(None, refusal_of(error))
        else:
            words = _("“%(competition)s” is imported.") % {"competition": competition}
            if differing:
                words += " " + _("Not paired as its system does: rounds %(rounds)s.") % {
                    "rounds": ", ".join(map(str, differing))
                }
            return done(request, words, "receipt", competition.slug)
    upload = upload or keep_upload(request.club, preview.incoming.data, user=request.user).pk
    context = {"form": form, "upload": upload, **contents_of(preview)}
    return render(request, "documents/preview.html", context)


@club_page(Action.LEAD)
def receipt(request: SignedInCompetitionRequest) -> HttpResponse:
    """What an import brought, line by line; with POST all of it is taken back."""
    competition = request.competition
    form = Form(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_in(form):
            members = undo_import(competition, by=request.user)
            words = ngettext(
                "The import of “%(competition)s” is undone; %(count)s member went with it.",
                "The import of “%(competition)s” is undone; %(count)s members went with it.",
                members,
            )
            return done(request, words % {"competition": competition, "count": members}, "club")
    kept = Receipt.objects.filter(competition=competition).select_related("by").first()
    contents = receipt_of(kept) if kept else {}
    return show(request, "documents/receipt.html", "competition", form=form, **contents)


def _issuer(request: HttpRequest) -> str:
    """The federation of player numbers whose federation the file leaves open; "" if not chosen."""
    issuer = request.POST.get("issuer", "")
    return issuer if issuer in ISSUERS else ""
