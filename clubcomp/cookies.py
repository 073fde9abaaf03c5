"""Signed cookies that a club keeps in a browser, each sent to the pages of that club only."""

from typing import NamedTuple

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from clubcomp.models import Club


class ClubCookie(NamedTuple):
    """A cookie of one club. Nobody else can make one, and at another club it says nothing."""

    name: str
    max_age: int

    def read(self, request: HttpRequest, club: int) -> str:
        """Its value for the club with this id; "" unless we signed it."""
        if self.name not in request.COOKIES:
            return ""
        try:
            return request.get_signed_cookie(self.name, salt=self._salt(club)) or ""
        except BadSignature:
            return ""

    def set(self, request: HttpRequest, response: HttpResponse, club: Club, value: str) -> None:
        """Let the browser keep a value."""
        response.set_signed_cookie(
            self.name,
            value,
            salt=self._salt(club.pk),
            max_age=self.max_age,
            path=f"/{club.slug}/",
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )

    def delete(self, response: HttpResponse, club: Club) -> None:
        """Let the browser forget it."""
        response.delete_cookie(self.name, path=f"/{club.slug}/", samesite="Lax")

    def _salt(self, club: int) -> str:
        return f"{self.name}:{club}"
