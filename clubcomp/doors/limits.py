"""How much may a stranger send, and how long may that take? The code that receives it asks.

Nothing that others wait for (a thread, a turn, a lock) is held while somebody else's bytes are on
their way: a request is taken up when it has arrived (`serving.patient`). These limits say how long
it may be on its way, and how long an answer may wait to be taken.
"""

import ipaddress

MEGABYTE = 1 << 20
#: The largest requests: a file of 20 MB with its form, and a form without a file.
MOST_WITH_FILE, MOST = 21 * MEGABYTE, MEGABYTE
#: A worldwide rating list, in its zip, with its form.
MOST_WITH_LIST = 65 * MEGABYTE
#: The longest header of a request, and the seconds that it may take to arrive, counted from its
#: first byte or from when the connection was made.
LONGEST_HEAD, HEAD_SECONDS = 1 << 16, 15
#: The body may take this many seconds, and one more for every `BYTES_A_SECOND` announced.
BODY_SECONDS, BYTES_A_SECOND = 15, 50_000
#: If nothing of an answer is taken for this many seconds, its reader is gone.
STALLED_SECONDS = 15
#: How many requests from one address may be on their way to a process: a hall is one address.
OF_ADDRESS = 300
#: How many of more than `MOST` may be on their way, from all addresses; each may be 21 MB.
LARGE_AT_ONCE = 20
#: How many seconds anybody waits for a turn (`middleware.TurnMiddleware`).
TURN_SECONDS = 10


def seconds_for(size: int) -> float:
    """How many seconds a body of this many bytes may take."""
    return BODY_SECONDS + size / BYTES_A_SECOND


def network(address: str) -> str:
    """The network of an address: the IPv4 address itself, or the 64 bits of one IPv6 network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:60]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
