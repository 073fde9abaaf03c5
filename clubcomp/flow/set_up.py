"""How does an empty site get its first club, and its owner an account?

The program prints a link to the form when it starts. The link stops working as soon as there is
a club.
"""

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from clubcomp.flow.clubs import found_club
from clubcomp.flow.errors import StepError
from clubcomp.models import Club, User
from clubcomp.slugs import SITE_WORDS, free_slug


def is_set_up() -> bool:
    """Whether the site has a club."""
    return Club.objects.exists()


def set_up_token() -> str:
    """A secret derived from the site's secret key."""
    return salted_hmac("clubcomp.flow.set_up", "first club", algorithm="sha256").hexdigest()[:32]


def is_set_up_token(token: str) -> bool:
    """Whether a link to set up the site is one that we gave."""
    return constant_time_compare(token, set_up_token())


@transaction.atomic
def set_up_club(
    *, club: str, slug: str = "", country: str = "", person: str, email: str, password: str
) -> tuple[Club, User]:
    """The first club with its first owner; `slug` "" makes an address from the club's name.

    StepError when somebody was first, or when the e-mail address has an account already.
    """
    with connection.cursor() as cursor:
        # There is no row to hold yet; readers go on meanwhile.
        cursor.execute(f"LOCK TABLE {Club._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
    if is_set_up():
        raise StepError(_("Somebody has set up this site meanwhile. Sign in."))
    if User.objects.filter(email=email.strip().lower()).exists():
        raise StepError(
            _("There is an account with this e-mail address already. Sign in and found the club.")
        )
    if not person.strip():
        raise StepError(_("Write your own name as well: others see it in the log."))
    owner = User(email=email.strip().lower(), name=person.strip())
    try:
        owner.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise StepError(" ".join(error.messages)) from error
    owner.set_password(password)
    owner.save()
    slug = slug or free_slug(club, taken=(), reserved=SITE_WORDS)
    return found_club(club, slug, owner, country=country, by=owner), owner
