"""Do notifications reach a browser: encrypted for it alone, from this site, nowhere else?"""

import json
import socket
import ssl
from functools import partial

import pytest

from clubcomp.doors.web_addresses import WebAddress
from clubcomp.flow.errors import StepError
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.wishes import add_device, choose, push_service
from clubcomp.models import Device, Message, MessageKind, PushKey
from clubcomp.running.sending.connecting import post
from clubcomp.running.sending.push import WAY, public_key
from clubcomp.running.sending.queue import send_due
from tests import make
from tests.sending.push_service import Browser, secured_service
from tests.sending.test_web_push import signed_claims

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return make.make_competition(4)


@pytest.fixture
def browser(service):
    return Browser(f"{service.url}/send/abc")


@pytest.fixture
def anna(competition, browser):
    """Her browser takes notifications, and she wants to know her board."""
    anna = competition.club.players.get(name="Adema")
    add_device(anna, browser.subscription)
    choose(anna, {"push": ["board"]}, language="en")
    Message.objects.all().delete()
    return anna


def publish(competition):
    evening = make.make_evening(competition, "blitz")
    competition.refresh_from_db()
    publish_next(evening, after=0, by=None)


def test_a_board_comes_encrypted_for_this_browser_and_from_this_site(
    service, competition, browser, anna
):
    publish(competition)
    message = Message.objects.get()
    send_due()
    ((path, headers, body),) = service.got
    assert path == "/send/abc"
    assert b"Board" not in body
    said = browser.read(body)
    assert said["title"].startswith("Board ")
    assert said["link"] == "/toren/intern/tonight/"
    assert said["stop"].startswith(f"/toren/me/messages/stop/{anna.pk}-board-push-")
    assert said["tag"] == message.key
    assert headers["Topic"] == message.key[:32]
    assert headers["TTL"] == "21600"
    assert headers["Content-Encoding"] == "aes128gcm"
    claims, key = signed_claims(headers["Authorization"])
    assert (claims["aud"], claims["sub"]) == (service.url, "mailto:noreply@localhost")
    assert key == public_key()
    message.refresh_from_db()
    assert message.sent_at


def test_a_new_device_gets_a_first_one_at_once(service, competition, browser):
    add_device(competition.club.players.first(), browser.subscription)
    assert Message.objects.get().kind == MessageKind.TEST
    send_due()
    assert "arrive on this device" in browser.read(service.got[0][2])["title"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_with_what_waits_for_it(
    service, competition, anna, status
):
    service.answers += [status]
    publish(competition)
    send_due()
    assert not Device.objects.exists()
    assert not Message.objects.exists()


@pytest.mark.parametrize("status", [429, 500, 307])
def test_later_is_later_and_nobody_is_followed_elsewhere(service, competition, anna, status):
    service.answers += [status]
    publish(competition)
    send_due()
    message = Message.objects.get()
    assert (message.tries, message.sent_at, message.given_up_at) == (1, None, None)
    assert service.url not in message.answer
    assert [path for path, _headers, _body in service.got] == ["/send/abc"]


def test_no_is_no(service, competition, anna):
    service.answers += [400]
    publish(competition)
    send_due()
    assert Message.objects.get().given_up_at


def test_each_device_has_a_message_of_its_own(service, competition, browser, anna):
    other = Browser(f"{service.url}/send/other")
    add_device(anna, other.subscription)
    Message.objects.all().delete()
    service.answers += [500]
    publish(competition)
    send_due()
    assert sorted(path for path, _headers, _body in service.got) == ["/send/abc", "/send/other"]
    assert Message.objects.waiting().count() == 1


#: A row of before, when `py_vapid` made it.
KEPT = """-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8tZhF1s4SDozA9wq
RZwTlex+9bj7ox7W6EiOAh5UN22hRANCAARBQqidxXOA+brsLqaxcza9QjAAAbza
FLptlPq213aOzWS+Nlles///EOSmAOxWqS+/hk58xBye+Ysv3s2J3oN+
-----END PRIVATE KEY-----
"""
PUBLIC = "BEFCqJ3Fc4D5uuwuprFzNr1CMAABvNoUum2U-rbXdo7NZL42WV6z__8Q5KYA7FapL7-GTnzEHJ75iy_ezYneg34"


def test_a_key_of_before_is_the_sites_key_still(db):
    PushKey.objects.create(pk=1, private=KEPT)
    assert public_key() == PUBLIC


def test_the_key_of_the_site_stays(db):
    assert public_key() == public_key()
    assert PushKey.objects.count() == 1


# Where notifications may go ------------------------------------------------------------------

GOOD = [
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-am3p.notify.windows.com/w/?token=abc",
]
BAD = [
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8080/x",
    "https://fcm.googleapis.com@10.0.0.1/x",
    "https://user@fcm.googleapis.com/x",
    "https://evil.example/?fcm.googleapis.com",
    "https://evilpush.apple.com.example/x",
    "https://xfcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x",
    "file:///etc/passwd",
    "https://[broken",
    "",
    # What one parser takes for a host of the service, another for a name or a path.
    "https://127.0.0.1\\.push.apple.com/x",
    "https://10.0.0.7\\@web.push.apple.com/x",
    "https://intranet\\.push.apple.com/x",
    "https://a%2f.push.apple.com/x",
    "https://a\t.push.apple.com/x",
    "https://a_b.push.apple.com/x",
    "https://a..push.apple.com/x",
    "https://-a.push.apple.com/x",
    "https://ａ.push.apple.com/x",
    "https://web.push.apple.com./x",
    "https://web.push.apple.com:/x",
    "https://web.push.apple.com/x y",
    "https://web.push.apple.com/x#y",
    "https://web.push.apple.com/\\x",
    "\nhttps://web.push.apple.com/x",
    "//web.push.apple.com/x",
]


@pytest.mark.parametrize("endpoint", GOOD)
def test_the_services_of_browsers_are_known(endpoint):
    assert str(push_service(endpoint)) == endpoint


def test_what_is_kept_is_built_anew_from_its_parts(competition):
    written = "HTTPS://Web.Push.Apple.com:443/Abc"
    device = add_device(competition.club.players.first(), Browser(written).subscription)
    assert device.endpoint == "https://web.push.apple.com/Abc"


PRIVATE = ["127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1"]
PRIVATE += ["::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::a00:7", "2002:7f00:1::"]


def resolved(monkeypatch, *addresses):
    """The names of services lead here; returns which connections were opened, and to where."""
    opened = []
    places = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (it, 443)) for it in addresses]

    def connect(address, *_args, **_how):
        opened.append(address)
        raise OSError("nobody answers")

    asked = "clubcomp.running.sending.connecting.socket.getaddrinfo"
    monkeypatch.setattr(asked, lambda *a, **b: places)
    monkeypatch.setattr("clubcomp.running.sending.connecting.socket.create_connection", connect)
    return opened


