"""What makes a password too weak, and how is one compared?

The rules are Django's, said in the site's own words.

Django's catalogues lag behind its sources, so some of its sentences would be English on a Dutch
page, and the others address the reader more formally than the rest of the site.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from threading import get_native_id
from typing import Any

from django.contrib.auth import password_validation as rules
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(rules.MinimumLengthValidator):
    """At least eight characters."""

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short. Use at least %(count)d character.",
            "This password is too short. Use at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}

    def get_help_text(self) -> str:
        return ngettext(
            "Use at least %(count)d character.",
            "Use at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}


class NotLikeThePerson(rules.UserAttributeSimilarityValidator):
    """Not the name or the e-mail of the account."""

    def __init__(self, **options: Any) -> None:
        super().__init__(user_attributes=("name", "email"), **options)

    def get_error_message(self) -> str:
        return _("This password looks too much like your name or your e-mail.")

    def get_help_text(self) -> str:
        return _("Do not use your name or your e-mail.")


class NotCommon(rules.CommonPasswordValidator):
    """Not one of the passwords that are tried first."""

    def get_error_message(self) -> str:
        return _("Many people use this password. Choose another one.")

    def get_help_text(self) -> str:
        return _("Do not use a password that many people use.")


class NotOnlyDigits(rules.NumericPasswordValidator):
    """Not a year or a telephone number."""

    def get_error_message(self) -> str:
        return _("This password has only digits. Use letters as well.")

    def get_help_text(self) -> str:
        return _("Do not use digits only.")


class PatientArgon2(Argon2PasswordHasher):
    """Django's Argon2, one at a time and behind whatever else the machine has to do.

    Each takes a whole core for a moment; pages that are asked for meanwhile go first.
    """

    def encode(self, password: str, salt: str) -> str:
        """The hash of a password."""
        return _apart(os.getpid()).submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        """Whether it is the password of this hash."""
        return _apart(os.getpid()).submit(super().verify, password, encoded).result()


@cache
def _apart(_process: int) -> ThreadPoolExecutor:
    """The one thread of a process in which passwords are compared.

    Asked for by the process, since a fork takes the executor along, but not its thread.
    """
    return ThreadPoolExecutor(1, "passwords", initializer=_step_back)


def _step_back() -> None:
    """Leave the processor to others; where a thread cannot, it does without."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), 5)
