"""Which standing goes out, after which round, as which kind of file?"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubcomp.forms.fields import offer


class StandingsFileForm(forms.Form):
    """The scope of a standing and the round after which it is taken; empty: now."""

    scope = forms.ChoiceField(label=_("Which standings"), required=False)
    after = forms.ChoiceField(label=_("After which game or round"), required=False)

    def __init__(
        self,
        *args: Any,
        scopes: Iterable[tuple[str, str]],
        moments: Iterable[tuple[str, str]],
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        scopes = list(scopes)
        offer(self, "scope", scopes)
        offer(self, "after", [("", _("the last one")), *moments])
        if len(scopes) == 1:
            del self.fields["scope"]
