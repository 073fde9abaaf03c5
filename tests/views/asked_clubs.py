"""A site on which clubs sign up, and a club that somebody asked for."""

from django.utils import timezone

from clubcomp.flow.sign_up.asking import ask_for_club
from clubcomp.flow.sign_up.terms import sign_up_now
from clubcomp.models import AskedClub, SignUp

OURS = {"name": "De Pion", "slug": "pion", "country": "nl", "person": "Petra"}
TERMS = "Who runs this site: the chess federation of Utrecht, sites@example.org."


def let_sign_up(mode: str = "open", most_clubs: int = 50, terms: str = TERMS, **more) -> SignUp:
    """Clubs sign up, under signed terms."""
    return SignUp.objects.create(
        mode=mode,
        most_clubs=most_clubs,
        terms=terms,
        signed_by="Hanna Host",
        signed_at=timezone.now(),
        **more,
    )


def ask(**values) -> AskedClub:
    """Somebody asks for a club, and has not pressed the link yet."""
    known = OURS | {"email": "Petra@Example.org", "terms": sign_up_now().pk}
    return ask_for_club(**known | values)


def sign_up_marks(asked: AskedClub) -> dict[str, int]:
    """What the forms about sign-up send that is not known beforehand."""
    return {"@asked": asked.pk, "@sign_up": sign_up_now().pk}


def asked_club(
    name: str = "De Pion", slug: str = "pion", *, email: str = "", is_confirmed: bool = True, **more
) -> AskedClub:
    """A club that somebody asked for, and that waits to be approved."""
    if not SignUp.objects.exists():
        let_sign_up("approved")
    return AskedClub.objects.create(
        name=name,
        slug=slug,
        country="NL",
        person="Petra Pion",
        email=email or f"{slug}@example.org",
        language="nl",
        accepted=sign_up_now().signed_at,
        confirmed_at=timezone.now() if is_confirmed else None,
        **more,
    )
