"""How does a person who is signed in let another device in? By a code on the first device, good
once and for five minutes.

It takes the place of the password, so nothing that slows passwords down applies to it.
"""

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from clubcomp.models import User

#: How many seconds the link is good for: to walk over with a phone.
LASTS = 5 * 60
SALT = "clubcomp.flow.other_devices"


def device_token(user: User) -> str:
    """The secret of the link; it ends as soon as the person signs in anywhere, or changes the
    password."""
    return signing.dumps([user.pk, _state_of(user)], salt=SALT)


def user_of_token(token: str) -> User | None:
    """The person whose link it is; None if it was used, is too old or is made up."""
    try:
        key, state = signing.loads(token, salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    return user if user and constant_time_compare(state, _state_of(user)) else None


def _state_of(user: User) -> str:
    value = f"{user.pk} {user.password} {user.last_login}"
    return salted_hmac(SALT, value, algorithm="sha256").hexdigest()[:20]
