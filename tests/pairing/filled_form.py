"""What a browser sends for a form of options that nobody touched."""

from django.forms import BaseForm
from django.utils.datastructures import MultiValueDict

from pairing.forms import OptionsForm
from pairing.kind_fields import KindsField, rows_of


def sent_by(form: OptionsForm) -> MultiValueDict:
    """Every field as it stands."""
    sent: MultiValueDict = MultiValueDict()
    for name, field in form.fields.items():
        if isinstance(field, KindsField):
            for row in rows_of(form[name]):
                _put(sent, row)
    _put(sent, form)
    return sent


def _put(sent: MultiValueDict, form: BaseForm) -> None:
    for bound in form:
        if isinstance(bound.field, KindsField):
            continue
        value = bound.value()
        if value is False:  # a tick that is not set
            continue
        values = value if isinstance(value, list | tuple) else [value]
        sent.setlist(bound.html_name, ["" if one is None else str(one) for one in values])
