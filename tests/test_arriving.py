"""What of a request is here, and until when may it come? In pieces, and of what is not plain."""

import time

import pytest

from clubcomp.doors import limits
from clubcomp.doors.limits import BODY_SECONDS, HEAD_SECONDS, MEGABYTE, MOST, network, seconds_for
from clubcomp.running.serving.arriving import Arriving

GET = b"GET /club/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /club/ HTTP/1.1\r\nContent-Length: %d\r\n%s\r\n"


def arriving(data=b""):
    return Arriving(lambda path: 21 * MEGABYTE if path == "/file a/" else MOST, data)


def read(request):
    """All that its parser gets."""
    request.begin_reading()
    return b"".join(iter(lambda: request.read(7), b""))


@pytest.mark.parametrize("whole", [GET, POST % (5, b"") + b"hello", POST % (0, b"")])
def test_it_is_ready_with_its_last_byte_in_whatever_pieces_it_comes(whole):
    for size in (1, 2, 3, 7, len(whole)):
        request = arriving()
        pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
        for piece in pieces[:-1]:
            request.take(piece)
            assert not request.is_ready
        request.take(pieces[-1])
        assert request.is_ready
        assert request.is_plain
        assert read(request) == whole
        assert request.rest == b""


def test_what_comes_after_it_is_the_beginning_of_the_next():
    request = arriving(POST % (5, b"") + b"hello" + GET)
    assert (read(request), request.rest) == (POST % (5, b"") + b"hello", GET)
    assert arriving(request.rest).is_ready


@pytest.mark.parametrize(
    "head",
    [
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length : 5, 6\r\n\r\n",
        b"POST / HTTP/1.1\r\n Content-Length: 5\r\n\r\n",
        POST % (MOST + 1, b""),
        b"POST /file%%20a/?x HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (21 * MEGABYTE + 1),
        b"GET / HTTP/1.1\r\nX: " + b"x" * limits.LONGEST_HEAD,
    ],
)
def test_what_is_not_plain_or_too_large_is_handed_on_at_once_to_be_refused(head):
    request = arriving(head)
    assert request.is_ready
    assert not request.is_plain
    assert read(request) == head


def test_a_head_and_a_body_have_their_time_by_what_is_announced():
    now = time.monotonic()
    assert 0 < arriving(b"GET /").deadline - now <= HEAD_SECONDS + 1
    file = arriving(b"POST /file%%20a/?x HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (20 * MEGABYTE))
    assert file.is_large
    assert not file.is_ready
    assert file.deadline - now > BODY_SECONDS + 400
    assert seconds_for(50_000) == BODY_SECONDS + 1


def test_who_waits_for_a_word_before_sending_gets_it_unless_it_is_refused():
    expects = b"Expect: 100-continue\r\n"
    assert arriving(POST % (5, expects)).wants_word
    assert not arriving(POST % (5, expects) + b"hello").wants_word
    assert not arriving(POST % (MOST + 1, expects)).wants_word


def test_a_network_is_an_address_or_the_half_of_a_long_one():
    assert network("192.0.2.7") == network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("2001:db8::1") == network("2001:db8::2") == "2001:db8::/64"
    assert network("nonsense") == "nonsense"
