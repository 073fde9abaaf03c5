"""How much may a stranger send, and how long may that take? For whoever receives it.

Nothing that others wait for (a thread, a turn, a lock) is held while somebody else's bytes are on
their way: a request is taken up when it has arrived (`serving.patient`). On its way it may take
as long as is said here, and so may an answer that nobody takes.
"""

import ipaddress

MEGABYTE = 1 << 20
#: The largest requests: a file of 20 MB with its form, and a form without a file.
MOST_WITH_FILE, MOST = 21 * MEGABYTE, MEGABYTE
#: A rating list of the world, in its zip, with its form.
MOST_WITH_LIST = 65 * MEGABYTE
#: The longest head of a request, and how many seconds it may take to arrive, from its first byte or
#: from when the connection was made.
LONGEST_HEAD, HEAD_SECONDS = 1 << 16, 15
#: The body takes so many seconds at most, and one more for so many bytes that were announced.
BODY_SECONDS, BYTES_A_SECOND = 15, 50_000
#: After so many seconds in which nothing of an answer was taken, its reader is gone.
STALLED_SECONDS = 15
#: Of one address so many requests may be on their way to a process: a hall is one address.
OF_ADDRESS = 300
#: And so many of more than `MOST` from everybody together; each may be 21 MB.
LARGE_AT_ONCE = 20
#: Somebody who waits for a turn does so for as many seconds (`middleware.TurnMiddleware`).
TURN_SECONDS = 10


def seconds_for(size: int) -> float:
    """How long a body of so many bytes may take."""
    return BODY_SECONDS + size / BYTES_A_SECOND


def network(address: str) -> str:
    """The network of an address: the IPv4 address itself, or the 64 bits of one IPv6 network."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address[:60]
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
