"""What does a page say that cannot be shown? In words, in the reader's language, with a way on."""

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.test import Client, override_settings
from django.urls import include, path
from django.utils import translation

from clubcomp.flow.errors import StepError
from clubcomp.models import Club
from clubcomp.views import errors
from clubcomp.views.access import site_page
from tests.attempts import every
from tests.make import make_club, make_membership, make_user

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
HEADINGS = {
    400: "This could not be read",
    403: "You don’t have access",
    404: "Page not found",
    500: "Our fault",
}


def test_a_refused_reader_is_no_accident_in_the_log(caplog):
    club = make_club()
    Club.objects.update(audience="members")
    for path_ in (f"/{club.slug}/", f"/{club.slug}/nothing/"):
        assert Client().get(path_).status_code in (403, 404)
    assert len(caplog.records) == 2
    assert not any(record.exc_info for record in caplog.records)


def failing(error: Exception):
    """A page that cannot be shown."""

    def page(request: HttpRequest) -> HttpResponse:
        raise error

    return site_page(page)


def asks_for_a_step(request: HttpRequest, *, says_where: bool = False) -> HttpResponse:
    """A button whose step is refused."""
    if says_where:
        request.refused_to = "/password/forgotten/"
    raise StepError("The game is over.")


urlpatterns = [
    path("fails/400/", failing(BadRequest("secret"))),
    path("fails/403/", failing(PermissionDenied("secret"))),
    path("fails/404/", failing(Http404("secret"))),
    path("fails/500/", failing(RuntimeError("secret"))),
    path("refused/", asks_for_a_step),
    path("refused/there/", asks_for_a_step, {"says_where": True}),
    path("", include("clubcomp.urls")),
]
handler400, handler403, handler404, handler500 = (
    errors.bad_request,
    errors.forbidden,
    errors.not_found,
    errors.broken,
)


@pytest.fixture
def browser():
    """A browser at a site on which some pages fail."""
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(raise_request_exception=False)


def heading_in(language: str, text: str) -> str:
    """The heading of a page as a translator wrote it."""
    with translation.override(language):
        return f"<h1>{translation.gettext(text)}</h1>"


@every("language", LANGUAGES)
@every("status", HEADINGS)
def test_an_error_is_said_in_the_readers_language_with_a_way_on(browser, status, language):
    answer = browser.get(f"/fails/{status}/", headers={"accept-language": language})
    said = answer.content.decode()
    assert answer.status_code == status
    assert f'<html lang="{language}"' in said
    assert heading_in(language, HEADINGS[status]) in said
    assert 'href="/"' in said
    assert "secret" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_fault_is_said_without_a_request(language):
    with translation.override(language):
        answer = errors.broken(None)
    said = answer.content.decode()
    assert answer.status_code == 500
    assert f'<html lang="{language}"' in said
    assert heading_in(language, "Our fault") in said
    assert "<p>" in said


def test_our_own_fault_is_said_when_the_database_is_away(browser, monkeypatch):
    def away(*args, **kwargs):
        raise ConnectionError("secret")

    monkeypatch.setattr("clubcomp.doors.sessions.SessionStore.load", away)
    browser.cookies["sessionid"] = "x" * 32
    answer = browser.get("/fails/500/", headers={"accept-language": "en"})
    assert answer.status_code == 500
    assert "<h1>Our fault</h1>" in answer.content.decode()
    assert static("css/clubcomp.css") in answer.content.decode()


def test_our_own_fault_is_said_in_words_where_no_files_were_gathered(browser, monkeypatch):
    def missing(name):
        raise ValueError(name)

    monkeypatch.setattr(staticfiles_storage, "url", missing)
    answer = browser.get("/fails/500/", headers={"accept-language": "en"})
    assert (answer.status_code, b"<link" in answer.content) == (500, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_that_is_too_old_is_said_in_the_readers_language(language):
    client = Client(enforce_csrf_checks=True, headers={"accept-language": language})
    client.get("/sign-in/")
    answer = client.post("/sign-in/", {"username": "anna@example.org"})
    assert answer.status_code == 403
    assert heading_in(language, "This form is too old") in answer.content.decode()


#: What the browser says, how the site was asked, and what is then on the page and in the log.
REFUSALS = {
    "no cookie": ({}, "Your browser sent no cookie", ""),
    "nowhere": ({"origin": "null"}, "did not say where", "no-referrer"),
    "another scheme": ({"origin": "https://testserver"}, "BEHIND_PROXY", "BEHIND_PROXY"),
    "another name": ({"origin": "http://club.example"}, "header Host", "header Host"),
    "another site": ({"origin": "https://evil.example"}, "on another site", ""),
}


@pytest.mark.parametrize("address", ["/sign-in/", "/language/"])
@pytest.mark.parametrize("what", REFUSALS)
def test_each_cause_of_a_refused_form_has_its_sentence_and_what_to_set(
    settings, caplog, what, address
):
    settings.ALLOWED_HOSTS = ["testserver", "club.example"]
    headers, said, logged = REFUSALS[what]
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"} | headers)
    if address == "/language/" and what in ("no cookie", "another scheme"):
        return  # its form has no token, and so needs no cookie; it changes little
    answer = client.post(address, {"username": "anna@example.org"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert said in page
    assert ("This form is too old" in page) is False
    ours = [line for line in caplog.records if line.name == "clubcomp.views.refused_forms"]
    assert [logged in line.getMessage() for line in ours] == [True] * bool(logged)


def test_a_site_that_is_asked_by_another_name_says_so(settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    answer = Client(headers={"accept-language": "en", "host": "other.example"}).get("/")
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" in answer.content.decode()


def test_in_a_club_the_way_on_is_the_clubs_page(browser):
    bob = make_user("Bob")
    make_membership(make_club(), bob)
    browser.force_login(bob)
    for url in ("/toren/nothing/", "/toren/settings/"):
        answer = browser.get(url)
        assert answer.status_code in (403, 404)
        assert '<a class="button" href="/toren/"' in " ".join(answer.content.decode().split())


# A step that is refused ---------------------------------------------------------------------------


def refuse(browser: Client, url: str = "/refused/", shown: str = "", *, htmx: bool) -> HttpResponse:
    """Press a button whose step is refused."""
    headers = {"HX-Request": "true"} if htmx else {}
    if shown:
        headers["HX-Current-URL"] = shown
    return browser.post(url, headers=headers)


def test_a_refused_step_is_said_on_the_page_that_it_belongs_to(browser):
    assert refuse(browser, "/refused/there/", htmx=False).url == "/password/forgotten/"
    page = browser.get("/password/forgotten/", headers={"accept-language": "en"})
    assert "The game is over." in page.content.decode()


@pytest.mark.parametrize(
    ("shown", "target"),
    [
        ("http://testserver/password/forgotten/?q=1", "/password/forgotten/?q=1"),
        ("https://elsewhere.example/", "/refused/"),
        ("no address", "/refused/"),
        ("", "/refused/"),
    ],
)
def test_with_htmx_it_is_said_on_the_page_that_is_shown(browser, shown, target):
    answer = refuse(browser, shown=shown, htmx=True)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, target)


def test_with_htmx_the_page_that_the_step_belongs_to_comes_first(browser):
    answer = refuse(browser, "/refused/there/", "http://testserver/sign-in/", htmx=True)
    assert answer["HX-Redirect"] == "/password/forgotten/"
