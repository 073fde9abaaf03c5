"""The examples of RFC 8188, 8291 and 8292, octet by octet."""

import json
import os
import time

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from clubcomp.running.sending.web_push import (
    encrypted,
    for_browser,
    from_base64,
    point_of,
    to_base64,
    vapid,
)
from tests.sending.push_service import Browser

#: RFC 8292, 2.4.
RFC_VAPID = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
    "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNo"
    "QGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9O"
    "kSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5"
    "Y2EmClBPs"
)


def private(written):
    """The key on the curve of which this is the number."""
    return ec.derive_private_key(int.from_bytes(from_base64(written)), ec.SECP256R1())


def test_rfc_8188_a_single_record():
    sent = encrypted(
        b"I am the walrus",
        secret=from_base64("yqdlZ-tYemfogSmv7Ws5PQ"),
        salt=from_base64("I1BsxtFttlv3u_Oo94xnmw"),
    )
    assert (
        to_base64(sent) == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg"
    )


def test_rfc_8188_two_records_of_which_the_first_is_filled():
    sent = encrypted(
        b"I am th",
        b"e walrus",
        secret=from_base64("BO3ZVPxUlnLORbVGMpbT1Q"),
        salt=from_base64("uNCkWiNYzKTnBN9ji3-qWA"),
        key_id=b"a1",
        size=25,
    )
    assert to_base64(sent) == (
        "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLW"
        "IqS_uA"
    )


def test_rfc_8291_a_notification_for_one_browser():
    sent = for_browser(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        own=private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=from_base64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_base64(sent) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


@given(st.binary(max_size=3993))
def test_another_program_reads_what_was_written_for_its_browser(text):
    browser = Browser("https://push.example/x")
    keys = json.loads(browser.subscription)["keys"]
    one, again = (for_browser(text, keys["p256dh"], keys["auth"]) for _time in range(2))
    assert one != again
    how = {"private_key": browser.key, "auth_secret": browser.secret, "version": "aes128gcm"}
    assert http_ece.decrypt(one, **how) == text
    with pytest.raises(http_ece.ECEException):
        http_ece.decrypt(one, **how | {"auth_secret": os.urandom(16)})


def test_a_key_that_lies_beside_the_curve_is_none():
    with pytest.raises(ValueError, match=r"."):
        for_browser(b"x", to_base64(b"\4" + bytes(63) + b"\1"), to_base64(bytes(16)))


def signed_claims(header):
    """What a service reads in it, after it has checked who signed."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signature = parts["t"].rpartition(".")
    raw = from_base64(signature)
    assert (scheme, len(raw)) == ("vapid", 64)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(parts["k"]))
    numbers = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    key.verify(encode_dss_signature(*numbers), said.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(from_base64(part)) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims, parts["k"]


def test_rfc_8292_a_service_knows_the_site_by_its_signature():
    claims, _key = signed_claims(RFC_VAPID)
    assert claims["aud"] == "https://push.example.net"
    key = ec.generate_private_key(ec.SECP256R1())
    for _time in range(300):  # a number may be short of an octet
        made = vapid(key, "https://push.example.net", "mailto:push@example.com")
        ours, public = signed_claims(made)
    assert public == to_base64(point_of(key.public_key()))
    assert ours | {"exp": 0} == claims | {"exp": 0}
    assert 0 < ours["exp"] - time.time() < 24 * 3600
    with pytest.raises(InvalidSignature):
        signed_claims(made.replace("t=eyJ0eXAi", "t=eyJ0eXAj"))
