"""What makes a password too weak, and how is one compared?

As NIST SP 800-63B-4 and OWASP ASVS 5 have it: long enough, not one that is guessed early, and of
any characters. No other service is asked: the list of common passwords is the one that comes with
Django (Royce Williams', of those that leaked most; Django's licence, BSD). The words are the site's
own.

Django's catalogues lag behind its sources, so some of its sentences would be English on a Dutch
page, and others are more formal than the rest of the site.
"""

import re
from difflib import SequenceMatcher
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import password_validation as rules
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.names import search_key


class LongEnough(rules.MinimumLengthValidator):
    """At least twelve characters of any kind."""

    def __init__(self, min_length: int = 12):
        super().__init__(min_length)

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short. Use at least %(count)d character.",
            "This password is too short. Use at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}

    def get_help_text(self) -> str:
        return ngettext(
            "Use at least %(count)d character: three or four words do.",
            "Use at least %(count)d characters: three or four words do.",
            self.min_length,
        ) % {"count": self.min_length}


class NotLikeThePerson:
    """Not the name or the e-mail of the account, nor close to it.

    Django's own rule compares which letters two texts have, in any order, so a long phrase is like
    nearly every address. Here the order counts, since guesses are typed in order.
    """

    #: How much of both texts may be the same, in order.
    MOST_ALIKE = 0.7

    def validate(self, password: str, user: Any = None) -> None:
        """ValidationError if the password is close to the name, the e-mail, or a word of them."""
        typed = _letters(password)
        for value in (getattr(user, "name", ""), getattr(user, "email", "")):
            words = {_letters(word) for word in (value, *re.split(r"\W+", value))}
            for word in words - {""}:
                alike = SequenceMatcher(a=typed, b=word, autojunk=False)
                # The quick ratio is never less than the real one, and takes no time.
                if alike.quick_ratio() >= self.MOST_ALIKE and alike.ratio() >= self.MOST_ALIKE:
                    raise ValidationError(self.get_error_message(), code="password_too_similar")

    def get_error_message(self) -> str:
        return _("This password looks too much like your name or your e-mail.")

    def get_help_text(self) -> str:
        return _("Do not use your name or your e-mail.")


def _letters(text: str) -> str:
    """A text as it is compared: without accents, signs and spaces."""
    return search_key(text).replace(" ", "")


class NotCommon(rules.CommonPasswordValidator):
    """Not one of the passwords that are tried first, nor with digits and signs around it."""

    #: The least number of different characters; with fewer, a key was held down.
    LEAST_DIFFERENT = 5

    def validate(self, password: str, user: Any = None) -> None:
        """ValidationError, with what to do."""
        super().validate(password, user)
        if len(set(password.lower())) < self.LEAST_DIFFERENT:
            raise ValidationError(self.get_error_message(), code="password_too_common")
        super().validate(_AROUND.sub("", password), user)

    def get_error_message(self) -> str:
        return _("Many people use this password. Choose another one.")

    def get_help_text(self) -> str:
        return _("Do not use a password that many people use.")


#: Digits and signs before and after the letters.
_AROUND = re.compile(r"^[\W\d_]+|[\W\d_]+$")
#: Words that an attacker tries first at a club's site, in its languages.
_TRIED_FIRST = """
    clubcomp club kulup vereniging dernek competitie competition yarisma turnuva toernooi
    schaken schaak chess satranc dammen draughts schach
    koning king dame queen toren rook loper bishop paard knight pion pawn schaakmat remise vezir
    wachtwoord password passwd sifre parola geheim secret welkom welcome hosgeldin admin
    zomer winter lente herfst summer spring autumn ilkbahar sonbahar
"""


class NotOfTheClub:
    """Not made of words that belong to the club, the site, the game or the season."""

    #: How many letters besides such words are enough.
    ENOUGH = 6

    def validate(self, password: str, user: Any = None) -> None:
        """ValidationError if too little is left without such words, digits and signs."""
        written = left = _letters(password)
        for word in sorted(self._words(user), key=len, reverse=True):
            left = left.replace(word, "")
        if left != written and sum(letter.isalpha() for letter in left) < self.ENOUGH:
            raise ValidationError(
                _(
                    "This password is made of words that others guess: of the club, the site or"
                    " the game. Add words that have nothing to do with them."
                ),
                code="password_of_the_club",
            )

    def get_help_text(self) -> str:
        """What the page says before a password is chosen."""
        return _("Do not make it of words of the club, the site or the game.")

    @staticmethod
    def _words(user: Any) -> set[str]:
        names = [_TRIED_FIRST, (urlsplit(settings.SITE_URL).hostname or "").replace(".", " ")]
        names += getattr(user, "club_names", [])
        if user and user.pk:
            own = user.memberships.values_list("club__name", "club__slug")
            names += [name for name_and_slug in own for name in name_and_slug]
        words = " ".join(search_key(name.replace("-", " ")) for name in names).split()
        return {word for word in words if len(word) > 2}


class Argon2OnOneCore(Argon2PasswordHasher):
    """Django's Argon2 with what OWASP asks for at least: 19 MiB, twice, on one core.

    Django's own parameters take four times as long on all cores, which pages need. 46 MiB once,
    which OWASP calls as strong, takes two and a half times as long, most of it for getting the
    memory.
    """

    memory_cost, time_cost, parallelism = 19456, 2, 1
