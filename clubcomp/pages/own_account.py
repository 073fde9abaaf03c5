"""The page of a person's own account: the devices that are signed in."""

from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth import HASH_SESSION_KEY
from django.utils import timezone

from clubcomp.doors.sessions import BROWSER, SINCE, USED, SessionStore
from clubcomp.models import Session, User
from clubcomp.words.devices import device_in_words


@dataclass(frozen=True)
class SignedIn:
    """A device on which a person is signed in; forms name it by its `mark`."""

    mark: str
    device: str
    since: datetime
    used: datetime
    is_this: bool


def devices_of(user: User, this: str | None) -> list[SignedIn]:
    """The devices of a person: the session with the key `this` first, then the last used first."""
    now = timezone.now()
    devices = []
    for row in Session.objects.filter(user=user, expire_date__gt=now):
        data = SessionStore().decode(row.session_data)
        if data.get(HASH_SESSION_KEY) != user.get_session_auth_hash():
            continue  # from before a change of password: it is no longer valid
        since, used = (
            datetime.fromtimestamp(data.get(name, now.timestamp()), UTC) for name in (SINCE, USED)
        )
        device = device_in_words(data.get(BROWSER, ""))
        devices.append(SignedIn(row.digest, device, since, used, row.session_key == this))
    return sorted(devices, key=lambda device: (device.is_this, device.used), reverse=True)
