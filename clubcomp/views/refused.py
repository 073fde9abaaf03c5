"""What does a form say when its step is refused?"""

from collections.abc import Iterator
from contextlib import contextmanager

from django import forms

from clubcomp.flow.errors import StepError


@contextmanager
def refusals_in(form: forms.BaseForm) -> Iterator[None]:
    """A step that is refused is said above its form, with what was typed still in it.

    What follows in the body is skipped, so a body ends with its redirect.
    """
    try:
        yield
    except StepError as error:
        form.add_error(None, str(error))
