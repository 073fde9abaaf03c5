"""What do the messages say about clubs that strangers ask for?"""

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.flow.clubs import welcome_parts
from clubcomp.flow.sign_up.asking import token_of
from clubcomp.models import AskedClub, Message, User
from clubcomp.running.sending.letter import Letter, address_of


def sign_up(message: Message) -> Letter | None:
    """The link, unless the club asked for is gone by now; nothing goes to a closed account."""
    asked = AskedClub.objects.filter(pk=message.facts["asked"], confirmed_at=None).first()
    if asked is None or User.objects.filter(email=asked.email, is_active=False).exists():
        return None
    return Letter(
        to=asked.email,
        subject=_("Found %(club)s") % {"club": asked},
        paragraphs=[
            _("Hello %(name)s,") % {"name": asked.person},
            _("with this link you found %(club)s on %(site)s, and become its owner.")
            % {"club": asked, "site": settings.SITE_URL},
            _(
                "It works for two days. Was it not you who asked for it? Then do nothing, and"
                " nothing of it is kept."
            ),
        ],
        link=address_of("confirm-sign-up", token_of(asked)),
    )


def sign_up_answer(message: Message) -> Letter | None:
    """The letter that says that the club is founded, or that it is not, and why."""
    club, user = message.club, message.user
    if club is None or user is None:
        facts = message.facts
        declined = _("%(club)s is not founded on %(site)s. What you wrote is removed.")
        return Letter(
            to=message.address,
            subject=_("%(club)s is not founded") % facts,
            paragraphs=[
                declined % {"club": facts["club"], "site": settings.SITE_URL},
                *([_("Who runs the site says: %(line)s") % facts] if facts["line"] else []),
            ],
        )
    if user.has_usable_password():
        words, link = _("Sign in, and set it up:"), address_of("club", club.slug)
    else:
        words = _("With this link you choose a password, once, within three days:")
        link = address_of("welcome", *welcome_parts(user))
    return Letter(
        to=user.email,
        subject=_("%(club)s is founded") % {"club": club},
        paragraphs=[
            _("Hello %(name)s,") % {"name": user},
            _("%(club)s is founded, and you are its owner. Its address: %(address)s")
            % {"club": club, "address": address_of("club", club.slug)},
            words,
        ],
        link=link,
    )


def sign_up_waits(message: Message) -> Letter | None:
    """To those who run the site: how many clubs wait; None if somebody has decided meanwhile."""
    count = AskedClub.objects.waiting().filter(approved_at=None).count()
    if message.user is None or not count:
        return None
    words = ngettext(
        "%(count)s club waits to be approved.", "%(count)s clubs wait to be approved.", count
    )
    return Letter(
        to=message.user.email,
        subject=words % {"count": count},
        paragraphs=[_("Whoever asked hears from you by e-mail, whatever you decide.")],
        link=address_of("asked-clubs"),
    )
