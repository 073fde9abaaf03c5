"""How can only one browser read a notification, and how does its service know the site?

By RFC 8291 (keys), RFC 8188 (encryption) and RFC 8292 (VAPID), word by word, on `cryptography`
alone. Browsers write keys in base64 for addresses, without its padding.
"""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

#: Octets of a record, of the tag that shows that nobody changed it, and of a salt.
RECORD, TAG, SALT = 4096, 16, 16
#: Seconds for which the site's signature holds; a service takes at most a day.
HOLDS = 12 * 3600


def for_browser(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    own: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A text that only the browser with these keys can read (RFC 8291): one record.

    ValueError for keys that are not valid. Except in tests, each text gets its own random `own` and
    `salt`.
    """
    own = own or generate_private_key(SECP256R1())
    theirs = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), from_base64(p256dh))
    info = b"WebPush: info\0" + point_of(theirs) + point_of(own.public_key())
    secret = _derived(own.exchange(ECDH(), theirs), from_base64(auth), info, 32)
    return encrypted(text, secret=secret, salt=salt, key_id=point_of(own.public_key()))


def encrypted(
    *records: bytes,
    secret: bytes,
    salt: bytes | None = None,
    key_id: bytes = b"",
    size: int = RECORD,
) -> bytes:
    """Records as `aes128gcm` (RFC 8188): a header, then each record; all but the last are full."""
    salt = salt or os.urandom(SALT)
    cipher = AESGCM(_derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = int.from_bytes(_derived(secret, salt, b"Content-Encoding: nonce\0", 12))
    sent = salt + size.to_bytes(4) + len(key_id).to_bytes(1) + key_id
    for number, record in enumerate(records, 1):
        is_last = number == len(records)
        text = record + b"\2" if is_last else (record + b"\1").ljust(size - TAG, b"\0")
        sent += cipher.encrypt((nonce ^ (number - 1)).to_bytes(12), text, None)
    return sent


def vapid(key: EllipticCurvePrivateKey, service: str, contact: str) -> str:
    """The Authorization header by which a service knows the site (RFC 8292): a signed JWT."""
    claims = {"aud": service, "exp": int(time.time()) + HOLDS, "sub": contact}
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    token = ".".join(to_base64(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    numbers = decode_dss_signature(key.sign(token.encode(), ECDSA(SHA256())))
    signature = b"".join(number.to_bytes(32) for number in numbers)
    return f"vapid t={token}.{to_base64(signature)},k={to_base64(point_of(key.public_key()))}"


def point_of(key: EllipticCurvePublicKey) -> bytes:
    """A public key as 65 octets."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_base64(raw: bytes) -> str:
    """Bytes as browsers write them."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_base64(written: str) -> bytes:
    """The bytes that a browser wrote."""
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
