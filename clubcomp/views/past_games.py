"""Evenings that were played before the club used this program, pasted as a table of games."""

from django.http import HttpResponse
from django.utils.translation import ngettext

from clubcomp.doors.requests import SignedInCompetitionRequest
from clubcomp.flow.incoming import past_evenings as flow
from clubcomp.flow.incoming.past_games import read_past_games
from clubcomp.forms.past_games import MeaningsForm, PastGamesForm
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show


@club_page(Action.LEAD)
def paste(request: SignedInCompetitionRequest) -> HttpResponse:
    """Paste games, preview them, write them. Nothing is stored before the last of the three."""
    competition, act = request.competition, request.POST.get("act")
    form = PastGamesForm(request.POST or None, competition=competition)
    if act in ("look", "add") and form.is_valid():
        tempo, text = form.cleaned_data["tempo"], form.cleaned_data["text"]
        meanings = MeaningsForm.answers(request.POST, competition)
        with refusals_in(form):
            if act == "add":
                past = flow.add_past_evenings(tempo, text, meanings, by=request.user)
                words = ngettext(
                    "%(count)s game is in it now. Look whether the table is as it was on paper.",
                    "%(count)s games are in it now. Look whether the table is as it was on paper.",
                    past.count,
                )
                facts = {"count": past.count}
                return done(request, words % facts, "standings", competition.slug)
            past = read_past_games(tempo, text, meanings)
            asked = MeaningsForm(past.words, meanings, competition=competition)
            context = {"past": past, "meanings": asked}
            return show(
                request, "evenings/past_games_read.html", "competition", form=form, **context
            )
    if act == "change":
        form = PastGamesForm(initial=request.POST.dict(), competition=competition)
    return show(request, "evenings/past_games.html", "competition", form=form)
