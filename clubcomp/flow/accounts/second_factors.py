"""Which second factor does a person show after the password, and does a club ask for one?

An app that shows codes (TOTP, RFC 6238), a passkey (`flow.accounts.passkeys`), or a recovery code
in their place. An app's code is taken once, up to half a minute before or after its time.
"""

from datetime import datetime

import pyotp
from django.db import transaction
from django.utils import timezone

from clubcomp.flow.accounts.recovery import use_code
from clubcomp.flow.accounts.security_events import security_event
from clubcomp.flow.checks import check_readable
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, SecondFactor, User

NAME_OF_SITE = "Clubcomp"
Kind = SecondFactor.Kind


def new_secret() -> str:
    """A key for an app that shows codes."""
    return pyotp.random_base32()


def app_address(user: User, secret: str, host: str) -> str:
    """The address in the QR code for an app."""
    return pyotp.TOTP(secret).provisioning_uri(
        name=user.email, issuer_name=f"{NAME_OF_SITE} {host}"
    )


def moment_of(secret: str, written: str, now: datetime) -> int | None:
    """The half minute that this is the code of: now, the one before or the one after; else None."""
    code = "".join(written.split())
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, for_time=now, valid_window=1)
    except pyotp.OTPVerificationError:
        return None


def add_app(user: User, *, secret: str, code: str, name: str) -> SecondFactor | None:
    """The app with this key, if it shows the right code; else None."""
    moment = moment_of(secret, code, timezone.now())
    return None if moment is None else add_factor(user, Kind.APP, name, secret, moment)


@transaction.atomic
def add_factor(user: User, kind: str, name: str, secret: str, counter: int) -> SecondFactor:
    """Ask for this factor after the password from now on; any of several will do.

    StepError when its name cannot be read.
    """
    check_readable(name)
    factor = user.second_factors.create(kind=kind, name=name, secret=secret, counter=counter)
    security_event(user, "added_second_factor", name=name)
    return factor


@transaction.atomic
def remove_factor(factor: SecondFactor) -> None:
    """Ask for this factor no longer."""
    factor.delete()
    security_event(factor.user, "removed_second_factor", name=factor.name)


def passes(user: User, written: str) -> bool:
    """Whether this is the code of the person's app now, or a recovery code; uses it up."""
    for app in user.second_factors.filter(kind=Kind.APP):
        moment = moment_of(app.secret, written, timezone.now())
        if moment is not None and was_used(app, moment):
            return True
    return use_code(user, written)


def was_used(factor: SecondFactor, counter: int) -> bool:
    """Note that a code was used; False if this count, or a later one, was used before."""
    earlier = SecondFactor.objects.filter(pk=factor.pk, counter__lt=counter)
    return earlier.update(counter=counter, used_at=timezone.now()) == 1


@all_or_nothing
def ask_second_factor(club: Club, *, asks: bool, by: User | None) -> None:
    """Set whether owners and leaders of the club need a second factor. Idempotent."""
    with club_held(club) as now:
        if now.asks_second_factor != asks:
            now.asks_second_factor = asks
            now.save()
            write_trail(now, "ask_second_factor", by=by, after={"asks": asks})
