"""How does a notification reach a device? Encrypted for that browser, by its maker's service."""

import json
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.conf import settings

from clubcomp.flow.wishes import is_named_whole, push_service
from clubcomp.models import Device, Message, MessageKind, PushKey
from clubcomp.running.sending.connecting import Way, post
from clubcomp.running.sending.letter import Letter
from clubcomp.running.sending.ways import DeliveryRefused
from clubcomp.running.sending.web_push import for_browser, point_of, to_base64, vapid

#: Seconds: how long a service keeps it for a device that is off.
KEPT_FOR = 6 * 3600
#: How long we wait for a service, in seconds, and whether it may be in a network of our own.
WAY = Way(patience=15, most_seconds=30, by_proxy=True)
WAY_TO_NAMED = Way(patience=15, most_seconds=30, by_proxy=True, only_public=False)
#: Answers of a service: the device is gone; or this key or this message is refused.
GONE, NEVER = (404, 410), (400, 401, 403, 413)
NOT_TAKEN = "the service of the browser did not take it"


class Gone(Exception):
    """The browser no longer takes notifications."""


def site_key() -> EllipticCurvePrivateKey:
    """The site's own key, made when first needed."""
    row = PushKey.objects.filter(pk=1).first()
    if row is None:
        made = generate_private_key(SECP256R1())
        text = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        PushKey.objects.bulk_create([PushKey(pk=1, private=text)], ignore_conflicts=True)
        row = PushKey.objects.get(pk=1)
    key = load_pem_private_key(row.private.encode(), None)
    assert isinstance(key, EllipticCurvePrivateKey)  # noqa: S101 -- as it was made
    return key


def public_key() -> str:
    """The public part of the site's key, which a browser has to know."""
    return to_base64(point_of(site_key().public_key()))


def tag_of(message: Message) -> str:
    """A notification takes the place of the one before it with the same tag."""
    if message.kind == MessageKind.RESERVE:
        return f"{message.kind}-{message.facts['evening']}"
    return message.key


def push(message: Message, device: Device, letter: Letter) -> None:
    """Give a letter to a device's service. `Gone`, `DeliveryRefused`; any other error: later."""
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
    headers = {
        "Authorization": vapid(site_key(), service.site, f"mailto:{settings.DEFAULT_FROM_EMAIL}"),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        "Topic": tag_of(message)[:32],
        "Urgency": "high",
    }
    body = for_browser(json.dumps(payload).encode(), device.p256dh, device.auth)
    # What a service answers, or why it was not reached, may give the network away: only the status
    # of a refusal is kept. The device's address is a secret, and not kept either.
    try:
        status = post(service, body, headers, WAY_TO_NAMED if is_named_whole(service) else WAY)
    except OSError:
        raise ConnectionError(NOT_TAKEN) from None
    if status in GONE:
        raise Gone
    if status in NEVER:
        raise DeliveryRefused(str(status))
    if not 200 <= status < 300:
        raise ConnectionError(NOT_TAKEN)