@pytest.mark.parametrize("address", PRIVATE)
def test_no_connection_goes_to_a_network_of_our_own(competition, monkeypatch, address):
    opened = resolved(monkeypatch, "17.0.0.1", address)
    add_device(competition.club.players.first(), Browser(GOOD[2]).subscription)
    send_due()
    message = Message.objects.get()
    assert (opened, message.tries, message.sent_at) == ([], 1, None)


def test_the_connection_goes_to_the_addresses_that_were_checked(competition, monkeypatch):
    opened = resolved(monkeypatch, "17.0.0.1", "17.0.0.2")
    add_device(competition.club.players.first(), Browser(GOOD[2]).subscription)
    send_due()
    assert opened == [("17.0.0.1", 443), ("17.0.0.2", 443)]


@pytest.mark.parametrize("status", [400, 403, 413, 429, 500])
def test_nothing_of_an_answer_is_kept_but_its_number(service, competition, anna, status):
    service.answers += [status]
    service.says = b"nginx of the intranet"
    publish(competition)
    send_due()
    assert "intranet" not in Message.objects.get().answer


@pytest.mark.parametrize("endpoint", BAD)
def test_nothing_is_sent_to_an_address_that_is_no_service(competition, endpoint):
    assert not push_service(endpoint)
    player = competition.club.players.first()
    with pytest.raises(StepError, match="takes no notifications"):
        add_device(player, Browser(endpoint).subscription)
    assert not Device.objects.exists()


def test_a_device_whose_service_is_no_longer_known_is_forgotten(
    service, competition, anna, settings
):
    publish(competition)
    settings.PUSH_SERVICES = []
    send_due()
    assert not service.got
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "said",
    ["", "[]", "null", "{}", '{"endpoint": 1, "keys": {}}', '{"endpoint": "x", "keys": 3}']
    + [
        json.dumps({"endpoint": GOOD[0], "keys": keys})
        for keys in (
            {"p256dh": "AAAA", "auth": "AAAA"},
            {"p256dh": None, "auth": None},
            {"p256dh": "\u00e9" * 87, "auth": "\u00e9" * 22},
        )
    ],
)
def test_what_no_browser_says_is_refused_in_words(competition, said):
    with pytest.raises(StepError, match="takes no notifications"):
        add_device(competition.club.players.first(), said)


def test_a_player_has_so_many_devices_and_the_oldest_goes(competition):
    player = competition.club.players.first()
    for number in range(10):
        add_device(player, Browser(f"{GOOD[0]}{number}").subscription)
    assert [device.endpoint[-1] for device in player.devices.all()] == list("23456789")


def test_a_browser_that_somebody_else_uses_now_is_theirs(competition):
    one, other = competition.club.players.all()[:2]
    browser = Browser(GOOD[0])
    add_device(one, browser.subscription)
    add_device(other, browser.subscription)
    assert Device.objects.get().player == other


@pytest.fixture
def secured(tmp_path, monkeypatch):
    """A server with a certificate for web.push.apple.com alone, which this machine trusts."""
    monkeypatch.setattr("clubcomp.running.sending.connecting.is_public", lambda address: True)
    with secured_service("web.push.apple.com", tmp_path, monkeypatch) as service:
        yield service


@pytest.mark.parametrize("name", ["web.push.apple.com", "fcm.googleapis.com"])
def test_the_certificate_has_to_be_the_names_though_the_address_is_fixed(
    secured, monkeypatch, name
):
    place = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", secured.server_port))
    find = socket.getaddrinfo
    monkeypatch.setattr(
        "clubcomp.running.sending.connecting.socket.getaddrinfo",
        lambda host, *args, **how: [place] if host == name else find(host, *args, **how),
    )
    address = WebAddress("https", name, secured.server_port, "/x")
    ask = partial(post, address, b"abc", {}, WAY)
    if name == "web.push.apple.com":
        assert ask() == 201
        assert secured.got[0][1]["Host"] == f"{name}:{secured.server_port}"
    else:
        with pytest.raises(ssl.SSLCertVerificationError):
            ask()
        assert not secured.got
