"""How does a page answer: what was pressed is done, or refused above its form, or it is shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from clubcomp.flow.errors import StepError
from clubcomp.requests import ClubRequest, SignedInRequest

Made = TypeVar("Made")


@contextmanager
def refusals_in(form: forms.BaseForm) -> Iterator[None]:
    """A step that is refused is said above its form, with what was typed still in it.

    What follows in the body is skipped, so a body ends with its redirect.
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
    """What a step makes of a form, with the visitor as `by`; None: not sent, or not accepted."""
    if form.is_valid():
        with refusals_in(form):
            return step(*args, by=request.user, **values, **form.cleaned_data)
    return None


def done(request: ClubRequest, words: str, name: str, *args: Any) -> HttpResponse:
    """Say what was done, and on to a page of the club."""
    messages.success(request, words)
    return redirect(name, request.club.slug, *args)


def number_in(written: str) -> int:
    """The number of a row as an address or a form has it; 0 for what is none."""
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 0


def show(request: HttpRequest, template: str, section: str, **context: Any) -> HttpResponse:
    """A page; `section` is the chip of the navigation that is on."""
    return render(request, template, {"section": section, **context})
