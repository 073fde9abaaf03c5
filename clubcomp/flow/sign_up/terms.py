"""Do clubs sign up here, and under which terms? The person who runs the site decides, and signs.

All steps about sign-up wait for each other at the oldest row of the settings.
"""

import re

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.flow.checks import check_texts
from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing
from clubcomp.models import SignUp, User

#: A gap in the terms, which the person who runs the site has to fill in.
_GAP = re.compile(r"\[[^\[\]\n]+\]")
#: More clubs than one site will have.
MOST = 100_000


def sign_up_now() -> SignUp:
    """The present settings: off where nobody has chosen anything yet."""
    return SignUp.objects.first() or SignUp()


def held_sign_up() -> SignUp:
    """The present settings, locked until the transaction ends."""
    SignUp.objects.select_for_update(no_key=True).order_by("pk").first()
    return sign_up_now()


def is_possible() -> bool:
    """Whether clubs can sign up at all: not in a demo, and not where no mail shows who asks."""
    return bool(settings.SENDS_EMAIL) and not settings.IS_DEMO


def is_on(now: SignUp) -> bool:
    """Whether clubs sign up."""
    return now.mode != SignUp.Mode.OFF and is_possible()


def gaps_in(terms: str) -> list[str]:
    """The gaps still to be filled in, each once."""
    return list(dict.fromkeys(_GAP.findall(terms)))


@all_or_nothing
def change_sign_up(
    *,
    mode: str,
    most_clubs: int,
    terms: str,
    signature: str = "",
    seen: int | None = None,
    by: User | None,
) -> SignUp:
    """Change how clubs sign up. `signature` is the name of the person who signs these terms.

    `seen` is the number of the settings that the page showed; 0 where there were none.
    StepError when it would be on under terms that have gaps, or that nobody has signed.
    """
    now = held_sign_up()
    if seen is not None and seen != (now.pk or 0):
        raise StepError(_("Somebody changed this meanwhile. Open the page anew."))
    if not 0 < most_clubs <= MOST:
        raise StepError(_("The number of clubs lies between 1 and %(most)s."), most=MOST)
    new = SignUp(mode=SignUp.Mode(mode), most_clubs=most_clubs, changed_by=by)
    new.terms = terms.replace("\r\n", "\n").strip()
    if signature.strip():
        new.signed_by, new.signed_at = signature.strip(), timezone.now()
    elif new.terms == now.terms:
        new.signed_by, new.signed_at = now.signed_by, now.signed_at
    check_texts(new)
    _check_terms(new)
    if _values(new) == _values(now):
        return now
    new.save()
    return new


def _check_terms(new: SignUp) -> None:
    is_on, gaps = new.mode != SignUp.Mode.OFF, gaps_in(new.terms)
    if is_on and not is_possible():
        raise StepError(_("On a site that sends no e-mail, and in a demo, no club can sign up."))
    if is_on or new.signed_at:
        if not new.terms:
            raise StepError(_("There are no terms yet: write them, or begin with the template."))
        if gaps:
            words = _("The terms have gaps: fill in %(gaps)s.")
            raise StepError(words, gaps=", ".join(gaps[:4] + ["…"] * (len(gaps) > 4)))
    if is_on and not new.signed_at:
        raise StepError(_("Sign the terms as they are now: write your name below them."))


def _values(row: SignUp) -> tuple[object, ...]:
    return row.mode, row.most_clubs, row.terms, row.signed_by, row.signed_at
