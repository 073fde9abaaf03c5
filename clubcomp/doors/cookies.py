"""Signed cookies, each about an account, or about a club, to whose pages alone it is sent."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubcomp.models import Club


class SignedCookie(NamedTuple):
    """A cookie of an account or a club. Nobody else can make one, and it says nothing of another.

    Accounts are named by their e-mail address, and where no more is known clubs by their id.
    """

    name: str
    max_age: int

    def read(self, request: HttpRequest, owner: int | str) -> str:
        """Its value for this owner; "" unless we signed it."""
        return request.get_signed_cookie(self.name, "", salt=self._salt(owner)) or ""

    def set(
        self, request: HttpRequest, response: HttpResponse, owner: Club | str, value: str
    ) -> None:
        """Let the browser keep a value."""
        of, path = (owner, "/") if isinstance(owner, str) else (owner.pk, f"/{owner.slug}/")
        path = f"{settings.SITE_PATH}{path}"
        response.set_signed_cookie(
            self.name,
            value,
            salt=self._salt(of),
            max_age=self.max_age,
            path=path,
            secure=request.is_secure(),
            httponly=True,
            samesite="Lax",
        )

    def delete(self, response: HttpResponse, club: Club) -> None:
        """Let the browser forget it."""
        response.delete_cookie(self.name, path=f"{settings.SITE_PATH}/{club.slug}/", samesite="Lax")

    def _salt(self, owner: int | str) -> str:
        return f"{self.name.removeprefix(settings.HOST_COOKIE)}:{owner}"
