"""How does a person take the role that a club gives? It is an invitation until then.

The invitation is a link of the club that gives the role. The person who opens it signs in with the
account that it is for, or chooses a password if that has none yet. So nobody else takes the role in
that person's place: neither the owner of another club, who may have made the account, nor somebody
who only knows the e-mail address.
"""

from django.core.signing import BadSignature, TimestampSigner
from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import Club, Membership, User

THREE_DAYS = 60 * 60 * 24 * 3
_SIGNER = TimestampSigner(salt="clubcomp.flow.invitations")


def token_of(invitation: Membership) -> str:
    """The end of the address of an invitation; it is good for three days."""
    return _SIGNER.sign(str(invitation.pk))


def invited(club: Club, token: str) -> Membership | None:
    """The club's invitation with this token; None if it was used, taken back, is too old or never
    was."""
    try:
        number = int(_SIGNER.unsign(token, max_age=THREE_DAYS))
    except (BadSignature, ValueError):
        return None
    people = club.memberships.select_related("user", "player")
    return people.filter(pk=number, is_pending=True, user__is_active=True).first()


@all_or_nothing
def take_invitation(invitation: Membership, *, by: User | None) -> Membership:
    """Give the person the role. Idempotent; StepError if the invitation was taken back."""
    with club_held(invitation.club) as club:
        now = club.memberships.select_related("user", "player").filter(pk=invitation.pk).first()
        if now is None:
            raise StepError(_("This invitation has been taken back. Ask an owner of the club."))
        if now.is_pending:
            now.is_pending = False
            now.save(update_fields=["is_pending"])
            facts = {"person": str(now.user), "role": str(now.role)}
            write_trail(club, "take_invitation", by=by, facts=facts)
    return now
