"""The Django skin of the pairing systems: at start every one of them must load."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from pairing.registry import get_system, system_keys


class PairingConfig(AppConfig):
    """The application `pairing`; it has no models."""

    name = "pairing"

    def ready(self) -> None:
        """Have `manage.py check` load every system."""
        register(check_systems)


def check_systems(**kwargs: Any) -> list[CheckMessage]:
    """One error for each system that does not load or does not have the key of its module."""
    errors: list[CheckMessage] = []
    for key in system_keys():
        try:
            found = get_system(key).key
        except Exception as error:  # whatever a module can raise while it is imported
            errors.append(
                Error(f"The pairing system {key} does not load: {error!r}", id="pairing.E001")
            )
        else:
            if found != key:
                errors.append(
                    Error(f"The pairing system {key} calls itself {found}.", id="pairing.E002")
                )
    return errors
