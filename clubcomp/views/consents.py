"""May my games be rated? Players say it on their own page, where the club asks."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubcomp.doors.requests import OwnClubRequest
from clubcomp.flow.documents.consents import say_consent
from clubcomp.forms.consents import ConsentForm
from clubcomp.pages.consents import own_consents
from clubcomp.views.access import Action, club_page
from clubcomp.views.answers import done, refusals_in, show


@club_page(Action.TAKE_PART)
def own(request: OwnClubRequest) -> HttpResponse:
    """Yes or no to a game, or to all of them; and what was reported already."""
    mine = own_consents(request.me)
    posted = request.POST if request.method == "POST" else None
    form = ConsentForm(posted, always=mine.always, games=mine.open_games)
    if form.is_valid():
        always = form.cleaned_data["always"]
        with refusals_in(form):
            say_consent(request.me, always=always, games=form.answers, by=request.me)
            return done(request, _("Your word is kept."), "my-consent")
    return show(request, "me/consent.html", "me", form=form, mine=mine)
