"""What a form leads to: the step is done, or refused above the form, or the page is shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.encoding import iri_to_uri
from django_htmx.http import HttpResponseClientRedirect

from clubcomp.doors.requests import ClubRequest, SignedInRequest, SiteRequest
from clubcomp.doors.web_addresses import page_of_site
from clubcomp.flow.errors import StepError

Made = TypeVar("Made")


@contextmanager
def refusals_in(form: forms.BaseForm) -> Iterator[None]:
    """Show a refused step above its form, with everything that was typed.

    The rest of the body is skipped then, so the body ends with its redirect.
    """
    try:
        yield
    except StepError as error:
        form.add_error(None, str(error))


def carried_out(
    request: SignedInRequest,
    form: forms.BaseForm,
    step: Callable[..., Made],
    *args: Any,
    **values: Any,
) -> Made | None:
    """Carry out a step with the form's values and the visitor as `by`; returns what the step does.

    None: the form was not sent, or it was refused.
    """
    if form.is_valid():
        with refusals_in(form):
            return step(*args, by=request.user, **values, **form.cleaned_data)
    return None


def done(request: ClubRequest, words: str, name: str, *args: Any) -> HttpResponse:
    """Say what was done, and redirect to a page of the club."""
    messages.success(request, words)
    return redirect(name, request.club.slug, *args)


def window_to(request: SiteRequest, page: str) -> HttpResponse:
    """Lead the whole window to a page, in answer to htmx.

    Where that is a part of the page that the window shows, a browser would only scroll there, and
    go on showing what was true before the step: so it loads the page again.
    """
    answer = HttpResponseClientRedirect(page)
    address, _hash, part = page.partition("#")
    shown = request.htmx.current_url_abs_path or ""
    if part and address == shown.partition("#")[0]:
        answer["HX-Refresh"] = "true"
    return answer


def page_asked(request: HttpRequest, written: str) -> str:
    """The page of this site that an address leads to, without its host; "" for any other."""
    page = page_of_site(iri_to_uri(written), request.get_host())
    return page if page.startswith(f"{settings.SITE_PATH}/") else ""


def number_in(written: str) -> int:
    """The number of a row, as written in an address or a form; 0 if it is not a number."""
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 0


def show(request: HttpRequest, template: str, section: str, **context: Any) -> HttpResponse:
    """A page; `section` is the item of the navigation that is highlighted."""
    return render(request, template, {"section": section, **context})
