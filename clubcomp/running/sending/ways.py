"""How does an e-mail leave the site, and was a failure a "no" or a "later"?"""

from contextlib import suppress
from datetime import datetime
from smtplib import SMTPAuthenticationError, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.message import sanitize_address
from django.utils.encoding import force_str

from clubcomp.models import Message
from clubcomp.pages.identifiers import site_of_ids
from clubcomp.running.sending.letter import Letter


class DeliveryRefused(Exception):
    """The answer was "no": the message is not sent again."""


class Later(Exception):
    """The answer was "not now": the message is sent again after a while."""


class NotYet(Exception):
    """Another message is being sent: nothing was tried, and this one may go at `until`."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


class Mailbox:
    """The server for e-mail: one connection for all messages sent together."""

    def __init__(self) -> None:
        self._server: Any = None

    def send(self, message: Message, letter: Letter) -> None:
        """Hand a letter to the server. `DeliveryRefused` if it will never go.

        Any other exception: it did not go, or nobody knows.
        """
        if self._server is None:
            self._server = get_connection()
            self._server.open()
        try:
            self._server.send_messages([_mail(message, letter)])
        except Exception as error:
            self.close()
            if answer := _refusal(error):
                raise DeliveryRefused(answer) from error
            raise

    def close(self) -> None:
        """Nothing more is sent for now."""
        server, self._server = self._server, None
        if server is not None:
            with suppress(Exception):  # this may be why the connection is closed
                server.close()


def _mail(message: Message, letter: Letter) -> EmailMessage:
    headers = {"Message-ID": f"<{message.key}@{site_of_ids(message.club)}>"}
    headers["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        headers["List-Unsubscribe"] = f"<{letter.stop}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    sender, club = settings.DEFAULT_FROM_EMAIL, message.club
    if club:
        name = " ".join((club.sender_name or club.name).split())
        sender = sanitize_address((name, sender), "utf-8")
    answers_to = [club.reply_to] if club and club.reply_to else None
    # A name may have been typed on several lines, which a header cannot have.
    subject = " ".join(letter.subject.split())
    return EmailMessage(
        subject, letter.text, sender, [letter.to], reply_to=answers_to, headers=headers
    )


def _refusal(error: Exception) -> str:
    """What the server answered, if that was "no, never"; "" if it may go later.

    A password that it does not accept is our mistake, which somebody will mend.
    """
    answer: bytes | str
    if isinstance(error, SMTPRecipientsRefused):
        code, answer = next(iter(error.recipients.values()))
    elif isinstance(error, SMTPResponseException):
        code, answer = error.smtp_code, error.smtp_error
    else:
        return ""
    if not 500 <= code < 600 or isinstance(error, SMTPAuthenticationError):
        return ""
    return f"{code} {force_str(answer, errors='replace')}"
