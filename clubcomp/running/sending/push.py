"""How does a notification reach a device? Encrypted for that browser, by its maker's service."""

import json
from base64 import urlsafe_b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from clubcomp.flow.wishes import is_named_whole, push_service
from clubcomp.models import Device, Message, MessageKind, PushKey
from clubcomp.running.sending.letters import Letter
from clubcomp.running.sending.ways import DeliveryRefused

if TYPE_CHECKING:  # the extra `push` may not be installed
    from py_vapid import Vapid02 as Vapid  # type: ignore[import-untyped]

#: Seconds: how long a service keeps it for a device that is off, and how long we wait for it.
KEPT_FOR, PATIENCE = 6 * 3600, 15
#: Answers of a service: the device is gone; or this key or this message is refused.
GONE, NEVER = (404, 410), (400, 401, 403, 413)
NOT_TAKEN = "the service of the browser did not take it"


class Gone(Exception):
    """The browser takes no notifications any more."""


def is_installed() -> bool:
    """Whether the packages of the extra `push` are there (pyproject.toml)."""
    return find_spec("pywebpush") is not None


def site_key() -> "Vapid":
    """The site's own key, made at the first need."""
    from py_vapid import Vapid02 as Vapid

    return Vapid.from_pem(_private().encode())


def public_key() -> str:
    """What a browser has to know of it."""
    point = site_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def _private() -> str:
    row = PushKey.objects.filter(pk=1).first()
    if row is None:
        from py_vapid import Vapid02 as Vapid

        key = Vapid()
        key.generate_keys()
        made = PushKey(pk=1, private=key.private_pem().decode())
        PushKey.objects.bulk_create([made], ignore_conflicts=True)
        row = PushKey.objects.get(pk=1)
    return row.private


def tag_of(message: Message) -> str:
    """A notification takes the place of the one before it with the same tag."""
    if message.kind == MessageKind.RESERVE:
        return f"{message.kind}-{message.facts['evening']}"
    return message.key


def push(message: Message, device: Device, letter: Letter) -> None:
    """Hand a letter to the service of a device. `Gone`, `Refused`; anything else: later."""
    if not is_installed():
        raise DeliveryRefused("clubcomp[push] is not installed")
    # These take half a second to load, so only if there is something to push.
    from pywebpush import WebPushException, webpush  # type: ignore[import-untyped]
    from requests import RequestException, Session

    from clubcomp.running.sending.outward import ToNamedOrigin, ToPublicAddresses

    if (service := push_service(device.endpoint)) is None:
        raise Gone
    payload = {
        "title": letter.subject,
        "body": " ".join(letter.paragraphs),
        "link": urlsplit(letter.link).path,
        "stop": urlsplit(letter.stop).path,
        "stop_words": letter.stop_words,
        "tag": tag_of(message),
    }
    with Session() as session:
        session.max_redirects = 0  # it would lead past the list of services
        way = ToNamedOrigin() if is_named_whole(service) else ToPublicAddresses()
        session.mount(service.site, way)
        try:
            webpush(
                {
                    "endpoint": str(service),
                    "keys": {"p256dh": device.p256dh, "auth": device.auth},
                },
                json.dumps(payload),
                vapid_private_key=site_key(),
                vapid_claims={"sub": f"mailto:{settings.DEFAULT_FROM_EMAIL}"},
                headers={"Topic": tag_of(message)[:32], "Urgency": "high"},
                ttl=KEPT_FOR,
                timeout=PATIENCE,
                requests_session=session,
            )
        # What a service answers, or why it was not reached, may tell of the network: nothing of it
        # is kept but the number of a "no". Nor is the device's address, which is a secret.
        except WebPushException as error:
            status = error.response.status_code if error.response is not None else 0
            if status in GONE:
                raise Gone from None
            if status in NEVER:
                raise DeliveryRefused(str(status)) from None
            raise ConnectionError(NOT_TAKEN) from None
        except RequestException:
            raise ConnectionError(NOT_TAKEN) from None
