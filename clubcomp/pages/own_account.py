"""What does a person see of the own account? The devices that are signed in."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth import HASH_SESSION_KEY
from django.utils import timezone

from clubcomp.models import Session, User
from clubcomp.sessions import BROWSER, SINCE, USED, SessionStore
from clubcomp.words.devices import device_in_words


@dataclass(frozen=True)
class SignedIn:
    """A device on which a person is signed in; `mark` names it in a form."""

    mark: str
    device: str
    since: datetime
    used: datetime
    is_this: bool


def devices_of(user: User, this: str | None) -> list[SignedIn]:
    """Where somebody is signed in: the session with the key `this` first, then the last used."""
    now = timezone.now()
    shown = []
    for row in Session.objects.filter(user=user, expire_date__gt=now):
        data = SessionStore().decode(row.session_data)
        if data.get(HASH_SESSION_KEY) != user.get_session_auth_hash():
            continue  # of an earlier password: it opens nothing any more
        since, used = (
            datetime.fromtimestamp(data.get(name, now.timestamp()), UTC) for name in (SINCE, USED)
        )
        device = device_in_words(data.get(BROWSER, ""))
        shown.append(SignedIn(row.mark, device, since, used, row.session_key == this))
    return sorted(shown, key=lambda one: (one.is_this, one.used), reverse=True)
