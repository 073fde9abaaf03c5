"""Which codes let in a person who has lost the password or the second factor?

Each code replaces one of the two, once. Its first digit says which of the ten it is, so that only
one digest is compared.
"""

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils.crypto import get_random_string

from clubcomp.flow.accounts.security_events import security_event
from clubcomp.models import RecoveryCode, User

#: Characters that cannot be mistaken for others on paper.
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
#: How many letters follow the digit: more than anybody can guess.
LENGTH = 11


def make_codes(user: User) -> list[str]:
    """Ten new codes, as they are printed; earlier ones are void."""
    secrets = [get_random_string(LENGTH, LETTERS) for _number in range(10)]
    rows = [
        RecoveryCode(user=user, number=number, digest=make_password(secret))
        for number, secret in enumerate(secrets)
    ]
    with transaction.atomic():
        user.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(rows)
        security_event(user, "made_recovery_codes")
    written = (f"{number}{secret}" for number, secret in enumerate(secrets))
    return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in written]


def _letters_of(written: str) -> str:
    return "".join(letter for letter in written.lower() if letter.isalnum())


def is_code(written: str) -> bool:
    """Whether this looks like a code: a digit, and more letters than anybody can guess."""
    code = _letters_of(written)
    is_numbered = code[:1].isascii() and code[:1].isdecimal()
    return is_numbered and len(code) == 1 + LENGTH and set(code[1:]) <= set(LETTERS)


def use_code(user: User | None, written: str) -> bool:
    """Use a code up; returns whether the person still had it.

    It takes as long for an account that does not exist, so that the time gives nothing away.
    """
    code = _letters_of(written)
    number, secret = code[:1], code[1:]
    row = None
    if user and number.isdecimal() and number.isascii():
        row = user.recovery_codes.filter(number=int(number)).first()
    if not check_password(secret, row.digest if row else "!") or row is None or user is None:
        return False
    with transaction.atomic():
        # If two come at the same moment, only one finds it.
        was_there = RecoveryCode.objects.filter(pk=row.pk).delete()[0] == 1
        if was_there:
            security_event(user, "used_recovery_code", left=user.recovery_codes.count())
    return was_there
