"""What is the address of a page? Worked out once: every page links to dozens of others."""

from functools import lru_cache
from typing import Any

from django.urls import reverse


@lru_cache(maxsize=8192)
def address(name: str, *args: Any) -> str:
    """The address of a page by its name."""
    return reverse(name, args=args)
