"""Phones that follow a page: so many polls a second, at a constant rate, and how long each waits.

`python -m tests.bench.phones HOST:PORT /address/of/a/page/ --rate 1250 --seconds 60` prints
one line of JSON. A poll is due at its moment, answered or not the one before, and its wait
counts from then on. Phones share connections, as behind a proxy; each goes on with the version
that its last answer showed.
"""

import argparse
import asyncio
import html
import json
import re
import time
from collections import Counter

CONNECTIONS = 48
POLL = re.compile(rb'hx-get="([^"]+)"')
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Phones:
    """What was asked and answered so far."""

    def __init__(self, host, page):
        self.host, self.page, self.address = host, page, page
        self.waits, self.statuses = [], Counter()

    async def ask(self, reader, writer, *, is_poll=True):
        """One request on a connection that is open; a page that changed has the next address."""
        asking = "HX-Request: true\r\n" if is_poll else ""
        head = f"GET {self.address} HTTP/1.1\r\nHost: {self.host}\r\nAccept-Language: nl\r\n"
        writer.write(f"{head}{asking}\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(answer)
        body = await reader.readexactly(int(length[1])) if length else b""
        if found := POLL.search(body):
            self.address = html.unescape(found[1].decode())
        return answer[9:12].decode(), b"connection: close" in answer.lower()

    async def follow(self, due):
        """Answer what is due, one after the other, on a connection of its own."""
        reader = writer = None
        while (moment := await due.get()) is not None:
            try:
                if writer is None:
                    reader, writer = await asyncio.open_connection(*self.host.split(":"))
                status, is_closed = await self.ask(reader, writer)
            except (OSError, asyncio.IncompleteReadError):
                # The server closes a connection that was idle, perhaps just now: once more.
                try:
                    reader, writer = await asyncio.open_connection(*self.host.split(":"))
                    status, is_closed = await self.ask(reader, writer)
                except (OSError, asyncio.IncompleteReadError) as problem:
                    status, is_closed = type(problem).__name__, True
            if is_closed and writer:
                writer.close()
                writer = None
            self.statuses[status] += 1
            self.waits.append(time.monotonic() - moment)

    async def run(self, rate, seconds, connections=CONNECTIONS):
        """All of it."""
        reader, writer = await asyncio.open_connection(*self.host.split(":"))
        await self.ask(reader, writer, is_poll=False)
        writer.close()
        due = asyncio.Queue()
        phones = [asyncio.create_task(self.follow(due)) for _ in range(connections)]
        began, sent = time.monotonic(), 0
        while (now := time.monotonic() - began) < seconds:
            while sent < now * rate:
                due.put_nowait(began + sent / rate)
                sent += 1
            await asyncio.sleep(0.002)
        for _ in phones:
            due.put_nowait(None)
        await asyncio.gather(*phones)


def parts_of(waits):
    """Half of these seconds, and all but one in a hundred, are no longer than so many ms."""
    ordered = sorted(waits)
    return {f"p{part}": round(1000 * ordered[len(waits) * part // 100], 1) for part in (50, 99)}


def main():
    """Print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host")
    parser.add_argument("page")
    parser.add_argument("--rate", type=int, default=1250)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--connections", type=int, default=CONNECTIONS, help="that phones share")
    asked = parser.parse_args()
    phones = Phones(asked.host, asked.page)
    asyncio.run(phones.run(asked.rate, asked.seconds, asked.connections))
    at, own = parts_of(phones.waits), round(time.process_time(), 1)
    said = {"answers": phones.statuses, "ms": at, "own_cpu": own}
    print(json.dumps(said))  # noqa: T201


if __name__ == "__main__":
    main()
