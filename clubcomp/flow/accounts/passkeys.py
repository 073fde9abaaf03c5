"""Does a device of the person have the key that it showed before? (Passkeys, WebAuthn.)

A key belongs to the host of the site, and works where its pages come over https, or from the
machine itself. The library is loaded when the first one is asked for.
"""

import ipaddress
import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils import timezone

from clubcomp.flow.accounts.second_factors import NAME_OF_SITE, Kind, add_factor, was_used
from clubcomp.models import SecondFactor, User

if TYPE_CHECKING:
    from fido2.server import Fido2Server

#: What the library raises for an answer that no browser would give.
NO_ANSWER = (ValueError, LookupError, TypeError, AttributeError, struct.error)
#: The question to the browser, and the state to keep until it answers.
Asked = tuple[dict[str, Any], dict[str, Any]]


class BrowserOrigin(NamedTuple):
    """Where the browser sees the site: "https" and "club.example:8000"."""

    scheme: str
    host: str

    @property
    def name(self) -> str:
        """The host without its port."""
        return self.host.partition(":")[0]

    @property
    def takes_passkeys(self) -> bool:
        """Whether browsers take passkeys here: only for named hosts, over https or on the machine
        itself."""
        try:
            ipaddress.ip_address(self.name.strip("[]"))
        except ValueError:
            return self.scheme == "https" or self.name == "localhost"
        return False


def ask_for_new(user: User, site: BrowserOrigin) -> Asked:
    """What a browser needs to make a key; none on a device that has one already."""
    from fido2.webauthn import PublicKeyCredentialUserEntity

    person = PublicKeyCredentialUserEntity(
        id=str(user.pk).encode(), name=user.email, display_name=user.name
    )
    known = [_credential(passkey) for passkey in _passkeys(user)]
    options, state = _server(site).register_begin(person, known)
    return dict(options), state


def add_passkey(
    user: User,
    site: BrowserOrigin,
    state: Mapping[str, Any],
    answer: Mapping[str, Any],
    *,
    name: str,
) -> SecondFactor | None:
    """The key that the browser made; None if its answer is not right."""
    from fido2.utils import websafe_encode

    try:
        shown = _server(site).register_complete(state, answer)
    except NO_ANSWER:
        return None
    secret = websafe_encode(bytes(shown.credential_data or b""))
    return add_factor(user, Kind.PASSKEY, name, secret, shown.counter)


def ask_for_known(user: User, site: BrowserOrigin) -> Asked | None:
    """What a browser needs to use one of the person's keys; None without one for this site."""
    known = [_credential(passkey) for passkey in _passkeys(user)]
    if not known or not site.takes_passkeys:
        return None
    options, state = _server(site).authenticate_begin(known)
    return dict(options), state


def is_passkey_of(
    user: User, site: BrowserOrigin, state: Mapping[str, Any], answer: Mapping[str, Any]
) -> bool:
    """Whether the answer was made with one of the person's keys, and was not sent before."""
    from fido2.webauthn import AuthenticationResponse

    passkeys = _passkeys(user)
    credentials = [_credential(passkey) for passkey in passkeys]
    try:
        used = _server(site).authenticate_complete(state, credentials, answer)
        counter = AuthenticationResponse.from_dict(answer).response.authenticator_data.counter
    except NO_ANSWER:
        return False
    passkey = passkeys[credentials.index(used)]
    if not counter and not passkey.counter:
        # A passkey that several devices share does not count; a challenge is used only once anyway.
        passkey.used_at = timezone.now()
        passkey.save(update_fields=["used_at"])
        return True
    return was_used(passkey, counter)


def _passkeys(user: User) -> list[SecondFactor]:
    return list(user.second_factors.filter(kind=Kind.PASSKEY))


def _credential(passkey: SecondFactor) -> Any:
    from fido2.utils import websafe_decode
    from fido2.webauthn import AttestedCredentialData

    return AttestedCredentialData(websafe_decode(passkey.secret))


def _server(site: BrowserOrigin) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    def is_ours(origin: str) -> bool:
        return origin == f"{site.scheme}://{site.host}"

    return Fido2Server(
        PublicKeyCredentialRpEntity(name=NAME_OF_SITE, id=site.name), verify_origin=is_ours
    )
