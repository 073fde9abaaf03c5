"""A server for e-mail that answers what a test tells it to, and keeps what it got."""

import email
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message


class MailServer(socketserver.ThreadingTCPServer):
    """SMTP, as far as sending needs it. `answers`: the next ones to RCPT and to a whole letter.

    An answer "" breaks the connection off.
    """

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.letters: list[Message] = []
        self.to_receiver: list[str] = []
        self.to_letter: list[str] = []
        self.connections = 0
        self.came = threading.Condition()

    @contextmanager
    def arrival(self, count: int) -> Iterator[None]:
        """Wait at the end until so many letters are there."""
        yield
        with self.came:
            assert self.came.wait_for(lambda: len(self.letters) >= count, 60)


class Conversation(socketserver.StreamRequestHandler):
    """One connection."""

    server: MailServer

    def handle(self) -> None:
        """Until the other side has said all."""
        self.server.connections += 1
        self.say("220 here")
        while line := self.rfile.readline():
            word = line.decode().split()[0].upper()
            if word == "RCPT":
                self.say(self.server.to_receiver.pop(0) if self.server.to_receiver else "250 ok")
            elif word == "DATA":
                self.say("354 go on")
                self.letter()
            elif word == "QUIT":
                self.say("221 bye")
                break
            else:
                self.say("250 ok")

    def letter(self) -> None:
        """A whole letter; it is kept, also where the answer is lost."""
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line)
        answer = self.server.to_letter.pop(0) if self.server.to_letter else "250 taken"
        if not answer.startswith(("4", "5")):
            with self.server.came:
                self.server.letters.append(email.message_from_bytes(b"".join(lines)))
                self.server.came.notify_all()
        if not answer:
            self.connection.shutdown(2)
        else:
            self.say(answer)

    def say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """It listens meanwhile."""
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
