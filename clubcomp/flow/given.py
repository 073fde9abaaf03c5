"""What did the person give with the step, and is it enough?"""

from django.db.models import CharField, Model
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError

LONGEST = 500


def given_reason(reason: str) -> str:
    """The reason without blanks around it; StepError when there is none, or a whole letter."""
    reason = reason.strip()
    if not reason:
        raise StepError(_("Say why: others will see the reason."))
    if len(reason) > LONGEST:
        raise StepError(_("The reason is too long: at most %(most)s letters.") % {"most": LONGEST})
    return reason


def check_lengths(thing: Model) -> None:
    """StepError when a text of the row is longer than its column."""
    for field in thing._meta.concrete_fields:
        if not isinstance(field, CharField) or not field.editable:
            continue
        if len(getattr(thing, field.attname) or "") > field.max_length:
            raise StepError(
                _("The field “%(field)s” has at most %(most)s letters.")
                % {"field": field.verbose_name, "most": field.max_length}
            )
