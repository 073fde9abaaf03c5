"""How does a founder ask for a club? By e-mail: opening the link shows that the address is theirs.

Until then nothing is done in anybody's name, and the request goes after two days.
"""

from datetime import timedelta

from django.core.signing import BadSignature, Signer
from django.utils import timezone
from django.utils.translation import gettext as _

from clubcomp.doors.look_alikes import folded, mixed_word
from clubcomp.doors.slugs import OFFICIAL_WORDS, SITE_WORDS, free_slug
from clubcomp.flow.checks import check_email, check_texts, checked_country, checked_slug, reread
from clubcomp.flow.errors import StepError
from clubcomp.flow.messages import enqueue, language_now, tell_of_asked_clubs
from clubcomp.flow.sign_up.founding import found_waiting, needs_approval
from clubcomp.flow.sign_up.terms import held_sign_up, is_on
from clubcomp.flow.step import all_or_nothing
from clubcomp.models import AskedClub, Club, Message, MessageKind, SignUp
from clubcomp.models.messages import key_of

#: How many links an address gets in the days in which they work, and the site sends in a day. The
#: counter of attempts forgets within hours, so rows are counted.
LINKS_OF_ADDRESS, LINKS_A_DAY = 3, 100
#: Addresses that no club may have, nor one that looks like them.
_RESERVED = SITE_WORDS | OFFICIAL_WORDS
_LOOK_RESERVED = frozenset(map(folded, _RESERVED))
_SIGNER = Signer(salt="clubcomp.flow.sign_up")


def token_of(asked: AskedClub) -> str:
    """The end of the address in the mail."""
    return _SIGNER.sign(str(asked.pk))


def asked_by(token: str) -> AskedClub | None:
    """The request of a link; None if it was founded, declined, taken back, too old or never was."""
    try:
        asked = AskedClub.objects.filter(pk=int(_SIGNER.unsign(token))).first()
    except (BadSignature, ValueError):
        return None
    return None if asked is None or asked.is_over else asked


@all_or_nothing
def ask_for_club(
    *, name: str, slug: str = "", country: str = "", person: str, email: str, terms: int
) -> AskedClub:
    """Send a link to the address, with which the club is founded or waits to be approved.

    `slug` "" is made from the name. `terms` is the number of the settings whose terms were shown,
    and accepted.
    """
    now = _open_sign_up()
    shown = SignUp.objects.filter(pk=terms).first()
    if shown is None or shown.signed_at is None or shown.signed_at != now.signed_at:
        raise StepError(_("The terms have changed meanwhile. Read them once more."))
    AskedClub.objects.never_confirmed().delete()
    asked = AskedClub(name=name.strip(), person=person.strip(), email=email.strip().lower())
    asked.country, asked.language = checked_country(country), language_now()
    asked.accepted = shown.signed_at
    _check_names(asked)
    asked.slug = _free_slug(slug or _slug_of(asked.name))
    check_texts(asked)
    check_email(asked.email)
    _check_number_of_links(asked.email)
    asked.save()
    key, facts = key_of(MessageKind.SIGN_UP, asked.pk), {"asked": asked.pk}
    kind, address, language = MessageKind.SIGN_UP, asked.email, asked.language
    enqueue([Message(key=key, kind=kind, address=address, language=language, facts=facts)])
    return asked


@all_or_nothing
def confirm_club(asked: AskedClub, *, slug: str) -> Club | None:
    """Found a club once its founder has opened the link, or let it wait for approval or room."""
    now = _open_sign_up()
    row = reread(AskedClub.objects.all(), asked, _("This link is over. Ask for the club anew."))
    if row.confirmed_at:
        return None
    if AskedClub.objects.waiting().filter(email=row.email).exists():
        raise StepError(_("Another club that you asked for waits already."))
    row.slug = _free_slug(slug)
    row.confirmed_at = timezone.now()
    if not needs_approval(row, now):
        row.approved_at = row.confirmed_at
    row.save()
    if not row.approved_at:
        tell_of_asked_clubs()
    return found_waiting(now).get(row.pk)


@all_or_nothing
def take_back_club(asked: AskedClub) -> None:
    """Delete a request that the founder no longer wants. Idempotent."""
    held_sign_up()
    AskedClub.objects.filter(pk=asked.pk).delete()


def _open_sign_up() -> SignUp:
    now = held_sign_up()
    if not is_on(now):
        raise StepError(_("No club can sign up here at the moment."))
    return now


def _slug_of(name: str) -> str:
    """An address made from the name that no club or request has."""
    waiting = AskedClub.objects.waiting().values_list("slug", flat=True)
    taken = {*Club.objects.values_list("slug", flat=True), *waiting}
    return free_slug(name, taken=taken, reserved=_RESERVED)


def _free_slug(slug: str) -> str:
    is_taken = _("There is already a club at the address “%(slug)s”.")
    if folded(slug) in _LOOK_RESERVED:
        raise StepError(_("The site itself uses the address “%(slug)s”."), slug=slug)
    checked_slug(slug, _RESERVED, Club.objects.all(), is_taken)
    return checked_slug(slug, (), AskedClub.objects.waiting(), is_taken)


def _check_names(asked: AskedClub) -> None:
    if not folded(asked.name):
        raise StepError(_("A club needs a name."))
    if not asked.person:
        raise StepError(_("Write your own name as well: others see it in the log."))
    if word := mixed_word(asked.name):
        words = _("“%(word)s” has letters of two alphabets that look alike. Type it anew.")
        raise StepError(words, word=word)


def _check_number_of_links(email: str) -> None:
    if AskedClub.objects.filter(email=email, confirmed_at=None).count() >= LINKS_OF_ADDRESS:
        words = _("So many links went to this address that none follows for two days. Use those.")
        raise StepError(words)
    today = timezone.now() - timedelta(days=1)
    if Message.objects.filter(kind=MessageKind.SIGN_UP, made_at__gt=today).count() >= LINKS_A_DAY:
        raise StepError(_("So many asked for a club today that no more can. Try again tomorrow."))
