"""What did the person give with the step, and is it enough?"""

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
