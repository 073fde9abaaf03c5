"""What does a message say? Words in the language of its receiver, of what is true now."""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.clubs import welcome_parts
from clubcomp.flow.deputies import NO_ADDRESS
from clubcomp.models import Kind, Message, User


class Letter(NamedTuple):
    """A message in words. `link` is where it leads to, `stop` where one ends such messages."""

    to: str
    subject: str
    paragraphs: list[str]
    link: str = ""
    stop: str = ""

    @property
    def text(self) -> str:
        """All of it as plain text."""
        parts = [*self.paragraphs, *([self.link] if self.link else [])]
        if self.stop:
            parts.append(f"-- \n{_('No more of these messages:')} {self.stop}")
        return "\n\n".join(parts) + "\n"


def letter_of(message: Message) -> Letter | None:
    """The letter, None where there is nothing to tell any more."""
    with translation.override(message.language):
        return LETTERS[Kind(message.kind)](message)


def address_of(name: str, *arguments: object) -> str:
    """A page of the site, as it is written outside it."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse(name, args=arguments)}"


def _sign_in(message: Message) -> Letter | None:
    user = User.objects.filter(email=message.address, is_active=True).first()
    if user is None or user.email.endswith(NO_ADDRESS):
        return None
    return Letter(
        to=user.email,
        subject=_("Your link to sign in"),
        paragraphs=[
            _("Hello %(name)s,") % {"name": user},
            _("with this link you sign in, and can choose a new password."),
            _("It works once, for three days. Was it not you who asked for it? Then do nothing."),
        ],
        link=address_of("welcome", *welcome_parts(user)),
    )


def _invitation(message: Message) -> Letter | None:
    user = message.user
    if user is None or not user.is_active:
        return None
    return Letter(
        to=user.email,
        subject=_("%(club)s invites you") % {"club": message.club},
        paragraphs=[
            _("Hello %(name)s,") % {"name": user},
            _("%(club)s has made an account for you. With this link you choose your password.")
            % {"club": message.club},
            _("It works once, for three days. After that the club sends you a new one."),
        ],
        link=address_of("welcome", *welcome_parts(user)),
    )


def _given_up(message: Message) -> Letter | None:
    club, user = message.club, message.user
    if club is None or user is None:
        return None
    today = timezone.now() - timedelta(days=1)
    count = club.messages.filter(given_up_at__gt=today).count()
    words = ngettext(
        "%(count)s message of %(club)s did not arrive.",
        "%(count)s messages of %(club)s did not arrive.",
        count,
    )
    return Letter(
        to=user.email,
        subject=_("Messages that did not arrive"),
        paragraphs=[words % {"count": count, "club": club}, _("Here is which, and why:")],
        link=address_of("people", club.slug),
    )


def _test(message: Message) -> Letter | None:
    if message.user is None:
        return None
    return Letter(
        to=message.user.email,
        subject=_("A test message of %(club)s") % {"club": message.club},
        paragraphs=[_("You read this, so messages of %(club)s arrive.") % {"club": message.club}],
    )


LETTERS: dict[Kind, Callable[[Message], Letter | None]] = {
    Kind.SIGN_IN: _sign_in,
    Kind.INVITATION: _invitation,
    Kind.GIVEN_UP: _given_up,
    Kind.TEST: _test,
}
